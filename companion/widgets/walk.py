"""A walk through a search, forward and back: all that the widget shows and does, without the widget."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from matplotlib.axes import Axes

from companion import plot
from companion.plot import check_drawable
from gametree.examples import specimen
from gametree.generate import LazyTree, generate
from gametree.trace import Snapshot, Trace, readable, trace
from gametree.tree import Tree

LONGEST_TEXT = 20_000
"""Characters that are still taken for a tree: more can't be drawn anyway."""


def parse_tree(text: str) -> Tree:
    """Read a tree typed as nested lists, such as [[3, 5], [2, 9]]; nothing in it is executed.

    Raises
    ------
    ValueError
        With one sentence that says what is wrong.
    """
    shown = text.strip() if len(text.strip()) <= 40 else text.strip()[:37] + "..."
    problem = f"tree is {shown!r}: it must be nested lists of numbers, such as [[3, 5], [2, 9]]"
    if len(text) > LONGEST_TEXT:
        raise ValueError(f"tree has {len(text)} characters: at most {LONGEST_TEXT} are allowed")
    try:
        nested = ast.literal_eval(text.strip())
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError):
        raise ValueError(problem) from None
    if not isinstance(nested, list | tuple | int | float):
        raise ValueError(problem)
    tree = Tree.from_nested(nested)
    check_drawable(tree)
    return tree


@dataclass(frozen=True)
class Counts:
    """What a search has taken so far, counted as in `SearchResult`."""

    leaves: int
    nodes: int
    visits: int

    def __str__(self) -> str:
        return f"{self.leaves} leaves, {self.nodes} nodes, {self.visits} visits"


class Walk:
    """A search of a tree, and the step that is looked at.

    Attributes
    ----------
    tree : Tree
        The tree.
    strategy : str
        The name of one of `STRATEGIES`.
    framework : str
        Whose point of view values are shown from: ``minimax`` (MAX's) or ``negamax`` (the player to move).
    step : int
        The number of the step that is looked at, from 0 to `last_step`.
    """

    def __init__(self, tree: Any = None, strategy: str = "alphabeta", framework: str = "minimax") -> None:
        self.framework = framework
        self._begin(as_tree(tree, specimen()), strategy)

    def _begin(self, tree: Tree, strategy: str) -> None:
        traced = trace(tree, strategy)
        check_drawable(tree)
        self.tree = tree
        self.strategy = strategy
        self.traced: Trace = traced
        self.__dict__.pop("layout", None)
        self.step = next((k for k, step in enumerate(traced) if step.pruned), self.last_step)

    @cached_property
    def layout(self) -> plot.Layout:
        """Where the nodes go: the same for all steps."""
        return plot.tidy_layout(self.tree)

    # -- moving ----------------------------------------------------------------------------------------

    @property
    def last_step(self) -> int:
        """The number of the last step."""
        return len(self.traced) - 1

    def go(self, step: int) -> None:
        """Look at a step; one before the first or after the last is that one."""
        self.step = min(max(step, 0), self.last_step)

    def forward(self) -> None:
        """Look at the next step."""
        self.go(self.step + 1)

    def back(self) -> None:
        """Look at the step before."""
        self.go(self.step - 1)

    def first(self) -> None:
        """Look at the first step."""
        self.go(0)

    def last(self) -> None:
        """Look at the last step."""
        self.go(self.last_step)

    # -- choosing --------------------------------------------------------------------------------------

    def choose(self, strategy: str) -> None:
        """Search the same tree with another strategy."""
        self._begin(self.tree, strategy)

    def edit(self, text: str) -> None:
        """Search the tree that was typed; if it is none, a ValueError says why and nothing changes."""
        self._begin(parse_tree(text), self.strategy)

    def roll(
        self, *, kind: str, width: int, depth: int, scheme: str, seed: int, p: float | None = None
    ) -> None:
        """Search a random tree (`gametree.generate`); if it can't be drawn, nothing changes."""
        chosen = p if scheme == "ordered" else None
        tree = generate(kind, width=width, depth=depth, scheme=scheme, p=chosen, seed=seed)
        check_drawable(tree)
        self._begin(tree, self.strategy)

    @property
    def text(self) -> str:
        """The tree as nested lists."""
        return str(self.tree.to_nested())

    # -- what there is to see --------------------------------------------------------------------------

    @property
    def snapshot(self) -> Snapshot:
        """How the search stands after the step that is looked at."""
        return self.traced.snapshot(self.step)

    @property
    def over(self) -> bool:
        """Whether the search has ended."""
        return plot.is_over(self.snapshot)

    @property
    def counts(self) -> Counts:
        """What the search has taken so far."""
        snapshot = self.snapshot
        told = self.traced[: self.step + 1]
        # SSS* enters a node by taking it from OPEN; its first step only puts the root there.
        entered = told[1:] if snapshot.open is not None else [s for s in told if s.event == "enter"]
        visits = sum(step.node != 0 for step in entered)
        return Counts(len(snapshot.order), len(snapshot.visited - {0}), visits)

    def facts(self) -> dict[str, str]:
        """Return what the panel beside the picture says, by heading."""
        snapshot, step = self.snapshot, self.traced[self.step]
        name = self.tree.name
        facts = {"what happened": step.text, "node": name(snapshot.node)}
        if snapshot.open is not None:
            facts["OPEN, from the top"] = self.traced.open_text(snapshot.open)
        else:
            facts["procedure"] = step.procedure
            facts["window for MAX"] = plot.window_label(step.low, step.high) or "none"
            facts["stack"] = " → ".join(map(name, snapshot.stack)) or "empty"
        cut = plot.cut_edges(self.tree, plot.classify(self.tree, snapshot))
        facts["pruned so far"] = ", ".join(map(name, cut)) or "nothing"
        facts["counts so far"] = str(self.counts)
        if self.over:
            facts["result"] = self._result()
        return facts

    def _result(self) -> str:
        result = self.traced.result
        line = [self.tree.name(self.tree.node(result.line[: k + 1])) for k in range(len(result.line))]
        continuation = f", principal continuation {', '.join(line)}" if line else ""
        return f"value {plot.number_label(result.value)}{continuation}"

    def draw(self) -> Axes:
        """Draw the tree as the search stands."""
        # SSS* compares merits from MAX's point of view only.
        framework = "minimax" if self.snapshot.open is not None else self.framework
        line = self.traced.result.line if self.over else ()
        return plot.draw_tree(
            self.tree, snapshot=self.snapshot, framework=framework, principal=line, layout=self.layout
        )

    def describe(self) -> str:
        """Return the alternative text of the picture."""
        shown = plot.describe(self.tree, self.snapshot)
        return f"{self.strategy}, step {self.step + 1} of {len(self.traced)}. {shown}"


def as_tree(given: Any, example: Tree) -> Tree:
    """Return what was given (nested lists, a tree, a lazy tree) as a tree that can be drawn; the example for None."""
    if given is None:
        return example
    if isinstance(given, LazyTree):
        return readable(given)
    return given if isinstance(given, Tree) else Tree.from_nested(given)
