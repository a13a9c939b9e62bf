"""Figures that move on a page without a kernel, in a real browser, from disk and with the network cut.

A test module marks itself with ``pytestmark = marks`` of `tests.lab` and asks for the fixture ``browser``.  Then::

    with on_page(browser, tmp_path, figure, width=390, theme="dark") as shown:
        press(shown, "depth", "ArrowRight")
        assert "depth 2" in reading(shown)
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Locator

from companion.widgets.live import Live
from tests.lab import keep_picture
from tests.pages import write_page

SCREENS = [(1280, "light"), (1280, "dark"), (390, "light"), (390, "dark")]
"""Width of the window and theme: what every figure must stand."""

TALLEST = 650
"""Pixels that a figure may be high before its numbers are unfolded."""

NAMELESS = """figure => [...figure.querySelectorAll("button, input, select, [tabindex='0']")]
    .filter(e => !(e.ariaLabel || e.labels?.[0]?.textContent.trim() || e.textContent.trim()))
    .map(e => e.outerHTML)"""


@contextmanager
def on_page(
    browser: Browser, folder: Path, figure: Live, width: int = 1280, theme: str = "light"
) -> Iterator[Locator]:
    """Open a page with a figure and nothing else; afterwards assert that nothing went wrong and nothing was fetched."""
    column = f'<div style="margin: 0 auto; max-width: 850px">{figure.place()}</div>'
    page_file = write_page(folder, column, theme)
    context = browser.new_context(viewport={"width": width, "height": 800}, offline=True)
    page = context.new_page()
    wrong: list[str] = []
    page.on("console", lambda message: wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda request: None if request.url.startswith("file:") else wrong.append(request.url))
    page.goto(page_file.as_uri())
    shown = page.locator(".gametree-live")
    shown.locator("svg, table").first.wait_for()
    yield shown
    box = shown.bounding_box()
    assert box is not None and box["height"] <= TALLEST
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert shown.evaluate(NAMELESS) == []
    keep_picture(shown, f"{folder.name}_{width}_{theme}")
    assert wrong == []
    context.close()


def press(shown: Locator, control: str, *keys: str) -> None:
    """Focus the control with this label and press keys."""
    field = shown.get_by_label(control, exact=True).first
    field.focus()
    for key in keys:
        field.page.keyboard.press(key)


def reading(shown: Locator) -> str:
    """Return what the figure says of the place that is pointed at."""
    return shown.locator(".gt-reading").inner_text()


def numbers(shown: Locator) -> list[list[str]]:
    """Unfold the table of numbers, return its rows and fold it again."""
    shown.locator("summary").click()
    rows = shown.locator(".gt-numbers tr").all()
    found = [row.locator("th, td").all_inner_texts() for row in rows]
    shown.locator("summary").click()
    return found
