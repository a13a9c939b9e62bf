"""A search of a tree with chance nodes, step by step: for tables, drawings and steppers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gametree.chance.recorder import ChanceCounts, ChanceStep, OpenState, range_text, short_number
from gametree.chance.run import ChanceResult, Ranges, search_in_python
from gametree.chance.tree import Tree
from gametree.trace import MOST_NODES, StepSequence


@dataclass(frozen=True)
class ChanceSnapshot:
    """The state of a search after a step.

    >>> tree = Tree.from_nested([((0.5, 4), (0.5, 16)), ((0.9, 8), (0.1, [3, 9]))])
    >>> end = trace(tree, "star1", low=0, high=20).snapshot()
    >>> end.ranges[0], end.ranges[4], sorted(end.pruned)
    ((10.0, 10.0), (7.2, 9.2), [6, 7, 8])
    """

    node: int  # the node of the step
    ranges: dict[int, tuple[float, float]]  # node -> the range of its value; equal ends: it is known
    order: dict[int, int]  # leaf -> its number in the order of evaluation, from 1
    touched: frozenset[int]
    pruned: frozenset[int]  # nodes cut off, with all below that had not been touched
    dead: frozenset[int]  # nodes that were touched and are below a cut
    chosen: dict[int, int]  # decision node -> its best child so far
    open: tuple[OpenState, ...] | None  # alpha-cutoff: OPEN from the front
    counts: ChanceCounts


@dataclass(frozen=True)
class ChanceTrace(StepSequence[ChanceStep]):
    """The steps of a search of `tree` with `method`, and its result.

    It is a sequence of steps; `snapshot(k)` is the state after step k, `frame()` a table.

    >>> tree = Tree.from_nested([((0.5, 4), (0.5, 16)), ((0.9, 8), (0.1, [3, 9]))])
    >>> steps = trace(tree, "alpha-cutoff", low=0, high=20)
    >>> steps.frame()["OPEN"].head(3).tolist()
    ['(A, L, V=None, OR-Node)', '(B, L, V=None, R=None)', '(D, S, V=4, OR-Node)']
    """

    tree: Tree
    method: str
    steps: tuple[ChanceStep, ...]
    result: ChanceResult

    def snapshot(self, index: int = -1) -> ChanceSnapshot:
        """Return the state of the search after step `index` (the last one by default)."""
        steps = self.steps_until(index)
        ranges: dict[int, tuple[float, float]] = {}
        order: dict[int, int] = {}
        touched: set[int] = {0}
        cut: set[int] = set()
        for step in steps:
            ranges.update(step.ranges)
            touched.update((step.node, *step.ranges))
            for leaf in step.ranges:
                if self.tree.is_leaf(leaf):
                    order.setdefault(leaf, len(order) + 1)
            for node in step.pruned:
                cut.update(range(node, int(self.tree.shape.end[node])))
        last = steps[-1]
        return ChanceSnapshot(
            last.node, ranges, order, frozenset(touched), frozenset(cut - touched), frozenset(cut & touched),
            last.chosen, last.open, last.counts,
        )  # fmt: skip

    def row(self, number: int, step: ChanceStep) -> dict[str, object]:
        """Return a step as a row of `frame`; for alpha-cutoff in the form of Table 2."""
        if step.open is not None:
            operator = "-" if step.operator is None else str(step.operator)
            return {
                "loop": number,
                "operator": operator,
                "OPEN": self.open_text(step.open),
                "cut off": self._names(step.pruned),
            }
        changed = (f"{self.tree.names[n]} {range_text(r)}" for n, r in step.ranges.items())
        return {
            "step": number,
            "node": self.tree.names[step.node],
            "event": step.event,
            "ranges": ", ".join(changed),
            "cut off": self._names(step.pruned),
            "what happened": step.text,
        }

    def _names(self, nodes: Sequence[int]) -> str:
        return ", ".join(self.tree.names[node] for node in nodes)

    def open_text(self, states: Sequence[OpenState]) -> str:
        """Return OPEN the way Table 2 prints it."""
        return ", ".join(map(self._state_text, states))

    def _state_text(self, state: OpenState) -> str:
        value = "None" if state.value is None else short_number(state.value)
        shown = "OR-Node"
        if self.tree.is_chance(state.node):
            shown = "R=None" if state.range is None else f"R={range_text(state.range)}"
        return f"({self.tree.names[state.node]}, {state.status[0]}, V={value}, {shown})"


def trace(
    tree: Tree, method: str, low: float | None = None, high: float | None = None, ranges: Ranges | None = None
) -> ChanceTrace:
    """Search a tree of at most `MOST_NODES` nodes in plain Python, as `search` does, and record every step.

    >>> import gametree as gt
    >>> tree = gt.chance.Tree.from_nested([((0.5, 4), (0.5, 16)), ((0.9, 8), (0.1, [3, 9]))])
    >>> [step.text for step in gt.chance.trace(tree, "aoc*")][:4]
    ['A is known to be in [3, 16]', 'A is expanded: B, C', 'B is expanded: D, E', 'B is SOLVED, worth 10']
    """
    if isinstance(tree, Tree) and tree.n_nodes > MOST_NODES:
        raise ValueError(f"tree has {tree.n_nodes} nodes: at most {MOST_NODES} can be traced")
    result, recorder = search_in_python(tree, method, low, high, ranges, record=True)
    assert recorder.steps is not None
    return ChanceTrace(tree, method, tuple(recorder.steps), result)
