"""All small trees: every shape, with every order of distinct values at the leaves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, permutations
from typing import Any

import numpy as np

from gametree._checks import check_count, check_kind, shown
from gametree.search import search
from gametree.theory.optimality import fewest_leaves, perfectly_ordered
from gametree.tree import MAX_DEPTH, Tree, check_stored_tree

Shape = list[Any] | None
"""A node with its children; a leaf is None."""


def shapes(n_nodes: int) -> Iterator[Shape]:
    """Yield all ordered trees with n nodes, leaves as None; their number is a Catalan number.

    >>> list(shapes(3))
    [[None, None], [[None]]]
    """
    return _shapes(check_count("n_nodes", n_nodes, 1, 100))


def _shapes(n_nodes: int) -> Iterator[Shape]:
    if n_nodes == 1:
        yield None
        return
    yield from _forests(n_nodes - 1)


def _forests(n_nodes: int) -> Iterator[list[Any]]:
    """Yield all non-empty lists of ordered trees with n nodes together."""
    for first in range(1, n_nodes):
        for head in _shapes(first):
            for rest in _forests(n_nodes - first):
                yield [head, *rest]
    for head in _shapes(n_nodes):
        yield [head]


def fillings(shape: Shape) -> Iterator[Tree]:
    """Yield the trees of a shape with the values 0, 1, 2, ... in every order at its leaves.

    >>> [tree.to_nested() for tree in fillings([None, [None]])]
    [[0, [1]], [1, [0]]]
    """
    n_leaves = leaves_in(shape)
    first = Tree.from_nested(filled(shape, iter(range(n_leaves)))).nested_arrays
    places = np.flatnonzero(~np.isnan(first.values))
    for order in permutations(range(n_leaves)):
        values = first.values.copy()
        values[places] = order
        yield Tree._made(first._replace(values=values))


def leaves_in(shape: Shape) -> int:
    """Return how many leaves a shape has.

    >>> leaves_in([None, [None, None]])
    3
    """
    n_leaves, waiting = 0, [(shape, 0)]
    while waiting:
        part, level = waiting.pop()
        if part is not None and (not isinstance(part, list) or not part):
            raise ValueError(f"shape is {shown(part)}: it must be None for a leaf, or a list of shapes")
        if level > MAX_DEPTH:
            raise ValueError(f"shape is {shown(shape)}: it must be nested at most {MAX_DEPTH} deep")
        n_leaves += part is None
        waiting += [(child, level + 1) for child in part or ()]
    return n_leaves


def filled(shape: Shape, values: Iterator[float]) -> Any:
    """Return a shape as nested lists, with values at its leaves from left to right.

    >>> filled([None, [None, None]], iter([5, 3, 4]))
    [5, [3, 4]]
    """
    check_kind("values", values, Iterator, "an iterator over the values of the leaves")
    n_leaves = leaves_in(shape)
    given = list(islice(values, n_leaves))
    if len(given) < n_leaves:
        raise ValueError(f"values has {len(given)} values: it must have one for each of {n_leaves} leaves")
    return _filled(shape, iter(given))


def _filled(shape: Shape, values: Iterator[float]) -> Any:
    return next(values) if shape is None else [_filled(child, values) for child in shape]


def perfect_order_is_not_best(tree: Tree) -> bool:
    """Whether in some order Alphabeta examines fewer leaves of a tree than with the best child first everywhere.

    >>> perfect_order_is_not_best(Tree.from_nested([3, [[1, 0], 2]]))
    True
    """
    check_stored_tree(tree)
    return search(perfectly_ordered(tree).tree, "alphabeta").leaves > fewest_leaves(tree)


def smallest_better_unordered(most_nodes: int = 8) -> Tree:
    """Return the smallest tree that is perfectly ordered and yet not in its best order (the statement of Figure 4).

    >>> smallest_better_unordered(4)
    Traceback (most recent call last):
        ...
    ValueError: most_nodes is 4: no tree of so few nodes is better off unordered
    """
    most_nodes = check_count("most_nodes", most_nodes, 1, 9)
    for n_nodes in range(2, most_nodes + 1):
        for shape in shapes(n_nodes):
            for tree in fillings(shape):
                if perfect_order_is_not_best(tree):
                    return perfectly_ordered(tree).tree
    raise ValueError(f"most_nodes is {most_nodes}: no tree of so few nodes is better off unordered")
