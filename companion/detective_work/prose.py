"""The numbers that the sentences of notebook 11 name."""

from __future__ import annotations

from typing import Any

from companion.detective_work import contradictions as chapter_5
from companion.detective_work.figures import NAMES
from companion.detective_work.fits import QUESTIONS
from companion.detective_work.study import SINGLE_QUESTIONS, Study
from companion.published.cases import rows_of
from companion.published.cells import printed_values
from companion.published.tables import place_of
from companion.widgets import listed


def of_study(study: Study) -> dict[str, Any]:
    """Return them by name."""
    held, visits, pairs, theory = study.held, study.visits, study.pairs, study.theory
    passed = held[held[["mean_square_p", "paired_p"]].min(axis=1) >= 0.01]
    ends = study.outcomes["outcome"][list(SINGLE_QUESTIONS)]
    own, far = pairs[pairs["by"] == "thesis"], chapter_5.contradicting(pairs)
    table_xx = theory[theory["table"] == "XX"]
    nodes = printed_values("3.6.1", "value")
    xiii = printed_values("XIII", "value")
    bb = visits[visits["strategy"] == "BB"]
    below = chapter_5.below_one().set_index("table")
    return {
        "questions": len(SINGLE_QUESTIONS),
        "readings": len({(row.question, row.reading) for row in rows_of(study.suspects)}),
        "explained": int((ends == "explained").sum()),
        "narrowed": int((ends == "narrowed down").sum()),
        "open": int((ends == "open").sum()),
        "searched": study.sampler.searched,
        "splits": len(held),
        "closer": int((held["mean_square"] < held["literal_mean_square"]).sum()),
        "closer_paired": int((held["paired"] < held["literal_paired"]).sum()),
        "passed": len(passed),
        "passed_questions": "; ".join(
            NAMES[name].replace("*", r"\*") for name in dict.fromkeys(passed["question"])
        )
        or "none",
        "own_pairs": len(own),
        "far": len(far),
        "far_least": float(abs(far["z"]).min()),
        "far_most": float(abs(far["z"]).max()),
        "far_listed": listed(
            f"{r.by_minimax:.3f} and {r.by_product:.3f} (Tables {r.minimax} and {r.product}, $t = {r.t}$)"
            for r in rows_of(far)
        ),
        "nau_pairs": int((pairs["by"] == "Nau").sum()),
        "nau_equal": int(((pairs["by"] == "Nau") & (pairs["apart"] == 0)).sum()),
        "xx": len(table_xx),
        "xx_beyond": int((abs(table_xx["z"]) > 3).sum()),
        "xx_square": float((table_xx["z"] ** 2).mean()),
        "xx_trees": chapter_5.implied_trees(table_xx),
        "xix_trees": chapter_5.implied_trees(theory[theory["table"] == "XIX"]),
        "below_one": below["below_one"].to_dict(),
        "numbers": below["numbers"].to_dict(),
        "roots": {f"w{row.width}": row.ratio for row in rows_of(study.roots)},
        "inner": float(nodes["N(24,2) unordered-independent", "AB nodes"] - xiii["N(24,2)", "AB"]),
        "visits": len(visits),
        "visits_below": int((visits["of_ours"] < 1).sum()),
        "visits_most": 100 * (1 - float(visits["of_ours"].min())),
        "bb_leaves": float(bb["leaves_of_ours"].iloc[0]),
        "bb_visits": float(bb["of_ours"].iloc[0]),
        "missing": listed(f"{row.missing:.1f} on {row.trees.split(' ')[0]}" for row in rows_of(bb)),
        "contradictions": len(study.contradictions),
        "trees": chapter_5.TREES,
        "tried": {table: place_of("muszycka1985", table).tried for table in ("VI", "XIV")},
        "ends": _ends(study),
        "paired": _paired(study),
    }


def _ends(study: Study) -> dict[str, dict[str, Any]]:
    """Return the outcome of every question, its best reading and the text's, by question."""
    names = {
        "best": "best", "mean z²": "means", "paired z²": "pairs", "text: mean z²": "text_means",
        "text: paired z²": "text_pairs", "readings": "readings", "outcome": "outcome",
    }  # fmt: skip
    ends = study.outcomes[list(names)].rename(columns=names)
    return {name: {**ends.loc[name], "words": in_words(str(ends.loc[name, "best"]))} for name in QUESTIONS}


_WORDS = {
    "nonuniform-narrow": "up to $w-1$ children of every node",
    "nonuniform-levels": "one fan-out per level",
    "unordered-best-last": "the best of sibling leaves last",
    "ordered-leaves": "only sibling leaves in order",
    "ordered-reset": "a value may be forgotten",
    "ordered-reset-second": "a value may be forgotten, and then the second child is slightly better than its siblings",
}
"""What a name for a kind of tree or for its values stands for, where it is no word of the text."""


def in_words(reading: str) -> str:
    """Return what the name of a reading stands for.

    >>> in_words("nonuniform-levels, ordered-leaves"), in_words("newest first")
    ('one fan-out per level; only sibling leaves in order', 'newest first')
    """
    return "; ".join(_WORDS.get(name, name) for name in reading.split(", "))


def _paired(study: Study) -> dict[str, dict[str, dict[str, float]]]:
    """Return the mean square of the differences by question, table and reading: `text` or `best`."""
    found: dict[str, dict[str, dict[str, float]]] = {}
    for name, fits in study.fits.items():
        roles = {
            "text": QUESTIONS[name].candidates[0].name,
            "best": study.overall[name]["reading"].iloc[0],
        }
        by_place = fits.set_index(["table", "reading"])["paired"]
        found[name] = {
            table: {role: float(by_place[table, reading]) for role, reading in roles.items()}
            for table in QUESTIONS[name].tables
        }
    return found
