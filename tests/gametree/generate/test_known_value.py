"""Trees whose value is known beforehand: it is their value, the order is the stated one, and all else is uniform."""

import numpy as np
import pytest

import gametree as gt
from gametree.generate import known_value_tree

NEVER_CHANGES = [504.0, 861.0, 422.0, 688.0]
"""Leaves of U(2,2) in perfect order, from seed 1, written down once."""


def leaves_of(trees, **made):
    return np.array([known_value_tree(**made, seed=3, number=number).leaves for number in range(trees)])


def test_generated_trees_never_change():
    assert known_value_tree(width=2, depth=2, ordering=1.0, seed=1).leaves.tolist() == NEVER_CHANGES


def test_same_seed_same_tree_other_seed_number_or_class_another():
    made = {"width": 3, "depth": 3, "ordering": 0.5, "seed": 5}
    tree = known_value_tree(**made)
    assert tree == known_value_tree(**made)
    others = [known_value_tree(**(made | other)) for other in ({"seed": 6}, {"number": 1}, {"value": 505})]
    assert all(tree != other for other in others)


@pytest.mark.parametrize("ordering", [0.0, 0.5, 1.0])
@pytest.mark.parametrize(("width", "depth"), [(2, 1), (3, 2), (4, 3), (2, 5)])
def test_the_value_is_what_was_asked_for_and_leaves_are_on_the_scale(width, depth, ordering):
    made = {"width": width, "depth": depth, "ordering": ordering, "value": 7, "low": -3, "high": 12}
    for number in range(40):
        tree = known_value_tree(**made, seed=2, number=number)
        assert (tree.width, tree.depth) == (width, depth)
        assert gt.search(tree, "minimax").value == 7
        assert tree.leaves.min() >= -3
        assert tree.leaves.max() <= 12


@pytest.mark.parametrize("ordering", [0.0, 0.3, 1.0])
def test_the_first_child_hands_the_value_on_as_often_as_stated_and_the_others_are_equally_likely(ordering):
    scale = {"value": 0, "low": -(10**9), "high": 10**9}  # so wide that there are no ties
    best = leaves_of(2000, width=4, depth=1, ordering=ordering, **scale).argmax(axis=1)
    shares = np.bincount(best, minlength=4) / 2000
    assert shares == pytest.approx([ordering, *[(1 - ordering) / 3] * 3], abs=0.045)
    if ordering in (0.0, 1.0):
        assert shares[0] == ordering


def test_what_is_not_best_is_uniform_from_the_end_of_the_scale_to_the_value_on_both_levels():
    first, second, third, fourth = leaves_of(3000, width=2, depth=2, ordering=1.0, value=6, low=3, high=8).T
    assert set(first) == {6}
    for found, values in ((second, [6, 7, 8]), (third, [3, 4, 5, 6])):
        assert [(found == value).mean() for value in values] == pytest.approx(
            [1 / len(values)] * len(values), abs=0.04
        )
    assert (fourth >= third).all()
    assert fourth.max() == 8


def test_a_class_that_makes_no_sense_is_refused():
    with pytest.raises(ValueError, match=r"ordering is 1\.5: it must be a number from 0 to 1"):
        known_value_tree(width=3, depth=4, ordering=1.5, seed=1)
    with pytest.raises(ValueError, match=r"number is 9223372036854775808"):
        known_value_tree(width=3, depth=4, ordering=0.5, seed=1, number=2**63)
