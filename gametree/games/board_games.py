"""Single games on boards, as trees (Muszycka 1985, section 5.1, Figures 48 and 49)."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametree._checks import check_count
from gametree.generate.random import cell_number
from gametree.generate.recipes import seed_number
from gametree.pearl import xi
from gametree.tree import Tree


def board_tree(board: Any, w: int = 2) -> Tree:
    """Return the tree of a game on a square board: the first player divides it into w vertical strips and keeps one.

    The second divides the rest into w horizontal strips, and so on, until one square remains: the leaf.

    >>> board_tree([[1, 0], [0, 1]]).to_nested()
    [[1, 0], [0, 1]]
    """
    squares = np.asarray(board)
    if squares.ndim != 2 or squares.shape[0] != squares.shape[1] or not _is_power(squares.shape[0], w):
        raise ValueError(
            f"board has shape {squares.shape}: it must be square, and its side a power of w = {w}"
        )
    return Tree.from_nested(_divided(squares, w, 1))


def _is_power(side: int, w: int) -> bool:
    while side % w == 0 and side > 1:
        side //= w
    return side == 1


def _divided(squares: NDArray[Any], w: int, axis: int) -> Any:
    if squares.size == 1:
        return float(squares.item())
    return [_divided(part, w, 1 - axis) for part in np.split(squares, w, axis=axis)]


class IncrementalGame(NamedTuple):
    """Its tree with the terminal values 1 and 0, and the numbers 1 or -1 of all nodes below the root, by level.

    >>> game = incremental_game(2, 2, seed=1)
    >>> game.tree.n_leaves, [len(level) for level in game.steps]
    (4, [2, 4])
    """

    tree: Tree
    steps: tuple[NDArray[np.int64], ...]


def pearl_game(
    width: int, depth: int, seed: int | np.random.Generator, number: int = 0, p: float | None = None
) -> Tree:
    """Return the tree of a Pearl-game: every terminal node is 1 with probability p, 1 - xi(width) by default.

    >>> pearl_game(2, 3, seed=1, p=1.0).leaves.tolist()
    [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]
    """
    rng = _generator("pearl", width, depth, seed, number)
    leaves = rng.random(width**depth) < (1 - xi(width) if p is None else p)
    return Tree.uniform(width, depth, leaves.astype(float))


def incremental_game(
    width: int, depth: int, seed: int | np.random.Generator, number: int = 0
) -> IncrementalGame:
    """Return an incremental game: nodes have numbers 1 or -1, a terminal node is 1 if the sum along its path is positive.

    >>> game = incremental_game(2, 1, seed=1)
    >>> game.tree.leaves.tolist() == [float(step > 0) for step in game.steps[0]]
    True
    """
    rng = _generator("incremental", width, depth, seed, number)
    steps = tuple(2 * rng.integers(0, 2, width**level) - 1 for level in range(1, depth + 1))
    sums = np.zeros(1, dtype=np.int64)
    for step in steps:
        sums = np.repeat(sums, width) + step
    return IncrementalGame(Tree.uniform(width, depth, (sums > 0).astype(float)), steps)


def steps_behind(tree: Tree) -> tuple[int, dict[int, int]]:
    """Return how many choices of 1 or -1 for all nodes but the root give the terminal values of a tree, and one of them.

    A terminal node is 1 exactly if the sum along its path is positive; of several choices, the one with the most ones near
    the root is returned, as node -> 1 or -1 (empty if there is none).

    >>> ways, steps = steps_behind(Tree.from_nested([1, 0]))
    >>> ways, steps
    (1, {2: -1, 1: 1})
    """
    if not np.isin(tree.leaves, (0, 1)).all():
        raise ValueError(
            f"tree has a leaf {tree.leaves[~np.isin(tree.leaves, (0, 1))][0]}: it must be 1 or 0"
        )
    ways: dict[tuple[int, int], int] = {}

    def count(node: int, above: int) -> int:
        key = (node, above)
        if key not in ways:
            ways[key] = sum(_fits(node, above + own) for own in (1, -1))
        return ways[key]

    def _fits(node: int, total: int) -> int:
        if tree.is_leaf(node):
            return int((total > 0) == (tree.values[node] == 1))
        return math.prod(count(child, total) for child in tree.children(node))

    number = math.prod(count(child, 0) for child in tree.children(0))
    steps: dict[int, int] = {}
    waiting = [(child, 0) for child in tree.children(0)] if number else []
    while waiting:
        node, above = waiting.pop()
        steps[node] = next(own for own in (1, -1) if _fits(node, above + own))
        waiting += [(child, above + steps[node]) for child in tree.children(node)]
    return number, steps


def _generator(
    game: str, width: int, depth: int, seed: int | np.random.Generator, number: int
) -> np.random.Generator:
    check_count("width", width, 2, 12)
    check_count("depth", depth, 1, 20)
    return np.random.default_rng((seed_number(seed), cell_number(game, width, depth), number))


def count_of_ones(tree: Tree, node: int) -> int:
    """Return the static value of a node in Nau's experiments: how many terminal nodes below it are 1.

    >>> count_of_ones(Tree.from_nested([[1, 0], [1, 1]]), 4)
    2
    """
    leaves = tree.values[node : int(tree.end[node])]
    return int(np.nansum(leaves))
