"""A built page in a real browser, opened from disk: formulas show, nothing is requested from outside."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from playwright.sync_api import Browser

from companion.report.project import Project, Shelf
from companion.report.site import build_site
from tests.lab import marks

pytestmark = marks

ROOT = Path(__file__).parents[3]
WIDE = "<table>" + "<tr>" + "".join(f"<td>column {i}</td>" for i in range(60)) + "</tr></table>"


@pytest.fixture
def site(make_project) -> Path:
    project = make_project("showcase", "failing")
    shelf = project.shelf("paper")
    shelf.folder.mkdir()
    cells = [
        new_markdown_cell("# Showcase\n\nA lead with $\\alpha$.\n\n$$\\frac{a+b}{c}$$\n\n![A dot](dot.svg)"),
        new_code_cell("wide", outputs=[new_output("execute_result", data={"text/html": WIDE})]),
        new_code_cell(
            "fetch",
            outputs=[
                new_output("display_data", data={"text/html": '<img src="http://outside.invalid/x.png">'})
            ],
        ),
    ]
    nbformat.write(new_notebook(cells=cells), shelf.report("showcase"))
    nbformat.write(new_notebook(cells=[new_markdown_cell("# Other")]), shelf.report("failing"))
    build_site(project, shelf)
    return shelf.site


def open_page(browser: Browser, path: Path, **options):
    """Open a page from disk; return it with the addresses that left for the network."""
    page = browser.new_page(**options)
    outside: list[str] = []
    page.on("requestfinished", lambda request: outside.append(request.url))
    page.goto(path.as_uri())
    page.wait_for_load_state("networkidle")
    return page, [url for url in outside if not url.startswith(("file:", "data:"))]


def test_formulas_are_drawn_as_formulas(browser, site):
    page, _ = open_page(browser, site / "showcase.html")
    fraction = page.locator("mfrac").bounding_box()
    numerator, denominator = (page.locator("mfrac > *").nth(i).bounding_box() for i in (0, 1))
    assert fraction["height"] > numerator["height"]
    assert denominator["y"] >= numerator["y"] + numerator["height"] - 1
    assert "$" not in page.inner_text("main")


def test_nothing_is_loaded_from_outside_even_when_an_output_asks_for_it(browser, site):
    page, outside = open_page(browser, site / "showcase.html")
    assert outside == []
    assert page.locator('img[alt="A dot"]').evaluate("image => image.naturalWidth") == 20


@pytest.mark.parametrize("width", [360, 1200])
def test_the_page_fits_the_screen_and_the_wide_table_scrolls_inside(browser, site, width):
    page, _ = open_page(browser, site / "showcase.html", viewport={"width": width, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator(".html .scroll").evaluate("box => box.scrollWidth > box.clientWidth")


TOO_WIDE = """() => {
    const column = document.querySelector("main").getBoundingClientRect();
    const scrolls = (e) => e && e.tagName !== "MAIN"
        && (["auto", "scroll"].includes(getComputedStyle(e).overflowX) || scrolls(e.parentElement));
    return [...document.querySelectorAll("main *")]
        .filter((e) => e.getBoundingClientRect().right > column.right + 1 && !scrolls(e))
        .map((e) => e.tagName + " " + e.textContent.trim().slice(0, 60));
}"""
"""What sticks out of its column and can't be scrolled by itself."""


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_on_a_published_page_is_wider_than_its_column(browser, tmp_path, width):
    project = Project(ROOT)
    published = project.shelf("paper")
    build_site(project, Shelf(published.folder, tmp_path))
    for path in sorted(tmp_path.glob("*.html")):
        page, _ = open_page(browser, path, viewport={"width": width, "height": 800})
        page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })")
        assert page.evaluate(TOO_WIDE) == [], path.name
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path.name
        page.close()


def test_a_dark_screen_gets_light_text(browser, site):
    def brightness(scheme: str) -> tuple[int, int]:
        page, _ = open_page(browser, site / "showcase.html", color_scheme=scheme)
        colours = page.evaluate("(s => [s.color, s.backgroundColor])(getComputedStyle(document.body))")
        text, paper = (sum(int(part) for part in colour[4:-1].split(",")) for colour in colours)
        return text, paper

    text, paper = brightness("light")
    assert text < paper
    text, paper = brightness("dark")
    assert text > paper


def test_a_reader_can_walk_from_the_index_through_the_pages(browser, site):
    page, _ = open_page(browser, site / "index.html")
    page.click("text=Other")
    page.click("header >> text=Showcase")
    assert page.title() == "Showcase"
    page.click("header >> text=All notebooks")
    assert page.url == (site / "index.html").as_uri()
