"""Chapter 3 of the thesis put to the test: its sixteen cases sampled, its rankings, its sentences, its contradictions.

Everything here works on a `Study`: the sixteen cases, each under one reading, as arrays.
"""

from companion.pruning_comparison.bounds import bound_findings
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
    tried,
)
from companion.pruning_comparison.held_out import held_out
from companion.pruning_comparison.newborn import alphabeta_integer_dependent, newborn
from companion.pruning_comparison.orderings import compare_orderings
from companion.pruning_comparison.quoted import judge_newborn, judge_quoted, theory_frame, visits_frame
from companion.pruning_comparison.rankings import Ranking, judge_rankings, rank, rankings_frame
from companion.pruning_comparison.smallest import BEATEN, fewer_than_sss, try_all
from companion.pruning_comparison.study import LABELS, Sampler, Study, judge_tables, width_frame
from companion.pruning_comparison.times import times_of_study
from companion.pruning_comparison.wholes import TABLES, whole_tables

__all__ = [
    "BEATEN",
    "LABELS",
    "QUESTIONS",
    "TABLES",
    "Candidate",
    "Question",
    "Ranking",
    "Sampler",
    "Study",
    "alone",
    "alphabeta_integer_dependent",
    "bound_findings",
    "claims_of_study",
    "claims_shown",
    "compare_orderings",
    "contradictions",
    "fewer_than_sss",
    "fit_question",
    "held_out",
    "judge_newborn",
    "judge_quoted",
    "judge_rankings",
    "judge_tables",
    "newborn",
    "outcome",
    "overall",
    "rank",
    "rankings_frame",
    "share_beaten",
    "theory_frame",
    "times_of_study",
    "tried",
    "try_all",
    "visits_frame",
    "whole_tables",
    "width_frame",
    "with_reading",
]
