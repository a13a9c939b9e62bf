"""Real games from the start to a value: moves generated, nothing stored, against OpenSpiel and easyAI.

All three search the same game to the same depth with the same evaluation, and must find the same value.

OpenSpiel   its own `tic_tac_toe` and `connect_four`, whose states are C++ objects, searched by
            `open_spiel.python.algorithms.minimax`: `expectiminimax`, which prunes nothing, and `alpha_beta_search`
easyAI      games that keep two boards of bits, with `unmake_move` (which spares easyAI a copy of the game per
            move), searched by `Negamax`, which always prunes: where everything is to be searched, it is
            given values that never reach a bound

The evaluation of connect four is told to both in Python, as numbers of bits; OpenSpiel's board is read from
the list of moves of a state, which is the quickest way to it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from bench.compare import compare
from bench.others import installed
from gametree import games
from gametree.games import connect_four as four
from gametree.games import tic_tac_toe as three

AIM = 30
DEPTH = 8

Task = Callable[[], float]


# -- the evaluation, in Python -----------------------------------------------------------------------------------------


@lru_cache(maxsize=2**21)
def worth_of(stones: int) -> int:
    """Return the lines of four through a player's stones (remembered: boards come again and again)."""
    return sum((stones & plane).bit_count() << bit for bit, plane in enumerate(four.PLANES))


def estimate(mine: int, theirs: int) -> int:
    """Return the estimate of `gametree.games.connect_four` for the owner of the first board."""
    empty = four.BOARD & ~(mine | theirs)
    threats = four._completing(mine, empty).bit_count() - four._completing(theirs, empty).bit_count()
    return worth_of(mine) - worth_of(theirs) + four.THREAT * threats


def boards(history: list[int]) -> tuple[int, int]:
    """Return the boards of who began and of the other after some moves (columns) of connect four."""
    both = [0, 0]
    for number, column in enumerate(history):
        stones = both[0] | both[1]
        both[number & 1] |= (stones + (1 << (four.HEIGHT * column))) & ~stones & four._column(column)
    return both[0], both[1]


# -- OpenSpiel ---------------------------------------------------------------------------------------------------------


def open_spiel_tic_tac_toe() -> Task:
    import pyspiel
    from open_spiel.python.algorithms.minimax import expectiminimax

    game = pyspiel.load_game("tic_tac_toe")
    return lambda: games.WIN * expectiminimax(game.new_initial_state(), 9, None, 0)[0]


def open_spiel_tic_tac_toe_pruned() -> Task:
    import pyspiel
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    game = pyspiel.load_game("tic_tac_toe")
    return lambda: games.WIN * alpha_beta_search(game)[0]


def open_spiel_connect_four() -> Task:
    import pyspiel
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    game = pyspiel.load_game("connect_four")

    def value(state: Any) -> float:
        # A won or drawn game is worth 1, -1 or 0 to OpenSpiel, which asks here only at the horizon.
        return estimate(*boards(state.history())) / games.WIN

    return lambda: games.WIN * alpha_beta_search(game, None, value, DEPTH, 0)[0]


# -- easyAI ------------------------------------------------------------------------------------------------------------


def _easy_ai(depth: int, game_class: Any) -> Task:
    from easyAI import Negamax

    searcher = Negamax(depth)

    def task() -> float:
        searcher(game_class())
        return searcher.alpha

    return task


class Boundless(float):
    """A number that is never as much as another: easyAI's Alphabeta compares so only to cut off."""

    def __ge__(self, other: object) -> bool:
        return False

    def __neg__(self) -> Boundless:
        return Boundless(-float(self))

    def __mul__(self, other: float) -> Boundless:  # easyAI makes wins that are nearer a little larger
        return Boundless(float(self) * other)


def easy_ai_tic_tac_toe(number: type = float) -> Task:
    from easyAI import TwoPlayerGame

    lost, drawn = number(-games.WIN), number(0)

    class TicTacToe(TwoPlayerGame):
        def __init__(self) -> None:
            self.players: list[Any] = [None, None]
            self.current_player = 1
            self.both = [0, 0, 0]

        def possible_moves(self) -> list[int]:
            taken = self.both[1] | self.both[2]
            return [square for square in range(9) if not taken >> square & 1]

        def make_move(self, square: int) -> None:
            self.both[self.current_player] |= 1 << square

        def unmake_move(self, square: int) -> None:
            self.both[self.current_player] ^= 1 << square

        def _lost(self) -> bool:
            theirs = self.both[3 - self.current_player]
            return any(theirs & line == line for line in three.LINES)

        def is_over(self) -> bool:
            return self._lost() or self.both[1] | self.both[2] == three.FULL

        def scoring(self) -> float:
            return lost if self._lost() else drawn

    return _easy_ai(9, TicTacToe)


def easy_ai_connect_four() -> Task:
    from easyAI import TwoPlayerGame

    class ConnectFour(TwoPlayerGame):
        def __init__(self) -> None:
            self.players: list[Any] = [None, None]
            self.current_player = 1
            self.both = [0, 0, 0]
            self.placed: list[int] = []

        def possible_moves(self) -> list[int]:
            taken = self.both[1] | self.both[2]
            return [column for column in range(7) if not taken >> (four.HEIGHT * column + 5) & 1]

        def make_move(self, column: int) -> None:
            taken = self.both[1] | self.both[2]
            stone = (taken + (1 << (four.HEIGHT * column))) & ~taken & four._column(column)
            self.both[self.current_player] |= stone
            self.placed.append(stone)

        def unmake_move(self, column: int) -> None:
            self.both[self.current_player] ^= self.placed.pop()

        def _lost(self) -> bool:
            return four._has_four(self.both[3 - self.current_player])

        def is_over(self) -> bool:
            return self._lost() or self.both[1] | self.both[2] == four.BOARD

        def scoring(self) -> float:
            if self._lost():
                return -games.WIN
            return estimate(self.both[self.current_player], self.both[3 - self.current_player])

    return _easy_ai(DEPTH, ConnectFour)


# -- both --------------------------------------------------------------------------------------------------------------

OURS: dict[str, Task] = {
    "tic-tac-toe, all of it": lambda: games.search_position("tic-tac-toe", 9, method="minimax").value,
    "tic-tac-toe, Alphabeta": lambda: games.search_position("tic-tac-toe", 9).value,
    f"connect four, Alphabeta, depth {DEPTH}": lambda: games.search_position("connect-four", DEPTH).value,
}

TASKS: dict[str, tuple[str, list[Callable[[], Task]]]] = {
    "OpenSpiel": (
        "open_spiel",
        [open_spiel_tic_tac_toe, open_spiel_tic_tac_toe_pruned, open_spiel_connect_four],
    ),
    "easyAI": (
        "easyAI",
        [lambda: easy_ai_tic_tac_toe(Boundless), easy_ai_tic_tac_toe, easy_ai_connect_four],
    ),
}
"""Package -> its name, and the same searches as in `OURS`."""


def against_packages(quick: bool) -> Iterator[dict[str, Any]]:
    """Real games from the start position to the value, moves generated on the way, against other packages."""
    for label, (package, makers) in TASKS.items():
        if not installed(package):
            print(f"  {label} is not installed: left out", file=sys.stderr, flush=True)
            continue
        for (what, mine), make in zip(OURS.items(), makers, strict=True):
            theirs = make()
            values = mine(), theirs()
            if abs(values[0] - values[1]) > 1e-6:
                raise SystemExit(f"{what}: {label} finds {values[1]} and we {values[0]}: nothing to compare")
            found = compare(mine, theirs, 3 if quick else 9)
            yield {
                "package": label,
                "game": what,
                "value": values[0],
                "theirs, ms": 1e3 * float(np.median(found.theirs)),
                "ours, ms": 1e3 * float(np.median(found.ours)),
                **found.times_as_fast(),
                "aim": AIM,
            }
