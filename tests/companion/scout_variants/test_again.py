"""One number or claim computed again is what the notebook saves."""

import pytest

from companion.scout_variants import again, findings, study

PARAMETERS = {"seed": 3, "trees": 4, "visited_trees": 20, "other_trees": 10}


@pytest.fixture(scope="module")
def saved():
    seed = PARAMETERS["seed"]
    trees = study.trees_by_size(PARAMETERS["visited_trees"], PARAMETERS["other_trees"])
    found = study.count_visits(study.CHOSEN_KIND, seed, trees)
    return findings.judged(seed, study.count_versions(seed, PARAMETERS["trees"]), found)


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
    found = again.recompute("muszycka1985", "A1", row, column, PARAMETERS)
    (expected,) = saved.query("row == @row and column == @column").to_dict("records")
    names = ("published", "ours", "sd", "n", "statistic")
    assert [found[name] for name in names] == pytest.approx(
        [expected[name] for name in names], nan_ok=True, abs=0
    )
    assert found["verdict"] == expected["verdict"]
