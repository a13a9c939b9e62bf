"""Trees: shape, numbering, nesting, and errors that say what is wrong."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gametree as gt
from gametree.examples import SPECIMEN, specimen
from gametree.tree import FEW_NODES, MAX_DEPTH
from tests.trees import nested_trees


def test_specimen_tree_has_18_nodes_11_leaves_depth_3_width_4():
    tree = specimen()
    assert (tree.n_nodes, tree.n_leaves, tree.depth, tree.width) == (18, 11, 3, 4)


def test_figure_1_names_and_relations():
    tree = specimen()
    names = [tree.name(node) for node in range(tree.n_nodes)]
    assert names == [
        "p",
        "p1",
        "p11",
        "p111",
        "p112",
        "p12",
        "p13",
        "p131",
        "p132",
        "p133",
        "p2",
        "p21",
        "p211",
        "p22",
        "p221",
        "p222",
        "p223",
        "p224",
    ]
    p22 = tree.node([1, 1])
    assert tree.name(tree.parent[p22]) == "p2"
    assert [tree.name(child) for child in tree.children(p22)] == ["p221", "p222", "p223", "p224"]
    assert tree.fan_out[p22] == 4
    assert tree.level[p22] == 2
    assert tree.is_max(p22)
    assert not tree.is_max(tree.node([1]))


def test_names_of_wide_trees_are_not_ambiguous():
    tree = gt.Tree.from_nested([[1] * 11, [[2] * 11]])
    names = [tree.name(node) for node in range(tree.n_nodes)]
    assert len(set(names)) == tree.n_nodes
    assert tree.name(tree.node([1, 0, 10])) == "p2.1.11"


def test_figure_2_backed_up_values():
    tree = specimen()
    backed_up = {
        tree.name(node): tree.backed_up[node] for node in range(tree.n_nodes) if not tree.is_leaf(node)
    }
    assert backed_up == {"p": 40, "p1": 6, "p11": 12, "p13": 20, "p2": 40, "p21": 40, "p22": 47}


@given(nested_trees())
def test_nesting_survives_the_round_trip(nested):
    assert gt.Tree.from_nested(nested).to_nested() == nested


@given(nested_trees())
def test_numbering_is_preorder(nested):
    tree = gt.Tree.from_nested(nested)
    for node in range(tree.n_nodes):
        children = tree.children(node)
        assert [tree.parent[child] for child in children] == [node] * len(children)
        assert [tree.level[child] for child in children] == [tree.level[node] + 1] * len(children)
        assert children == sorted(children)
        assert tree.end[node] == (tree.end[children[-1]] if children else node + 1)
        assert tree.node(tree.path(node)) == node
    assert tree.n_leaves == sum(tree.is_leaf(node) for node in range(tree.n_nodes))
    assert tree.depth == tree.level.max()


@given(st.integers(2, 4), st.integers(0, 4), st.integers(0, 1000))
def test_uniform_storage_describes_the_same_tree_as_nested_lists(width, depth, seed):
    leaves = np.random.default_rng(seed).integers(0, 9, width**depth).astype(float)
    tree = gt.Tree.uniform(width, depth, leaves)
    nested: list = list(leaves)
    for _ in range(depth):
        nested = [nested[i : i + width] for i in range(0, len(nested), width)]
    again = gt.Tree.from_nested(nested[0])
    assert again == tree
    assert np.array_equal(again.leaves, leaves)
    assert (tree.n_nodes, tree.depth) == (sum(width**k for k in range(depth + 1)), depth)


def test_from_nested_recognises_uniform_trees():
    assert gt.Tree.from_nested([[1, 2], [3, 4]]).is_uniform
    assert not gt.Tree.from_nested(SPECIMEN).is_uniform


@given(nested_trees(depth=4, width=3))
def test_the_tree_in_lists_answers_what_the_tree_answers(nested):
    tree = gt.Tree.from_nested(nested)
    lists = tree.in_lists()
    assert lists is not tree and lists is tree.in_lists()
    for node in range(tree.n_nodes):
        for question in ("children", "is_leaf", "is_max", "path", "name"):
            assert getattr(lists, question)(node) == getattr(tree, question)(node), (question, node)
    np.testing.assert_array_equal(lists.values, tree.values)


def test_only_small_trees_are_kept_in_lists():
    tree = gt.Tree.uniform(10, 4, np.zeros(10**4))
    assert tree.n_nodes > FEW_NODES and tree.in_lists() is tree


def test_arrays_can_not_be_changed():
    tree = specimen()
    for array in (tree.values, tree.end, tree.parent, tree.level, tree.leaves, tree.backed_up):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_equal_trees_are_equal_and_others_are_not():
    assert specimen() == specimen()
    assert hash(specimen()) == hash(specimen())
    assert gt.Tree.from_nested([1, 2]) != gt.Tree.from_nested([1, [2]])
    assert gt.Tree.from_nested([1, 2]) != gt.Tree.from_nested([1, 3])
    assert specimen() != "a tree"


def test_repr_of_a_small_tree_rebuilds_it():
    assert eval(repr(specimen()), {"Tree": gt.Tree}) == specimen()
    assert repr(gt.Tree.uniform(3, 3, np.zeros(27))) == "<Tree: U(3,3), 40 nodes, 27 leaves>"


def deep(levels):
    nested = 1
    for _ in range(levels):
        nested = [nested, 2]
    return nested


@pytest.mark.parametrize(
    ("nested", "message"),
    [
        ([], "node at the root is empty"),
        ([[1], [[], 2]], r"node at \[1\]\[0\] is empty"),
        ([1, float("nan")], r"leaf at \[1\] is nan"),
        ([[1, float("inf")], 2], r"leaf at \[0\]\[1\] is inf"),
        ([1, "two"], r"leaf at \[1\] is 'two': a leaf must be a finite number"),
        ("text", "leaf at the root is 'text'"),
        ([1, True], r"leaf at \[1\] is True"),
        ([1, None], r"leaf at \[1\] is None"),
        ([1, 2**53 + 1], r"leaf at \[1\] is 9007199254740993: a whole number that a float can't hold"),
        ([1, 10**400], r"leaf at \[1\] is 1000.*a finite number"),
        (deep(MAX_DEPTH + 1), f"deeper than {MAX_DEPTH} levels"),
    ],
)
def test_bad_nesting_is_named_with_its_place(nested, message):
    with pytest.raises(ValueError, match=message):
        gt.Tree.from_nested(nested)


def test_a_list_that_contains_itself_is_too_deep():
    endless: list = [1]
    endless.append(endless)
    with pytest.raises(ValueError, match="deeper than"):
        gt.Tree.from_nested(endless)


def test_deepest_allowed_tree_can_be_searched():
    tree = gt.Tree.from_nested(deep(MAX_DEPTH))
    assert tree.depth == MAX_DEPTH
    assert {gt.search(tree, name).value for name in gt.STRATEGIES} == {
        gt.trace(tree, "alphabeta").result.value
    }


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 2, []), "width is 0: it must be a whole number from 1"),
        ((2, -1, []), "depth is -1: it must be a whole number from 0"),
        ((2, 2, [1, 2, 3]), r"leaves has shape \(3,\): U\(2,2\) has 4 leaves"),
        ((2, 2, [1, 2, 3, float("nan")]), r"leaves\[3\] is nan"),
        ((2.0, 2, [1, 2, 3, 4]), "width is 2.0"),
    ],
)
def test_bad_uniform_trees_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        gt.Tree.uniform(*arguments)


def test_equal_trees_have_equal_hashes_whatever_the_sign_of_zero():
    one, other = (gt.Tree.from_nested([zero, [1, zero]]) for zero in (0.0, -0.0))
    assert one == other
    assert hash(one) == hash(other)
