"""Verdicts on Appendix 1 that follow from what was counted, and would be others if it had been otherwise."""

import math

import numpy as np
import pytest

from companion.published.cases import CASES, SIZES
from companion.scout_variants import findings, prose, study
from gametree.experiment import CRITERIA

PRINTED = {"visits": (78.54, 78.54, 79.30), "leaf visits": (61.26, 61.26, 62.06)}


def visits_like(size):
    """Return visits that are the printed ones for a size, far from them elsewhere; trees scatter by 1, pairs by 0.1."""
    found = {}
    for other in SIZES:
        mean = np.array([*PRINTED.values(), (40, 40, 40)]).T if other == size else np.full((3, 3), 5.0)
        found[other] = np.stack([mean - 1, mean + 1] * 50)
        found[other][:, 2, :2] += np.tile([0.1, 0.1, -0.1, -0.1], 25)[:, None]
    return found


@pytest.fixture
def counts():
    same = np.full((40 * len(SIZES), len(study.VERSIONS), len(CRITERIA)), 10)
    return {(r, case.number): same.copy() for r in study.READINGS for case in CASES}


def studied(counts, found, seed=1985):
    """Return a study that has found these counts and visits."""
    own = study.Study(seed, 1, 1, 1, 1, 1, 1)
    vars(own).update(counts=counts, visits=found)
    return own


def judged(counts, found):
    frame = findings.judged(studied(counts, found))
    claims = frame[frame["column"] == "claim"]
    return dict(zip(claims["row"], claims["verdict"], strict=True))


def difference(of_study):
    (case,) = findings.measures.finding("scout-cm-difference", of_study).cases
    return case.effect


def of(version):
    return study.VERSIONS.index(version)


def test_only_testm_examines_the_nodes_of_the_caption():
    assert set(findings.examined_for_nothing()) == findings.CAPTION_57


def test_numbers_that_fit_another_size_than_the_named_one_are_misprints():
    assert findings.judged_visits(visits_like(study.MEANT))["verdict"].tolist() == ["misprint"] * 6


def test_a_number_is_no_misprint_if_its_difference_from_the_others_does_not_fit():
    found = visits_like(study.MEANT)
    # Single trees scatter so much that the means say nothing; the difference is 9 in every one of them, give or take 1.
    scatter = np.tile([-60.0, 60.0], 50)[:, None]
    found[study.MEANT][:, :, :2] += scatter[:, :, None]
    found[study.MEANT][:, 2, :2] += 8.5 + np.tile([1.0, 1.0, -1.0, -1.0], 25)[:, None]
    judged_now = findings.judged_visits(found).set_index("column")
    marsland = judged_now.index.str.contains("Campbell")
    assert set(judged_now["verdict"][~marsland]) == {"misprint"}
    assert set(judged_now["verdict"][marsland]) == {"inconclusive"}
    assert judged_now["note"][marsland].str.contains("scout-cm-difference").all()


def test_numbers_are_no_misprints_if_the_named_row_is_possible(monkeypatch):
    monkeypatch.setattr(findings, "most_leaf_visits", lambda: 100.0)
    assert "misprint" not in set(findings.judged_visits(visits_like(study.MEANT))["verdict"])


def test_numbers_that_fit_neither_size_differ():
    assert set(findings.judged_visits(visits_like((2, 2)))["verdict"]) == {"differs"}


def test_read_literally_the_numbers_are_held_against_the_named_size():
    assert set(findings.judged_literally(visits_like(study.MEANT))["verdict"]) == {"differs"}
    assert "differs" not in set(findings.judged_literally(visits_like(study.NAMED))["verdict"])


def test_the_frame_says_which_rows_rest_on_another_size(counts):
    frame = findings.judged(studied(counts, visits_like(study.MEANT), seed=7))
    chosen = frame[frame["reading"] == "chosen"]
    assert set(chosen["row"]) == {"N(3,5) real-dependent", *findings.ON_MEANT}
    assert set(frame["reading"]) == {"chosen", "literal"} and set(frame["seed"]) == {7}


def test_without_differences_the_versions_are_one(counts):
    found = judged(counts, visits_like(study.MEANT))
    assert found["scout-versions"] == found["scout-cm-nodes"] == found["scout-cm-visits"] == "agrees"
    assert found["scout-cm-more-visits"] == found["testm-prunes-less"] == "differs"
    assert found["scout-time-alike"] == found["scout-time-slowest"] == "underspecified"


@pytest.mark.parametrize(
    ("case", "version", "criterion", "claim"),
    [
        (3, "scout-minimax", "visits", "scout-versions"),
        (16, study.UNIT_WINDOW, "leaves", "scout-cm-nodes"),
        (8, study.UNIT_WINDOW, "nodes", "scout-cm-nodes"),
        (8, study.UNIT_WINDOW, "visits", "scout-cm-visits"),
    ],
)
def test_one_tree_refutes_that_versions_are_one(counts, case, version, criterion, claim):
    before = judged(counts, visits_like(study.MEANT))
    counts["literal", case][0, of(version), CRITERIA.index(criterion)] += 1
    assert judged(counts, visits_like(study.MEANT)) == before | {claim: "differs"}


def test_more_visits_in_case_16_are_what_the_appendix_says(counts):
    visits = CRITERIA.index("visits")
    counts["literal", 16][:, of(study.UNIT_WINDOW), visits] += np.resize([1, 2], len(counts["literal", 16]))
    found = judged(counts, visits_like(study.MEANT))
    assert found["scout-cm-more-visits"] == found["scout-cm-visits"] == "agrees"


def test_the_difference_between_versions_is_judged_tree_by_tree(counts):
    found = visits_like(study.MEANT)
    # Neither agreement nor difference: which trees the example is about is not known.
    assert judged(counts, found)["scout-cm-difference"] == "underspecified"
    assert difference(studied(counts, found)) > 0
    found[study.MEANT][:, 2, 0] += 3
    assert difference(studied(counts, found)) < 0
    assert judged(counts, found)["scout-cm-difference"] == "underspecified"


def test_more_leaves_than_nodes_can_not_be_added(counts, monkeypatch):
    found = visits_like(study.MEANT)
    assert judged(counts, found)["scout-cm-leaves"] == "differs"
    printed = study.printed_visits()
    monkeypatch.setattr(findings, "printed_visits", lambda: printed._replace(more_leaf_visits=0.76))
    assert judged(counts, found)["scout-cm-leaves"] == "agrees"


def test_testm_is_judged_on_average_over_cases(counts):
    found, nodes = visits_like(study.MEANT), CRITERIA.index("nodes")
    per_tree = np.resize([5, 5, 4, -1], len(counts["literal", 7]))
    counts["literal", 7][:, of("scout-testm"), nodes] += per_tree
    assert judged(counts, found)["testm-prunes-less"] == "agrees"
    counts["literal", 9][:, of("scout-testm"), nodes] -= 2 * per_tree
    assert judged(counts, found)["testm-prunes-less"] == "differs"


def test_every_number_that_the_page_tells_is_finite_or_a_text():
    few = {
        "trees": 4,
        "visited_trees": 20,
        "other_trees": 10,
        "window_trees": 5,
        "listing_trees": 2,
        "rounds": 1,
    }
    page = prose.values(study.Study(seed=3, **few))
    for name, value in (item for section in page.values() for item in section.items()):
        assert (isinstance(value, str) and value) or math.isfinite(value), name
