"""A stepper through the calls of S-alpha-beta: bounds close in on the value, and the search tree grows."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes

from companion import plot
from companion.solution_trees.calls import CALLING, CallTrace, call_trace, root_bounds
from companion.solution_trees.figures import bound_label, draw_bounds, draw_call
from companion.widgets.explorer import choice, limit_depth, number
from companion.widgets.search import as_tree, parse_tree
from companion.widgets.stepper import Stepper, Walk
from gametree.examples import critical_tree
from gametree.search import STRATEGIES, strategy_named
from gametree.tree import Tree

OPTIONS = {option.name: option for name in CALLING for option in STRATEGIES[name].options}
"""What the strategies take."""

LARGEST = 20
"""Rolled leaves are whole numbers from 0 to this: two digits fit below a leaf."""


class CallWalk(Walk):
    """A search that calls S-alpha-beta again and again, and the call that is looked at.

    Parameters
    ----------
    tree : Tree, lazy tree or nested lists, optional
        The tree: that of `examples.critical_tree` by default.
    strategy : str
        One of `calls.CALLING`.
    **options : float
        What the strategies take, as in `OPTIONS`: those that do not take it ignore it.

    Examples
    --------
    >>> CallWalk(strategy="sss-0", guess=6).facts()["result"]
    'value 6, 8 leaves, 18 nodes, 18 visits'
    """

    traced: CallTrace

    def __init__(self, tree: Any = None, strategy: str = "sss-2", **options: float) -> None:
        tree = as_tree(tree, critical_tree())
        if tree.n_nodes == 1:
            raise ValueError("tree is a single leaf: it must have a move to search")
        takes = [option.name for option in strategy_named(strategy).options]
        traced = call_trace(tree, strategy, **{name: options[name] for name in takes if name in options})
        super().__init__(tree, strategy, traced, tree)
        vars(self).update({name: option.default for name, option in OPTIONS.items()} | options)

    def facts(self) -> dict[str, str]:
        """Return what the panel beside the picture says, by heading."""
        call, name = self.traced[self.index], self.tree.name
        leaves = [name(n) for n in sorted(call.new, key=lambda n: call.order.get(n, 0)) if n in call.order]
        lower, upper = root_bounds(self.tree, call)
        facts = {
            "question and answer": self.traced.text(self.index),
            "bounds of the root": f"f⁻ = {plot.number_label(lower)}, f⁺ = {plot.number_label(upper)}",
            "new leaves": ", ".join(leaves) or "none: all that was needed is in the search tree",
            "so far": f"{len(call.order)} leaves, {len(call.visited) - 1} nodes",
            "kept": f"{len(call.lower)} nodes of the search tree",
        }
        if self.over:
            result = self.traced.result
            facts["result"] = (
                f"value {plot.number_label(result.value)}, {result.leaves} leaves, {result.nodes} nodes, "
                f"{result.visits} visits"
            )
        return facts

    def picture_html(self) -> str:
        """Return the search tree and the bounds, as pictures with alternative texts."""
        bounds = [
            bound_label(*root_bounds(self.tree, call)) or "none"
            for call in self.traced.calls[: self.index + 1]
        ]
        closing = f"Bounds of the root, call by call: {', '.join(bounds)}."
        return super().picture_html() + plot.image_html(draw_bounds(self.traced, self.index), closing)

    def draw(self) -> Axes:
        """Draw the search tree after the call."""
        return draw_call(self.traced, self.index, self.layout)

    def describe(self) -> str:
        """Return the alternative text of the picture of the tree."""
        call = self.traced[self.index]
        known = (
            f"{self.tree.name(n)} {label}"
            for n in sorted(call.lower)
            if not self.tree.is_leaf(n) and (label := bound_label(call.lower[n], call.upper[n]))
        )
        return (
            f"{self.strategy}, call {self.index + 1} of {len(self.traced)}: {self.traced.text(self.index)}. "
            f"Known of the inner nodes: {', '.join(known)}."
        )


class CallStepper(Stepper):
    """Edit or roll a tree, choose a strategy and its options, and step forward and back through its calls."""

    state_class, css_class, unit, read = CallWalk, "gametree-calls", "call", staticmethod(parse_tree)

    def controls(self) -> dict[str, Any]:
        """Return the strategy and what any strategy takes."""
        numbers = {o.name: number(o.name, max(o.least, -1e6), 1e6, 1.0) for o in OPTIONS.values()}
        return {"strategy": choice("strategy", CALLING)} | numbers

    def dice_controls(self) -> dict[str, Any]:
        """Return the size of a tree."""
        return {"width": number("width", 1, 16, value=3), "depth": number("depth", 1, 12, value=3)}

    def offer(self) -> None:
        """Offer what the strategy takes, and trees that can be drawn."""
        limit_depth(self.dice, plot.MOST_LEAVES, 12)
        takes = [option.name for option in STRATEGIES[self.fields["strategy"].value].options]
        for name in OPTIONS:
            self.fields[name].disabled = name not in takes

    def roll(self, width: int, depth: int, seed: int) -> Tree:
        """Return U(width, depth) with random whole leaves."""
        leaves = np.random.default_rng(seed).integers(0, LARGEST, width**depth, endpoint=True)
        return Tree.uniform(width, depth, leaves)
