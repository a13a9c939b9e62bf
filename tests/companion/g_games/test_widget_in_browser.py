"""A board of a G-game on a page without a kernel, and in a real JupyterLab."""

from __future__ import annotations

import pytest

from companion.g_games import widget
from gametree.games.g_game import GGame
from tests.lab import appeared, keep_picture, marks, run_cells, untroubled
from tests.live_page import SCREENS, numbers, on_page, press, reading

pytestmark = marks


@pytest.fixture(scope="module")
def boards():
    return widget.boards()


@pytest.mark.parametrize(("width", "theme"), SCREENS)
def test_elements_are_turned_over_and_all_rules_answer(browser, tmp_path, boards, width, theme):
    with on_page(browser, tmp_path, boards, width, theme) as shown:
        assert reading(shown).startswith(
            "Only taking the right element wins for the player to move, Max. The 3 framed"
        )
        assert shown.locator(".gt-decisions th").all_inner_texts() == [
            "rule", "evaluation", "left", "right", "takes", "best?",
        ]  # fmt: skip
        assert decisions(shown)[0] == ["minimax", "e1", "−0.500", "−0.500", "either", "50 %"]
        assert width > 390 or shown.locator(".gt-decisions").evaluate(
            "table => table.clientWidth <= table.parentElement.clientWidth"
        )
        shown.get_by_role("button", name="element 2").click()
        game = GGame([-1, -1, 1, 1, -1, -1, 1, 1])
        for row in decisions(shown):
            rule = next(rule for rule in widget.RULES if rule.endswith(row[0]))
            choice = game.choose(4, widget.EVALUATIONS[row[1]], rule)
            assert row[2:5] == [
                written(choice.values[0]),
                written(choice.values[1]),
                choice.move,
            ]
        press(shown, "depth", "ArrowRight")
        assert "The 2 framed positions" in reading(shown)
        assert shown.locator("svg .gt-central").count() == 2
        seen = game.values(5, widget.EVALUATIONS["e1"], "minimax")
        assert numbers(shown)[1] == [
            "g[0,0]",
            "−−++−−++",
            written(seen[0, 0]),
            "Max" if game.max_wins else "Min",
        ]


def test_a_shorter_board_is_searched_less_deep_and_the_keyboard_turns_elements(browser, tmp_path, boards):
    with on_page(browser, tmp_path, boards) as shown:
        press(shown, "elements", "Home")
        assert "Depth 2 of 2: value of left and right" in shown.locator(".gt-decisions caption").inner_text()
        first = shown.get_by_role("button", name="element 1")
        assert first.get_attribute("aria-pressed") == "false"
        first.focus()
        shown.page.keyboard.press("Space")
        assert first.get_attribute("aria-pressed") == "true"
        assert first.evaluate("button => button === document.activeElement"), "the focus stays where it was"


def written(value):
    return f"{float(value):.3f}".replace("-", "−")


def decisions(shown):
    return [row.locator("td").all_inner_texts() for row in shown.locator(".gt-decisions tbody tr").all()]


def test_a_board_in_jupyterlab(lab, page):
    outside = run_cells(page, lab, "09_g_games", ["widget.boards("])
    board = appeared(page, ".gt-figure:has(.gt-board)")
    assert decisions(board)[0] == ["minimax", "e1", "−0.500", "−0.500", "either", "50 %"]
    board.get_by_role("button", name="element 1").click()
    assert decisions(board)[2] == ["estimation", "e1", "0.232", "0.448", "right", "yes"]
    keep_picture(board, "09_g_games")
    untroubled(page, outside)
