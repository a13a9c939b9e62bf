"""Pearl's number xi, which says what searches of independent values cost, and when both players win equally often."""

from __future__ import annotations

from functools import cache

from gametree._checks import check_count


def xi(w: int) -> float:
    """Return the positive root of x^w + x - 1 = 0 (Pearl 1980).

    If each of w children is won with probability xi by those who move there, so is their parent: all of them are with
    probability xi^w = 1 - xi.

    >>> from gametree.theory import xi
    >>> round(xi(2), 6)
    0.618034
    """
    return _root(check_count("w", w, 1, 2**20))


@cache
def _root(w: int) -> float:
    low, high = 0.0, 1.0
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if middle**w + middle < 1 else (low, middle)
    return low
