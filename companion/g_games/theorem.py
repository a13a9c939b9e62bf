"""Theorem 1 and Corollary 1 of Nau 1983 as formulae over all boards, to compare with the graph itself.

How much siblings resemble one another: what Nau 1983 holds responsible for pathology, or its absence.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.g_games.all_boards import backed_up, utilities
from gametree.backup.decisions import SCHEMES
from gametree.generate.random import cell_number
from gametree.theory.p_games import xi
from gametree.tree import check_count


def by_theorem_1(values: NDArray[np.int64], d: int) -> NDArray[np.int64]:
    """Return m(d, g) of all boards g, from the static values of all boards d elements shorter.

    Only two or three nodes at depth d matter, those around the centre (Theorem 1); with utilities in place of
    static values it is Corollary 1.
    """
    boards = np.arange(len(values) << d)

    def e(i: int, j: int) -> NDArray[np.int64]:
        """Return the values of g[i,j]."""
        return values[(boards >> j) & (len(values) - 1)]

    if d == 0:
        return values
    if d % 2:
        return -np.maximum(e((d + 1) // 2, (d - 1) // 2), e((d - 1) // 2, (d + 1) // 2))
    around = np.minimum(e((d + 2) // 2, (d - 2) // 2), e((d - 2) // 2, (d + 2) // 2))
    return np.maximum(e(d // 2, d // 2), around)


def exceptions_to_theorem_1(k: int, values: NDArray[np.int64]) -> int:
    """Count boards of height k, with their depths, whose backed-up value is not what Theorem 1 says.

    `values` holds the static values of all boards of one height; the depth of the search follows from it.
    """
    leaf = len(values).bit_length() - 2
    (*_, backed) = backed_up(values, k - leaf)
    return int((backed != by_theorem_1(values, k - leaf)).sum())


def exceptions_to_corollary_1(k: int) -> int:
    """Count boards of height k, with the depths from 1 to k, whose utility is not what Corollary 1 says."""
    utility = utilities(k)
    return sum(int((utility[k] != by_theorem_1(utility[k - d], d)).sum()) for d in range(1, k + 1))


def central_loss_nodes(k: int, d: int) -> tuple[int, int]:
    """Count the boards of height k that matter, and those whose losing child has two winning central descendants.

    Page 375 says that for even d both g2[d/2, d/2-1] and g2[d/2-1, d/2] are forced wins whenever g2 is a
    forced loss.  Corollary 1 gives only that one of them is.
    """
    if d % 2 or not 2 <= d <= k:
        raise ValueError(f"d is {d}: it must be even, and from 2 to k = {k}")
    utility = utilities(k)
    boards = np.arange(2 << k)
    left, right = utility[k - 1][boards & ((1 << k) - 1)], utility[k - 1][boards >> 1]
    matters = left != right
    lost_left = left < right

    def u(i: int, j: int) -> NDArray[np.int64]:
        return utility[k - d][(boards >> j) & ((2 << (k - d)) - 1)]

    half = d // 2
    # The losing child is g[1,0] or g[0,1]; one of the two nodes, g[d/2, d/2], is the same for both.
    other = np.where(lost_left, u(half + 1, half - 1), u(half - 1, half + 1))
    both = (u(half, half) == 1) & (other == 1)
    return int(matters.sum()), int((matters & both).sum())


def sibling_correlation(k: int) -> float:
    """Return the correlation of the utilities of the two children of a node of height k, over all boards."""
    utility = utilities(k - 1)[-1].astype(float)
    boards = np.arange(2 * len(utility))
    return float(np.corrcoef(utility[boards & (len(utility) - 1)], utility[boards >> 1])[0, 1])


def arbitrary_values(height: int, seed: int) -> NDArray[np.int64]:
    """Return random static values for all boards of a height: the theorem holds for any evaluation function."""
    return np.random.default_rng((seed, height)).integers(0, 1000, 2 << height)


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
            children = values.reshape(BLOCK, -1, 2)
            values = children.max(axis=2) if upper % 2 == 0 else children.min(axis=2)
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
