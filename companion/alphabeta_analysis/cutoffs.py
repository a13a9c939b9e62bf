"""Cut-offs that Knuth & Moore 1975 single out: deep ones, and those that no order of the children avoids.

Deep cut-offs are those that only a bound from further up than the parent allows (sections 2 and 3).

Figure 5 (section 7) is a tree with the leaves a_1, ..., a_8 and b_1, ..., b_8, all a below all b, in which Alphabeta makes
cut-offs whatever the order.  The scan has lost which leaf is which, so all placements in a binary tree of height 4 are
tried: up to the order of children there are few.  Which cut-offs are forced can be seen with all a equal and all b equal,
if a cut-off is made on strict inequality only: one among equals could be avoided by a suitable choice of their values.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametree._compile import Reals, Wholes, compiled
from gametree.trace import Trace, trace
from gametree.tree import Tree, check_count


class DeepCutoff(NamedTuple):
    """A cut-off of F2 that F1 is not able to make.

    Attributes
    ----------
    node : int
        The node whose search ends.
    left_out : tuple of int
        Its children that F1 examines and F2 does not.
    bound : float
        The value, for MAX, that is already sure.
    holder : int
        The node above, three levels or more, whose player has it.
    """

    node: int
    left_out: tuple[int, ...]
    bound: float
    holder: int


def deep_cutoffs(tree: Tree) -> list[DeepCutoff]:
    """Return the deep cut-offs in a tree, in the order in which F2 makes them.

    Examples
    --------
    >>> import gametree as gt
    >>> from companion.alphabeta_analysis.cutoffs import deep_cutoffs
    >>> tree, _ = gt.examples.figure_4()
    >>> deep_cutoffs(tree)
    [DeepCutoff(node=4, left_out=(6,), bound=1.0, holder=0)]
    """
    shallow = trace(tree, "branch-and-bound").snapshot().visited
    traced = trace(tree, "alphabeta")
    window = {step.node: (step.low, step.high) for step in traced if step.event == "enter"}
    found = []
    for step in traced:
        left_out = tuple(child for child in step.pruned if child in shallow)
        if left_out:
            found.append(DeepCutoff(step.node, left_out, *_holder(traced, window, step.node)))
    return found


def _holder(
    traced: Trace, window: dict[int, tuple[float | None, float | None]], node: int
) -> tuple[float, int]:
    """Return the bound that a search was cut off by, and the node whose best child so far it comes from."""
    tree = traced.tree
    side = 1 if tree.is_max(node) else 0
    bound = window[node][side]
    assert bound is not None
    above = int(tree.parent[node])
    while window[above][side] == bound:
        above = int(tree.parent[above])
    return bound, above


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
    >>> from companion.alphabeta_analysis import cutoffs
    >>> [placement.tolist() for placement in cutoffs.placements(high=1, height=2)]
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
    >>> from companion.alphabeta_analysis import cutoffs
    >>> cutoffs.forced(np.array([0.0, 1.0, 0.0, 1.0]))
    0
    """
    return fewest_cutoffs(placement, deep=True, strict=True)


def with_distinct_values(placement: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.float64]:
    """Return values for the leaves, all different, those of the a below those of the b.

    Examples
    --------
    >>> import numpy as np
    >>> from companion.alphabeta_analysis import cutoffs
    >>> values = cutoffs.with_distinct_values(np.array([0.0, 1.0, 0.0, 1.0]), np.random.default_rng(1))
    >>> (values > 0.5).tolist()
    [False, True, False, True]
    """
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
    >>> from companion.alphabeta_analysis import cutoffs
    >>> cutoffs.fewest_cutoffs(np.array([1.0, 2.0, 3.0, 4.0]), deep=True)
    0
    """
    height = len(leaves).bit_length() - 1
    if len(leaves) != 2**height or not 1 <= height <= HEIGHT:
        raise ValueError(
            f"leaves has {len(leaves)} values: they must be those of a binary tree of height 1 to {HEIGHT}"
        )
    return int(_fewest(leaves, height, deep, strict))


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
