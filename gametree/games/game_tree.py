"""Trees whose nodes carry their position, the move that led to it and a static estimate.

`narrowed` keeps only the most promising moves, as chess programs of the 1980s did.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from gametree._checks import check_count, check_kind, check_name, many
from gametree._compile import Flags, Reals, Wholes, Wholes32, compiled
from gametree._memory import check_memory
from gametree.generate.recipes import seed_number
from gametree.tree import BYTES_PER_NODE, MAX_DEPTH, NestedArrays, Tree

BYTES_PER_GAME_NODE = BYTES_PER_NODE + 8 + 4 + 8
"""Memory per node of a `GameTree`: that of a tree, and position, move and estimate."""


class GameTree(Tree):
    """A tree of positions; every search that takes a `Tree` takes it.

    A node is a sequence of moves.  Two nodes have the same number in `position` if and only if the same player is to
    move in the same position.  `move` is the identity of the move that led to the node, comparable between nodes of
    the same player; -1 at the root.  `estimate` is the static evaluation, from MAX's point of view; at a leaf, its
    static value.

    >>> import gametree as gt
    >>> tree = gt.games.unfold("tic-tac-toe", 3)
    >>> tree.n_nodes, len(set(tree.position.tolist()))
    (586, 334)
    >>> tree.move[tree.children(0)].tolist()
    [0, 1, 2, 3, 4, 5, 6, 7, 8]
    """

    def __init__(self, arrays: NestedArrays, position: Any, move: Any, estimate: Any):
        check_kind("arrays", arrays, NestedArrays, "NestedArrays, as Tree.nested_arrays gives them")
        self._hold(arrays)
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

    @classmethod
    def _made(cls, arrays: Any, whole_numbers: bool = False) -> Self:
        raise TypeError(
            "a GameTree carries position, move and estimate of every node: it must be made by unfold, growing_tree or"
            " GameTree itself, not by methods of Tree"
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


Draw = Callable[[np.random.Generator, int, int, int], NDArray[np.float64]]
"""Generator, number of parents, width and level of the children -> each child's summand, a row per parent."""


def _permutations(random: np.random.Generator, parents: int, width: int) -> NDArray[np.float64]:
    return random.permuted(np.tile(np.arange(1.0, width + 1), (parents, 1)), axis=1)


SCHEMES: dict[str, Draw] = {
    "integer-dependent": lambda random, parents, width, level: _permutations(random, parents, width),
    "real-dependent": lambda random, parents, width, level: (
        _permutations(random, parents, width) * float(width) ** -level
    ),
    "incremental": lambda random, parents, width, level: random.choice([-1.0, 1.0], size=(parents, width)),
    "incremental-real": lambda random, parents, width, level: random.uniform(-1, 1, size=(parents, width)),
}
"""The summands of siblings: 1..w in random order, the same divided by w^level, +1 or -1, or a number between."""


def growing_tree(
    *, width: int, depth: int, scheme: str, seed: int | np.random.Generator, number: int = 0
) -> GameTree:
    """Return a random U(width, depth) with a static value at every node, by one of `SCHEMES`: the sum along its path.

    Fixed and dynamic ordering need static values at all nodes.  In the thesis' dependent trees (Muszycka 1985, section
    3.3), and in Nau's incremental games (section 5.3), a leaf's value is a sum along its path, so the sum up to an
    inner node can serve as that node's value.  All positions differ; a move is the 0-based index among its siblings.

    >>> import gametree as gt
    >>> tree = gt.games.growing_tree(width=2, depth=2, scheme="integer-dependent", seed=1)
    >>> sorted(tree.estimate.tolist())
    [0.0, 1.0, 2.0, 2.0, 3.0, 3.0, 4.0]
    """
    width = check_count("width", width, 1, 10**6)
    depth = check_count("depth", depth, 0, MAX_DEPTH)
    check_name("scheme", scheme, SCHEMES)
    n = sum(width**k for k in range(depth + 1))
    check_memory(f"U({width},{depth}) with its {many(n)} nodes", n * BYTES_PER_GAME_NODE)
    start = seed_number(seed), check_count("number", number, 0, 2**63 - 1)
    random = np.random.default_rng(start)
    sums, by_level = np.zeros(1), [np.zeros(1)]
    for level in range(1, depth + 1):
        sums = (sums[:, None] + SCHEMES[scheme](random, len(sums), width, level)).ravel()
        by_level.append(sums)
    shape = Tree.uniform(width, depth, sums)
    estimate, move = np.empty(n), np.full(n, -1, dtype=np.int32)
    for level, values in enumerate(by_level):
        nodes = np.flatnonzero(shape.level == level)
        estimate[nodes] = values
        if level:
            move[nodes] = np.tile(np.arange(width), width ** (level - 1))
    arrays = NestedArrays(shape.end.copy(), shape.parent.copy(), shape.values.copy())
    return GameTree(arrays, np.arange(n), move, estimate)
