"""The base of all widgets: controls, one line for what is wrong, one picture and one table of a state."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Protocol

import ipywidgets as widgets
from IPython.display import HTML

from companion.plot import captioned


class ExplorerState(Protocol):
    """What a widget shows, without the widget: made from the values of its controls, or refused with a ValueError.

    It keeps each argument that has a control as an attribute of the same name.
    """

    def picture_html(self) -> str:
        """Return the picture, with its alternative text."""

    def table_html(self) -> str:
        """Return what is said below the picture."""


class Explorer(widgets.VBox):
    """Controls, and the picture and the table of the state that they choose.

    A subclass names the class of its states and has `controls`: one for each argument of a state that people may
    change. Its own arguments are those of the state that it starts in.

    Attributes
    ----------
    state : ExplorerState
        What is shown.
    fields : dict
        The controls by argument of the state.
    message, picture, table : ipywidgets.HTML
        What is wrong, if anything is; the picture; what is said below it.
    """

    state_class: ClassVar[Callable[..., Any]]
    css_class: ClassVar[str]

    def __init__(self, *start: Any, **named: Any) -> None:
        self.state = self.state_class(*start, **named)
        self.message, self.picture, self.table = widgets.HTML(), widgets.HTML(), widgets.HTML()
        self.fields: dict[str, Any] = self.controls()
        self._busy = True
        for name, field in self.fields.items():
            field.value = getattr(self.state, name)
            field.observe(lambda _: self.do(self.build), names="value")
        above, below = self.more()
        super().__init__([row(self.fields.values()), *above, self.message, self.picture, self.table, *below])
        self.add_class(self.css_class)
        self.offer()
        self.show()
        self._busy = False

    @classmethod
    def still(cls, figure: int, caption: str, *start: Any, **named: Any) -> HTML:
        """Return what the widget with the same arguments shows before anybody touches it, as a numbered figure."""
        state = cls.state_class(*start, **named)
        return HTML(captioned(figure, state.picture_html() + state.table_html(), caption))

    # -- what a subclass says --------------------------------------------------------------------------

    def controls(self) -> dict[str, Any]:
        """Return the controls by argument of the state; the values are set afterwards."""
        raise NotImplementedError

    def more(self) -> tuple[list[Any], list[Any]]:
        """Return rows that stand above the picture, after the controls, and rows below the table."""
        return [], []

    def offer(self) -> None:
        """Let the controls offer what their present values leave possible, and nothing else."""

    # -- what people do --------------------------------------------------------------------------------

    def do(self, action: Callable[[], None]) -> None:
        """Do what was asked for and show it; if it can't be done, say why in one sentence and stay where we are."""
        if self._busy:  # a control that follows the others: nobody has asked for anything
            return
        self._busy = True
        try:
            action()
            self.message.value = ""
            self.show()
        except (ValueError, MemoryError) as error:
            self.message.value = alert(error)
        finally:
            self._busy = False

    def build(self, *given: Any) -> None:
        """Take the state that the controls choose; what has no control is given."""
        self.offer()
        self.state = self.state_class(*given, **values(self.fields))

    def show(self) -> None:
        """Show the state."""
        self.picture.value, self.table.value = self.state.picture_html(), self.state.table_html()

    def button(self, name: str, action: Callable[[], None]) -> Any:
        """Return a button that does something."""
        button = widgets.Button(description=name, tooltip=name, layout={"width": "auto"})
        button.on_click(lambda _: self.do(action))
        return button


# -- controls --------------------------------------------------------------------------------------------


def choice(name: str, options: Iterable[Any], width: int = 220) -> Any:
    """Return a control for one of some options: values, or pairs of a label and a value."""
    return widgets.Dropdown(description=name, options=list(options), layout={"width": f"{width}px"})


def choices(name: str, options: Iterable[str], rows: int) -> Any:
    """Return a control for several of some options."""
    return widgets.SelectMultiple(description=name, options=list(options), rows=rows)


def number(name: str, least: float, most: float, step: float = 1, value: float = 0) -> Any:
    """Return a field for a number: a whole one, unless the step is not."""
    kind = widgets.BoundedIntText if isinstance(step, int) else widgets.BoundedFloatText
    return kind(description=name, min=least, max=most, step=step, value=value, layout={"width": "200px"})


def slider(name: str, least: float, most: float, step: float = 1) -> Any:
    """Return a slider for a number: a whole one, unless the step is not."""
    kind = widgets.IntSlider if isinstance(step, int) else widgets.FloatSlider
    return kind(description=name, min=least, max=most, step=step, value=least, continuous_update=False)


def seed(value: int = 0) -> Any:
    """Return the field for a seed."""
    return number("seed", 0, 2**31 - 1, value=value)


def row(fields: Iterable[Any]) -> Any:
    """Return controls beside one another, in as many lines as they need."""
    return widgets.HBox(list(fields), layout={"flex_flow": "row wrap"})


def values(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return what controls are set to."""
    return {name: field.value for name, field in fields.items()}


def limit_depth(fields: Mapping[str, Any], most_leaves: int, deepest: int) -> None:
    """Let the depth go as far as a tree of the chosen width has at most so many leaves."""
    width = fields["width"].value
    fields["depth"].max = max(d for d in range(1, deepest + 1) if d == 1 or width**d <= most_leaves)


def alert(error: Exception) -> str:
    """Return an error as a sentence to show.

    >>> alert(ValueError("depth is 0: it must be at least 1"))
    '<span role="alert" style="color:#B84A00"><b>depth is 0: it must be at least 1</b></span>'
    """
    return f'<span role="alert" style="color:#B84A00"><b>{html.escape(str(error))}</b></span>'
