"""Solution trees: the ways in which MAX can play (Muszycka 1985, section 2.6, after Stockman)."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from gametree.tree import Tree

MOST = 100_000
"""The largest number of solution trees that is listed."""


class SolutionTree(NamedTuple):
    """One reply of MAX to every move of MIN.

    Attributes
    ----------
    nodes : frozenset of int
        The root; all sons of every MIN node in it; one son of every MAX node in it.
    value : float
        The least static value of a leaf in it: what MAX is sure of when playing like this.
    """

    nodes: frozenset[int]
    value: float


def count_solution_trees(tree: Tree, node: int = 0) -> int:
    """Return the number of solution trees: a sum over the sons of MAX nodes, a product over those of MIN nodes."""
    sons = tree.sons(node)
    if not sons:
        return 1
    counts = [count_solution_trees(tree, son) for son in sons]
    if tree.is_max(node):
        return sum(counts)
    total = 1
    for count in counts:
        total *= count
    return total


def solution_trees(tree: Tree) -> list[SolutionTree]:
    """Return all solution trees of a tree, from the left.

    The greatest of their values is the minimax value of the tree (Stockman 1979; Roizen & Pearl 1983).
    """
    n_trees = count_solution_trees(tree)
    if n_trees > MOST:
        raise ValueError(f"tree has {n_trees} solution trees: at most {MOST} can be listed")
    return [
        SolutionTree(frozenset(nodes), tree.plain(min(tree.values[n] for n in nodes if tree.is_leaf(n))))
        for nodes in _choices(tree, 0)
    ]


def _choices(tree: Tree, node: int) -> list[tuple[int, ...]]:
    """Return the node sets of the solution trees of the subtree of a node."""
    sons = tree.sons(node)
    if not sons:
        return [(node,)]
    below = [_choices(tree, son) for son in sons]
    if tree.is_max(node):
        return [(node, *choice) for choices in below for choice in choices]
    return [(node, *(n for choice in combination for n in choice)) for combination in product(*below)]
