"""Trees with the children of their nodes in another order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametree._checks import check_kind, shown
from gametree.tree import NestedArrays, Tree, check_count, check_stored_tree


class Reordered(NamedTuple):
    """A reordered tree, and where its nodes come from: new node -> old node.

    >>> import gametree as gt
    >>> turned = reordered(gt.Tree.from_nested([5, [3, 4]]), {0: [2, 1]})
    >>> turned.tree, turned.origin.tolist()
    (Tree.from_nested([[3, 4], 5]), [0, 2, 3, 4, 1])
    """

    tree: Tree
    origin: NDArray[np.int64]


def reordered(tree: Tree, orders: Mapping[int, Sequence[int]]) -> Reordered:
    """Return a tree with the children of some nodes in another order: node -> all its children, from left to right.

    >>> import gametree as gt
    >>> reordered(gt.Tree.from_nested([5, [3, 4]]), {0: [2, 1]}).tree
    Tree.from_nested([[3, 4], 5])
    """
    check_stored_tree(tree)
    check_kind("orders", orders, Mapping, "a mapping from nodes to their children")
    for node, children in orders.items():
        check_count("each key of orders", node, 0, tree.n_nodes - 1)
        if isinstance(children, str) or not isinstance(children, Sequence):
            raise ValueError(
                f"orders[{node}] is {shown(children)}: it must have the children {tree.children(node)}"
            )
        if sorted(children, key=repr) != sorted(tree.children(node), key=repr):
            raise ValueError(
                f"orders[{node}] is {shown(list(children))}: it must have the children {tree.children(node)}"
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

    >>> with_first([1, 2, 3], 3)
    [3, 1, 2]
    """
    if isinstance(children, str) or not isinstance(children, Sequence):
        raise ValueError(f"children is {shown(children)}: it must be a list of nodes")
    if first not in children:
        raise ValueError(f"first is {shown(first)}: it must be one of the children {shown(list(children))}")
    return [first, *(child for child in children if child != first)]


def perfectly_ordered(tree: Tree) -> Reordered:
    """Return a tree with the best child of every node first, the leftmost of several (Knuth & Moore 1975, (12)).

    >>> import gametree as gt
    >>> perfectly_ordered(gt.Tree.from_nested([[4, 3], [6, 5]])).tree
    Tree.from_nested([[5, 6], [3, 4]])
    """
    check_stored_tree(tree)
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

    >>> import gametree as gt
    >>> [one.tree.to_nested() for one in all_orders(gt.Tree.from_nested([5, [3, 4]]))]
    [[5, [3, 4]], [5, [4, 3]], [[3, 4], 5], [[4, 3], 5]]
    """
    check_stored_tree(tree)
    inner = [node for node in range(tree.n_nodes) if not tree.is_leaf(node)]
    choices = product(*(permutations(tree.children(node)) for node in inner))
    return (reordered(tree, dict(zip(inner, choice, strict=True))) for choice in choices)
