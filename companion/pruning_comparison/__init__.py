"""Chapter 3 of the thesis put to the test: its sixteen cases sampled, its rankings, its sentences, its contradictions.

Everything here works on a `Study`: the sixteen cases, each under one reading, as arrays.
"""

from companion.pruning_comparison.contradictions import contradictions
from companion.pruning_comparison.findings import claims_of_study, claims_shown, share_beaten, with_reading
from companion.pruning_comparison.fits import (
    QUESTIONS,
    Candidate,
    Question,
    alone,
    fit_question,
    outcome,
    overall,
)
from companion.pruning_comparison.newborn import alphabeta_integer_dependent, newborn
from companion.pruning_comparison.orderings import compare_orderings
from companion.pruning_comparison.quoted import judge_newborn, judge_quoted, theory_frame
from companion.pruning_comparison.rankings import Ranking, judge_rankings, rank
from companion.pruning_comparison.smallest import BEATEN, fewer_than_sss, try_all
from companion.pruning_comparison.study import LABELS, Sampler, Study, judge_tables, width_frame
from companion.pruning_comparison.times import times_of_study

__all__ = [
    "BEATEN",
    "LABELS",
    "QUESTIONS",
    "Candidate",
    "Question",
    "Ranking",
    "Sampler",
    "Study",
    "alone",
    "alphabeta_integer_dependent",
    "claims_of_study",
    "claims_shown",
    "compare_orderings",
    "contradictions",
    "fewer_than_sss",
    "fit_question",
    "judge_newborn",
    "judge_quoted",
    "judge_rankings",
    "judge_tables",
    "newborn",
    "outcome",
    "overall",
    "rank",
    "share_beaten",
    "theory_frame",
    "times_of_study",
    "try_all",
    "width_frame",
    "with_reading",
]
