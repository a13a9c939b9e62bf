"""The explorer of trees in a real JupyterLab: it steps without the kernel, and asks it when the tree changes."""

from __future__ import annotations

from tests.lab import appeared, keep_picture, marks, run_cells, untroubled

pytestmark = marks


def test_the_explorer_in_jupyterlab(lab, page):
    outside = run_cells(page, lab, "08_solution_trees", ["widgets.TreeExplorer("])
    widget = appeared(page, ".explorer")
    widget.locator("svg.tree").wait_for()
    first = widget.locator(".sentence").inner_text()
    widget.get_by_role("button", name="one step forward").click()
    assert widget.locator(".sentence").inner_text() != first, "a step is shown at once, without the kernel"
    widget.locator(".stage").focus()
    page.keyboard.press("d")
    page.keyboard.press("d")
    page.keyboard.press("ArrowLeft")
    assert widget.locator(".sentence").inner_text() == first, "JupyterLab's own shortcuts stay out"
    widget.locator("summary", has_text="Change the tree").click()
    field = widget.get_by_label("tree as nested lists")
    field.fill("[[3, 5], [2, 9]]")
    field.press("Enter")
    page.wait_for_function("document.querySelectorAll('.explorer .node').length === 7")
    field.fill("[[3, 5")
    field.press("Enter")
    page.wait_for_function("document.querySelector('.explorer').textContent.includes('is not closed')")
    keep_picture(widget, "explorer-lab")
    untroubled(page, outside)
