"""What explorers say of each step of a search with chance nodes: there is always something, and it is true."""

from __future__ import annotations

import re

import pytest

import gametree as gt
from companion.explanations.chance_conditions import Conditions

NUMBER = r"−?[\d.]+(?:e[+-]\d+)?"
METHODS = list(gt.chance.METHODS)


def number(text):
    return float(text.replace("−", "-"))


def traced(method, goal, seed):
    tree, _ = gt.chance.generate(width=3, depth=3, goal=goal, seed=seed)
    leaves = [value for value in tree.shape.values.tolist() if value == value]
    conditions = Conditions(tree, min(leaves), max(leaves))
    return tree, [(step, conditions.of(step)) for step in gt.chance.trace(tree, method)]


@pytest.mark.parametrize("goal", ["max", "min"])
@pytest.mark.parametrize("method", METHODS)
def test_bounds_that_are_named_are_bounds_and_sums_are_right(method, goal):
    named = added = 0
    for seed in range(10):
        tree, steps = traced(method, goal, seed)
        true = dict(zip(tree.names, tree.backed_up.tolist(), strict=True))
        for _, words in steps:
            assert words
            for name, side, bound in re.findall(rf"(\w+) is worth at (most|least) ({NUMBER})", words):
                named += 1
                slack = 1e-5 * max(1, abs(true[name]))  # numbers are told with six digits
                assert (
                    true[name] * (1 if side == "most" else -1)
                    <= number(bound) * (1 if side == "most" else -1) + slack
                ), words
            if found := re.fullmatch(rf"((?:[\d.]+ × {NUMBER}(?: \+ )?)+) = ({NUMBER})", words):
                added += 1
                parts = [part.split(" × ") for part in found[1].split(" + ")]
                assert sum(number(p) * number(v) for p, v in parts) == pytest.approx(
                    number(found[2]), rel=0.02, abs=0.05
                )
    assert added and (named or method == "expectimax")


@pytest.mark.parametrize("goal", ["max", "min"])
@pytest.mark.parametrize("method", ["star1", "star2"])
def test_the_window_that_is_told_is_the_one_that_was_given(method, goal):
    seen = 0
    tree = gt.chance.Tree.from_nested(
        [((0.5, 4), (0.5, 16)), ((0.9, 8), (0.1, [3, 9])), ((0.5, [7, 12]), (0.5, 2))], goal
    )
    conditions = Conditions(tree, 2, 16)
    for step in gt.chance.trace(tree, method, low=2, high=16):
        words = conditions.of(step)
        for name, side, bound in re.findall(
            rf"(\w+) matters only if it is worth (more|less) than ({NUMBER})", words
        ):
            node = tree.names.index(name)
            assert step.window is not None and number(bound) == pytest.approx(
                step.window[side == "less"], rel=1e-5
            )
            seen += node > 0
    assert seen


@pytest.mark.parametrize("method", METHODS)
def test_of_many_children_only_the_number_is_told(method):
    chances = [tuple((0.02, (7 * k + 3 * j) % 20) for k in range(50)) for j in range(8)]
    tree = gt.chance.Tree.from_nested([*chances, *range(12)])
    conditions = Conditions(tree, 0, 19)
    told = [conditions.of(step) for step in gt.chance.trace(tree, method)]
    assert all(told) and max(map(len, told)) < 250
    assert any(re.search(r"\d+ of (50|20) children are known", words) for words in told)


def test_each_case_of_table_1_is_told_by_what_it_does():
    tree = gt.chance.Tree.from_nested([((0.5, 4), (0.5, 16)), ((0.9, 8), (0.1, [3, 9])), 5])
    conditions = Conditions(tree, 0, 20)
    told = [
        (step.operator, conditions.of(step)) for step in gt.chance.trace(tree, "alpha-cutoff", low=0, high=20)
    ]
    assert told == [
        (None, "OPEN holds the states that are left to work on, the first to be taken next"),
        (4, "A is a decision: its child B comes first"),
        (1, "nothing is known of B yet: its child E comes first"),
        (5, "0.5 × 4 + 0.5 × [0, 20] = [2, 12]"),
        (2, "B [2, 12] needs a rival: its sibling C comes first"),
        (1, "nothing is known of C yet: its child G comes first"),
        (5, "0.9 × 8 + 0.1 × [0, 20] = [7.2, 9.2]"),
        (2, "C [7.2, 9.2] and B [2, 12] decide nothing yet: F is next"),
        (5, "0.5 × 4 + 0.5 × 16 = 10"),
        (3, "C is worth at most 9.2, B at least 10: cut"),
        (3, "B 10 needs a rival: its sibling D comes first"),
        (3, "D is worth at most 5, B at least 10: cut"),
        (3, "B alone is left: A 10"),
    ]  # fmt: skip
