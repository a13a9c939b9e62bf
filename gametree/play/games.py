"""The games there are."""

from __future__ import annotations

from types import MappingProxyType

from gametree.play import checkers, connect_four, tic_tac_toe
from gametree.play.game import Game
from gametree.play.walk import CHECKERS, CONNECT_FOUR, TIC_TAC_TOE

_ALL = (
    Game(
        "tic-tac-toe", "Tic-tac-toe", TIC_TAC_TOE, tic_tac_toe.START, tic_tac_toe.DEEPEST, 9,
        tic_tac_toe.read, tic_tac_toe.write, tic_tac_toe.move_text,
        "lines open to each player, those with two stones four times",
    ),
    Game(
        "connect-four", "Connect four", CONNECT_FOUR, connect_four.START, connect_four.DEEPEST, 7,
        connect_four.read, connect_four.write, connect_four.move_text,
        "lines of four through each stone, and squares that would complete one, eight times",
    ),
    Game(
        "checkers", "English checkers", CHECKERS, checkers.START, checkers.DEEPEST, 8,
        checkers.read, checkers.write, checkers.move_text,
        "men (100), kings (150), rows that men have advanced (3), pieces in the centre (4), men at home (6)",
    ),
)  # fmt: skip

GAMES = MappingProxyType({game.name: game for game in _ALL})
"""Name -> game."""


def game_named(game: str | Game) -> Game:
    """Return the game of a name; a game is returned as it is."""
    if isinstance(game, Game):
        return game
    if game not in GAMES:
        raise ValueError(f"game is {game!r}: it must be one of {', '.join(GAMES)}")
    return GAMES[game]
