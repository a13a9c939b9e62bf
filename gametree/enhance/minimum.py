"""The least number of leaves that can prove the value of a tree, whatever its shape (Knuth & Moore 1975, section 6).

To prove a value v one has to show that MAX gets at least v: a strategy of MAX, one move where MAX moves and all
where MIN does; and that MAX gets no more: a strategy of MIN.  Any two such strategies meet in exactly one leaf.
So the minimum is that of the one, plus that of the other, less 1.  On a uniform tree it is Knuth & Moore's
w^ceil(d/2) + w^floor(d/2) - 1.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gametree._compile import compiled
from gametree.search import search
from gametree.tree import Tree

NEVER = np.int64(2**61)


@compiled
def _proofs(end: Any, values: Any, node: int, max_moves: bool, value: float, at_least: bool) -> Any:
    """Return how many leaves it takes to show that a node is worth at least (or at most) a value; NEVER if it isn't."""
    if end[node] == node + 1:
        shown = values[node] >= value if at_least else values[node] <= value
        return np.int64(1) if shown else NEVER
    one_will_do = max_moves == at_least
    total = NEVER if one_will_do else np.int64(0)
    child = node + 1
    while child < end[node]:
        count = _proofs(end, values, child, not max_moves, value, at_least)
        total = min(total, count) if one_will_do else min(total + count, NEVER)
        child = end[child]
    return total


def fewest_leaves(tree: Tree) -> int:
    """Return the least number of leaves that must be evaluated to know the value of a tree, the root being MAX's."""
    arrays = tree.nested_arrays
    value = float(search(tree, "alphabeta").value)
    counts = [
        int(_proofs(arrays.end, arrays.values, np.int64(0), np.bool_(True), value, np.bool_(side)))
        for side in (True, False)
    ]
    return sum(counts) - 1
