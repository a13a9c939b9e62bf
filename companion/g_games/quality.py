"""Decisions in G-games as tables (Nau 1983, Tables I-VI), and P-games beside them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import pandas as pd

from companion.g_games.all_boards import Quality, estimation_quality, minimax_quality_at
from gametree.games.g_game import RULES
from gametree.games.g_game_evaluation import CENTRE, Evaluation, between, power
from gametree.theory.p_games import p_game_quality


def g_quality(rule: str, evaluation: Evaluation, heights: Iterable[int]) -> pd.DataFrame:
    """Return the probability of a correct decision for all depths of these heights, over all boards.

    Returns
    -------
    DataFrame
        ``rule, evaluation, k, d, right, tied, boards, probability`` and ``exact``, the probability as a
        fraction.
    """
    if rule not in RULES:
        raise ValueError(f"rule is {rule!r}: it must be one of {', '.join(RULES)}")
    wanted = sorted(set(heights))
    found: list[Quality]
    if rule == "minimax":
        found = [minimax_quality_at(k, d, evaluation) for k in wanted for d in range(1, k + 1)]
    else:
        found = [q for q in estimation_quality(max(wanted), evaluation) if q.k in wanted]
    frame = pd.DataFrame(found)
    frame.insert(0, "rule", rule)
    frame.insert(1, "evaluation", evaluation.name)
    frame["probability"] = [float(q.probability) for q in found]
    frame["exact"] = pd.Series([q.probability for q in found], dtype=object)
    return frame


def p_quality(heights: Iterable[int]) -> pd.DataFrame:
    """Return the same for minimax searches of binary P-games, in theory."""
    rows = [(k, d, q) for k in heights for d, q in enumerate(p_game_quality(2, k), 1)]
    return pd.DataFrame(rows, columns=["k", "d", "probability"])


def as_printed(number: Fraction, digits: int = 3) -> Fraction:
    """Return a number rounded to so many digits after the point, halves upwards."""
    scaled = number * 10**digits
    return Fraction((2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator), 10**digits)


def relative_differences(minimax: pd.DataFrame, estimation: pd.DataFrame) -> pd.DataFrame:
    """Return by how many per cent probability estimation decides better than minimax (Tables V and VI).

    As in print, the percentages are of the minimax value, and are computed from probabilities rounded to
    three digits.  ``exact`` is the percentage as a fraction.
    """
    both = minimax.merge(estimation, on=["k", "d"], suffixes=("_minimax", "_estimation"))
    pairs = zip(both.exact_minimax.map(as_printed), both.exact_estimation.map(as_printed), strict=True)
    both["exact"] = pd.Series([100 * (p - m) / m for m, p in pairs], dtype=object)
    both["percent"] = both.exact.astype(float)
    return both[["k", "d", "probability_minimax", "probability_estimation", "percent", "exact"]]


SHALLOW = (1, 2, 3)
"""The depths that stand for all: by Theorem 1, D(k, d) = D(k - 2, d - 2) from d = 4 on."""


def by_binomial_share(height: int) -> pd.DataFrame:
    """Return the quality of minimax for evaluations between e1 and e2: `share` of the weight is binomial."""
    shares = [Fraction(i, 16) for i in range(17)]
    return pd.DataFrame([{"share": float(s), **_shallow_quality(height, between(s))} for s in shares])


def beyond_e2(height: int) -> pd.DataFrame:
    """Return the same for powers of the binomial weights, and for the centre alone."""
    evaluations = (*(power(s) for s in range(4)), CENTRE)
    return pd.DataFrame([{"evaluation": e.name, **_shallow_quality(height, e)} for e in evaluations])


def _shallow_quality(height: int, evaluation: Evaluation) -> dict[str, float]:
    return {f"depth {d}": float(minimax_quality_at(height, d, evaluation).probability) for d in SHALLOW}
