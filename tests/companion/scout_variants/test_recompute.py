"""One number or claim computed again is what the notebook saves."""

import math

import pytest

from companion.recomputation import recompute_row
from companion.scout_variants import findings, study
from companion.scout_variants.prose import Values

PARAMETERS = {
    "seed": 3,
    "trees": 4,
    "visited_trees": 20,
    "other_trees": 10,
    "window_trees": 5,
    "listing_trees": 2,
    "rounds": 1,
}


@pytest.fixture(scope="module")
def saved():
    return findings.judged(study.Study(**PARAMETERS))


@pytest.mark.parametrize(
    ("row", "column"),
    [
        ("N(3,5) real-dependent", "Scout (negamax) visits"),
        ("N(3,5) real-dependent", "Scout (Campbell-Marsland) leaf visits"),
        ("scout-cm-difference", "claim"),
        ("testm-prunes-less", "claim"),
    ],
)
def test_a_row_is_found_again(saved, row, column):
    found = recompute_row("scout_variants", "A1", row, column, {**PARAMETERS, "strategy": "scout"})
    (expected,) = saved.query("row == @row and column == @column").to_dict("records")
    names = ("published", "ours", "sd", "n", "statistic")
    assert [found[name] for name in names] == pytest.approx(
        [expected[name] for name in names], nan_ok=True, abs=0
    )
    assert found["verdict"] == expected["verdict"]


def test_every_number_that_the_page_tells_is_finite_or_a_text():
    values = Values(study.Study(**PARAMETERS))
    for section in (
        values.versions,
        values.wrong,
        values.asked,
        values.visits,
        values.window,
        values.testm,
        values.time,
    ):
        for name, value in section.items():
            assert (isinstance(value, str) and value) or math.isfinite(value), name
