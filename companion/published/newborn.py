"""Expected leaves of Alphabeta at depths 2 and 3: Newborn's values, Table II of the thesis.

With integer-dependent values every subtree has the same best play, so its value is known from the values
assigned on the way to it: at depth 2, the child of the root that got a is worth a + 1; at depth 3, a + 1 + w.
A leaf is examined if and only if alpha < beta on its path, and both depend only on the values assigned to
left siblings, which are random permutations: the expectation is a finite sum.
"""

from __future__ import annotations

from math import comb, fsum

import numpy as np
from numpy.typing import NDArray

from gametree._checks import check_count
from gametree.theory import expected


def _pairs_with_greatest(w: int) -> NDArray[np.float64]:
    """Return, at [x, m], the expected number of places that hold x with m the greatest to the left (0: none)."""
    pairs = np.zeros((w + 1, w + 1))
    pairs[1:, 0] = 1 / w
    for x in range(1, w + 1):
        for m in range(1, w + 1):
            if x != m:
                smaller = m - 1 - (x < m)
                pairs[x, m] = fsum(comb(smaller, i - 1) / comb(w - 1, i) for i in range(1, w)) / w
    return pairs


def alphabeta_integer_dependent(w: int, d: int) -> float:
    """Return the expected number of leaves that Alphabeta examines in U(w,d), d = 2 or 3, integer-dependent values."""
    w, d = check_count("w", w, 1, 200), check_count("d", d, 2, 3)
    pairs = _pairs_with_greatest(w)
    a, m = np.nonzero(pairs)
    weight_a = pairs[a, m]
    # The same for the least to the left: turn 1..w around; w + 1 stands for "none".
    b, least = w + 1 - a, np.where(m == 0, 10 * w, w + 1 - m)
    # MAX has m + 1 (depth 3: m + 1 + w) at the root; MIN has a + least (a + least + w) at this node.
    open_window = (m[:, None] == 0) | (m[:, None] + 1 < a[:, None] + least[None, :])
    if d == 2:
        return float((weight_a[:, None] * weight_a[None, :] * open_window).sum())
    # Below, MAX collects b + c, and stops when that reaches what MIN has elsewhere, least + w.
    greatest = np.arange(w + 1)
    weight_c = pairs.sum(axis=0)
    goes_on = (b[:, None] + greatest[None, :] < least[:, None] + w) | (greatest[None, :] == 0)
    return float((weight_a[:, None] * open_window * (weight_a * (goes_on @ weight_c))[None, :]).sum())


def newborn(w: int, d: int, scheme: str) -> float:
    """Return the expected number of leaves that Alphabeta examines in U(w,d) with one of Newborn's two schemes.

    Parameters
    ----------
    w, d : int
        Width and depth; for integer-dependent values, depth 2 or 3.
    scheme : {"unordered", "integer-dependent"}
        How leaves get their values.
    """
    if scheme not in ("unordered", "integer-dependent"):
        raise ValueError(f"scheme is {scheme!r}: it must be unordered or integer-dependent")
    return expected.alphabeta(w, d) if scheme == "unordered" else alphabeta_integer_dependent(w, d)
