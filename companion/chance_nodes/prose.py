"""The values that the text of notebook 10 names, and its alternative texts."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from companion.chance_nodes import findings
from companion.chance_nodes.counts import ALPHA, AOC, affordable_cost, by_order, leaves_saved, relative_costs
from companion.chance_nodes.experiment import THESIS_ORDERS, THESIS_SIZES
from companion.chance_nodes.figures import percent
from companion.explanations.trace_data import number_label
from companion.published.claims import decided
from companion.widgets import listed
from gametree.chance.draws import PROBABILITIES
from gametree.chance.examples import TABLE_3

if TYPE_CHECKING:
    from companion.chance_nodes.study import Study

Values = dict[str, Any]

READINGS = ("perfect", findings.PERFECT, findings.WORST, "worst")
"""The sorted orders, in both readings: with `decisions`, chance nodes keep the order that was drawn."""


def part(some: int, every: int) -> str:
    """Return in words how many of some things there are.

    >>> part(5, 5), part(0, 5), part(3, 5)
    ('all 5', 'none of the 5', '3 of the 5')
    """
    if some == every:
        return f"all {every}"
    return f"{some or 'none'} of the {every}"


def sections(study: Study) -> tuple[Values, ...]:
    """Return all of them: the answer, the examples, the experiment, orders, what a call may cost, what would change it."""
    return tuple(section(study) for section in (opening, examples, experiment, orders, costs, changes))


def opening(study: Study) -> Values:
    """Return the answer: where the two searches break even, and what became of what the thesis prints."""
    verdicts = study.claims["verdict"].value_counts()
    cells = study.printed["verdict"].value_counts()
    saved = leaves_saved(study.runs, "random").groupby("search")["mean"].mean()
    return {
        **break_evens(study.crossings),
        "kinds": len(THESIS_SIZES) * len(PROBABILITIES) * len(THESIS_ORDERS),
        "exact": int(cells["exact"]),
        "scan": int(cells["scan"]),
        "assumed": int(cells["underspecified"]),
        "claims": len(study.claims),
        **{name: int(verdicts.get(name, 0)) for name in ("agrees", "inconclusive", "underspecified")},
        "refuted": f"{int(verdicts.get('differs', 0)) or 'none'} is",
        "star1": 100 * saved["star1"],
        "alpha": 100 * saved[ALPHA],
    }


def break_evens(crossings: pd.DataFrame) -> Values:
    """Return the least errors at which the searches break even, and where they never do."""
    sizes = zip(crossings["depth"], crossings["branch"], strict=True)
    own = crossings.assign(printed=[size in THESIS_SIZES for size in sizes])
    least = own.groupby(["criterion", "printed"])["error"].min()
    deepest = own[(own["criterion"] == "time") & (own["depth"] == own["depth"].max())]
    least_deep = deepest.loc[deepest["error"].idxmin()]
    worst = own[(own["criterion"] == "nodes") & (own["order"] == "worst") & (own["depth"] > 2)]
    flat = own[(own["criterion"] == "time") & (own["depth"] == 2)]
    by_depth = own[own["criterion"] == "time"].groupby("depth")["error"].min()
    return {
        **{name: percent(least[name, True]) for name in ("nodes", "time", "memory")},
        "deepest": percent(least_deep["error"]),
        "limits": " to ".join(percent(least_deep[end]).removesuffix("\u00a0%") for end in ("low", "high")),
        "depth": int(own["depth"].max()),
        "worst": part(int(np.isinf(worst["error"]).sum()), len(worst)),
        "flat": part(int(np.isinf(flat["error"]).sum()), len(flat)),
        "by_depth": listed(
            f"{percent(error)} at depth {depth}" for depth, error in by_depth.items() if error < math.inf
        ),
    }


def map_in_words(crossings: pd.DataFrame) -> str:
    """Return the alternative text of the map."""
    cells: Any = crossings.itertuples()
    said = (f"{c.criterion}, depth {c.depth}, width {c.branch}, {c.order}: {percent(c.error)}" for c in cells)
    return f"Error of the heuristic from which alpha-cutoff is better. {'; '.join(said)}."


def examples(study: Study) -> Values:
    """Return what came out of the worked examples."""
    low, high = findings.first_bounds()
    alpha, aoc = findings.table_2(), findings.aoc_example()
    own = study.printed[study.printed["table"] == "2"]
    ours = findings.table_2_cells(alpha)
    lost = sorted(set(ours) - set(zip(own["row"], own["column"], strict=True)))
    expanded = [aoc.tree.names[step.node] for step in aoc if step.event == "expand"]
    return {
        "low": low,
        "high": high,
        "value": alpha.result.value,
        "leaves": alpha.result.leaves,
        "of": alpha.tree.n_leaves,
        "loops": len(alpha),
        "cut": listed(alpha.tree.names[n] for step in alpha for n in step.pruned),
        "solution": listed(sorted(alpha.tree.names[n] for n in alpha.result.solution)),
        "exact": int((own["verdict"] == "exact").sum()),
        "scan": int((own["verdict"] == "scan").sum()),
        "lost": listed(f"{ours[key]:g} in {key[0].replace('=', ' ')}" for key in lost),
        "iterations": len(expanded),
        "expanded": listed(expanded),
        "aoc_cut": listed(aoc.tree.names[n] for step in aoc for n in step.pruned),
        "aoc_value": number_label(aoc.result.value),
        "aoc_leaves": aoc.result.leaves,
        "broken": listed(
            f"{a} ($h = {TABLE_3[a][0]:g}$, but its child {b} has ${TABLE_3[b][0]:g}$)"
            for a, b in findings.not_monotone()
        ),
        "bounds": int((study.printed["table"] == "3").sum()),
    }


def experiment(study: Study) -> Values:
    """Return how large the experiment is, and how far AOC* goes in the two panels."""
    costs = relative_costs(study.counts).set_index(["criterion", "search"])
    effects = {name: findings.in_every_kind(study.counts, name) for name in ("nodes", "time")}
    largest = costs[(costs["depth"] == 4) & (costs["branch"] == 8)]["ratio"]
    return {
        **{name: part(decided(cases).count(True), len(cases)) for name, cases in effects.items()},
        "error": 100 * float(costs["error"].max()),
        "nodes_1": 100 * largest["nodes", AOC[0]],
        "nodes_3": 100 * largest["nodes", AOC[2]],
        "memory_1": largest["memory", AOC[0]],
        "memory_3": largest["memory", AOC[2]],
    }


def relative_in_words(costs: pd.DataFrame) -> str:
    """Return the alternative text of the two panels."""
    rows: Any = costs.itertuples()
    said = (f"{r.criterion}, depth {r.depth}, width {r.branch}, {r.search}: {r.ratio:.2f}" for r in rows)
    return f"Cost of AOC* in parts of that of alpha-cutoff. {'; '.join(said)}."


def orders(study: Study) -> Values:
    """Return how much order matters to either search, in both readings."""
    nodes = by_order(study.counts, [ALPHA, *AOC], READINGS).set_index("search")
    alpha, aoc = nodes.loc[ALPHA], nodes.loc[list(AOC), list(READINGS)].assign(random=100)
    ranked = (alpha[findings.PERFECT] < 100) & (alpha[findings.WORST] > 100)
    return {
        "ranked": part(int(ranked.sum()), len(ranked)),
        "fooled": part(int((alpha["perfect"] > 100).sum()), len(ranked)),
        "spread": 100 * float((aoc.max(axis=1) / aoc.min(axis=1) - 1).max()),
    }


def costs(study: Study) -> Values:
    """Return how many visits a call of the heuristic may take."""
    affordable = affordable_cost(study.thesis_sized)
    return {"low": float(affordable[AOC[2]].min()), "high": float(affordable[AOC[0]].max())}


def ballard(saved: pd.DataFrame) -> Values:
    """Return how Star1 and Star2 do beside alpha-cutoff."""
    by = saved.pivot(index=["depth", "branch"], columns="search", values="mean")
    named = {"star1": "star1", "alpha": ALPHA, "aoc": AOC[2]}
    deep = by[by.index.get_level_values("depth") > 2]
    return {
        "ahead": part(int((deep["star1"] > deep[ALPHA]).sum()), len(deep)),
        "probing": part(int((by["star2"] > by["star1"]).sum()), len(by)),
        **{f"{name}_least": 100 * by[search].min() for name, search in named.items()},
        **{f"{name}_most": 100 * by[search].max() for name, search in named.items()},
        **{f"{name}_mean": 100 * by[search].mean() for name, search in named.items()},
    }


def saved_in_words(saved: pd.DataFrame) -> str:
    """Return the alternative text of the leaves saved."""
    rows: Any = saved.itertuples()
    said = (
        f"{r.search}, depth {r.depth}, width {r.branch}: {r.mean:.1%}" for r in rows if r.search not in AOC
    )
    return f"Part of the leaves that each search saves, random order. {'; '.join(said)}."


def changes(study: Study) -> Values:
    """Return what becomes of the answer under other readings of memory and of the goal."""
    c, gains = study.counts, study.gains
    means = [(size[0], c("memory", search, size).mean()) for size in c.sizes for search in AOC]
    held = [bool(mean > findings.LEAN[depth]) for depth, mean in means]
    better = decided(findings.in_every_kind(gains, "nodes"))

    def nodes(of: Any, search: str) -> float:
        return float(sum(of("nodes", search, size).mean() for size in of.sizes))

    return {
        "lean": listed(f"{most} nodes at depth {depth}" for depth, most in findings.LEAN.items()),
        "fewer": part(sum(held), len(held)),
        "more": listed(f"{nodes(gains, search) / nodes(c, search):.1f}" for search in AOC),
        "better": part(better.count(True), len(better)),
    }
