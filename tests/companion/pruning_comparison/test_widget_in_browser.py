"""The explorer of chapter 3 in a real JupyterLab in a real browser: the kernel answers it, part by part."""

from __future__ import annotations

import gametree as gt
from tests.lab import appeared, keep_picture, marks, run_cells, untroubled

NAME = "03_pruning_comparison"

pytestmark = marks


def test_the_explorer_of_the_comparison_in_jupyterlab(lab, page):
    outside = run_cells(page, lab, NAME, ["Comparison(seed"])
    widget = appeared(page, ".gt-sweep")
    status = widget.locator("[role=status]")
    status.filter(has_text="U(3,4), unordered: 10,000 of 10,000 trees, done").wait_for()
    assert widget.locator("tbody tr").count() == 6
    assert "printed 43.80" in widget.locator("svg").get_attribute("aria-label")

    widget.get_by_label("kind").select_option("nonuniform-narrow")
    widget.get_by_label("scheme").select_option("ordered-reset")
    widget.get_by_label("P", exact=True).fill("0.7")
    widget.get_by_label("trees", exact=True).fill("300")
    widget.get_by_label("trees", exact=True).press("Tab")
    status.filter(
        has_text="N(3,4), nonuniform-narrow, ordered-reset, P = 0.7: 300 of 300 trees, done"
    ).wait_for()
    frame = gt.sweep(
        "nonuniform-narrow", "ordered-reset", sizes=[(3, 4)], p=0.7, strategies=["sss*"], trees=300, seed=1985,
        progress=False,
    )  # fmt: skip
    row = widget.locator("tbody tr", has_text="sss*").inner_text()
    assert f"{frame['mean'][0]:.2f} ± " in row

    # What the kernel can't do is told in place; keys stay in the explorer.
    widget.get_by_label("depth").fill("40")
    widget.get_by_label("depth").press("Enter")
    widget.locator("[role=alert]", has_text="a tree may have at most 1048576 leaves here").wait_for()
    cells = page.locator(".jp-Notebook .jp-Cell").count()
    widget.get_by_role("button", name="run").press("d")
    widget.get_by_role("button", name="run").press("d")
    assert page.locator(".jp-Notebook .jp-Cell").count() == cells

    widget.get_by_label("depth").fill("3")
    widget.get_by_label("depth").press("Enter")
    status.filter(has_text="N(3,3)").filter(has_text="done").wait_for()
    keep_picture(widget, NAME)
    untroubled(page, outside)
