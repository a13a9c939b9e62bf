"""Solution trees on Figures 1 to 3, traces of calls, and what is shown of them."""

import math
import re
from itertools import pairwise

import pytest
from hypothesis import given

import gametree as gt
from companion.solution_trees.calls import CALLING, call_trace, proof, root_bounds
from companion.solution_trees.figures import COLUMN, bound_label, draw_bounds, draw_call, draw_solution_trees
from companion.solution_trees.widget import still
from gametree.examples import critical_tree, specimen
from gametree.theory.critical import types
from gametree.theory.solution_trees import (
    count_solution_trees,
    critical_types,
    optimal_solution_tree,
    solution_trees,
)
from tests.trees import nested_trees

SMALL = nested_trees(depth=3, width=3).map(gt.Tree.from_nested)


def test_figures_1_to_3_have_the_printed_value_6():
    tree = critical_tree()
    upper, lower = optimal_solution_tree(tree, "max"), optimal_solution_tree(tree, "min")
    assert tree.backed_up[0] == upper.value == lower.value == 6
    assert max(tree.values[n] for n in upper.nodes if tree.is_leaf(n)) == 6
    assert min(tree.values[n] for n in lower.nodes if tree.is_leaf(n)) == 6


@given(SMALL)
def test_every_solution_tree_bounds_the_value_and_one_of_each_kind_reaches_it(tree):
    if count_solution_trees(tree) > 2000 or count_solution_trees(tree, chooser_is_max=False) > 2000:
        return
    value = tree.backed_up[0]
    uppers, lowers = solution_trees(tree, "max"), solution_trees(tree)
    assert min(s.value for s in uppers) == value == max(s.value for s in lowers)
    assert optimal_solution_tree(tree, "max") in uppers
    assert optimal_solution_tree(tree, "min") in lowers


@given(SMALL)
def test_an_optimal_max_and_an_optimal_min_solution_tree_meet_in_a_critical_path(tree):
    if count_solution_trees(tree) > 300 or count_solution_trees(tree, chooser_is_max=False) > 300:
        return
    value = tree.backed_up[0]
    for upper in (s for s in solution_trees(tree, "max") if s.value == value):
        for lower in (s for s in solution_trees(tree) if s.value == value):
            common = sorted(upper.nodes & lower.nodes)
            assert all(tree.backed_up[n] == value for n in common)
            assert [int(tree.level[n]) for n in common] == list(range(len(common)))
            assert all(tree.parent[b] == a for a, b in pairwise(common))
            assert tree.is_leaf(common[-1])


@pytest.mark.parametrize("depth", [2, 3, 4, 5])
def test_types_of_a_perfectly_ordered_tree_are_those_of_knuth_and_moore(depth):
    tree = gt.generate("uniform", width=3, depth=depth, scheme="ordered", p=1.0, seed=depth)
    upper, lower = optimal_solution_tree(tree, "max"), optimal_solution_tree(tree, "min")
    theirs = {n: int(t) for n, t in enumerate(types(tree)) if t}
    assert critical_types(tree, upper, lower) == theirs


def test_kinds_that_do_not_exist_are_refused():
    with pytest.raises(ValueError, match="kind is 'x': it must be one of max, min"):
        optimal_solution_tree(specimen(), "x")
    traced = call_trace(specimen(), "sss-2")
    with pytest.raises(ValueError, match="kind is 'y': it must be one of max, min"):
        proof(specimen(), traced[0], "y")
    with pytest.raises(ValueError, match="strategy is 'alphabeta': it must be one of s-alphabeta, sss-2"):
        call_trace(specimen(), "alphabeta")


@given(SMALL)
def test_calls_close_in_on_the_value_and_their_proofs_are_solution_trees(tree):
    if tree.n_nodes == 1:
        return
    for strategy in CALLING:
        traced = call_trace(tree, strategy)
        assert traced.result == gt.search(tree, strategy)
        lowest, highest = -math.inf, math.inf
        for call in traced.calls:
            lower, upper = root_bounds(tree, call)
            assert lowest <= lower <= tree.backed_up[0] <= upper <= highest
            lowest, highest = lower, upper
            for kind, bound, pick in (("max", upper, max), ("min", lower, min)):
                nodes = proof(tree, call, kind)
                assert bool(nodes) == math.isfinite(bound)
                leaves = [tree.values[n] for n in nodes if tree.is_leaf(n)]
                assert not nodes or pick(leaves) == bound
        if traced.calls:
            assert len(traced[len(traced) - 1].order) == traced.result.leaves
            assert len(traced[len(traced) - 1].visited) - 1 == traced.result.nodes


def test_questions_are_told_in_the_numbers_that_were_meant():
    tree = critical_tree()
    assert call_trace(tree, "sss-2").text(1).startswith("is p worth at least 14? no: a max solution tree")
    assert (
        call_trace(tree, "dual-sss-2").text(1).startswith("is p worth more than 3? yes: a min solution tree")
    )
    assert [call.about for call in call_trace(tree, "dual-sss-2").calls] == ["−∞", "3", "4", "6"]
    wide = call_trace(tree, "sss-4-wide-window", step=5)
    assert [call.about for call in wide.calls] == ["∞", "9", "1", "2 to 6"]
    told = call_trace(tree, "sss-0", guess=6).text(0)
    assert told == "is p worth less than 6, just that, or more? it is 6, and a critical tree proves it"


@pytest.mark.parametrize("strategy", ["sss-2", "dual-sss-2", "mtd(f)"])
def test_no_cut_off_compares_a_number_with_itself_and_calls_it_greater_or_less(strategy):
    texts = [
        step.text
        for number in range(5)
        for step in gt.trace(
            gt.generate("uniform", width=3, depth=3, scheme="integer-dependent", seed=number), strategy
        )
    ]
    said = [re.search(r"returns (\S+) ([<>≤≥]) (\S+):", text) for text in texts]
    assert any(said)
    assert not [s[0] for s in said if s and s[1] == s[3] and s[2] in "<>"]


def test_bounds_are_written_in_few_characters():
    inf = math.inf
    assert [bound_label(*b) for b in [(4, 4), (-inf, 5), (3, inf), (3, 5), (-inf, inf)]] == [
        "4", "≤5", "≥3", "3–5", "",
    ]  # fmt: skip


def test_pictures_can_be_drawn_for_every_call():
    figure = draw_solution_trees(critical_tree())
    assert len(figure.axes) == 2 and figure.get_size_inches()[0] <= COLUMN
    traced = call_trace(critical_tree(), "second-best")
    for index in range(len(traced)):
        assert draw_call(traced, index).get_figure().get_size_inches()[0] <= COLUMN
        assert draw_bounds(traced, index).axes[0].get_xlabel() == "call"


def test_the_key_of_the_bounds_names_the_marks_that_are_there_and_no_others():
    def key(index):
        return [text.get_text() for text in draw_bounds(traced, index).axes[0].get_legend().get_texts()]

    traced = call_trace(critical_tree(), "sss-2")
    assert key(0) == ["upper bound $f^{+}$", "no lower bound $f^{-}$ yet", "calls to come", "the value"]
    assert key(2) == ["upper bound $f^{+}$", "no lower bound $f^{-}$ yet", "both: the value", "the value"]


def test_the_still_has_both_pictures_with_alternative_texts():
    shown = still(3, "what it shows", specimen(), "mtd(f)", call=1).data
    assert "Known of the inner nodes" in shown and "Bounds of the root, call by call" in shown
    assert shown.count('alt="') == 2 and "Figure 3." in shown


def test_calls_on_a_lazy_tree_are_told_if_it_is_small():
    lazy = gt.lazy_tree(width=2, depth=3, scheme="integer-dependent", seed=3)
    assert call_trace(lazy, "sss-2").tree.to_nested() == lazy.materialize().to_nested()
    with pytest.raises(ValueError, match="at most 20000 can be traced"):
        call_trace(gt.lazy_tree(width=2, depth=60, scheme="unordered", seed=3), "sss-2")
