"""The explorer of chapter 3 in a real JupyterLab in a real browser: every control, and what it answers."""

from __future__ import annotations

import re

from tests.lab import appeared, changed, keep_picture, marks, run_cells, settle, state, type_into, untroubled

NAME = "03_pruning_comparison"
PARTS = ("img", "img >> nth=1", "table")

pytestmark = marks


def control(widget, label: str, kind: str = "input"):
    """Return the control with this label."""
    return widget.locator(f".widget-inline-hbox:has(.widget-label:text-is('{label}')) {kind}").first


def test_the_explorer_of_the_comparison_in_jupyterlab(lab, page):
    outside = run_cells(page, lab, NAME, ["Comparison("])
    widget = appeared(page, ".gametree-comparison")
    start = state(widget, *PARTS)
    assert "alphabeta" in start[2] and "printed" in start[2]
    table = widget.locator("table")
    assert table.locator("tbody tr").count() == 6

    control(widget, "kind", "select").select_option("nonuniform-narrow")
    kinds = changed(page, widget, start, *PARTS)
    assert "N(3,4)" in widget.locator("img").first.get_attribute("alt")

    control(widget, "scheme", "select").select_option("ordered-reset")
    ordered = changed(page, widget, kinds, *PARTS)
    assert "P = 0.6" in widget.locator("img").first.get_attribute("alt")
    widget.locator(".noUi-handle").focus()
    page.keyboard.press("ArrowRight")
    changed(page, widget, ordered, *PARTS)
    assert "P = 0.7" in widget.locator("img").first.get_attribute("alt")

    type_into(page, control(widget, "width"), "24")
    type_into(page, control(widget, "depth"), "2")
    assert "N(24,2)" in widget.locator("img").first.get_attribute("alt")

    # Deeper trees of this width would be too large: the field goes back to what there is.
    type_into(page, control(widget, "depth"), "9")
    assert "N(24,2)" in widget.locator("img").first.get_attribute("alt")
    assert widget.locator("[role=alert]").count() == 0

    type_into(page, control(widget, "trees"), "2000")
    assert "2000 trees" in widget.locator("img").first.get_attribute("alt")
    type_into(page, control(widget, "example"), "5")
    assert widget.locator("img").nth(1).get_attribute("alt").startswith("Tree 5,")

    control(widget, "strategies", "select").select_option(["scout", "sss*"])
    settle(page)
    assert table.locator("tbody tr").count() == 2
    assert re.search(r"scout \d+, sss\* \d+", widget.locator("img").nth(1).get_attribute("alt"))

    keep_picture(widget, NAME)
    untroubled(page, outside)
