"""Solution trees: the ways in which MAX, or MIN, can play (Stockman 1979).

The thesis (Muszycka 1985, section 2.6) considers only MAX's; de Bruin, Pijls & Plaat 1994, section 2, call these min
solution trees, because the least leaf in one is a lower bound, and add MIN's: the max solution trees, whose greatest
leaf is an upper bound.  An optimal one of each together make a critical tree.
"""

from __future__ import annotations

import math
from itertools import product
from typing import NamedTuple

from gametree._checks import check_flag, check_kind, check_name
from gametree.tree import Tree, check_stored_tree

MOST = 100_000
"""The largest number of solution trees that is listed."""


class SolutionTree(NamedTuple):
    """One reply of MAX to every move of MIN (a max solution tree: of MIN to every move of MAX).

    Its nodes are the root, all children of every MIN node in it, and one child of every MAX node (or the other way
    round). Its value is the least of a leaf in it, which MAX is sure of when playing like this (or the greatest, which
    MIN is sure that MAX does not exceed).

    >>> SolutionTree(nodes=frozenset({0, 1}), value=5).value
    5
    """

    nodes: frozenset[int]
    value: float


def count_solution_trees(tree: Tree, node: int = 0, chooser_is_max: bool = True) -> int:
    """Return the number of solution trees: a sum over the children of MAX nodes, a product over those of MIN nodes.

    For max solution trees it is MIN who chooses.

    >>> import gametree as gt
    >>> count_solution_trees(gt.examples.specimen())
    10
    """
    check_stored_tree(tree)
    return _count(tree, tree.checked(node), check_flag("chooser_is_max", chooser_is_max))


def _count(tree: Tree, node: int, chooser_is_max: bool) -> int:
    children = tree.children(node)
    if not children:
        return 1
    together = sum if tree.is_max(node) == chooser_is_max else math.prod
    return together(_count(tree, child, chooser_is_max) for child in children)


def solution_trees(tree: Tree, kind: str = "min") -> list[SolutionTree]:
    """Return all min, or all max, solution trees of a tree, from the left.

    The greatest value of the min solution trees, and the least of the max solution trees, is the minimax value of the tree
    (Stockman 1979; Roizen & Pearl 1983).

    >>> tree = Tree.from_nested([[5, 6], [3, 4]])
    >>> [(sorted(one.nodes), one.value) for one in solution_trees(tree)]
    [([0, 1, 2, 3], 5), ([0, 4, 5, 6], 3)]
    >>> [one.value for one in solution_trees(tree, kind="max")]
    [5, 5, 6, 6]
    """
    chooser_is_max = check_name("kind", kind, ("max", "min")) == "min"
    n_trees = count_solution_trees(tree, chooser_is_max=chooser_is_max)
    if n_trees > MOST:
        raise ValueError(f"tree has {n_trees} solution trees: at most {MOST} can be listed")
    worst = min if chooser_is_max else max
    return [
        SolutionTree(frozenset(nodes), tree.plain(worst(tree.values[n] for n in nodes if tree.is_leaf(n))))
        for nodes in _choices(tree, 0, chooser_is_max)
    ]


def optimal_solution_tree(tree: Tree, kind: str) -> SolutionTree:
    """Return the leftmost solution tree whose value is that of the game tree.

    A "max" solution tree has all children of MAX nodes and one of every MIN node, and proves an upper bound; a "min"
    solution tree the other way round.

    >>> tree = Tree.from_nested([[5, 6], [3, 4]])
    >>> sorted(optimal_solution_tree(tree, "max").nodes)
    [0, 1, 2, 4, 5]
    """
    check_name("kind", kind, ("max", "min"))
    check_stored_tree(tree)
    nodes, waiting = set(), [0]
    while waiting:
        node = waiting.pop()
        nodes.add(node)
        children = tree.children(node)
        if children and tree.is_max(node) != (kind == "max"):
            children = [next(child for child in children if tree.backed_up[child] == tree.backed_up[node])]
        waiting.extend(children)
    return SolutionTree(frozenset(nodes), tree.plain(float(tree.backed_up[0])))


def critical_types(tree: Tree, upper: SolutionTree, lower: SolutionTree) -> dict[int, int]:
    """Return Knuth & Moore's type of every node of a critical tree, by the definition of section 2 of the paper.

    Type 1 is in both solution trees; type 2 is a MIN node of the max solution tree or a MAX node of the min
    solution tree, of which one child suffices; type 3 is any other, of which all children are needed.

    >>> tree = Tree.from_nested([[5, 6], [3, 4]])
    >>> upper, lower = (optimal_solution_tree(tree, kind) for kind in ("max", "min"))
    >>> critical_types(tree, upper, lower)
    {0: 1, 1: 1, 2: 1, 4: 2, 5: 3, 3: 2}
    """
    check_stored_tree(tree)
    for name, given in (("upper", upper), ("lower", lower)):
        check_kind(name, given, SolutionTree, "a SolutionTree of the tree")
    types = dict.fromkeys(sorted(upper.nodes & lower.nodes), 1)
    types |= {n: 3 if tree.is_max(n) else 2 for n in sorted(upper.nodes - lower.nodes)}
    return types | {n: 2 if tree.is_max(n) else 3 for n in sorted(lower.nodes - upper.nodes)}


def _choices(tree: Tree, node: int, chooser_is_max: bool) -> list[tuple[int, ...]]:
    """Return the node sets of the solution trees of the subtree of a node: all ways in which one player can play."""
    children = tree.children(node)
    if not children:
        return [(node,)]
    below = [_choices(tree, child, chooser_is_max) for child in children]
    if tree.is_max(node) == chooser_is_max:
        return [(node, *choice) for choices in below for choice in choices]
    return [(node, *(n for choice in combination for n in choice)) for combination in product(*below)]
