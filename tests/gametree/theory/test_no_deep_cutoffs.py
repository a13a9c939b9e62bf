"""Closed forms and recurrences against the printed tables, against enumeration, and against sampled trees."""

from fractions import Fraction

import numpy as np
import pytest

import companion
import gametree as gt
from companion.published.cases import SIZES
from gametree.theory import (
    expected,
    minimum_leaves,
    no_deep_cutoffs,
    totally_dependent,
    xi,
)


def sampled(scheme, width, depth, strategy, trees=4000):
    frame = gt.sweep(
        "uniform", scheme, sizes=[(width, depth)], strategies=[strategy], trees=trees, seed=5, progress=False
    )
    row = frame[frame["criterion"] == "leaves"].iloc[0]
    return row["mean"], row["sd"] / row["n"] ** 0.5


def test_knuth_and_moore_table_1_to_the_last_digit():
    bounds = {"r0(d)": no_deep_cutoffs.r0, "r1(d)": no_deep_cutoffs.r1, "r*(d)": no_deep_cutoffs.r_star}
    cells = companion.published("knuth1975", table="1")
    assert len(cells) == 90
    for cell in cells.itertuples():
        ours = bounds[cell.column](int(cell.row.removeprefix("d=")))
        assert round(ours, 3) == cell.best, (cell.row, cell.column)


def test_level_3_of_a_binary_tree_costs_6_89_105_by_integration():
    assert expected.alphabeta(2, 3) == pytest.approx(6 + 89 / 105, rel=1e-13)


def test_first_analysis_gives_6_7_9_for_level_3_of_a_binary_tree():
    assert no_deep_cutoffs.first_analysis(2, 3) == 6 + Fraction(7, 9)


def test_probabilities_of_the_ternary_tree():
    assert no_deep_cutoffs.p_exact(3) == [
        [1, 1, 1],
        [1, Fraction(3, 4), Fraction(3, 5)],
        [1, Fraction(9, 14), Fraction(9, 20)],
    ]
    assert np.allclose(no_deep_cutoffs.p(7), np.array(no_deep_cutoffs.p_exact(7), dtype=float), rtol=1e-13)


@pytest.mark.parametrize("d", [2, 5, 24, 100])
def test_theorem_3_level_2_exactly_and_within_its_bounds(d):
    exact = no_deep_cutoffs.level_2(d)
    assert exact == pytest.approx(expected.alphabeta(d, 2), rel=1e-12)
    assert 0.885603 * no_deep_cutoffs.level_2_estimate(d) <= exact <= no_deep_cutoffs.level_2_estimate(d)


def test_largest_eigenvalues_do_not_depend_on_the_method(monkeypatch):
    dense = no_deep_cutoffs.r0(100), no_deep_cutoffs.r_star(100)
    monkeypatch.setattr(no_deep_cutoffs, "DENSE", 10)
    assert (no_deep_cutoffs.r0(100), no_deep_cutoffs.r_star(100)) == pytest.approx(dense, rel=1e-10)


@pytest.mark.parametrize(("width", "depth"), [size for size in SIZES if size[0] ** size[1] <= 800])
def test_expected_leaves_of_alphabeta_are_those_of_sampled_trees(width, depth):
    mean, error = sampled("unordered", width, depth, "alphabeta")
    assert abs(mean - expected.alphabeta(width, depth)) < 4.5 * error


def test_expected_leaves_of_alphabeta_grow_with_pearls_factor():
    for w in (2, 3, 5):
        growth = (expected.alphabeta(w, 120) / expected.alphabeta(w, 118)) ** 0.5
        assert growth == pytest.approx(expected.pearl_branching_factor(w), rel=2e-3)


def test_xi_solves_its_equation():
    for w in (2, 3, 10, 24):
        assert xi(w) ** w + xi(w) == pytest.approx(1, abs=1e-15)
    assert xi(2) == pytest.approx((5**0.5 - 1) / 2, abs=1e-15)


def test_theorem_6_recurrence_and_closed_form_agree():
    for d in range(2, 8):
        for h in range(8):
            assert totally_dependent.alphabeta_leaves(d, h) == totally_dependent.alphabeta_leaves_closed(d, h)


@pytest.mark.parametrize(("width", "depth"), [(2, 2), (2, 5), (3, 4), (4, 3), (3, 6)])
def test_totally_dependent_trees_cost_what_theorem_6_and_its_companion_say(width, depth):
    for strategy, theory in [
        ("alphabeta", totally_dependent.alphabeta_leaves),
        ("branch-and-bound", totally_dependent.branch_and_bound_leaves),
    ]:
        mean, error = sampled("real-dependent", width, depth, strategy)
        assert abs(mean - float(theory(width, depth))) < 4.5 * error + 1e-9


@pytest.mark.parametrize(("width", "depth"), [(2, 4), (3, 3), (4, 4), (3, 6)])
def test_best_cases_with_and_without_deep_cut_offs(width, depth):
    tree = gt.generate("uniform", width=width, depth=depth, scheme="ordered", p=1.0, seed=1)
    assert gt.search(tree, "branch-and-bound").leaves == no_deep_cutoffs.best_case(width, depth)
    assert no_deep_cutoffs.best_case_closed(width, depth) == pytest.approx(
        no_deep_cutoffs.best_case(width, depth)
    )
    assert gt.search(tree, "alphabeta").leaves == minimum_leaves(width, depth)


def test_bad_arguments_are_refused():
    for call in (
        lambda: no_deep_cutoffs.p(0),
        lambda: expected.alphabeta(1, 3),
        lambda: expected.alphabeta(2, -1),
        lambda: totally_dependent.alphabeta_leaves(2, 2.5),
        lambda: no_deep_cutoffs.first_analysis(2, -1),
    ):
        with pytest.raises(ValueError, match="it must be a whole number from"):
            call()
