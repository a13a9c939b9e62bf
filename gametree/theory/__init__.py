"""Closed forms and recurrences: what the papers prove about the cost of searching."""

from gametree._checks import check_count
from gametree.pearl import xi
from gametree.theory import (
    branch_sums,
    critical,
    critical_games,
    error_model,
    expected,
    expected_scout,
    no_deep_cutoffs,
    optimality,
    p_games,
    small_trees,
    solution_trees,
    totally_dependent,
    true_growth,
)

__all__ = [
    "branch_sums",
    "critical",
    "critical_games",
    "error_model",
    "expected",
    "expected_scout",
    "minimum_leaves",
    "no_deep_cutoffs",
    "optimality",
    "p_games",
    "small_trees",
    "solution_trees",
    "totally_dependent",
    "true_growth",
    "xi",
]


def minimum_leaves(w: int, d: int) -> int:
    """Return the fewest leaves that any search of U(w,d) must examine (Knuth & Moore 1975, Corollary 3, (17)).

    >>> import gametree as gt
    >>> gt.theory.minimum_leaves(3, 6)
    53
    """
    w, d = check_count("w", w, 1, 10**9), check_count("d", d, 0, 10_000)
    return w ** ((d + 1) // 2) + w ** (d // 2) - 1
