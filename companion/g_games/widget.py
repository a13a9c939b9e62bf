"""A board of your own: its positions, what a rule and an evaluation make of it, and what is played at each depth."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

import ipywidgets as widgets
import numpy as np
from IPython.display import HTML
from matplotlib.axes import Axes

from companion import plot
from companion.g_games.figures import TALLEST, describe_g_game, draw_g_game
from companion.widgets.explorer import alert
from gametree.games.g_game import RULES, GGame
from gametree.games.g_game_evaluation import E1, E2, Evaluation
from gametree.tree import check_count

if TYPE_CHECKING:
    pass


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


def _board_state(board: str, rule: str, depth: int) -> BoardState:
    return BoardState(board, rule, E1, depth)


def board_explorer(board: str = "-+++--++", rule: str = "minimax", depth: int = 4) -> BoardExplorer:
    """Return the widget for a board typed as signs."""
    return BoardExplorer(_board_state(board, rule, depth))


def board_picture(board: str = "-+++--++", rule: str = "minimax", depth: int = 4) -> HTML:
    """Return what `board_explorer` with the same arguments shows before anybody touches it, without a widget."""
    state = _board_state(board, rule, depth)
    return HTML(plot.image_html(state.draw(), state.describe()) + state.table())
