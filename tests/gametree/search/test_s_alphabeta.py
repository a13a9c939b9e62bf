"""S-alpha-beta and the searches made of it (de Bruin, Pijls & Plaat 1994)."""

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gametree as gt
from gametree.reference import Recorder, sss_star_ready_first
from gametree.search import best_move, best_move_in_python, memory_of, run, search_in_python, strategy_named
from tests.trees import nested_trees, random_trees, uniform_trees

ANY_TREE = st.one_of(nested_trees().map(gt.Tree.from_nested), uniform_trees())
TIED = nested_trees(values=st.integers(0, 3)).map(gt.Tree.from_nested)
SCHEMES = ("s-alphabeta", "sss-2", "dual-sss-2", "sss-0", "sss-4", "mtd(f)", "sss-4-wide-window")
"""All that call S-alpha-beta on the root."""

GUESSES = st.one_of(st.integers(-12, 12).map(float), st.sampled_from([math.inf, -math.inf, 0.5]))
STEPS = st.sampled_from([0.0, 0.5, 1.0, 3.0, 10.0, 1e9])


def options_of(name, guess=0.0, step=10.0, close=10.0):
    known = {"guess": guess, "step": step, "close": close}
    return {option.name: known[option.name] for option in gt.STRATEGIES[name].options}


def examined(tree, name, **options):
    """Return the set of leaves that the plain form of a strategy reads."""
    x = Recorder(tree)
    strategy_named(name).reference(x, 0, **options)
    return x.leaves


def with_distinct_values(shape, seed):
    """Return a tree of the same shape whose leaves all differ."""
    values = iter(np.random.default_rng(seed).permutation(10_000).tolist())

    def fill(item):
        return [fill(child) for child in item] if isinstance(item, list) else next(values)

    return gt.Tree.from_nested(fill(shape))


@given(ANY_TREE, GUESSES, STEPS, STEPS)
def test_kernel_and_reference_agree_whatever_the_options(tree, guess, step, close):
    for name in SCHEMES:
        options = options_of(name, guess, step, close)
        found = gt.search(tree, name, **options)
        assert found == search_in_python(tree, name, **options), (name, options)
        assert found.value == tree.backed_up[0]


def check_conditions(tree, name, options):
    """Watch every call of S-alpha-beta: alpha < beta before, and the three parts of section 3 afterwards."""
    calls = []

    def watch(s, n, alpha, beta, v):
        calls.append(n)
        f = tree.backed_up[n]
        assert alpha < beta
        assert s.lower[n] <= f <= s.upper[n]
        if v <= alpha:
            assert alpha >= v == s.upper[n] >= f
        elif v < beta:
            assert v == s.upper[n] == s.lower[n] == f
        else:
            assert beta <= v == s.lower[n] <= f
        for c in tree.children(n):
            assert s.lower[c] <= tree.backed_up[c] <= s.upper[c]

    search_in_python(tree, name, Recorder(tree, watch=watch), **options)
    assert calls or name == "second-best"


def trees_with_options(seed):
    """Yield trees with a first guess and a step for each."""
    rng = np.random.default_rng(seed)
    for tree in random_trees(seed):
        guess = rng.choice([*range(-12, 13), math.inf, -math.inf, 0.5])
        yield tree, float(guess), float(rng.choice([0.0, 0.5, 1.0, 3.0, 10.0, 1e9]))


def test_pre_and_postcondition_hold_at_every_call():
    for tree, guess, step in trees_with_options(seed=6):
        for name in (*SCHEMES, "second-best"):
            check_conditions(tree, name, options_of(name, guess, step, step))


def test_no_scheme_examines_a_leaf_that_alphabeta_does_not():
    for tree, guess, step in trees_with_options(seed=7):
        alphabeta = examined(tree, "alphabeta")
        assert examined(tree, "s-alphabeta") == alphabeta
        for name in SCHEMES[1:]:
            assert examined(tree, name, **options_of(name, guess, step, step)) <= alphabeta, name


def test_pvs_can_examine_a_leaf_that_alphabeta_does_not():
    leaves = (
        "-7 7 -4 3 10 3 4 0 2 10 -3 -10 -7 -3 -10 4 -8 7 -7 -2 0 7 -3 7 10 -8 9 -6 1 6 -7 0 "
        "-4 -8 -10 -5 3 -10 -2 1 9 -2 -4 -8 7 10 -2 6 3 7 -3 -1 6 -10 -6 -8 -7 -8 -9 -10 -2 3 5 6"
    )
    tree = gt.Tree.uniform(2, 6, [int(leaf) for leaf in leaves.split()])
    assert examined(tree, "pvs") - examined(tree, "alphabeta") == {111}


@given(nested_trees(values=st.just(0)), st.integers(0, 2**31))
def test_sss_2_examines_the_leaves_of_sss_star_if_no_two_leaves_are_equal(shape, seed):
    tree = with_distinct_values(shape, seed)
    assert examined(tree, "sss-2") == examined(tree, "sss*") == examined(tree, "sss*-newest-first")


@given(TIED)
def test_sss_2_examines_no_leaf_that_sss_star_does_not(tree):
    assert examined(tree, "sss-2") <= examined(tree, "sss*")


def test_sss_2_examines_the_leaves_of_sss_star_that_takes_ready_triples_first():
    for tree in random_trees(seed=8):
        x = Recorder(tree)
        assert sss_star_ready_first(x) == tree.backed_up[0]
        assert x.leaves == examined(tree, "sss-2")


def test_smallest_tree_on_which_sss_star_examines_more_than_sss_2():
    smallest = gt.Tree.from_nested([[2, 1], 2])
    assert examined(smallest, "sss*") == {2, 3, 4}
    assert examined(smallest, "sss-2") == {2, 4}
    for shape in ([0], [0, 0], [[0]], [[0, 0]], [0, 0, 0], [[0], 0], [0, [0]]):
        for values in product(range(3), repeat=3):
            given = iter(values)
            tree = gt.Tree.from_nested(
                [[next(given) for _ in child] if isinstance(child, list) else next(given) for child in shape]
            )
            assert examined(tree, "sss*") == examined(tree, "sss-2"), tree


@given(ANY_TREE)
def test_sss_0_from_infinity_is_sss_2_and_from_minus_infinity_its_dual(tree):
    assert examined(tree, "sss-0", guess=math.inf) == examined(tree, "sss-2")
    assert examined(tree, "sss-0", guess=-math.inf) == examined(tree, "dual-sss-2")
    assert examined(tree, "sss-4", step=0) == examined(tree, "sss-2")


@given(ANY_TREE)
def test_second_best_search_proves_a_best_move(tree):
    if tree.n_nodes == 1:
        return
    found = best_move(tree)
    assert found == best_move_in_python(tree)
    assert tree.backed_up[tree.children(0)[found.move]] == tree.backed_up[0]
    assert found.leaves <= gt.search(tree, "second-best").leaves


@given(nested_trees(values=st.just(0)), st.integers(0, 2**31))
def test_second_best_search_surpasses_alphabeta_if_no_two_leaves_are_equal(shape, seed):
    tree = with_distinct_values(shape, seed)
    assert examined(tree, "second-best") <= examined(tree, "alphabeta")


def test_second_best_search_may_examine_more_than_alphabeta_if_leaves_are_equal():
    tree = gt.Tree.from_nested([[2, 2], [2, 0]])
    assert examined(tree, "alphabeta") == {2, 3, 5}
    assert examined(tree, "second-best") - examined(tree, "alphabeta") == {6}


def test_sss_2_as_printed_would_end_at_once_with_an_infinite_value():
    """With a true infinity, infinity - 1 is infinity: the window is empty, and the root's f+ is returned."""
    from gametree.reference import SearchTree, s_alphabeta

    tree = gt.Tree.from_nested([[1, 2], [3, 4]])
    assert s_alphabeta(Recorder(tree), SearchTree(tree), 0, math.inf - 1, math.inf) == math.inf


def test_options_are_refused_where_there_are_none_and_where_they_make_no_sense():
    tree = gt.Tree.from_nested([[1, 2], [3, 4]])
    with pytest.raises(ValueError, match="guess is 3: alphabeta takes no option"):
        gt.search(tree, "alphabeta", guess=3)
    with pytest.raises(ValueError, match="step is 3: sss-0 takes guess"):
        gt.search(tree, "sss-0", step=3)
    with pytest.raises(ValueError, match="guess is 'x': it must be a number"):
        gt.trace(tree, "mtd(f)", guess="x")
    with pytest.raises(ValueError, match=r"guess is 10+\.\.\.: it must be a number"):
        gt.search(tree, "sss-0", guess=10**400)
    with pytest.raises(ValueError, match="guess is nan: it must be a number"):
        gt.search(tree, "sss-0", guess=math.nan)
    with pytest.raises(ValueError, match="step is -1: it must be a number not less than 0"):
        gt.search(tree, "sss-4", step=-1)
    with pytest.raises(ValueError, match="tree is a single leaf"):
        best_move(gt.Tree.from_nested(3))


def test_search_begins_again_with_more_room_and_finds_the_same(monkeypatch):
    tree = gt.generate("uniform", width=3, depth=5, scheme="unordered", seed=4)
    names = (*SCHEMES, "second-best")
    expected = {name: gt.search(tree, name) for name in names}
    move = best_move(tree)
    monkeypatch.setattr(run, "FIRST_RECORDS", 1)
    assert {name: gt.search(tree, name) for name in names} == expected
    assert best_move(tree) == move


def test_search_tree_that_does_not_fit_is_refused(monkeypatch):
    tree = gt.generate("uniform", width=3, depth=6, scheme="unordered", seed=4)
    monkeypatch.setattr(run, "FIRST_RECORDS", 8)
    monkeypatch.setattr("gametree._memory.available_memory", lambda: 24 * 100)
    with pytest.raises(
        MemoryError, match=r"keeping 512 nodes of the search tree of sss-2 would need 12.3 kB"
    ):
        gt.search(tree, "sss-2")


def test_memory_is_the_search_tree_or_open_and_nothing_else():
    tree = gt.Tree.from_nested([[2, 1], 2])
    assert memory_of(tree, "sss-2") == (5, 5 * 24, 2)
    assert memory_of(tree, "alphabeta") == (0, 0, 0)
    assert memory_of(tree, "sss*").entries == 2
    large = gt.generate("uniform", width=4, depth=5, scheme="unordered", seed=2)
    for name in SCHEMES:
        # Every inner node that was expanded has its children attached, and no other.
        found = gt.search(large, name)
        assert memory_of(large, name).entries == 1 + 4 * (1 + found.nodes - found.leaves)


def test_a_story_of_several_calls_is_over_only_at_its_end():
    traced = gt.trace(gt.Tree.from_nested([[5, 3], [9, 2]]), "sss-2")
    ends = [k for k, step in enumerate(traced) if step.node == 0 and step.event != "enter"]
    assert [traced[k].value for k in ends] == [9, 5, 3, 3]
    assert [traced.snapshot(k).over for k in ends] == [False, False, False, True]
