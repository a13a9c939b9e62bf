"""The widget about critical positions in a real JupyterLab in a real browser: every control, and what it answers."""

from __future__ import annotations

from tests.lab import appeared, changed, keep_picture, marks, run_cells, state, type_into, untroubled

NAME = "07_alphabeta_analysis"
PARTS = ("img", "table")

pytestmark = marks


def test_critical_positions_in_jupyterlab(lab, page):
    outside = run_cells(page, lab, NAME, ["CriticalPositions("])
    widget = appeared(page, ".gametree-critical")
    start = state(widget, *PARTS)
    assert "11 of 27" in start[1]

    widget.locator("select").nth(0).select_option("worst")
    worst = changed(page, widget, start, *PARTS)
    assert "27 of 27" in worst[1]

    widget.locator("select").nth(0).select_option("perfect")
    assert changed(page, widget, worst, *PARTS) == start

    widget.locator(".noUi-handle").nth(0).focus()
    page.keyboard.press("ArrowLeft")
    binary = changed(page, widget, start, *PARTS)
    assert "5 of 8" in binary[1]

    widget.locator(".noUi-handle").nth(1).focus()
    page.keyboard.press("ArrowRight")
    higher = changed(page, widget, binary, *PARTS)
    assert "7 of 16" in higher[1]

    widget.locator("select").nth(1).select_option("F1 (no deep cut-offs)")
    without = changed(page, widget, higher, *PARTS)
    assert "8 of 16" in without[1]

    widget.locator(".noUi-handle").nth(0).focus()
    page.keyboard.press("End")
    wide = changed(page, widget, without, *PARTS)
    assert " of 64" in wide[1], "the depth follows what can be drawn"
    assert widget.locator("[role=alert]").count() == 0

    # Perfect order costs the same in every tree, whatever the seed.
    widget.locator("select").nth(0).select_option("random")
    unordered = changed(page, widget, wide[:1], "img")
    type_into(page, widget.locator("input[type=number]").last, "7")
    changed(page, widget, unordered, "img")
    keep_picture(widget, NAME)
    untroubled(page, outside)
