"""The games there are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from gametree._checks import check_name
from gametree.games import checkers, chess_rules, connect_four, tic_tac_toe, walk
from gametree.games.game import CompiledGame, Game

_GAMES = (
    CompiledGame(
        "tic-tac-toe", "Tic-tac-toe", tic_tac_toe.START, tic_tac_toe.DEEPEST, 9, 3_000_000,
        "lines open to each player, those with two stones four times",
        walk.TIC_TAC_TOE, tic_tac_toe.read, tic_tac_toe.write, tic_tac_toe.move_text,
    ),
    CompiledGame(
        "connect-four", "Connect four", connect_four.START, connect_four.DEEPEST, 7, 3_000_000,
        "lines of four through each stone, and squares that would complete one, eight times",
        walk.CONNECT_FOUR, connect_four.read, connect_four.write, connect_four.move_text,
    ),
    CompiledGame(
        "checkers", "English checkers", checkers.START, checkers.DEEPEST, 8, 3_000_000,
        "men (100), kings (150), rows that men have advanced (3), pieces in the centre (4), men at home (6)",
        walk.CHECKERS, checkers.read, checkers.write, checkers.move_text,
    ),
    CompiledGame(
        "chess", "Chess", chess_rules.START, chess_rules.DEEPEST, 30, 30_000,
        "pieces (100, 320, 330, 500, 900), how far pawns have come, without queens kings near the centre",
        walk.CHESS, chess_rules.read, chess_rules.write, chess_rules.move_text,
    ),
)  # fmt: skip


GAMES: Mapping[str, Game] = {game.name: game for game in _GAMES}
"""Name -> game."""

CHESS_BY_MOBILITY: Game = replace(
    _GAMES[-1],
    code=walk.CHESS_BY_MOBILITY,
    estimates="pieces (100, 320, 330, 500, 900), and 5 for each square that one can move to",
)
"""Chess with an evaluation for middle games: material and mobility."""


def game_named(game: str | Game) -> Game:
    """Return the game of a name; a game is returned as it is.

    >>> import gametree as gt
    >>> gt.games.game_named("checkers").title
    'English checkers'
    >>> gt.games.game_named("go")
    Traceback (most recent call last):
        ...
    ValueError: game is 'go': it must be one of tic-tac-toe, connect-four, checkers, chess
    """
    if isinstance(game, Game):
        return game
    return GAMES[check_name("game", game, GAMES)]
