"""The stepper in a real JupyterLab in a real browser: run all, press, slide, type, and see it change."""

from __future__ import annotations

import pytest

from tests.lab import appeared, changed, keep_picture, marks, run_cells, state, type_into, untroubled

NAMES = ("01_game_trees", "02_pruning_strategies")
PARTS = ("img", "table")

pytestmark = marks


@pytest.mark.parametrize("name", NAMES)
def test_the_stepper_in_jupyterlab(lab, page, name):
    outside = run_cells(page, lab, name, ["widgets.SearchStepper("])
    widget = appeared(page, ".gametree-stepper")
    start = state(widget, *PARTS)
    assert "step 1 of" in start[1]
    assert widget.get_by_role("button", name="back").is_disabled()

    widget.get_by_role("button", name="forward").click()
    later = changed(page, widget, start, *PARTS)
    widget.get_by_role("button", name="back").click()
    assert changed(page, widget, later, *PARTS) == start

    widget.locator(".noUi-handle").focus()
    page.keyboard.press("ArrowRight")
    assert changed(page, widget, start, *PARTS) == later

    widget.locator("select").first.select_option("sss*")
    opened = changed(page, widget, later, *PARTS)
    assert "OPEN" in opened[1]

    widget.get_by_role("button", name="roll").click()
    rolled = changed(page, widget, opened, *PARTS)

    type_into(page, widget.locator("textarea"), "[[1, 2")
    widget.get_by_role("button", name="use this tree").click()
    widget.locator("[role=alert]").wait_for()
    assert "it must be nested lists of numbers" in widget.locator("[role=alert]").inner_text()
    assert state(widget, *PARTS) == rolled

    type_into(page, widget.locator("textarea"), "[[3, 5], [2, 9]]")
    widget.get_by_role("button", name="use this tree").click()
    changed(page, widget, rolled, *PARTS)
    assert widget.locator("[role=alert]").count() == 0

    keep_picture(widget, name)
    untroubled(page, outside)
