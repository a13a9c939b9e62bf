"""The stepper through calls in a real JupyterLab in a real browser: press, slide, choose, type, and see it change."""

from __future__ import annotations

from tests.lab import appeared, changed, keep_picture, marks, run_cells, state, type_into, untroubled

NAME = "08_solution_trees"
PARTS = ("img", "table")

pytestmark = marks


def test_the_call_stepper_in_jupyterlab(lab, page):
    outside = run_cells(page, lab, NAME, ["CallStepper("])
    widget = appeared(page, ".gametree-calls")
    start = state(widget, *PARTS)
    assert "f⁺ = 14" in start[1]

    widget.get_by_role("button", name="forward").click()
    second = changed(page, widget, start, *PARTS)
    assert "f⁺ = 6" in second[1]
    widget.locator(".noUi-handle").focus()
    page.keyboard.press("ArrowLeft")
    assert changed(page, widget, second, *PARTS) == start

    widget.locator("select").first.select_option("dual-sss-2")
    dual = changed(page, widget, start, *PARTS)
    assert "more than −∞" in dual[1]

    widget.get_by_role("button", name="roll").click()
    rolled = changed(page, widget, dual, *PARTS)
    type_into(page, widget.locator("textarea"), "[[3, 5], [2, 9]]")
    widget.get_by_role("button", name="use this tree").click()
    changed(page, widget, rolled, *PARTS)

    keep_picture(widget, NAME)
    untroubled(page, outside)
