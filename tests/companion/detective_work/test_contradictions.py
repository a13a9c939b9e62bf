"""The thesis against itself and against theory: checks that need its printed numbers only."""

from __future__ import annotations

import numpy as np
import pytest

import gametree as gt
from companion.detective_work.contradictions import (
    TREES,
    against_theory,
    below_one,
    contradicting,
    contradictions,
    depth_1,
    implied_trees,
)
from gametree.theory.p_games import p_game_quality


def test_contradictions_have_a_place_and_a_check():
    found = contradictions()
    assert len(found) >= 17
    assert found["check"].str.len().gt(0).all()


def test_more_nodes_of_a_perfectly_ordered_tree_come_to_open_than_are_said_to_be_created():
    found = contradictions().set_index("place")["check"]
    (check,) = (text for place, text in found.items() if "Figure 8" in place)
    assert check == "nodes that were ever on OPEN there: 144; taken from OPEN: 124"


def test_branch_and_bound_is_printed_with_fewer_inner_nodes_than_its_leaves_need():
    found = contradictions().set_index("place")["check"]
    # 22.78 leaves of U(2,5) hang below 22.78/2 + 22.78/4 + 22.78/8 nodes at least, and both children of the root.
    assert found["3.6.3, p. 83, with Table VII"].startswith(
        "U(2,5): 20.52 inner nodes, 22.78 leaves need 21.93"
    )


def test_at_depth_1_three_pairs_of_the_thesis_contradict_one_another_and_none_of_nau_s():
    pairs = depth_1()
    far = contradicting(pairs)
    assert [(r.minimax, r.product, r.t) for r in far.itertuples()] == [
        ("XX", "XXVII", 7), ("XXII", "XXVIII", 5), ("XXII", "XXVIII", 7),
    ]  # fmt: skip
    assert (pairs["apart"][pairs["by"] == "Nau"] == 0).all()
    # By hand: 0.751 and 0.790, sqrt(2 * 0.7705 * 0.2295 / 20000) = 0.0042.
    assert far["z"].iloc[0] == pytest.approx(0.039 / 0.0042, rel=0.01)


def test_at_depth_1_minimax_and_product_choose_the_same_move():
    for number in range(50):
        values = np.random.default_rng(number).random(4).round(3)
        tree = gt.Tree.from_nested(values.tolist())
        moves = {gt.backup.preferred(tree, rule) for rule in ("minimax", "product")}
        assert moves == {int(values.argmax())}


def test_a_table_of_so_many_games_is_said_to_have_about_so_many():
    beside = against_theory()
    rng, exact = np.random.default_rng(1), beside["theory"].to_numpy()
    for games in (500, 5000):
        simulated = beside.assign(printed=rng.binomial(games, exact) / games)
        assert implied_trees(simulated) == pytest.approx(games, rel=0.4)
    assert implied_trees(beside[beside["table"] == "XX"]) < TREES / 30


def test_only_searches_that_do_not_see_the_end_are_held_against_theory():
    beside = against_theory()
    assert (beside["d"] < beside["t"] - 1).all() and (beside["theory"] < 1).all()
    row = beside[
        (beside["table"] == "XX") & (beside["w"] == 2) & (beside["t"] == 5) & (beside["d"] == 3)
    ].iloc[0]
    assert row["theory"] == pytest.approx(p_game_quality(2, 5)[2]) and row["printed"] == 0.891


def test_most_printed_numbers_of_games_with_dependent_values_are_below_the_one_that_they_must_be():
    found = below_one().set_index("table")
    assert (found["below_one"] > found["numbers"] / 2).all() and (found["least"] < 0.7).all()
