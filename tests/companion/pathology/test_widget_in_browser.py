"""The figures about pathology in a real JupyterLab in a real browser: they answer without the kernel."""

from __future__ import annotations

from tests.lab import appeared, keep_picture, marks, run_cells, untroubled
from tests.live_page import press, reading

VALUES = {
    "decisions": 500,
    "highest": 9,
    "widest": 4,
    "dependent_trees": 100,
    "b_star_trees": 20,
    "model_trees": 500,
}

pytestmark = marks


def test_errors_and_decisions_in_jupyterlab(lab, page):
    outside = run_cells(page, lab, "05_pathology", ["widget.error_map()", "quality_figure"], VALUES)
    errors = appeared(page, ".gt-figure:has(.gt-map)")
    assert reading(errors) == "width 2, q 0.05, depth 10; err 0.1, p 0.6: ERR 0.214."
    press(errors, "depth", "End")
    press(errors, "q", "Home")
    assert "width 2, q 0, depth 12; err 0.1, p 0.6" in reading(errors)
    keep_picture(errors, "05_pathology_errors")

    quality = appeared(page, ".gt-figure:has(.gt-lines)")
    cells = page.locator(".jp-Cell").count()
    press(quality, "depth", "ArrowRight", "d", "d")  # in JupyterLab, dd outside a widget deletes the cell
    assert page.locator(".jp-Cell").count() == cells
    assert reading(quality).startswith("depth 2: minimax 0.")
    quality.get_by_label("game", exact=True).select_option("incremental")
    quality.get_by_role("checkbox", name="product").check()
    assert "product 0." in reading(quality)
    keep_picture(quality, "05_pathology_quality")
    untroubled(page, outside)
