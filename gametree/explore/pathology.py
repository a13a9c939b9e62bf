"""Widgets about pathology: a G-game to play with, errors on their way up, and decisions by depth."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

import ipywidgets as widgets
import numpy as np
from IPython.display import HTML
from matplotlib.axes import Axes

from gametree import plot
from gametree.pathology.error_model import trajectory, wrong_decision
from gametree.pathology.evaluation import E1, E2, Evaluation
from gametree.pathology.g_game import RULES, GGame
from gametree.plot.pathology import TALLEST, describe_g_game, draw_g_game, draw_path, draw_quality
from gametree.tree import check_count

if TYPE_CHECKING:
    import pandas as pd

EVALUATIONS = {"e1: all elements count the same": E1, "e2: binomial weights": E2}
_RIGHT = {Fraction(0): "no", Fraction(1): "yes", Fraction(1, 2): "half the time"}
_CELL = "text-align:left;padding:1px 14px 1px 0"


def parse_board(text: str) -> GGame:
    """Read a board typed as signs (``+-++-``) or as numbers (``1 -1 1 1 -1``).

    Raises
    ------
    ValueError
        With one sentence that says what is wrong.
    """
    typed = text.strip()
    shown = typed if len(typed) <= 40 else typed[:37] + "..."
    packed = re.sub(r"[\s,]+", "", typed)
    if re.fullmatch(r"[+-]+", packed):
        elements = [1 if sign == "+" else -1 for sign in packed]
    elif re.fullmatch(r"([+-]?1[\s,]*)+", typed):
        elements = [int(number) for number in re.findall(r"[+-]?1", typed)]
    else:
        raise ValueError(
            f"board is {shown!r}: it must be signs such as +-++-, or numbers such as 1 -1 1 1 -1"
        )
    if not 2 <= len(elements) <= TALLEST + 1:
        raise ValueError(f"board has {len(elements)} elements: from 2 to {TALLEST + 1} can be drawn")
    return GGame(elements)


class BoardState:
    """A G-game, a rule, an evaluation and a depth, and what there is to see of them."""

    def __init__(self, board: str, rule: str, evaluation: Evaluation, depth: int) -> None:
        self.game = parse_board(board)
        self.rule = rule
        self.evaluation = evaluation
        self.depth = min(depth, self.game.height)

    @property
    def text(self) -> str:
        """The board as signs."""
        return "".join("+" if element == 1 else "-" for element in self.game.board)

    def type(self, text: str) -> None:
        """Take the board that was typed; if it is none, a ValueError says why and nothing changes."""
        self.game = parse_board(text)
        self.depth = min(self.depth, self.game.height)

    def roll(self, elements: int, seed: int) -> None:
        """Take a random board."""
        check_count("elements", elements, 2, TALLEST + 1)
        signs = np.random.default_rng(check_count("seed", seed, 0, 2**31)).integers(0, 2, elements)
        self.type("".join("-+"[sign] for sign in signs))

    def draw(self) -> Axes:
        """Draw the graph with the values that the search gives."""
        values = self.game.values(self.depth, self.evaluation, self.rule)
        title = f"{self.rule}, {self.evaluation.name}, depth {self.depth}"
        return draw_g_game(self.game, values=values, bold=self.game.winning_strategy(), title=title)

    def describe(self) -> str:
        """Return the alternative text of the picture."""
        values = self.game.values(self.depth, self.evaluation, self.rule)
        return f"{describe_g_game(self.game, values)} Rule: {self.rule}, {self.evaluation.name}."

    def table(self) -> str:
        """Return what each rule decides with each evaluation at the chosen depth, as an HTML table."""
        best = self.game.correct_move
        fact = "Both moves are equally good: nothing to decide."
        if best:
            fact = f"Only taking the <b>{best}</b> element wins for the player to move."
        heads = ("rule", "evaluation", "value of left", "value of right", "takes", "right?")
        body = ""
        for rule in RULES:
            for evaluation in EVALUATIONS.values():
                choice = self.game.choose(self.depth, evaluation, rule)
                right = "either is" if choice.right is None else _RIGHT[choice.right]
                a, b = choice.values
                cells = (rule, evaluation.name, f"{float(a):.6g}", f"{float(b):.6g}", choice.move, right)
                body += "<tr>" + "".join(f'<td style="{_CELL}">{cell}</td>' for cell in cells) + "</tr>"
        head = "".join(f'<th scope="col" style="{_CELL}">{name}</th>' for name in heads)
        caption = f"A search to depth {self.depth} of {self.game.height}"
        return (
            f'<p>{fact}</p><table class="text" style="margin:0"><caption>{caption}</caption>'
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        )


class BoardExplorer(widgets.VBox):
    """Type or roll a board, choose rule, evaluation and depth, and see values, decision and whether it was right."""

    def __init__(self, state: BoardState) -> None:
        self.state = state
        self.board = widgets.Text(description="board", value=state.text, continuous_update=False)
        self.use = widgets.Button(description="use this board")
        self.elements = widgets.BoundedIntText(description="elements", value=7, min=2, max=TALLEST + 1)
        self.seed = widgets.BoundedIntText(description="seed", value=1, min=0, max=2**31 - 1)
        self.dice = widgets.Button(description="roll")
        self.rule = widgets.Dropdown(description="rule", options=RULES, value=state.rule)
        self.evaluation = widgets.Dropdown(
            description="evaluation", options=EVALUATIONS, value=state.evaluation, layout={"width": "340px"}
        )
        self.depth = widgets.IntSlider(
            description="depth", min=1, max=state.game.height, value=state.depth, continuous_update=False
        )
        for field in (self.elements, self.seed):
            field.layout.width = "170px"
        self.message, self.picture, self.table = widgets.HTML(), widgets.HTML(), widgets.HTML()
        self.use.on_click(lambda _: self._do(lambda: state.type(self.board.value)))
        self.dice.on_click(lambda _: self._do(self._roll))
        for control in (self.rule, self.evaluation, self.depth):
            control.observe(lambda _: self._do(self._choose), names="value")
        super().__init__(
            [
                widgets.HBox([self.board, self.use]),
                widgets.HBox([self.elements, self.seed, self.dice]),
                widgets.HBox([self.rule, self.evaluation, self.depth], layout={"flex_flow": "row wrap"}),
                self.message,
                self.picture,
                self.table,
            ]
        )
        self.add_class("gametree-board")
        self._show()

    def _roll(self) -> None:
        self.state.roll(self.elements.value, self.seed.value)
        self.seed.value += 1

    def _choose(self) -> None:
        self.state.rule, self.state.evaluation = self.rule.value, self.evaluation.value
        self.state.depth = min(self.depth.value, self.state.game.height)

    def _do(self, action: Callable[[], None]) -> None:
        """Do what was asked for; if it can't be done, say why in one sentence and stay where we are."""
        try:
            action()
        except ValueError as error:
            self.message.value = alert(error)
            return
        self.message.value = ""
        self._show()

    def _show(self) -> None:
        self.board.value = self.state.text
        # Setting the slider calls _choose, which then finds the same state.
        self.depth.max = self.state.game.height
        self.depth.value = self.state.depth
        self.picture.value = plot.image_html(self.state.draw(), self.state.describe())
        self.table.value = self.state.table()


def alert(error: Exception) -> str:
    """Return an error as a sentence to show."""
    return f'<span role="alert" style="color:#B84A00"><b>{html.escape(str(error))}</b></span>'


def _board_state(board: str, rule: str, depth: int) -> BoardState:
    return BoardState(board, rule, E1, depth)


def board_explorer(board: str = "-+++--++", rule: str = "minimax", depth: int = 4) -> BoardExplorer:
    """Return the widget for a board typed as signs."""
    return BoardExplorer(_board_state(board, rule, depth))


def board_picture(board: str = "-+++--++", rule: str = "minimax", depth: int = 4) -> HTML:
    """Return what `board_explorer` with the same arguments shows before anybody touches it, without a widget."""
    state = _board_state(board, rule, depth)
    return HTML(plot.image_html(state.draw(), state.describe()) + state.table())


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
