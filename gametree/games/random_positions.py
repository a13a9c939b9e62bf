"""Positions of real games, found by random play."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from gametree._checks import check_pair
from gametree.games.game import Game
from gametree.games.registry import game_named
from gametree.tree import check_count

PLIES: Mapping[str, tuple[int, int]] = {
    "tic-tac-toe": (0, 5),
    "connect-four": (4, 24),
    "checkers": (4, 60),
    "chess": (4, 80),
}
"""How many moves are played at random, at least and at most, if nothing else is asked for."""

TRIES = 1000
"""Games that are begun for one position before giving up."""


def random_positions(
    game: str | Game, count: int, seed: int, plies: tuple[int, int] | None = None
) -> tuple[str, ...]:
    """Return positions reached by playing legal moves, all equally likely, from the start.

    Position number i depends on the seed and on i only.  Nobody has won yet in any of them, and somebody has
    a move; a position may come twice.

    Parameters
    ----------
    game : str or Game
        One of `GAMES`.
    count : int
        How many positions.
    seed : int
        Where the random numbers begin.
    plies : pair of int, optional
        How many moves are played, at least and at most; `PLIES` if left out.

    Examples
    --------
    >>> import gametree as gt
    >>> gt.games.random_positions("tic-tac-toe", 2, seed=1, plies=(4, 4))
    ('....XO.XO', '..OXX.O..')
    """
    chosen = game_named(game)
    count = check_count("count", count, 0, 10**6)
    seed = check_count("seed", seed, 0, 2**63)
    least, most = PLIES[chosen.name] if plies is None else check_pair("plies", plies, "least and most")
    least = check_count("plies[0]", least, 0, 1000)
    most = check_count("plies[1]", most, least, 1000)
    return tuple(_position(chosen, (seed, number), least, most) for number in range(count))


def _position(game: Game, seed: tuple[int, int], least: int, most: int) -> str:
    draw = np.random.default_rng(seed)
    for _ in range(TRIES):
        position = game.at_random(int(draw.integers(least, most + 1)), draw)
        if position is not None:
            return position
    raise ValueError(
        f"plies is {(least, most)}: {TRIES} games of {game.title} were over before; it must be less"
    )
