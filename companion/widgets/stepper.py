"""The widget around a walk: buttons, a slider, a picture and a panel."""

from __future__ import annotations

import html
from collections.abc import Callable
from typing import Any

import ipywidgets as widgets
from IPython.display import HTML

from companion import plot
from companion.widgets.walk import Walk
from gametree.generate import KINDS, SCHEMES
from gametree.search import STRATEGIES

_VALUES_FOR = {"MAX (minimax)": "minimax", "the player to move (negamax)": "negamax"}
_HEADING = "text-align:left;vertical-align:top;white-space:nowrap;padding:1px 14px 1px 0"


class Stepper(widgets.VBox):
    """Edit or roll a tree, choose a strategy, and step forward and back through the search.

    The state is a `Walk`; this class only passes on what people press and shows what there is to see.
    """

    def __init__(self, walk: Walk) -> None:
        self.walk = walk
        self._silent = False
        self.strategy = widgets.Dropdown(
            options=list(STRATEGIES), value=walk.strategy, description="strategy"
        )
        self.framework = widgets.Dropdown(
            options=_VALUES_FOR, value=walk.framework, description="values for", layout={"width": "320px"}
        )
        self.slider = widgets.IntSlider(
            description="step",
            min=1,
            value=1,
            continuous_update=False,
            layout={"width": "420px"},
        )
        moves = (("first", walk.first), ("back", walk.back), ("forward", walk.forward), ("last", walk.last))
        self.buttons = {name: self._button(name, move) for name, move in moves}
        self.picture = widgets.HTML()
        self.panel = widgets.HTML()
        self.message = widgets.HTML()
        self.text = widgets.Textarea(
            description="tree", layout={"width": "640px", "height": "64px"}, continuous_update=False
        )
        self.apply = self._button("use this tree", self._edit)
        self.kind = widgets.Dropdown(options=list(KINDS), description="kind")
        self.width = widgets.BoundedIntText(value=3, min=1, max=16, description="width")
        self.depth = widgets.BoundedIntText(value=3, min=1, max=12, description="depth")
        self.scheme = widgets.Dropdown(options=list(SCHEMES), value="unordered", description="scheme")
        self.p = widgets.BoundedFloatText(value=0.6, min=0, max=1, step=0.2, description="p (ordered)")
        self.seed = widgets.BoundedIntText(value=1, min=0, max=2**31, description="seed")
        self.dice = self._button("roll", self._roll)
        for field in (self.kind, self.width, self.depth, self.scheme, self.p, self.seed):
            field.layout.width = "200px"
        self.strategy.observe(self._on_strategy, names="value")
        self.framework.observe(self._on_framework, names="value")
        self.slider.observe(self._on_slider, names="value")
        super().__init__(
            [
                widgets.HBox([self.strategy, self.framework]),
                widgets.HBox([*self.buttons.values(), self.slider]),
                self.message,
                self.picture,
                self.panel,
                widgets.HBox([self.text, self.apply]),
                widgets.HBox(
                    [self.kind, self.width, self.depth, self.scheme, self.p, self.seed, self.dice],
                    layout={"flex_flow": "row wrap"},
                ),
            ]
        )
        self.add_class("gametree-stepper")
        self._show_tree()

    # -- what people do --------------------------------------------------------------------------------

    def _button(self, name: str, action: Callable[[], None]) -> Any:
        button = widgets.Button(description=name, tooltip=name, layout={"width": "auto"})
        button.on_click(lambda _: self._do(action))
        return button

    def _do(self, action: Callable[[], None]) -> None:
        """Do what was asked for; if it can't be done, say why in one sentence and stay where we are."""
        tree = self.walk.tree
        try:
            action()
        except (ValueError, MemoryError) as error:
            self.message.value = (
                f'<span role="alert" style="color:#B84A00"><b>{html.escape(str(error))}</b></span>'
            )
            return
        self.message.value = ""
        if self.walk.tree is not tree:
            self._show_tree()
        else:
            self._show()

    def _edit(self) -> None:
        self.walk.edit(self.text.value)

    def _roll(self) -> None:
        self.walk.roll(
            kind=self.kind.value,
            width=self.width.value,
            depth=self.depth.value,
            scheme=self.scheme.value,
            p=self.p.value,
            seed=self.seed.value,
        )
        self.seed.value += 1

    def _on_strategy(self, change: Any) -> None:
        self._do(lambda: self.walk.choose(change["new"]))

    def _on_framework(self, change: Any) -> None:
        self.walk.framework = change["new"]
        self._show()

    def _on_slider(self, change: Any) -> None:
        if not self._silent:
            self._do(lambda: self.walk.go(change["new"] - 1))

    # -- what people see -------------------------------------------------------------------------------

    def _show_tree(self) -> None:
        self.text.value = self.walk.text
        self._show()

    def _show(self) -> None:
        # The slider follows the walk; that is not somebody moving it.
        self._silent = True
        self.slider.max = len(self.walk.traced)
        self.slider.value = self.walk.step + 1
        self._silent = False
        self.picture.value = plot.image_html(self.walk.draw(), self.walk.describe())
        self.panel.value = panel_html(self.walk)


def panel_html(walk: Walk) -> str:
    """Return the facts about a step as a small table."""
    rows = "".join(
        f'<tr><th scope="row" style="{_HEADING}">{html.escape(heading)}</th>'
        f'<td style="text-align:left">{html.escape(fact)}</td></tr>'
        for heading, fact in walk.facts().items()
    )
    caption = html.escape(f"{walk.strategy}: step {walk.step + 1} of {len(walk.traced)}")
    return (
        '<table class="text" style="margin:0;line-height:1.4">'
        f'<caption style="text-align:left"><b>{caption}</b></caption><tbody>{rows}</tbody></table>'
    )


def stepper(tree: Any = None, strategy: str = "alphabeta", framework: str = "minimax") -> Stepper:
    """Return the widget, at the first cut-off of the search, or at its end if there is none.

    Parameters
    ----------
    tree : Tree or nested lists, optional
        The tree to begin with: the specimen tree of Muszycka 1985 by default.
    strategy : str
        The strategy to begin with.
    framework : {"minimax", "negamax"}
        Whose point of view values are shown from to begin with.
    """
    return Stepper(Walk(tree, strategy, framework))


def stepper_picture(tree: Any = None, strategy: str = "alphabeta", framework: str = "minimax") -> HTML:
    """Return what `stepper` with the same arguments shows before anybody touches it, without a widget."""
    walk = Walk(tree, strategy, framework)
    return HTML(plot.image_html(walk.draw(), walk.describe()) + panel_html(walk))
