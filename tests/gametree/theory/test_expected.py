"""Exact expected costs against all orders of the leaves of tiny trees, against samples, and against known limits."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

import gametree as gt
from gametree.theory import expected, expected_scout

LEAVES = {
    "alphabeta": expected.alphabeta,
    "branch-and-bound": expected.branch_and_bound,
    "sss*": expected.sss_star,
}
TINY = [(2, 1), (3, 1), (2, 2)]


def over_all_orders(width, depth, strategy, criterion):
    """Return the mean over all orders of the leaves, exactly."""
    costs = [
        getattr(gt.search(gt.Tree.uniform(width, depth, order), strategy), criterion)
        for order in permutations(map(float, range(width**depth)))
    ]
    return Fraction(sum(costs), len(costs))


@pytest.mark.parametrize(("width", "depth"), TINY)
@pytest.mark.parametrize("strategy", LEAVES)
def test_expected_leaves_are_means_over_all_orders(strategy, width, depth):
    exact = over_all_orders(width, depth, strategy, "leaves")
    assert LEAVES[strategy](width, depth) == pytest.approx(float(exact), rel=1e-14)


@pytest.mark.parametrize("strategy", LEAVES)
def test_expected_leaves_are_means_over_all_orders_of_eight_leaves(strategy):
    exact = over_all_orders(2, 3, strategy, "leaves")
    assert LEAVES[strategy](2, 3) == pytest.approx(float(exact), rel=1e-14)


@pytest.mark.parametrize(("width", "depth"), TINY)
def test_expected_visits_of_scout_are_means_over_all_orders(width, depth):
    exact = over_all_orders(width, depth, "scout", "visits")
    assert expected_scout.visits(width, depth) == pytest.approx(float(exact), rel=1e-14)


def test_expected_visits_of_scout_are_means_over_all_orders_of_eight_leaves():
    exact = over_all_orders(2, 3, "scout", "visits")
    assert expected_scout.visits(2, 3) == pytest.approx(float(exact), rel=1e-14)


@pytest.mark.parametrize(("width", "depth"), [(2, 6), (3, 5), (4, 4), (5, 3), (8, 2), (2, 9), (24, 2)])
def test_expected_costs_are_those_of_sampled_trees(width, depth):
    theory = {("leaves", name): cost(width, depth) for name, cost in LEAVES.items()}
    theory["visits", "scout"] = expected_scout.visits(width, depth)
    frame = gt.sweep(
        "uniform", "unordered", sizes=[(width, depth)], strategies=[*LEAVES, "scout"], trees=4000, seed=6,
        progress=False,
    ).set_index(["criterion", "strategy"])  # fmt: skip
    for key, value in theory.items():
        row = frame.loc[key]
        assert abs(row["mean"] - value) < 4.5 * row["sd"] / row["n"] ** 0.5, key


def test_expected_leaf_evaluations_of_scout_are_those_of_sampled_trees():
    trees = [
        gt.generate("uniform", width=3, depth=5, scheme="unordered", seed=2, number=number)
        for number in range(2000)
    ]
    evaluations = [gt.search(tree, "scout", distinct=False).leaves for tree in trees]
    error = np.std(evaluations) / len(evaluations) ** 0.5
    assert abs(np.mean(evaluations) - expected_scout.leaf_evaluations(3, 5)) < 4.5 * error


@pytest.mark.parametrize(("width", "depth"), [(2, 40), (3, 24), (5, 14), (24, 3)])
def test_a_finer_grid_does_not_change_the_result(width, depth, monkeypatch):
    coarse = [cost(width, depth) for cost in LEAVES.values()]
    evaluations = expected_scout.leaf_evaluations(width, depth)
    finer = expected.grid
    monkeypatch.setattr(expected, "grid", lambda w, d: finer(w, d, 24, 0.7))
    assert [cost(width, depth) for cost in LEAVES.values()] == pytest.approx(coarse, rel=1e-12)
    monkeypatch.setattr(expected_scout, "POINTS", 15)
    assert expected_scout.leaf_evaluations(width, depth) == pytest.approx(evaluations, rel=1e-12)


def test_no_deep_cut_offs_are_missed_up_to_depth_3_and_some_beyond():
    for w in (2, 3, 10):
        for d in (0, 1, 2, 3):
            assert expected.branch_and_bound(w, d) == pytest.approx(expected.alphabeta(w, d), rel=1e-13)
        assert expected.branch_and_bound(w, 4) > expected.alphabeta(w, 4) * 1.01


@pytest.mark.parametrize("w", [2, 3, 5, 16])
def test_sss_star_needs_fewer_leaves_than_alphabeta_and_grows_alike(w):
    for d in (2, 3, 8, 21):
        assert expected.sss_star(w, d) < expected.alphabeta(w, d)
    growth = (expected.sss_star(w, 120) / expected.sss_star(w, 118)) ** 0.5
    assert growth == pytest.approx(expected.pearl_branching_factor(w), rel=2e-3)


def test_points_and_weights_integrate_polynomials_exactly():
    found = expected.grid(3, 4)
    x = expected.jump(3, 4) + found.distance
    for power in (0, 1, 7, 30):
        assert found.total(x**power) == pytest.approx(1 / (power + 1), rel=1e-14)
        integral = x ** (power + 1) / (power + 1)
        assert np.allclose(found.up_to(x**power), integral, rtol=1e-12, atol=1e-16)
        assert np.allclose(found.limits() @ x**power, integral, rtol=1e-12, atol=1e-16)


def test_bad_arguments_are_refused():
    for call, message in (
        (lambda: expected.sss_star(1, 3), "w is 1: it must be a whole number from 2"),
        (lambda: expected.branch_and_bound(2, 201), "d is 201: it must be a whole number from 0 to 200"),
        (lambda: expected_scout.leaf_evaluations(2, 0), "d is 0: it must be a whole number from 1 to 100"),
    ):
        with pytest.raises(ValueError, match=message):
            call()
