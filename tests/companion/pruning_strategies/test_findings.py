"""Verdicts on chapter 2, and that each claim fails if what it rests on does."""

import doctest

import pandas as pd
import pytest

import gametree as gt
from companion.pruning_strategies import findings
from companion.pruning_strategies.study import Windows
from gametree.examples import figure_4, specimen

TREES = 10
KEPT = Windows(kept=TREES, same_nodes=TREES, failed=4, sharper=2)
NODES = pd.DataFrame({"depth": [3, 4], "saved": [0, 5]})


@pytest.fixture(scope="module")
def lists():
    return findings.open_lists()


@pytest.fixture
def checked(lists):
    return findings.judged(findings.figures_beside_ours(lists), findings.perfect_order(seed=1))


def failing(checked, nodes=NODES, windows=KEPT, plans=TREES, outside=0):
    """Return the numbers of the claims that do not hold."""
    found = findings.claims(checked, nodes, windows, plans, outside, TREES)
    return [int(claim.split(":")[0]) for claim in found["claim"][~found["holds"].astype(bool)]]


def test_examples_in_docstrings_run():
    assert doctest.testmod(findings).failed == 0


def test_the_lists_of_figure_8_are_ours_to_the_letter(lists):
    assert len(lists) == 17 and (lists["verdict"] == "exact").all()


def test_all_is_exact_but_what_the_source_leaves_open(checked):
    open_rows = checked[checked["verdict"] != "exact"]
    assert open_rows["verdict"].tolist() == ["underspecified"]
    assert open_rows["ours"].tolist() == ["p12, p13, p223, p224"]


def test_perfect_order_needs_124_nodes_and_branch_and_bound_168():
    found = findings.perfect_order(seed=5)
    assert sorted(set(found["ours"])) == [124, 168]
    assert (found["ours"] == found["published"]).all()


def test_all_claims_hold(checked):
    assert failing(checked) == []


@pytest.mark.parametrize(
    ("table", "claim"),
    [("Fig. 2", 1), ("Fig. 4", 2), ("Fig. 5", 5), ("Fig. 6", 6), ("Fig. 7", 7), ("Fig. 8", 8), ("3.6.1", 9)],
)
def test_one_other_value_refutes_the_claim_about_its_figure(checked, table, claim):
    checked.loc[checked.index[checked["table"] == table][0], "verdict"] = "differs"
    assert failing(checked) == [claim]


@pytest.mark.parametrize(
    ("measured", "claim"),
    [
        ({"nodes": NODES.assign(saved=[1, 5])}, 2),
        ({"nodes": NODES.assign(saved=[0, -1])}, 2),
        ({"windows": KEPT._replace(kept=TREES - 1)}, 3),
        ({"windows": KEPT._replace(same_nodes=TREES - 1)}, 4),
        ({"plans": TREES - 1}, 7),
        ({"outside": 1}, 8),
    ],
)
def test_one_tree_refutes_a_claim_about_all(checked, measured, claim):
    assert failing(checked, **measured) == [claim]


def test_sentences_name_what_was_pruned():
    told = findings.summary(gt.trace(specimen(), "minimax"))
    assert told == "Value **40**, from **11** of 11 leaves, 17 nodes and 17 visits. Pruned: nothing."
    tree, (matters,) = figure_4()
    assert findings.sentence_on(tree, matters).startswith(
        "p2112 is examined by minimax, branch-and-bound; it is pruned by alphabeta"
    )
