"""The values of nodes of U(w,d) with independent values from a continuous distribution, level by level.

Leaf values may be taken uniform on [0, 1] without loss of generality.  F(k) is the distribution function of the
minimax value of a node at level k, as a function of the leaf's u: u itself at level d, 1 - (1 - F)^w at MIN nodes,
F^w at MAX nodes.  In deep trees it jumps at a point u*, which two levels map to itself, so steeply that u - u* must
be carried through the levels instead of u.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.polynomial.legendre import Legendre, leggauss
from numpy.typing import NDArray

from gametree._checks import as_float, check_count, check_kind, shown
from gametree.search.run import pearl_root

Array = NDArray[np.float64]

POINTS = 20
"""Quadrature points per piece of the interval."""

SHRINK = 0.62
"""Ratio of successive pieces towards the jump."""


MOST_LEVELS = 10_000


def xi(w: int) -> float:
    """Return the positive root of x^w + x - 1 = 0 (Pearl 1980).

    >>> round(xi(2), 6)
    0.618034
    """
    return pearl_root(check_count("w", w, 1, 10**6))


def jump(w: int, level: int) -> float:
    """Return where F jumps in deep trees: xi at odd levels, which MAX's moves lead to, 1 - xi at even ones.

    MAX moves at even levels; (1 - xi)^(1/w) = xi, so a MAX node over children that jump at xi jumps at 1 - xi, and back.

    >>> round(jump(2, 0), 6), round(jump(2, 1), 6)
    (0.381966, 0.618034)
    """
    return xi(w) if check_count("level", level, 0, MOST_LEVELS) % 2 else 1 - xi(w)


def distributions(w: int, d: int, distance: Array) -> list[tuple[Array, Array]]:
    """Return, for the levels 0 to d, F and its slope at leaf probabilities given as distances from the jump.

    >>> import numpy as np
    >>> levels = distributions(2, 2, np.array([0.0]))
    >>> [round(float(f[0]), 6) for f, slope in levels]
    [0.381966, 0.618034, 0.381966]
    """
    w = check_count("w", w, 1, 10**6)
    d = check_count("d", d, 0, MOST_LEVELS)
    check_kind("distance", distance, np.ndarray, "an array of distances from the jump")
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


class IntegrationGrid(NamedTuple):
    """Points between 0 and 1, as distances from the jump, and the weights to integrate over them.

    `weights` integrate from 0 to 1.  The points come in pieces, a row of `half` each; `inner` integrates within a
    piece, from its left end to each of its points, in units of half its length.

    >>> found = grid(2, 4)
    >>> x = jump(2, 4) + found.distance
    >>> round(found.total(x**2), 6)
    0.333333
    >>> round(float(found.up_to(x**2)[-1]), 6)
    0.332527
    """

    distance: Array
    weights: Array
    half: Array
    inner: Array

    def total(self, f: Array) -> float:
        """Return the integral of f from 0 to 1."""
        return float(self.weights @ f)

    def up_to(self, f: Array) -> Array:
        """Return the integrals of f from 0 to each point."""
        pieces = f.reshape(len(self.half), -1)
        whole = (pieces * self.weights.reshape(pieces.shape)).sum(axis=1)
        before = np.cumsum(whole) - whole
        return (before[:, None] + self.half[:, None] * (pieces @ self.inner.T)).ravel()

    def limits(self) -> Array:
        """Return the weights that integrate from 0 to each point, a row for each."""
        points = len(self.inner)
        piece = np.arange(len(self.distance)) // points
        rows = np.where(piece[None, :] < piece[:, None], self.weights[None, :], 0.0)
        for k, half in enumerate(self.half):
            part = slice(k * points, (k + 1) * points)
            rows[part, part] = half * self.inner
        return rows


def grid(w: int, d: int, points: int = POINTS, shrink: float = SHRINK) -> IntegrationGrid:
    """Return a grid for U(w,d): pieces that shrink towards the jump, on both sides.

    >>> import numpy as np
    >>> round(grid(2, 4).total(np.ones_like(grid(2, 4).distance)), 12)
    1.0
    """
    w = check_count("w", w, 1, 10**6)
    d = check_count("d", d, 0, MOST_LEVELS)
    points = check_count("points", points, 1, 100)
    if not 0 < as_float(shrink) < 1:
        raise ValueError(f"shrink is {shown(shrink)}: it must be a number between 0 and 1")
    middle = jump(w, d)
    steepness = w * xi(w) ** (w - 1)
    pieces = math.ceil((20 + d * math.log(max(steepness, 1.1))) / -math.log(shrink))
    scale = shrink ** np.arange(pieces)
    edges = np.concatenate([-middle * scale, [0.0], (1 - middle) * scale[::-1]])
    x, weight = leggauss(points)
    half = np.diff(edges) / 2
    distance = (edges[:-1] + half)[:, None] + half[:, None] * x
    return IntegrationGrid(distance.ravel(), (half[:, None] * weight).ravel(), half, _integrals(x, weight))


def _integrals(x: Array, weight: Array) -> Array:
    """Return the weights that integrate, from -1 to each of the Gauss points, the polynomial through all of them."""
    rows = np.zeros((len(x), len(x)))
    for degree in range(len(x)):
        basis = Legendre.basis(degree)
        # The coefficient of each basis polynomial is itself a Gauss quadrature, exact for the degrees that occur.
        rows += np.outer(basis.integ(lbnd=-1)(x), weight * basis(x) * (degree + 0.5))
    return rows


def geometric(x: Array, w: int) -> Array:
    """Return 1 + x + ... + x^(w-1): how many of w children are reached if one is passed with probability x.

    >>> import numpy as np
    >>> geometric(np.array([0.5]), 3).tolist()
    [1.75]
    """
    w = check_count("w", w, 1, 10**6)
    check_kind("x", x, np.ndarray, "an array of numbers")
    return np.asarray(sum(x**k for k in range(w)), dtype=float)


def geometric_slope(x: Array, w: int) -> Array:
    """Return the derivative of `geometric`.

    >>> import numpy as np
    >>> geometric_slope(np.array([0.5]), 3).tolist()
    [2.0]
    """
    w = check_count("w", w, 1, 10**6)
    check_kind("x", x, np.ndarray, "an array of numbers")
    return np.asarray(sum((k * x ** (k - 1) for k in range(1, w)), np.zeros_like(x)), dtype=float)
