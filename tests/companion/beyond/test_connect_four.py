"""Connect four played out between backing-up rules."""

import numpy as np
import pytest

import gametree as gt
from companion.beyond.connect_four import ConnectFourStudy, Player, chances, leaves_and_move, played

STUDY = ConnectFourStudy(openings=2, seed=3)


def test_a_decided_game_is_one_or_nothing_and_order_is_kept():
    unfolded = gt.games.unfold("connect-four", depth=2, position="121212")
    tree, columns = chances("121212", 2, scale=12.0)
    assert columns == [1, 2, 3, 4, 5, 6, 7]
    won = np.abs(unfolded.leaves) > 1000
    assert won.any() and np.isin(tree.leaves[won], (0, 1)).all()
    order = np.argsort(unfolded.leaves, kind="stable")
    assert (np.diff(tree.leaves[order]) >= 0).all()


@pytest.mark.parametrize("rule", ["minimax", "product"])
def test_a_player_wins_when_it_can(rule):
    tree, columns = chances("121212", 2, scale=12.0)
    assert columns[leaves_and_move(tree, rule)[1]] == 1
    assert played("121212", (Player(rule, 2), Player("minimax", 2)), 12.0) == (1.0, "1212121")


def test_games_follow_the_rules_and_the_same_players_share_the_points():
    us = Player("product", 2)
    result, moves = played("445362", (us, us), 12.0)
    assert result in (0.0, 0.5, 1.0) and moves.startswith("445362")
    assert gt.games.unfold("connect-four", depth=1, position=moves).n_nodes == 1


def test_minimax_gets_the_greatest_depth_that_costs_no_more():
    for depth, other in STUDY.opponent.items():
        assert STUDY.leaves["minimax", other] <= STUDY.leaves["product", depth] or other == 1
        assert other == 6 or STUDY.leaves["minimax", other + 1] > STUDY.leaves["product", depth]


def test_pruning_spares_leaves_where_games_can_end():
    assert (STUDY.spared("product", 5) > 0).all()
