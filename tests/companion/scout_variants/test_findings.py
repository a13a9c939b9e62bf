"""Verdicts on Appendix 1 that follow from what was counted, and would be others if it had been otherwise."""

import doctest

import numpy as np
import pytest

from companion.published.cases import CASES, SIZES
from companion.scout_variants import findings, study
from gametree.experiment import CRITERIA

PRINTED = {"visits": (78.54, 78.54, 79.30), "leaf visits": (61.26, 61.26, 62.06)}


def visits_like(size):
    """Return visits that are the printed ones, give or take one, for a size, and far from them elsewhere."""
    found = {}
    for other in SIZES:
        mean = np.array([*PRINTED.values(), (40, 40, 40)]).T if other == size else np.full((3, 3), 5.0)
        found[other] = np.stack([mean - 1, mean + 1] * 50)
    return found


@pytest.fixture
def counts():
    same = np.full((4, len(study.VERSIONS), len(CRITERIA)), 10)
    return {(r, case.number): same.copy() for r in study.READINGS for case in CASES}


def holds(counts, found):
    return dict(findings.claims(counts, found)[["claim", "holds"]].itertuples(index=False))


def test_examples_in_docstrings_run():
    assert doctest.testmod(findings).failed == 0


def test_only_testm_examines_the_nodes_of_the_caption():
    assert set(findings.examined_for_nothing()) == findings.CAPTION_57


def test_numbers_that_fit_another_size_than_the_named_one_are_misprints():
    judged = findings.judged_visits(visits_like(study.MEANT))
    assert judged["verdict"].tolist() == ["misprint"] * 6
    assert judged["reading"].str.contains("width 1").tolist() == ["Campbell" in c for c in judged["column"]]


def test_numbers_that_fit_neither_size_differ():
    assert set(findings.judged_visits(visits_like((2, 2)))["verdict"]) == {"differs"}


@pytest.mark.parametrize("size", [study.NAMED, study.MEANT])
def test_the_numbers_belong_to_the_size_that_they_fit(counts, size):
    assert holds(counts, visits_like(size))["3: the numbers belong to N(3,5)"] == (size == study.NAMED)


def test_claims_about_versions_follow_the_counts(counts):
    found = visits_like(study.MEANT)
    before = holds(counts, found)
    assert before["1: same leaves and nodes in all cases, minimal windows"]
    assert before["1: the same with the window as printed"]
    assert not before["2: other visits in case 16, window as printed"]
    unit, visits = study.VERSIONS.index(study.UNIT_WINDOW), CRITERIA.index("visits")
    counts["best", 16][0, unit, visits] += 1
    assert holds(counts, found)["2: in no other case, window as printed"]
    counts["best", 8][0, unit, visits] += 1
    assert not holds(counts, found)["2: in no other case, window as printed"]
    counts["literal", 3][0, study.VERSIONS.index("scout-minimax"), CRITERIA.index("leaves")] += 1
    assert not holds(counts, found)["1: same leaves and nodes in all cases, minimal windows"]


def test_claims_about_testm_follow_the_counts(counts):
    found = visits_like(study.MEANT)
    testm, nodes = study.VERSIONS.index("scout-testm"), CRITERIA.index("nodes")
    more, fewer = "4: testm creates more nodes on average", "4: testm never creates fewer"
    assert not holds(counts, found)[more] and holds(counts, found)[fewer]
    counts["best", 7][:, testm, nodes] += [5, -1, 0, 0]
    assert holds(counts, found)[more] and not holds(counts, found)[fewer]
