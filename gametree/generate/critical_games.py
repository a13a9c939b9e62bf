"""Critical games: uniform trees in which one child of every node inherits its value, and the others may be worse.

A node passes its minimax value to one child, the heir, at a random place.  Every other child gets, with probability
`rate`, a value that is strictly worse for the player to move, uniform over all such values, and otherwise the same
value; where nothing worse exists, all children inherit.

With two values these are the critical win-loss games of Nguyen & Ramanujan 2024 (in their program the rate of the root
alone is always 1): where the player to move wins, a move is wrong at the given rate; where that player loses, all moves
are alike.  With many values and rate 1 every node has one heir and otherwise worse children: a forward model, drawn from
the root downwards, in the sense of Boige, Boumaza & Scherrer 2025.  The thesis' P-ordered trees (scheme ``"ordered"``)
and those of `known_value` are the same construction with another law for the place of the heir, and "not better" for
"worse".  `gametree.theory.critical_games` has the costs.
"""

from __future__ import annotations

import numpy as np

from gametree._checks import check_count, check_number
from gametree.generate.lazy import LazyTree
from gametree.generate.random import cell_number
from gametree.generate.recipes import Recipe, seed_number
from gametree.generate.values import CRITICAL


def critical_tree(
    *,
    width: int,
    depth: int,
    rate: float,
    values: int = 2,
    seed: int | np.random.Generator,
    number: int = 0,
) -> LazyTree:
    """Return a random uniform tree, never stored, in which one child of every node inherits its value.

    Parameters
    ----------
    width, depth : int
        Width and depth; there must be fewer than 2**62 leaves.
    rate : float
        The probability that a child other than the heir is worse: with 0 all leaves are alike.
    values : int
        Values are 1, 2, ..., `values`, the root's uniform over them; with 2, a game is a win (2) or a loss (1) of MAX.
    seed : int or numpy Generator
        The source of randomness.
    number : int
        Which tree of the seed's sequence.

    Examples
    --------
    >>> from gametree.generate import critical_tree
    >>> critical_tree(width=2, depth=40, rate=0.9, seed=1)
    <LazyTree: U(2,40), 1099511627776 leaves>
    >>> critical_tree(width=3, depth=2, rate=1.0, seed=2).materialize().to_nested()
    [[2, 2, 1], [2, 2, 1], [1, 2, 2]]
    """
    width = check_count("width", width, 1, 2**20)
    depth = check_count("depth", depth, 1, 61)
    rate = check_number("rate", rate, 0, 1)
    values = check_count("values", values, 2, 2**31)
    number = check_count("number", number, 0, 2**63 - 1)
    if width**depth >= 2**62:
        raise ValueError(
            f"depth is {depth}: U({width},{depth}) has 2**62 leaves or more, and so many can't be numbered"
        )
    low, high = np.ones(depth + 1, dtype=np.int64), np.full(depth + 1, values, dtype=np.int64)
    cell = cell_number("critical", rate, width, depth, values)
    nothing = np.zeros(0, dtype=np.int64)
    made = Recipe("uniform", CRITICAL, rate, width, depth, low, high, nothing, cell)
    return LazyTree(made, seed_number(seed), number)
