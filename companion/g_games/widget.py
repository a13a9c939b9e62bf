"""A board of your own: its positions, what a rule and an evaluation make of it, and what is played at each depth."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import ipywidgets as widgets
import numpy as np

from companion import plot
from companion.g_games.figures import TALLEST, describe_g_game, draw_g_game
from companion.widgets.explorer import Explorer, choice, number, row, seed, slider
from gametree.games.g_game import RULES, GGame
from gametree.games.g_game_evaluation import E1, E2, Evaluation

EVALUATIONS = {"e1: all elements count the same": E1, "e2: binomial weights": E2}

_RIGHT = {Fraction(0): "no", Fraction(1): "yes", Fraction(1, 2): "half the time"}
_CELL = "text-align:left;padding:1px 14px 1px 0"


def parse_board(text: str) -> GGame:
    """Read a board typed as signs (``+-++-``) or as numbers (``1 -1 1 1 -1``).

    Raises
    ------
    ValueError
        With one sentence that says what is wrong.

    Examples
    --------
    >>> parse_board("1 -1, 1 1 -1").board == parse_board("+-++-").board
    True
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

    def __init__(
        self, board: str = "-+++--++", rule: str = "minimax", depth: int = 4, evaluation: Evaluation = E1
    ) -> None:
        self.game = parse_board(board)
        self.board = "".join("+" if element == 1 else "-" for element in self.game.board)
        self.rule, self.evaluation, self.depth = rule, evaluation, min(depth, self.game.height)

    def picture_html(self) -> str:
        """Return the graph with the values that the search gives."""
        values = self.game.values(self.depth, self.evaluation, self.rule)
        title = f"{self.rule}, {self.evaluation.name}, depth {self.depth}"
        drawn = draw_g_game(self.game, values=values, bold=self.game.winning_strategy(), title=title)
        told = f"{describe_g_game(self.game, values)} Rule: {self.rule}, {self.evaluation.name}."
        return plot.image_html(drawn, told)

    def table_html(self) -> str:
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
            f'<p style="text-align:left">{fact}</p><table class="text" style="margin:0"><caption>{caption}</caption>'
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        )


class BoardExplorer(Explorer):
    """Type or roll a board, choose rule, evaluation and depth, and see values, decision and whether it was right."""

    state_class, css_class = BoardState, "gametree-board"

    def controls(self) -> dict[str, Any]:
        """Return the board and how it is searched."""
        return {
            "board": widgets.Text(description="board", continuous_update=False),
            "rule": choice("rule", RULES),
            "evaluation": choice("evaluation", EVALUATIONS.items(), 340),
            "depth": slider("depth", 1, TALLEST),
        }

    def more(self) -> tuple[list[Any], list[Any]]:
        """Return the dice."""
        self.elements, self.seed = number("elements", 2, TALLEST + 1, value=7), seed(1)
        self.throw = self.button("roll", self._throw)
        return [row([self.elements, self.seed, self.throw])], []

    def offer(self) -> None:
        """Offer a search to the end of the board at most."""
        self.fields["depth"].max = parse_board(self.fields["board"].value).height

    def _throw(self) -> None:
        signs = np.random.default_rng(self.seed.value).integers(0, 2, self.elements.value)
        self.fields["board"].value = "".join("-+"[sign] for sign in signs)
        self.build()
        self.seed.value += 1

    def show(self) -> None:
        """Show the state; the board is written in signs, however it was typed."""
        self.fields["board"].value = self.state.board
        super().show()
