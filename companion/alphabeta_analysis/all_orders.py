"""Small trees in every order: of the leaves (section 7 of Knuth & Moore 1975), and of the children (Figure 5).

Figure 5 is a tree with the leaves a_1, ..., a_8 and b_1, ..., b_8, all a below all b, in which Alphabeta makes
cut-offs whatever the order.  The scan has lost which leaf is which, so all placements in a binary tree of height 4 are
tried: up to the order of children there are few.  Which cut-offs are forced can be seen with all a equal and all b equal,
if a cut-off is made on strict inequality only: one among equals could be avoided by a suitable choice of their values.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gametree._checks import check_count, check_flag, check_kind, shown
from gametree._compile import Reals, Wholes, Wholes32, compiled
from gametree.search.alphabeta import start_alphabeta
from gametree.search.branch_and_bound import start_branch_and_bound
from gametree.search.log import ABSENT, Log, Marks
from gametree.search.open_list import Open, open_arrays
from gametree.search.row import entered_of_row
from gametree.tree import UniformArrays, levels_of

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
    >>> from companion.alphabeta_analysis import all_orders
    >>> [str(part) for part in all_orders.examined_in_all_orders(2, 2)]
    ['1', '1', '1', '2/3']
    """
    d, h = check_count("d", d, 1, MOST_LEAVES), check_count("h", h, 0, MOST_LEAVES)
    deep = check_flag("deep", deep)
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


# -- Figure 5 ----------------------------------------------------------------------------------------------------------

HEIGHT = 4


@cache
def _placements(height: int) -> tuple[tuple[int, ...], ...]:
    """Return the ways to write 0 or 1 at the leaves of a binary tree, one for each up to the order of children."""
    if height == 0:
        return ((0,), (1,))
    halves = _placements(height - 1)
    return tuple((*left, *right) for left, right in combinations_with_replacement(halves, 2))


def placements(high: int = 8, height: int = HEIGHT) -> Iterator[NDArray[np.float64]]:
    """Return the ways to write 1 (a leaf b) at `high` leaves of a binary tree and 0 (a leaf a) at the others.

    Examples
    --------
    >>> from companion.alphabeta_analysis import all_orders
    >>> [placement.tolist() for placement in all_orders.placements(high=1, height=2)]
    [[0.0, 0.0, 0.0, 1.0]]
    """
    height = check_count("height", height, 1, HEIGHT)
    check_count("high", high, 0, 2**height)
    return (np.array(leaves, dtype=np.float64) for leaves in _placements(height) if sum(leaves) == high)


def forced(placement: NDArray[np.float64]) -> int:
    """Return how many cut-offs F2 makes in the best order for avoiding them, all a being equal and all b too.

    Examples
    --------
    >>> import numpy as np
    >>> from companion.alphabeta_analysis import all_orders
    >>> all_orders.forced(np.array([0.0, 1.0, 0.0, 1.0]))
    0
    """
    return fewest_cutoffs(_leaves("placement", placement), deep=True, strict=True)


def with_distinct_values(placement: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.float64]:
    """Return values for the leaves, all different, those of the a below those of the b.

    Examples
    --------
    >>> import numpy as np
    >>> from companion.alphabeta_analysis import all_orders
    >>> values = all_orders.with_distinct_values(np.array([0.0, 1.0, 0.0, 1.0]), np.random.default_rng(1))
    >>> (values > 0.5).tolist()
    [False, True, False, True]
    """
    check_kind("rng", rng, np.random.Generator, "a numpy Generator")
    placement = _leaves("placement", placement)
    return rng.random(len(placement)) / 2 + placement


def fewest_cutoffs(leaves: NDArray[np.float64], deep: bool, strict: bool = False) -> int:
    """Return the fewest cut-offs over all orders of the children of a binary tree.

    Parameters
    ----------
    leaves : float64 array
        The leaves of a binary tree, from the left, for MAX; at most 2**`HEIGHT`.
    deep : bool
        Whether F2 searches, or F1, which makes no deep cut-offs.
    strict : bool
        Whether equality is not enough for a cut-off.

    Examples
    --------
    >>> import numpy as np
    >>> from companion.alphabeta_analysis import all_orders
    >>> all_orders.fewest_cutoffs(np.array([1.0, 2.0, 3.0, 4.0]), deep=True)
    0
    """
    leaves, deep, strict = _leaves("leaves", leaves), check_flag("deep", deep), check_flag("strict", strict)
    return int(_fewest(leaves, len(leaves).bit_length() - 1, deep, strict))


def _leaves(name: str, given: Any) -> NDArray[np.float64]:
    """Return the leaves of a binary tree, checked: a kernel follows them without looking."""
    is_row = isinstance(given, np.ndarray) and given.ndim == 1 and given.dtype.kind in "fiu"
    if not is_row or not np.isfinite(given).all():
        raise ValueError(f"{name} is {shown(given)}: it must be a row of finite numbers, a numpy array")
    if len(given) not in [2**height for height in range(1, HEIGHT + 1)]:
        raise ValueError(
            f"{name} has {len(given)} values: they must be those of a binary tree of height 1 to {HEIGHT}"
        )
    return np.ascontiguousarray(given, dtype=np.float64)


@compiled
def _fewest(leaves: Reals, height: int, deep: bool, strict: bool) -> int:
    fewest = 2**height
    count = np.zeros(1, dtype=np.int64)
    # Bit n of `flips` says whether the children of node n change places; the root is 1, the children of n are 2n and 2n+1.
    for flips in range(0, 2 ** (2**height), 2):
        count[0] = 0
        _search(leaves, np.int64(1), np.int64(0), height, flips, -np.inf, np.inf, deep, strict, count)
        fewest = min(fewest, count[0])
    return fewest


@compiled
def _search(
    leaves: Reals,
    node: int,
    level: int,
    height: int,
    flips: int,
    alpha: float,
    beta: float,
    deep: bool,
    strict: bool,
    count: Wholes,
) -> float:
    if level == height:
        value = leaves[node - 2**height]
        return -value if level & 1 else value
    flip = (flips >> node) & 1
    m = alpha
    for i in range(2):
        low = -beta if deep else -np.inf
        t = -_search(leaves, 2 * node + (i ^ flip), level + 1, height, flips, low, -m, deep, strict, count)
        m = max(m, t)
        if i == 0 and (m > beta if strict else m >= beta):
            count[0] += 1
            return m
    return m
