"""Boards to look at, siblings, and the places of printed cells."""

import itertools

import numpy as np
import pytest

import gametree as gt
from companion.g_games.findings import correlation_of_siblings
from companion.pathology.tables import printed, samples, with_places, with_theory
from gametree.experiment import sampled_quality
from gametree.games.board_games import (
    board_tree,
    count_of_ones,
    incremental_game,
    pearl_game,
    steps_behind,
)

FIGURE_49 = [[0, 0, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1], [0, 0, 0, 1]]


def test_a_board_is_divided_upright_first():
    tree = board_tree(FIGURE_49)
    assert tree.to_nested() == [
        [[[0, 0], [0, 1]], [[0, 0], [0, 0]]],
        [[[0, 1], [0, 0]], [[1, 0], [1, 1]]],
    ]
    assert count_of_ones(tree, 0) == 5
    assert [count_of_ones(tree, child) for child in tree.children(0)] == [1, 4]


@pytest.mark.parametrize("board", [[[1, 0]], [[1, 0, 1]] * 3, [1, 0]])
def test_boards_of_another_shape_are_refused(board):
    with pytest.raises(ValueError, match=r"board has shape .*: it must be square"):
        board_tree(board)


def test_terminal_nodes_of_incremental_games_add_up():
    game = incremental_game(2, 3, seed=1)
    sums = [int(game.steps[0][i // 4] + game.steps[1][i // 2] + game.steps[2][i]) for i in range(8)]
    assert game.tree.leaves.tolist() == [float(s > 0) for s in sums]
    assert incremental_game(2, 3, seed=1).tree == game.tree


def test_values_behind_a_board_make_it_and_are_counted():
    tree = board_tree(FIGURE_49)
    number, steps = steps_behind(tree)
    assert len(steps) == tree.n_nodes - 1
    for leaf in (n for n in range(tree.n_nodes) if tree.is_leaf(n)):
        total, node = 0, leaf
        while node:
            total, node = total + steps[node], int(tree.parent[node])
        assert (total > 0) == (tree.values[leaf] == 1)
    assert 0 < number < 2 ** (tree.n_nodes - 1)
    small = gt.Tree.uniform(2, 2, [1.0, 0.0, 0.0, 0.0])
    ways = 0
    for bits in itertools.product((1, -1), repeat=6):
        sums = [bits[i // 2] + bits[2 + i] > 0 for i in range(4)]
        ways += sums == [True, False, False, False]
    assert steps_behind(small)[0] == ways
    with pytest.raises(ValueError, match=r"tree has a leaf 2\.0: it must be 1 or 0"):
        steps_behind(gt.Tree.uniform(2, 1, [2.0, 0.0]))


def test_pearl_games_have_the_wanted_share_of_ones():
    leaves = np.concatenate([pearl_game(2, 8, 1, n).leaves for n in range(50)])
    assert leaves.mean() == pytest.approx(0.382, abs=0.02)


def test_siblings_are_independent_in_pearl_games_only():
    assert correlation_of_siblings("pearl", 8, 4, 400, 1) == pytest.approx(0, abs=0.05)
    assert correlation_of_siblings("incremental", 8, 4, 400, 1) > 0.3
    assert correlation_of_siblings("integer, drawn independently", 8, 4, 400, 1) > 0.3


def test_every_printed_cell_of_chapter_5_has_its_place():
    played = {(s.game, s.w, s.t) for s in samples(1, 1)}
    cells = with_places(printed())
    assert cells["d"].between(1, 13).all()
    own = cells[~cells["table"].isin(["XXIII", "XXIV"])]
    assert set(zip(own["game"], own["w"], own["t"], strict=True)) <= played


def test_theory_stands_beside_minimax_in_pearl_games_only():
    frame = with_theory(sampled_quality([s for s in samples(50, 1) if s.t <= 5 and s.w == 2]))
    has_theory = frame.theory.notna()
    assert (has_theory == ((frame.game == "pearl") & (frame.rule == "minimax"))).all()


def test_unknown_games_are_named():
    with pytest.raises(ValueError, match="game is 'go': it must be one of pearl"):
        correlation_of_siblings("go", 5, 2, 10, 1)
