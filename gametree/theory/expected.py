"""Expected numbers of leaves on uniform trees with independent values from a continuous distribution.

Leaf values may be taken uniform on [0, 1] without loss of generality.  F(k) is the distribution function of the
minimax value of a node at level k, as a function of the leaf's u: u itself at level d, 1 - (1 - F)^w at MIN nodes,
F^w at MAX nodes.  In deep trees it jumps at one point u*, which two levels leave alone, so steeply that u - u*
has to be carried through the levels instead of u.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.polynomial.legendre import leggauss
from numpy.typing import NDArray

from gametree.tree import check_count

Array = NDArray[np.float64]

POINTS = 20
"""Points of the quadrature in each of the pieces that the interval is cut into."""

SHRINK = 0.62
"""How much smaller the next piece is, towards the jump."""


def xi(w: int) -> float:
    """Return the positive root of x^w + x - 1 = 0 (Pearl 1980)."""
    w = check_count("w", w, 1, 10**6)
    low, high = 0.0, 1.0
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if middle**w + middle < 1 else (low, middle)
    return low


def pearl_branching_factor(w: int) -> float:
    """Return xi / (1 - xi): the branching factor of Alphabeta and Scout on independent values (Pearl 1980, 1982)."""
    root = xi(w)
    return root / (1 - root)


def jump(w: int, level: int) -> float:
    """Return where F jumps in deep trees: xi for the values of nodes that MAX's moves lead to, 1 - xi for MIN's.

    MAX moves at even levels; (1 - xi)^(1/w) = xi, so a MAX node over sons that jump at xi jumps at 1 - xi, and back.
    """
    return xi(w) if level % 2 else 1 - xi(w)


def distributions(w: int, d: int, distance: Array) -> list[tuple[Array, Array]]:
    """Return, for the levels 0 to d, F and its slope at leaf probabilities given as distances from the jump."""
    slope = np.ones_like(distance)
    found = [(jump(w, d) + distance, slope)]
    for level in range(d - 1, -1, -1):
        below = jump(w, level + 1)
        if level % 2 == 0:
            slope = slope * w * found[-1][0] ** (w - 1)
            distance = below**w * np.expm1(w * np.log1p(distance / below))
        else:
            slope = slope * w * (1 - found[-1][0]) ** (w - 1)
            distance = -((1 - below) ** w) * np.expm1(w * np.log1p(-distance / (1 - below)))
        found.append((jump(w, level) + distance, slope))
    return found[::-1]


def alphabeta(w: int, d: int) -> float:
    """Return the expected number of leaves that Alphabeta examines in U(w,d).

    A leaf is examined if and only if, on its path, the best of the left siblings of MAX's sons is worse for MAX than
    the best of the left siblings of MIN's sons: alpha < beta.  Summed over all leaves, the distribution functions of
    alpha, and of beta, become products over levels, so one integral is left (Fuller et al. 1973; Baudet 1978; Pearl
    1982).
    """
    w = check_count("w", w, 2, 1000)
    d = check_count("d", d, 0, 200)
    distance, weights = _quadrature(w, d)
    sum_alpha = sum_beta = np.ones_like(distance)
    slope_beta = np.zeros_like(distance)
    for level, (f, slope) in enumerate(distributions(w, d, distance)):
        if level % 2 == 1:
            sum_alpha = sum_alpha * _geometric(f, w)
        elif level > 0:
            own, own_slope = _geometric(1 - f, w), -_geometric_slope(1 - f, w) * slope
            slope_beta = slope_beta * own + sum_beta * own_slope
            sum_beta = sum_beta * own
    return float(w ** ((d + 1) // 2) - (weights * sum_alpha * slope_beta).sum())


def _geometric(x: Array, w: int) -> Array:
    """Return 1 + x + ... + x^(w-1)."""
    return np.asarray(sum(x**k for k in range(w)), dtype=float)


def _geometric_slope(x: Array, w: int) -> Array:
    """Return the derivative of `_geometric`."""
    return np.asarray(sum((k * x ** (k - 1) for k in range(1, w)), np.zeros_like(x)), dtype=float)


def _quadrature(w: int, d: int) -> tuple[Array, Array]:
    """Return points, as distances from the jump, and weights: in pieces that shrink towards it, on both sides."""
    middle = jump(w, d)
    steepness = w * xi(w) ** (w - 1)
    pieces = math.ceil((20 + d * math.log(max(steepness, 1.1))) / -math.log(SHRINK))
    scale = SHRINK ** np.arange(pieces)
    edges = np.concatenate([-middle * scale, [0.0], (1 - middle) * scale[::-1]])
    x, weight = leggauss(POINTS)
    half = np.diff(edges) / 2
    points = (edges[:-1] + half)[:, None] + half[:, None] * x
    return points.ravel(), (half[:, None] * weight).ravel()
