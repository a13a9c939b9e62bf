"""The error model put to the test: levels, limits, thresholds."""

import numpy as np
import pytest

from companion.pathology import model
from gametree.theory.error_model import critical_q, fixed_p


def test_formulae_are_the_sum_over_all_cases():
    assert model.farthest_from_cases(np.random.default_rng(1)) < 1e-12


def test_simulated_trees_follow_the_recurrence():
    found = model.simulated(4000, np.random.default_rng(1))
    assert len(found) == 12
    assert found["standard errors"].abs().max() < 4.5


def test_errors_begin_at_the_leaves():
    found = model.errors_by_level(model.P_D, 3, model.Q)
    starts = [(a + b) / 2 for a, b in model.STARTS]
    assert np.allclose(found[:, 0], np.array(starts)[:, None])


def test_errors_stay_on_their_side_of_one_half_and_only_perfect_starts_stay_free_of_them():
    grid = model.grid_of_starts()
    above, at, below = (grid.err[:, mask] for mask in (grid.total > 1, grid.total == 1, grid.total < 1))
    assert (above >= 0.5 - 1e-12).all() and (abs(at - 0.5) < 1e-9).all() and (below <= 0.5 + 1e-12).all()
    assert ((grid.err < 1e-15).all(axis=0) == grid.none).all()


def test_errors_end_at_zero_only_if_one_of_them_began_there():
    both, one = model.ends_by_positive_errors()
    assert (both > 1e-6).all()
    assert (one < 1e-6).any() and (one > 1e-6).any()


def test_beyond_the_critical_density_nothing_in_the_map_grows():
    q = np.array([0.0, critical_q() + 0.01])
    change = model.change_of_errors(np.array([fixed_p(0.0), 0.7]), q, 10)
    assert (change[0] > 0).all() and (change[1] <= 1e-12).all()


def test_growth_at_the_fixed_point_is_the_square_of_the_slope():
    found = model.fixed_points()
    assert np.allclose(found["slope at p*"] ** 2, found["errors at p*, per two levels"])


def test_thresholds_of_grouping_are_exchanged_in_print():
    found = model.grouping()
    assert found["exactly err1 < ξ, err2 < 1 - ξ"].all()
    assert not found["exactly as printed"].any()


def test_the_printed_end_of_errors_needs_another_p():
    found = model.p_that_ends_at(0.8089)
    assert 0.59 < found < 0.62 and found != pytest.approx(fixed_p(model.Q), abs=1e-5)
