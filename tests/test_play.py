"""Real games: known counts, known outcomes, and the same results by other means."""

import numpy as np
import pytest

import gametree as gt
from gametree import play

PERFT = {
    "tic-tac-toe": [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872],
    "connect-four": [1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234],
    "checkers": [1, 7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680],
}
"""Nodes per level from the start, as the literature has them."""


@pytest.mark.parametrize("name", PERFT)
def test_the_levels_of_each_game_have_the_known_sizes(name):
    known = PERFT[name]
    assert play.nodes_per_level(name, len(known) - 1) == known


def test_the_whole_tree_of_tic_tac_toe_has_549946_nodes_with_255168_ends_and_is_a_draw():
    tree = play.unfold("tic-tac-toe", 9)
    assert (tree.n_nodes, tree.n_leaves) == (549_946, 255_168)
    outcomes = dict(zip(*np.unique(tree.leaves, return_counts=True), strict=True))
    # X wins 131,184 of all games, O wins 77,904, and 46,080 are drawn.
    assert outcomes == {play.WIN: 131_184, -play.WIN: 77_904, 0: 46_080}
    assert gt.search(tree, "alphabeta").value == 0
    assert len(np.unique(tree.position)) == 5478


@pytest.mark.parametrize(("name", "depth"), [("tic-tac-toe", 9), ("connect-four", 6), ("checkers", 7)])
@pytest.mark.parametrize("method", ["minimax", "alphabeta"])
def test_searching_from_a_position_gives_what_searching_the_tree_gives(name, depth, method):
    assert play.search_position(name, depth, method=method) == gt.search(play.unfold(name, depth), method)
