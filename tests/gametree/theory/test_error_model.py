"""The error model of section 5.1 (Muszycka 1985)."""

import numpy as np
import pytest

from gametree.theory.error_model import (
    Errors,
    area,
    by_cases,
    critical_q,
    error_growth,
    fixed_p,
    grouped,
    one_level_up,
    p_cycle,
    simulate,
    slope,
    trajectory,
    wrong_decision,
)

GRID = np.linspace(0, 1, 11)


@pytest.mark.parametrize("w", [2, 3, 4])
@pytest.mark.parametrize("q", [0.0, 0.05, 0.3])
def test_one_level_up_is_the_sum_over_all_combinations_of_children(w, q):
    for state in ((0.1, 0.2, 0.6), (0.3, 0.05, 0.2), (0.7, 0.6, 0.9)):
        assert one_level_up(Errors(*state), w, q) == pytest.approx(by_cases(Errors(*state), w, q))


def test_binary_trees_follow_equations_1():
    err1, err2, p = 0.1, 0.2, 0.6
    expected = (
        1 - (1 - err2) ** 2,
        ((1 - p) * err1 + 2 * p * (1 - err2)) * err1 / (1 + p),
        1 - p**2,
    )
    assert one_level_up(Errors(err1, err2, p)) == pytest.approx(expected)


@pytest.mark.parametrize(("w", "q"), [(2, 0.0), (3, 0.0), (2, 0.1)])
def test_a_simulation_agrees_with_the_recurrences(w, q):
    start = Errors(0.1, 0.2, 0.6)
    measured = simulate(start, 4, 20_000, np.random.default_rng(5), w, q)
    expected = trajectory(*start, 4, w, q)
    for found, wanted in zip(measured, expected, strict=True):
        assert found == pytest.approx(float(wanted[-1]), abs=0.02)


def test_misleading_evaluations_stay_misleading_and_others_never_become_so():
    err1, err2, p = np.meshgrid(GRID, GRID, GRID[1:-1])
    path = trajectory(err1, err2, p, 12)
    sides = np.sign(np.round(path.err1 + path.err2 - 1, 12))
    assert (sides * sides[0] >= 0).all()
    assert (sides[:, sides[0] == 0] == 0).all()


def test_only_perfect_evaluations_stay_free_of_error():
    err1, err2, p = np.meshgrid(GRID, GRID, GRID[1:-1])
    wrong = wrong_decision(trajectory(err1, err2, p, 10))
    free = (wrong == 0).all(axis=0)
    assert ((err1 == 0) & (err2 == 0) == free).all()


def test_errors_end_at_one_half_in_uniform_trees():
    for start in ((0.1, 0.1), (0.1, 0.2), (0.2, 0.1), (0.2, 0.2)):
        wrong = wrong_decision(trajectory(*start, np.arange(0.2, 0.95, 0.1), 40))
        assert wrong[-1] == pytest.approx(0.5, abs=1e-3)


def test_pearls_two_points():
    path = trajectory(0.1, 0.1, fixed_p(0.05), 400, q=0.05)
    ends = sorted((float(path.err1[-k]), float(path.err2[-k])) for k in (1, 2))
    assert ends[0] == pytest.approx((0, 0.8089), abs=5e-4)
    assert ends[1] == pytest.approx((0.842, 0), abs=5e-4)


def test_terminal_nodes_cure_pathology_away_from_the_fixed_point():
    off = np.array([0.2, 0.3, 0.4, 0.8, 0.9])
    for start in ((0.1, 0.1), (0.1, 0.2), (0.2, 0.1), (0.2, 0.2)):
        assert (wrong_decision(trajectory(*start, off, 300, q=0.05))[-1] < 1e-6).all()
    assert wrong_decision(trajectory(0.1, 0.1, fixed_p(0.05), 300, q=0.05))[-1] > 0.4


def test_near_the_fixed_point_errors_may_stay_for_ever():
    path = trajectory(0.1, 0.2, 0.7, 2000, q=0.05)
    assert (wrong_decision(path)[-2:] > 0.4).all()
    assert path.p[-2:] == pytest.approx(path.p[-4:-2])


def test_the_critical_density_of_binary_trees_is_known():
    assert critical_q() == pytest.approx(1 - np.sqrt(3) / 2)
    assert error_growth(0.05) > 1 > error_growth(0.2)
    small = trajectory(1e-9, 1e-9, fixed_p(0.05), 2, q=0.05)
    grown = small.err1[2] / small.err1[0]
    assert grown == pytest.approx(error_growth(0.05), rel=1e-6)


@pytest.mark.parametrize("w", [2, 3, 5])
@pytest.mark.parametrize("q", [0.0, 0.05, 0.13, 0.3])
def test_errors_grow_at_the_fixed_point_exactly_as_a_wrong_p_does(w, q):
    assert error_growth(q, w) == pytest.approx(slope(q, w) ** 2)
    p = fixed_p(q, w)
    moved = one_level_up(Errors(0.0, 0.0, p + 1e-7), w, q).p - p
    assert moved / 1e-7 == pytest.approx(slope(q, w), rel=1e-5)


@pytest.mark.parametrize("q", [0.02, 0.05, 0.1])
def test_off_the_fixed_point_p_ends_in_its_cycle_and_small_errors_shrink_there(q):
    cycle = p_cycle(q)
    for start in (0.3, fixed_p(q) + 1e-3, 0.9):
        path = trajectory(0.0, 0.0, start, 3000, q=q)
        assert sorted(path.p[-2:]) == pytest.approx([cycle.low, cycle.high])
    assert max(cycle.growth_1, cycle.growth_2) < 1
    small = trajectory(1e-9, 0.0, cycle.low, 2, q=q)
    assert small.err1[2] / 1e-9 == pytest.approx(cycle.growth_1, rel=1e-6)
    small = trajectory(1e-9, 0.0, cycle.high, 2, q=q)
    assert small.err1[2] / 1e-9 == pytest.approx(cycle.growth_2, rel=1e-6)


def test_above_the_critical_density_there_is_no_cycle():
    assert p_cycle(critical_q() + 1e-3) is None
    assert p_cycle(0.0)[:2] == pytest.approx((0, 1))


def test_a_simulation_that_would_not_fit_is_refused():
    with pytest.raises(MemoryError, match=r"trees \* w\^depth"):
        simulate(Errors(0.1, 0.1, 0.5), 40, 1000, np.random.default_rng(1))


def test_the_area_of_a_two_valued_evaluation_is_half_the_sum():
    assert area([0.1], [0.3]) == pytest.approx(0.2)
    assert area([[0.1], [0.4]], [[0.3], [0.4]]) == pytest.approx([0.2, 0.4])


def test_the_area_does_not_depend_on_the_direction_of_thresholds():
    err1, err2 = np.array([0.9, 0.5, 0.1]), np.array([0.05, 0.2, 0.7])
    assert area(err1[::-1], err2[::-1]) == pytest.approx(area(err1, err2))
    up = one_level_up(Errors(err1, err2, 0.6))
    assert 0 < area(up.err1, up.err2) < 0.5


def test_the_area_is_the_probability_that_a_loss_looks_better():
    rng = np.random.default_rng(3)
    win, loss = rng.integers(2, 9, 4000), rng.integers(0, 7, 4000)
    levels = np.arange(0, 9)
    err1 = np.array([(loss > x).mean() for x in levels])
    err2 = np.array([(win <= x).mean() for x in levels])
    pairs = (loss[:, None] > win).mean() + (loss[:, None] == win).mean() / 2
    assert area(err1, err2) == pytest.approx(pairs)


def test_grouping_lets_errors_die_out_below_the_golden_thresholds():
    golden = fixed_p()
    for err1, err2, dies in ((0.6, 0.37, True), (0.63, 0.0, False), (0.0, 0.39, False), (0.3, 0.5, False)):
        state = (err1, err2)
        for _ in range(60):
            state = grouped(*state)
        assert (max(state) < 1e-9) == dies, (err1, err2, golden)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: trajectory(1.5, 0.1, 0.5, 3), "err1 is 1.5: it must be from 0 to 1"),
        (lambda: trajectory(0.1, 0.1, float("nan"), 3), "p is nan: it must be from 0 to 1"),
        (lambda: trajectory(0.1, 0.1, 0.5, 3, q=-0.1), "q is -0.1: it must be from 0 to 1"),
        (lambda: trajectory(0.1, 0.1, 0.5, -1), "depth is -1: it must be a whole number from 0 to"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
