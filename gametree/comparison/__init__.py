"""Chapter 3 of the thesis put to the test: its sixteen cases sampled, its rankings, its sentences, its contradictions.

Everything here works on a `Study`: the sixteen cases, each under one reading, as arrays.
"""

from gametree.comparison.claims import (
    CLAIMS,
    TIME_CLAIMS,
    Claim,
    check_claims,
    check_time_claims,
    share_beaten,
)
from gametree.comparison.contradictions import contradictions
from gametree.comparison.deep import (
    DeepStudy,
    Effort,
    Pair,
    cost_ratios,
    deep_costs,
    deep_theory,
    growth_factors,
)
from gametree.comparison.fits import QUESTIONS, Candidate, Question, alone, fit_question, outcome, overall
from gametree.comparison.newborn import alphabeta_integer_dependent, newborn
from gametree.comparison.orderings import (
    best_order_leaves,
    compare_orderings,
    perfect_order_claim,
    sorted_tree,
)
from gametree.comparison.quoted import judge_newborn, judge_quoted, theory_frame
from gametree.comparison.rankings import Ranking, judge_rankings, rank
from gametree.comparison.study import LABELS, Sampler, Study, judge_tables, width_frame
from gametree.comparison.table_iii import table_iii

__all__ = [
    "CLAIMS",
    "LABELS",
    "QUESTIONS",
    "TIME_CLAIMS",
    "Candidate",
    "Claim",
    "DeepStudy",
    "Effort",
    "Pair",
    "Question",
    "Ranking",
    "Sampler",
    "Study",
    "alone",
    "alphabeta_integer_dependent",
    "best_order_leaves",
    "check_claims",
    "check_time_claims",
    "compare_orderings",
    "contradictions",
    "cost_ratios",
    "deep_costs",
    "deep_theory",
    "fit_question",
    "growth_factors",
    "judge_newborn",
    "judge_quoted",
    "judge_rankings",
    "judge_tables",
    "newborn",
    "outcome",
    "overall",
    "perfect_order_claim",
    "rank",
    "share_beaten",
    "sorted_tree",
    "table_iii",
    "theory_frame",
    "width_frame",
]
