"""The experiment of Zenzel 1989, section 4: its trees, its counts, and the questions put to them."""

import math
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd
import pytest

from companion.chance_nodes import counts, experiment
from gametree import chance
from gametree.chance.random_trees import generate
from gametree.experiment import using

FEW = dict(sizes=[(2, 3), (4, 2)], replicates=4, seed=5, errors=(0.1, 0.5, math.inf))


def test_trees_are_those_of_section_4():
    tree, _ = generate(width=3, depth=4, probabilities="scatter", seed=1)
    assert (tree.depth, tree.n_leaves, tree.goal) == (4, 81, "min")
    assert all(len(tree.children(n)) == 3 for n in range(tree.n_nodes) if not tree.is_leaf(n))
    assert [tree.is_chance(tree.children(0)[0]), tree.is_chance(0)] == [True, False]
    assert 0 <= tree.leaves.min() < 20 and 80 < tree.leaves.max() < 100
    for node in range(tree.n_nodes):
        if tree.is_chance(node):
            assert math.fsum(tree.probability[tree.children(node)]) == pytest.approx(1)
    uniform, _ = generate(width=4, depth=2, seed=1)
    assert set(uniform.probability[2:6]) == {0.25}


@pytest.mark.parametrize("goal", chance.GOALS)
@pytest.mark.parametrize("probabilities", ["uniform", "scatter"])
def test_the_orders_are_orders_of_one_tree(goal, probabilities):
    drawn, perfect, worst, decisions = (
        generate(width=3, depth=4, probabilities=probabilities, order=order, goal=goal, seed=3)[0]
        for order in ("random", "perfect", "worst", "perfect-decisions")
    )
    better = 1 if goal == "max" else -1
    for tree, sign in ((perfect, -better), (worst, better)):
        assert sorted(tree.leaves) == sorted(drawn.leaves)
        assert tree.backed_up[0] == pytest.approx(drawn.backed_up[0])
        for node in range(tree.n_nodes):
            assert (np.diff(sign * tree.backed_up[tree.children(node)]) >= 0).all()
    for node in range(decisions.n_nodes):
        if not decisions.is_chance(node):
            assert (np.diff(-better * decisions.backed_up[decisions.children(node)]) >= 0).all()
    assert not np.array_equal(decisions.leaves, perfect.leaves)


def test_the_heuristic_is_off_by_at_most_the_error_and_always_right():
    tree, ranges = generate(width=4, depth=4, probabilities="scatter", seed=2, error=0.25)
    truth = tree.backed_up
    assert len(ranges) == 85
    for node, (h, u) in ranges.items():
        assert 0.75 * truth[node] <= h <= truth[node] <= u <= 1.25 * truth[node]
    _, nothing = generate(width=2, depth=2, seed=2, error=math.inf)
    assert set(nothing.values()) == {(0.0, 100.0)}


def test_the_compiled_experiment_counts_what_single_searches_count():
    frame = experiment.runs(**FEW, orders=["worst"], probabilities=["scatter"], goal="max")
    for row in frame.itertuples():
        error = None if math.isnan(row.error) else row.error
        kind = {
            "probabilities": "scatter",
            "order": "worst",
            "goal": "max",
            "seed": 5,
            "number": row.replicate,
        }
        tree, ranges = generate(width=row.branch, depth=row.depth, **kind, error=error)
        found = chance.search(tree, row.method, 0, 100, ranges if error is not None else None)
        assert (row.leaves, row.nodes, row.visits, row.memory, row.estimates) == found[1:6], row


def test_the_result_depends_neither_on_the_executor_nor_on_how_many_trees_are_asked_for():
    alone = experiment.runs(**FEW)
    with ThreadPoolExecutor(2) as pool, using(pool):
        together = experiment.runs(**FEW)
    pd.testing.assert_frame_equal(alone, together)
    fewer = experiment.runs(**{**FEW, "replicates": 2})
    pd.testing.assert_frame_equal(alone[alone.replicate < 2].reset_index(drop=True), fewer)


def test_the_thesis_made_1440_runs():
    frame = experiment.runs(replicates=10)
    thesis = frame[(frame.method == "alpha-cutoff") | (frame.method == "aoc*")]
    assert len(thesis) == 1440


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"replicates": 0}, "replicates is 0: it must be a whole number from 1"),
        ({"seed": -1}, "seed is -1"),
        ({"orders": ["best"]}, "order is 'best': it must be one of perfect, worst, random"),
        ({"probabilities": ["normal"]}, "probabilities is 'normal': it must be one of uniform, scatter"),
        ({"goal": "least"}, "goal is 'least'"),
        ({"sizes": [(8, 16)]}, "width 16 and depth 8 give 4294967296 leaves: at most 1048576 can be made"),
        ({"errors": [-0.1]}, "errors is [-0.1]: each must be a number from 0 to infinity"),
    ],
)
def test_bad_arguments_get_one_clear_sentence(arguments, sentence):
    with pytest.raises(ValueError, match=r".") as error:
        experiment.runs(**{**FEW, **arguments})
    assert sentence in str(error.value)


def test_crossing_is_interpolated_and_may_never_come():
    errors = np.array([0.5, 1.0, math.inf])
    assert counts.crossing(errors, np.array([1.0, 3.0, 9.0]), 3.0) == pytest.approx(1.0)
    assert counts.crossing(errors, np.array([1.0, 3.0, 9.0]), 6.0) == pytest.approx(3.0)
    assert counts.crossing(errors, np.array([1.0, 3.0, 9.0]), 10.0) == math.inf
    assert counts.crossing(errors, np.array([4.0, 5.0, 9.0]), 3.0) == 0.5


def test_break_even_has_a_row_per_size_and_order():
    frame = experiment.runs([(4, 2)], (0.1, 1, math.inf), replicates=30, orders=["perfect", "worst"])
    found = counts.break_even(frame, "nodes", resamples=20)
    assert found.order.tolist() == ["perfect", "worst"]
    assert (found.low <= found.error).all() and (found.error <= found.high).all()
    with pytest.raises(ValueError, match="criterion is 'leaves'"):
        counts.break_even(frame, "leaves")


def test_figures_are_summed_up_by_order_and_by_probabilities():
    frame = experiment.runs([(2, 2)], (0.1, 0.25, 0.5, 2.0), replicates=6, seed=2)
    groups = counts.by_group(frame, heuristic_cost=0.5)
    assert set(groups.group) == {"perfect", "worst", "random", "uniform", "scatter"}
    assert {"alpha-cutoff", "AOC-I", "AOC-II", "AOC-III"} < set(groups.search)
    assert "AOC* 2" not in set(groups.search)
    row = groups[(groups.group == "worst") & (groups.search == "AOC-I") & (groups.criterion == "time")].iloc[
        0
    ]
    runs = frame[(frame.order == "worst") & (frame.method == "aoc*") & (frame.error == 0.1)]
    assert row["mean"] == pytest.approx((runs.visits + 0.5 * runs.estimates).mean())
    assert row.low <= row.high


def test_leaves_saved_and_affordable_costs():
    frame = experiment.runs([(2, 2)], replicates=6, seed=2)
    saved = counts.leaves_saved(frame, "worst").set_index("search")
    runs = frame[(frame.order == "worst") & (frame.method == "star1")]
    assert saved["mean"]["star1"] == pytest.approx(1 - runs.leaves.mean() / 4)
    assert saved["error"]["star1"] == pytest.approx(runs.leaves.std() / 4 / math.sqrt(len(runs)))
    costs = counts.affordable_cost(frame)
    assert costs.columns.tolist() == ["depth", "branch", "order", "AOC-I", "AOC-II", "AOC-III"]
    assert len(costs) == 3
