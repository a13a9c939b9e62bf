"""The site: built from the committed reports, opened from disk in a real browser, with the network cut."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import nbformat
import pytest
import yaml
from axe_playwright_python.sync_playwright import Axe
from nbformat.v4 import new_markdown_cell, new_notebook
from playwright.sync_api import Page

from companion.report import ReportError
from companion.report.project import Project, Shelf
from companion.report.site import BuiltPage, build_site
from tests.lab import CHROMIUM, keep_picture

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
NAMES = Project(ROOT).names()
TEXTS = [
    "api",
    "architecture",
    "bench",
    "bibliography",
    "changelog",
    "contributing",
    "explorer",
    "guide",
    "scaling",
]
PAGES = [*NAMES, *TEXTS, "index", "scorecard", "search"]
MEGABYTE = 1_000_000

in_browser = pytest.mark.skipif(
    CHROMIUM is None, reason="chromium is not installed: apt-get install chromium"
)


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    """Build the site of the committed reports, once."""
    project = Project(ROOT)
    folder = tmp_path_factory.mktemp("site")
    build_site(project, Shelf(project.shelf("paper").folder, folder))
    return folder


@pytest.fixture
def page(browser) -> Iterator[Page]:
    """Open a page that may ask for files of the site and for nothing else, and whose console stays empty."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.set_default_timeout(120_000)
    asked: list[str] = []
    troubles: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda message: troubles.append(message.text) if message.type == "error" else None)
    page.route(re.compile("^(?!file:|data:|blob:)"), lambda route: route.abort())
    yield page
    page.close()
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []
    assert troubles == []


# Built from small projects


@pytest.fixture
def small(make_project):
    """Return a project with two reports, and one whose notebook is gone."""
    project = make_project("showcase", "failing")
    shelf = project.shelf("paper")
    shelf.folder.mkdir()
    for name, text in (("showcase", "# About $x$"), ("failing", "# Other"), ("renamed", "# Gone")):
        nbformat.write(new_notebook(cells=[new_markdown_cell(text)]), shelf.report(name))
    return project, shelf


def test_what_is_gone_leaves_the_site_and_other_profiles_stay(small):
    project, shelf = small
    (shelf.site / "quick").mkdir(parents=True)
    (shelf.site / "quick/index.html").touch()
    (shelf.site / "renamed.html").touch()
    (shelf.site / "_old").mkdir()
    assert build_site(project, shelf) == ["2 notebooks in site/index.html"]
    assert (shelf.site / "showcase.html").is_file()
    assert (shelf.site / "quick/index.html").is_file()
    assert not any((shelf.site / gone).exists() for gone in ("renamed.html", "_old", ".aside"))


def test_a_warning_is_an_error_and_the_former_site_stays(small):
    project, shelf = small
    (shelf.site).mkdir()
    (shelf.site / "index.html").write_text("former", encoding="utf-8")
    text = new_markdown_cell("# Other\n\n[nowhere](#Nowhere) and $\\nosuchthing$")
    nbformat.write(new_notebook(cells=[text]), shelf.report("failing"))
    with pytest.raises(ReportError, match=r"the site can't be built: failing.ipynb.*Nowhere"):
        build_site(project, shelf)
    assert [path.name for path in shelf.site.iterdir()] == ["index.html"]
    assert (shelf.site / "index.html").read_text(encoding="utf-8") == "former"


def test_formulas_that_are_not_understood_are_counted(small):
    project, shelf = small
    text = new_markdown_cell("# Other\n\n$\\nosuchthing$")
    nbformat.write(new_notebook(cells=[text]), shelf.report("failing"))
    assert build_site(project, shelf)[0] == (
        "failing.html: 1 formulas could not be converted and are shown as their source"
    )


def test_a_picture_from_the_network_is_refused(small):
    project, shelf = small
    text = new_markdown_cell('# Other\n\n<img src="https://example.org/x.png">')
    nbformat.write(new_notebook(cells=[text]), shelf.report("failing"))
    with pytest.raises(ReportError, match=r"failing.html loads 'https://example.org/x.png'"):
        build_site(project, shelf)


# What is on the site


def test_no_page_is_too_large_and_the_whole_is_small(site):
    sizes = {path: path.stat().st_size for path in site.rglob("*") if path.is_file()}
    assert {
        path.name for path, size in sizes.items() if path.suffix == ".html" and size > 6 * MEGABYTE
    } == set()
    assert sum(sizes.values()) < 60 * MEGABYTE


@pytest.mark.parametrize("name", NAMES)
def test_every_page_offers_its_notebook_and_its_results(site, name):
    links = BuiltPage((site / f"{name}.html").read_text(encoding="utf-8")).links
    assert f"downloads/source/{name}.ipynb" in links
    assert f"downloads/executed/{name}.ipynb" in links
    results = (ROOT / "reports/results" / name).glob("*.csv")
    assert {f"downloads/{name}/{path.name}" for path in results} <= set(links)


def test_every_work_has_its_place_in_the_bibliography(site):
    keys = re.findall(
        r"^@\w+\{(\w+),", (ROOT / "docs/references.bib").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert len(keys) > 30
    assert set(keys) <= BuiltPage((site / "bibliography.html").read_text(encoding="utf-8")).anchors


def test_every_section_that_judges_a_table_is_on_its_page(site):
    with (ROOT / "reports/scorecard.csv").open(encoding="utf-8", newline="") as file:
        places = {(row["notebook"], row["section"].replace("\\", "")) for row in csv.DictReader(file)}
    anchors = {
        name: BuiltPage((site / f"{name}.html").read_text(encoding="utf-8")).anchors for name, _ in places
    }
    assert {
        (name, section) for name, section in places if "-".join(section.split()) not in anchors[name]
    } == set()


def test_figures_and_functions_lead_to_their_sources(site):
    pathology = BuiltPage((site / "05_pathology.html").read_text(encoding="utf-8"))
    assert any(link.startswith("_modules/companion/pathology/figures.html#line-") for link in pathology.links)
    api = BuiltPage((site / "api.html").read_text(encoding="utf-8"))
    assert any(link.startswith("_modules/gametree/search/run.html#line-") for link in api.links)
    assert "gametree.search" in api.anchors
    # Of the fields of named tuples Python says nothing but their numbers.
    assert "Alias for field number" not in api.text


def test_displays_are_numbered(site):
    text = (site / "01_game_trees.html").read_text(encoding="utf-8")
    assert 'id="equation-1"' in text
    assert BuiltPage(text).formulas == 0


def test_the_workflow_builds_the_site_with_the_make_targets():
    text = (ROOT / ".github/workflows/pages.yml").read_text(encoding="utf-8")
    steps = [step.get("run") for job in yaml.safe_load(text)["jobs"].values() for step in job["steps"]]
    assert "make site" in steps
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert {step.split()[1] for step in steps if step and step.startswith("make ")} <= set(targets)


# In the browser

TOO_WIDE = """() => {
    const main = document.querySelector("main");
    const column = (e) => (e.parentElement.closest(".gametree-live") ?? main).getBoundingClientRect();
    const scrolls = (e) => e && e.tagName !== "MAIN"
        && (["auto", "scroll"].includes(getComputedStyle(e).overflowX) || scrolls(e.parentElement));
    return [...document.querySelectorAll("main *")]
        .filter((e) => e.getBoundingClientRect().right > column(e).right + 1 && !scrolls(e) && !e.closest("math"))
        .map((e) => e.tagName + " " + e.textContent.trim().slice(0, 60));
}"""
"""What sticks out of its column, or out of the live part that it belongs to, and can't be scrolled by itself."""


@in_browser
@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_no_serious_obstacle_for_assistive_tools_and_nothing_wider_than_its_column(
    page, site, name
):
    page.goto((site / f"{name}.html").as_uri())
    found = Axe().run(page, options={"preload": False, "resultTypes": ["violations"]}).response["violations"]
    serious = [
        (rule["id"], [node["target"] for node in rule["nodes"][:3]])
        for rule in found
        if rule["impact"] in ("serious", "critical")
    ]
    assert serious == []
    page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })")
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(TOO_WIDE) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        keep_picture(page.locator("body"), f"site-{name}-{width}")


@in_browser
def test_formulas_are_drawn_as_formulas(page, site):
    page.goto((site / "07_alphabeta_analysis.html").as_uri())
    fraction = page.locator("mfrac").first
    whole = fraction.bounding_box()
    upper, lower = (fraction.locator("> *").nth(place).bounding_box() for place in (0, 1))
    assert whole["height"] > upper["height"]
    assert lower["y"] >= upper["y"] + upper["height"] - 1


@in_browser
@pytest.mark.parametrize(("scheme", "is_dark"), [("light", False), ("dark", True)])
def test_the_page_follows_the_screen(page, site, scheme, is_dark):
    page.emulate_media(color_scheme=scheme)
    page.goto((site / "00_scorecard.html").as_uri())
    colours = page.evaluate("(s => [s.color, s.backgroundColor])(getComputedStyle(document.body))")
    text, paper = (sum(int(part) for part in re.findall(r"\d+", colour)[:3]) for colour in colours)
    assert (text > paper) == is_dark
    turned = page.locator("article img").evaluate_all(
        "images => images.map((image) => getComputedStyle(image).filter.includes('invert'))"
    )
    assert turned and set(turned) == {is_dark}, "figures, and the small pictures of what each page found"


@in_browser
def test_a_reader_can_walk_from_page_to_page(page, site):
    page.goto((site / "index.html").as_uri())
    page.click("article h3 a.reference")
    assert page.url.endswith(f"{NAMES[0]}.html")
    page.click("a.right-next")
    assert page.url.endswith(f"{NAMES[1]}.html")
    page.click("a.left-prev")
    assert page.url.endswith(f"{NAMES[0]}.html")


@in_browser
def test_the_search_shows_where_the_words_stand(page, site):
    page.goto(f"{(site / 'search.html').as_uri()}?q=transposition")
    page.wait_for_selector("#search-results li .context")
    contexts = page.locator("#search-results li .context").all_inner_texts()
    assert any("transposition" in context.lower() for context in contexts)
    keep_picture(page.locator("body"), "site-search")


@in_browser
def test_the_address_of_the_scorecard_keeps_what_was_chosen(page, site):
    with (ROOT / "reports/scorecard.csv").open(encoding="utf-8", newline="") as file:
        rows = [
            row for row in csv.DictReader(file) if row["verdict"] == "differs" and row["source"] == "nau1983"
        ]
    page.goto(f"{(site / 'scorecard.html').as_uri()}#verdict=differs&source=nau1983")
    assert page.locator("[role=status]").inner_text().startswith(f"{len(rows)} of ")
    page.select_option("#scorecard-verdict", "")
    page.fill("#scorecard-text", "table i")
    page.select_option("#scorecard-order", "far")
    assert "verdict" not in page.url and "text=table+i" in page.url and "order=far" in page.url
    page.click("button:has-text('Show all')")
    assert page.url.endswith("#")
    assert page.locator("tbody tr:not([hidden])").count() == 100


@in_browser
def test_a_table_of_the_scorecard_is_that_of_one_source(page, site):
    with (ROOT / "reports/scorecard.csv").open(encoding="utf-8", newline="") as file:
        rows = [(row["source"], row["table"]) for row in csv.DictReader(file)]
    shown = page.locator("[role=status]")
    page.goto((site / "scorecard.html").as_uri())
    for source in ("nau1983", "muszycka1985"):
        group = page.locator(f"#scorecard-table optgroup[label={source}]")
        option = group.locator("option", has_text=re.compile(r"^III \("))
        page.select_option("#scorecard-table", option.get_attribute("value"))
        assert shown.inner_text().startswith(f"{rows.count((source, 'III'))} of ")
        assert page.locator("#scorecard-source").input_value() == source
        assert f"source={source}&table=III" in page.url
        page.select_option("#scorecard-source", "")
        assert "table" not in page.url and shown.inner_text().startswith(f"{len(rows):,} of ")
    page.goto(f"{(site / 'scorecard.html').as_uri()}#table=III")
    page.reload()
    assert page.locator("#scorecard-source").input_value() in ("nau1983", "muszycka1985"), "one of them"


@in_browser
def test_the_scorecard_puts_the_farthest_first_and_opens_its_evidence(page, site):
    with (ROOT / "reports/scorecard.csv").open(encoding="utf-8", newline="") as file:
        rows = [
            row
            for row in csv.DictReader(file)
            if row["source"] == "muszycka1985" and row["column"] != "claim"
        ]
    sampled = [row for row in rows if row["statistic"] and float(row["sd"] or 0) > 0]
    place = f"{(site / 'scorecard.html').as_uri()}#source=muszycka1985&order=far"
    page.goto(place)
    # What was computed exactly, and is another number, is farther off than any sampled one.
    exact = [row for row in rows if row["statistic"] and row not in sampled and row["verdict"] == "differs"]
    assert len(exact) > 0
    assert page.locator("tbody tr").first.locator("td").last.inner_text() == "differs"
    assert "s.e." not in page.locator("tbody tr").first.locator("td").nth(4).inner_text()
    page.goto(f"{place}&table=XIX")
    page.reload()
    first = page.locator("tbody tr").first
    farthest = max((float(row["statistic"]) for row in sampled if row["table"] == "XIX"), key=abs)
    assert first.locator("td").nth(4).inner_text() == f"{farthest:.3g} s.e.".replace("-", "−")
    first.locator("button").click()
    evidence = page.locator(".scorecard-evidence").first
    told = evidence.locator("dt:text-is('Distance') + dd").inner_text()
    assert told.endswith(" standard errors")
    assert float(told.split()[0].replace("−", "-")) == pytest.approx(farthest, rel=1e-4)
    assert "companion.recompute('muszycka1985'" in evidence.inner_text()
    link = evidence.locator("dd a").first.get_attribute("href")
    name, _, fragment = link.partition("#")
    assert fragment in {
        quote(anchor) for anchor in BuiltPage((site / name).read_text(encoding="utf-8")).anchors
    }
    keep_picture(page.locator("body"), "site-scorecard")


@in_browser
def test_a_row_of_the_scorecard_can_be_read_whole_on_a_phone(page, site):
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto((site / "scorecard.html").as_uri())
    cells = page.locator("tbody tr").first.locator("th, td").all()
    boxes = [cell.bounding_box() for cell in cells]
    assert len(boxes) == 7 and all(box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in boxes)


@in_browser
def test_the_printed_page_has_no_menus(page, site):
    page.emulate_media(media="print")
    page.goto((site / "02_pruning_strategies.html").as_uri())
    assert not page.locator(".bd-sidebar-primary").is_visible()
    assert page.locator("article figure").first.is_visible()


@in_browser
def test_a_dark_page_is_printed_light(page, site):
    page.emulate_media(color_scheme="dark")
    page.goto((site / "02_pruning_strategies.html").as_uri())
    themes = []
    for event in ("load", "beforeprint", "afterprint"):
        page.evaluate("(event) => dispatchEvent(new Event(event))", event)
        themes.append(page.locator("html").get_attribute("data-theme"))
    assert themes == ["dark", "light", "dark"]
