"""The values that the text of notebook 07 names: one function per passage."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import pandas as pd

from companion.alphabeta_analysis import all_orders
from companion.alphabeta_analysis.findings import dependency_savings, so_many
from companion.alphabeta_analysis.study import (
    DEGREE,
    PREDICTED,
    Study,
    deep_cutoffs,
    exponent_of,
    exponents,
    fitted_powers,
    recurrence_54,
    share_of_type_3,
)
from companion.alphabeta_analysis.tables import (
    constant,
    distances,
    over_optimum,
    without_ceiling,
    without_deep,
)
from companion.published.cases import rows_of
from companion.published.claims import COLUMN
from companion.widgets import listed
from companion.widgets.prose import typeset
from gametree.examples import pi_tree
from gametree.reference import Recorder, alphabeta
from gametree.search import STRATEGIES
from gametree.theory import (
    expected,
    no_deep_cutoffs,
    small_trees,
    totally_dependent,
    true_growth,
)
from gametree.trace import trace

Values = dict[str, Any]

FAR_HEIGHT = 400
"""Where the quotient of Corollary 4 is quoted."""


def opening(study: Study, judged: pd.DataFrame) -> Values:
    """Return what the page opens with."""
    tally, wrong = judged["verdict"].value_counts(), without_ceiling()
    last = study.costs_at_last.set_index("d")
    return {
        "total": len(judged),
        "claims": int((judged["column"] == COLUMN).sum()),
        "numbers": int((judged["column"] != COLUMN).sum()),
        **{name: int(tally.get(name, 0)) for name in ("exact", "agrees", "scan", "differs")},
        "open": int(tally.get("underspecified", 0) + tally.get("inconclusive", 0)),
        "r": true_growth.r(2),
        "low": no_deep_cutoffs.r0(2),
        "high": no_deep_cutoffs.r1(2),
        "short": 100 * (1 - last["first"] / last["true"]).loc[5],
        "height": int(last["h"].iloc[0]),
        "wrong": listed(wrong),
        "constants": listed(f"{constant(d):.2f}".replace("-", "−") for d in wrong),
        "first_right": wrong[-1] + 1,
        "right_constant": constant(wrong[-1] + 1),
        "cost": _power(over_optimum(3, FAR_HEIGHT)),
        "far": FAR_HEIGHT,
        "h6_squared": float(totally_dependent.harmonic(6)) ** 2,
        "exceptions": 1 + len(wrong),
    }


def _power(value: float) -> str:
    """Return a large number as LaTeX: a digit and a power of ten."""
    exponent = math.floor(math.log10(value))
    return f"{value / 10**exponent:.1f} \\cdot 10^{{{exponent}}}"


def digits_of_pi() -> Values:
    """Return what F, F1 and F2 do on the tree of Fig. 1."""
    tree, cuts = pi_tree(), deep_cutoffs(pi_tree())
    traces = {name: trace(tree, name) for name in ("minimax", "branch-and-bound", "alphabeta")}
    found = {short: traces[name].result.leaves for short, name in zip(("f", "f1", "f2"), traces, strict=True)}
    node, value = next(
        (n, v)
        for n, v in traces["branch-and-bound"].snapshot().values.items()
        if tree.level[n] == 2 and v != tree.backed_up[n]
    )
    return found | {
        "value": tree.plain(traces["alphabeta"].result.value),
        "approximate": tree.name(node),
        "given": tree.plain(value),
        "true": tree.plain(tree.backed_up[node]),
        "left_out": sum(len(cut.left_out) for cut in cuts),
        "leaves": listed(tree.name(leaf) for cut in cuts for leaf in cut.left_out),
        "places": listed(tree.name(cut.node) for cut in cuts),
        "cuts": len(cuts),
        "bound": listed({tree.plain(cut.bound) for cut in cuts}),
    }


def windows() -> Values:
    """Return what F2 does on the tree of Fig. 1 if it starts with a guess (section 4)."""
    tree = pi_tree()
    searches = {name: Recorder(tree) for name in ("wide", "narrow", "low", "again")}
    wide = alphabeta(searches["wide"], 0, -10, 10)
    narrow = alphabeta(searches["narrow"], 0, 0, 4)
    failed = alphabeta(searches["low"], 0, 3, 7)
    value = alphabeta(searches["again"], 0, -math.inf, failed)
    assert wide == narrow == value
    saved = sorted(searches["wide"].nodes - searches["narrow"].nodes)
    reads = [len(searches[name].leaves) for name in ("low", "again")]
    return {
        "value": tree.plain(value),
        "saved": len(saved),
        "positions": listed(f"{tree.name(n)} on level {tree.level[n]}" for n in saved),
        "failed": tree.plain(failed),
        "first": reads[0],
        "second": reads[1],
        "both": sum(reads),
    }


def counted(cases: Sequence[bool]) -> str:
    """Return how many cases are as they should be.

    Examples
    --------
    >>> counted([True, True, False]), counted([True, True])
    ('2 of 3', 'all 2')
    """
    return f"all {len(cases):,}" if all(cases) else f"{sum(cases):,} of {len(cases):,}"


def theorem_1(study: Study) -> Values:
    """Return how many trees are as Theorem 1 and what follows from it say, and as section 3 says."""
    found = study.theorem_1
    return {
        "critical": counted(so_many(int(found["critical"].sum()), int(found["trees"].sum()))),
        "levels": counted(study.corollary_1),
        "roots": counted(study.infinite_roots),
        "turned": counted(study.order_at_type_3),
        "iterative": counted(study.iterative),
        "shallow": counted(study.same_shallow),
    }


def type_3() -> Values:
    """Return the largest part of the critical positions that type 3 has, and where."""
    most = 40
    share, d, h = max((share_of_type_3(d, h), d, h) for d in range(2, most + 1) for h in range(2, most + 1))
    return {"most": share, "d": d, "h": h, "limit": most}


def corollary_2(study: Study) -> Values:
    """Return how far the trees of Corollary 2 are from its formula on the last level."""
    last, far = study.corollary_2.iloc[-1], distances(study)
    return {
        "trees": 20 * study.trees,
        "drawn": far["drawn"].abs().max(),
        "level": int(last["level"]),
        "formula": last["formula"],
        "sorted": last["sorted"],
        "sorted_off": abs(far["sorted"].iloc[-1]),
    }


def theorem_2(study: Study) -> Values:
    """Return what Alphabeta learns from other searches, and what none undercuts (Corollary 3)."""
    found = study.theorem_2
    of = int(found["trees"].sum())
    saved = 1 - (found["Alphabeta after"] / found["its leaves"])[found["strategy"] == "sss*"].mean()
    return {
        **{name: counted(so_many(int(found[name].sum()), of)) for name in ("within", "critical")},
        "saved": 100 * saved,
        "strategies": len(STRATEGIES),
        "least": counted(study.corollary_3),
    }


def not_best(study: Study) -> Values:
    """Return how often perfect order is not best, and what it costs."""
    found = study.theorem_1
    uniform, other = (found[(found["kind"] == "uniform") == same] for same in (True, False))
    share = 100 * other["not best"] / other["trees"]
    return {
        "nodes": small_trees.smallest_better_unordered().n_nodes,
        "uniform": int(uniform["not best"].sum()) or "none",
        "uniform_trees": int(uniform["trees"].sum()),
        "fewest": share.min(),
        "most": share.max(),
        "dearer": 100 * (other["perfect order"] / other["best order"] - 1).max(),
    }


def figure_5(study: Study) -> Values:
    """Return what was found out about the tree of Fig. 5."""
    found, cutoffs = study.figure_5, sorted(set(study.figure_5.f2))
    return {
        "placements": found.placements,
        "forcing": len(found.forcing),
        "sets": len(found.f2),
        "orders": 2**15,
        "fewest": str(cutoffs[0]) if len(cutoffs) == 1 else f"{cutoffs[0]} to {cutoffs[-1]}",
        "without": counted([k == 0 for k in found.f1]),
        "shapes": counted(study.without_cutoffs),
    }


def eighth_leaf(study: Study) -> Values:
    """Return the numbers of the detective story (section 7)."""
    every, first = all_orders.examined_in_all_orders(2, 3), no_deep_cutoffs.first_analysis(2, 3)
    total = sum(every)
    sampled = study.independent[study.independent["strategy"] == "branch-and-bound"]
    beside = sampled.merge(study.exact_costs, left_on=["width", "depth"], right_on=["d", "h"])
    z = ((beside["mean"] - beside["true"]) / beside["error"].where(beside["error"] > 0)).dropna()
    last = study.costs_at_last.set_index("d")
    short = 100 * (1 - last["first"] / last["true"])
    return {
        "growth": no_deep_cutoffs.r0(3),
        "factor": no_deep_cutoffs.c0(3),
        "leaves": no_deep_cutoffs.c0(3) * no_deep_cutoffs.r0(3) ** 4,
        "total": _mixed(total),
        "first": _mixed(first),
        "fraction": float(total),
        "integral": expected.alphabeta(2, 3),
        "gap": float(total - first),
        "f8": str(every[7]),
        "means": len(z),
        "farthest": z.abs().max(),
        "mean_square": (z**2).mean(),
        "height": int(last["h"].iloc[0]),
        "short_2": short.loc[2],
        "short_5": short.loc[5],
        "probability": true_growth.chain(2, 3),
    }


def _mixed(value: Any) -> str:
    """Return a fraction as text, its whole part before it."""
    whole, rest = divmod(value, 1)
    return f"{whole} {rest}"


def ties(study: Study) -> Values:
    """Return what equal values save, in the tree of Fig. 2 and on average."""
    leaves, found = study.ties_broken, study.few_values
    ten = found[(found["values"] == 10) & (found["strategy"] == "branch-and-bound")].iloc[0]
    f1 = digits_of_pi()["f1"]
    return {
        "f1": f1,
        "mean": float(leaves.mean()),
        "sd": float(leaves.std(ddof=1)),
        "orders": len(leaves),
        "back": float(leaves.mean()) - f1,
        "gap": PREDICTED - f1,
        "saved": ten["distinct"] - ten["mean"],
        "distinct": ten["distinct"],
    }


def table_1(study: Study, judged: pd.DataFrame) -> Values:
    """Return the verdicts on Table 1, and the exponents of section 7."""
    tally = judged[judged["table"] == "1"]["verdict"].value_counts()
    fits, last = exponents(study.growth), study.growth.iloc[-1]
    enumerated = sum(all_orders.examined_in_all_orders(3, 2))
    return {
        "cells": int((judged["table"] == "1").sum()),
        "exact": int(tally.get("exact", 0)),
        "scan": int(tally.get("scan", 0)),
        "differs": f"{tally['differs']} differ" if "differs" in tally else "none differs",
        "r2": true_growth.r(2),
        "r31": true_growth.r(31),
        "orders": str(enumerated),
        "r0": fits["r0(d)"],
        "r": fits["r(d)"],
        "xi": fits["xi"],
        "four": {
            label: listed(f"{x:.3f}" for x in fitted_powers(study.growth, name, 10, 30).values())
            for label, name in (("r0", "r0(d)"), ("xi", "xi"))
        },
        "theory": exponent_of(1, fits["r(d)"].far_degree),
        "last": int(last["d"]),
        "power": last["d"] ** 0.75,
        "r0_last": last["r0(d)"],
    }


def second_order() -> Values:
    """Return what deep cut-offs save in random order."""
    found = without_deep().set_index("h")
    per_level = {d: true_growth.r(d) / expected.pearl_branching_factor(d) for d in (2, 10, 31)}
    return {
        "saved": 100 * (1 - 1 / float(found["d = 3"][4])),
        "times": float(found["d = 10"][12]),
        **{f"per_level_{d}": quotient for d, quotient in per_level.items()},
    }


def dependencies(study: Study) -> Values:
    """Return how sampled trees with dependent values compare with (52) and (54), and with independent ones."""
    tied = study.models[study.models["model"] == "totally dependent"]
    seen = tied[(tied["strategy"] == "branch-and-bound") & (tied["d"] == 3)].set_index("h")["mean"]
    saved, roots = dependency_savings(study), len(set(study.dependent_roots))
    return {
        "means": len(tied),
        "farthest": tied["z"].abs().max(),
        "seen": seen[5],
        "with_d": recurrence_54(3, 5, 3),
        "with_1": recurrence_54(3, 5, 1),
        "trees": len(study.dependent_roots),
        "roots": "the same root value" if roots == 1 else f"{roots} different root values",
        "cheaper": counted([case.effect > 3 * case.error for case in saved]),
    }


# -- alternative texts -------------------------------------------------------------------------------------------------


def of_corollary_4() -> str:
    """Return the alternative text of the picture of Corollary 4."""
    ends = "; ".join(f"d = {d}: {over_optimum(d, FAR_HEIGHT):.3g}" for d in range(3, 11))
    return typeset(
        f"Expected leaves of Alphabeta on totally dependent trees over the optimum, at height {FAR_HEIGHT}: {ends}."
    )


def of_shares(study: Study) -> str:
    """Return the alternative text of the picture of trees whose perfect order is not best."""
    return "How often perfect order is not the best order: " + "; ".join(
        f"{r['kind']} {r['width']},{r['depth']}: {r['not best']} of {r['trees']} trees"
        for r in study.theorem_1.to_dict("records")
    )


def of_first_analysis(study: Study) -> str:
    """Return the alternative text of the picture of the first analysis beside the truth."""
    return (
        "Leaves of F1 by the first analysis and by the upper bound (37), relative to the truth: "
        + "; ".join(
            f"d = {r.d}, h = {r.h}: first analysis {100 * (r.first / r.true - 1):+.1f} %, "
            f"bound {100 * (r.upper / r.true - 1):+.1f} %"
            for r in rows_of(study.costs_at_last)
        )
    )


def of_growth(study: Study) -> str:
    """Return the alternative text of the picture of branching factors."""
    chosen = study.growth[study.growth["d"].isin([2, 31, 100, 1000, 10_000])].to_dict("records")
    return "Branching factors by degree: " + "; ".join(
        f"d = {r['d']:.0f}: r0 {r['r0(d)']:.4g}, r {r['r(d)']:.4g}, r1 {r['r1(d)']:.4g}, r* {r['r*(d)']:.4g}, "
        f"Alphabeta {r['xi']:.4g}"
        for r in chosen
    )


def of_models(study: Study) -> str:
    """Return the alternative text of the picture of models of dependency."""
    own = study.models[(study.models["d"] == DEGREE) & (study.models["h"] == study.heights)]
    return f"Leaves relative to the fewest, degree {DEGREE}, height {study.heights}: " + "; ".join(
        f"{r.model}, {r.strategy}: {r.mean / r.minimum:.2f}" for r in rows_of(own)
    )
