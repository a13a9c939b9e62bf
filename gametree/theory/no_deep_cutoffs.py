"""Alphabeta without deep cut-offs on random uniform trees (Knuth & Moore 1975, sections 7 and 8).

T(d, h) is the expected number of leaves that F1 (Branch-and-bound) examines in a uniform tree of degree d
and height h with independent values from a continuous distribution.  The functions bear the paper's names
and take its arguments.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.linalg import eigs
from scipy.special import gammaln

from gametree.tree import check_count

DENSE = 400
"""Up to this degree eigenvalues are computed from the whole matrix, beyond it iteratively."""


def p(d: int) -> NDArray[np.float64]:
    """Return the matrix p_ij of (27): the probability that j - 1 sons do not refute the i-th of d positions.

    It is 1 / C(i - 1 + (j - 1)/d, i - 1), with the generalised binomial coefficient.
    """
    d = check_count("d", d, 1, 20_000)
    i = np.arange(d, dtype=float)[:, None]
    x = np.arange(d, dtype=float)[None, :] / d
    return np.exp(gammaln(i + 1) + gammaln(x + 1) - gammaln(i + x + 1))


def p_exact(d: int) -> list[list[Fraction]]:
    """Return the matrix p_ij of (27) as exact fractions, from the product that the formula comes from."""
    d = check_count("d", d, 1, 200)
    rows = [[Fraction(1)] * d]
    for i in range(1, d):
        rows.append([rows[-1][j] * Fraction(i * d, i * d + j) for j in range(d)])
    return rows


def level_2(d: int) -> float:
    """Return T(d, 2), the sum of all p_ij (Theorem 3, (30)): exact, because deep cut-offs need level 4."""
    return float(p(d).sum())


def level_2_estimate(d: int) -> float:
    """Return S(d) of Theorem 3: T(d, 2) lies between 0.885603 S(d) and S(d)."""
    d = check_count("d", d, 1, 10**9)
    k = np.arange(2, d + 1, dtype=float)
    return float(d + ((1 - 1 / k) / -np.expm1(-np.log(k) / d)).sum())


def first_analysis(d: int, h: int) -> Fraction:
    """Return what the flawed first analysis gives for T(d, h): the recurrences (18) for general d.

    It takes the probabilities of (26) at different levels for independent.  They are not, from level 3 on.
    """
    check_count("h", h, 0, 10_000)
    matrix = p_exact(d)
    counts = [Fraction(1)] * d
    for _ in range(h):
        counts = [sum((q * n for q, n in zip(row, counts, strict=True)), Fraction(0)) for row in matrix]
    return counts[0]


def r0(d: int) -> float:
    """Return the lower bound r0(d) of the branching factor: the largest eigenvalue of (p_ij), (24)."""
    return _largest_eigenvalue(p(d))


def r1(d: int) -> float:
    """Return the upper bound r1(d) of (39): the growth of A(n+1) = A(n) + S_d A(n-1), with S_d = T(d, 2) - d."""
    s = level_2(d) - d
    return float(np.sqrt(s + 0.25) + 0.5)


def r_star(d: int) -> float:
    """Return the upper bound r*(d) of Theorem 4: the largest eigenvalue of the matrix of the roots of p_ij, (41)."""
    return _largest_eigenvalue(np.sqrt(p(d)))


def _largest_eigenvalue(matrix: NDArray[np.float64]) -> float:
    if len(matrix) <= DENSE:
        return float(np.linalg.eigvals(matrix).real.max())
    values = eigs(matrix, k=1, which="LM", v0=np.ones(len(matrix)), return_eigenvectors=False)
    return float(values[0].real)


def best_case(d: int, h: int) -> int:
    """Return the leaves that F1 examines in a perfectly ordered tree, by the recurrence (50)."""
    d = check_count("d", d, 1, 10**9)
    h = check_count("h", h, 0, 10_000)
    previous, current = 1, d
    for _ in range(h):
        previous, current = current, current + (d - 1) * previous
    return previous


def best_case_closed(d: int, h: int) -> float:
    """Return the same by the closed form (51)."""
    root = np.sqrt(d - 0.75)
    return float(((root + 0.5) ** (h + 2) - (-root + 0.5) ** (h + 2)) / np.sqrt(4 * d - 3))


def best_case_factor(d: int) -> float:
    """Return the branching factor of F1 in perfectly ordered trees, from (51)."""
    return float(np.sqrt(d - 0.75) + 0.5)
