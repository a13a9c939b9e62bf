"""The widgets of chapter 4 in a real JupyterLab in a real browser: every control, and what it answers."""

from __future__ import annotations

from tests.lab import appeared, changed, keep_picture, marks, run_cells, state, type_into, untroubled

NAME = "04_speedups"
PARTS = ("img", "table")

pytestmark = marks


def test_positions_and_machines_in_jupyterlab(lab, page):
    outside = run_cells(page, lab, NAME, ["EnhancementExplorer(", "MachineExplorer("])
    widget = appeared(page, ".gametree-enhanced")
    game, strategy, ordering = (widget.locator("select").nth(number) for number in range(3))
    begun = state(widget, *PARTS)
    assert "alphabeta with fixed ordering" in begun[1]

    widget.get_by_label("killers").check()
    killers = changed(page, widget, begun, *PARTS)
    assert "alphabeta with fixed ordering, killers" in killers[1]
    widget.get_by_label("table").check()
    table = changed(page, widget, killers, *PARTS)
    assert "alphabeta with fixed ordering, table, killers" in table[1]
    ordering.select_option("none")
    unordered = changed(page, widget, table, *PARTS)
    strategy.select_option("pvs")
    pvs = changed(page, widget, unordered, *PARTS)
    assert "pvs with table, killers" in pvs[1]

    game.select_option("connect-four")
    four = changed(page, widget, pvs, *PARTS)
    position = widget.locator("input[type=text]").first
    type_into(page, position, "4453")
    moved = changed(page, widget, four, *PARTS)
    type_into(page, position, "4499")
    widget.locator("[role=alert]").wait_for()
    assert "position is '4499'" in widget.locator("[role=alert]").inner_text()
    assert state(widget, *PARTS) == moved, "what can't be done leaves everything as it was"
    type_into(page, position, "4453")
    widget.locator("[role=alert]").wait_for(state="detached")

    widget.locator(".noUi-handle").first.focus()
    page.keyboard.press("ArrowLeft")
    shallow = changed(page, widget, moved, *PARTS)
    game.select_option("random tree")
    rolled = changed(page, widget, shallow, *PARTS)
    type_into(page, widget.locator("input[type=number]").first, "5")
    changed(page, widget, rolled, *PARTS)
    keep_picture(widget, f"{NAME}_enhanced")

    machine = page.locator(".gametree-machine")
    machine.scroll_into_view_if_needed()
    start = state(machine, *PARTS)
    machine.locator(".noUi-handle").first.focus()
    page.keyboard.press("ArrowRight")
    five = changed(page, machine, start, *PARTS)
    page.keyboard.press("ArrowLeft")
    assert changed(page, machine, five, *PARTS) == start
    machine.locator("select").first.select_option("young-brothers-wait")
    waiting = changed(page, machine, start, *PARTS)
    width, depth, seed = (machine.locator("input[type=number]").nth(number) for number in range(3))
    type_into(page, width, "4")
    wider = changed(page, machine, waiting, *PARTS)
    type_into(page, depth, "6")
    deepest = changed(page, machine, wider, *PARTS)
    assert "U(4,5)" in (machine.locator("img").get_attribute("alt") or ""), "deeper has too many leaves"
    type_into(page, depth, "3")
    lower = changed(page, machine, deepest, *PARTS)
    assert machine.locator("[role=alert]").count() == 0
    type_into(page, seed, "7")
    changed(page, machine, lower, *PARTS)
    keep_picture(machine, f"{NAME}_machine")
    untroubled(page, outside)
