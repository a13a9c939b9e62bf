"""Totally dependent values (Knuth & Moore 1975, section 9).

At every position the leaves below one child are all greater, or all smaller, than those below another: the
moves of a position are numbered in random order, and a leaf's value is the sequence of move numbers that
leads to it.  The real-dependent scheme of Muszycka 1985 gives the same order, so its uniform trees cost the
same.
"""

from __future__ import annotations

from fractions import Fraction

from gametree._checks import check_count


def harmonic(d: int) -> Fraction:
    """Return H_d = 1 + 1/2 + ... + 1/d.

    >>> str(harmonic(4))
    '25/12'
    """
    return sum((Fraction(1, k) for k in range(1, check_count("d", d, 1, 10_000) + 1)), Fraction(0))


def alphabeta_leaves(d: int, h: int) -> Fraction:
    """Return the expected number of leaves that Alphabeta examines, by the recurrences (53).

    >>> str(alphabeta_leaves(2, 3))
    '25/4'
    """
    h = check_count("h", h, 0, 10_000)
    over, under = harmonic(d).as_integer_ratio()
    # A, B and C times `under` to the power of the level: whole numbers, which need no reduction at every step.
    a = b = c = 1
    for _ in range(h):
        a, b, c = over * a + (d * under - over) * b, under * c, d * under * b
    return Fraction(a, under**h)


def alphabeta_leaves_closed(d: int, h: int) -> Fraction:
    """Return the same by the closed form (52) of Theorem 6; undefined where d = H_d^2, that is, for d = 1.

    >>> alphabeta_leaves_closed(2, 3) == alphabeta_leaves(2, 3)
    True
    """
    d, h = check_count("d", d, 2, 10_000), check_count("h", h, 0, 10_000)
    hd = harmonic(d)
    up, down = d ** ((h + 1) // 2), d ** (h // 2)
    return (d - hd) / (d - hd**2) * (up + hd * down - hd ** (h + 1) - hd**h) + hd**h


def branch_and_bound_leaves(d: int, h: int) -> Fraction:
    """Return the expected number of leaves without deep cut-offs, by the recurrence (54).

    The paper prints A_1 = 1; a root with d children has all of them examined, so A_1 = d.

    >>> str(branch_and_bound_leaves(2, 3))
    '25/4'
    """
    h = check_count("h", h, 0, 10_000)
    hd = harmonic(d)
    previous, current = Fraction(1), Fraction(d)
    for _ in range(h):
        previous, current = current, hd * current + (d - hd) * previous
    return previous
