"""The story of a search, step by step: for tables, drawings and steppers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, overload

from gametree.chance.reference import Counts, State, Step, short_number
from gametree.chance.run import Ranges, Result, search_in_python
from gametree.chance.tree import Tree

if TYPE_CHECKING:
    import pandas as pd

MOST_NODES = 20_000
"""The largest tree that can be traced: a story of more steps nobody reads."""


@dataclass(frozen=True)
class Snapshot:
    """How things stand after a step.

    Attributes
    ----------
    node : int
        The node that the step happened to.
    ranges : dict
        Node -> what its value is known to lie between; equal ends mean that it is known.
    order : dict
        Leaf -> its number in the order of evaluation, from 1.
    touched : frozenset of int
        Nodes that were looked at.
    pruned : frozenset of int
        Nodes cut off, each with all below it that had not been looked at.
    dead : frozenset of int
        Nodes that were looked at and are below a cut.
    chosen : dict
        Decision node -> the child that is best for it at the moment.
    open : tuple of State or None
        alpha-cutoff: OPEN from the front.
    counts : Counts
        What the search has taken so far.
    """

    node: int
    ranges: dict[int, tuple[float, float]]
    order: dict[int, int]
    touched: frozenset[int]
    pruned: frozenset[int]
    dead: frozenset[int]
    chosen: dict[int, int]
    open: tuple[State, ...] | None
    counts: Counts


@dataclass(frozen=True)
class Trace(Sequence[Step]):
    """The steps of a search of `tree` with `method`, and its result: a sequence; `snapshot(k)` tells how things stand."""

    tree: Tree
    method: str
    steps: tuple[Step, ...]
    result: Result

    def __len__(self) -> int:
        return len(self.steps)

    @overload
    def __getitem__(self, index: int) -> Step: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Step, ...]: ...
    def __getitem__(self, index: int | slice) -> Step | tuple[Step, ...]:
        return self.steps[index]

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def snapshot(self, index: int = -1) -> Snapshot:
        """Return how things stand after step `index` (the last one by default)."""
        told = self.steps[: range(len(self.steps))[index] + 1]
        ranges: dict[int, tuple[float, float]] = {}
        order: dict[int, int] = {}
        touched: set[int] = {0}
        cut: set[int] = set()
        for step in told:
            ranges.update(step.ranges)
            touched.update((step.node, *step.ranges))
            for leaf in step.ranges:
                if self.tree.is_leaf(leaf):
                    order.setdefault(leaf, len(order) + 1)
            for node in step.pruned:
                cut.update(range(node, int(self.tree.shape.end[node])))
        last = told[-1]
        return Snapshot(
            last.node,
            ranges,
            order,
            frozenset(touched),
            frozenset(cut - touched),
            frozenset(cut & touched),
            last.chosen,
            last.open,
            last.counts,
        )

    def frame(self) -> pd.DataFrame:
        """Return the story as a table, one row per step; for alpha-cutoff in the form of Table 2."""
        import pandas as pd

        return pd.DataFrame([self._row(number, step) for number, step in enumerate(self.steps, start=1)])

    def _row(self, number: int, step: Step) -> dict[str, object]:
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

    def open_text(self, states: Sequence[State]) -> str:
        """Return OPEN the way Table 2 prints it."""
        return ", ".join(map(self._state_text, states))

    def _state_text(self, state: State) -> str:
        value = "None" if state.value is None else short_number(state.value)
        shown = "OR-Node"
        if self.tree.is_chance(state.node):
            shown = "R=None" if state.range is None else f"R={range_text(state.range)}"
        return f"({self.tree.names[state.node]}, {state.status[0]}, V={value}, {shown})"


def range_text(bounds: tuple[float, float]) -> str:
    """Return a range as text: [4.8, 6.8], or the value if both ends are equal."""
    low, high = map(short_number, bounds)
    return f"[{low}, {high}]" if bounds[0] < bounds[1] else low


def trace(
    tree: Tree, method: str, low: float | None = None, high: float | None = None, ranges: Ranges | None = None
) -> Trace:
    """Search a tree in plain Python and tell every step; the arguments are those of `search`.

    Raises
    ------
    ValueError
        As `search` does, and for a tree of more than `MOST_NODES` nodes.
    """
    if isinstance(tree, Tree) and tree.n_nodes > MOST_NODES:
        raise ValueError(f"tree has {tree.n_nodes} nodes: at most {MOST_NODES} can be traced")
    result, examination = search_in_python(tree, method, low, high, ranges, told=True)
    assert examination.steps is not None
    return Trace(tree, method, tuple(examination.steps), result)
