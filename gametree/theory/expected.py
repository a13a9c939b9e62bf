"""Expected numbers of leaves on uniform trees with independent values from a continuous distribution.

Leaf values may be taken uniform on [0, 1] without loss of generality.  F(k) is the distribution function of
the minimax value of a node at level k as a function of the leaf's u: u itself at level d, 1 - (1 - F)^w at
MIN nodes, F^w at MAX nodes.
"""

from __future__ import annotations

import numpy as np
from numpy.polynomial.legendre import leggauss
from numpy.typing import NDArray

from gametree.tree import check_count

POINTS = 400
"""Points of the quadrature in each of the pieces that the interval is cut into."""


def value_distributions(w: int, d: int, u: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """Return F(0), ..., F(d): the probability that the minimax value of a node at each level is at most u."""
    at = [u]
    for level in range(d - 1, -1, -1):
        below = at[-1]
        at.append(below**w if level % 2 == 0 else 1 - (1 - below) ** w)
    return at[::-1]


def alphabeta(w: int, d: int) -> float:
    """Return the expected number of leaves that Alphabeta examines in U(w,d).

    A leaf is examined if and only if, on its path, the best of the left siblings of MAX's sons is worse for
    MAX than the best of the left siblings of MIN's sons is for MIN: alpha < beta.  Summed over all leaves,
    the distribution functions of alpha, and of beta, become products over levels, so one integral is left.
    """
    w = check_count("w", w, 1, 1000)
    d = check_count("d", d, 0, 200)
    u, weights = _quadrature(w, d)
    sum_alpha, slope_beta = np.ones_like(u), np.zeros_like(u)
    sum_beta = np.ones_like(u)
    distributions = value_distributions(w, d, u)
    slopes = _slopes(w, d, distributions)
    for level in range(1, d + 1):
        f = distributions[level]
        if level % 2 == 1:
            sum_alpha = sum_alpha * _geometric(f, w)
        else:
            own, own_slope = _geometric(1 - f, w), -_geometric_slope(1 - f, w) * slopes[level]
            slope_beta = slope_beta * own + sum_beta * own_slope
            sum_beta = sum_beta * own
    return float(w ** ((d + 1) // 2) - (weights * sum_alpha * slope_beta).sum())


def _geometric(x: NDArray[np.float64], w: int) -> NDArray[np.float64]:
    """Return 1 + x + ... + x^(w-1)."""
    return np.asarray(sum(x**k for k in range(w)), dtype=float)


def _geometric_slope(x: NDArray[np.float64], w: int) -> NDArray[np.float64]:
    """Return the derivative of `_geometric`."""
    return np.asarray(sum((k * x ** (k - 1) for k in range(1, w)), np.zeros_like(x)), dtype=float)


def _slopes(w: int, d: int, distributions: list[NDArray[np.float64]]) -> list[NDArray[np.float64]]:
    """Return the derivatives of the distribution functions with respect to u."""
    slopes = [np.ones_like(distributions[d])]
    for level in range(d - 1, -1, -1):
        f = distributions[level + 1]
        slopes.append(w * (f if level % 2 == 0 else 1 - f) ** (w - 1) * slopes[-1])
    return slopes[::-1]


def _quadrature(w: int, d: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return points and weights on [0, 1], dense where the distribution of the root's value is steep."""
    cuts = {0.0, 1.0}
    fixed = critical_value(w, d)
    # The distribution of deep trees' values jumps near one point: the further away, the larger the pieces.
    for k in range(60):
        for side in (-1, 1):
            cut = fixed + side * 0.5 * 0.62**k
            if 0 < cut < 1:
                cuts.add(cut)
    edges = np.array(sorted(cuts))
    x, weight = leggauss(POINTS // 20)
    half = np.diff(edges) / 2
    points = (edges[:-1] + half)[:, None] + half[:, None] * x
    return points.ravel(), (half[:, None] * weight).ravel()


def critical_value(w: int, d: int) -> float:
    """Return the leaf probability u at which the distribution of deep trees' values jumps.

    Two levels leave it alone: (1 - (1 - u)^w)^w = u at u = 1 - xi if MIN moves to the leaves, 1 - (1 -
    u^w)^w = u at u = xi if MAX does, where xi is the root of x^w + x = 1 (Pearl 1980).
    """
    return xi(w) if d % 2 else 1 - xi(w)


def xi(w: int) -> float:
    """Return the positive root of x^w + x - 1 = 0 (Pearl 1980)."""
    w = check_count("w", w, 1, 10**6)
    low, high = 0.0, 1.0
    while high - low > 2e-16:
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if middle**w + middle < 1 else (low, middle)
    return (low + high) / 2


def pearl_branching_factor(w: int) -> float:
    """Return xi / (1 - xi): the branching factor of Alphabeta, Scout and SSS* on independent values (Pearl 1980, 1982)."""
    root = xi(w)
    return root / (1 - root)
