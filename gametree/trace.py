"""Traces: every step of a search in plain Python, for tables, drawings and steppers."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar, overload

from gametree._checks import check_count, pandas
from gametree.generate import LazyTree
from gametree.reference import Recorder, Step, Triple
from gametree.reference.recorder import number_text
from gametree.search import SearchResult, check_tree, search_in_python
from gametree.tree import Tree

if TYPE_CHECKING:
    import pandas as pd

MOST_NODES = 20_000
"""The largest tree that can be traced: more steps can't be read."""


@dataclass(frozen=True)
class Snapshot:
    """The state of a search after a step.

    >>> import gametree as gt
    >>> state = gt.trace(gt.examples.specimen(), "alphabeta").snapshot(3)
    >>> state.stack, sorted(state.visited), state.over
    ((0, 1, 2, 3), [0, 1, 2, 3], False)
    """

    node: int  # the node of the step
    stack: tuple[int, ...]  # the nodes under search, from the root; empty for SSS*
    windows: dict[int, tuple[float | None, float | None]]  # node on the stack -> (low, high) for MAX
    values: dict[int, float]  # node -> the value it returned last, for MAX
    bounds: dict[int, str]  # node -> ≤ or ≥ if that value is outside the window, and so only a bound
    answers: dict[int, bool]  # node -> what Test last answered about it
    order: dict[int, int]  # leaf -> its number in the order of evaluation, from 1
    visited: frozenset[int]  # all nodes entered so far
    pruned: frozenset[int]  # nodes (whole subtrees) cut off and never entered so far
    open: tuple[Triple, ...] | None  # SSS*: OPEN from the top
    over: bool  # whether the search has ended


AnyStep = TypeVar("AnyStep")


class StepSequence(Sequence[AnyStep]):
    """The steps of a search as a sequence, and as a table; subclasses define the rows."""

    steps: tuple[AnyStep, ...]

    def __len__(self) -> int:
        return len(self.steps)

    @overload
    def __getitem__(self, index: int) -> AnyStep: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[AnyStep, ...]: ...
    def __getitem__(self, index: int | slice) -> AnyStep | tuple[AnyStep, ...]:
        return self.steps[index]

    def __iter__(self) -> Iterator[AnyStep]:
        return iter(self.steps)

    def steps_until(self, index: int) -> tuple[AnyStep, ...]:
        """Return the steps up to step `index`, which may be counted from the end, inclusive."""
        n = len(self.steps)
        return self.steps[: range(n)[check_count("index", index, -n, n - 1)] + 1]

    def frame(self) -> pd.DataFrame:
        """Return the steps as a table, one row each."""
        pd = pandas()

        return pd.DataFrame([self.row(number, step) for number, step in enumerate(self.steps, start=1)])

    @abstractmethod
    def row(self, number: int, step: AnyStep) -> dict[str, Any]:
        """Return step `number`, counted from 1, as a row of `frame`."""


@dataclass(frozen=True)
class Trace(StepSequence[Step]):
    """The steps of a search of `tree` with `strategy`, and its result.

    It is a sequence of steps; `snapshot(k)` is the state of the search after step k, `frame()` gives a table.

    >>> import gametree as gt
    >>> steps = gt.trace(gt.Tree.from_nested([5, [3, 4]]), "alphabeta")
    >>> len(steps), steps.result.value
    (8, 5)
    >>> for step in steps:
    ...     print(step.event, step.node, step.value, step.pruned)
    enter 0 None ()
    enter 1 None ()
    leaf 1 5.0 ()
    enter 2 None ()
    enter 3 None ()
    leaf 3 3.0 ()
    cut-off 2 3.0 (4,)
    return 0 5.0 ()
    """

    tree: Tree
    strategy: str
    steps: tuple[Step, ...]
    result: SearchResult

    def snapshot(self, index: int = -1) -> Snapshot:
        """Return the state of the search after step `index` (the last one by default).

        >>> import gametree as gt
        >>> steps = gt.trace(gt.Tree.from_nested([5, [3, 4]]), "alphabeta")
        >>> steps.snapshot().values, sorted(steps.snapshot().pruned)
        ({1: 5.0, 3: 3.0, 2: 3.0, 0: 5.0}, [4])
        """
        steps = self.steps_until(index)
        if steps[-1].open is not None:
            return _sss_snapshot(self.tree, steps)
        return _snapshot(self.tree, steps, over=len(steps) == len(self.steps))

    def row(self, number: int, step: Step) -> dict[str, Any]:
        """Return a step as a row of `frame`, with the names of nodes in Muszycka 1985.

        >>> import gametree as gt
        >>> steps = gt.trace(gt.Tree.from_nested([5, [3, 4]]), "alphabeta")
        >>> steps.frame()["window for MAX"].tolist()
        ['(−∞, ∞)', '(−∞, ∞)', '(−∞, ∞)', '(5, ∞)', '(5, ∞)', '(5, ∞)', '(5, ∞)', '(−∞, ∞)']
        """
        name = self.tree.name
        row: dict[str, Any] = {"step": number, "node": name(step.node)}
        if step.open is not None:
            return row | {"what happened": step.text, "OPEN": self.open_text(step.open)}
        return row | {
            "procedure": step.procedure,
            "event": step.event,
            "window for MAX": _window(step.low, step.high),
            "value": "" if step.value is None else number_text(step.value),
            "pruned": ", ".join(map(name, step.pruned)),
            "what happened": step.text,
        }

    def open_text(self, triples: Sequence[Triple]) -> str:
        """Return OPEN as Muszycka 1985, Figure 8, prints it.

        >>> import gametree as gt
        >>> steps = gt.trace(gt.Tree.from_nested([5, [3, 4]]), "sss*")
        >>> [steps.open_text(step.open) for step in steps[:3]]
        ['(p, L, ∞)', '(p1, L, ∞), (p2, L, ∞)', '(p2, L, ∞), (p1, S, 5)']
        """
        name = self.tree.name
        shown = ((name(t.node), t.status[0], number_text(t.merit)) for t in triples)
        return ", ".join(f"({node}, {status}, {merit})" for node, status, merit in shown)


def trace(tree: Tree | LazyTree, strategy: str, **options: float) -> Trace:
    """Search a tree of at most `MOST_NODES` nodes in plain Python, as `search` does, and record every step.

    A lazy tree is stored first, and the stored one is searched.

    >>> import gametree as gt
    >>> steps = gt.trace(gt.examples.specimen(), "alphabeta")
    >>> [steps.tree.name(step.node) for step in steps[:5]]
    ['p', 'p1', 'p11', 'p111', 'p111']
    >>> steps.result.leaves
    7
    """
    tree = readable(tree)
    recorder = Recorder(tree, steps=[])
    result = search_in_python(tree, strategy, recorder, **options)
    assert recorder.steps is not None
    return Trace(tree, strategy, tuple(recorder.steps), result)


def readable(tree: Tree | LazyTree) -> Tree:
    """Return a tree as a stored one, if it is small enough to be traced."""
    check_tree(tree)
    if isinstance(tree, LazyTree):
        n_nodes = tree.count_nodes(MOST_NODES)
        at_least = "" if tree.is_uniform else "at least "
    else:
        n_nodes, at_least = tree.n_nodes, ""
    if n_nodes > MOST_NODES:
        raise ValueError(f"tree has {at_least}{n_nodes} nodes: at most {MOST_NODES} can be traced")
    return tree.materialize() if isinstance(tree, LazyTree) else tree


def _window(low: float | None, high: float | None) -> str:
    if low is None and high is None:
        return ""
    return f"({'' if low is None else number_text(low)}, {'' if high is None else number_text(high)})"


def _snapshot(tree: Tree, steps: Sequence[Step], over: bool) -> Snapshot:
    stack: list[int] = []
    windows: dict[int, tuple[float | None, float | None]] = {}
    values: dict[int, float] = {}
    bounds: dict[int, str] = {}
    answers: dict[int, bool] = {}
    order: dict[int, int] = {}
    visited: set[int] = set()
    cut: set[int] = set()
    for step in steps:
        if step.event == "enter":
            stack.append(step.node)
            visited.add(step.node)
            windows[step.node] = (step.low, step.high)
            values.pop(step.node, None)
            bounds.pop(step.node, None)
            answers.pop(step.node, None)
            continue
        stack.pop()
        windows.pop(step.node)
        if step.event == "leaf":
            order.setdefault(step.node, len(order) + 1)
        if step.value is not None:
            values[step.node] = step.value
            if step.bound:
                bounds[step.node] = step.bound
        if step.answer is not None:
            answers[step.node] = step.answer
        for child in step.pruned:
            cut.update(range(child, int(tree.end[child])))
    return Snapshot(
        steps[-1].node, tuple(stack), windows, values, bounds, answers, order,
        frozenset(visited), frozenset(cut - visited), None, over,
    )  # fmt: skip


def _sss_snapshot(tree: Tree, steps: Sequence[Step]) -> Snapshot:
    values: dict[int, float] = {}
    order: dict[int, int] = {}
    visited: set[int] = set()
    cut: set[int] = set()
    for number, step in enumerate(steps):
        assert step.open is not None
        if number > 0:
            visited.add(step.node)
            if tree.is_leaf(step.node):
                order.setdefault(step.node, len(order) + 1)
        for triple in step.open:
            if triple.status == "SOLVED":
                values[triple.node] = triple.merit
        for node in step.pruned:
            cut.update(range(node, int(tree.end[node])))
    # Once the root is solved, what has not been entered never will be.
    over = steps[-1].open is not None and steps[-1].open[0][:2] == (0, "SOLVED")
    if over:
        cut.update(range(1, tree.n_nodes))
    return Snapshot(
        steps[-1].node, (), {}, values, {}, {}, order,
        frozenset(visited), frozenset(cut - visited), steps[-1].open, over,
    )  # fmt: skip
