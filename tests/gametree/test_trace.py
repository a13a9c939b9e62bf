"""The trace of a search: complete, in order, and consistent with what the search returns."""

import math
import operator
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gametree as gt
from companion.solution_trees.calls import CALLING, call_trace
from gametree.examples import figure_5, specimen
from gametree.reference import Recorder
from gametree.search import search_in_python
from gametree.trace import MOST_NODES
from tests.trees import nested_trees


@settings(max_examples=60)
@given(nested_trees())
def test_story_counts_what_the_search_counts(nested):
    tree = gt.Tree.from_nested(nested)
    for name in gt.STRATEGIES:
        traced = gt.trace(tree, name)
        assert traced.result == gt.search(tree, name)
        end = traced.snapshot()
        assert len(end.visited - {0}) == traced.result.nodes
        assert len(end.order) == traced.result.leaves
        assert not end.pruned & end.visited
        assert end.stack == ()


@settings(max_examples=60)
@given(nested_trees())
def test_every_node_is_visited_or_pruned_in_the_end(nested):
    tree = gt.Tree.from_nested(nested)
    for name in gt.STRATEGIES:
        end = gt.trace(tree, name).snapshot()
        assert end.visited | end.pruned | {0} == set(range(tree.n_nodes)), name


@settings(max_examples=40)
@given(nested_trees(depth=4))
def test_entering_and_leaving_are_nested(nested):
    tree = gt.Tree.from_nested(nested)
    for name in ("alphabeta", "palphabeta", "pvs", "scout"):
        stack = []
        entries = 0
        for step in gt.trace(tree, name):
            if step.event == "enter":
                assert not stack or tree.parent[step.node] == stack[-1]
                stack.append(step.node)
                entries += step.node != 0
            else:
                assert step.node == stack.pop()
        assert not stack
        assert entries == gt.search(tree, name).visits


def test_alphabeta_on_the_specimen_tree_names_its_cut_offs():
    tree = specimen()
    cut_offs = [step for step in gt.trace(tree, "alphabeta") if step.event == "cut-off"]
    assert [(tree.name(s.node), s.value, [tree.name(n) for n in s.pruned]) for s in cut_offs] == [
        ("p13", 11, ["p132", "p133"]),
        ("p22", 47, ["p223", "p224"]),
    ]
    assert cut_offs[0].text == (
        "p13 returns 11 ≥ 6: MIN will not let it come to this, so p132, p133 need not be looked at"
    )


def test_windows_are_told_from_max_point_of_view():
    tree = specimen()
    entered = {tree.name(s.node): (s.low, s.high) for s in gt.trace(tree, "alphabeta") if s.event == "enter"}
    assert entered["p13"] == (-float("inf"), 6)
    assert entered["p2"] == (6, float("inf"))
    assert entered["p22"] == (6, 40)


def test_moment_shows_stack_windows_and_values_on_the_way():
    tree = specimen()
    traced = gt.trace(tree, "alphabeta")
    number = next(
        k for k, step in enumerate(traced) if tree.name(step.node) == "p221" and step.event == "leaf"
    )
    snapshot = traced.snapshot(number)
    assert [tree.name(node) for node in snapshot.stack] == ["p", "p2", "p22"]
    assert snapshot.windows[tree.node([1])] == (6, float("inf"))
    assert snapshot.values[tree.node([0])] == 6
    assert {tree.name(node) for node in snapshot.pruned} == {"p132", "p133"}
    assert snapshot.order[tree.node([1, 1, 0])] == 6


def test_minimal_windows_are_told_as_such():
    tree, _ = figure_5()
    assert "pvs enters p2, minimal window at 1" in [step.text for step in gt.trace(tree, "pvs")]


def test_test_tells_its_question_and_its_answer():
    traced = [step.text for step in gt.trace(specimen(), "scout")]
    assert "test enters p2: is its value ≤ 6?" in traced
    assert "the test of p2 says no" in traced


@settings(max_examples=40)
@given(nested_trees(depth=4))
def test_the_windows_that_are_told_are_those_of_the_calls(nested):
    tree = gt.Tree.from_nested(nested)
    for strategy in ("s-alphabeta", "sss-2", "dual-sss-2", "sss-4", "second-best"):
        calls = []
        x = Recorder(
            tree, steps=[], watch=lambda s, n, alpha, beta, v, into=calls: into.append((n, alpha, beta))
        )
        search_in_python(tree, strategy, x)
        told = [
            (s.node, s.low, s.high) for s in x.steps if s.event == "enter" and s.procedure == "s-alphabeta"
        ]
        assert sorted(told) == sorted(calls)


@settings(max_examples=40)
@given(nested_trees(depth=4))
def test_whoever_watches_s_alphabeta_is_told_what_each_call_returns(nested):
    tree = gt.Tree.from_nested(nested)
    calls = []
    x = Recorder(tree, watch=lambda s, n, alpha, beta, v: calls.append((n, alpha, beta, v)))
    assert search_in_python(tree, "sss-2", x).value == calls[-1][-1]
    for n, alpha, beta, v in calls:
        value = tree.backed_up[n]
        assert value <= v if v <= alpha else v <= value if v >= beta else v == value


@pytest.mark.parametrize("strategy", ["alphabeta", "falphabeta", "alphabeta-iterative", "pvs"])
@settings(max_examples=60)
@given(nested=nested_trees(depth=4, values=st.integers(-9, 9)))
def test_the_windows_of_children_follow_from_that_of_their_parent_and_from_what_came_back(strategy, nested):
    tree = gt.Tree.from_nested(nested)
    stack: list[dict] = []
    for step in gt.trace(tree, strategy):
        if step.event == "enter":
            allowed = {(-math.inf, math.inf)}
            if stack:
                above = stack[-1]
                better, side = (max, 0) if tree.is_max(above["node"]) else (min, 1)
                bound = better([above["window"][side], *above["found"].values()])

                def window(begin, end, side=side):
                    return (begin, end) if side == 0 else (end, begin)

                allowed = {window(bound, above["window"][1 - side])}
                if strategy == "pvs" and above["found"]:
                    allowed = {window(bound, math.nextafter(bound, math.inf if side == 0 else -math.inf))}
                if strategy == "pvs" and step.node in above["found"]:
                    allowed = {window(above["found"][step.node], above["window"][1 - side])}
            assert (step.low, step.high) in allowed
            stack.append({"node": step.node, "window": (step.low, step.high), "found": {}})
        else:
            assert stack.pop()["node"] == step.node
            if stack:
                stack[-1]["found"][step.node] = step.value


@pytest.mark.parametrize("strategy", ["minimax", "scout", "scout-minimax", "scout-testm"])
@settings(max_examples=40)
@given(nested=nested_trees(depth=4))
def test_what_is_evaluated_returns_its_value_for_max(strategy, nested):
    tree = gt.Tree.from_nested(nested)
    told = [s for s in gt.trace(tree, strategy) if s.event == "return" and s.procedure != "test"]
    assert all(step.value == tree.backed_up[step.node] for step in told)
    assert told or tree.n_nodes == 1


ASKED = {">": operator.gt, "≥": operator.ge, "<": operator.lt, "≤": operator.le}


@pytest.mark.parametrize("strategy", ["scout", "scout-minimax"])
@settings(max_examples=60)
@given(nested=nested_trees(values=st.integers(0, 3)))
def test_every_test_is_answered_as_it_is_asked(strategy, nested):
    tree = gt.Tree.from_nested(nested)
    asked: list[bool] = []
    for step in gt.trace(tree, strategy):
        question = re.search(r"is its value (.) (.+)\?", step.text)
        if step.event == "enter" and question:
            sign, limit = question.groups()
            asked.append(ASKED[sign](tree.backed_up[step.node], float(limit.replace("−", "-"))))
        elif step.answer is not None:
            assert asked.pop() == step.answer
        elif step.event == "leaf" and step.procedure == "test":
            asked.pop()
    assert not asked


def test_frame_has_one_row_per_step():
    for name in gt.STRATEGIES:
        traced = gt.trace(specimen(), name)
        frame = traced.frame()
        assert len(frame) == len(traced)
        assert list(frame["step"]) == list(range(1, len(traced) + 1))
    frame = gt.trace(specimen(), "sss*").frame()
    assert frame["OPEN"].iloc[0] == "(p, L, ∞)"
    assert frame["OPEN"].iloc[-1] == "(p, S, 40)"


def test_a_tree_too_large_to_read_about_is_refused():
    tree = gt.generate("uniform", width=12, depth=4, scheme="unordered", seed=1)
    assert tree.n_nodes > MOST_NODES
    with pytest.raises(
        ValueError, match=f"tree has {tree.n_nodes} nodes: at most {MOST_NODES} can be traced"
    ):
        gt.trace(tree, "alphabeta")


def test_a_lazy_tree_is_told_as_the_stored_one():
    tree = gt.lazy_tree(width=2, depth=4, scheme="integer-dependent", seed=3)
    stored = tree.materialize()
    for name in gt.STRATEGIES:
        traced = gt.trace(tree, name)
        assert (traced.result, traced.steps) == (gt.search(stored, name), gt.trace(stored, name).steps)
        assert search_in_python(tree, name) == traced.result
    for name in CALLING:
        assert call_trace(tree, name).calls == call_trace(stored, name).calls


def test_a_lazy_tree_too_large_to_read_about_is_refused_before_it_is_stored():
    tree = gt.lazy_tree(width=2, depth=60, scheme="unordered", seed=3)
    for tell in (gt.trace, call_trace):
        with pytest.raises(
            ValueError, match=f"tree has {tree.n_nodes} nodes: at most {MOST_NODES} can be traced"
        ):
            tell(tree, "sss-2")


@pytest.mark.parametrize("tell", [gt.trace, call_trace])
def test_what_is_no_tree_is_refused(tell):
    with pytest.raises(TypeError, match="tree is a list: it must be a Tree"):
        tell([1, 2], "sss-2")
