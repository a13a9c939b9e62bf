"""Trees whose nodes carry positions, moves and estimates."""

import numpy as np
import pytest

import gametree as gt
from gametree.games.game_tree import GameTree
from gametree.tree import NestedArrays


def arrays():
    return gt.Tree.from_nested([[3, 5], 4]).nested_arrays


def test_a_game_tree_is_searched_like_any_other():
    tree = GameTree(arrays(), [9, 8, 7, 6, 5], [-1, 0, 0, 1, 1], [1, 2, 3, 5, 4])
    for name in gt.STRATEGIES:
        assert gt.search(tree, name).value == 4
    assert tree == gt.Tree.from_nested([[3, 5], 4])


def test_what_nodes_carry_can_not_be_changed():
    tree = GameTree(arrays(), [9, 8, 7, 6, 5], [-1, 0, 0, 1, 1], [1, 2, 3, 5, 4])
    for array in (tree.position, tree.move, tree.estimate):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


@pytest.mark.parametrize(
    ("position", "estimate", "message"),
    [
        ([1, 2], [1, 2, 3, 5, 4], r"position has shape \(2,\): the tree has 5 nodes"),
        ([1, 2, 3, 4, 5], [np.nan, 2, 3, 5, 4], r"estimate\[0\] is nan: it must be a finite number"),
        (
            [1, 2, 3, 4, 5],
            [1, 2, 3, 6, 4],
            r"estimate\[3\] is 6.0: at a leaf it must be the static value, 5.0",
        ),
    ],
)
def test_bad_entries_are_named(position, estimate, message):
    with pytest.raises(ValueError, match=message):
        GameTree(NestedArrays(*arrays()), position, [-1, 0, 0, 1, 1], estimate)
