"""Searches of trees with chance nodes: kernels equal references, all find expectimax's value, errors say what is wrong."""

import math
import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import gametree as gt
from gametree import chance
from tests.trees import many

METHODS = list(chance.METHODS)
LEAVES = {
    "ties": st.integers(0, 2),
    "whole": st.integers(-10, 10),
    "reals": st.floats(-100, 100, allow_nan=False, allow_subnormal=False),
    "equal": st.just(3),
}


@st.composite
def weights(draw, n):
    """Draw probabilities, some of them next to 0."""
    near = st.sampled_from([1e-300, 1e-12, 1e-6])
    drawn = [draw(st.one_of(st.floats(0.01, 1), near)) for _ in range(n)]
    drawn[draw(st.integers(0, n - 1))] = 1.0
    total = math.fsum(drawn)
    return [p / total for p in drawn]


@st.composite
def nested_trees(draw, depth=5, width=3):
    """Draw a tree of any mixture: unequal depths, single children, equal values, chance below chance."""
    leaf = draw(st.sampled_from(list(LEAVES.values())))
    alternate = draw(st.booleans())

    def node(level):
        if level == depth or draw(st.integers(0, 5)) == 0:
            return draw(leaf)
        is_chance = level % 2 == 1 if alternate else draw(st.booleans())
        children = [node(level + 1) for _ in range(draw(st.integers(1, width)))]
        if not is_chance:
            return children
        return tuple(zip(draw(weights(len(children))), children, strict=True))

    return node(0)


@st.composite
def problems(draw):
    """Draw a tree, bounds that may be wider than its leaves, and ranges that hold its values."""
    tree = chance.Tree.from_nested(draw(nested_trees()), goal=draw(st.sampled_from(chance.GOALS)))
    wider = draw(st.sampled_from([0, 0, 1.5, 40]))
    error = draw(st.sampled_from([None, 0.0, 0.1, 3.0]))
    return with_ranges(tree, wider, error, np.random.default_rng(draw(st.integers(0, 1000))))


def with_ranges(tree, wider, error, rng):
    """Return a tree with bounds that are so much wider than its leaves, and ranges around its values."""
    bounds = (float(tree.leaves.min()) - wider, float(tree.leaves.max()) + wider)
    if error is None:
        return tree, bounds, None
    off = error * rng.random((tree.n_nodes, 2)) * (1 + abs(tree.backed_up[:, None]))
    ranges = {n: (v - a, v + b) for n, (v, (a, b)) in enumerate(zip(tree.backed_up, off, strict=True))}
    return tree, bounds, ranges


def check(problem):
    """Search with every method, compiled and in Python; compare both with each other and with expectimax."""
    tree, (low, high), ranges = problem
    truth = tree.backed_up[0]
    for name, method in chance.METHODS.items():
        given_ranges = ranges if method.takes_ranges else None
        compiled = chance.search(tree, name, low, high, given_ranges)
        reference, x = chance.search_in_python(tree, name, low, high, given_ranges)
        assert compiled == reference, (name, tree)
        assert compiled.value == pytest.approx(truth, rel=1e-9, abs=1e-9 * (1 + abs(high) + abs(low))), name
        assert x.held >= 1
        assert compiled.leaves <= tree.n_leaves
        assert compiled.nodes <= tree.n_nodes - 1


def random_problem(rng):
    """Return what `problems` draws, from a generator and in a fraction of the time."""
    leaf = [
        lambda: int(rng.integers(0, 3)),
        lambda: int(rng.integers(-10, 11)),
        lambda: float(rng.uniform(-100, 100)),
        lambda: 3,
    ][rng.integers(4)]
    alternate = rng.random() < 0.5

    def node(level):
        if level == 5 or rng.integers(6) == 0:
            return leaf()
        is_chance = level % 2 == 1 if alternate else rng.random() < 0.5
        children = [node(level + 1) for _ in range(rng.integers(1, 4))]
        if not is_chance:
            return children
        weight = np.where(
            rng.random(len(children)) < 0.5,
            1 - 0.99 * rng.random(len(children)),
            rng.choice([1e-300, 1e-12, 1e-6]),
        )
        weight[rng.integers(len(children))] = 1.0
        return tuple(zip((weight / math.fsum(weight)).tolist(), children, strict=True))

    tree = chance.Tree.from_nested(node(0), goal=chance.GOALS[rng.integers(len(chance.GOALS))])
    wider = rng.choice([0, 0, 1.5, 40])
    return with_ranges(tree, wider, [None, 0.0, 0.1, 3.0][rng.integers(4)], rng)


def test_every_kernel_equals_its_reference_and_finds_the_value_of_expectimax():
    rng = np.random.default_rng(9)
    for _ in range(many()):
        check(random_problem(rng))


def test_star2_has_nothing_left_to_search_where_a_probe_finds_the_best_possible_value():
    probed = (0.1, 3), (0.1, 3), (0.8, 3)
    assert 0.1 * 3 + 0.1 * 3 + 0.8 * 3 > 3, "above the best possible value by rounding"
    check((chance.Tree.from_nested(((0.5, [probed, 1]), (0.5, [0, 3]))), (0.0, 3.0), None))


class OneEvaluation(chance.ChanceRecorder):
    """A recorder that allows each leaf to be evaluated once."""

    def evaluate(self, leaf):
        assert leaf not in self.leaves, f"leaf {leaf} is evaluated again"
        return super().evaluate(leaf)


@settings(suppress_health_check=list(HealthCheck))
@given(problems())
def test_no_leaf_is_evaluated_twice(problem):
    tree, bounds, _ = problem
    low, high = sorted(tree.sign * bound for bound in bounds)
    for method in chance.METHODS.values():
        method.reference(OneEvaluation(tree, low, high))


@settings(suppress_health_check=list(HealthCheck))
@given(problems())
def test_a_solution_tree_is_worth_the_value_of_the_root(problem):
    tree, (low, high), _ = problem
    for name in METHODS:
        found = chance.search(tree, name, low, high)
        kept = set(found.solution)
        worth = {}
        for node in sorted(kept, reverse=True):
            children = [child for child in tree.children(node) if child in kept]
            if tree.is_leaf(node):
                worth[node] = tree.shape.values[node]
            elif tree.is_chance(node):
                assert children == tree.children(node)
                worth[node] = math.fsum(tree.probability[child] * worth[child] for child in children)
            else:
                assert len(children) == 1
                worth[node] = worth[children[0]]
        assert worth[0] == pytest.approx(found.value, rel=1e-9, abs=1e-7), name


@settings(suppress_health_check=list(HealthCheck))
@given(problems())
def test_a_trace_ends_with_the_result_and_never_widens_a_range(problem):
    tree, (low, high), _ = problem
    for name in METHODS:
        told = chance.trace(tree, name, low, high)
        assert told.result == chance.search(tree, name, low, high)
        snapshot = told.snapshot()
        assert len(snapshot.order) == told.result.leaves
        assert snapshot.counts.leaves == told.result.leaves
        known = {}
        for step in told:
            for node, (a, b) in step.ranges.items():
                before = known.get(node, (-math.inf, math.inf))
                slack = 1e-9 * (1 + abs(a) + abs(b))
                assert before[0] - slack <= a <= b <= before[1] + slack, (name, node)
                if not step.pruned:
                    assert a - slack <= tree.backed_up[node] <= b + slack or name.startswith("star"), name
                known[node] = (a, b)


def test_costs_mirror_gains():
    gains = chance.Tree.from_nested([((0.5, 1), (0.5, [3, ((0.1, 7), (0.9, 2))])), ((0.2, 8), (0.8, 1))])
    costs = chance.Tree.from_nested(
        [((0.5, -1), (0.5, [-3, ((0.1, -7), (0.9, -2))])), ((0.2, -8), (0.8, -1))], "min"
    )
    for name in METHODS:
        a, b = chance.search(gains, name, -9, 9), chance.search(costs, name, -9, 9)
        assert a.value == -b.value
        assert a[1:] == b[1:]


def test_a_root_that_is_a_leaf_is_one_leaf():
    for name in METHODS:
        found = chance.search(chance.Tree.from_nested(4), name)
        assert found == chance.ChanceResult(4.0, 1, 0, 0, 1, 0, None, (0,)), name


def test_equal_solved_siblings_do_not_hold_up_alpha_cutoff():
    tree = chance.Tree.from_nested([((0.5, 2), (0.5, 4)), ((0.5, 4), (0.5, 2)), ((0.5, 3), (0.5, 3))])
    found = chance.search(tree, "alpha-cutoff", 0, 10)
    assert (found.value, found.move) == (3.0, 0)


def test_bounds_come_from_the_leaves():
    tree = chance.Tree.from_nested([((0.5, 2), (0.5, 4)), ((0.5, 9), (0.5, 1))])
    for name in METHODS:
        assert chance.search(tree, name) == chance.search(tree, name, low=1, high=9)


def test_aoc_without_ranges_knows_only_low_and_high():
    tree = chance.examples.figure_6()
    everywhere = {node: (0, 10) for node in range(tree.n_nodes) if not tree.is_leaf(node)}
    assert chance.search(tree, "aoc*", 0, 10) == chance.search(tree, "aoc*", 0, 10, everywhere)


def test_aoc_uses_ranges_without_compiling_too():
    program = (
        "from gametree import chance\n"
        "examples = chance.examples\n"
        "print(chance.search(examples.figure_8(), 'aoc*', ranges=examples.TABLE_3))"
    )
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    examples = chance.examples
    assert done.stdout.strip() == str(chance.search(examples.figure_8(), "aoc*", ranges=examples.TABLE_3))


def test_perfect_ranges_lead_aoc_straight_to_the_solution():
    tree = chance.examples.figure_6()
    exact = {node: (v, v) for node, v in enumerate(tree.backed_up)}
    found = chance.search(tree, "aoc*", 0, 10, exact)
    assert found.leaves == sum(tree.is_leaf(node) for node in found.solution)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"method": "alphacutoff"}, "method is 'alphacutoff': it must be one of expectimax, star1"),
        ({"low": 1}, "leaf X is 0.0: it must be between low = 1.0 and high = 10.0"),
        ({"high": 9}, "leaf V is 10.0: it must be between low = 0.0 and high = 9.0"),
        ({"low": 11, "high": 10}, "low must not be greater than high"),
        ({"low": math.nan}, "low is nan: it must be a finite number"),
        ({"ranges": {"A": (0, 10)}}, "only aoc* and aoc*-deepest take ranges"),
        ({"method": "aoc*", "ranges": {"A": (0, 6)}}, "the range of A is [0.0, 6.0]: it must hold its value"),
        ({"method": "aoc*", "ranges": {"AA": (0, 6)}}, "name is 'AA'"),
        ({"method": "aoc*", "ranges": {99: (0, 6)}}, "ranges has the key 99"),
        ({"method": "aoc*", "ranges": {"A": (0, 6, 7)}}, "it must be two numbers, h and u"),
    ],
)
def test_bad_arguments_get_one_clear_sentence(arguments, sentence):
    with pytest.raises(ValueError, match=r".") as error:
        chance.search(chance.examples.figure_6(), **{"method": "star1", **arguments})
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


def test_a_tree_of_the_other_kind_is_refused():
    with pytest.raises(TypeError, match=r"it must be a chance\.Tree"):
        chance.search(gt.Tree.from_nested([1, 2]), "star1")
