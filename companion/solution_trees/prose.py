"""The numbers that the text of notebook 08 names."""

from __future__ import annotations

import math

import pandas as pd

from companion.published.claims import verdict_on
from companion.solution_trees import findings
from companion.solution_trees.small_trees import TIED
from companion.solution_trees.study import (
    HIGH,
    LOW,
    SIZE,
    VALUE,
    Study,
    farther_is_cheaper,
    leaf_quantiles,
    steps_away,
    value_at_most,
)
from gametree.generate.known_value import KnownValue

Values = dict[str, float | str]

LOOPS = ("SSS-2", "dual SSS-2", "SSS-0", "SSS-4", "SSS-4 with a wide window", "MTD(f)")
"""The searches that call S-alpha-beta in a loop, as the checks on small trees name them."""

PRINTED = (5, 9)
"""Width and depth of the trees of Figure 5."""


def values(study: Study, judged: pd.DataFrame) -> Values:
    """Return all of them; `judged` is from `findings.judged`."""
    return _opening(study, judged) | _ties(study) | _guessing(study) | _stepping(study) | _keeping(study)


def _held(study: Study, *names: str, ties: bool | None = None) -> tuple[int, int]:
    """Return on how many small trees some checks held, and of how many."""
    part = study.checks[study.checks["check"].isin(names)]
    if ties is not None:
        part = part[part["ties"] == ties]
    return int(part["held"].sum()), int(part["trees"].sum())


def _opening(study: Study, judged: pd.DataFrame) -> Values:
    inside, searches = _held(study, *(f"{name} surpasses Alphabeta" for name in LOOPS))
    tally = judged["verdict"].value_counts()
    (first,) = (
        study.saved[study.saved["width"] == PRINTED[0]].sort_values("ordering").head(1).to_dict("records")
    )
    away = steps_away(study.runs)
    crooked = farther_is_cheaper(study.runs).set_index(SIZE)["part of them"]
    return {
        "same": _held(study, "SSS-2 expands the nodes of SSS*", ties=False)[0],
        "small": study.small,
        "inside": inside,
        "searches": searches,
        "saved": first["gain on sss-2"],
        "saved on Alphabeta": first["gain on alphabeta"],
        "rising": int((away["more"] >= 0).sum()),
        "away": len(away),
        "crooked": crooked[*PRINTED, 1 / PRINTED[0]],
        "rows": len(judged),
        "differ": f"{tally['differs']} differ" if "differs" in tally else "none differs",
        "open": f"our data leave {tally['inconclusive']} open, and " if "inconclusive" in tally else "",
        **{name: int(tally.get(name, 0)) for name in ("agrees", "differs", "inconclusive", "underspecified")},
    }


def _ties(study: Study) -> Values:
    scout, of = _held(study, "Scout surpasses Alphabeta", ties=False)
    listing = [frame["listing"] for frame in study.pvs.values()]
    types = findings.same_types(study)
    return {
        **{f"parted {k}": findings.parted(study, k) for k in (2, TIED, 10)},
        "Scout outside": 1 - scout / of,
        "listing outside": sum(int((~held).sum()) for held in listing),
        "listed": sum(map(len, listing)),
        "types": sum(types),
        "typed": len(types),
    }


OUTCOMES = {
    "agrees": ("agrees", "agree"),
    "differs": ("differs", "differ"),
    "inconclusive": ("stays open", "stay open"),
}
"""What a claim does, and what it would do."""


def _guessing(study: Study) -> Values:
    (width, depth), parts = study.sizes[0], (0.25, 0.5, 0.75)
    chance = value_at_most(width, depth, (VALUE - LOW + 1) / (HIGH - LOW + 1))
    quartiles = leaf_quantiles(KnownValue(width, depth, 1 / width), study.seed, parts)
    gained = findings.gains_by_ordering(study, PRINTED)
    ends, less = findings.ends(study), findings.losses_by_ordering(gained)
    return {
        "runs": len(study.runs),
        "trees": len(study.runs.groupby(["width", "depth", "ordering", "tree"])),
        "per class": study.trees,
        "guesses": len(study.guesses),
        "ends": sum(ends),
        "of ends": len(ends),
        "most on SSS-2": study.saved["gain on sss-2"].max(),
        "most on dual": study.saved["gain on dual-sss-2"].max(),
        **{f"gain {q:.0%}": case.effect for q, case in gained.items()},
        **{f"error {q:.0%}": case.error for q, case in gained.items()},
        "less gain": OUTCOMES[verdict_on("sol-less-gain", less)][0],
        "less gain slightly": OUTCOMES[verdict_on("sol-less-gain", less[:-1])][1],
        "value": VALUE,
        "chance": f"$10^{{{math.ceil(math.log10(max(chance, 1e-300)))}}}$",
        "quartiles": ", ".join(f"{q:.0f}" for q in quartiles),
        "even": ", ".join(f"{LOW + q * (HIGH - LOW):.0f}" for q in parts),
    }


def _stepping(study: Study) -> Values:
    means = study.by_step.set_index(["ordering", "option"])["mean"].unstack()
    best, calls = means.min(axis=1), study.stepped.groupby("option")["calls"].mean()
    first, last = study.wide_window.iloc[0], study.wide_window.iloc[-1]
    costs = study.second_best
    return {
        "calls": calls[0.0],
        "step": study.step,
        "fewer calls": calls[float(study.step)],
        "ideal": HIGH - VALUE,
        "best steps": ", ".join(f"{step:.0f}" for step in sorted(set(means.idxmin(axis=1)) - {0})),
        "step gain": (1 - best / means[0.0]).max(),
        "largest": max(study.steps),
        "overshot": (means[float(max(study.steps))] / best - 1).max(),
        "null calls": first["calls"],
        "wide calls": last["calls"],
        "wide nodes": last["nodes"] / first["nodes"] - 1,
        "wide visits": last["visits"] / first["visits"] - 1,
        "move": costs["move"],
        "with value": costs["second-best"],
        "SSS-2 leaves": costs["sss-2"],
        "Alphabeta leaves": costs["alphabeta"],
        "move saves": 1 - costs["move"] / costs["second-best"],
    }


def _keeping(study: Study) -> Values:
    deepest, width = max(study.depths), study.memory_width
    upper = 2 * (deepest // 4)
    kept = study.memory.set_index(["strategy", "depth"])

    def growth(name: str) -> float:
        ratio = kept["bytes"][name, deepest] / kept["bytes"][name, upper]
        return float(ratio ** (1 / (deepest - upper)))

    return {
        "deepest": deepest,
        "width": width,
        "kept": kept["entries"]["sss-2", deepest],
        "OPEN": kept["entries"]["sss*", deepest],
        "OPEN at most": width ** ((deepest + 1) // 2),
        "times": kept["bytes"]["sss-2", deepest] / kept["bytes"]["sss*", deepest],
        "from depth": upper,
        "growth": growth("sss-2"),
        "growth of OPEN": growth("sss*"),
        "root of width": width**0.5,
    }
