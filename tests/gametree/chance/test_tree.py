"""Trees with chance nodes: what is accepted, what is refused and how it is said, names and values."""

import numpy as np
import pytest

from gametree.chance import Tree

NESTED = [((0.25, 1), (0.75, [2, 3])), 5, [((1.0, 7),)]]


def test_lists_are_decisions_tuples_are_chance_and_numbers_are_leaves():
    tree = Tree.from_nested(NESTED)
    assert tree.kind.tolist() == [1, 2, 0, 1, 0, 0, 0, 1, 2, 0]
    assert tree.probability.tolist() == [1, 1, 0.25, 0.75, 1, 1, 1, 1, 1, 1]
    assert tree.to_nested() == NESTED
    assert Tree.from_nested(tree.to_nested()) == tree
    assert eval(repr(tree), {"chance": __import__("gametree.chance", fromlist=["Tree"])}) == tree


def test_values_are_backed_up_for_either_goal():
    assert Tree.from_nested(NESTED).backed_up[0] == 7
    assert Tree.from_nested(NESTED, goal="min").backed_up[0] == 0.25 * 1 + 0.75 * 2


def test_goal_makes_a_different_tree():
    assert Tree.from_nested(NESTED) != Tree.from_nested(NESTED, "min")
    assert Tree.from_nested(NESTED) != NESTED


def test_nodes_are_named_by_level_as_in_the_figures():
    tree = Tree.from_nested(NESTED)
    assert [tree.names[n] for n in range(tree.n_nodes)] == ["A", "B", "E", "F", "H", "I", "C", "D", "G", "J"]
    assert tree.node("F") == 3
    wide = Tree.from_nested(list(range(30)))
    assert wide.names[26:] == ("Z1", "Z2", "Z3", "Z4", "Z5")
    with pytest.raises(ValueError, match="name is 'Q': the nodes are called A to J"):
        tree.node("Q")


def test_what_the_right_siblings_add_up_to_is_exactly_0_for_the_last():
    tree = Tree.from_nested(tuple((0.1, k) for k in range(10)))
    assert tree.arrays.after[-1] == 0
    assert tree.arrays.after[1] == pytest.approx(0.9)


@pytest.mark.parametrize(
    ("nested", "sentence"),
    [
        (
            [((0.5, 1), (0.4, 2))],
            "the probabilities at [0] add up to 0.9: they must add up to 1 within 1e-09",
        ),
        (((0.5, 1), (0.5, ((0.7, 1), (0.7, 2)))), "the probabilities at [1] add up to 1.4"),
        ([((0.0, 1), (1.0, 2))], "the probability at [0][0] is 0.0: it must be a number in (0, 1]"),
        ([((-0.5, 1), (1.5, 2))], "the probability at [0][0] is -0.5"),
        ([((float("nan"), 1),)], "the probability at [0][0] is nan"),
        ([((True, 1),)], "the probability at [0][0] is True"),
        ([(3, 4)], "[0][0] is 3: a child of a chance node must be a pair (probability, child)"),
        ([((0.5, 1, 2), (0.5, 2))], "[0][0] is (0.5, 1, 2)"),
        ([1, []], "node at [1] is empty"),
        ([1, ()], "node at [1] is empty"),
        ([1, "x"], "leaf at [1] is 'x': a leaf must be a finite number"),
        ([1, float("inf")], "leaf at [1] is inf"),
        ([np.array([1, 2])], "[0] is an array"),
    ],
)
def test_what_is_no_tree_is_refused_in_one_sentence_that_names_the_place(nested, sentence):
    with pytest.raises(ValueError, match=r".") as error:
        Tree.from_nested(nested)
    assert sentence in str(error.value)


def test_probabilities_may_be_off_by_rounding():
    assert Tree.from_nested(tuple((1 / 7, k) for k in range(7))).n_leaves == 7
    assert Tree.from_nested(((0.5, 1), (0.5 + 5e-10, 2))).n_leaves == 2


def test_the_goal_is_max_or_min():
    with pytest.raises(ValueError, match="goal is 'least': it must be one of max, min"):
        Tree.from_nested([1, 2], goal="least")


@pytest.mark.parametrize(
    ("array", "node", "value", "sentence"),
    [
        ("kind", 1, 0, r"kind\[1\] is 0: it must be 1 \(decision\) or 2 \(chance\)"),
        ("kind", 2, 2, r"kind\[2\] is 2: it must be 0 at a leaf"),
        ("kind", 0, 7, r"kind\[0\] is 7: it must be 1 \(decision\) or 2 \(chance\)"),
        ("probability", 2, np.nan, r"probability\[2\] is nan: it must be in \(0, 1\]"),
        (
            "probability",
            3,
            0.7,
            r"the probabilities below node 1 add up to 1\.2: they must add up to 1 within",
        ),
        (
            "probability",
            4,
            0.5,
            r"probability\[4\] is 0\.5: it must be 1, because there is no chance node above it",
        ),
    ],
)
def test_arrays_of_no_tree_are_refused(array, node, value, sentence):
    tree = Tree.from_nested([((0.5, 1), (0.5, 2)), 8])
    arrays = {"kind": tree.kind.copy(), "probability": tree.probability.copy()}
    assert Tree(tree.shape, **arrays) == tree
    arrays = {name: each.copy() for name, each in arrays.items()}
    arrays[array][node] = value
    with pytest.raises(ValueError, match=sentence):
        Tree(tree.shape, **arrays)


def test_arrays_of_other_types_are_refused():
    tree = Tree.from_nested([3, 8])
    with pytest.raises(ValueError, match="kind has numbers of type int64: it must have int8"):
        Tree(tree.shape, tree.kind.astype(np.int64), tree.probability)
    with pytest.raises(ValueError, match="probability has numbers of type <U3: it must have float64"):
        Tree(tree.shape, tree.kind, np.array(["1.0"] * 3))


def test_trees_can_not_be_changed():
    tree = Tree.from_nested(NESTED)
    with pytest.raises(ValueError, match="read-only"):
        tree.probability[2] = 0.5
