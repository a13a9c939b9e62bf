"""Alphabeta in several real threads: the same value and the same move on every run."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gametree as gt
from gametree.parallel import search_in_threads, threads
from tests.gametree.parallel.test_simulate import trees
from tests.trees import many, nested_trees


@pytest.fixture(autouse=True)
def _even_small_trees_are_shared(monkeypatch):
    monkeypatch.setattr(threads, "LEAVES_TOGETHER", 0)


@pytest.mark.parametrize("n_threads", [1, 2, 3, 8])
def test_value_and_move_are_those_of_minimax_on_random_trees(n_threads):
    for tree in trees(many(), seed=51):
        found, known = search_in_threads(tree, n_threads), gt.search(tree, "minimax")
        assert (found.value, found.move) == (known.value, known.move)


@given(nested=nested_trees(depth=6, width=3), last=st.integers(1, 6))
def test_the_result_does_not_depend_on_how_many_levels_are_shared(nested, last):
    tree = gt.Tree.from_nested(nested)
    known = gt.search(tree, "minimax")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(threads, "last_shared_level", lambda tree: min(last, tree.depth))
        found = search_in_threads(tree, 2)
    assert (found.value, found.move) == (known.value, known.move)


def test_a_tree_too_small_to_share_is_searched_by_one_thread_as_alphabeta_does(monkeypatch):
    tree = gt.generate("uniform", width=3, depth=6, scheme="unordered", seed=57)
    monkeypatch.setattr(threads, "LEAVES_TOGETHER", tree.n_leaves)
    assert len(search_in_threads(tree, 2).visits) == 2
    monkeypatch.setattr(threads, "LEAVES_TOGETHER", tree.n_leaves + 1)
    found, alone = search_in_threads(tree, 2), gt.search(tree, "alphabeta")
    assert (found.value, found.move, found.visits) == (alone.value, alone.move, (alone.visits,))


def test_one_thread_that_keeps_account_enters_what_alphabeta_enters():
    inner = [tree for tree in trees(100, seed=52) if tree.depth > 0]
    assert len(inner) > 90
    for tree in inner:
        found, alone = threads.shared(tree, 1), gt.search(tree, "alphabeta")
        assert (found.leaves, found.visits) == ((alone.leaves,), (alone.visits,))


@pytest.mark.parametrize("scheme", ["unordered", "integer-dependent", "real-dependent"])
def test_the_same_value_and_move_on_every_run_of_a_tree_of_ten_million_leaves(scheme):
    tree = gt.lazy_tree(width=5, depth=10 if scheme == "unordered" else 11, scheme=scheme, seed=53)
    alone = gt.search(tree, "alphabeta")
    for _ in range(20):
        found = search_in_threads(tree, 2)
        assert (found.value, found.move) == (alone.value, alone.move)
        assert len(found.visits) == len(found.processor_seconds) == 2


def test_among_equal_moves_the_leftmost_is_found_on_every_run():
    leaves = np.random.default_rng(54).integers(0, 2, 6**6).astype(float)
    tree = gt.Tree.uniform(6, 6, leaves)
    best = tree.backed_up[np.array(tree.children(0))]
    assert (best == best.max()).sum() > 1
    for _ in range(30):
        assert search_in_threads(tree, 4).move == int(best.argmax())


def test_shared_levels_have_the_shape_of_the_tree_above():
    tree = gt.generate("nonuniform", width=5, depth=6, scheme="unordered", seed=55)
    end, parent, level, number = threads.shared_levels(tree, 3)
    assert (tree.level[number] == level).all() and level.max() == 3
    assert (number[parent[1:]] == tree.parent[number[1:]]).all()
    inner = end > np.arange(len(end)) + 1
    assert (inner == ((tree.fan_out[number] > 0) & (level < 3))).all()


@pytest.mark.parametrize("width", [2, 3, 5, 16])
@pytest.mark.parametrize("depth", [1, 2, 5, 6, 7, 8])
def test_threads_search_an_even_number_of_levels_alone_if_several_are_shared(width, depth):
    tree = gt.lazy_tree(width=width, depth=depth, scheme="unordered", seed=56)
    last = threads.last_shared_level(tree)
    assert 1 <= last <= depth
    assert last == 1 or (depth - last) % 2 == 0
    assert last == 1 or tree.n_leaves >= threads.LEAVES_ALONE * width**last


def test_a_lone_root_needs_no_threads():
    assert search_in_threads(gt.Tree.from_nested(7), 2)[:2] == (7, None)


@pytest.mark.parametrize("n_threads", [0, 257, 1.5, True])
def test_a_bad_number_of_threads_is_named(n_threads):
    with pytest.raises(ValueError, match=f"threads is {n_threads}: it must be a whole number from 1 to 256"):
        search_in_threads(gt.Tree.from_nested([1, 2]), n_threads)


def test_what_is_no_tree_is_refused():
    with pytest.raises(TypeError, match="tree is a int"):
        search_in_threads(7)
