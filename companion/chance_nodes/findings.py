"""The numbers and conclusions of Zenzel 1989, reproduced and judged.

- `table_2`, `not_monotone`: the worked examples, in the form in which Tables 2 and 3 print them.
- `judged_table_2`, `judged_table_3`, `judged_text_numbers`: its printed numbers.
- `measures`: what was measured for each of its conclusions (abstract, sections 4.2 and 5.0), by id.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from companion.chance_nodes.counts import (
    ALPHA,
    AOC,
    Counts,
    Size,
    affordable_cost,
    less,
    less_apart,
    ratio,
    standard_error,
)
from companion.chance_nodes.experiment import THESIS_ERRORS, THESIS_ORDERS, THESIS_SIZES
from companion.published.cells import published
from companion.published.claims import Case, Measures, all_claims, decided, judge_claim, verdict_on
from companion.published.verdict import judged_numbers, number
from gametree.chance.draws import PROBABILITIES
from gametree.chance.examples import TABLE_3, figure_5, figure_6, figure_8
from gametree.chance.trace import ChanceTrace, trace

if TYPE_CHECKING:
    from companion.chance_nodes.study import Study

SOURCE = "zenzel1989"
REPLICATES = 10
"""Trees of each kind in the thesis."""


# -- the worked examples -----------------------------------------------------------------------------------------------


def table_2() -> ChanceTrace:
    """Return the alpha-cutoff search of Figure 6, with values from 0 to 10: a step per line of Table 2."""
    return trace(figure_6(), "alpha-cutoff", low=0, high=10)


def table_2_cells(traced: ChanceTrace) -> dict[tuple[str, str], float]:
    """Return what Table 2 prints, by line and column: the operator, and value, lower and upper of each state."""
    cells: dict[tuple[str, str], float] = {}
    for i, step in enumerate(traced, start=1):
        line = f"line={i}"
        if step.operator is not None:
            cells[line, "operator"] = step.operator
        for place, state in enumerate(step.open or (), start=1):
            if state.value is not None:
                cells[line, f"{place}: value"] = state.value
            if state.range is not None and traced.tree.is_chance(state.node):
                cells[line, f"{place}: lower"], cells[line, f"{place}: upper"] = state.range
    return cells


def not_monotone() -> list[tuple[str, str]]:
    """Return the nodes of Figure 8 whose h exceeds the least h of their children, with that child.

    Section 3.3.2 relies on costs that never decrease when they are revised ("monotone restriction").  At such a
    node the revised cost is less than the h it replaces.
    """
    tree = figure_8()
    pairs = []
    for node in map(tree.node, TABLE_3):
        children = [tree.names[child] for child in tree.children(node)]
        if tree.is_chance(node) or children[0] not in TABLE_3:
            continue
        least = min(children, key=lambda child: TABLE_3[child][0])
        if TABLE_3[least][0] < TABLE_3[tree.names[node]][0]:
            pairs.append((tree.names[node], least))
    return pairs


def first_bounds() -> tuple[float, float]:
    """Return the bounds of the chance node of section 3.1.2 once its first child is known."""
    return next(step.ranges[0] for step in trace(figure_5(), "star1", 0, 20) if 0 in step.ranges)


def aoc_example() -> ChanceTrace:
    """Return the AOC* search of Figure 8 with the ranges of Table 3."""
    return trace(figure_8(), "aoc*", ranges=TABLE_3)


def judged_table_2() -> pd.DataFrame:
    """Return the printed cells of Table 2 beside ours."""
    ours = table_2_cells(table_2())
    cells = published(SOURCE, "2")
    places = zip(cells["row"], cells["column"], strict=True)
    return judged_numbers([number(SOURCE, "2", *place, ours[place]) for place in places])


def slack(node: str, column: str) -> float:
    """Return by how much the value of a node of Figure 8 is inside its bound of Table 3."""
    tree = figure_8()
    value, bound = tree.backed_up[tree.node(node)], TABLE_3[node][column == "u(node)"]
    return float(bound - value if column == "u(node)" else value - bound)


def judged_table_3() -> pd.DataFrame:
    """Return the printed cells of Table 3: what the example assumes, so that there is nothing to compute."""
    cells = published(SOURCE, "3")
    rows = []
    for node, column in zip(cells["row"], cells["column"], strict=True):
        how = "follows from the text" if node in "ABDEIJ" else "is chosen: the leaves of Figure 8 are lost"
        note = (
            "an assumption of the example, not a result; the value of the node, which "
            f"{how}, is {slack(node, column):g} inside this bound"
        )
        rows.append(number(SOURCE, "3", node, column, None, note))
    return judged_numbers(rows)


def judged_text_numbers() -> pd.DataFrame:
    """Return the numbers of the text: the bounds of section 3.1.2, the example of AOC*, and the number of runs."""
    low, high = first_bounds()
    traced = aoc_example()
    expanded = [step for step in traced if step.event == "expand"]
    kinds = len(THESIS_SIZES) * len(PROBABILITIES) * len(THESIS_ORDERS)
    searches = 1 + len(THESIS_ERRORS)
    return judged_numbers(
        [
            number(SOURCE, "3.1.2", "Figure 5: node A", "lower bound", low),
            number(SOURCE, "3.1.2", "Figure 5: node A", "upper bound", high),
            number(SOURCE, "3.3.3", "Figure 8: AOC*", "iterations", len(expanded)),
            number(SOURCE, "3.3.3", "Figure 8: AOC*", "value", traced.result.value),
            number(SOURCE, "4.1", "the experiment", "runs", kinds * searches * REPLICATES),
        ]
    )


# -- the claims --------------------------------------------------------------------------------------------------------

PERFECT, WORST = "perfect-decisions", "worst-decisions"
"""The orders that section 4.1 calls perfect and worst for the search used: best paths to the left, or to the right.

A chance node offers no path to choose, so its children stay as drawn.  All levels sorted is the other reading.
"""

LEAN = {depth: 1 + 3 * depth // 2 for depth in (2, 4)}
"""The most nodes that alpha-cutoff holds if it forgets the solution trees of SOLVED nodes, by depth.

The root, and per level of decisions two chance nodes and a child under way.
"""


def _summary(claim: str, cases: Sequence[Case]) -> str:
    """Return in words how many cases hold, and how far they go."""
    outcomes = decided(cases, all_claims()[claim].margin)
    effects = [case.effect for case in cases]
    return (
        f"{outcomes.count(True)} of {len(cases)} cases hold, {outcomes.count(False)} fail, "
        f"{outcomes.count(None)} are undecided; effects from {min(effects):+.1%} to {max(effects):+.1%}"
    )


measures = Measures()
"""Claim -> the function that measures it."""


def _summed_up(claim: str) -> Callable[[Callable[[Study], tuple[Any, ...]]], None]:
    """Enter the function that is decorated as what measures a claim: it returns cases, a remark, and ours if any."""

    def enter(measure: Callable[[Study], tuple[Any, ...]]) -> None:
        def measured(study: Study) -> tuple[Any, ...]:
            cases, remark, *ours = measure(study)
            return cases, "; ".join(filter(None, (_summary(claim, cases), remark))), *ours

        measures(claim)(measured)

    return enter


def in_every_kind(counts: Counts, criterion: str, searches: Sequence[str] = AOC) -> list[Case]:
    """Return the cases for AOC* being better than alpha-cutoff, for each of the 36 kinds of trees."""
    return [
        less(counts(criterion, search, size, order, kind), counts(criterion, ALPHA, size, order, kind))
        for size in counts.sizes
        for kind in counts.kinds
        for order in THESIS_ORDERS
        for search in searches
    ]


_summed_up("aoc-fewer-nodes")(lambda study: (in_every_kind(study.counts, "nodes"), ""))


@_summed_up("aoc-less-time")
def _aoc_less_time(study: Study) -> tuple[Any, ...]:
    turns = affordable_cost(study.thesis_sized)[list(AOC)].to_numpy().min()
    remark = (
        f"with a call of the heuristic at {study.heuristic_cost:g} visits, our assumption; from {turns:.2f} visits on "
        "alpha-cutoff is faster at one size and order"
    )
    return in_every_kind(study.counts, "time"), remark


@_summed_up("heuristic-matters")
def _heuristic_matters(study: Study) -> tuple[Any, ...]:
    c = study.counts
    cases = [less(c("nodes", a, s), c("nodes", b, s)) for s in c.sizes for a, b in itertools.pairwise(AOC)]
    return cases, ""


@_summed_up("alpha-beyond-half")
def _alpha_beyond_half(study: Study) -> tuple[Any, ...]:
    cases = [case for name in ("nodes", "time") for case in in_every_kind(study.counts, name, AOC[2:])]
    least = study.least_break_even
    return cases, f"the least error at which they are equal is {least:.2f}", least


def _scatter(counts: Counts, criterion: str, searches: Sequence[str], sizes: Sequence[Size]) -> list[Case]:
    """Return the cases for less on scatter than on uniform trees, over the three orders."""
    return [
        less_apart(*(counts(criterion, search, size, None, kind) for kind in ("scatter", "uniform")))
        for size in sizes
        for search in searches
    ]


_summed_up("alpha-scatter-time")(lambda s: (_scatter(s.counts, "time", [ALPHA], s.counts.sizes), ""))
_summed_up("alpha-scatter-nodes")(lambda s: (_scatter(s.counts, "nodes", [ALPHA], s.counts.sizes), ""))


@_summed_up("aoc-scatter-nodes")
def _aoc_scatter_nodes(study: Study) -> tuple[Any, ...]:
    apart = _scatter(study.counts, "nodes", AOC, study.counts.sizes)
    cases = [Case(-abs(case.effect), case.error) for case in apart]
    mean = np.mean([case.effect for case in cases])
    strict = judge_claim("always", cases, all_claims()["aoc-scatter-nodes"].margin)
    remark = f"the mean over sizes and errors decides: {-mean:.1%} apart; demanded of every case it would be: {strict}"
    return cases, remark


@_summed_up("aoc-scatter-time")
def _aoc_scatter_time(study: Study) -> tuple[Any, ...]:
    by_leaves = sorted(study.counts.sizes, key=lambda size: size[1] ** size[0])
    return _scatter(study.counts, "time", AOC, by_leaves), "the larger half of the trees decides"


@_summed_up("alpha-worst-order")
def _alpha_worst_order(study: Study) -> tuple[Any, ...]:
    c = study.counts
    cases = []
    for (depth, branch), kind in itertools.product(c.sizes, c.kinds):
        below_root = sum(branch**level for level in range(1, depth + 1))
        share = c("nodes", ALPHA, (depth, branch), WORST, kind) / below_root
        cases.append(Case(float(share.mean()), standard_error(share)))
    return cases, ""


def _orders(first: str, second: str, searches: Sequence[str], study: Study) -> tuple[Any, ...]:
    c = study.counts

    def cases(one: str, other: str) -> list[Case]:
        return [less(c("nodes", x, s, one), c("nodes", x, s, other)) for s in c.sizes for x in searches]

    sorted_everywhere = [order.removesuffix("-decisions") for order in (first, second)]
    literal = decided(cases(*sorted_everywhere))
    remark = f"with chance nodes sorted too, {literal.count(True)} hold and {literal.count(False)} fail"
    return cases(first, second), remark


for _name, _searches in (("alpha", (ALPHA,)), ("aoc", AOC)):
    _summed_up(f"perfect-order-{_name}")(partial(_orders, PERFECT, "random", _searches))
    _summed_up(f"worst-order-{_name}")(partial(_orders, "random", WORST, _searches))


def _if_all_agree(claim: str, missing: str, ways: Mapping[str, Sequence[Case]]) -> tuple[Any, ...]:
    """Return the cases of the first way to measure something, and none if it matters which way one takes."""
    note = "; ".join(f"{way}, {_summary(claim, cases)}" for way, cases in ways.items())
    if len({verdict_on(claim, cases) for cases in ways.values()}) > 1:
        return (), f"the thesis does not say {missing}, and it decides: {note}"
    return next(iter(ways.values())), note


def _either_way(claim: str, kept: Sequence[Case], lean: Sequence[Case]) -> tuple[Any, ...]:
    """Return cases about memory, whatever alpha-cutoff keeps of SOLVED nodes."""
    ways = {"if solution trees are kept": kept, "if alpha-cutoff forgets them": lean}
    return _if_all_agree(claim, "what counts as memory", ways)


@measures("alpha-less-memory")
def _alpha_less_memory(study: Study) -> tuple[Any, ...]:
    c = study.counts
    kept, lean = [], []
    for size, search in itertools.product([s for s in c.sizes if s[1] > 4], AOC):
        other = c("memory", search, size)
        kept.append(less(c("memory", ALPHA, size), other))
        lean.append(less(np.full(len(other), float(LEAN[size[0]])), other))
    return _either_way("alpha-less-memory", kept, lean)


@measures("alpha-memory-branch")
def _alpha_memory_branch(study: Study) -> tuple[Any, ...]:
    c = study.counts
    depths, branches = (sorted({size[k] for size in c.sizes}) for k in (0, 1))
    kept: list[Case] = []
    lean: list[Case] = []
    for (before, after), depth, search in itertools.product(itertools.pairwise(branches), depths, AOC):
        others = [c("memory", search, (depth, branch)) for branch in (before, after)]
        owns = [c("memory", ALPHA, (depth, branch)) for branch in (before, after)]
        for cases, counts in ((kept, owns), (lean, [np.full(len(o), float(LEAN[depth])) for o in others])):
            small, large = (ratio(own, other) for own, other in zip(counts, others, strict=True))
            cases.append(Case(small.effect - large.effect, math.hypot(small.error, large.error)))
    return _either_way("alpha-memory-branch", kept, lean)


@measures("nearest-first")
def _nearest_first(study: Study) -> tuple[Any, ...]:
    c = study.counts
    ways = {
        f"in {criterion}": [
            less(c(criterion, search, s), c(criterion, f"{search} deepest", s))
            for s in c.sizes
            if s[0] > 2
            for search in AOC
        ]
        for criterion in ("nodes", "time", "leaves")
    }
    return _if_all_agree("nearest-first", "what was measured", ways)


@measures("all-sons-at-once")
def _all_children_at_once(study: Study) -> tuple[Any, ...]:
    c = study.counts
    gains = decided(
        [
            less(c("nodes", "alpha-cutoff-all", s, order), c("nodes", ALPHA, s, order))
            for s in c.sizes
            for order in THESIS_ORDERS
        ]
    )
    note = (
        f"not judged; nodes touched, all sons at once against two at a time: fewer in {gains.count(True)} of {len(gains)} "
        f"sizes and orders, no fewer in {gains.count(False)}"
    )
    return (), note


CHOSEN = (
    "alpha-worst-order",
    "perfect-order-alpha",
    "worst-order-alpha",
    "perfect-order-aoc",
    "worst-order-aoc",
)
"""Claims that rest on the reading of perfect and worst order, one of two that were tried."""


all_findings = measures.findings
"""What was measured for every claim of the document, given the study."""


def cells_for(study: Study, table: str, row: str, column: str) -> pd.DataFrame:
    """Return the judged numbers of one table or section."""
    return {"2": judged_table_2, "3": judged_table_3}.get(table, judged_text_numbers)()


FIRM = (
    "heuristic-matters",
    "aoc-fewer-nodes",
    "perfect-order-alpha",
    "worst-order-alpha",
    "alpha-worst-order",
)
"""Claims that agree on any sample of trees that is not tiny."""


def check(study: Study) -> None:
    """Assert what the notebook says of the examples and of the conclusions, whatever the seed and the number of trees."""
    printed, verdicts = study.printed, study.claims.set_index("row")["verdict"]
    assert len(printed) == len(published(SOURCE))
    table_2_rows = printed[printed["table"] == "2"]
    restored = table_2_rows["corrected"].notna()
    assert (table_2_rows["verdict"] == np.where(restored, "scan", "exact")).all()
    table_3_rows = printed[printed["table"] == "3"]
    assert all(slack(*place) >= 0 for place in zip(table_3_rows["row"], table_3_rows["column"], strict=True))
    assert (printed[~printed["table"].isin(["2", "3"])]["verdict"] == "exact").all()
    alpha, aoc = table_2(), aoc_example()
    assert len(alpha) == 43
    assert {alpha.tree.names[n] for n in alpha.result.solution} == set("ABDEHKPQVW")
    assert [aoc.tree.names[step.node] for step in aoc if step.event == "expand"] == list("ABDEIJ")
    assert [aoc.tree.names[n] for step in aoc for n in step.pruned] == list("CHK")
    assert (verdicts[list(FIRM)] == "agrees").all()
    assert (verdicts[["alpha-less-memory", "all-sons-at-once", "nearest-first"]] == "underspecified").all()
    assert (verdicts[["perfect-order-aoc", "worst-order-aoc"]] != "agrees").all()
