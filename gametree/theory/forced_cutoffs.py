"""Cut-offs that no order of the children avoids (Knuth & Moore 1975, section 7, Figure 5).

The figure is a tree with the leaves a_1, ..., a_8 and b_1, ..., b_8, all a below all b.  The scan has lost which leaf
is which, so all ways of placing them in a binary tree of height 4 are tried: up to the order of children there are few.

Which cut-offs are forced can be seen with all a equal and all b equal, if a cut-off is made on strict inequality only:
a cut-off among equals could be avoided by choosing their values suitably.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gametree._checks import check_flag, check_kind, shown
from gametree._compile import Reals, Wholes, compiled
from gametree.tree import check_count

__all__ = ["fewest_cutoffs", "forced", "placements", "with_distinct_values"]

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
    >>> from gametree.theory import forced_cutoffs
    >>> [placement.tolist() for placement in forced_cutoffs.placements(high=1, height=2)]
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
    >>> from gametree.theory import forced_cutoffs
    >>> forced_cutoffs.forced(np.array([0.0, 1.0, 0.0, 1.0]))
    0
    """
    return fewest_cutoffs(_check_leaves("placement", placement), deep=True, strict=True)


def with_distinct_values(placement: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.float64]:
    """Return values for the leaves, all different, those of the a below those of the b.

    Examples
    --------
    >>> import numpy as np
    >>> from gametree.theory import forced_cutoffs
    >>> values = forced_cutoffs.with_distinct_values(np.array([0.0, 1.0, 0.0, 1.0]), np.random.default_rng(1))
    >>> (values > 0.5).tolist()
    [False, True, False, True]
    """
    placement = _check_leaves("placement", placement)
    check_kind("rng", rng, np.random.Generator, "a numpy Generator")
    return rng.random(len(placement)) / 2 + placement


def _check_leaves(name: str, given: Any) -> NDArray[np.float64]:
    """Return the leaves of a binary tree as an array; a ValueError if they are not those of one."""
    wanted = f"those of a binary tree of height 1 to {HEIGHT}"
    try:
        leaves = np.asarray(given)
    except ValueError:
        leaves = np.empty(0)
    if leaves.ndim != 1 or leaves.dtype.kind not in "fiu" or not np.isfinite(leaves).all():
        raise ValueError(f"{name} is {shown(given)}: it must be finite numbers, {wanted}")
    if len(leaves) not in [2**height for height in range(1, HEIGHT + 1)]:
        raise ValueError(f"{name} has {len(leaves)} values: they must be {wanted}")
    return leaves.astype(np.float64)


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
    >>> from gametree.theory import forced_cutoffs
    >>> forced_cutoffs.fewest_cutoffs(np.array([1.0, 2.0, 3.0, 4.0]), deep=True)
    0
    """
    leaves = _check_leaves("leaves", leaves)
    deep, strict = check_flag("deep", deep), check_flag("strict", strict)
    height = len(leaves).bit_length() - 1
    return int(_fewest(np.ascontiguousarray(leaves, dtype=np.float64), height, deep, strict))


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
