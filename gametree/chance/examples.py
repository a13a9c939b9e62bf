"""The worked examples of the thesis (Zenzel 1989)."""

from __future__ import annotations

from typing import Any

from gametree._checks import as_float, shown
from gametree.chance.tree import Tree

FIGURE_6 = (7, 2, 3, 8, 4, 6, 10, 3, 0, 7, 2, 4, 1, 1, 1, 1)
"""The leaves of Figure 6, from left to right."""

FIGURE_8 = (-2, -2, -9, -8, -9, -7, -2, -2, -6, -6, -2, -2, -1, -1, -1.5, -1.5)
"""Leaves for Figure 8, whose own are lost.

What is known: the means of R and S, -8.5, and of T and U, -8, and that the value of every node from A to O lies in its
range of Table 3.  The rest is chosen.
"""

TABLE_3 = {
    "A": (-10, -7),
    "B": (-10, -7),
    "C": (-5, -2),
    "D": (-9, -7),
    "E": (-8, -7),
    "F": (-6.5, -5),
    "G": (-3, -1),
    "H": (-3, -1),
    "I": (-10, -7),
    "J": (-10, -5),
    "K": (-2.5, -1),
    "L": (-7, -1),
    "M": (-3, -1),
    "N": (-1, -1),
    "O": (-2, -1),
}
"""h and u of the nodes of Figure 8 that are not terminal."""


def binary_tree(leaves: Any, left: float, goal: str) -> Tree:
    """Return the tree of Figures 6 and 8: binary levels, OR and CHANCE alternating, probability `left` on every left arc.

    >>> binary_tree([1, 2, 3, 4], 0.8, "max").depth
    2
    """
    n = len(leaves) if hasattr(leaves, "__len__") else 0
    if n < 1 or n & (n - 1):
        raise ValueError(f"leaves is {shown(leaves)}: it must be as many numbers as a power of 2")
    if not 0 < as_float(left) < 1:
        raise ValueError(f"left is {shown(left)}: it must be a number between 0 and 1")

    def node(part: Any, level: int) -> Any:
        if len(part) == 1:
            return part[0]
        children = [node(half, level + 1) for half in (part[: len(part) // 2], part[len(part) // 2 :])]
        return ((left, children[0]), (1 - left, children[1])) if level % 2 else children

    return Tree.from_nested(node(list(leaves), 0), goal)


def figure_5() -> Tree:
    """Return CHANCE-node A of Figure 5, with B = 10 at probability 0.4; C is not known yet, and is 0 here.

    >>> import gametree as gt
    >>> gt.chance.examples.figure_5()
    chance.Tree.from_nested(((0.4, 10), (0.6, 0)))
    """
    return Tree.from_nested(((0.4, 10), (0.6, 0)))


def figure_6() -> Tree:
    """Return the tree of the alpha-cutoff example: probabilities 0.8 and 0.2, maximizing, value 6.52.

    >>> import gametree as gt
    >>> round(gt.chance.search(gt.chance.examples.figure_6(), "alpha-cutoff", low=0, high=10).value, 2)
    6.52
    """
    return binary_tree(FIGURE_6, 0.8, "max")


def figure_8() -> Tree:
    """Return the tree of the AOC* example: probabilities 0.5, costs, value -8.25.

    >>> import gametree as gt
    >>> examples = gt.chance.examples
    >>> gt.chance.search(examples.figure_8(), "aoc*", ranges=examples.TABLE_3).value
    -8.25
    """
    return binary_tree(FIGURE_8, 0.5, "min")
