"""Expected numbers of leaves on uniform trees with independent values from a continuous distribution.

Whether a search examines a leaf depends on the siblings of the nodes on the leaf's path.  Let A be the values of left
siblings where MAX has moved (the greatest counts), B those where MIN has moved (the least counts), level by level.
All of them are independent, so a condition on A and B becomes a product of distribution functions, summed over all
leaves a product of sums, and one integral is left.  `gametree.theory.level_distributions` has the distribution functions.

Scout is in `gametree.theory.expected_scout`.
"""

from __future__ import annotations

import numpy as np

from gametree.theory.level_distributions import Array, distributions, geometric, geometric_slope, grid, xi
from gametree.tree import check_count

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
    f = [one for one, _ in distributions(w, d, found.distance)]
    density = [slope for _, slope in distributions(w, d, found.distance)]
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
