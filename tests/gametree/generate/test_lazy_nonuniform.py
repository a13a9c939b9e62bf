"""Nonuniform trees that are never stored: the same searches as of the same tree stored, and the law of stored ones."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import gametree as gt
from gametree.generate.nonuniform import LAWS, expected_nodes, fan_out_law
from gametree.generate.values import SCHEMES

SIZES = [(1, 3), (2, 1), (3, 5), (5, 3)]
COMPILED = ["alphabeta", "sss*"]
"""Strategies that are compiled for these trees here: the others take as long to compile, and are tested in plain form."""


def lazy(kind, scheme, width, depth, number=0, seed=3):
    p = 0.6 if scheme.startswith("ordered") else None
    return gt.lazy_tree(kind=kind, width=width, depth=depth, scheme=scheme, p=p, seed=seed, number=number)


def searches_agree(names, classes, sizes=SIZES, numbers=range(3)):
    for kind, scheme in classes:
        for width, depth in sizes:
            for number in numbers:
                tree = lazy(kind, scheme, width, depth, number)
                stored = tree.materialize()
                for name in names:
                    assert gt.search(tree, name) == gt.search(stored, name), (
                        tree,
                        kind,
                        scheme,
                        number,
                        name,
                    )


@pytest.mark.parametrize("kind", LAWS)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_searches_of_a_lazy_tree_are_those_of_the_same_tree_stored(kind, scheme):
    searches_agree(COMPILED, [(kind, scheme)])


def test_every_strategy_searches_a_lazy_tree_like_the_same_tree_stored_without_compiling():
    program = (
        "import gametree as gt\n"
        "from tests.gametree.generate.test_lazy_nonuniform import searches_agree\n"
        "from gametree.generate.nonuniform import LAWS\n"
        "classes = zip(LAWS, ('unordered', 'ordered', 'ordered-leaves'))\n"
        "searches_agree(gt.STRATEGIES, classes, [(3, 3)], [1, 2])\n"
        "tree = gt.lazy_tree(kind='nonuniform', width=3, depth=3, scheme='ordered', p=0.6, seed=3)\n"
        "alone, shared = gt.search(tree, 'alphabeta'), gt.parallel.search_in_threads(tree, 2)\n"
        "assert (shared.value, shared.move) == (alone.value, alone.move)"
    )
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("kind", LAWS)
def test_it_is_as_large_as_a_stored_one_on_average_and_knows_how_large(kind):
    trees = [lazy(kind, "unordered", 4, 3, number) for number in range(1500)]
    sizes = np.array([tree.n_nodes for tree in trees])
    assert sizes.mean() == pytest.approx(
        expected_nodes(fan_out_law(kind, 4), 3), abs=4.5 * sizes.std() / 38.7
    )
    for tree in trees[:100]:
        stored = tree.materialize()
        assert (tree.n_nodes, tree.n_leaves) == (
            stored.n_nodes,
            stored.n_leaves,
        ) and stored.depth <= tree.depth


@pytest.mark.parametrize("kind", LAWS)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_it_costs_what_a_stored_one_costs_on_average(kind, scheme):
    p = 0.6 if scheme.startswith("ordered") else None
    stored = [
        gt.generate(kind, width=4, depth=3, scheme=scheme, p=p, seed=5, number=number)
        for number in range(400)
    ]
    costs = [
        [gt.search(tree, "alphabeta").leaves for tree in trees]
        for trees in (stored, [lazy(kind, scheme, 4, 3, number) for number in range(400)])
    ]
    error = np.sqrt(sum(np.var(cost) / 400 for cost in costs))
    assert abs(np.mean(costs[0]) - np.mean(costs[1])) < 4.5 * error


def test_levels_share_a_fan_out_only_where_the_law_says_so():
    shared, apart = (
        [len(set(tree.fan_out[tree.level == 1].tolist())) for tree in trees]
        for trees in (
            [lazy(kind, "unordered", 6, 3, number).materialize() for number in range(40)]
            for kind in ("nonuniform-levels", "nonuniform-narrow")
        )
    )
    assert set(shared) == {1}
    assert max(apart) > 3


def test_integer_dependent_values_are_a_permutation_among_siblings():
    tree = lazy("nonuniform", "integer-dependent", 5, 4).materialize()
    rows = [tree.values[tree.children(node)] for node in range(tree.n_nodes) if tree.fan_out[node] > 1]
    rows = [row for row in rows if not np.isnan(row).any()]
    assert rows and all(np.diff(np.sort(row)).tolist() == [1] * (len(row) - 1) for row in rows)


def test_the_best_of_sibling_leaves_is_the_first_or_the_last_of_them_even_if_other_children_stand_between():
    found = {"first": 0, "last": 0, "mixed": 0}
    for number in range(200):
        tree = lazy("nonuniform", "ordered-leaves", 4, 3, number).materialize()
        for node in range(tree.n_nodes):
            children = [child for child in tree.children(node) if tree.is_leaf(child)]
            values = tree.values[children]
            if len(set(values)) > 1:
                best = values.max() if tree.is_max(node) else values.min()
                assert best in (values[0], values[-1])
                found["first" if values[0] == best else "last"] += 1
                found["mixed"] += len(children) < tree.fan_out[node]
    assert found["mixed"] > 20
    assert abs(found["first"] / (n := found["first"] + found["last"]) - 0.6) < 4.5 * (0.24 / n) ** 0.5


def test_it_depends_on_seed_and_number_only():
    first, again, other, next_one = (
        lazy("nonuniform", "ordered", 4, 4, number, seed).materialize()
        for seed, number in [(1, 0), (1, 0), (2, 0), (1, 1)]
    )
    assert first == again
    assert first != other
    assert first != next_one


def test_a_tree_far_too_large_to_store_is_searched():
    tree = lazy("nonuniform", "ordered", 4, 28, number=1)
    assert repr(tree) == "<LazyTree: N(4,28)>"
    alone = gt.search(tree, "alphabeta")
    assert alone.leaves > 1000
    # Counted first, leaf by leaf, it would take ten times as long as searched.
    assert gt.parallel.search_in_threads(tree, 2)[:3] == (alone.value, alone.move, (alone.leaves,))


def test_nobody_counts_a_tree_that_has_no_end():
    tree = lazy("nonuniform", "unordered", 14, 16)
    with pytest.raises(ValueError, match="tree has at least 20001 nodes: at most 20000 can be traced"):
        gt.trace(tree, "alphabeta")
    with pytest.raises(ValueError, match=r"N\(14,16\) has .* nodes on average: more than .* are not counted"):
        _ = tree.n_leaves
    with pytest.raises(ValueError, match=r"limit is -1: it must be a whole number from 0"):
        tree.count_nodes(-1)


def test_a_small_one_is_traced_like_the_same_tree_stored():
    tree = lazy("nonuniform", "ordered", 3, 4)
    assert tree.count_nodes(1000) == tree.n_nodes
    assert gt.trace(tree, "scout").steps == gt.trace(tree.materialize(), "scout").steps


def test_searches_of_one_tree_can_run_side_by_side():
    tree = lazy("nonuniform", "integer-dependent", 5, 6)
    expected = gt.search(tree, "sss*")
    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(lambda _: gt.search(tree, "sss*"), range(16))) == {expected}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"kind": "non-uniform"}, "kind is 'non-uniform': .* did you mean 'nonuniform'"),
        ({"depth": 70}, r"depth is 70: N\(2,70\) can have 2\*\*62 leaves or more"),
        ({"p": 0.5}, "p is 0.5: it must be left out"),
    ],
)
def test_bad_arguments_are_refused(changed, message):
    good = {"kind": "nonuniform", "width": 2, "depth": 5, "scheme": "unordered", "seed": 1}
    with pytest.raises(ValueError, match=message):
        gt.lazy_tree(**(good | changed))


def test_what_would_not_end_or_not_fit_is_refused():
    tree = lazy("nonuniform", "unordered", 14, 16)
    with pytest.raises(
        ValueError, match=r"tree is N\(14,16\): minimax would examine about 3323293.* leaves or more"
    ):
        gt.search(tree, "minimax")
    with pytest.raises(MemoryError, match=r"OPEN of sss\* on N\(14,16\) would need"):
        gt.search(tree, "sss*")
    with pytest.raises(MemoryError, match=r"N\(14,16\) with its .* nodes on average would need"):
        tree.materialize()
