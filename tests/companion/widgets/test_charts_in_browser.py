"""Curves and maps on a page without a kernel: their default, what keys and pointer change, and what they say."""

from __future__ import annotations

import pytest

from companion.widgets.charts import Curves, HeatMap, choices
from tests.lab import marks
from tests.live_page import SCREENS, numbers, on_page, press, reading

pytestmark = marks


def curves() -> Curves:
    """Two games, of which one has two widths, and two rules, of which one game has one."""
    made = [(["a", 2], "first"), (["a", 2], "second"), (["a", 4], "first"), (["b", 3], "first")]
    return Curves(
        title="Curves",
        choices=choices("game", "width", sliders=["width"]),
        start=["a", 2],
        lines={"label": "rules", "names": ["first", "second"], "shown": ["first"]},
        x={"label": "depth"},
        y={"label": "quality", "digits": 2},
        series=[
            {
                "at": at,
                "line": line,
                "x": [1, 2, 3],
                "y": [0.1 * at[1], 0.2, 0.3 + k],
                "half": [0.01, 0.02, 0.03],
            }
            for k, (at, line) in enumerate(made)
        ],
        printed=[
            {
                "at": ["a", 2],
                "line": "first",
                "x": 2,
                "y": 0.5,
                "text": "Table X prints 0.5: differs",
                "far": True,
            }
        ],
    )


def heat_map() -> HeatMap:
    """Two rows, three columns, four levels."""
    values = [[[100 * r + 10 * c + level for level in range(4)] for c in range(3)] for r in range(2)]
    return HeatMap(
        title="Map",
        choices=choices("q"),
        start=[0.1],
        rows={"label": "err", "values": [0.1, 0.2]},
        columns={"label": "p", "values": [0.5, 0.6, 0.7]},
        x={"name": "depth", "label": "levels", "values": [0, 1, 2, 3]},
        y={"label": "ERR", "from": 0, "to": 0.5, "unit": 1000, "digits": 3},
        shade={"from_first": 0.01, "low": "fewer", "high": "more"},
        cell=[0, 1],
        at=2,
        maps=[{"at": [0.1], "curves": values}],
    )


@pytest.mark.parametrize(("width", "theme"), SCREENS)
def test_curves_show_what_was_chosen_with_printed_points_and_verdicts(browser, tmp_path, width, theme):
    with on_page(browser, tmp_path, curves(), width, theme) as shown:
        assert reading(shown) == "depth 1: first 0.20 ± 0.01."
        press(shown, "depth", "ArrowRight")
        assert reading(shown) == "depth 2: first 0.20 ± 0.02 (Table X prints 0.5: differs)."
        assert shown.locator(".gt-picture .gt-point title").text_content() == "Table X prints 0.5: differs"
        shown.get_by_role("checkbox", name="second").check()
        assert "second 0.20 ± 0.02" in reading(shown)
        head, *rows = numbers(shown)
        assert head == ["depth", "first", "± (95 %)", "second", "± (95 %)", "printed"]
        assert rows[2] == ["3", "0.30", "0.03", "1.30", "0.03", ""]


def test_curves_offer_only_combinations_that_exist(browser, tmp_path):
    with on_page(browser, tmp_path, curves()) as shown:
        press(shown, "width", "End")
        assert reading(shown) == "depth 1: first 0.40 ± 0.01."
        assert not shown.get_by_role("checkbox", name="second").is_visible()
        shown.get_by_label("game", exact=True).select_option("b")
        assert shown.get_by_label("width", exact=True).is_disabled()
        assert shown.locator("output").first.inner_text() == "3"
        assert reading(shown) == "depth 1: first 0.30 ± 0.01."


def test_curves_without_a_line_say_what_to_do(browser, tmp_path):
    with on_page(browser, tmp_path, curves()) as shown:
        shown.get_by_role("checkbox", name="first").uncheck()
        assert reading(shown) == "Choose at least one of rules."


def test_the_pointer_reads_curves_too(browser, tmp_path):
    with on_page(browser, tmp_path, curves()) as shown:
        box = shown.locator(".gt-picture svg").bounding_box()
        shown.page.mouse.move(box["x"] + box["width"] - 20, box["y"] + 50)
        assert reading(shown).startswith("depth 3: first 0.30")


@pytest.mark.parametrize(("width", "theme"), SCREENS)
def test_a_map_is_read_with_arrow_keys_and_follows_its_slider(browser, tmp_path, width, theme):
    with on_page(browser, tmp_path, heat_map(), width, theme) as shown:
        assert reading(shown) == "q 0.1, depth 2; err 0.1, p 0.6: ERR 0.012."
        shown.locator("td[tabindex='0']").focus()
        for key in ("ArrowDown", "ArrowRight", "ArrowRight"):
            shown.page.keyboard.press(key)
        assert reading(shown) == "q 0.1, depth 2; err 0.2, p 0.7: ERR 0.122."
        press(shown, "depth", "ArrowRight")
        assert reading(shown) == "q 0.1, depth 3; err 0.2, p 0.7: ERR 0.123."
        assert numbers(shown)[2] == ["0.2", "0.103", "0.113", "0.123"]


def test_only_a_map_that_explains_a_third_colour_has_one(browser, tmp_path):
    def colours(never):
        figure = heat_map()
        falling = [[[500, 500 - 10 * k, 490 - 10 * k, 480] for k in range(3)]] * 2  # by more than full colour
        shade = {**figure.state["shade"], "from_first": 0.015, **never}
        figure.state = {**figure.state, "shade": shade, "maps": [{"at": [0.1], "curves": falling}]}
        with on_page(browser, tmp_path, figure) as shown:
            cells = shown.locator("td[role=gridcell]")
            return cells.evaluate_all("cells => cells.map((cell) => cell.style.background)")[:3]

    assert all("--gt-low" in colour for colour in colours({}))
    assert colours({"never": "never"})[1:] == ["var(--gt-never)"] * 2


def test_a_click_chooses_a_cell_of_a_map(browser, tmp_path):
    with on_page(browser, tmp_path, heat_map()) as shown:
        shown.get_by_role("gridcell", name="err 0.2, p 0.5: 0.102").click()
        assert reading(shown).endswith("err 0.2, p 0.5: ERR 0.102.")


def test_a_cell_has_more_colour_the_further_it_is_from_where_it_began(browser, tmp_path):
    with on_page(browser, tmp_path, heat_map()) as shown:
        before = shown.locator("td[role=gridcell]").first.evaluate("cell => cell.style.background")
        press(shown, "depth", "Home")
        after = shown.locator("td[role=gridcell]").first.evaluate("cell => cell.style.background")
        assert "16%" in before and " 0%" in after
