"""Trees of known value, and what a first guess is worth on them (de Bruin, Pijls & Plaat 1994, Figure 5)."""

import math
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import gametree as gt
from companion.solution_trees.small_trees import search_cost, smallest_farther
from companion.solution_trees.study import (
    Study,
    farther_is_cheaper,
    first_guess_runs,
    steps_away,
    value_at_most,
)
from gametree.experiment import using
from gametree.generate.known_value import KnownValue, known_value_tree

NONE = math.nan


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (KnownValue(1, 3, 0.5), "width is 1"),
        (KnownValue(3, 3, 1.5), "ordering is 1.5: it must be a number from 0 to 1"),
        (KnownValue(3, 3, 0.5, value=1000), "value is 1000: it must be a whole number from 0 to 999"),
    ],
)
def test_classes_that_make_no_sense_are_refused(made, message):
    with pytest.raises(ValueError, match=message):
        known_value_tree(**made._asdict(), seed=1)


RUNS = [
    *(("sss-0", float(g)) for g in (0, 400, 504, 600, 999)),
    ("sss-2", NONE),
    ("dual-sss-2", NONE),
    ("alphabeta", NONE),
]


def test_runs_are_the_searches_of_single_trees_whatever_the_executor():
    classes = [KnownValue(3, 4, 1 / 3), KnownValue(3, 4, 0.9)]
    frame = first_guess_runs(classes, RUNS, 4, seed=5)
    with ThreadPoolExecutor(3) as pool, using(pool):
        assert frame.equals(first_guess_runs(classes, RUNS, 4, seed=5))
    assert len(frame) == 2 * 4 * len(RUNS)
    for row in frame.itertuples():
        tree = known_value_tree(width=3, depth=4, ordering=row.ordering, seed=5, number=row.tree)
        options = {} if math.isnan(row.option) else {"guess": row.option}
        found = gt.search(tree, row.strategy, **options)
        assert (row.leaves, row.nodes, row.visits) == (found.leaves, found.nodes, found.visits)


def test_runs_that_make_no_sense_are_refused_before_work_starts():
    with pytest.raises(ValueError, match="option is 3: alphabeta takes no option"):
        first_guess_runs([KnownValue(2, 2, 0.5)], [("alphabeta", 3)], 1, 1)
    with pytest.raises(ValueError, match="runs has 'sss-4-wide-window'"):
        first_guess_runs([KnownValue(2, 2, 0.5)], [("sss-4-wide-window", 3)], 1, 1)


def studied(n_guesses=5, runs=None):
    """Return a study that has made these runs."""
    study = Study(1994, 2, n_guesses, [[3, 4]], [0], 10, [2], 2, 1)
    vars(study)["runs"] = runs
    return study


def test_guesses_are_as_many_as_asked_for_and_hold_the_value():
    guesses = studied(n_guesses=32).guesses
    assert len(guesses) == len(set(guesses)) == 32
    assert (guesses[0], guesses[-1]) == (0, 999) and 504 in guesses


def test_summaries_hold_what_the_runs_say():
    frame = first_guess_runs([KnownValue(3, 4, 0.5)], RUNS, 6, seed=5)
    means, saved = studied(runs=frame).means, studied(runs=frame).saved
    at = frame[(frame.strategy == "sss-0") & (frame.option == 400)].nodes
    assert means[means.guess == 400]["mean"].iloc[0] == at.mean()
    steps = steps_away(frame)
    assert list(zip(steps.near, steps.far, strict=True)) == [(504, 400), (400, 0), (504, 600), (600, 999)]
    assert np.isclose(steps.more.iloc[0], at.mean() - means[means.guess == 504]["mean"].iloc[0])
    assert np.isclose(saved["gain on sss-2"], 1 - saved["guessing the value"] / saved["sss-2"]).all()
    assert 0 <= farther_is_cheaper(frame)["part of them"].iloc[0] <= 1


def test_value_of_independent_leaves_by_enumeration():
    """U(2,3) with leaves 0 or 1: 1 with probability 1 - part."""
    worth_0 = sum(
        gt.Tree.uniform(2, 3, [(bits >> k) & 1 for k in range(8)]).backed_up[0] == 0 for bits in range(256)
    )
    assert np.isclose(value_at_most(2, 3, 0.5), worth_0 / 256)


def test_smallest_trees_on_which_a_farther_guess_is_cheaper():
    tied = smallest_farther("search", ties=True)
    assert tied.tree.to_nested() == [[0, 0], 0]
    found = smallest_farther("search", ties=False)
    assert found.tree.to_nested() == [[[1, 2], 0], 3]
    value = found.tree.backed_up[0]
    assert abs(found.far - value) > abs(found.near - value)
    assert search_cost(found.tree, found.far) == found.far_nodes < found.near_nodes
    assert smallest_farther("search", ties=False, most_leaves=3) is None
    assert smallest_farther("call", ties=False).tree.n_leaves == 2
