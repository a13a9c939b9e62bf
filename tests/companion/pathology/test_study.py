"""What the page says and shows follows from its study."""

import math
from numbers import Number

import numpy as np
import pytest

from companion import plot
from companion.pathology import b_star, figures, model, prose, tables
from companion.pathology.study import Study
from gametree.games.board_games import board_tree, pearl_game


@pytest.fixture(scope="module")
def small():
    return Study(decisions=200, highest=8, widest=3, dependent_trees=50, b_star_trees=20, model_trees=500)


OF_STUDY = (
    prose.opening,
    prose.games,
    prose.printed,
    prose.dependent,
    prose.errors,
    prose.b_star,
    prose.verdicts,
)


@pytest.mark.parametrize("part", OF_STUDY)
def test_only_finite_numbers_and_texts_are_told(small, part):
    found = part(small)
    assert found
    for name, value in found.items():
        assert isinstance(value, str) or (isinstance(value, Number) and math.isfinite(value)), name
        assert value != ""


def test_the_opening_counts_the_informative_numbers_that_are_judged(small):
    found, shown = prose.opening(small), prose.by_verdict(small).set_index("whose")
    thesis = shown.loc["thesis"]
    assert found["differ"] == thesis["differ"].sum()
    assert found["cells"] == (thesis["numbers"] - thesis["not played"]).sum()
    assert found["agree"] == shown.loc["Nau", "agree"].sum()


def test_every_informative_number_is_drawn_and_has_an_error_if_it_was_sampled(small):
    judged = small.informative[small.informative["verdict"] != "not yet"]
    dependent = judged["table"].isin(tables.DEPENDENT)
    assert ((judged["error"] > 0) == (judged["sd"] > 0)).all() and (judged["error"][dependent] == 0).all()
    picture = figures.draw_differences(small.informative)
    drawn = sum(len(line.get_xdata()) for axes in picture.axes for line in axes.lines if len(axes.containers))
    # Besides the numbers: the line at 0, and those between tables.
    assert drawn - len(judged) == 2 * sum(1 + len(tables_of) - 1 for _, tables_of in figures._GROUPS)


def test_distances_of_a_whole_run_are_those_of_its_parts(small):
    assert set(small.everything["table"]) >= set(tables.TABLES)
    assert len(small.everything) > len(small.cells)
    assert small.everything["reading"].notna().all()


@pytest.mark.parametrize("moves", [2, 4, 8])
def test_a_board_is_the_inverse_of_its_division(moves):
    leaves = pearl_game(2, moves, seed=1).leaves
    assert board_tree(figures.board_of(leaves)).leaves.tolist() == leaves.tolist()


def test_pictures_are_no_wider_than_the_page(small):
    drawn = [
        figures.draw_differences(small.informative),
        figures.draw_boards(6, 1),
        figures.draw_examples(),
        figures.draw_decisions(*tables.of_width_two(small.quality, small.printed, (6, 8)), lines="t"),
        figures.draw_decisions(*tables.of_seven_moves(small.quality, small.printed), lines="w"),
        figures.draw_errors(),
        figures.draw_b_star(b_star.worked_example(1985)),
    ]
    assert all(each.get_size_inches()[0] <= plot.output.WIDEST for each in drawn)


def test_the_map_of_errors_is_drawn_with_zero_in_the_middle_of_its_colours():
    picture = figures.draw_maps({"a": model.map_of_errors(2), "b": model.map_of_errors(10)})
    norms = [axes.collections[0].norm for axes in picture.axes[:2]]
    assert all(norm(0) == 0.5 and norm.vmin == -norm.vmax for norm in norms)
    assert norms[0].vmax == norms[1].vmax


def test_the_worked_proof_ends_when_no_other_move_reaches_beyond():
    worked = b_star.worked_example(1985)
    last = [*worked.steps.values()][-1]
    low = last[worked.move][0]
    assert all(high <= low for move, (_, high) in last.items() if move != worked.move)
    assert len(worked.steps) == len(worked.expanded)
    assert np.isclose(low, worked.low)
