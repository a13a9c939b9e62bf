"""What the strategies examine, counted on trees small enough to know the answer."""

import pandas as pd
import pytest

import gametree as gt
from companion.pruning_strategies import study
from gametree.examples import specimen


@pytest.mark.parametrize("name", study.SEVEN)
def test_examined_nodes_are_as_many_as_the_search_counts(name):
    p = specimen()
    nodes = study.examined(p, name)
    assert len(nodes) == gt.search(p, name).nodes and 0 not in nodes


def test_nodes_are_saved_from_level_4_on():
    nodes = study.Study(1, 10).nodes
    saved = nodes.groupby("depth")["saved"].sum()
    assert saved.loc[1:3].tolist() == [0, 0, 0] and saved.loc[6] > 0
    assert (nodes["saved"] == nodes["branch-and-bound"] - nodes["alphabeta"]).all()
    assert (nodes["added"] == 0).all() and nodes["level"].min() == 4
    assert (nodes["level"].isna() == (nodes["saved"] == 0)).all()


def test_shallow_trees_are_examined_alike():
    assert study.Study(1, 10).shallow == [True] * 20


def test_windows_are_kept_and_some_fail():
    found = study.Study(1, 30).searches
    assert study.promise_kept(found).all() and found["same nodes"].all()
    nearer = study.sharper(found)
    assert 0 < nearer.sum() <= len(nearer) < 30
    assert (found["saved"] >= 0).all() and found["saved"].sum() > 0


@pytest.mark.parametrize(
    ("side", "value", "hard", "soft", "nearer"),
    [
        ("low", 0, 4, 2, True),
        ("low", 0, 4, 4, False),
        ("low", 3, 4, 2, False),
        ("high", 12, 9, 12, True),
        ("high", 12, 9, 13, False),
    ],
)
def test_a_sharper_bound_is_true_and_nearer(side, value, hard, soft, nearer):
    search = {"side": [side], "value": [value], "hard": [hard], "soft": [soft]}
    assert study.sharper(pd.DataFrame(search)).tolist() == [nearer]


def test_the_third_son_is_given_up_from_3_on():
    assert study.bound_on_the_next_child() == 3


def test_the_best_plan_is_worth_the_tree():
    assert study.Study(1, 10).plans == [True] * 10


def test_only_the_rule_for_ties_of_the_thesis_stays_within_alphabeta():
    within = study.Study(1985, 40).within
    assert all(within["sss*"]) and not all(within["sss*-newest-first"])


def test_nodes_may_be_put_on_open_and_never_taken():
    p = specimen()
    left = study.put_on_open(p) - study.examined(p, "sss*")
    assert {p.name(n) for n in left} == {"p223", "p224"}


@pytest.mark.parametrize("name", study.SEVEN)
@pytest.mark.parametrize("tree", [specimen(), gt.Tree.from_nested([3, [1, 2]])])
def test_visits_node_by_node_add_up_to_those_that_the_search_counts(tree, name):
    visits, result = study.visits_by_node(tree, name), gt.search(tree, name)
    assert (visits.sum(), (visits > 0).sum()) == (result.visits, result.nodes)


def test_all_strategies_find_the_same_value_and_line():
    side = study.side_by_side(specimen())
    assert side["strategy"].tolist() == list(study.SEVEN)
    assert set(side["value"]) == {40} and set(side["line"]) == {"p2 p21 p211"}
