"""Expected cost of Scout on uniform trees with independent values from a continuous distribution.

Scout may evaluate a leaf again: once in each of several Tests, and once more when it evaluates the node above.  The
number of leaf evaluations, and of entries of nodes (`visits`), can be computed (Pearl 1980 has the cost of a Test and the
limit of Scout's; we follow the recursion to the end).  For the number of *distinct* leaves no formula is known to us: a
leaf counts once if any of up to d Tests, each with another bound, or the evaluation reaches it, and whether there is
a Test depends on the value of the subtree that contains the leaf.

Both procedures are followed from the leaves upwards.  The cost of evaluating a node depends on its value, and so does
that of testing it against m; hence costs are kept as functions of a bound x on that value:

    U(m, x)   cost of Test against m if the value is at most x (else 0), expected
    T(m)      cost of Test against m, expected: U(m, 1)
    K(x)      cost of evaluating if the value is at most x (else 0), expected
    E         cost of evaluating, expected: K(1)

For children of MAX, with F their distribution function and h(a, b) = b^(w-1) + a b^(w-2) + ... + a^(w-1), a MAX node has

    T' = T h(F(m), 1)        U' = U h(F(m), F(x)),   m <= x;    U' = U h(F(x), F(x)),   m >= x
    K' = K h(F(x), F(x)) + integral over m from 0 to x of (U(m, x) - K(m)) dh(F(m), F(x)).

The last line is the sum over all children of a Test against the greatest value to the left and, where the child is greater,
of its evaluation; the latter integrated by parts.  MIN nodes are the mirror image, with costs if the value is
greater than x, and 1 - F.
"""

from __future__ import annotations

import numpy as np

from gametree._checks import check_count
from gametree._compile import compiled
from gametree.theory.expected import MOST_WIDTH, Array, distributions, geometric, geometric_slope, grid

POINTS, SHRINK = 12, 0.4
"""A coarser grid than for one integral: there are as many functions as points."""

MOST_DEPTH = 100


def leaf_evaluations(w: int, d: int) -> float:
    """Return the expected number of leaf evaluations of Scout in U(w,d); a leaf evaluated twice counts twice.

    >>> round(leaf_evaluations(2, 2), 6)
    5.416667
    """
    return _evaluate(*_check_size(w, d), entry=0.0)


def visits(w: int, d: int) -> float:
    """Return the expected number of times that Scout enters a node other than the root in U(w,d).

    >>> round(visits(2, 3), 4)
    18.5607
    """
    return _evaluate(*_check_size(w, d), entry=1.0)


def _check_size(w: int, d: int) -> tuple[int, int]:
    return check_count("w", w, 2, MOST_WIDTH), check_count("d", d, 1, MOST_DEPTH)


def _evaluate(w: int, d: int, entry: float) -> float:
    """Return E of the root if a leaf costs 1 and entering any other node but the root costs `entry`."""
    found = grid(w, d, POINTS, SHRINK)
    limits = found.limits()
    from_right = found.weights[None, :] - limits
    levels = distributions(w, d, found.distance)
    f, _ = levels[d]
    # Rows are x, columns m.  `low` is U for m <= x, continued beyond, because a piece of the grid has points on both
    # sides of x; `high` is T - U for m >= x, continued likewise.
    low = np.repeat(f[:, None], len(f), axis=1)
    high = 1 - low
    test, at_most, total = np.ones_like(f), f.copy(), 1.0
    for level in range(d - 1, -1, -1):
        f, density = levels[level + 1]
        if level % 2 == 0:
            total, at_most = _evaluation(w, f, density, found.weights, limits, test, low, total, at_most)
            test_up = test * geometric(f, w)
            _continue(high, test, test_up, w * f ** (w - 1))
            low *= _h(f, f, w)
        else:
            g = 1 - f
            total, more = _evaluation(
                w, g, density, found.weights, from_right, test, high, total, total - at_most
            )
            at_most = total - more
            test_up = test * geometric(g, w)
            _continue(low, test, test_up, w * g ** (w - 1))
            high *= _h(g, g, w)
        test = test_up
        if level > 0:
            f, _ = levels[level]
            test, total, at_most = test + entry, total + entry, at_most + entry * f
            low += entry * f[:, None]
            high += entry * (1 - f)[:, None]
    return total


def _evaluation(
    w: int, f: Array, density: Array, weights: Array, limits: Array, test: Array, tested: Array,
    total: float, evaluated: Array,
) -> tuple[float, Array]:  # fmt: skip
    """Return E and K of a node from T, U, E and K of its children."""
    whole = w * total + float(weights @ ((test - evaluated) * geometric_slope(f, w) * density))
    differs = _h_slope(f, f, w)
    differs *= tested - evaluated
    differs *= density
    differs *= limits
    return whole, w * f ** (w - 1) * evaluated + differs.sum(axis=1)


def _continue(costs: Array, test: Array, test_up: Array, factor: Array) -> None:
    """Turn costs, continued beyond x, into those one level up: what is missing to T is multiplied, in rows."""
    np.subtract(test, costs, out=costs)
    costs *= factor[:, None]
    np.subtract(test_up, costs, out=costs)


def _h(a: Array, b: Array, w: int) -> Array:
    """Return b^(w-1) + a b^(w-2) + ... + a^(w-1), for a in columns and b in rows."""
    return _horner(b, np.array([a**k for k in range(w)]))


def _h_slope(a: Array, b: Array, w: int) -> Array:
    """Return the derivative of `_h` by a."""
    return _horner(b, np.array([k * a ** (k - 1) for k in range(1, w)]))


@compiled
def _horner(b: Array, coefficients: Array) -> Array:
    """Return the values at b, in rows, of polynomials, in columns, whose coefficients are given from the highest on."""
    found = np.zeros((len(b), coefficients.shape[1]))
    for row, factor in zip(found, b):  # noqa: B905 (kernels know no `strict`)
        for k in range(len(coefficients)):
            row *= factor
            row += coefficients[k]
    return found
