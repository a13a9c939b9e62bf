"""The figure about critical positions: what it holds is what searching and theory give."""

import json

import pytest

from companion.alphabeta_analysis.widget import (
    MOST_LEAVES,
    ORDERS,
    SEEDS,
    STRATEGIES,
    Positions,
    critical_positions,
    theory,
)
from gametree.theory import minimum_leaves, no_deep_cutoffs


def test_perfect_order_shows_the_critical_positions_and_nothing_else():
    counted, known = dict(Positions(3, 3).counted()), dict(theory(3, 3))
    assert counted["leaves examined here"] == "11 of 27"
    assert (
        counted["positions examined, level by level"]
        == known["critical positions, level by level (13)"]
        == "1, 3, 5, 11"
    )


@pytest.mark.parametrize("order", ORDERS)
def test_every_order_is_what_its_name_says(order):
    found = Positions(2, 4, order, "F1 (no deep cut-offs)")
    leaves = found.traced.result.leaves
    assert minimum_leaves(2, 4) <= leaves <= 16
    if order == "perfect":
        assert leaves == no_deep_cutoffs.best_case(2, 4)
    if order == "worst":
        assert leaves == 16


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"width": 5, "depth": 3}, "width 5, depth 3 has 125 leaves: at most 64 can be drawn"),
        ({"depth": 0}, "depth is 0"),
        ({"order": "good"}, "order is 'good': it must be one of perfect, random"),
        ({"strategy": "F3"}, "strategy is 'F3': it must be one of F1"),
    ],
)
def test_what_cannot_be_shown_is_refused_in_a_sentence(arguments, message):
    with pytest.raises(ValueError, match=message):
        Positions(**arguments)


def test_the_picture_has_alternative_text():
    told = Positions(2, 3).describe()
    assert told.startswith("Game tree of depth 3")
    assert told.endswith("type 3: p121, p21.")


@pytest.fixture(scope="module")
def state():
    return critical_positions().state


def test_every_tree_that_can_be_drawn_is_offered_in_every_order_to_both_strategies(state):
    sizes = {(w, d) for w in range(2, 9) for d in range(1, 7) if w**d <= MOST_LEAVES}
    offered = {tuple(tree["at"]) for tree in state["trees"]}
    assert {at[:2] for at in offered} == sizes
    for order in ORDERS:
        seeds = SEEDS if order in ("random", "totally dependent") else SEEDS[:1]
        assert {at for at in offered if at[2] == order} == {
            (*size, order, strategy, seed) for size in sizes for strategy in STRATEGIES for seed in seeds
        }


def test_marks_stand_level_by_level_and_count_what_was_examined(state):
    for tree in state["trees"][::7]:
        width, depth, *_ = tree["at"]
        found = Positions(*tree["at"])
        types = state["sizes"][f"{width},{depth}"]["types"]
        assert len(types) == len(tree["seen"]) == found.tree.n_nodes
        assert tree["seen"][-(width**depth) :].count("1") == tree["leaves"] == found.traced.result.leaves
        pairs = list(zip(types, tree["seen"], strict=True))
        assert pairs.count(("0", "1")) == tree["extra"]
        assert sum(kind != "0" and seen == "0" for kind, seen in pairs) == tree["missed"]


@pytest.mark.parametrize("order", ["perfect", "worst"])
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_in_perfect_and_in_worst_order_the_seed_changes_nothing_that_is_shown(order, strategy):
    for size in ((2, 4), (3, 3), (5, 2)):
        seen = {tuple(Positions(*size, order, strategy, seed).examined) for seed in (1, 2, 3, *SEEDS)}
        assert len(seen) == 1


def test_the_figure_stays_small(state):
    assert len(json.dumps(state)) < 130_000
