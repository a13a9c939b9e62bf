"""A stepper through the search of any tree with any strategy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes

from companion import plot
from companion.widgets.explorer import choice, limit_depth, number
from companion.widgets.stepper import Stepper, Walk, parse_nested
from gametree.examples import specimen
from gametree.generate import KINDS, SCHEMES, LazyTree, generate
from gametree.search import STRATEGIES
from gametree.trace import Snapshot, Trace, readable, trace
from gametree.tree import Tree

_VALUES_FOR = {"MAX (minimax)": "minimax", "the player to move (negamax)": "negamax"}


def parse_tree(text: str) -> Tree:
    """Read a tree typed as nested lists; nothing in it is executed, and a ValueError says what is wrong.

    >>> parse_tree("[[3, 5], [2, 9]]").n_leaves
    4
    """
    return Tree.from_nested(parse_nested(text, "nested lists of numbers, such as [[3, 5], [2, 9]]"))


@dataclass(frozen=True)
class CountsSoFar:
    """What a search has taken so far, counted as in `SearchResult`."""

    leaves: int
    nodes: int
    visits: int

    def __str__(self) -> str:
        return f"{self.leaves} leaves, {self.nodes} nodes, {self.visits} visits"


class SearchWalk(Walk):
    """A search of a tree, and the step that is looked at.

    Parameters
    ----------
    tree : Tree, lazy tree or nested lists, optional
        The tree: the specimen tree of Muszycka 1985 by default.
    strategy : str
        The name of one of `STRATEGIES`.
    framework : {"minimax", "negamax"}
        Whose point of view values are shown from: MAX's, or that of the player to move.

    Examples
    --------
    >>> walk = SearchWalk([[3, 5], [2, 9]])
    >>> walk.go(walk.last_step)
    >>> walk.facts()["result"]
    'value 3, principal continuation p1, p11'
    """

    traced: Trace

    def __init__(self, tree: Any = None, strategy: str = "alphabeta", framework: str = "minimax") -> None:
        tree = as_tree(tree, specimen())
        super().__init__(tree, strategy, trace(tree, strategy), tree)
        self.framework = framework

    @property
    def snapshot(self) -> Snapshot:
        """How the search stands after the step that is looked at."""
        return self.traced.snapshot(self.index)

    @property
    def counts(self) -> CountsSoFar:
        """What the search has taken so far."""
        snapshot = self.snapshot
        told = self.traced[: self.index + 1]
        # SSS* enters a node by taking it from OPEN; its first step only puts the root there.
        entered = told[1:] if snapshot.open is not None else [s for s in told if s.event == "enter"]
        visits = sum(step.node != 0 for step in entered)
        return CountsSoFar(len(snapshot.order), len(snapshot.visited - {0}), visits)

    def facts(self) -> dict[str, str]:
        """Return what the panel beside the picture says, by heading."""
        snapshot, step = self.snapshot, self.traced[self.index]
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
        return f"{self.strategy}, step {self.index + 1} of {len(self.traced)}. {shown}"


def as_tree(given: Any, example: Tree) -> Tree:
    """Return what was given (nested lists, a tree, a lazy tree) as a tree that can be drawn; the example for None."""
    if given is None:
        return example
    if isinstance(given, LazyTree):
        return readable(given)
    return given if isinstance(given, Tree) else Tree.from_nested(given)


class SearchStepper(Stepper):
    """Edit or roll a tree, choose a strategy, and step forward and back through the search."""

    state_class, read = SearchWalk, staticmethod(parse_tree)

    def controls(self) -> dict[str, Any]:
        """Return what a search depends on, and whose point of view values are shown from."""
        return {
            "strategy": choice("strategy", STRATEGIES),
            "framework": choice("values for", _VALUES_FOR.items(), 320),
        }

    def dice_controls(self) -> dict[str, Any]:
        """Return what `generate` takes."""
        return {
            "kind": choice("kind", KINDS),
            "width": number("width", 1, 16, value=3),
            "depth": number("depth", 1, 12, value=3),
            "scheme": choice("scheme", SCHEMES),
            "p": number("P", 0, 1, 0.2, value=0.6),
        }

    def offer(self) -> None:
        """Offer trees that can be drawn, and P for the schemes that take it."""
        limit_depth(self.dice, plot.MOST_LEAVES, 12)
        self.dice["p"].disabled = not self.dice["scheme"].value.startswith("ordered")

    def show(self) -> None:
        """Show the step; SSS* has one point of view only."""
        self.fields["framework"].disabled = self.state.snapshot.open is not None
        super().show()

    def roll(self, **chosen: Any) -> Tree:
        """Return a random tree."""
        p = None if self.dice["p"].disabled else chosen["p"]
        return generate(**chosen | {"p": p})
