"""A stepper through the calls of S-alpha-beta: bounds close in on the value, and the search tree grows."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import ipywidgets as widgets
import numpy as np
from IPython.display import HTML

from companion import plot
from companion.solution_trees.calls import CALLING, CallTrace, call_trace, root_bounds
from companion.solution_trees.figures import bound_label, draw_bounds, draw_call
from companion.widgets.stepper import Stepper, panel_html
from companion.widgets.walk import Walk, as_tree, parse_tree
from gametree.examples import critical_tree
from gametree.search import STRATEGIES
from gametree.tree import Tree

LARGEST = 20
"""Rolled leaves are whole numbers from 0 to this: two digits fit below a leaf."""


class CallWalk(Walk):
    """A search that calls S-alpha-beta again and again, and the call that is looked at.

    Attributes
    ----------
    options : dict
        What the strategies take, by name: those that do not take it ignore it.
    """

    traced: Any

    def __init__(
        self,
        tree: Any = None,
        strategy: str = "sss-2",
        options: Mapping[str, float] | None = None,
    ) -> None:
        self.options = dict(options or {})
        self._begin(as_tree(tree, critical_tree()), strategy)

    def _begin(self, tree: Tree, strategy: str) -> None:
        plot.check_drawable(tree)
        if tree.n_nodes == 1:
            raise ValueError("tree is a single leaf: it must have a move to search")
        traced: CallTrace = call_trace(tree, strategy, **taken(strategy, self.options))
        self.tree, self.strategy, self.traced = tree, strategy, traced
        self.__dict__.pop("layout", None)
        self.step = 0

    @cached_property
    def layout(self) -> plot.Layout:
        """Where the nodes go: the same for all calls."""
        return plot.tidy_layout(self.tree)

    def give(self, name: str, value: float) -> None:
        """Search the same tree with another first guess, step or nearness; if it is refused, nothing changes."""
        before = dict(self.options)
        self.options[name] = value
        try:
            self._begin(self.tree, self.strategy)
        except ValueError:
            self.options = before
            raise

    def edit(self, text: str) -> None:
        """Search the tree that was typed; if it is none, a ValueError says why and nothing changes."""
        self._begin(parse_tree(text), self.strategy)

    def roll_leaves(self, width: int, depth: int, seed: int) -> None:
        """Search U(width, depth) with random whole leaves; if it can't be drawn, nothing changes."""
        if width**depth > plot.MOST_LEAVES:
            raise ValueError(
                f"width {width} and depth {depth} give {width**depth} leaves: "
                f"at most {plot.MOST_LEAVES} can be drawn so that they can be read"
            )
        leaves = np.random.default_rng(seed).integers(0, LARGEST, width**depth, endpoint=True)
        self._begin(Tree.uniform(width, depth, leaves), self.strategy)

    @property
    def over(self) -> bool:
        """Whether the last call is looked at."""
        return self.step == self.last_step

    def facts(self) -> dict[str, str]:
        """Return what the panel beside the picture says, by heading."""
        call, name = self.traced[self.step], self.tree.name
        leaves = [name(n) for n in sorted(call.new, key=lambda n: call.order.get(n, 0)) if n in call.order]
        lower, upper = root_bounds(self.tree, call)
        facts = {
            "question and answer": self.traced.text(self.step),
            "bounds of the root": f"f- = {plot.number_label(lower)}, f+ = {plot.number_label(upper)}",
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
            for call in self.traced.calls[: self.step + 1]
        ]
        closing = f"Bounds of the root, call by call: {', '.join(bounds)}."
        drawn = draw_call(self.traced, self.step, self.layout)
        return plot.image_html(drawn, self.describe()) + plot.image_html(
            draw_bounds(self.traced, self.step), closing
        )

    def describe(self) -> str:
        """Return the alternative text of the picture of the tree."""
        call = self.traced[self.step]
        known = (
            f"{self.tree.name(n)} {label}"
            for n in sorted(call.lower)
            if not self.tree.is_leaf(n) and (label := bound_label(call.lower[n], call.upper[n]))
        )
        return (
            f"{self.strategy}, call {self.step + 1} of {len(self.traced)}: {self.traced.text(self.step)}. "
            f"Known of the inner nodes: {', '.join(known)}."
        )


def taken(strategy: str, options: Mapping[str, float]) -> dict[str, float]:
    """Return those of some options that a strategy takes."""
    return {o.name: options[o.name] for o in STRATEGIES[strategy].options if o.name in options}


class CallStepper(Stepper):
    """Edit or roll a tree, choose a strategy and its options, and step forward and back through its calls."""

    walk: CallWalk

    def __init__(self, walk: CallWalk) -> None:
        self.walk = walk
        self._silent = False
        self.strategy = widgets.Dropdown(options=list(CALLING), value=walk.strategy, description="strategy")
        defaults = {o.name: o.default for s in CALLING for o in STRATEGIES[s].options}
        self.options = {
            name: widgets.FloatText(
                value=walk.options.get(name, default), description=name, layout={"width": "180px"}
            )
            for name, default in defaults.items()
        }
        self.slider = widgets.IntSlider(
            description="call", min=1, value=1, continuous_update=False, layout={"width": "420px"}
        )
        moves = (("first", walk.first), ("back", walk.back), ("forward", walk.forward), ("last", walk.last))
        self.buttons = {name: self._button(name, move) for name, move in moves}
        self.picture, self.panel, self.message = widgets.HTML(), widgets.HTML(), widgets.HTML()
        self.text = widgets.Textarea(
            description="tree", layout={"width": "640px", "height": "64px"}, continuous_update=False
        )
        self.apply = self._button("use this tree", self._edit)
        self.width = widgets.BoundedIntText(value=3, min=1, max=16, description="width")
        self.depth = widgets.BoundedIntText(value=3, min=1, max=12, description="depth")
        self.seed = widgets.BoundedIntText(value=1, min=0, max=2**31, description="seed")
        self.dice = self._button("roll", self._roll)
        rolled = (self.width, self.depth, self.seed)
        for field in rolled:
            field.layout.width = "180px"
        self.strategy.observe(self._on_strategy, names="value")
        for name, field in self.options.items():
            field.observe(self._on_option(name), names="value")
        self.slider.observe(self._on_slider, names="value")
        widgets.VBox.__init__(
            self,
            [
                widgets.HBox([self.strategy, *self.options.values()], layout={"flex_flow": "row wrap"}),
                widgets.HBox([*self.buttons.values(), self.slider]),
                self.message,
                self.picture,
                self.panel,
                widgets.HBox([self.text, self.apply]),
                widgets.HBox([*rolled, self.dice], layout={"flex_flow": "row wrap"}),
            ],
        )
        self.add_class("gametree-calls")
        self._show_tree()

    def _on_option(self, name: str) -> Any:
        return lambda change: self._do(lambda: self.walk.give(name, change["new"]))

    def _roll(self) -> None:
        self.walk.roll_leaves(self.width.value, self.depth.value, self.seed.value)
        self.seed.value += 1

    def _show(self) -> None:
        self._silent = True
        self.slider.max = len(self.walk.traced)
        self.slider.value = self.walk.step + 1
        self._silent = False
        names = [option.name for option in STRATEGIES[self.walk.strategy].options]
        for name, field in self.options.items():
            field.disabled = name not in names
        self.picture.value = self.walk.picture_html()
        self.panel.value = panel_html(self.walk)


def call_stepper(
    tree: Any = None, strategy: str = "sss-2", options: Mapping[str, float] | None = None
) -> CallStepper:
    """Return the widget, after the first call.

    Parameters
    ----------
    tree : Tree or nested lists, optional
        The tree to begin with: that of `examples.critical_tree` by default.
    strategy : str
        The strategy to begin with, one of `calls.CALLING`.
    options : mapping, optional
        A first guess, a step: by name.
    """
    return CallStepper(CallWalk(tree, strategy, options))


def call_stepper_picture(
    tree: Any = None, strategy: str = "sss-2", options: Mapping[str, float] | None = None
) -> HTML:
    """Return what `call_stepper` with the same arguments shows before anybody touches it, without a widget."""
    walk = CallWalk(tree, strategy, options)
    return HTML(walk.picture_html() + panel_html(walk))
