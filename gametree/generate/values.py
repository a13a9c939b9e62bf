"""The ways of giving static values to leaves (Muszycka 1985, sections 3.3 and 3.5).

    unordered          independent: a random permutation of 1..M on the M leaves of a uniform tree; on the
    leaves of a nonuniform
                       one, whole numbers from 1..500, drawn with replacement
    integer-dependent  the sons of a node with fan-out f get 1..f in random order; a leaf's value is the sum
    along its path real-dependent     likewise, with 1/f^L, ..., f/f^L, where L is the level of the sons
    ordered            the leftmost son of a node is a best son with probability p

A node's fan-out, its value and its sons' values are drawn from the root downwards.  For `ordered`, every
node carries its own minimax value v; with probability p its leftmost son inherits v, otherwise some other
son does, chosen at random, and the leftmost gets a value that is strictly worse for the player to move; all
other sons get values that are not better, uniform over those there are.  So that something strictly worse
always exists, nodes at level L have values in a range that shrinks by one per level above the leaves:
`ordered_ranges`.  (A node with one son has no choice.)
"""

from typing import Any

import numpy as np
from numba.extending import register_jitable
from numpy.typing import NDArray

from gametree.generate.random import below, between, happens

UNORDERED, INTEGER_DEPENDENT, REAL_DEPENDENT, ORDERED = range(4)
SCHEMES = {
    "unordered": UNORDERED,
    "integer-dependent": INTEGER_DEPENDENT,
    "real-dependent": REAL_DEPENDENT,
    "ordered": ORDERED,
}


def ordered_ranges(depth: int, largest: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return, per level, the least and the greatest value that a node may have in an ordered tree."""
    low = np.ones(depth + 1, dtype=np.int64)
    high = np.full(depth + 1, largest, dtype=np.int64)
    for level in range(depth - 1, -1, -1):
        low[level] = low[level + 1] + (level % 2 == 0)
        high[level] = high[level + 1] - (level % 2 == 1)
    return low, high


@register_jitable
def fill_ordered(
    state: Any, out: Any, start: int, fan_out: int, level: int, value: float, p: float, low: Any, high: Any
) -> None:
    """Give the sons of a node at `level` with this minimax value their own, one of them inheriting it."""
    leader = 0
    if fan_out > 1 and not happens(state, p):
        leader = 1 + below(state, fan_out - 1)
    v = np.int64(value)
    for i in range(fan_out):
        worse = np.int64(i == 0 and leader > 0)
        if i == leader:
            out[start + i] = v
        elif level & 1:
            out[start + i] = between(state, v + worse, high[level + 1])
        else:
            out[start + i] = between(state, low[level + 1], v - worse)
