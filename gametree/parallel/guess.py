"""Where a parallel SSS* may start: what the value of the root is likely to be."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gametree.tree import Tree


def chance_of_at_most(tree: Tree, share: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the probability that the root's value is at most x, where a share of the leaves is at most x.

    Leaves are taken as independent, and all nodes of a level as having the mean fan-out of the level.  This
    is what a player can know beforehand of a tree of this shape with leaves from this distribution.
    """
    inner = tree.fan_out > 0
    chance = np.asarray(share, dtype=np.float64)
    for level in range(tree.depth - 1, -1, -1):
        width = float(tree.fan_out[inner & (tree.level == level)].mean())
        chance = 1 - (1 - chance) ** width if level & 1 else chance**width
    return chance


def likely_value(tree: Tree, quantile: float) -> float:
    """Return the leaf value that the root's value does not exceed with this probability, by `chance_of_at_most`."""
    leaves = np.sort(tree.leaves)
    share = np.arange(1, len(leaves) + 1) / len(leaves)
    at = int(np.searchsorted(chance_of_at_most(tree, share), quantile))
    return float(leaves[min(at, len(leaves) - 1)])


def guessed_bounds(tree: Tree, processors: int) -> list[float]:
    """Return starting bounds for all processors but the first: likely values at evenly spaced quantiles."""
    if tree.n_nodes == 1:
        return [np.inf] * (processors - 1)
    return [likely_value(tree, i / processors) for i in range(1, processors)]
