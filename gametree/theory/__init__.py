"""Closed forms and recurrences: what the papers prove about the cost of searching."""

from gametree.theory import (
    critical,
    deep_cutoffs,
    dependent,
    enumeration,
    expected,
    expected_scout,
    forced_cutoffs,
    no_deep_cutoffs,
    optimality,
    reorder,
    small_trees,
    sums,
    true_growth,
    worst_case,
)

__all__ = [
    "critical",
    "deep_cutoffs",
    "dependent",
    "enumeration",
    "expected",
    "expected_scout",
    "forced_cutoffs",
    "minimum_leaves",
    "no_deep_cutoffs",
    "optimality",
    "reorder",
    "small_trees",
    "sums",
    "true_growth",
    "worst_case",
]


def minimum_leaves(w: int, d: int) -> int:
    """Return the fewest leaves that any search of U(w,d) must examine (Knuth & Moore 1975, Corollary 3, (17))."""
    return w ** ((d + 1) // 2) + w ** (d // 2) - 1
