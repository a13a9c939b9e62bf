"""Leaf values that are sums of numbers on the branches (Knuth & Moore 1975, section 9, after Fuller et al. 1973).

Every branch has a number, uniform on [0, 1]; a leaf's value is the sum along its path.  So the leaves below one
position are dependent, but less than in the totally dependent model.
"""

from __future__ import annotations

import numpy as np
from numpy.polynomial.legendre import leggauss
from numpy.typing import NDArray

from gametree._checks import check_count, check_kind
from gametree.tree import Tree

POINTS = 60
"""Quadrature points per unit interval."""


def tree(width: int, depth: int, rng: np.random.Generator) -> Tree:
    """Return a random uniform tree of this model.

    >>> made = tree(2, 3, np.random.default_rng(1))
    >>> made.n_leaves, bool((made.leaves < 3).all())
    (8, True)
    """
    check_count("depth", depth, 0, 60)
    check_kind("rng", rng, np.random.Generator, "a numpy Generator")
    check_count("number of leaves", check_count("width", width, 1, 10**6) ** depth, 1, 10**8)
    leaves = np.zeros(1)
    for _ in range(depth):
        leaves = np.repeat(leaves, width) + rng.random(width * len(leaves))
    return Tree.uniform(width, depth, leaves)


def p(d: int) -> NDArray[np.float64]:
    """Return the probabilities (55), which replace p_ij of (27) in this model, at level 2.

    With X, Y_1, ..., Y_m the numbers on branches and G_m the distribution function of X + min(Y_1, ..., Y_m), it is the
    integral of G_d^(i-1) over dG_(j-1); it is 1 for i = 1 and for j = 1, as the least of no numbers is infinite.

    >>> p(2).round(4).tolist()
    [[1.0, 1.0], [1.0, 0.6167]]
    """
    d = check_count("d", d, 1, 200)
    x, weight = leggauss(POINTS)
    z = np.concatenate([(1 + x) / 2, (3 + x) / 2])
    weights = np.concatenate([weight, weight]) / 2
    found = np.ones((d, d))
    distribution = _distribution(z, d)
    for j in range(2, d + 1):
        density = _tail(z - 1, j - 1) - _tail(z, j - 1)
        for i in range(2, d + 1):
            found[i - 1, j - 1] = (weights * distribution ** (i - 1) * density).sum()
    return found


def _tail(y: NDArray[np.float64], m: int) -> NDArray[np.float64]:
    """Return the probability that the least of m uniform numbers is above y."""
    return np.asarray((1 - np.clip(y, 0, 1)) ** m)


def _distribution(z: NDArray[np.float64], m: int) -> NDArray[np.float64]:
    """Return the distribution function of X plus the least of m uniform numbers."""
    # The integral of 1 - tail from z - 1 to z, where 1 - tail is 0 below 0 and 1 above 1.
    upper, lower = np.clip(z, 0, 1), np.clip(z - 1, 0, 1)
    inside = (upper - lower) - ((1 - lower) ** (m + 1) - (1 - upper) ** (m + 1)) / (m + 1)
    return np.asarray(inside + np.clip(z - 1, 0, 1))
