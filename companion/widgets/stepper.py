"""The base of all steppers: a trace with steps, and buttons, a slider, a picture and a panel around it."""

from __future__ import annotations

import ast
import html
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar

import ipywidgets as widgets
from matplotlib.axes import Axes

from companion import plot
from companion.widgets.explorer import Explorer, row, seed, values
from gametree.tree import Tree

LONGEST_TEXT = 20_000
"""Characters that are still taken for a tree: more can't be drawn anyway."""

_HEADING = "text-align:left;vertical-align:top;white-space:nowrap;padding:1px 14px 1px 0"


def parse_nested(text: str, allowed: str) -> Any:
    """Read what was typed as nested lists, tuples and numbers; nothing in it is executed.

    Raises
    ------
    ValueError
        With one sentence that says what is wrong; `allowed` is its end.

    Examples
    --------
    >>> parse_nested("[[3, 5], [2, 9]]", "nested lists of numbers")
    [[3, 5], [2, 9]]
    >>> parse_nested("[[1, 2", "nested lists of numbers")
    Traceback (most recent call last):
    ...
    ValueError: tree is '[[1, 2': it must be nested lists of numbers
    """
    if len(text) > LONGEST_TEXT:
        raise ValueError(f"tree has {len(text)} characters: at most {LONGEST_TEXT} are allowed")
    shown = text.strip() if len(text.strip()) <= 40 else text.strip()[:37] + "..."
    problem = f"tree is {shown!r}: it must be {allowed}"
    try:
        nested = ast.literal_eval(text.strip())
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError):
        raise ValueError(problem) from None
    if not isinstance(nested, list | tuple | int | float):
        raise ValueError(problem)
    return nested


class Walk(ABC):
    """The trace of a search of a tree, and the step of it that is shown: the first one to begin with.

    Attributes
    ----------
    tree
        The tree: it has ``to_nested``.
    strategy : str
        The name of what searches it.
    traced : sequence
        The steps.
    index : int
        The number of the step that is looked at, from 0 to `last_step`.
    layout : plot.Layout
        Where the nodes go: the same for all steps.
    """

    index = 0

    def __init__(self, tree: Any, strategy: str, traced: Any, shape: Tree) -> None:
        plot.check_drawable(shape)
        self.tree, self.strategy, self.traced, self.layout = tree, strategy, traced, plot.tidy_layout(shape)

    @property
    def text(self) -> str:
        """The tree as one may type it."""
        return str(self.tree.to_nested())

    @property
    def last_step(self) -> int:
        """The number of the last step."""
        return len(self.traced) - 1

    @property
    def over(self) -> bool:
        """Whether the last step is looked at."""
        return self.index == self.last_step

    def go(self, index: int) -> None:
        """Look at a step; one before the first or after the last is that one."""
        self.index = min(max(index, 0), self.last_step)

    @abstractmethod
    def facts(self) -> dict[str, str]:
        """Return what the panel says about the step, by heading."""

    @abstractmethod
    def draw(self) -> Axes:
        """Draw the tree as the search stands."""

    @abstractmethod
    def describe(self) -> str:
        """Return the alternative text of the picture."""

    def picture_html(self) -> str:
        """Return the picture, with its alternative text."""
        return plot.image_html(self.draw(), self.describe())

    def table_html(self) -> str:
        """Return the facts about the step as a small table."""
        rows = "".join(
            f'<tr><th scope="row" style="{_HEADING}">{html.escape(heading)}</th>'
            f'<td style="text-align:left">{html.escape(fact)}</td></tr>'
            for heading, fact in self.facts().items()
        )
        caption = html.escape(f"{self.strategy}: step {self.index + 1} of {len(self.traced)}")
        return (
            '<table class="text" style="margin:0;line-height:1.4">'
            f'<caption style="text-align:left"><b>{caption}</b></caption><tbody>{rows}</tbody></table>'
        )


class Stepper(Explorer):
    """Edit or roll a tree, choose a strategy, and step forward and back through the search.

    A subclass names the class of its walks, whose first argument is the tree, and says how a tree is read from what
    was typed (a ValueError says why if it is none) and how one is rolled.

    Attributes
    ----------
    state : Walk
        The walk.
    dice : dict
        The controls that a rolled tree depends on, by argument of `roll`.
    """

    css_class = "gametree-stepper"
    unit: ClassVar[str] = "step"
    read: Callable[[str], Any]
    roll: Callable[..., Any]

    # -- what a subclass says --------------------------------------------------------------------------

    def dice_controls(self) -> dict[str, Any]:
        """Return the controls that a rolled tree depends on, besides the seed."""
        raise NotImplementedError

    # -- what people do --------------------------------------------------------------------------------

    def more(self) -> tuple[list[Any], list[Any]]:
        """Return the buttons and the slider; the field for a tree and the dice."""
        self.slider = widgets.IntSlider(
            description=self.unit, min=1, value=1, continuous_update=False, layout={"width": "420px"}
        )
        self.slider.observe(lambda change: self.do(lambda: self.state.go(change["new"] - 1)), names="value")
        moves: dict[str, Callable[[], None]] = {
            "first": lambda: self.state.go(0),
            "back": lambda: self.state.go(self.state.index - 1),
            "forward": lambda: self.state.go(self.state.index + 1),
            "last": lambda: self.state.go(self.state.last_step),
        }
        self.buttons = {name: self.button(name, move) for name, move in moves.items()}
        self.text = widgets.Textarea(
            description="tree",
            value=self.state.text,
            layout={"width": "640px", "height": "64px"},
            continuous_update=False,
        )
        self.apply = self.button("use this tree", lambda: self.build(self.read(self.text.value)))
        self.dice = self.dice_controls() | {"seed": seed(1)}
        for field in self.dice.values():
            field.observe(lambda _: self.offer(), names="value")
        self.throw = self.button("roll", self._throw)
        return (
            [widgets.HBox([*self.buttons.values(), self.slider])],
            [widgets.HBox([self.text, self.apply]), row([*self.dice.values(), self.throw])],
        )

    def build(self, *given: Any) -> None:
        """Search a tree, or the same one, as the controls say: from the first step if tree or strategy are others."""
        before = self.state
        super().build(*given or [before.tree])
        if given:
            self.text.value = self.state.text
        elif self.state.strategy == before.strategy:
            self.state.go(before.index)

    def _throw(self) -> None:
        self.build(self.roll(**values(self.dice)))
        self.dice["seed"].value += 1

    def show(self) -> None:
        """Show the step; buttons and slider follow."""
        walk = self.state
        self.slider.max, self.slider.value = len(walk.traced), walk.index + 1
        for name, button in self.buttons.items():
            button.disabled = walk.index == 0 if name in ("first", "back") else walk.over
        super().show()
