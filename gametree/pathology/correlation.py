"""How much siblings resemble one another: what Nau 1983 holds responsible for pathology, or its absence."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gametree.generate.random import cell_number
from gametree.pathology.dependent import SCHEMES
from gametree.pathology.p_theory import xi
from gametree.tree import check_count

BLOCK = 200
"""Trees that are drawn together."""

GAMES = ("pearl", "incremental", *SCHEMES)


def correlation_of_siblings(game: str, t: int, level: int, trees: int, seed: int) -> float:
    """Return the correlation of the true values of two siblings at a level of binary games with t moves.

    Pearl- and incremental games have the values 1 and 0, dependent ones the minimax values of their sums.
    """
    if game not in GAMES:
        raise ValueError(f"game is {game!r}: it must be one of {', '.join(GAMES)}")
    check_count("t", t, 2, 16)
    check_count("level", level, 1, t)
    check_count("trees", trees, 1, 10**7)
    pairs = []
    for block in range(-(-trees // BLOCK)):
        rng = np.random.default_rng((seed, cell_number("siblings", game, t, level), block))
        values = _terminal_values(game, t, rng)
        for upper in range(t - 1, level - 1, -1):
            sons = values.reshape(BLOCK, -1, 2)
            values = sons.max(axis=2) if upper % 2 == 0 else sons.min(axis=2)
        pairs.append(values.reshape(-1, 2))
    left, right = np.concatenate(pairs).T.astype(float)
    # Which of two siblings stands left means nothing: count every pair both ways.
    return float(np.corrcoef(np.append(left, right), np.append(right, left))[0, 1])


def _terminal_values(game: str, t: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Return the terminal values of a block of games, from the point of view of the player who moves first."""
    if game == "pearl":
        last_wins = rng.random((BLOCK, 2**t)) < 1 - xi(2)
        return (last_wins if t % 2 else ~last_wins).astype(float)
    sums = np.zeros((BLOCK, 1))
    for level in range(1, t + 1):
        shape = (BLOCK, 2 ** (level - 1), 2)
        if game == "incremental":
            own = 2.0 * rng.integers(0, 2, shape) - 1
        else:
            scheme = SCHEMES[game]
            drawn = rng.random(shape).argsort(axis=2) + 1 if scheme.distinct else rng.integers(1, 3, shape)
            own = drawn * float(scheme.weight(2)) ** level
        sums = (sums[:, :, None] + own).reshape(BLOCK, -1)
    return (sums > 0).astype(float) if game == "incremental" else sums
