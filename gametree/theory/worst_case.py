"""Values that leave Alphabeta nothing to cut off (Knuth & Moore 1975, beginning of section 7)."""

from __future__ import annotations

import numpy as np

from gametree.tree import NestedArrays, Tree


def without_cutoffs(tree: Tree) -> Tree:
    """Return a tree of the same shape with leaf values for which Alphabeta examines every leaf.

    All leaves below one son are worth more to the player to move than all leaves below the sons before it, so
    whatever window a node is searched in, its leaves lie inside.
    """
    values = np.full(tree.n_nodes, np.nan)
    waiting = [0]
    # Leaves in the order of increasing value: MAX's sons as they stand, MIN's sons from the last to the first.
    rank = 0
    while waiting:
        node = waiting.pop()
        sons = tree.sons(node)
        if not sons:
            values[node] = rank
            rank += 1
        waiting.extend(reversed(sons) if tree.is_max(node) else sons)
    if tree.is_uniform:
        return Tree.uniform(tree.width, tree.depth, values[~np.isnan(values)])
    return Tree(NestedArrays(tree.end.copy(), tree.parent.copy(), values))
