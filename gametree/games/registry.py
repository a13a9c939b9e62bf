"""The games there are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gametree._checks import check_name
from gametree.games import checkers, connect_four, tic_tac_toe
from gametree.games.game import CompiledGame, Game
from gametree.games.walk import CHECKERS, CONNECT_FOUR, TIC_TAC_TOE

_COMPILED: tuple[Game, ...] = (
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
)  # fmt: skip


class _Games(Mapping[str, Game]):
    """Name -> game; chess is imported when it is asked for, because only chess needs another package."""

    _compiled: Mapping[str, Game] = {game.name: game for game in _COMPILED}

    def __getitem__(self, name: str) -> Game:
        if name == "chess":
            from gametree.games.chess_game import CHESS

            return CHESS
        return self._compiled[name]

    def __contains__(self, name: object) -> bool:
        return name in tuple(self)

    def __iter__(self) -> Iterator[str]:
        return iter((*self._compiled, "chess"))

    def __len__(self) -> int:
        return len(self._compiled) + 1


GAMES: Mapping[str, Game] = _Games()
"""Name -> game.  Asking for chess needs the package of that name: ``pip install "gametree[games]"``."""


def game_named(game: str | Game) -> Game:
    """Return the game of a name; a game is returned as it is.

    Examples
    --------
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
