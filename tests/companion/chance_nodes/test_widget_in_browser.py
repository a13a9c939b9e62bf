"""The stepper for trees with chance nodes in a real JupyterLab in a real browser: ranges tighten, branches die."""

from __future__ import annotations

from tests.lab import appeared, changed, keep_picture, marks, run_cells, state, type_into, untroubled

NAME = "10_chance_nodes"
PARTS = ("img", "table")

pytestmark = marks


def test_a_search_with_chance_nodes_in_jupyterlab(lab, page):
    outside = run_cells(page, lab, NAME, ["widget.ChanceStepper("])
    widget = appeared(page, ".gametree-stepper")
    start = state(widget, *PARTS)
    assert "step 1 of 43" in start[1]

    widget.get_by_role("button", name="forward").click()
    later = changed(page, widget, start[1:], "table")  # in the picture the second step changes nothing
    widget.locator(".noUi-handle").focus()
    page.keyboard.press("ArrowLeft")
    assert changed(page, widget, later, "table") == start[1:]
    widget.get_by_role("button", name="last").click()
    last = changed(page, widget, start, *PARTS)
    assert "value 6.52" in last[1]

    # Strategy, goal, and what the heuristic knows: that is seen once the search has gone on.
    widget.locator("select").nth(0).select_option("aoc*")
    aoc = changed(page, widget, last, *PARTS)
    widget.locator("select").nth(2).select_option("10 %")
    told = changed(page, widget, aoc, *PARTS)
    widget.locator("select").nth(1).select_option("min")
    least = changed(page, widget, told, *PARTS)

    type_into(page, widget.locator("textarea"), "[((0.5, 1), (0.6, 2))]")
    widget.get_by_role("button", name="use this tree").click()
    widget.locator("[role=alert]").wait_for()
    assert "add up to 1.1" in widget.locator("[role=alert]").inner_text()
    assert state(widget, *PARTS) == least

    type_into(page, widget.locator("textarea"), "[((0.5, 1), (0.5, 2)), 3]")
    widget.get_by_role("button", name="use this tree").click()
    typed = changed(page, widget, least, *PARTS)
    assert widget.locator("[role=alert]").count() == 0

    widget.get_by_role("button", name="roll").click()
    changed(page, widget, typed, *PARTS)
    keep_picture(widget, NAME)
    untroubled(page, outside)
