"""Appendix 1: Figure 57, the listings as printed, and what the versions of Scout have in common."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given

import gametree as gt
from companion.published.cases import CASES, SIZES, chosen_reading, literal_reading
from gametree import reference
from gametree.examples import figure_57, figure_57_in_full
from gametree.experiment import CRITERIA, counts_of
from gametree.generate.recipes import recipe
from gametree.reference import Recorder
from gametree.theory.small_trees import filled, leaves_in, shapes
from tests.trees import nested_trees

VERSIONS = ("scout", "scout-minimax", "scout-campbell-marsland")
SMALL = [size for size in SIZES if size[0] ** size[1] <= 300]


def examine(function, tree):
    """Return the value that a plain-Python search finds, and the recorder."""
    x = Recorder(tree)
    return function(x, 0), x


def fillings(shape, scale=1):
    """Yield the trees of a shape with values at its leaves in every order, ties included."""
    n_leaves = leaves_in(shape)
    for ranks in product(range(n_leaves), repeat=n_leaves):
        if set(ranks) == set(range(len(set(ranks)))):
            yield gt.Tree.from_nested(filled(shape, iter([scale * rank for rank in ranks])))


def trees_below(n_nodes, scale=1):
    for smaller in range(2, n_nodes):
        for shape in shapes(smaller):
            yield from fillings(shape, scale)


# -- Figure 57


@pytest.mark.parametrize("figure", [figure_57, figure_57_in_full])
def test_figure_57_testm_examines_what_test_leaves_out(figure):
    tree, extra = figure()
    with_test, with_testm = (
        examine(function, tree)[1].nodes for function in (reference.scout, reference.scout_testm)
    )
    assert with_testm - with_test == set(extra)
    assert with_test <= with_testm


def test_the_caption_of_figure_57_names_the_nodes_of_the_larger_tree():
    tree, extra = figure_57_in_full()
    assert [tree.name(node) for node in extra] == ["p222", "p2221", "p2222"]
    assert tree.backed_up[tree.node([1, 0])] == tree.backed_up[tree.node([1, 1, 0])] == 6


def test_no_smaller_tree_than_figure_57_shows_it():
    tree, _ = figure_57()
    assert gt.search(tree, "scout-testm").nodes > gt.search(tree, "scout").nodes
    for smaller in trees_below(tree.n_nodes):
        assert gt.search(smaller, "scout-testm").nodes == gt.search(smaller, "scout").nodes


@pytest.mark.slow
def test_testm_can_also_examine_fewer_nodes_and_seven_are_the_least_for_that():
    tree = gt.Tree.from_nested([1, [[1, 2], 0]])
    assert gt.search(tree, "scout-testm").nodes < gt.search(tree, "scout").nodes
    for smaller in trees_below(tree.n_nodes):
        assert gt.search(smaller, "scout-testm").nodes >= gt.search(smaller, "scout").nodes


# -- the listings as printed


@given(nested_trees())
def test_scout_as_printed_finds_the_value_but_evaluates_equals(nested):
    tree = gt.Tree.from_nested(nested)
    value, x = examine(reference.scout_as_printed, tree)
    assert value == gt.search(tree, "minimax").value
    if len(set(tree.leaves)) == tree.n_leaves:
        ours = gt.search(tree, "scout")
        assert (len(x.nodes), x.visits) == (ours.nodes, ours.visits)


def test_scout_as_printed_contradicts_figure_57():
    tree, extra = figure_57_in_full()
    assert set(extra) <= examine(reference.scout_as_printed, tree)[1].nodes


@pytest.mark.parametrize(
    ("function", "nested", "wrong"),
    [
        (reference.scout_minimax_as_printed, [0, 1], 0),
        (reference.scout_minimax_with_test_as_printed, [1, [0]], 0),
    ],
)
def test_the_smallest_tree_on_which_a_minimax_listing_goes_wrong(function, nested, wrong):
    tree = gt.Tree.from_nested(nested)
    assert examine(function, tree)[0] == wrong != gt.search(tree, "minimax").value
    for smaller in trees_below(tree.n_nodes):
        assert examine(function, smaller)[0] == gt.search(smaller, "minimax").value


@given(nested_trees())
def test_test_as_printed_always_says_yes_to_min_and_no_to_max(nested):
    tree = gt.Tree.from_nested(nested)
    for node in range(tree.n_nodes):
        if not tree.is_leaf(node):
            said = reference.test_minimax_as_printed(Recorder(tree), node, float(tree.leaves[0]), True)
            assert said == (not tree.is_max(node))


# -- what the versions have in common


@given(nested_trees())
def test_leaf_visits_are_the_visits_that_read_a_static_value(nested):
    tree = gt.Tree.from_nested(nested)
    traced = gt.trace(tree, "scout")
    _, x = examine(reference.scout, tree)
    assert x.leaf_visits == sum(step.event == "leaf" for step in traced)
    assert len(x.leaves) <= x.leaf_visits <= x.visits + (tree.n_nodes == 1)


@pytest.mark.parametrize("reading", [literal_reading, chosen_reading])
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"case {case.number}")
def test_with_minimal_windows_the_three_versions_take_the_same_leaves_nodes_and_visits(case, reading):
    read = reading(case)
    for width, depth in SMALL:
        counts = counts_of(recipe(read.kind, read.scheme, width, depth, case.p), VERSIONS, 7, 0, 20)
        assert (counts == counts[:, :1]).all()


def test_with_the_printed_window_visits_differ_where_values_lie_closer_than_1():
    different = set()
    for case in CASES:
        read = chosen_reading(case)
        for width, depth in SMALL:
            made = recipe(read.kind, read.scheme, width, depth, case.p)
            counts = counts_of(made, ("scout", "scout-campbell-marsland-unit-window"), 7, 0, 60)
            more = counts[:, 1] - counts[:, 0]
            assert (more >= 0).all()
            different |= {(case.number, CRITERIA[c]) for c in np.flatnonzero(more.any(axis=0))}
    assert different == {(8, "visits"), (16, "leaves"), (16, "nodes"), (16, "visits")}


@given(nested_trees())
def test_leaves_are_no_more_than_all_of_what_a_wider_window_visits_in_addition(nested):
    tree = gt.Tree.from_nested(nested)
    _, narrow = examine(reference.scout, tree)
    _, wide = examine(reference.scout_campbell_marsland_unit_window, tree)
    assert 0 <= wide.leaf_visits - narrow.leaf_visits <= wide.visits - narrow.visits


@pytest.mark.slow
def test_seven_nodes_are_the_least_for_a_node_that_only_the_printed_window_examines():
    tree = gt.Tree.from_nested([0, [[0.5, 0.25], 0]])
    name = "scout-campbell-marsland-unit-window"
    assert gt.search(tree, name).nodes > gt.search(tree, "scout").nodes
    for smaller in trees_below(tree.n_nodes, scale=0.125):
        assert gt.search(smaller, name).nodes == gt.search(smaller, "scout").nodes
