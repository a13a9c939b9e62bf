"""Alphabeta is optimal (Knuth & Moore 1975, Theorem 2), constructively: any search yields an order as good as itself.

The leaves that a search examined imply bounds on the value of every node, (15) and (16).  The child that proves a
node's bound is put first.  Alphabeta then examines the critical positions of the new order, and all critical leaves are
among those that the search examined.

`without_cutoffs` is the other extreme: values that leave Alphabeta nothing to cut off.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import permutations, product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametree._checks import check_count, check_kind, shown
from gametree._compile import compiled
from gametree.reference import Recorder
from gametree.search import search, strategy_named
from gametree.search.view import ROOT
from gametree.theory.critical import CHILD_TYPES
from gametree.tree import NestedArrays, Tree, check_stored_tree


class Reordered(NamedTuple):
    """A reordered tree, and where its nodes come from: new node -> old node.

    >>> turned = reordered(Tree.from_nested([5, [3, 4]]), {0: [2, 1]})
    >>> turned.tree, turned.origin.tolist()
    (Tree.from_nested([[3, 4], 5]), [0, 2, 3, 4, 1])
    """

    tree: Tree
    origin: NDArray[np.int64]


def reordered(tree: Tree, orders: Mapping[int, Sequence[int]]) -> Reordered:
    """Return a tree with the children of some nodes in another order: node -> all its children, from left to right.

    >>> reordered(Tree.from_nested([5, [3, 4]]), {0: [2, 1]}).tree
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
    return Reordered(Tree._made(NestedArrays(end, parent, values)), origin)


def _with_first(children: Sequence[int], first: int) -> list[int]:
    return [first, *(child for child in children if child != first)]


def perfectly_ordered(tree: Tree) -> Reordered:
    """Return a tree with the best child of every node first, the leftmost of several (Knuth & Moore 1975, (12)).

    >>> perfectly_ordered(Tree.from_nested([[4, 3], [6, 5]])).tree
    Tree.from_nested([[5, 6], [3, 4]])
    """
    check_stored_tree(tree)
    orders = {}
    for node in range(tree.n_nodes):
        if not tree.is_leaf(node):
            children = tree.children(node)
            orders[node] = _with_first(
                children, next(s for s in children if tree.backed_up[s] == tree.backed_up[node])
            )
    return reordered(tree, orders)


def all_orders(tree: Tree) -> Iterator[Reordered]:
    """Yield a tree in every order of the children of all its nodes.

    >>> [one.tree.to_nested() for one in all_orders(Tree.from_nested([5, [3, 4]]))]
    [[5, [3, 4]], [5, [4, 3]], [[3, 4], 5], [[4, 3], 5]]
    """
    check_stored_tree(tree)
    inner = [node for node in range(tree.n_nodes) if not tree.is_leaf(node)]
    choices = product(*(permutations(tree.children(node)) for node in inner))
    return (reordered(tree, dict(zip(inner, choice, strict=True))) for choice in choices)


class Bounds(NamedTuple):
    """Bounds on the value of every node, from MAX's point of view: the paper's F_l and F_u."""

    low: NDArray[np.float64]
    high: NDArray[np.float64]


def examined(tree: Tree, strategy: str) -> frozenset[int]:
    """Return the leaves that a strategy examines."""
    chosen = strategy_named(strategy)
    check_stored_tree(tree)
    x = Recorder(tree)
    chosen.reference(x, 0)
    return frozenset(x.leaves)


def bounds(tree: Tree, leaves: Collection[int]) -> Bounds:
    """Return the bounds (15) and (16) that follow from the values of some leaves."""
    check_stored_tree(tree)
    if isinstance(leaves, str) or not isinstance(leaves, Collection):
        raise ValueError(f"leaves is {shown(leaves)}: it must be the numbers of leaves")
    for leaf in leaves:
        if not tree.is_leaf(check_count("each of leaves", leaf, 0, tree.n_nodes - 1)):
            raise ValueError(f"leaves has {leaf}: it must be the number of a leaf")
    low, high = np.full(tree.n_nodes, -np.inf), np.full(tree.n_nodes, np.inf)
    known = np.array(sorted(leaves), dtype=np.int64)
    low[known] = high[known] = tree.values[known]
    for node in range(tree.n_nodes - 1, -1, -1):
        if not tree.is_leaf(node):
            better = np.max if tree.is_max(node) else np.min
            children = tree.children(node)
            low[node], high[node] = better(low[children]), better(high[children])
    return Bounds(low, high)


def best_order(tree: Tree, leaves: Collection[int]) -> Reordered:
    """Reorder a tree so that Alphabeta examines only some of these leaves, which must determine the root's value.

    Children change places only at nodes of types 1 and 2; the order at type 3 makes no difference.
    """
    low, high = bounds(tree, leaves)
    if low[0] != high[0]:
        raise ValueError(
            f"leaves leave the value of the root between {low[0]} and {high[0]}: they must determine it"
        )
    orders: dict[int, list[int]] = {}
    waiting = [(0, 1)]
    while waiting:
        node, kind = waiting.pop()
        children = tree.children(node)
        if not children:
            continue
        if kind != 3:
            # The bound that favours the player to move: MAX's from below, MIN's from above.
            sure = low if tree.is_max(node) else high
            children = orders[node] = _with_first(
                children, next(s for s in children if sure[s] == sure[node])
            )
        first, other = CHILD_TYPES[kind]
        waiting.append((children[0], first))
        waiting.extend((child, other) for child in children[1:] if other)
    return reordered(tree, orders)


def fewest_leaves(tree: Tree) -> int:
    """Return the fewest leaves that Alphabeta examines in any order of the tree, and any algorithm at all.

    It must be proved that the value is at least v and at most v.  For "at least", one child of each MAX node suffices but
    all children of each MIN node are needed: that is a strategy of MAX; for "at most" the other way round.  Two such
    strategies meet in exactly one leaf.  On a uniform tree it is Knuth & Moore's w^ceil(d/2) + w^floor(d/2) - 1.

    >>> from gametree.examples import specimen
    >>> fewest_leaves(specimen())
    3
    """
    check_stored_tree(tree)
    arrays = tree.nested_arrays
    value = float(search(tree, "alphabeta").value)
    at_least, at_most = (
        int(_fewest_to_show(arrays.end, arrays.values, ROOT, np.bool_(True), value, np.bool_(side)))
        for side in (True, False)
    )
    return at_least + at_most - 1


def without_cutoffs(tree: Tree) -> Tree:
    """Return a tree of the same shape with leaf values for which Alphabeta examines every leaf (section 7).

    All leaves below one child are better for the player to move than all leaves below the children before it, so the
    leaves of a node lie inside any window that it is searched in.

    >>> tree = without_cutoffs(Tree.from_nested([[5, 6], [3, 4]]))
    >>> tree
    Tree.from_nested([[1, 0], [3, 2]])
    >>> search(tree, "alphabeta").leaves
    4
    """
    check_stored_tree(tree)
    values = np.full(tree.n_nodes, np.nan)
    waiting = [0]
    # Leaves in the order of increasing value: MAX's children in order, MIN's in reverse.
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
    return Tree._made(NestedArrays(tree.end.copy(), tree.parent.copy(), values))


NEVER = np.int64(2**61)


@compiled
def _fewest_to_show(
    end: NDArray[np.int64],
    values: NDArray[np.float64],
    node: int,
    max_moves: bool,
    value: float,
    at_least: bool,
) -> Any:
    """Return the fewest leaves that prove a node's value to be at least (or at most) a value; NEVER if it is not."""
    if end[node] == node + 1:
        shown = values[node] >= value if at_least else values[node] <= value
        return np.int64(1) if shown else NEVER
    one_suffices = max_moves == at_least
    total = NEVER if one_suffices else np.int64(0)
    child = node + 1
    while child < end[node]:
        count = _fewest_to_show(end, values, child, not max_moves, value, at_least)
        total = min(total, count) if one_suffices else min(total + count, NEVER)
        child = end[child]
    return total
