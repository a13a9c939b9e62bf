"""Closed forms and recurrences: what the papers prove about the cost of searching."""

from gametree.theory import dependent, expected, expected_scout, no_deep_cutoffs

__all__ = ["dependent", "expected", "expected_scout", "minimum_leaves", "no_deep_cutoffs"]


def minimum_leaves(w: int, d: int) -> int:
    """Return the fewest leaves that any search of U(w,d) must examine (Knuth & Moore 1975, Corollary 3, (17))."""
    return w ** ((d + 1) // 2) + w ** (d // 2) - 1
