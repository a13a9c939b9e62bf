"""The figures of chapter 4 in a real JupyterLab in a real browser: they answer without the kernel."""

from __future__ import annotations

from tests.lab import appeared, keep_picture, marks, run_cells, untroubled
from tests.live_page import press, reading

pytestmark = marks


def test_aids_and_machines_in_jupyterlab(lab, page):
    outside = run_cells(page, lab, "04_speedups", ["widget.machine()", "aids_figure"])
    machine = appeared(page, ".gt-figure:has(.gt-bar)")
    assert reading(machine).startswith("4 processors: 33 units of time")
    press(machine, "processors", "ArrowRight")
    assert reading(machine).startswith("5 processors")
    keep_picture(machine, "04_speedups_machine")

    aids = appeared(page, ".gt-figure:has(.gt-lines)")
    assert reading(aids) == "depth 7: plain Alphabeta 7,304; fixed ordering 5,562."
    aids.get_by_label("game", exact=True).select_option("chess")
    assert reading(aids).startswith("depth 4: plain Alphabeta 3,480")
    keep_picture(aids, "04_speedups_aids")
    untroubled(page, outside)
