"""Uniform trees with a static value at every node: the sum along its path.

Fixed and dynamic ordering need static values at all nodes.  In the thesis' dependent trees (Muszycka 1985,
section 3.3), and in Nau's incremental games (section 5.3), a leaf's value is a sum along its path, so the sum up
to an internal node can serve as that node's value.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from gametree._checks import check_name, many
from gametree.games.game_tree import GameTree
from gametree.games.unfolding import BYTES_PER_GAME_NODE
from gametree.generate.recipe import seed_number
from gametree.tree import MAX_DEPTH, NestedArrays, Tree, check_count, check_memory

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
    """Return a random U(width, depth) with a static value at every node.

    Parameters
    ----------
    width, depth : int
        Width and depth.
    scheme : str
        One of `SCHEMES`.
    seed : int or numpy Generator
        The source of randomness.
    number : int
        Which tree of the sequence that belongs to the seed.

    Returns
    -------
    GameTree
        All positions differ; a move is the 0-based index among its siblings.

    Examples
    --------
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
