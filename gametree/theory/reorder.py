"""Trees with the children of their nodes in another order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametree.tree import NestedArrays, Tree


class Reordered(NamedTuple):
    """A tree whose children were put into another order.

    Attributes
    ----------
    tree : Tree
        The new tree.
    origin : int64 array
        New node -> the node that it was.

    Examples
    --------
    >>> import gametree as gt
    >>> from gametree.theory import reorder
    >>> turned = reorder.reordered(gt.Tree.from_nested([5, [3, 4]]), {0: [2, 1]})
    >>> turned.tree, turned.origin.tolist()
    (Tree.from_nested([[3, 4], 5]), [0, 2, 3, 4, 1])
    """

    tree: Tree
    origin: NDArray[np.int64]


def reordered(tree: Tree, orders: Mapping[int, Sequence[int]]) -> Reordered:
    """Return a tree with the children of some nodes in another order.

    Parameters
    ----------
    tree : Tree
        The tree.
    orders : mapping
        Node -> all its children, from left to right; nodes that are not mentioned keep theirs as they are.

    Examples
    --------
    >>> import gametree as gt
    >>> from gametree.theory import reorder
    >>> reorder.reordered(gt.Tree.from_nested([5, [3, 4]]), {0: [2, 1]}).tree
    Tree.from_nested([[3, 4], 5])
    """
    for node, children in orders.items():
        if sorted(children) != tree.children(node):
            raise ValueError(
                f"orders[{node}] is {list(children)}: it must have the children {tree.children(node)}"
            )
    waiting, found = [0], []
    while waiting:
        node = waiting.pop()
        found.append(node)
        waiting.extend(reversed(orders.get(node) or tree.children(node)))
    origin = np.array(found)
    values = tree.values[origin]
    if tree.is_uniform:
        return Reordered(Tree.uniform(tree.width, tree.depth, values[~np.isnan(values)]), origin)
    place = np.empty_like(origin)
    place[origin] = np.arange(len(origin))
    parent = place[tree.parent[origin]]
    parent[0] = -1
    end = np.arange(len(origin)) + (tree.end - np.arange(len(origin)))[origin]
    return Reordered(Tree(NestedArrays(end, parent, values)), origin)


def with_first(children: Sequence[int], first: int) -> list[int]:
    """Return children with one of them put first.

    Examples
    --------
    >>> from gametree.theory import reorder
    >>> reorder.with_first([1, 2, 3], 3)
    [3, 1, 2]
    """
    return [first, *(child for child in children if child != first)]


def perfectly_ordered(tree: Tree) -> Reordered:
    """Return a tree with the best child of every node first, the leftmost of several (Knuth & Moore 1975, (12)).

    Examples
    --------
    >>> import gametree as gt
    >>> from gametree.theory import reorder
    >>> reorder.perfectly_ordered(gt.Tree.from_nested([[4, 3], [6, 5]])).tree
    Tree.from_nested([[5, 6], [3, 4]])
    """
    orders = {}
    for node in range(tree.n_nodes):
        if not tree.is_leaf(node):
            children = tree.children(node)
            orders[node] = with_first(
                children, next(s for s in children if tree.backed_up[s] == tree.backed_up[node])
            )
    return reordered(tree, orders)


def all_orders(tree: Tree) -> Iterator[Reordered]:
    """Yield a tree in every order of the children of all its nodes.

    Examples
    --------
    >>> import gametree as gt
    >>> from gametree.theory import reorder
    >>> [one.tree.to_nested() for one in reorder.all_orders(gt.Tree.from_nested([5, [3, 4]]))]
    [[5, [3, 4]], [5, [4, 3]], [[3, 4], 5], [[4, 3], 5]]
    """
    inner = [node for node in range(tree.n_nodes) if not tree.is_leaf(node)]
    for choice in product(*(permutations(tree.children(node)) for node in inner)):
        yield reordered(tree, dict(zip(inner, choice, strict=True)))
