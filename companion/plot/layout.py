"""Where the nodes of a tree go: leaves evenly spaced, parents centred over their children."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametree.tree import Tree


class Layout(NamedTuple):
    """Places of the nodes, in steps: neighbouring leaves are one step apart, and so are neighbouring levels.

    Subtrees lie above disjoint ranges of leaves, so nodes of one level are at least one step apart, no two
    edges cross, and what is below a leaf is free for its labels.

    Attributes
    ----------
    x : float64 array
        The distance from the leftmost leaf, per node.
    y : float64 array
        The level, per node: the root is at 0, and 1 is one level further down.
    """

    x: NDArray[np.float64]
    y: NDArray[np.float64]


def tidy_layout(tree: Tree) -> Layout:
    """Return where the nodes of a tree go."""
    is_leaf = tree.fan_out == 0
    x = np.where(is_leaf, np.cumsum(is_leaf) - 1.0, np.nan)
    for level in range(tree.depth - 1, -1, -1):
        parents = np.flatnonzero((tree.level == level) & ~is_leaf)
        x[parents] = [
            (x[children[0]] + x[children[-1]]) / 2 for children in map(tree.children, parents.tolist())
        ]
    return Layout(x, tree.level.astype(np.float64))
