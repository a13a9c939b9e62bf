"""The study of one axis: what it measures is what theory says, and its claims are judged as they were written down."""

import math

import numpy as np
import pytest

from companion.beyond import figures
from companion.beyond.axis import (
    CRITICAL,
    HEIGHTS,
    INDEPENDENT,
    ORDERED,
    SEARCHES,
    AxisStudy,
    Class,
    leaves_of,
)
from companion.beyond.claims import asked, judged
from gametree.theory import expected, minimum_leaves


@pytest.fixture(scope="module")
def study():
    return AxisStudy(small_trees=100, trees=6, depths=[2, 4], height=50, seed=7)


def test_every_claim_is_judged_and_no_other(study):
    assert list(study.claims["id"]) == list(asked("axis"))
    with pytest.raises(ValueError, match="they must be axis-costs, axis-same-growth"):
        judged("axis", study.findings[1:])


def test_sampled_costs_are_the_exact_ones(study):
    z = (study.costs["mean"] - study.costs["exact"]) / study.costs["error"]
    assert len(z) == 144
    assert z.abs().max() < 6  # costs are skewed: a rare second search doubles them
    assert (z**2).mean() < 2


def test_the_same_seed_gives_the_same_leaves_in_any_order(study):
    again = AxisStudy(small_trees=100, trees=6, depths=[4], height=50, seed=7)
    made = Class(CRITICAL, 0.5)
    assert (again.counts[made, 4] == study.counts[made, 4]).all()


@pytest.mark.parametrize("made", [Class(CRITICAL, 0.0), Class(ORDERED, 1.0)])
def test_at_the_perfect_end_every_search_examines_a_smallest_tree(study, made):
    # Two Tests share one leaf, the one that both proofs need.
    least = minimum_leaves(3, 4)
    assert (study.counts[made, 4] == [least + 1] + [least] * 5).all()


def test_independent_trees_cost_alphabeta_what_theory_says():
    made = Class(INDEPENDENT, math.nan)
    leaves = leaves_of(made, depth=3, trees=200, seed=1)[:, SEARCHES.index("alphabeta")]
    assert abs(leaves.mean() - expected.alphabeta(3, 3)) < 4 * leaves.std() / math.sqrt(len(leaves))


def test_distances_are_of_the_heights_there_are(study):
    for found in (study.constants, study.forward):
        assert list(study.distances(found)) == [h for h in HEIGHTS if h <= 50]


def test_the_crossing_is_where_scout_becomes_cheaper(study):
    costs, h = study.exact[2, 16, 1.0], study.crossing
    assert costs.alphabeta[h - 1] <= costs.scout[h - 1]
    assert (costs.alphabeta[h:] > costs.scout[h:]).all()


def test_figures_draw_every_search_along_the_axis(study):
    figure = figures.draw_axis(study)
    *_, left, right = figure.axes
    for axes in (left, right):
        lines = [line for line, *_ in axes.containers if len(line.get_xdata()) == 5]
        assert len(lines) == len(SEARCHES)
        assert all(np.isfinite(line.get_ydata(orig=False)).all() for line in lines)
    assert len(figures.draw_decisions(study).axes) == 3
