"""Critical games as they are drawn: values that back up to what a node was given, and worse children at the stated rate."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gametree as gt
from gametree.generate import critical_tree


@settings(max_examples=40)
@given(st.integers(1, 4), st.integers(1, 5), st.floats(0, 1), st.integers(2, 9), st.integers(0, 2**40))
def test_lazy_and_stored_critical_games_are_searched_alike(width, depth, rate, values, seed):
    lazy = critical_tree(width=width, depth=depth, rate=rate, values=values, seed=seed)
    stored = lazy.materialize()
    assert set(stored.leaves) <= set(range(1, values + 1))
    for name in ("alphabeta", "scout", "sss*", "mtd(f)"):
        assert gt.search(lazy, name) == gt.search(stored, name)


@pytest.mark.parametrize("values", [2, 7])
def test_other_children_are_worse_at_the_stated_rate_and_heirs_at_any_place(values):
    rate, width = 0.3, 3
    worse = others = 0
    places = np.zeros(width)
    for number in range(400):
        tree = critical_tree(
            width=width, depth=4, rate=rate, values=values, seed=1, number=number
        ).materialize()
        value = tree.backed_up
        for node in np.flatnonzero((tree.fan_out > 0) & (tree.level % 2 == 0) & (value > 1)):
            lower = [value[child] < value[node] for child in tree.children(node)]
            assert not all(lower)
            worse, others = worse + sum(lower), others + width - 1
            if sum(lower) == width - 1:
                places[lower.index(False)] += 1
    assert abs(worse / others - rate) < 4 * (rate * (1 - rate) / others) ** 0.5
    assert np.abs(places / places.sum() - 1 / width).max() < 4 * (2 / 9 / places.sum()) ** 0.5


def test_a_rate_of_nothing_makes_all_leaves_alike():
    assert len(set(critical_tree(width=3, depth=4, rate=0, values=50, seed=1).materialize().leaves)) == 1


def test_critical_games_never_change():
    tree = critical_tree(width=2, depth=3, rate=0.9, values=9, seed=4)
    assert tree.materialize().to_nested() == [[[9, 9], [8, 7]], [[7, 3], [6, 3]]]
