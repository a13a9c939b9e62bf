"""Alphabeta without deep cut-offs on random uniform trees (Knuth & Moore 1975, sections 7 and 8).

T(d, h) is the expected number of leaves that F1 (Branch-and-bound) examines in a uniform tree of degree d
and height h with independent values from a continuous distribution.  The functions bear the paper's names
and take its arguments.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln, rgamma

from gametree._checks import check_count
from gametree._memory import check_memory

DENSE = 400
"""Up to this degree eigenvalues are computed from the whole matrix, beyond it from its values at `POINTS` rows."""

POINTS = 48
"""Rows at which the eigenvectors of large matrices are computed: they are smooth in log i."""

LARGEST = 10**6
"""The largest degree for which bounds are computed."""


def p(d: int) -> NDArray[np.float64]:
    """Return the matrix p_ij of (27): the probability that j - 1 children do not refute the i-th of d positions.

    It is 1 / C(i - 1 + (j - 1)/d, i - 1), with the generalised binomial coefficient.

    >>> p(2).round(4).tolist()
    [[1.0, 1.0], [1.0, 0.6667]]
    """
    d = check_count("d", d, 1, 20_000)
    return _p(np.arange(1, d + 1, dtype=float), d)


def _p(i: NDArray[np.float64], d: int) -> NDArray[np.float64]:
    """Return rows of the matrix, also between those with whole numbers."""
    i = i[:, None]
    x = np.arange(d, dtype=float)[None, :] / d
    return np.exp(gammaln(i) + gammaln(x + 1) - gammaln(i + x))


def p_exact(d: int) -> list[list[Fraction]]:
    """Return the matrix p_ij of (27) as exact fractions, from the product that the formula comes from.

    >>> [[str(q) for q in row] for row in p_exact(2)]
    [['1', '1'], ['1', '2/3']]
    """
    d = check_count("d", d, 1, 200)
    rows = [[Fraction(1)] * d]
    for i in range(1, d):
        rows.append([rows[-1][j] * Fraction(i * d, i * d + j) for j in range(d)])
    return rows


def level_2(d: int) -> float:
    """Return T(d, 2), the sum of all p_ij (Theorem 3, (30)): exact, because deep cut-offs need level 4.

    With x = (j - 1) / d, (1 - x) p_ij is the difference of Gamma(1 + x) Gamma(i + 1) / Gamma(i + x) and the same for
    i - 1, so the sum over i has two terms.

    >>> round(level_2(2), 4)
    3.6667
    """
    d = check_count("d", d, 1, LARGEST)
    x = np.arange(d, dtype=float) / d
    last = np.exp(gammaln(d + 1.0) - gammaln(d + x))
    return float((np.exp(gammaln(1 + x)) / (1 - x) * (last - rgamma(x))).sum())


def level_2_estimate(d: int) -> float:
    """Return S(d) of Theorem 3: T(d, 2) lies between 0.885603 S(d) and S(d).

    >>> level_2(5) < level_2_estimate(5) < level_2(5) / 0.885603
    True
    """
    d = check_count("d", d, 1, 10**9)
    check_memory(f"d = {d}", 40 * d)
    k = np.arange(2, d + 1, dtype=float)
    return float(d + ((1 - 1 / k) / -np.expm1(-np.log(k) / d)).sum())


def first_analysis(d: int, h: int) -> Fraction:
    """Return what the flawed first analysis gives for T(d, h): the recurrences (18) for general d.

    It treats the probabilities of (26) at different levels as independent, which they are not from level 3 on.

    >>> str(first_analysis(2, 2))
    '11/3'
    """
    check_count("h", h, 0, 10_000)
    matrix = p_exact(d)
    counts = [Fraction(1)] * d
    for _ in range(h):
        counts = [sum((q * n for q, n in zip(row, counts, strict=True)), Fraction(0)) for row in matrix]
    return counts[0]


def r0(d: int) -> float:
    """Return the lower bound r0(d) of the branching factor: the largest eigenvalue of (p_ij), (24).

    >>> round(r0(2), 4)
    1.8471
    """
    return _largest_eigenvalue(d, 1.0)


def c0(d: int) -> float:
    """Return the factor c0(d) of (24): by the first analysis T(d, h) is about c0(d) r0(d)^h.

    >>> round(c0(2), 4)
    1.0754
    """
    matrix = p(check_count("d", d, 1, 2000))
    values, right = np.linalg.eig(matrix)
    left_values, left = np.linalg.eig(matrix.T)
    v, u = right[:, values.real.argmax()].real, left[:, left_values.real.argmax()].real
    return float(v[0] * u.sum() / (u @ v))


def r1(d: int) -> float:
    """Return the upper bound r1(d) of (39): the growth of A(n+1) = A(n) + S_d A(n-1), with S_d = T(d, 2) - d.

    >>> round(r1(2), 4)
    1.8844
    """
    s = level_2(d) - d
    return float(np.sqrt(s + 0.25) + 0.5)


def r_star(d: int) -> float:
    """Return the upper bound r*(d) of Theorem 4: the largest eigenvalue of the matrix of the roots of p_ij, (41).

    >>> round(r_star(2), 4)
    1.9124
    """
    return _largest_eigenvalue(d, 0.5)


def _largest_eigenvalue(d: int, power: float) -> float:
    """Return the largest eigenvalue of the matrix of all p_ij to some power."""
    d = check_count("d", d, 1, LARGEST)
    if d <= DENSE:
        return float(np.linalg.eigvals(p(d) ** power).real.max())
    # An eigenvector v has v_i = sum over j of p_ij v_j / lambda, and p_ij is smooth in log i.  So v is computed at the
    # Chebyshev points of log i, and interpolated for all j in the sum.
    angles = (2 * np.arange(POINTS) + 1) * np.pi / (2 * POINTS)
    scale = np.log(d) / 2
    rows = _p(np.exp(scale * (1 + np.cos(angles))), d) ** power
    distance = np.log(np.arange(1, d + 1))[:, None] / scale - 1 - np.cos(angles)
    distance[distance == 0] = np.finfo(float).tiny
    weights = (-1.0) ** np.arange(POINTS) * np.sin(angles) / distance
    between = weights / weights.sum(axis=1, keepdims=True)
    return float(np.linalg.eigvals(rows @ between).real.max())


def best_case(d: int, h: int) -> int:
    """Return the leaves that F1 examines in a perfectly ordered tree, by the recurrence (50).

    >>> [best_case(2, h) for h in range(5)]
    [1, 2, 3, 5, 8]
    """
    d = check_count("d", d, 1, 10**9)
    h = check_count("h", h, 0, 10_000)
    previous, current = 1, d
    for _ in range(h):
        previous, current = current, current + (d - 1) * previous
    return previous


def best_case_closed(d: int, h: int) -> float:
    """Return the same by the closed form (51).

    >>> round(best_case_closed(2, 4), 9)
    8.0
    """
    d, h = check_count("d", d, 1, 10**9), check_count("h", h, 0, 10_000)
    root = np.sqrt(d - 0.75)
    return float(((root + 0.5) ** (h + 2) - (-root + 0.5) ** (h + 2)) / np.sqrt(4 * d - 3))
