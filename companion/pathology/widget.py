"""Widgets about pathology: errors on their way up, and decisions by depth."""

from __future__ import annotations

import html
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion import plot
from companion.pathology.figures import draw_decisions, draw_path
from companion.widgets.explorer import Explorer, choice, choices, slider
from gametree.theory.error_model import trajectory, wrong_decision

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class ErrorsByLevel:
    """Errors on their way up a tree, from err1, err2 and p at the leaves: all that the widget shows."""

    err1: float = 0.1
    err2: float = 0.1
    p: float = 0.6
    q: float = 0.0
    width: int = 2
    depth: int = 10

    def describe(self) -> str:
        """Return where the errors go.

        >>> ErrorsByLevel().describe()[:67]
        'Width 2, q = 0: ERR goes from 0.100 at the leaves to 0.378 after 10'
        """
        path = self._path()
        err = wrong_decision(path)
        return (
            f"Width {self.width}, q = {self.q:g}: ERR goes from {err[0]:.3f} at the leaves to {err[-1]:.3f} after "
            f"{self.depth} levels; err1 ends at {path.err1[-1]:.3f}, err2 at {path.err2[-1]:.3f}, p at {path.p[-1]:.3f}."
        )

    def _path(self) -> Any:
        return trajectory(self.err1, self.err2, self.p, self.depth, self.width, self.q)

    def picture_html(self) -> str:
        """Return the errors level by level."""
        return plot.image_html(draw_path(self._path(), self.q, self.width), self.describe())

    def table_html(self) -> str:
        """Return where the errors go."""
        return f"<p>{html.escape(self.describe())}</p>"


class ErrorExplorer(Explorer):
    """Sliders for err1, err2, p, q, the width and the depth, and the way of the errors up the tree."""

    state_class, css_class = ErrorsByLevel, "gametree-errors"

    def controls(self) -> dict[str, Any]:
        """Return a slider for each number."""
        parts = {name: slider(name, 0, 1, 0.01) for name in ("err1", "err2", "p", "q")}
        return parts | {"width": slider("width", 1, 8), "depth": slider("depth", 1, 60)}


class Decisions:
    """Quality against depth in one game, and what was printed of it: all that the widget shows.

    Parameters
    ----------
    frame, printed : pandas.DataFrame
        What was played, as from `sampled_quality`, and what was printed, with the same columns and its ``table``.
    game, w, t : str, int, int
        Which game, its width and its moves.
    rules : tuple of str
        Which rules.
    """

    def __init__(
        self,
        frame: pd.DataFrame,
        printed: pd.DataFrame,
        game: str = "pearl",
        w: int = 2,
        t: int = 7,
        rules: tuple[str, ...] = ("minimax",),
    ) -> None:
        self.frame, self.printed, self.game, self.w, self.t, self.rules = frame, printed, game, w, t, rules
        self.part = self._chosen(frame)
        if self.part.empty:
            sizes = sorted(set(zip(frame.w, frame.t, strict=True)))
            known = ", ".join(f"({a}, {b})" for a, b in sizes)
            raise ValueError(
                f"w, t are {w}, {t}, rules {list(rules)}: at least one rule, and one of the sizes {known}"
            )

    def _chosen(self, frame: pd.DataFrame) -> pd.DataFrame:
        same = (frame.game == self.game) & (frame.w == self.w) & (frame.t == self.t)
        return frame[same & frame.rule.isin(self.rules)]

    def picture_html(self) -> str:
        """Return quality against depth."""
        title = f"{self.game} game, width {self.w}, {self.t} moves"
        figure = draw_decisions(self.part, self._chosen(self.printed), lines="rule")
        figure.axes[0].set_title(title)
        ends = "; ".join(
            f"{rule}: " + ", ".join(f"{q:.3f}" for q in line.sort_values("d").probability)
            for rule, line in self.part.groupby("rule")
        )
        return plot.image_html(figure, f"{title}, probability of a correct decision by depth. {ends}.")

    def table_html(self) -> str:
        """Return nothing: the picture has all numbers."""
        return ""


class QualityExplorer(Explorer):
    """Choose a game, a width, a terminal level and rules; see quality against depth, and what was printed."""

    state_class, css_class = Decisions, "gametree-quality"

    def controls(self) -> dict[str, Any]:
        """Return what was played."""
        frame = self.state.frame
        names = {"game": "game", "w": "width", "t": "moves, t"}
        fields = {name: choice(label, sorted(set(frame[name]))) for name, label in names.items()}
        return fields | {"rules": choices("rules", sorted(set(frame.rule)), rows=3)}

    def offer(self) -> None:
        """Offer the widths of the game, and the moves of games of that width."""
        played = self.state.frame
        for before, name in (("game", "w"), ("w", "t")):
            played = played[played[before] == self.fields[before].value]
            field, options = self.fields[name], sorted(set(played[name]))
            value = min(options, key=lambda option: abs(option - field.value))
            field.options = options
            field.value = value

    def build(self, *given: Any) -> None:
        """Take what the controls choose of what was played."""
        super().build(*given or (self.state.frame, self.state.printed))
