"""The map of alpha-cutoff against AOC*: the study's crossings and costs, and what it does on a page without a kernel."""

import math

import pytest

from companion.chance_nodes.figures import percent
from companion.chance_nodes.study import Study
from companion.chance_nodes.widget import costs_by_error, cutoff_map, shade
from tests.lab import marks
from tests.live_page import SCREENS, numbers, on_page, reading


@pytest.fixture(scope="module")
def study():
    return Study(4, 4, 5, 1989, 0.1, [[2, 2], [2, 3]], [0.1, 0.5, 2.0])


@pytest.fixture(scope="module")
def cutoffs(study):
    return cutoff_map(study.crossings, study.runs, study.heuristic_cost)


def test_every_crossing_is_on_the_map(study, cutoffs):
    state = cutoffs.state
    told = {
        (part["at"][0], size, order): text
        for part in state["maps"]
        for size, row in zip(state["rows"]["values"], part["text"], strict=True)
        for order, text in zip(state["columns"]["values"], row, strict=True)
    }
    assert len(told) == len(study.crossings)
    for cell in study.crossings.itertuples():
        assert told[cell.criterion, f"depth {cell.depth}, width {cell.branch}", cell.order] == percent(
            cell.error
        )


def test_curves_cross_one_where_the_map_says(study):
    for criterion, part in study.crossings.groupby("criterion"):
        costs = costs_by_error(study.runs, criterion, study.heuristic_cost)
        assert list(costs.columns) == [0.1, 0.5, 2.0, math.inf]
        for cell in part.itertuples():
            line = costs.loc[(cell.depth, cell.branch, cell.order)]
            if math.isinf(cell.error):
                assert (line < 1).all() or (line.iloc[:-1] < 1).all()
            else:
                assert (line[line.index < cell.error] < 1).all()
                assert line[line.index >= cell.error].iloc[0] >= 1


class TestOnAPage:
    pytestmark = marks

    def test_an_error_that_never_comes_has_a_colour_of_its_own(self, browser, tmp_path, study):
        drawn = cutoff_map(study.crossings, study.runs, study.heuristic_cost)
        drawn.state["maps"][0]["shade"][0][:2] = [shade(math.inf), shade(1000.0)]
        with on_page(browser, tmp_path, drawn) as shown:
            colours = shown.locator("td[role=gridcell]").evaluate_all(
                "cells => cells.slice(0, 2).map((cell) => getComputedStyle(cell).backgroundColor)"
            )
            assert colours[0] != colours[1]
            assert "never: AOC* costs less" in shown.locator(".gt-keys").inner_text()

    @pytest.mark.parametrize(("width", "theme"), SCREENS)
    def test_cells_are_read_with_keys_and_the_cost_is_chosen(self, browser, tmp_path, cutoffs, width, theme):
        with on_page(browser, tmp_path, cutoffs, width, theme) as shown:
            first, second = cutoffs.state["maps"][0]["text"][0][:2]
            assert f"error at which both cost the same: {first}" in reading(shown)
            shown.locator("td[tabindex='0']").focus()
            shown.page.keyboard.press("ArrowRight")
            assert f"order random: error at which both cost the same: {second}" in reading(shown)
            assert cutoffs.state["maps"][0]["note"][0][1] in reading(shown)
            shown.get_by_label("cost", exact=True).select_option("memory")
            assert reading(shown).startswith("cost memory; size depth 2, width 2, order random")
            assert numbers(shown)[1][1:] == cutoffs.state["maps"][2]["text"][0]
