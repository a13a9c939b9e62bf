"""The fewest leaves that a value can be proved with, and orders of children in which Alphabeta needs few."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import gametree as gt
from gametree import games
from gametree.theory.optimality import fewest_leaves, perfectly_ordered, reordered
from tests.trees import nested_trees


def test_fewest_leaves_are_knuth_and_moore_s_on_uniform_trees_and_never_beaten_on_others():
    for width, depth in [(2, 5), (3, 4), (4, 3), (5, 1), (1, 3)]:
        tree = games.growing_tree(width=width, depth=depth, scheme="incremental-real", seed=1)
        assert fewest_leaves(tree) == gt.theory.minimum_leaves(width, depth)
    for number in range(100):
        tree = games.random_graph_tree(positions=6, width=3, depth=6, largest=50, seed=number)
        least = fewest_leaves(tree)
        for strategy in ("alphabeta", "scout", "sss*"):
            assert gt.search(tree, strategy).leaves >= least


def test_fewest_leaves_of_a_small_tree_by_trying_all_sets_of_leaves():
    tree = gt.Tree.from_nested([[3, [5, 1]], [2, 9, 4], 1])
    values, leaves = tree.values, np.flatnonzero(tree.fan_out == 0)

    def range_of(node, known):
        if tree.is_leaf(node):
            return (values[node],) * 2 if node in known else (-np.inf, np.inf)
        pick = max if tree.is_max(node) else min
        below = [range_of(child, known) for child in tree.children(node)]
        return pick(low for low, _ in below), pick(high for _, high in below)

    sets = [
        {int(leaf) for i, leaf in enumerate(leaves) if chosen >> i & 1} for chosen in range(2 ** len(leaves))
    ]
    enough = [known for known in sets if len(set(range_of(0, known))) == 1]
    assert fewest_leaves(tree) == min(map(len, enough))


@given(nested_trees(values=st.integers(0, 5)).map(gt.Tree.from_nested), st.integers(0, 2**31))
def test_alphabeta_looks_at_as_many_leaves_whatever_the_order_of_the_children_after_the_best(tree, seed):
    ordered = perfectly_ordered(tree).tree
    rng = np.random.default_rng(seed)
    orders = {}
    for node in range(ordered.n_nodes):
        first, *others = ordered.children(node) or [None]
        if others:
            orders[node] = [first, *rng.permutation(others).tolist()]
    shuffled = reordered(ordered, orders).tree
    assert gt.search(shuffled, "alphabeta").leaves == gt.search(ordered, "alphabeta").leaves
