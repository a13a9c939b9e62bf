"""Critical positions and their types (Knuth & Moore 1975, section 6).

A position a_1 ... a_l (the paths of `Tree.path`, counted from 1) is critical if a_i = 1 for all even i or for all odd
i.  Type 1 has only ones; a type 2 position is searched to be refuted, a type 3 position to refute.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gametree._checks import check_count, check_number, shown
from gametree.tree import Tree, check_stored_tree

NOT_CRITICAL = 0
CHILD_TYPES = {1: (1, 2), 2: (3, 0), 3: (2, 2), NOT_CRITICAL: (0, 0)}
"""Type of a position -> type of its first successor, type of the others (proof of Theorem 1)."""


def types(tree: Tree) -> NDArray[np.int8]:
    """Return the type of every node: 1, 2 or 3, and 0 if it is not critical.

    >>> types(Tree.from_nested([[1, 2], [3, 4]])).tolist()
    [1, 1, 1, 2, 2, 3, 0]
    """
    check_stored_tree(tree)
    found = np.zeros(tree.n_nodes, dtype=np.int8)
    found[0] = 1
    for node in range(1, tree.n_nodes):
        parent = int(tree.parent[node])
        first, other = CHILD_TYPES[int(found[parent])]
        found[node] = first if node == parent + 1 else other
    return found


def is_critical(path: Sequence[int]) -> bool:
    """Whether a path of 1-based sibling numbers leads to a critical position, by the definition.

    >>> is_critical((1, 2, 1, 3)), is_critical((2, 2))
    (True, False)
    """
    if isinstance(path, str) or not isinstance(path, Sequence):
        raise ValueError(f"path is {shown(path)}: it must be 1-based sibling numbers, such as (1, 2)")
    for place, step in enumerate(path):
        check_count(f"path[{place}]", step, 1, 2**31)
    return all(a == 1 for a in path[0::2]) or all(a == 1 for a in path[1::2])


def on_level(d: int, level: int) -> int:
    """Return the number of critical positions on a level of a tree of degree d (Corollary 1, (13)).

    >>> on_level(3, 6)
    53
    """
    d, level = check_count("d", d, 1, 10**9), check_count("level", level, 0, 10_000)
    return int(d ** (level // 2) + d ** ((level + 1) // 2) - 1)


def expected_on_level(nonterminal: Sequence[float], successors: Sequence[float]) -> float:
    """Return the expected number of critical positions on a level of a random tree (Corollary 2, (14)).

    For each level above: the probability q_j that a position has successors, and their average number d_j.

    >>> expected_on_level([1, 1], [3, 3]) == on_level(3, 2)
    True
    >>> expected_on_level([1, 0.5], [3, 1.5])
    2.5
    """
    for name, given, most in (("nonterminal", nonterminal, 1), ("successors", successors, math.inf)):
        if isinstance(given, str) or not hasattr(given, "__len__"):
            raise ValueError(f"{name} is {shown(given)}: it must be a number for each level")
        for place, number in enumerate(given):
            check_number(f"{name}[{place}]", number, 0, most)
    if len(nonterminal) != len(successors):
        raise ValueError(
            f"nonterminal has {len(nonterminal)} levels, successors {len(successors)}: they must be the same levels"
        )
    q, d = np.asarray(nonterminal, dtype=float), np.asarray(successors, dtype=float)
    odd = np.arange(len(q)) % 2 == 1
    return float(np.where(odd, q, d).prod() + np.where(odd, d, q).prod() - q.prod())
