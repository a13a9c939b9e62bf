"""The thesis' own example of ordering."""

from __future__ import annotations

import numpy as np

from gametree.games.game_tree import GameTree
from gametree.tree import Tree


def figure_43() -> GameTree:
    """Return a tree for Figure 43: p1 promises most, then p3 with 6, then p2; then p11 turns out to be worth 1.

    The scan has lost the other values of the figure, and all below its second level: these are ours.
    """
    nested = [[[1, 0], [9, 8]], [[2, 3], [3, 4]], [[6, 5], [7, 6]]]
    shape = Tree.from_nested(nested).nested_arrays
    estimate = [0, 8, 1, 1, 0, 9, 9, 8, 3, 3, 2, 3, 4, 3, 4, 6, 6, 6, 5, 7, 7, 6]
    n = len(shape.end)
    move = [-1] + [0] * (n - 1)
    for node in range(n):
        for number, child in enumerate(Tree(shape).children(node)):
            move[child] = number
    return GameTree(shape, np.arange(n), move, estimate)
