"""Every order of the leaves of a small uniform tree, searched: probabilities as exact fractions."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gametree._compile import Wholes, Wholes32, compiled
from gametree.search.alphabeta import start_alphabeta
from gametree.search.branch_and_bound import start_branch_and_bound
from gametree.search.log import ABSENT, Log, Marks
from gametree.search.open_list import Open, open_arrays
from gametree.search.row import entered_of_row
from gametree.tree import UniformArrays, check_count, levels_of

MOST_LEAVES = 10
"""The largest tree that is searched in every order: 10! is 3.6 million."""


def examined_in_all_orders(d: int, h: int, deep: bool = True) -> list[Fraction]:
    """Return, for each leaf of U(d,h) from the left, in what part of all orders of distinct values it is examined.

    Parameters
    ----------
    d, h : int
        Degree and height; U(d,h) may have at most `MOST_LEAVES` leaves.
    deep : bool
        Whether deep cut-offs are made: F2 (Alphabeta), or else F1 (Branch-and-bound).

    Examples
    --------
    >>> from companion.alphabeta_analysis import enumeration
    >>> [str(part) for part in enumeration.examined_in_all_orders(2, 2)]
    ['1', '1', '1', '2/3']
    """
    d, h = check_count("d", d, 1, MOST_LEAVES), check_count("h", h, 0, MOST_LEAVES)
    check_count(f"number of leaves of U({d},{h})", d**h, 1, MOST_LEAVES)
    span, offset = levels_of(d, h)
    arrays = UniformArrays(d, h, np.arange(d**h, dtype=np.float64), span, offset)
    marks = np.zeros(int(offset[-1] + span[0]), dtype=np.int32)
    # A lone root is examined without being entered.
    marks_of_leaves = _count_marks(arrays, np.zeros(3, dtype=np.int64), marks, open_arrays(0), deep)
    if h == 0:
        return [Fraction(1)]
    return [Fraction(int(count), math.factorial(d**h)) for count in marks_of_leaves]


@compiled
def _count_marks(
    arrays: UniformArrays, counts: Wholes, marks: Wholes32, workspace: Open, deep: bool
) -> NDArray[np.int64]:
    """Search all orders of arrays.leaves (Heap's way of listing them) and return how often each leaf was entered."""
    leaves, first = arrays.leaves, arrays.offset[arrays.depth]
    n = len(leaves)
    found = np.zeros(n, dtype=np.int64)
    place = np.zeros(n, dtype=np.int64)
    stamp: Any = np.int64(1)
    k = 0
    while True:
        log = Log(counts, Marks(marks, stamp), ABSENT)
        if deep:
            start_alphabeta(arrays, log, workspace)
        else:
            start_branch_and_bound(arrays, log, workspace)
        for row in range(0, n, arrays.width):
            for leaf in range(entered_of_row(marks, stamp, first + row, arrays.width)):
                found[row + leaf] += 1
        stamp += 1
        while k < n and place[k] >= k:
            place[k] = 0
            k += 1
        if k >= n:
            return found
        other = place[k] if k & 1 else 0
        leaves[k], leaves[other] = leaves[other], leaves[k]
        place[k] += 1
        k = 0
