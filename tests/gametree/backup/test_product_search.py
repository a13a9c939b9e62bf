"""Pruned searches for the product rule find what the full propagation finds, bit for bit, from fewer leaves."""

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gametree as gt
from gametree.backup import preferred, search, search_in_python, winability
from gametree.backup.rules import GOALS, METHODS, RULES_THAT_PRUNE
from tests.trees import many, nested_trees, random_nested

WAYS = [(rule, method, goal) for rule in RULES_THAT_PRUNE for method in METHODS for goal in GOALS]

ESTIMATES = {
    "reals": st.floats(0, 1, allow_subnormal=False),
    "decided": st.integers(0, 1),
    "some decided": st.sampled_from([0.0, 0.25, 0.5, 0.9, 1.0]),
    "nearly won": st.integers(0, 8).map(lambda i: 1 - i * 2.0**-53),
    "nearly lost": st.integers(0, 8).map(lambda i: i * 2.0**-1074),
}
"""The last two make products that are rounded to 1, or vanish."""


def small_trees(leaves: int, values: tuple[float, ...]) -> Iterator[Any]:
    """Yield all nested trees with so many leaves: every shape without single children, every choice of values."""
    if leaves == 1:
        yield from values
        return
    for parts in compositions(leaves):
        if len(parts) > 1:
            yield from map(list, itertools.product(*(list(small_trees(part, values)) for part in parts)))


def compositions(n: int) -> Iterator[tuple[int, ...]]:
    if n == 0:
        yield ()
    for first in range(1, n + 1):
        yield from ((first, *rest) for rest in compositions(n - first))


def assert_as_full_propagation(tree: gt.Tree, low: float = 0, high: float = 1) -> None:
    full = {
        rule: (winability(tree, rule)[0], tree.n_nodes > 1 and preferred(tree, rule))
        for rule in RULES_THAT_PRUNE
    }
    for rule, method, goal in WAYS:
        value, move = full[rule]
        found = search(tree, rule, method, goal, low, high)
        assert found.value == value if goal == "value" else found.value <= value
        assert found.move == (move if tree.n_nodes > 1 else None)


def test_value_and_move_are_those_of_the_full_propagation_on_random_trees():
    rng = np.random.default_rng(5)
    values = [
        rng.random,
        lambda: rng.integers(2),
        lambda: rng.choice([0, 0.25, 0.5, 0.9, 1]),
        lambda: 1 - rng.integers(9) * 2.0**-53,
        lambda: rng.integers(9) * 2.0**-1074,
    ]
    assert len(values) == len(ESTIMATES)  # the same kinds, in the same order
    for number in range(2 * many()):
        leaf = values[number % len(values)]
        tree = gt.Tree.from_nested(
            random_nested(rng, lambda leaf=leaf: float(leaf()), int(rng.integers(0, 5)), 3)
        )
        assert_as_full_propagation(tree)
        assert_as_full_propagation(tree, float(tree.leaves.min()), float(tree.leaves.max()))


def test_value_and_move_are_those_of_the_full_propagation_on_all_small_trees():
    n = 0
    for leaves in range(1, 5):
        for nested in small_trees(leaves, (0, 0.3, 1)):
            assert_as_full_propagation(gt.Tree.from_nested(nested))
            n += 1
    # 1, 1, 3 and 11 shapes (Schroeder's numbers), each with 3 values at each leaf.
    assert n == 1 * 3 + 1 * 9 + 3 * 27 + 11 * 81


def test_value_and_move_are_those_of_the_full_propagation_on_all_uniform_trees_of_eight_squares():
    for squares in itertools.product((0, 0.5, 1), repeat=8):
        tree = gt.Tree.uniform(2, 3, squares)
        value, move = winability(tree)[0], preferred(tree)
        for method, goal in itertools.product(METHODS, GOALS):
            found = search(tree, method=method, goal=goal)
            assert found.move == move and (found.value == value or goal == "move")


@given(st.data())
def test_kernel_and_plain_python_agree_in_value_line_and_every_count(data):
    values = data.draw(st.sampled_from(list(ESTIMATES.values())))
    tree = gt.Tree.from_nested(data.draw(nested_trees(values, depth=4, width=3)))
    ends = data.draw(st.sampled_from([(0, 1), (float(tree.leaves.min()), float(tree.leaves.max()))]))
    for way in WAYS:
        assert search(tree, *way, *ends) == search_in_python(tree, *way, *ends)


def test_kernel_and_plain_python_agree_on_uniform_trees():
    rng = np.random.default_rng(1)
    for width, depth in ((1, 3), (2, 4), (3, 3), (7, 2)):
        tree = gt.Tree.uniform(width, depth, 0.2 + 0.5 * rng.random(width**depth))
        for way in WAYS:
            assert search(tree, *way, 0.2, 0.7) == search_in_python(tree, *way, 0.2, 0.7)


@pytest.mark.parametrize("method", METHODS)
def test_the_value_takes_every_leaf_if_none_is_decided(method):
    """As long as no value on the way is 0 or 1, each leaf changes the root's value: no search can do without it."""
    rng = np.random.default_rng(2)
    for width, depth in ((2, 5), (3, 3), (6, 2)):
        tree = gt.Tree.uniform(width, depth, 0.1 + 0.8 * rng.random(width**depth))
        assert search(tree, method=method).leaves == tree.n_leaves
        for leaf in range(tree.n_leaves):
            other = tree.leaves.copy()
            other[leaf] = 0.95
            assert winability(gt.Tree.uniform(width, depth, other))[0] > winability(tree)[0]


def test_a_child_that_decides_its_parent_makes_its_siblings_meaningless():
    tree = gt.Tree.from_nested([[0, 0.5, 0.5], [1, 1], [0.5, 0.5]])
    found = search(tree)
    assert (found.value, found.leaves, found.nodes, found.move, found.line) == (1, 3, 5, 1, (1, 0))


@pytest.mark.parametrize("method", METHODS)
def test_a_single_move_needs_no_search_and_a_leaf_is_its_own_value(method):
    assert search(gt.Tree.from_nested([[0.5, 0.4]]), method=method, goal="move")[1:] == (0, 0, 0, 0, (0,))
    assert search(gt.Tree.from_nested(0.25), method=method) == (0.25, 1, 0, 0, None, ())


@given(nested_trees(ESTIMATES["reals"], depth=4, width=3))
def test_the_move_alone_never_takes_more_leaves_from_left_to_right_and_nodes_are_entered_once(nested):
    tree = gt.Tree.from_nested(nested)
    value, move = (search(tree, goal=goal) for goal in GOALS)
    assert move.leaves <= value.leaves <= tree.n_leaves
    assert value.visits == value.nodes and move.visits == move.nodes


def test_the_line_is_proved_as_far_as_it_goes():
    rng = np.random.default_rng(3)
    for way in WAYS:
        tree = gt.Tree.uniform(3, 4, rng.random(81))
        value, node = winability(tree, way[0]), 0
        for best in search(tree, *way).line:
            children = value[tree.children(node)]
            assert best == (children.argmax() if tree.is_max(node) else children.argmin())
            node = tree.children(node)[best]


@pytest.mark.parametrize("method", METHODS)
def test_nodes_whose_value_follows_from_the_range_of_estimates_are_not_searched(method):
    tree = gt.Tree.from_nested([[[0.25], [0.25, 0.25]]])
    found = search(tree, method=method, low=0.25, high=0.25)
    assert (found.value, found.leaves) == (winability(tree)[0], 0)


def test_a_narrow_range_of_estimates_saves_leaves():
    rng = np.random.default_rng(4)
    known, unknown = 0, 0
    for _ in range(50):
        tree = gt.Tree.uniform(3, 4, rng.uniform(0.3, 0.6, 81))
        known += search(tree, goal="move", low=0.3, high=0.6).leaves
        unknown += search(tree, goal="move").leaves
    assert known < unknown
