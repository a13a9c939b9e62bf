"""The claims of de Bruin, Pijls & Plaat 1994, tested on small trees and on the trees of Figure 5."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from companion.published.claims import (
    Case,
    Measures,
    case_of_mean,
    decided,
    judged_claims,
    judged_rows,
)
from companion.published.verdict import judged_numbers, number
from companion.solution_trees.calls import call_trace
from companion.solution_trees.small_trees import TIED, held_on, smallest_farther
from companion.solution_trees.study import (
    HIGH,
    LOW,
    SIZE,
    VALUE,
    Study,
    leaf_quantiles,
    outward,
    steps_away,
    value_at_most,
)
from gametree.examples import critical_tree
from gametree.generate import generate
from gametree.generate.known_value import KnownValue
from gametree.theory.critical import types
from gametree.theory.solution_trees import critical_types, optimal_solution_tree

SOURCE = "debruin1994"
NOTEBOOK = "08_solution_trees"


measures = Measures()

ON_SMALL_TREES = {
    "sol-proofs": "every search tree with a bound holds a solution tree of its value",
    "sol-optimal-trees": "optimal solution trees of both kinds exist",
    "sol-critical-path": "optimal solution trees meet in a critical path",
    "sol-conditions": "pre- and postcondition hold at every call",
    "sol-narrower": "a narrower window expands no other node",
    "sol-larger": "on a larger search tree a call expands no other node",
    "sol-null-windows": "any sequence of null windows surpasses Alphabeta",
    "sol-sss-2-surpasses": "SSS-2 surpasses Alphabeta",
    "sol-listing": "SSS-2 ends with the value",
    "sol-best-move": "second best search finds a best move",
}
"""Claims -> the check on small trees, with ties and without, that measures them."""

REMARKS = {
    "sol-listing": "; with infinity as a number above every leaf; if infinity - 1 is infinity, the first window is empty"
}


def _on_small_trees(claim: str, study: Study) -> Any:
    held = _held(study, ON_SMALL_TREES[claim])
    outcome = f"held on {sum(held):,} of {len(held):,} small trees, with ties and without"
    return held, outcome + REMARKS.get(claim, "")


def _held(study: Study, *checks: str) -> list[bool]:
    """Return whether checks hold on small trees, without ties and with."""
    return [
        right
        for check in checks
        for values in (0, TIED)
        for right in held_on(check, study.small, study.seed, values)
    ]


for _claim in ON_SMALL_TREES:
    measures(_claim)(partial(_on_small_trees, _claim))


# -- sections 1 to 4 ---------------------------------------------------------------------------------------------------


def beside_alphabeta(study: Study) -> NDArray[np.float64]:
    """Return Alphabeta's nodes less those of SSS-0 and SSS-4, for every search of Figure 5."""
    runs = study.runs
    keys = [*SIZE, "tree"]
    of_alphabeta = runs[runs["strategy"] == "alphabeta"].set_index(keys)["nodes"]
    ours = runs[runs["strategy"].isin(["sss-0", "sss-4"])].set_index(keys)["nodes"]
    return (of_alphabeta.reindex(ours.index) - ours).to_numpy(dtype=float)


@measures("sol-never-more")
def _never_more(study: Study) -> Any:
    held = _held(study, "SSS-0 surpasses Alphabeta", "SSS-4 surpasses Alphabeta")
    fewer = beside_alphabeta(study)
    return (
        [*held, *(x >= 0 for x in fewer)],
        f"sets of nodes in {sum(held):,} of {len(held):,} searches of small trees, numbers of nodes in "
        f"{(fewer >= 0).sum():,} of {len(fewer):,} of Figure 5",
    )


@measures("sol-often-less")
def _often_less(study: Study) -> Any:
    fewer = beside_alphabeta(study)
    return (
        [x > 0 for x in fewer],
        f"fewer in {(fewer > 0).mean():.0%} of {len(fewer):,} searches of Figure 5; in none of those in perfect order",
    )


def same_types(study: Study) -> list[bool]:
    """Return, per perfectly ordered tree, whether solution trees give Knuth & Moore's types."""
    found = []
    for depth in (2, 3, 4, 5):
        for k in range(10):
            tree = generate(
                "uniform", width=3, depth=depth, scheme="ordered", p=1.0, seed=study.seed, number=k
            )
            trees = optimal_solution_tree(tree, "max"), optimal_solution_tree(tree, "min")
            by_position = {n: int(kind) for n, kind in enumerate(types(tree)) if kind}
            found.append(critical_types(tree, *trees) == by_position)
    return found


@measures("sol-node-types")
def _node_types(study: Study) -> Any:
    same = same_types(study)
    return same, f"{sum(same)} of {len(same)} perfectly ordered trees U(3,2) to U(3,5)"


def parted(study: Study, values: int) -> float:
    """Return on what part of small trees with so many values SSS-2 expands fewer nodes than SSS* (leftmost first)."""
    held = held_on("SSS-2 expands the nodes of SSS*", study.small, study.seed, values)
    return 1 - sum(held) / len(held)


@measures("sol-sss-2-is-sss")
def _like_sss_star(study: Study) -> Any:
    check = "SSS-2 expands the nodes of SSS*"
    held = held_on(check, study.small, study.seed)
    less = ", ".join(f"{parted(study, k):.0%} with {k} values" for k in (2, TIED, 10))
    return (
        held,
        f"held on {sum(held):,} of {len(held):,} small trees without ties; with ties SSS-2 expands a "
        "strict subset, if SSS* "
        f"takes the leftmost of equal merit, on a part of the trees that depends on the distribution: {less}",
    )


@measures("sol-brothers-window")
def _window_of_siblings(study: Study) -> Any:
    return (
        (),
        "the scan, damaged in this sentence, has the same window for both cases; the postconditions just above it say that "
        "(gamma, gamma+1) is meant for the second. Print and scan can't be told apart, so this is no error of the paper",
    )


@measures("sol-expand")
def _expand(study: Study) -> Any:
    held = held_on("S-alpha-beta on an open node traverses what alpha-beta does", study.small, study.seed)
    return (
        (),
        "the code of expand is not printed; S-alpha-beta on an open node traverses what Alphabeta with "
        f"the same window does on {sum(held):,} of {len(held):,} small trees",
    )


@measures("sol-pvs-surpasses")
def _pvs_surpasses(study: Study) -> Any:
    small = _held(study, "PVS surpasses Alphabeta")
    deep = study.pvs
    cases = [*small, *deep[0]["described"], *deep[TIED]["described"]]
    lost = " and ".join(
        f"{(~frame['listing']).sum()} of {len(frame)} U(2,6) {'with' if k else 'without'} ties"
        for k, frame in deep.items()
    )
    return (
        [bool(right) for right in cases],
        f"PVS as described here, on {sum(cases):,} of {len(cases):,} trees, with ties and without; the listing of Muszycka "
        "1985, as scanned, also searches again where a null window has failed low (line 12), and examines a node that "
        f"Alphabeta does not on {lost}",
    )


# -- section 5 ---------------------------------------------------------------------------------------------------------


@measures("sol-fewer-calls")
def _fewer_calls(study: Study) -> Any:
    runs = study.runs
    calls = runs[runs["strategy"] == "sss-2"].groupby(SIZE)["calls"].mean()
    near = [g for g in study.guesses if abs(g - VALUE) <= 100]
    guessed = runs[(runs["strategy"] == "sss-0") & runs["option"].isin(near)]
    most = guessed.groupby([*SIZE, "option"])["calls"].mean().groupby(SIZE).max()
    fewer = (most < calls)[calls.index.get_level_values("ordering") < 1]
    return (
        (),
        "the paper says probably; from every guess within 100 of the value the mean number of calls is "
        f"less in {fewer.sum()} of {len(fewer)} classes of trees not in perfect order",
    )


def overshooting() -> pd.DataFrame:
    """Return what SSS-4 and its variation ask on our tree for Figure 1, step by step, and whether it is below the value."""
    tree, rows = critical_tree(), []
    for step in (0, 5, 8, 20):
        for name in ("sss-4", "sss-4-wide-window"):
            traced = call_trace(tree, name, step=step)
            below = any(call.beta < tree.backed_up[0] for call in traced.calls)
            asked = " → ".join(call.about for call in traced.calls)
            rows.append((step, name, asked, "yes" if below else "no", len(traced), traced.result.leaves))
    return pd.DataFrame(rows, columns=["step", "strategy", "where it asks", "overshoots", "calls", "leaves"])


@measures("sol-overshoot")
def _overshoots(study: Study) -> Any:
    found = overshooting()
    below = found["overshoots"] == "yes"
    steps = " and ".join(map(str, found[below]["step"].unique()))
    return below.tolist(), f"on our tree for Figure 1 steps of {steps} ask below the value"


@measures("sol-farther-cheaper")
def _farther_cheaper(study: Study) -> Any:
    found = [smallest_farther(what, ties=False) for what in ("call", "search")]
    details = [
        f"{f.tree.to_nested()} for {what}: {f.far_nodes} nodes from {f.far:g}, {f.near_nodes} from {f.near:g}"
        for f, what in zip(found, ("a call", "SSS-0"), strict=True)
        if f
    ]
    return [f is not None for f in found], "; ".join(details)


@measures("sol-uniform-leaves")
def _uniform_leaves(study: Study) -> Any:
    width, depth = study.sizes[0]
    chance = value_at_most(width, depth, (VALUE - LOW + 1) / (HIGH - LOW + 1))
    quartiles = leaf_quantiles(KnownValue(width, depth, 1 / width), study.seed, [0.25, 0.5, 0.75])
    return (
        (),
        "how the trees were made is only referred to; independent uniform leaves are worth at most "
        f"{VALUE} with a probability below {max(chance, 1e-300):.1g}; ours have the quartiles "
        + ", ".join(f"{q:.0f}" for q in quartiles),
    )


# -- Figure 5 ----------------------------------------------------------------------------------------------------------


def rises(study: Study, size: Sequence[int]) -> list[Case]:
    """Return, per ordering, how much more often cost rises than falls from a guess to the next one farther out."""
    cases = []
    for _, sides in outward(study.of_size(size)):
        signs = np.hstack([np.sign(np.diff(nodes.to_numpy(), axis=1)) for nodes in sides])
        cases.append(case_of_mean(signs.mean(axis=1)))
    return cases


def _of_steps(study: Study, size: Sequence[int]) -> str:
    away = steps_away(study.of_size(size))
    return (
        f"the mean rises or stays in {(away['more'] >= 0).sum()} of {len(away)} steps away from the "
        "value; per tree, rises less "
        "falls by ordering: " + ", ".join(f"{case.effect:+.2f}" for case in rises(study, size))
    )


@measures("sol-closer")
def _closer(study: Study) -> Any:
    return rises(study, (5, 9)), _of_steps(study, (5, 9))


@measures("sol-closer-wide")
def _closer_wide(study: Study) -> Any:
    return (), f"a belief; {_of_steps(study, (20, 5))}"


def gain(part: pd.DataFrame) -> Case:
    """Return what part of the nodes of SSS-2 guessing the value saves, in one class of trees."""
    nodes = part[(part["strategy"] == "sss-0") & (part["option"] == VALUE)].set_index("tree")["nodes"]
    of_sss_2 = part[part["strategy"] == "sss-2"].set_index("tree")["nodes"].reindex(nodes.index)
    ratio = float(nodes.mean() / of_sss_2.mean())
    rest = (nodes - ratio * of_sss_2).to_numpy(dtype=float) / of_sss_2.mean()
    return Case(1 - ratio, case_of_mean(rest).error)


def gains_by_ordering(study: Study, size: Sequence[int]) -> dict[float, Case]:
    """Return the gain on SSS-2 by ordering, the least ordered first."""
    runs = study.of_size(size)
    orderings = sorted(set(runs["ordering"].tolist()))
    return {q: gain(runs[runs["ordering"] == q]) for q in orderings}


def _summary(gains: Mapping[float, Case]) -> str:
    return "; ".join(f"{c.effect:.1%} (± {c.error:.1%}) where {q:.0%} are ordered" for q, c in gains.items())


def losses_by_ordering(gains: Mapping[float, Case]) -> list[Case]:
    """Return how much less is gained in ordered trees than without order; perfect order is left out."""
    plain, *ordered = [case for q, case in gains.items() if q < 1]
    return [Case(plain.effect - c.effect, math.hypot(plain.error, c.error)) for c in ordered]


@measures("sol-less-gain")
def _less_gain(study: Study) -> Any:
    gains = gains_by_ordering(study, (5, 9))
    cases = losses_by_ordering(gains)
    less = [f"{q:.0%}" for q, holds in zip(list(gains)[1:], decided(cases), strict=False) if holds]
    return (
        cases,
        f"gain on SSS-2 by ordering: {_summary(gains)}; less by more than chance allows at {', '.join(less) or 'none'}; in "
        "perfect order there is nothing to gain, by construction",
    )


@measures("sol-less-gain-wide")
def _less_gain_wide(study: Study) -> Any:
    return (), f"a belief; gain on SSS-2: {_summary(gains_by_ordering(study, (20, 5)))}"


def ends(study: Study) -> list[bool]:
    """Return, per tree and end of Figure 5, whether SSS-0 expands as many nodes as SSS-2, or as its dual."""
    runs = study.runs
    keys = [*SIZE, "tree"]
    found = []
    for guess, other in ((LOW, "dual-sss-2"), (HIGH, "sss-2")):
        from_end = runs[(runs["strategy"] == "sss-0") & (runs["option"] == guess)].set_index(keys)["nodes"]
        whole = runs[runs["strategy"] == other].set_index(keys)["nodes"].reindex(from_end.index)
        found += (from_end == whole).tolist()
    return found


@measures("sol-ends")
def _ends_of_the_graph(study: Study) -> Any:
    same = ends(study)
    return same, f"the same number of nodes in {sum(same)} of {len(same)} comparisons"


@measures("sol-bigger-steps")
def _bigger_steps(study: Study) -> Any:
    size = study.sizes[0]
    gains = gains_by_ordering(study, size)
    cases = [case for q, case in gains.items() if q < 1]
    for _, part in study.of_size(size).groupby("ordering"):
        nodes = part[part["strategy"] == "sss-4"].pivot(index="tree", columns="option", values="nodes")
        saved = 1 - nodes.div(nodes[0], axis=0)
        cases += [case_of_mean(saved[step].to_numpy()) for step in study.steps if step > 0]
    return (
        cases,
        f"guessing the value, on U({size[0]},{size[1]}) by ordering: {_summary(gains)}; the best step of SSS-4 saves "
        f"{max(case.effect for case in cases[len(gains) - 1 :]):.0%} on average over the trees of an ordering",
    )


FIRM = (
    "never-more",
    "proofs",
    "conditions",
    "sss-2-is-sss",
    "null-windows",
    "pvs-surpasses",
    "ends",
    "best-move",
)
UNJUDGED = ("brothers-window", "expand", "fewer-calls", "uniform-leaves", "closer-wide", "less-gain-wide")
"""Claims that must agree, whatever the profile, and claims that nobody can judge; without the ``sol-`` of their ids."""


def claims(study: Study) -> pd.DataFrame:
    """Return all claims of the paper, judged."""
    return judged_claims(NOTEBOOK, measures.findings(study))


def bound_of_figure_2() -> dict[str, Any]:
    """Return the one number of the text, which can't be computed."""
    note = "the leaves are lost; ours were chosen to give it"
    return number(SOURCE, "S2", "Figure 2: the bounds of both solution trees", "bound", None, note)


def cells_for(study: Study, table: str, row: str, column: str) -> pd.DataFrame:
    """Return the one number of the text, judged."""
    return judged_numbers([bound_of_figure_2()])


def judged(study: Study) -> pd.DataFrame:
    """Return every number and every claim of the paper, judged, as the scorecard takes them."""
    return judged_rows(study.seed, claims(study), judged_numbers([bound_of_figure_2()]))
