"""Trees whose nodes carry their position, the move that led to it and a static estimate.

`narrowed` keeps only the most promising moves, as chess programs of the 1980s did.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gametree._checks import check_kind
from gametree._compile import Flags, Reals, Wholes, Wholes32, compiled
from gametree.tree import NestedArrays, Tree, check_count


class GameTree(Tree):
    """A tree of positions; every search that takes a `Tree` takes it.

    A node is a sequence of moves, so several nodes may have the same position: they share its number.

    Parameters
    ----------
    arrays : NestedArrays
        The tree, with the static values of its leaves from MAX's point of view.
    position, move, estimate : array
        One entry per node, in preorder.

    Attributes
    ----------
    position : uint64 array
        The identity of the position: two nodes have the same number if and only if the same player is to
        move in the same position.
    move : int32 array
        The identity of the move that led to the node, comparable between nodes of the same player; -1 at the root.
    estimate : float64 array
        The static evaluation of the node, from MAX's point of view; at a leaf, its static value.

    Examples
    --------
    >>> import gametree as gt
    >>> tree = gt.games.unfold("tic-tac-toe", 3)
    >>> tree.n_nodes, len(set(tree.position.tolist()))
    (586, 334)
    >>> tree.move[tree.children(0)].tolist()
    [0, 1, 2, 3, 4, 5, 6, 7, 8]
    """

    def __init__(self, arrays: NestedArrays, position: Any, move: Any, estimate: Any):
        super().__init__(arrays)
        self.position = self._per_node("position", position, np.uint64)
        self.move = self._per_node("move", move, np.int32)
        self.estimate = self._per_node("estimate", estimate, np.float64)
        leaves = ~np.isnan(arrays.values)
        wrong = np.flatnonzero(leaves & (self.estimate != arrays.values))
        if wrong.size:
            node = int(wrong[0])
            raise ValueError(
                f"estimate[{node}] is {self.estimate[node]}: at a leaf it must be the static value,"
                f" {arrays.values[node]}"
            )

    def _per_node(self, name: str, given: Any, dtype: Any) -> NDArray[Any]:
        array = np.ascontiguousarray(given, dtype=dtype)
        if array.shape != (self.n_nodes,):
            raise ValueError(f"{name} has shape {array.shape}: the tree has {self.n_nodes} nodes, in one row")
        if dtype is np.float64 and not np.isfinite(array).all():
            node = int(np.flatnonzero(~np.isfinite(array))[0])
            raise ValueError(f"{name}[{node}] is {array[node]}: it must be a finite number")
        array.setflags(write=False)
        return array


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
