"""The stepper in a real JupyterLab in a real browser: run all, press, slide, type, and see it change."""

from __future__ import annotations

import pytest

from tests.lab import appeared, changed, keep_picture, marks, run_cells, state, type_into, untroubled

NAMES = ("01_game_trees", "02_pruning_strategies")
PARTS = ("img", "table")

pytestmark = marks


@pytest.mark.parametrize("name", NAMES)
def test_the_stepper_in_jupyterlab(lab, page, name):
    outside = run_cells(page, lab, name, ["widgets.stepper("])
    widget = appeared(page, ".gametree-stepper")
    start = state(widget, *PARTS)
    assert "step" in start[1]

    widget.get_by_role("button", name="back").click()
    earlier = changed(page, widget, start, *PARTS)
    widget.get_by_role("button", name="forward").click()
    assert changed(page, widget, earlier, *PARTS) == start

    widget.locator(".noUi-handle").focus()
    page.keyboard.press("ArrowLeft")
    assert changed(page, widget, start, *PARTS) == earlier

    widget.locator("select").first.select_option("sss*")
    opened = changed(page, widget, earlier, *PARTS)
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
