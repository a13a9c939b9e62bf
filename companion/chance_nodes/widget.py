"""A stepper through searches of trees with chance nodes: ranges tighten, and branches die."""

from __future__ import annotations

import ast
import html
from functools import cached_property
from typing import Any

import ipywidgets as widgets
import numpy as np
from IPython.display import HTML
from matplotlib.axes import Axes

import gametree.tree
from companion import plot
from companion.chance_nodes.figures import describe_chance, draw_chance_tree
from companion.widgets.stepper import Stepper, panel_html
from companion.widgets.walk import LONGEST_TEXT, Walk
from gametree.chance import GOALS, METHODS, ChanceTrace, Tree, generate, trace
from gametree.chance.examples import figure_6
from gametree.chance.generate import ORDERS, PROBABILITIES
from gametree.chance.trace import range_text

EXAMPLE = "[((0.8, 7), (0.2, 2)), ((0.5, 3), (0.5, [8, 1]))]"


def parse_chance_tree(text: str, goal: str = "max") -> Tree:
    """Read a tree typed as `Tree.from_nested` takes it; nothing in it is executed.

    Raises
    ------
    ValueError
        With one sentence that says what is wrong.
    """
    shown = text.strip() if len(text.strip()) <= 40 else text.strip()[:37] + "..."
    if len(text) > LONGEST_TEXT:
        raise ValueError(f"tree has {len(text)} characters: at most {LONGEST_TEXT} are allowed")
    try:
        nested = ast.literal_eval(text.strip())
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError):
        raise ValueError(
            f"tree is {shown!r}: it must be lists, tuples of pairs and numbers, such as {EXAMPLE}"
        ) from None
    tree = Tree.from_nested(nested, goal)
    plot.check_drawable(tree.shape)
    return tree


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

    Attributes
    ----------
    error : float or None
        How far AOC*'s heuristic may be off; None: it knows only the least and the greatest leaf.
    seed : int
        Of the heuristic's errors.
    """

    tree: Any
    traced: Any

    def __init__(
        self,
        tree: Tree | None = None,
        method: str = "alpha-cutoff",
        error: float | None = None,
        seed: int = 1,
    ) -> None:
        self.error, self.seed = error, seed
        self._begin(figure_6() if tree is None else tree, method)

    def _begin(self, tree: Any, strategy: str) -> None:
        uses_ranges = self.error is not None and strategy in METHODS and METHODS[strategy].takes_ranges
        ranges = (
            estimated_ranges(tree, self.error, self.seed) if uses_ranges and self.error is not None else None
        )
        traced: ChanceTrace = trace(tree, strategy, ranges=ranges)
        plot.check_drawable(tree.shape)
        self.tree, self.strategy, self.traced = tree, strategy, traced
        self.__dict__.pop("layout", None)
        self.step = next((k for k, step in enumerate(traced) if step.pruned), self.last_step)

    @cached_property
    def layout(self) -> plot.Layout:
        """Where the nodes go: the same for all steps."""
        return plot.tidy_layout(self.tree.shape)

    def estimate(self, error: float | None) -> None:
        """Search the same tree with another error of the heuristic."""
        self.error = error
        self._begin(self.tree, self.strategy)

    def edit(self, text: str) -> None:
        """Search the tree that was typed; if it is none, a ValueError says why and nothing changes."""
        self._begin(parse_chance_tree(text, self.tree.goal), self.strategy)

    def aim(self, goal: str) -> None:
        """Search the same tree for the greatest or for the least value."""
        self._begin(Tree.from_nested(self.tree.to_nested(), goal), self.strategy)

    def roll_chance(self, *, depth: int, branch: int, probabilities: str, order: str, seed: int) -> None:
        """Search a random tree of section 4.1; if it can't be drawn, nothing changes."""
        if branch**depth > plot.MOST_LEAVES:
            raise ValueError(
                f"depth {depth} and branch {branch} give {branch**depth} leaves: "
                f"at most {plot.MOST_LEAVES} can be drawn so that they can be read"
            )
        tree, _ = generate(depth, branch, probabilities, order, self.tree.goal, seed)
        # Whole values are easier to follow, and do not fill the text field with digits.
        whole = gametree.tree.Tree.uniform(branch, depth, np.round(tree.leaves))
        self._begin(Tree(whole, tree.kind, tree.probability, tree.goal), self.strategy)

    @property
    def snapshot(self) -> Any:
        """How the search stands after the step that is looked at."""
        return self.traced.snapshot(self.step)

    @property
    def over(self) -> bool:
        """Whether the last step is looked at."""
        return self.step == self.last_step

    def facts(self) -> dict[str, str]:
        """Return what the panel beside the picture says, by heading."""
        snapshot, step = self.snapshot, self.traced[self.step]
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
        return f"{self.strategy}, step {self.step + 1} of {len(self.traced)}. {shown}"


class ChanceStepper(Stepper):
    """Edit or roll a tree with chance nodes, choose a method, and step forward and back through the search."""

    walk: ChanceWalk

    def __init__(self, walk: ChanceWalk) -> None:
        self.walk = walk
        self._silent = False
        self.strategy = widgets.Dropdown(options=list(METHODS), value=walk.strategy, description="method")
        self.goal = widgets.Dropdown(options=list(GOALS), value=walk.tree.goal, description="goal")
        errors = {"none: bounds of the leaves": None, "10 %": 0.1, "25 %": 0.25, "50 %": 0.5}
        self.error = widgets.Dropdown(options=errors, value=walk.error, description="heuristic")
        self.slider = widgets.IntSlider(
            description="step", min=1, value=1, continuous_update=False, layout={"width": "420px"}
        )
        moves = (("first", walk.first), ("back", walk.back), ("forward", walk.forward), ("last", walk.last))
        self.buttons = {name: self._button(name, move) for name, move in moves}
        self.picture, self.panel, self.message = widgets.HTML(), widgets.HTML(), widgets.HTML()
        self.text = widgets.Textarea(
            description="tree", layout={"width": "640px", "height": "64px"}, continuous_update=False
        )
        self.apply = self._button("use this tree", self._edit)
        self.depth = widgets.BoundedIntText(value=4, min=1, max=6, description="depth")
        self.branch = widgets.BoundedIntText(value=2, min=1, max=8, description="branch")
        self.probabilities = widgets.Dropdown(
            options=list(PROBABILITIES), description="probabilities", style={"description_width": "90px"}
        )
        self.order = widgets.Dropdown(options=list(ORDERS), value="random", description="order")
        self.seed = widgets.BoundedIntText(value=1, min=0, max=2**31, description="seed")
        self.dice = self._button("roll", self._roll)
        rolled = (self.depth, self.branch, self.probabilities, self.order, self.seed)
        for field in rolled:
            field.layout.width = "200px"
        self.strategy.observe(self._on_strategy, names="value")
        self.goal.observe(lambda change: self._do(lambda: walk.aim(change["new"])), names="value")
        self.error.observe(lambda change: self._do(lambda: walk.estimate(change["new"])), names="value")
        self.slider.observe(self._on_slider, names="value")
        widgets.VBox.__init__(
            self,
            [
                widgets.HBox([self.strategy, self.goal, self.error]),
                widgets.HBox([*self.buttons.values(), self.slider]),
                self.message,
                self.picture,
                self.panel,
                widgets.HBox([self.text, self.apply]),
                widgets.HBox([*rolled, self.dice], layout={"flex_flow": "row wrap"}),
            ],
        )
        self.add_class("gametree-stepper")
        self._show_tree()

    def _roll(self) -> None:
        self.walk.roll_chance(
            depth=self.depth.value,
            branch=self.branch.value,
            probabilities=self.probabilities.value,
            order=self.order.value,
            seed=self.seed.value,
        )
        self.seed.value += 1


def chance_stepper(
    tree: Tree | None = None, method: str = "alpha-cutoff", error: float | None = None
) -> ChanceStepper:
    """Return the widget, at the first cut-off of the search, or at its end if there is none.

    Parameters
    ----------
    tree : Tree, optional
        The tree to begin with: Figure 6 of Zenzel 1989 by default.
    method : str
        The method to begin with.
    error : float, optional
        How far AOC*'s heuristic may be off; without it, it knows only the bounds of the leaves.
    """
    return ChanceStepper(ChanceWalk(tree, method, error))


def chance_stepper_picture(
    tree: Tree | None = None, method: str = "alpha-cutoff", error: float | None = None
) -> HTML:
    """Return what `chance_stepper` with the same arguments shows before anybody touches it, without a widget."""
    walk = ChanceWalk(tree, method, error)
    return HTML(plot.image_html(walk.draw(), walk.describe()) + panel_html(walk))


def table(traced: ChanceTrace, caption: str = "") -> HTML:
    """Return the story of a search as a table that scrolls; rows with a cut-off are bold."""
    rows = traced.frame()
    head = "".join(
        f'<th scope="col" style="text-align:left">{html.escape(str(c))}</th>' for c in rows.columns
    )
    body = ""
    for row in rows.itertuples(index=False):
        weight = "bold" if row[list(rows.columns).index("cut off")] else "normal"
        cells = "".join(f'<td style="text-align:left">{html.escape(str(cell))}</td>' for cell in row)
        body += f'<tr style="font-weight:{weight}">{cells}</tr>'
    title = html.escape(caption or f"{traced.method}, step by step")
    return HTML(
        '<div style="max-height:27em;overflow:auto"><table class="text" style="margin:0">'
        f"<caption>{title}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )
