"""Expected numbers of leaves on uniform trees with independent values from a continuous distribution.

Whether a search examines a leaf depends on the siblings of the nodes on the leaf's path.  Let A be the values of left
siblings where MAX has moved (the greatest counts), B those where MIN has moved (the least counts), level by level.
All of them are independent, so a condition on A and B becomes a product of distribution functions, summed over all
leaves a product of sums, and one integral is left.

Leaf values may be taken uniform on [0, 1] without loss of generality.  F(k) is the distribution function of the
minimax value of a node at level k, as a function of the leaf's u: u itself at level d, 1 - (1 - F)^w at MIN nodes,
F^w at MAX nodes.  In deep trees it jumps at a point u*, which two levels map to itself, so steeply that u - u* must
be carried through the levels instead of u.

Scout is in `gametree.theory.expected_scout`.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.polynomial.legendre import Legendre, leggauss
from numpy.typing import NDArray

from gametree._checks import as_float, check_count, check_kind, shown
from gametree.pearl import xi

Array = NDArray[np.float64]

POINTS = 20
"""Quadrature points per piece of the interval."""

SHRINK = 0.62
"""Ratio of successive pieces towards the jump."""

MOST_LEVELS = 10_000


def jump(w: int, level: int) -> float:
    """Return where F jumps in deep trees: xi at odd levels, which MAX's moves lead to, 1 - xi at even ones.

    MAX moves at even levels; (1 - xi)^(1/w) = xi, so a MAX node over children that jump at xi jumps at 1 - xi, and back.

    >>> round(jump(2, 0), 6), round(jump(2, 1), 6)
    (0.381966, 0.618034)
    """
    return xi(w) if check_count("level", level, 0, MOST_LEVELS) % 2 else 1 - xi(w)


def _check_array(name: str, array: Any, what: str) -> None:
    check_kind(name, array, np.ndarray, f"an array of {what}")
    if array.dtype.kind not in "fiu" or not np.isfinite(array).all():
        raise ValueError(f"{name} is {shown(array)}: it must be an array of {what}, all finite")


def distributions(w: int, d: int, distance: Array) -> list[tuple[Array, Array]]:
    """Return, for the levels 0 to d, F and its slope at leaf probabilities given as distances from the jump.

    >>> levels = distributions(2, 2, np.array([0.0]))
    >>> [round(float(f[0]), 6) for f, slope in levels]
    [0.381966, 0.618034, 0.381966]
    """
    w = check_count("w", w, 1, 10**6)
    d = check_count("d", d, 0, MOST_LEVELS)
    _check_array("distance", distance, "distances from the jump")
    outside = distance[(distance < -jump(w, d)) | (distance > 1 - jump(w, d))]
    if outside.size:
        raise ValueError(
            f"distance has {outside.flat[0]:g}: it must be from {-jump(w, d):g} to {1 - jump(w, d):g}, so that the"
            " probability of a leaf is one"
        )
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
    x, weight, inner = _gauss(points)
    half = np.diff(edges) / 2
    distance = (edges[:-1] + half)[:, None] + half[:, None] * x
    return IntegrationGrid(distance.ravel(), (half[:, None] * weight).ravel(), half, inner)


@cache
def _gauss(points: int) -> tuple[Array, Array, Array]:
    """Return Gauss points, their weights, and those that integrate, from -1 to each point, the polynomial through all."""
    x, weight = leggauss(points)
    rows = np.zeros((len(x), len(x)))
    for degree in range(len(x)):
        basis = Legendre.basis(degree)
        # The coefficient of each basis polynomial is itself a Gauss quadrature, exact for the degrees that occur.
        rows += np.outer(basis.integ(lbnd=-1)(x), weight * basis(x) * (degree + 0.5))
    for shared in (x, weight, rows):
        shared.flags.writeable = False
    return x, weight, rows


def geometric(x: Array, w: int) -> Array:
    """Return 1 + x + ... + x^(w-1): how many of w children are reached if one is passed with probability x.

    >>> geometric(np.array([0.5]), 3).tolist()
    [1.75]
    """
    w = check_count("w", w, 1, 10**6)
    _check_array("x", x, "numbers")
    return np.asarray(sum(x**k for k in range(w)), dtype=float)


def geometric_slope(x: Array, w: int) -> Array:
    """Return the derivative of `geometric`.

    >>> geometric_slope(np.array([0.5]), 3).tolist()
    [2.0]
    """
    w = check_count("w", w, 1, 10**6)
    _check_array("x", x, "numbers")
    return np.asarray(sum((k * x ** (k - 1) for k in range(1, w)), np.zeros_like(x)), dtype=float)


MOST_WIDTH, MOST_DEPTH = 1000, 200


def pearl_branching_factor(w: int) -> float:
    """Return xi / (1 - xi): the branching factor of Alphabeta and Scout on independent values (Pearl 1980, 1982).

    >>> round(pearl_branching_factor(2), 6)
    1.618034
    """
    root = xi(w)
    return root / (1 - root)


def check_size(w: int, d: int) -> tuple[int, int]:
    """Return width and depth if the formulas hold for them."""
    return check_count("w", w, 2, MOST_WIDTH), check_count("d", d, 0, MOST_DEPTH)


def alphabeta(w: int, d: int) -> float:
    """Return the expected number of leaves that Alphabeta examines in U(w,d).

    A leaf is examined if and only if every A is less than every B: alpha < beta (Fuller et al. 1973; Baudet 1978;
    Pearl 1982).

    >>> round(alphabeta(3, 6), 3)
    248.562
    """
    w, d = check_size(w, d)
    found = grid(w, d)
    ones = np.ones_like(found.distance)
    below, above, slope = ones, ones, np.zeros_like(ones)
    for level, (f, density) in enumerate(distributions(w, d, found.distance)[1:], start=1):
        if level % 2:
            below = below * geometric(f, w)
        else:
            above, slope = _times(above, slope, *_left_of_min(f, density, w))
    return w ** ((d + 1) // 2) - found.total(below * slope)


def branch_and_bound(w: int, d: int) -> float:
    """Return the expected number of leaves that Branch-and-bound (F1, without deep cut-offs) examines in U(w,d).

    A leaf is examined if and only if A < B for every two consecutive levels of its path.  (Knuth & Moore 1975, section
    7, give bounds.)  The levels are joined one after the other: `reached` is the expected number of ways to come
    to a level with an A less than u, or a B greater than u; `always` that with no siblings to the left, which is
    no condition for the next level.

    >>> round(branch_and_bound(3, 6), 3)
    337.359
    """
    w, d = check_size(w, d)
    found = grid(w, d)
    ones = np.ones_like(found.distance)
    reached, total = ones, 1.0
    for level, (f, density) in enumerate(distributions(w, d, found.distance)[1:], start=1):
        if level % 2:
            joined = found.up_to(reached * geometric_slope(f, w) * density)
        else:
            part = reached * geometric_slope(1 - f, w) * density
            joined = found.total(part) - found.up_to(part)
        whole = total + found.total(reached * (geometric_slope(f if level % 2 else 1 - f, w) * density))
        reached, total = total + joined, whole
    return total


def sss_star(w: int, d: int) -> float:
    """Return the expected number of leaves that SSS* examines in U(w,d) (Roizen & Pearl 1983).

    SSS* lowers an upper bound on the root's value from infinity.  Let M be the values of all siblings where MAX has moved,
    those to the right too.  A leaf is examined in one of two ways.  Either every M is less than every B; or, from some
    node on where MAX moves, the bound has come down to the least B above that node and stays there: up to
    this node every M is less than it, at this node the siblings to the left are less and one to the right is not,
    and below, every A is less and every B greater.

    >>> round(sss_star(3, 6), 3)
    175.425
    """
    w, d = check_size(w, d)
    found = grid(w, d)
    f, density = zip(*distributions(w, d, found.distance), strict=True)
    ones = np.ones_like(found.distance)
    # Ways to continue below each level with a constant bound: A less, B greater.
    below = [ones] * (d + 2)
    for level in range(d, 0, -1):
        below[level] = below[level + 1] * geometric(f[level] if level % 2 else 1 - f[level], w)
    all_less, above, slope = ones, ones, np.zeros_like(ones)
    ways = np.zeros_like(ones)
    for level in range(1, d + 1):
        if level % 2:
            some_not = geometric(f[level], w) - w * f[level] ** (w - 1)
            ways = ways - all_less * slope * some_not * below[level + 1]
            all_less = all_less * w * f[level] ** (w - 1)
        else:
            above, slope = _times(above, slope, *_left_of_min(f[level], density[level], w))
    return w ** ((d + 1) // 2) + found.total(ways - all_less * slope)


def _left_of_min(f: Array, density: Array, w: int) -> tuple[Array, Array]:
    """Return, summed over w siblings where MIN has moved, the chance that all to the left are greater; its slope."""
    return geometric(1 - f, w), -geometric_slope(1 - f, w) * density


def _times(f: Array, slope: Array, g: Array, g_slope: Array) -> tuple[Array, Array]:
    """Return the product of two functions and its slope."""
    return f * g, slope * g + f * g_slope
