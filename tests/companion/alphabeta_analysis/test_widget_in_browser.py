"""The figure about critical positions on a page without a kernel, and in a real JupyterLab."""

from __future__ import annotations

import pytest

from companion.alphabeta_analysis.widget import Positions, critical_positions
from tests.lab import appeared, keep_picture, marks, run_cells, untroubled
from tests.live_page import SCREENS, numbers, on_page, press, reading

pytestmark = marks


@pytest.fixture(scope="module")
def positions():
    return critical_positions()


@pytest.mark.parametrize(("width", "theme"), SCREENS)
def test_orders_and_strategies_examine_what_they_should(browser, tmp_path, positions, width, theme):
    with on_page(browser, tmp_path, positions, width, theme) as shown:
        assert reading(shown).startswith(
            "11 of 27 leaves examined; 0 positions examined that are not critical"
        )
        assert shown.locator(".gt-node:not(.gt-unseen)").count() == 20
        assert shown.get_by_label("seed", exact=True).is_disabled()
        shown.get_by_label("order", exact=True).select_option("worst")
        assert reading(shown).startswith("27 of 27 leaves examined")
        shown.get_by_label("order", exact=True).select_option("random")
        shown.get_by_label("seed", exact=True).select_option("1977")
        found = Positions(3, 3, "random", seed=1977)
        assert reading(shown).startswith(f"{found.traced.result.leaves} of 27 leaves examined")
        assert numbers(shown)[1:3] == [list(row) for row in found.counted()]


def test_the_depth_follows_what_can_be_drawn(browser, tmp_path, positions):
    with on_page(browser, tmp_path, positions) as shown:
        press(shown, "width", "Home")
        press(shown, "depth", "End")
        assert reading(shown).startswith("15 of 64 leaves examined")
        press(shown, "width", "End")
        assert " of 64 leaves examined" in reading(shown)
        assert [output.inner_text() for output in shown.locator("output").all()] == ["8", "2"]


def test_critical_positions_in_jupyterlab(lab, page):
    outside = run_cells(page, lab, "07_alphabeta_analysis", ["chapter.critical_positions("])
    widget = appeared(page, ".gt-figure")
    assert reading(widget).startswith("11 of 27 leaves examined")
    press(widget, "width", "ArrowLeft")
    assert reading(widget).startswith("5 of 8 leaves examined")
    keep_picture(widget, "07_alphabeta_analysis")
    untroubled(page, outside)
