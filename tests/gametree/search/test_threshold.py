"""Scout's Test of a whole tree: right, and the same counts in both forms."""

from hypothesis import given, settings
from hypothesis import strategies as st

import gametree as gt
from gametree.search import at_least, at_least_in_python


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 4), st.integers(1, 4), st.integers(0, 2**40), st.integers(-2, 12))
def test_test_tells_the_truth_and_both_forms_count_alike(width, depth, seed, bound):
    tree = gt.generate("nonuniform", width=width, depth=depth, scheme="unordered", seed=seed, largest=10)
    found = at_least(tree, bound)
    assert found.holds == (gt.search(tree, "minimax").value >= bound)
    assert found == at_least_in_python(tree, bound)


def test_a_lazy_tree_is_tested_like_the_same_tree_stored():
    lazy = gt.lazy_tree(width=3, depth=5, scheme="unordered", seed=2)
    for bound in (0.2, 0.5, 0.8):
        assert at_least(lazy, bound) == at_least(lazy.materialize(), bound) == at_least_in_python(lazy, bound)


def test_a_lone_leaf_is_looked_at_once():
    assert (
        at_least(gt.Tree.from_nested(5), 5) == at_least_in_python(gt.Tree.from_nested(5), 5) == (True, 1, 0)
    )
