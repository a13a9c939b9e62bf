"""Verdicts on chapter 1, and that they would be others if the values were."""

import pytest

from companion.game_trees import findings
from companion.game_trees.study import compare_frameworks


@pytest.fixture
def checked():
    return findings.judged_figures(findings.figure_1(), findings.figures_2_and_3())


@pytest.fixture(scope="module")
def compared():
    return compare_frameworks(seed=1, trees=5)


def test_two_statements_of_the_first_caption_are_misprints(checked):
    wrong = checked[checked["verdict"] == "misprint"]
    assert wrong["row"].tolist() == ["p2 is an ancestor of p11", "fan-out of p2"]
    assert (wrong["table"] == "Fig. 1").all() and (wrong["note"] != "").all()


def test_every_printed_value_of_the_specimen_tree_is_ours(checked):
    assert (checked["verdict"][checked["table"] != "Fig. 1"] == "exact").all()
    assert len(checked) == 6 + len(findings.FIGURE_2) + len(findings.FIGURE_3) + 1


def test_all_claims_hold(checked, compared):
    assert findings.claims(checked, compared)["holds"].tolist() == [True, True, True]


@pytest.mark.parametrize(("figure", "claim"), [("Fig. 2", 0), ("Fig. 3", 1)])
def test_one_other_value_refutes_the_claim_about_its_figure(checked, compared, figure, claim):
    checked.loc[checked.index[checked["table"] == figure][0], "verdict"] = "differs"
    assert findings.claims(checked, compared)["holds"].tolist() == [k != claim for k in range(3)]


@pytest.mark.parametrize("found", [{"disagreeing": 1}, {"broken_lines": 1}])
def test_one_tree_refutes_equivalence(checked, compared, found):
    assert findings.claims(checked, compared._replace(**found))["holds"].tolist() == [True, True, False]
