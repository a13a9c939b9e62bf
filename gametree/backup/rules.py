"""Backing-up rules for trees whose leaves carry estimates from 0 to 1 (Muszycka 1985, section 5.2).

An estimate is the probability that MAX wins, or a number used as such.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gametree._checks import check_name
from gametree.tree import Tree, check_stored_tree

Rule = Callable[[NDArray[np.float64]], float]
"""The value of a MIN node from those of its children; for MAX nodes it is applied to 1 - value."""


def _minimax(children: NDArray[np.float64]) -> float:
    return float(children.min())


def _product(children: NDArray[np.float64]) -> float:
    return float(children.prod())


def _average(children: NDArray[np.float64]) -> float:
    return (_minimax(children) + _product(children)) / 2


RULES: dict[str, Rule] = {"minimax": _minimax, "product": _product, "average": _average}
"""By name: the least value, the product (children win independently), and the mean of both."""


def check_estimates(tree: Any, low: float = 0.0, high: float = 1.0) -> None:
    """Raise an error unless `tree` is a stored tree whose leaves lie between two numbers."""
    check_stored_tree(tree)
    bad = (tree.leaves < low) | (tree.leaves > high)
    if bad.any():
        allowed = "0 to 1" if (low, high) == (0, 1) else f"low = {low:g} to high = {high:g}"
        raise ValueError(f"tree has a leaf {tree.leaves[bad][0]}: an estimate must be from {allowed}")


def winability(tree: Tree, rule: str = "product") -> NDArray[np.float64]:
    """Return the value of every node of a tree under a rule, from the estimates at its leaves.

    With the product rule a MIN node is won if all its children are, and a MAX node is lost if all its children are.
    (The scan has lost the product signs of section 5.2 and shows a minimum.)

    >>> import gametree as gt
    >>> gt.backup.winability(gt.Tree.from_nested([[0.5, 0.5], [0.25, 1]])).tolist()
    [0.4375, 0.25, 0.5, 0.5, 0.25, 0.25, 1.0]
    """
    check_name("rule", rule, RULES)
    check_estimates(tree)
    value = tree.values.copy()
    combine = RULES[rule]
    for node in range(tree.n_nodes - 1, -1, -1):
        children = tree.children(node)
        if children:
            value[node] = 1 - combine(1 - value[children]) if tree.is_max(node) else combine(value[children])
    return value


def preferred(tree: Tree, rule: str = "product") -> int:
    """Return the 0-based index of the child of the root with the greatest value: the leftmost of them.

    >>> import gametree as gt
    >>> tree = gt.Tree.from_nested([[0.5, 0.5], [0.4, 1]])
    >>> gt.backup.preferred(tree, "minimax"), gt.backup.preferred(tree, "product")
    (0, 1)
    """
    value = winability(tree, rule)
    if tree.n_nodes == 1:
        raise ValueError("tree is a single leaf: it must have a move to prefer")
    return int(np.argmax(value[tree.children(0)]))
