"""Trees of a given width: only the most promising moves are searched, as in the chess programs of the time."""

from __future__ import annotations

import numpy as np

from gametree._checks import check_kind
from gametree._compile import Flags, Reals, Wholes, Wholes32, compiled
from gametree.games.game_tree import GameTree
from gametree.tree import NestedArrays, check_count


@compiled
def _keep(end: Wholes, estimate: Reals, level: Wholes32, width: int, kept: Flags) -> None:
    """Mark the nodes that are reached when every player considers no more than `width` moves."""
    kept[0] = True
    for node in range(len(end)):
        if not kept[node]:
            continue
        sign = -1.0 if level[node] & 1 else 1.0
        child = node + 1
        while child < end[node]:
            better = 0
            other = node + 1
            while other < end[node]:
                more = sign * (estimate[other] - estimate[child])
                better += more > 0 or (more == 0 and other < child)
                other = end[other]
            kept[child] = better < width
            child = end[child]


def narrowed(tree: GameTree, width: int) -> GameTree:
    """Return the part of a tree in which every player considers only the `width` moves with the best estimates.

    Of equal estimates the first ones are kept; those that are kept stay in their order.

    Examples
    --------
    >>> import gametree as gt
    >>> tree = gt.games.unfold("tic-tac-toe", 3)
    >>> narrow = gt.games.narrowed(tree, 2)
    >>> tree.n_nodes, narrow.n_nodes
    (586, 15)
    """
    check_kind("tree", tree, GameTree, "a GameTree, whose nodes carry position, move and estimate")
    width = check_count("width", width, 1, 10**6)
    kept = np.zeros(tree.n_nodes, dtype=np.bool_)
    _keep(tree.end, tree.estimate, tree.level, width, kept)
    before = np.concatenate([[0], np.cumsum(kept)])
    parent = tree.parent[kept]
    arrays = NestedArrays(
        before[tree.end[kept]].astype(np.int64),
        np.where(parent < 0, -1, before[parent]).astype(np.int64),
        tree.values[kept],
    )
    return GameTree(arrays, tree.position[kept], tree.move[kept], tree.estimate[kept])
