"""Widgets about pathology: a G-game to play with, errors on their way up, and decisions by depth."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

import ipywidgets as widgets
from IPython.display import HTML

from companion import plot
from companion.pathology.figures import draw_path
from companion.plot.quality import draw_quality
from companion.widgets.explorer import alert
from gametree.theory.error_model import trajectory, wrong_decision

if TYPE_CHECKING:
    import pandas as pd


class ErrorExplorer(widgets.VBox):
    """Sliders for err1, err2, p, q, the width and the depth, and the way of the errors up the tree."""

    def __init__(self, err1: float, err2: float, p: float, q: float, w: int, depth: int) -> None:
        starts = {"err1": err1, "err2": err2, "p": p, "q": q}
        self.sliders = {
            name: widgets.FloatSlider(
                description=name, value=value, min=0, max=1, step=0.01, continuous_update=False
            )
            for name, value in starts.items()
        }
        self.sliders["w"] = widgets.IntSlider(
            description="width", value=w, min=1, max=8, continuous_update=False
        )
        self.sliders["depth"] = widgets.IntSlider(
            description="depth", value=depth, min=1, max=60, continuous_update=False
        )
        self.picture = widgets.HTML()
        for slider in self.sliders.values():
            slider.observe(lambda _: self._show(), names="value")
        rows = list(self.sliders.values())
        super().__init__([widgets.HBox(rows[:3]), widgets.HBox(rows[3:]), self.picture])
        self.add_class("gametree-errors")
        self._show()

    def _show(self) -> None:
        self.picture.value = _errors_html(**{name: slider.value for name, slider in self.sliders.items()})


def _errors_html(err1: float, err2: float, p: float, q: float, w: int, depth: int) -> str:
    path = trajectory(err1, err2, p, depth, w, q)
    err = wrong_decision(path)
    alt = (
        f"Width {w}, q = {q:g}: ERR goes from {err[0]:.3f} at the leaves to {err[-1]:.3f} after {depth} levels; "
        f"err1 ends at {path.err1[-1]:.3f}, err2 at {path.err2[-1]:.3f}, p at {path.p[-1]:.3f}."
    )
    return plot.image_html(draw_path(path, q, w), alt) + f"<p>{html.escape(alt)}</p>"


def error_explorer(
    err1: float = 0.1, err2: float = 0.1, p: float = 0.6, q: float = 0.0, w: int = 2, depth: int = 10
) -> ErrorExplorer:
    """Return the widget about errors, with these numbers to begin with."""
    return ErrorExplorer(err1, err2, p, q, w, depth)


def error_picture(
    err1: float = 0.1, err2: float = 0.1, p: float = 0.6, q: float = 0.0, w: int = 2, depth: int = 10
) -> HTML:
    """Return what `error_explorer` with the same arguments shows before anybody touches it, without a widget."""
    return HTML(_errors_html(err1, err2, p, q, w, depth))


class QualityExplorer(widgets.VBox):
    """Choose a game, a width, a terminal level and a rule; see quality against depth, and what was printed."""

    def __init__(
        self, frame: pd.DataFrame, printed: pd.DataFrame, game: str, w: int, t: int, rule: str
    ) -> None:
        self.frame, self.printed = frame, printed
        self.game = widgets.Dropdown(description="game", options=sorted(set(frame.game)), value=game)
        self.w = widgets.Dropdown(description="width", options=sorted(set(frame.w)), value=w)
        self.t = widgets.Dropdown(description="moves, t", options=sorted(set(frame.t)), value=t)
        self.rule = widgets.SelectMultiple(
            description="rules", options=sorted(set(frame.rule)), value=(rule,), rows=3
        )
        self.message, self.picture = widgets.HTML(), widgets.HTML()
        controls = [self.game, self.w, self.t, self.rule]
        for control in controls:
            control.observe(lambda _: self._show(), names="value")
        super().__init__(
            [widgets.HBox(controls, layout={"flex_flow": "row wrap"}), self.message, self.picture]
        )
        self.add_class("gametree-quality")
        self._show()

    def _show(self) -> None:
        try:
            self.picture.value = _quality_html(
                self.frame, self.printed, self.game.value, self.w.value, self.t.value, self.rule.value
            )
            self.message.value = ""
        except ValueError as error:
            self.message.value = alert(error)


def _quality_html(
    frame: pd.DataFrame, printed: pd.DataFrame, game: str, w: int, t: int, rules: tuple[str, ...]
) -> str:
    part = frame[(frame.game == game) & (frame.w == w) & (frame.t == t) & frame.rule.isin(rules)]
    if part.empty:
        sizes = sorted(set(zip(frame.w, frame.t, strict=True)))
        known = ", ".join(f"({a}, {b})" for a, b in sizes)
        raise ValueError(
            f"w, t are {w}, {t}, rules {list(rules)}: at least one rule, and one of the sizes {known}"
        )
    title = f"{game} game, width {w}, {t} moves"
    known_points = printed[
        (printed.game == game) & (printed.w == w) & (printed.t == t) & printed.rule.isin(rules)
    ].assign(panel=title)
    shown = part.assign(panel=title, error=1.96 * part.sd / part.n**0.5)
    figure = draw_quality(
        shown,
        panels="panel",
        lines="rule",
        printed=known_points,
        columns=1,
        low=min(0.45, shown.probability.min()),
    )
    ends = "; ".join(
        f"{rule}: " + ", ".join(f"{q:.3f}" for q in line.sort_values("d").probability)
        for rule, line in part.groupby("rule")
    )
    return plot.image_html(figure, f"{title}, probability of a correct decision by depth. {ends}.")


def quality_explorer(
    frame: pd.DataFrame,
    printed: pd.DataFrame,
    game: str = "pearl",
    w: int = 2,
    t: int = 7,
    rule: str = "minimax",
) -> QualityExplorer:
    """Return the widget about decisions: frames as from `sampled_quality`, the printed one with the same columns."""
    return QualityExplorer(frame, printed, game, w, t, rule)


def quality_picture(
    frame: pd.DataFrame,
    printed: pd.DataFrame,
    game: str = "pearl",
    w: int = 2,
    t: int = 7,
    rule: str = "minimax",
) -> HTML:
    """Return what `quality_explorer` with the same arguments shows before anybody touches it, without a widget."""
    return HTML(_quality_html(frame, printed, game, w, t, (rule,)))
