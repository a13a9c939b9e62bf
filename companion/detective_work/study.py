"""How the thesis' trees must have been made: the whole investigation, each part computed on first use."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from companion.detective_work import contradictions as chapter_5
from companion.detective_work.contradictions import contradictions, visits_frame
from companion.detective_work.figures import NAMES
from companion.detective_work.fits import QUESTIONS, alone, fit_question, held_out, outcome, overall
from companion.published.cases import CASES, SIZES, Sampler, chosen_reading, rows_of
from companion.published.cells import printed_cells
from companion.published.tables import place_of
from companion.widgets import listed
from gametree.experiment import BATCH, Cell

if TYPE_CHECKING:
    import pandas as pd

SINGLE_QUESTIONS = tuple(name for name in QUESTIONS if not name.endswith("jointly"))
"""The questions that have one answer each; the others ask whether one answer would do for several."""

OUTCOMES = {"explained": "explained", "narrowed": "narrowed down", "open": "open"}

BY_P = {
    "uniform": (((24, 2), (10, 3), (5, 4), (3, 6)), ("ordered", "ordered-reset", "ordered-leaves")),
    "nonuniform": (((24, 2), (10, 3), (5, 4), (3, 6)), ("ordered", "ordered-leaves")),
}
"""Kind of tree -> the sizes and the schemes whose leaves are drawn against P."""

KINDS_BY_P = {"ordered": "nonuniform", "ordered-leaves": "nonuniform-levels"}
"""The scheme of P-ordered nonuniform trees -> the kind that goes with it: the literal reading, and the chosen one."""


@dataclass(frozen=True)
class Study:
    """What is known of the trees behind the printed tables.

    Attributes
    ----------
    trees, precision, seed
        As for `companion.published.cases.Sampler`.
    single : int
        Trees that are looked at one by one.
    """

    trees: int
    precision: float
    single: int
    seed: int

    @cached_property
    def sampler(self) -> Sampler:
        """What samples the trees of every suspect, once."""
        return Sampler(self.trees, self.seed, self.precision)

    @cached_property
    def fits(self) -> dict[str, pd.DataFrame]:
        """How well every candidate fits every table, by question."""
        return {name: fit_question(question, self.sampler) for name, question in QUESTIONS.items()}

    @cached_property
    def overall(self) -> dict[str, pd.DataFrame]:
        """The candidates over all tables of a question, best first, by question."""
        return {name: overall(found) for name, found in self.fits.items()}

    @cached_property
    def outcomes(self) -> pd.DataFrame:
        """How every investigation ends: a row per question, with the text's reading beside the best one."""
        import pandas as pd

        rows = []
        for name, question in QUESTIONS.items():
            found = self.overall[name]
            best, text = found.iloc[0], found.set_index("reading").loc[question.candidates[0].name]
            same, telling = alone(self.fits[name])
            end = OUTCOMES[outcome(self.fits[name]).partition(" ")[0].strip(":")]
            rows.append(
                (NAMES[name], len(found), best["reading"], best["mean_square"], best["paired"], text["mean_square"],
                 text["paired"], f"{same} of {telling}", end)
            )  # fmt: skip
        columns = [
            "question", "readings", "best", "mean z²", "paired z²", "text: mean z²", "text: paired z²",
            "tables that choose it alone", "outcome",
        ]  # fmt: skip
        return pd.DataFrame(rows, columns=columns, index=pd.Index(QUESTIONS))

    @cached_property
    def suspects(self) -> pd.DataFrame:
        """Every candidate of the questions with one answer: its two mean squares; whether it is text, best or neither."""
        import pandas as pd

        rows = []
        for name in SINGLE_QUESTIONS:
            text = QUESTIONS[name].candidates[0].name
            for place, row in enumerate(self.overall[name].to_dict("records")):
                role = "best" if place == 0 else "text" if row["reading"] == text else "other"
                rows.append((name, row["reading"], row["mean_square"], row["paired"], role))
        return pd.DataFrame(rows, columns=["question", "reading", "means", "pairs", "role"])

    def shown(self, question: str) -> pd.DataFrame:
        """Return the candidates of a question for display, best first."""
        names = {
            "reading": "reading", "mean_square": "mean z²", "least_p": "least p", "paired": "paired z²",
            "least_paired_p": "least p of pairs", "beyond_3": "cells beyond 3", "impossible": "impossible differences",
            "parameters": "departures", "score": "score",
        }  # fmt: skip
        return self.overall[question][list(names)].rename(columns=names)

    # -- clues ---------------------------------------------------------------------------------------------------------

    @cached_property
    def by_p(self) -> pd.DataFrame:
        """Alphabeta's leaves against P at some sizes: the printed means, and those of some readings with their scatter."""
        import pandas as pd

        rows = []
        for case in CASES:
            if case.scheme != "ordered" or case.p == 1:
                continue
            printed = printed_cells(case.table).set_index(["row", "column"])["best"]
            sizes, schemes = BY_P[case.kind]
            for size in sizes:
                label = f"{'U' if case.kind == 'uniform' else 'N'}({size[0]},{size[1]})"
                for scheme in schemes:
                    kind = case.kind if case.kind == "uniform" else KINDS_BY_P[scheme]
                    mean, sd = self._alphabeta(kind, scheme, case.p, size)
                    half = 1.96 * sd / np.sqrt(BATCH)
                    rows.append((label, scheme, case.p, mean, half, printed[label, "AB"]))
        return pd.DataFrame(rows, columns=["size", "scheme", "p", "mean", "band", "printed"])

    @cached_property
    def roots(self) -> pd.DataFrame:
        """Alphabeta's leaves in Table XIII at depth 2, printed over ours, against the width; with a band for 50 trees."""
        import pandas as pd

        case = next(case for case in CASES if case.table == "XIII")
        reading, printed = (
            chosen_reading(case),
            printed_cells("XIII").set_index(["row", "column"])["best"],
        )
        rows = []
        for width, depth in SIZES:
            if depth == 2:
                mean, sd = self._alphabeta(reading.kind, reading.scheme, case.p, (width, depth))
                of_50 = printed[f"N({width},{depth})", "AB"]
                rows.append((width, of_50 / mean, 1.96 * sd / np.sqrt(BATCH) / mean))
        return pd.DataFrame(rows, columns=["width", "ratio", "band"])

    def _alphabeta(
        self, kind: str, scheme: str, p: float | None, size: tuple[int, int]
    ) -> tuple[float, float]:
        cell: Cell = self.sampler.cells(kind, scheme, p)[SIZES.index(size)]
        k = cell.strategies.index("alphabeta")
        return float(cell.sums.mean()[k, 0]), float(cell.sums.sd()[k, 0])

    # -- tests ---------------------------------------------------------------------------------------------------------

    @cached_property
    def held(self) -> pd.DataFrame:
        """Readings chosen on one part of the printed numbers and tested on another."""
        return held_out(self.sampler)

    @property
    def held_shown(self) -> pd.DataFrame:
        """The same, for display."""
        names = {
            "mean_square": "mean z²",
            "mean_square_p": "p",
            "paired": "paired z²",
            "paired_p": "p of pairs",
        }
        text = {f"literal_{column}": f"text: {name}" for column, name in names.items()}
        return self.held.drop(columns="chosen_on").rename(columns={"tested_on": "tested on", **names, **text})

    @cached_property
    def visits(self) -> pd.DataFrame:
        """The quoted visits beside ours."""
        return visits_frame(self.sampler, self.single)

    @cached_property
    def pairs(self) -> pd.DataFrame:
        """What Tables XIX-XXVIII print twice at depth 1."""
        return chapter_5.depth_1()

    @cached_property
    def theory(self) -> pd.DataFrame:
        """Tables XIX and XX beside exact probabilities."""
        return chapter_5.against_theory()

    @cached_property
    def contradictions(self) -> pd.DataFrame:
        """Where the thesis contradicts itself."""
        return contradictions()

    @property
    def evidence(self) -> dict[str, pd.DataFrame]:
        """What is kept of all this, by the name of its file."""
        import pandas as pd

        fits = [found.assign(question=name) for name, found in self.fits.items()]
        return {
            "fits": pd.concat(fits, ignore_index=True),
            "held_out": self.held,
            "contradictions": self.contradictions,
            "visits": self.visits,
            "depth_1": self.pairs,
            "theory": self.theory,
        }

    # -- in words ------------------------------------------------------------------------------------------------------

    @cached_property
    def prose(self) -> dict[str, Any]:
        """The numbers of the page's sentences, by name."""
        held, visits, pairs, theory = self.held, self.visits, self.pairs, self.theory
        passed = held[held[["mean_square_p", "paired_p"]].min(axis=1) >= 0.01]
        ends = self.outcomes["outcome"][list(SINGLE_QUESTIONS)]
        own, far = pairs[pairs["by"] == "thesis"], chapter_5.contradicting(pairs)
        table_xx = theory[theory["table"] == "XX"]
        nodes = printed_cells("3.6.1").set_index(["row", "column"])["value"]
        xiii = printed_cells("XIII").set_index(["row", "column"])["value"]
        bb = visits[visits["strategy"] == "BB"]
        below = chapter_5.below_one().set_index("table")
        return {
            "questions": len(SINGLE_QUESTIONS),
            "readings": len({(row.question, row.reading) for row in rows_of(self.suspects)}),
            "explained": int((ends == "explained").sum()),
            "narrowed": int((ends == "narrowed down").sum()),
            "open": int((ends == "open").sum()),
            "searched": self.sampler.searched,
            "splits": len(held),
            "closer": int((held["mean_square"] < held["literal_mean_square"]).sum()),
            "closer_paired": int((held["paired"] < held["literal_paired"]).sum()),
            "passed": len(passed),
            "passed_questions": listed(dict.fromkeys(passed["question"])) or "none",
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
            "roots": {f"w{row.width}": row.ratio for row in rows_of(self.roots)},
            "inner": float(nodes["N(24,2) unordered-independent", "AB nodes"] - xiii["N(24,2)", "AB"]),
            "visits": len(visits),
            "visits_below": int((visits["of_ours"] < 1).sum()),
            "visits_most": 100 * (1 - float(visits["of_ours"].min())),
            "bb_leaves": float(bb["leaves_of_ours"].iloc[0]),
            "bb_visits": float(bb["of_ours"].iloc[0]),
            "missing": listed(f"{row.missing:.1f} on {row.trees.split(' ')[0]}" for row in rows_of(bb)),
            "contradictions": len(self.contradictions),
            "trees": chapter_5.TREES,
            "tried": {table: place_of("muszycka1985", table).tried for table in ("VI", "XIV")},
            "ends": self._ends,
            "paired": self._paired,
        }

    @property
    def _ends(self) -> dict[str, dict[str, Any]]:
        """The outcome of every question, its best reading and the text's, by question."""
        names = {
            "best": "best", "mean z²": "means", "paired z²": "pairs", "text: mean z²": "text_means",
            "text: paired z²": "text_pairs", "readings": "readings", "outcome": "outcome",
        }  # fmt: skip
        ends = self.outcomes[list(names)].rename(columns=names)
        return {name: dict(ends.loc[name]) for name in QUESTIONS}

    @property
    def _paired(self) -> dict[str, dict[str, dict[str, float]]]:
        """The mean square of the differences by question, table and reading: `text` or `best`."""
        found: dict[str, dict[str, dict[str, float]]] = {}
        for name, fits in self.fits.items():
            roles = {
                "text": QUESTIONS[name].candidates[0].name,
                "best": self.overall[name]["reading"].iloc[0],
            }
            by_place = fits.set_index(["table", "reading"])["paired"]
            found[name] = {
                table: {role: float(by_place[table, reading]) for role, reading in roles.items()}
                for table in QUESTIONS[name].tables
            }
        return found
