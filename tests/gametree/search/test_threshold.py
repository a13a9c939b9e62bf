"""Scout's Test of a whole tree: right, and the same counts in both forms."""

from hypothesis import given, settings
from hypothesis import strategies as st

import gametree as gt
from gametree import reference
from gametree.search import at_least


def at_least_in_python(tree, bound):
    """Do what `at_least` does with the plain form of Test."""
    x = reference.Recorder(tree)
    return reference.test(x, 0, bound, True), len(x.leaves), x.visits


@settings(max_examples=60)
@given(st.integers(1, 4), st.integers(1, 4), st.integers(0, 2**40), st.integers(-2, 12))
def test_test_tells_the_truth_and_both_forms_count_alike(width, depth, seed, bound):
    tree = gt.generate("nonuniform", width=width, depth=depth, scheme="unordered", seed=seed, largest=10)
    found = at_least(tree, bound)
    assert found.holds == (gt.search(tree, "minimax").value >= bound)
    assert found == at_least_in_python(tree, bound)


def test_a_lazy_tree_is_tested_like_the_same_tree_stored():
    lazy = gt.lazy_tree(width=3, depth=5, scheme="unordered", seed=2)
    for bound in (0.2, 0.5, 0.8):
        stored = lazy.materialize()
        assert at_least(lazy, bound) == at_least(stored, bound) == at_least_in_python(stored, bound)


def test_a_lone_leaf_is_looked_at_once():
    leaf = gt.Tree.from_nested(5)
    assert at_least(leaf, 5) == at_least_in_python(leaf, 5) == (True, 1, 0)
