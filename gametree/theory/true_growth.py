"""The exact cost of F1 on random trees: T(d, h) to any height, and its growth r(d) (Knuth & Moore 1975, section 7).

The paper proves that r(d) = lim T(d, h)^(1/h) exists and bounds it.  Here it is computed.  Let a position be examined
with a bound that is the t-quantile of the value of a random position of its level for the player to move.  Its i-th
child is examined if and only if the least of the i - 1 children before it, u in quantiles of *their* level, is above
1 - t^(1/d), and then with the bound u.  This is condition (42); the children before it are in subtrees of their own, so u
is independent of t, and the same operator leads from each height to the next:

    N_{n+1}(t) = N_n(1) + integral from 1 - t^(1/d) to 1 of w(u) N_n(u) du,    N_0 = 1,    T(d, h) = N_h(1),

where w(u) = sum of i (1 - u)^(i-1) over 1 <= i < d.  Its greatest eigenvalue is r(d).
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.polynomial.legendre import leggauss
from numpy.typing import NDArray

from gametree._checks import check_count

Array = NDArray[np.float64]

POINTS = 12
"""Points per piece of the interval."""

SHRINK = 0.45
"""Ratio of successive pieces towards either end."""

NEAR_0, NEAR_1 = 1e-19, 1e-10
"""Distances of the last pieces from the ends; NEAR_0 is relative to 1/d, and below it the integrand is negligible."""

STEPS = 10_000


def leaves(d: int, h: int) -> float:
    """Return T(d, h): the expected number of leaves that F1 examines in U(d,h) with independent values.

    >>> round(leaves(2, 2), 6)
    3.666667
    """
    h = check_count("h", h, 0, STEPS)
    return _applied(_operator(check_count("d", d, 1, 10**6)), h)


def chain(d: int, conditions: int) -> float:
    """Return the probability that the last of all leaves at level 1 + `conditions` is examined.

    Each level below the first sets a condition (42).  For d = 2 these are the products p_0, p_0 p_1, p_0 p_1 p_2, ...
    of (33).

    >>> round(chain(2, 1), 6)
    0.666667
    """
    conditions = check_count("conditions", conditions, 0, STEPS)
    return _applied(_operator(check_count("d", d, 2, 10**6), last_only=True), conditions + 1)


def _applied(matrix: Array, times: int) -> float:
    """Return what the operator makes of N_0 = 1, at 1."""
    found = np.ones(len(matrix))
    for _ in range(times):
        found = matrix @ found
    return float(found[-1])


def r(d: int) -> float:
    """Return r(d), the branching factor of F1 on random trees, (43).

    >>> round(r(2), 5)
    1.86258
    """
    matrix = _operator(check_count("d", d, 1, 10**6))
    found, growth = np.ones(len(matrix)), 0.0
    for _ in range(STEPS):
        after = matrix @ found
        before, growth = growth, float(after[-1] / found[-1])
        found = after / after[-1]
        if abs(growth - before) <= 1e-14 * growth:
            return growth
    raise ArithmeticError(f"the growth for d = {d} has not settled after {STEPS} steps")


@lru_cache(maxsize=4)
def _operator(d: int, last_only: bool = False) -> Array:
    """Return the operator as a matrix on the values at the points of all pieces, and at 1.

    With `last_only`, only the last child counts: the weight is that of i = d - 1, and N_n(1) is not added.
    """
    edges = _edges(d)
    x, weight = leggauss(POINTS)
    half = np.diff(edges) / 2
    points = ((edges[:-1] + half)[:, None] + half[:, None] * x).ravel()
    whole = (half[:, None] * weight).ravel() * _weight(points, d, last_only)
    # For each point t the integral begins at 1 - t^(1/d), and for t = 1 at 0.
    begin = np.append(-np.expm1(np.log(points) / d), 0.0)
    piece = np.clip(np.searchsorted(edges, begin, side="right") - 1, 0, len(half) - 1)
    begin = np.maximum(begin, edges[0])
    rows = np.where(np.arange(len(points))[None, :] // POINTS > piece[:, None], whole[None, :], 0.0)
    rest = (edges[piece + 1] - begin) / 2
    inner = (begin + rest)[:, None] + rest[:, None] * x
    factors = rest[:, None] * weight * _weight(inner, d, last_only)
    local = (inner - (edges[piece] + half[piece])[:, None]) / half[piece][:, None]
    part = np.einsum("rk,rkp->rp", factors, _lagrange(x, local))
    np.put_along_axis(rows, piece[:, None] * POINTS + np.arange(POINTS), part, axis=1)
    added = np.zeros(len(rows)) if last_only else np.ones(len(rows))
    return np.column_stack([rows, added])


def _edges(d: int) -> Array:
    """Return the edges of the pieces between 0 and 1: they shrink towards both ends."""
    to_0 = np.arange(1, np.ceil(np.log(NEAR_0 / d) / np.log(SHRINK)))
    to_1 = np.arange(1, np.ceil(np.log(NEAR_1) / np.log(SHRINK)))
    return np.concatenate([SHRINK ** to_0[::-1] / 2, [0.5], 1 - SHRINK**to_1 / 2, [1.0]])


def _weight(u: Array, d: int, last_only: bool) -> Array:
    """Return the density of the least of i children, summed over 1 <= i < d; or that for i = d - 1 alone."""
    if last_only:
        return np.asarray((d - 1) * np.exp((d - 2) * np.log1p(-u)))
    if d == 1:
        return np.zeros_like(u)
    near = 1e-4 / d
    far = np.maximum(u, near)
    # 1 - (1 - u)^(d-1) (1 + (d-1) u), over u^2; near 0 its first terms.
    with np.errstate(divide="ignore"):
        exact = -np.expm1((d - 1) * np.log1p(-far) + np.log1p((d - 1) * far)) / far**2
    pairs = d * (d - 1) / 2
    series = pairs * (1 - (d - 2) * u * 2 / 3 + (d - 2) * (d - 3) * u**2 / 4)
    return np.where(u < near, series, exact)


def _lagrange(x: Array, at: Array) -> Array:
    """Return, for each of `at`, the values of the polynomials that are 1 at one of the points x and 0 at the others."""
    found = np.ones((*at.shape, len(x)))
    for k, own in enumerate(x):
        for other in np.delete(x, k):
            found[..., k] *= (at - other) / (own - other)
    return found
