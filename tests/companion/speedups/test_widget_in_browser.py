"""The figures of chapter 4 in a real JupyterLab in a real browser: they answer without the kernel."""

from __future__ import annotations

from tests.lab import appeared, keep_picture, marks, run_cells, untroubled
from tests.live_page import press, reading

pytestmark = marks


def test_curves_and_machines_in_jupyterlab(lab, page):
    outside = run_cells(page, lab, "04_speedups", ["widget.machine()", "curves_figure"])
    machine = appeared(page, ".gt-figure:has(.gt-bar)")
    assert reading(machine).startswith("4 processors: 33 units of time")
    press(machine, "processors", "ArrowRight")
    assert reading(machine).startswith("5 processors")
    keep_picture(machine, "04_speedups_machine")

    curves = appeared(page, ".gt-figure:has(.gt-lines)")
    assert reading(curves) == "depth 7: plain Alphabeta 7,304; fixed ordering 5,562."
    curves.get_by_label("game", exact=True).select_option("chess")
    assert reading(curves).startswith("depth 4: plain Alphabeta 3,480")
    keep_picture(curves, "04_speedups_enhancements")
    untroubled(page, outside)
