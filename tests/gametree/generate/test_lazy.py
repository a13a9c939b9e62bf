"""Trees that are never stored: the same searches, the same counts, and values that depend on seed and node only."""

import numba
import numpy as np
import pytest

import gametree as gt
from gametree.generate.lazy import lazy_value
from gametree.generate.values import SCHEMES
from gametree.reference import Recorder
from gametree.search import run, search_in_python

CLASSES = [(scheme, 0.6 if scheme.startswith("ordered") else None) for scheme in SCHEMES]


SIZES = [(1, 3), (2, 1), (2, 7), (3, 4), (5, 3)]


def searches_agree(lazy, strategies):
    stored = lazy.materialize()
    assert (lazy.n_nodes, lazy.n_leaves, lazy.depth) == (stored.n_nodes, stored.n_leaves, stored.depth)
    for name in strategies:
        assert gt.search(lazy, name) == gt.search(stored, name), name


@pytest.mark.parametrize(("scheme", "p"), CLASSES)
@pytest.mark.parametrize(("width", "depth"), SIZES)
def test_searches_of_a_lazy_tree_are_those_of_the_same_tree_stored(scheme, p, width, depth):
    lazy = gt.lazy_tree(width=width, depth=depth, scheme=scheme, p=p, seed=3)
    searches_agree(lazy, ["alphabeta", "scout", "sss*", "sss-2"])


@pytest.mark.slow  # the first time, when all strategies are compiled for such trees
@pytest.mark.parametrize("strategy", gt.STRATEGIES)
def test_every_strategy_searches_a_lazy_tree_like_the_same_tree_stored(strategy):
    for width, depth in SIZES:
        searches_agree(gt.lazy_tree(width=width, depth=depth, scheme="unordered", seed=3), [strategy])


def test_values_depend_on_seed_and_number_only():
    first, again, other, next_one = (
        gt.lazy_tree(width=3, depth=4, scheme="ordered", p=0.5, seed=seed, number=number).materialize()
        for seed, number in [(1, 0), (1, 0), (2, 0), (1, 1)]
    )
    assert first == again
    assert first != other
    assert first != next_one


def test_integer_dependent_lazy_trees_are_sums_of_permutations():
    tree = gt.lazy_tree(width=3, depth=3, scheme="integer-dependent", seed=1).materialize()
    groups = tree.leaves.reshape(9, 3)
    assert all(sorted(group - group.min()) == [0, 1, 2] for group in groups)


def test_ordered_lazy_trees_have_the_stated_order():
    best = nodes = 0
    for number in range(100):
        tree = gt.lazy_tree(width=3, depth=4, scheme="ordered", p=0.4, seed=2, number=number).materialize()
        inner = np.flatnonzero(tree.fan_out > 0)
        best += int((tree.backed_up[inner + 1] == tree.backed_up[inner]).sum())
        nodes += len(inner)
    assert abs(best / nodes - 0.4) <= 4 * (0.24 / nodes) ** 0.5


def test_lazy_trees_with_ordered_leaves_have_the_best_first_as_often_as_stated():
    groups = np.concatenate(
        [
            gt.lazy_tree(width=3, depth=4, scheme="ordered-leaves", p=0.3, seed=2, number=number)
            .materialize()
            .leaves.reshape(27, 3)
            for number in range(60)
        ]
    )
    first, last = (groups[:, k] == groups.min(axis=1) for k in (0, 2))  # MIN moves above the leaves
    clear = np.sort(groups, axis=1)[:, 0] < np.sort(groups, axis=1)[:, 1]
    assert (first | last)[clear].all()
    assert abs(first[clear].mean() - 0.3) < 4 * (0.21 / clear.sum()) ** 0.5


def test_unordered_lazy_trees_cost_what_theory_says():
    from gametree.theory import expected

    leaves = [
        gt.search(gt.lazy_tree(width=2, depth=12, scheme="unordered", seed=5, number=i), "alphabeta").leaves
        for i in range(400)
    ]
    assert abs(np.mean(leaves) - expected.alphabeta(2, 12)) < 4.5 * np.std(leaves) / 20


def test_a_tree_far_too_large_to_store_is_searched():
    tree = gt.lazy_tree(width=2, depth=24, scheme="ordered", p=0.9, seed=1)
    found = {name: gt.search(tree, name) for name in ("alphabeta", "sss*", "scout")}
    assert len({f.value for f in found.values()}) == 1
    assert found["sss*"].leaves <= found["alphabeta"].leaves < tree.n_leaves / 100


def test_the_table_of_entered_nodes_grows_until_it_suffices(monkeypatch):
    tree = gt.lazy_tree(width=3, depth=6, scheme="unordered", seed=1)
    expected = gt.search(tree, "pvs")
    monkeypatch.setattr(run, "_first_table", lambda tree, apart: 8)
    assert gt.search(tree, "pvs") == expected


def test_the_first_table_of_entered_nodes_leaves_most_of_the_memory_free(monkeypatch):
    tree = gt.lazy_tree(width=2, depth=30, scheme="unordered", seed=1)
    monkeypatch.setattr(run, "available_memory", lambda: 2**40)
    assert run._first_table(tree, True) >= run.PLACES_PER_LEAF * run.expected_leaves(tree)
    monkeypatch.setattr(run, "available_memory", lambda: 2**26)
    assert run.FIRST_TABLE < 8 * run._first_table(tree, True) <= 2**26 / 8
    monkeypatch.setattr(run, "available_memory", lambda: 2**20)
    assert run._first_table(tree, True) == run.FIRST_TABLE


def test_searches_of_one_lazy_tree_can_run_side_by_side():
    from concurrent.futures import ThreadPoolExecutor

    tree = gt.lazy_tree(width=3, depth=8, scheme="integer-dependent", seed=1)
    expected = gt.search(tree, "sss*")
    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(lambda _: gt.search(tree, "sss*"), range(16))) == {expected}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"scheme": "sorted"}, "scheme is 'sorted'"),
        ({"depth": 70}, r"depth is 70: U\(2,70\) can have 2\*\*62 leaves or more"),
        ({"width": 0}, "width is 0"),
    ],
)
def test_bad_arguments_are_refused(changed, message):
    with pytest.raises(ValueError, match=message):
        gt.lazy_tree(**({"width": 2, "depth": 5, "scheme": "unordered", "seed": 1} | changed))


def test_an_open_list_that_does_not_fit_is_refused():
    with pytest.raises(MemoryError, match=r"OPEN of sss\* on U\(2,61\) would need"):
        gt.search(gt.lazy_tree(width=2, depth=61, scheme="unordered", seed=1), "sss*")


@pytest.mark.parametrize(
    "strategy",
    [
        pytest.param(name, marks=pytest.mark.slow) if name.startswith("pvs") else name
        for name, strategy in gt.STRATEGIES.items()
        if strategy.revisits_nodes
    ],
)
def test_looks_are_counted_without_telling_nodes_apart(strategy):
    lazy = gt.lazy_tree(width=3, depth=5, scheme="unordered", seed=4)
    x = Recorder(lazy.materialize())
    told_apart = search_in_python(lazy.materialize(), strategy, x)
    looks = gt.search(lazy, strategy, distinct=False)
    assert looks == gt.search(lazy.materialize(), strategy, distinct=False)
    assert looks._replace(leaves=told_apart.leaves, nodes=told_apart.nodes) == told_apart
    assert (looks.leaves, looks.nodes) == (x.leaf_visits, x.visits)


@pytest.mark.parametrize("scheme", ["integer-dependent", "real-dependent"])
def test_a_leaf_has_its_value_whichever_is_asked_for_first(scheme):
    lazy = gt.lazy_tree(width=2, depth=3, scheme=scheme, seed=4)
    values = lazy.materialize().values
    leaves = values[~np.isnan(values)].tolist()
    value = numba.njit(lazy_value)
    assert [value(lazy.arrays, leaf) for leaf in range(8)] == leaves
