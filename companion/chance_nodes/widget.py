"""A stepper through searches of trees with chance nodes: ranges tighten, and branches die."""

from __future__ import annotations

import html
from typing import Any

import numpy as np
from IPython.display import HTML
from matplotlib.axes import Axes

import gametree.tree
from companion import plot
from companion.chance_nodes.figures import describe_chance, draw_chance_tree
from companion.widgets.explorer import choice, limit_depth, number
from companion.widgets.stepper import Stepper, Walk, parse_nested
from companion.widgets.tables import trace_table
from gametree.chance import GOALS, METHODS, ChanceTrace, Tree, generate, trace
from gametree.chance.examples import figure_6
from gametree.chance.generate import ORDERS, PROBABILITIES
from gametree.chance.methods import method_named
from gametree.chance.trace import range_text

EXAMPLE = "[((0.8, 7), (0.2, 2)), ((0.5, 3), (0.5, [8, 1]))]"
ERRORS = {"none: bounds of the leaves": None, "10 %": 0.1, "25 %": 0.25, "50 %": 0.5}


def parse_chance_tree(text: str, goal: str = "max") -> Tree:
    """Read a tree typed as `Tree.from_nested` takes it; nothing in it is executed.

    >>> parse_chance_tree("[((0.5, 1), (0.5, 2)), 7]").n_leaves
    3
    """
    return Tree.from_nested(
        parse_nested(text, f"lists, tuples of pairs and numbers, such as {EXAMPLE}"), goal
    )


def estimated_ranges(tree: Tree, error: float, seed: int) -> dict[int, tuple[float, float]]:
    """Return what a heuristic that is off by at most `error` says of the inner nodes of any tree (section 4.1)."""
    off = error * np.random.default_rng(seed).random((tree.n_nodes, 2)) * abs(tree.backed_up[:, None])
    return {
        node: (float(value - below), float(value + above))
        for node, (value, (below, above)) in enumerate(zip(tree.backed_up, off, strict=True))
        if not tree.is_leaf(node)
    }


class ChanceWalk(Walk):
    """A search of a tree with chance nodes, and the step that is looked at.

    Parameters
    ----------
    tree : Tree, optional
        The tree: Figure 6 of Zenzel 1989 by default.
    strategy : str
        The name of one of `chance.METHODS`.
    error : float, optional
        How far AOC*'s heuristic may be off; without it, it knows only the least and the greatest leaf.
    goal : {"max", "min"}, optional
        What is best: what the tree says by default.

    Examples
    --------
    >>> walk = ChanceWalk()
    >>> walk.go(walk.last_step)
    >>> walk.facts()["result"]
    'value 6.52'
    """

    traced: ChanceTrace

    def __init__(
        self,
        tree: Tree | None = None,
        strategy: str = "alpha-cutoff",
        error: float | None = None,
        goal: str | None = None,
    ) -> None:
        tree = figure_6() if tree is None else tree
        if goal not in (None, tree.goal):
            tree = Tree.from_nested(tree.to_nested(), goal)
        ranges = None
        if error is not None and method_named(strategy).takes_ranges:
            ranges = estimated_ranges(tree, error, seed=1)
        super().__init__(tree, strategy, trace(tree, strategy, ranges=ranges), tree.shape)
        self.error, self.goal = error, tree.goal

    @property
    def snapshot(self) -> Any:
        """How the search stands after the step that is looked at."""
        return self.traced.snapshot(self.index)

    def facts(self) -> dict[str, str]:
        """Return what the panel beside the picture says, by heading."""
        snapshot, step = self.snapshot, self.traced[self.index]
        names = self.tree.names
        facts = {"what happened": step.text, "node": names[step.node]}
        if step.open is not None:
            facts["OPEN, from the front"] = self.traced.open_text(step.open)
        changed = (f"{names[n]} {range_text(r)}" for n, r in step.ranges.items())
        facts["ranges and values set by this step"] = ", ".join(changed) or "none"
        cut = snapshot.pruned | snapshot.dead
        roots = [n for n in sorted(cut) if int(self.tree.shape.parent[n]) not in cut]
        facts["cut off so far"] = ", ".join(names[n] for n in roots) or "nothing"
        c = snapshot.counts
        facts["counts so far"] = (
            f"{c.leaves} leaves, {c.nodes} nodes, {c.visits} visits, {c.memory} nodes in memory"
        )
        if self.over:
            facts["result"] = f"value {plot.number_label(self.traced.result.value)}"
        return facts

    def draw(self) -> Axes:
        """Draw the tree as the search stands."""
        solution = self.traced.result.solution if self.over else ()
        return draw_chance_tree(
            self.tree, snapshot=self.snapshot, solution=solution, over=self.over, layout=self.layout
        )

    def describe(self) -> str:
        """Return the alternative text of the picture."""
        shown = describe_chance(self.tree, self.snapshot)
        return f"{self.strategy}, step {self.index + 1} of {len(self.traced)}. {shown}"


class ChanceStepper(Stepper):
    """Edit or roll a tree with chance nodes, choose a strategy, and step forward and back through the search."""

    state_class = ChanceWalk

    def controls(self) -> dict[str, Any]:
        """Return what a search depends on."""
        return {
            "strategy": choice("strategy", METHODS),
            "goal": choice("goal", GOALS),
            "error": choice("heuristic", ERRORS.items(), 320),
        }

    def dice_controls(self) -> dict[str, Any]:
        """Return what `generate` takes."""
        return {
            "depth": number("depth", 1, 6, value=4),
            "width": number("width", 1, 8, value=2),
            "probabilities": choice("chances", PROBABILITIES),
            "order": choice("order", ORDERS),
        }

    def offer(self) -> None:
        """Offer trees that can be drawn, and a heuristic to those who use one."""
        limit_depth(self.dice, plot.MOST_LEAVES, 6)
        self.fields["error"].disabled = not METHODS[self.fields["strategy"].value].takes_ranges

    def read(self, text: str) -> Tree:
        """Return the tree that was typed."""
        return parse_chance_tree(text, self.state.goal)

    def roll(self, **chosen: Any) -> Tree:
        """Return a random tree of section 4.1, with whole values: they are easier to follow, and short to type."""
        width, depth = chosen.pop("width"), chosen["depth"]
        tree, _ = generate(branch=width, goal=self.state.goal, **chosen)
        whole = gametree.tree.Tree.uniform(width, depth, np.round(tree.leaves))
        return Tree(whole, tree.kind, tree.probability, tree.goal)


def table(traced: ChanceTrace, caption: str = "") -> HTML:
    """Return the trace of a search as a table that scrolls; rows with a cut-off are bold."""
    rows = traced.frame()
    body = ""
    for row in rows.itertuples(index=False):
        weight = "bold" if row[list(rows.columns).index("cut off")] else "normal"
        cells = "".join(f'<td style="text-align:left">{html.escape(str(cell))}</td>' for cell in row)
        body += f'<tr style="font-weight:{weight}">{cells}</tr>'
    return trace_table(caption or f"{traced.method}, step by step", map(str, rows.columns), body)
