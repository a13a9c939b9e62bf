"""What the strategies examine, counted on trees small enough to know the answer."""

import doctest

import pytest

import gametree as gt
from companion.pruning_strategies import study
from gametree.examples import specimen


def test_examples_in_docstrings_run():
    assert doctest.testmod(study).failed == 0


@pytest.mark.parametrize("name", study.SEVEN)
def test_examined_nodes_are_as_many_as_the_search_counts(name):
    p = specimen()
    nodes = study.examined(p, name)
    assert len(nodes) == gt.search(p, name).nodes and 0 not in nodes


def test_nodes_are_saved_from_depth_4_on():
    nodes = study.nodes_by_depth(seed=1, trees=10)
    saved = nodes.groupby("depth")["saved"].sum()
    assert saved.loc[1:3].tolist() == [0, 0, 0] and saved.loc[6] > 0
    assert (nodes["saved"] == nodes["branch-and-bound"] - nodes["alphabeta"]).all()


@pytest.mark.parametrize(
    ("hard", "soft", "kept"), [(9, 12, True), (9, 13, False), (8, 12, False), (12, 9, False)]
)
def test_a_search_that_fails_high_promises_a_bound(hard, soft, kept):
    assert study.promise_kept(12, 1, 9, hard, soft) == kept


def test_windows_are_kept_and_some_fail():
    found = study.try_windows(seed=1, trees=30)
    assert found.kept == found.same_nodes == 30
    assert 0 < found.sharper <= found.failed < 30


def test_the_best_plan_is_worth_the_tree():
    assert study.best_plan_is_the_value(seed=1, trees=10) == 10


def test_only_the_rule_for_ties_of_the_thesis_stays_within_alphabeta():
    outside = study.trees_outside_alphabeta(seed=1985, trees=40)
    assert outside["sss*"] == 0 < outside["sss*-newest-first"]


def test_all_strategies_find_the_same_value_and_line():
    side = study.side_by_side(specimen())
    assert side["strategy"].tolist() == list(study.SEVEN)
    assert set(side["value"]) == {40} and set(side["line"]) == {"p2 p21 p211"}
