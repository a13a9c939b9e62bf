"""The games there are."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import chess

from gametree.games import checkers, connect_four, tic_tac_toe
from gametree.games.chess_game import ChessGame
from gametree.games.game import CompiledGame, Game
from gametree.games.walk import CHECKERS, CONNECT_FOUR, TIC_TAC_TOE

_ALL: tuple[Game, ...] = (
    CompiledGame(
        "tic-tac-toe", "Tic-tac-toe", tic_tac_toe.START, tic_tac_toe.DEEPEST, 9, 3_000_000,
        "lines open to each player, those with two stones four times",
        TIC_TAC_TOE, tic_tac_toe.read, tic_tac_toe.write, tic_tac_toe.move_text,
    ),
    CompiledGame(
        "connect-four", "Connect four", connect_four.START, connect_four.DEEPEST, 7, 3_000_000,
        "lines of four through each stone, and squares that would complete one, eight times",
        CONNECT_FOUR, connect_four.read, connect_four.write, connect_four.move_text,
    ),
    CompiledGame(
        "checkers", "English checkers", checkers.START, checkers.DEEPEST, 8, 3_000_000,
        "men (100), kings (150), rows that men have advanced (3), pieces in the centre (4), men at home (6)",
        CHECKERS, checkers.read, checkers.write, checkers.move_text,
    ),
    ChessGame(
        "chess", "Chess", chess.STARTING_FEN, 40, 30, 30_000,
        "pieces (100, 320, 330, 500, 900), how far pawns have come, without queens kings near the centre",
    ),
)  # fmt: skip

GAMES: Mapping[str, Game] = MappingProxyType({game.name: game for game in _ALL})
"""Name -> game."""


def game_named(game: str | Game) -> Game:
    """Return the game of a name; a game is returned as it is."""
    if isinstance(game, Game):
        return game
    if game not in GAMES:
        raise ValueError(f"game is {game!r}: it must be one of {', '.join(GAMES)}")
    return GAMES[game]
