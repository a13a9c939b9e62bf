"""The five quoted bounds, against exact expectations and samples."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from companion.pruning_comparison.bounds import bound_findings
from companion.pruning_comparison.study import Study, sample_case
from companion.published.cases import CASES, LABELS, Sampler, literal_reading
from companion.published.claims import all_claims, judge_claim


@pytest.fixture(scope="module")
def study():
    unordered = sample_case(CASES[0], Sampler(400, seed=5), literal_reading)
    return Study.of([unordered] * 16, np.zeros((16, 24, 0, 6, 3), dtype=np.int64))


def verdicts(study: Study) -> dict[str, str]:
    claims = all_claims()
    return {
        found.claim: judge_claim(claims[found.claim].quantifier, found.cases, claims[found.claim].margin)
        for found in bound_findings(study)
    }


def test_the_quoted_bounds_hold(study):
    found = verdicts(study)
    assert len(found) == 5
    assert set(found.values()) == {"agrees"}


def test_the_least_ratio_of_alphabeta_to_sss_is_719_to_668_at_width_2_and_depth_3(study):
    ours = {found.claim: found.ours for found in bound_findings(study)}
    assert ours["cmp-ab-sss-lower"] == pytest.approx(float(Fraction(719, 668)))
    assert ours["cmp-scout-factor"] == pytest.approx(4.128, abs=0.001)
    assert ours["cmp-sss-factor"] == pytest.approx(1.273, abs=0.001)


def test_a_scout_with_a_third_more_leaves_would_break_its_bounds(study):
    mean = study.mean.copy()
    mean[0, :, LABELS.index("Scout"), 0] *= 4 / 3
    found = verdicts(replace(study, mean=mean))
    assert found["cmp-scout-ab-upper"] == "differs"
    mean[0, :, LABELS.index("Scout"), 0] *= 3
    assert verdicts(replace(study, mean=mean))["cmp-scout-factor"] == "differs"
    assert found["cmp-ab-sss-lower"] == "agrees"
