"""The figures of chapter 4 on a page without a kernel."""

from __future__ import annotations

import pytest

from companion.speedups import widget
from tests.lab import marks
from tests.live_page import SCREENS, numbers, on_page, press, reading

pytestmark = marks


@pytest.fixture(scope="module")
def machine():
    return widget.machine()


@pytest.mark.parametrize(("width", "theme"), SCREENS)
def test_processors_at_work(browser, tmp_path, machine, width, theme):
    with on_page(browser, tmp_path, machine, width, theme) as shown:
        assert reading(shown).startswith(
            "4 processors: 33 units of time, 2.55 times as fast as one; 84 nodes (one: 84)"
        )
        before = shown.bounding_box()["height"]
        press(shown, "processors", "End")
        most = widget.run(*widget.RUN[:-1], 16)
        assert reading(shown).startswith(f"16 processors: {most.time} units of time")
        assert len(shown.locator(".gt-bar").all()) == len(machine_bars(machine, [*widget.RUN[:-1], 16])) // 4
        assert abs(shown.bounding_box()["height"] - before) < 30, "the height does not follow the processors"
        press(shown, "time", "End")
        assert f"At time {most.time - 1}:" in reading(shown)
        head, *rows = numbers(shown)
        assert head[:3] == ["processors", "value", "time"]
        assert rows[-1][0] == "16" and rows[-1][2] == str(most.time)


def machine_bars(machine, at):
    (found,) = (run["bars"] for run in machine.state["runs"] if run["at"] == at)
    return found


def test_widths_bring_their_own_depths_and_seeds(browser, tmp_path, machine):
    with on_page(browser, tmp_path, machine) as shown:
        shown.get_by_label("width", exact=True).select_option("2")
        assert shown.get_by_label("depth", exact=True).input_value() == "6"
        assert shown.get_by_label("seed", exact=True).is_disabled()
        assert "4 processors" in reading(shown)


def test_leaves_in_per_cent_of_plain_alphabeta(browser, tmp_path):
    with on_page(browser, tmp_path, widget.enhancement_curves({"tic-tac-toe": ("start",)})) as shown:
        press(shown, "depth", "Home", "ArrowRight", "ArrowRight")
        assert reading(shown) == "depth 3: plain Alphabeta 125; fixed ordering 72."
        shown.get_by_role("checkbox", name="in % of plain Alphabeta").check()
        assert reading(shown) == "depth 3: plain Alphabeta 100; fixed ordering 57.6."
        shown.get_by_label("strategy", exact=True).select_option("pvs")
        assert shown.get_by_role("checkbox", name="no enhancement").is_visible()
