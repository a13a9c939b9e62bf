"""The widgets about pathology in a real JupyterLab in a real browser: slide, choose, type, roll, and see."""

from __future__ import annotations

from tests.lab import appeared, changed, keep_picture, marks, run_cells, settle, state, type_into, untroubled

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
    outside = run_cells(page, lab, "05_pathology", ["ErrorExplorer(", "QualityExplorer("], VALUES)

    errors = appeared(page, ".gametree-errors")
    start = state(errors, "img", "p")
    assert "Width 2, q = 0.05" in start[1]
    # err1, err2, p, q, width, depth, in this order.
    moved = start
    for number in range(6):
        errors.locator(".noUi-handle").nth(number).focus()
        page.keyboard.press("ArrowRight")
        moved = changed(page, errors, moved, "img", "p")
    assert "Width 3, q = 0.06" in moved[1]
    assert "after 31 levels" in moved[1]
    keep_picture(errors, "05_pathology_errors")

    quality = appeared(page, ".gametree-quality")
    drawn = state(quality, "img")
    quality.locator("select").nth(0).select_option("incremental")
    drawn = changed(page, quality, drawn, "img")
    assert "incremental game, width 2, 7 moves" in (quality.locator("img").get_attribute("alt") or "")
    quality.locator("select").nth(3).select_option(["average", "minimax", "product"])
    drawn = changed(page, quality, drawn, "img")
    alt = quality.locator("img").get_attribute("alt") or ""
    assert all(f"{rule}: 0." in alt for rule in ("average", "minimax", "product"))
    quality.locator("select").nth(1).select_option("4")
    wide = changed(page, quality, drawn, "img")
    # Only what was played is offered.
    settle(page)
    assert "9" not in quality.locator("select").nth(2).locator("option").all_inner_texts()
    quality.locator("select").nth(1).select_option("2")
    changed(page, quality, wide, "img")
    settle(page)
    assert "9" in quality.locator("select").nth(2).locator("option").all_inner_texts()
    assert quality.locator("[role=alert]").count() == 0
    keep_picture(quality, "05_pathology_quality")
    untroubled(page, outside)


def test_a_board_in_jupyterlab(lab, page):
    outside = run_cells(page, lab, "09_g_games", ["BoardExplorer("])
    board = appeared(page, ".gametree-board")
    start = state(board, "img", "table")
    assert "A search to depth 4 of 7" in start[1]

    board.locator(".noUi-handle").focus()
    page.keyboard.press("ArrowRight")
    deeper = changed(page, board, start, "img", "table")
    assert "A search to depth 5 of 7" in deeper[1]

    board.locator("select").nth(0).select_option("probability estimation")
    other = changed(page, board, deeper[:1], "img")

    type_into(page, board.locator("input[type=text]").first, "+-x")
    board.locator("[role=alert]").wait_for()
    assert "it must be signs such as +-++-" in board.locator("[role=alert]").inner_text()
    assert state(board, "img") == other

    board.locator("input[type=text]").first.fill("1 -1 1 1")
    page.keyboard.press("Enter")
    typed = changed(page, board, (*other, deeper[1]), "img", "table")
    assert "A search to depth 3 of 3" in typed[1]
    assert board.locator("[role=alert]").count() == 0

    board.get_by_role("button", name="roll").click()
    changed(page, board, typed, "img", "table")
    settle(page)
    keep_picture(board, "09_g_games")
    untroubled(page, outside)
