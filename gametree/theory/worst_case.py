"""Values that leave Alphabeta nothing to cut off (Knuth & Moore 1975, beginning of section 7)."""

from __future__ import annotations

import numpy as np

from gametree.tree import NestedArrays, Tree, check_stored_tree

__all__ = ["without_cutoffs"]


def without_cutoffs(tree: Tree) -> Tree:
    """Return a tree of the same shape with leaf values for which Alphabeta examines every leaf.

    All leaves below one child are worth more to the player to move than all leaves below the children before it, so
    whatever window a node is searched in, its leaves lie inside.

    Examples
    --------
    >>> import gametree as gt
    >>> from gametree.theory import worst_case
    >>> tree = worst_case.without_cutoffs(gt.Tree.from_nested([[5, 6], [3, 4]]))
    >>> tree
    Tree.from_nested([[1, 0], [3, 2]])
    >>> gt.search(tree, "alphabeta").leaves
    4
    """
    check_stored_tree(tree)
    values = np.full(tree.n_nodes, np.nan)
    waiting = [0]
    # Leaves in the order of increasing value: MAX's children as they stand, MIN's children from the last to the first.
    rank = 0
    while waiting:
        node = waiting.pop()
        children = tree.children(node)
        if not children:
            values[node] = rank
            rank += 1
        waiting.extend(reversed(children) if tree.is_max(node) else children)
    if tree.is_uniform:
        return Tree.uniform(tree.width, tree.depth, values[~np.isnan(values)])
    return Tree(NestedArrays(tree.end.copy(), tree.parent.copy(), values))
