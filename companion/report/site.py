"""All reports of a shelf as a folder of pages with an index."""

from __future__ import annotations

import csv
import os
import shutil
from collections import Counter
from pathlib import Path

import jinja2
import nbformat
from nbformat.v4 import new_markdown_cell, new_notebook

from companion.published.verdict import VERDICTS
from companion.report.markdown import markdown_to_html
from companion.report.page import Link, first_screen, render_page, stylesheet
from companion.report.project import SCORECARD, Project, Shelf


def build_site(project: Project, shelf: Shelf) -> list[str]:
    """Render every report whose notebook exists, the texts in docs/, and an index; return what to tell the user.

    Pages are written aside and replace the former ones at the end, so that a page is never half a page.
    Whatever else is in the folder, such as the pages of another profile, stays.
    """
    notebooks = project.root / "notebooks"
    reports = {
        name: nbformat.read(shelf.report(name), as_version=4)
        for name in project.names()
        if shelf.report(name).is_file()
    }
    heads = {name: first_screen(report, name) for name, report in reports.items()}

    def inline(markdown: str) -> str:
        return (
            markdown_to_html(markdown, notebooks, shelf.site).strip().removeprefix("<p>").removesuffix("</p>")
        )

    links = [Link(inline(heads[name].title), f"{name}.html") for name in reports]
    pages, told = {}, []
    for place, (name, report) in enumerate(reports.items()):
        before = links[place - 1] if place else None
        after = links[place + 1] if place + 1 < len(links) else None
        page = render_page(report, heads[name].title, notebooks, shelf.site, before, after)
        if unread := page.count('<code class="formula">'):
            told.append(f"{name}: {unread} formulas could not be converted and are shown as their source")
        pages[f"{name}.html"] = page
    for path in sorted((project.root / "docs").glob("*.md")):
        text = new_notebook(cells=[new_markdown_cell(path.read_text(encoding="utf-8"))])
        pages[f"{path.stem}.html"] = render_page(
            text, first_screen(text, path.stem).title, path.parent, shelf.site, None, None
        )
    totals = markdown_to_html(_headline(shelf), notebooks, shelf.site)
    by_notebook = _verdicts(shelf.scorecard)
    entries = [
        {
            "title": link.title,
            "href": link.href,
            "question": markdown_to_html(heads[name].question, notebooks, shelf.site),
            # The scorecard's answer is the headline above.
            "answer": ""
            if totals and name == SCORECARD
            else markdown_to_html(heads[name].answer, notebooks, shelf.site),
            "picture": heads[name].picture,
            "alt": heads[name].alt,
            "verdicts": _summary(by_notebook.get(name, Counter())),
        }
        for name, link in zip(reports, links, strict=True)
    ]
    pages["index.html"] = _contents(entries, totals)
    _write(shelf.site, pages)
    told.append(f"{len(reports)} pages in {os.path.relpath(shelf.site / 'index.html', project.root)}")
    return told


def _contents(entries: list[dict[str, str]], totals: str) -> str:
    templates = jinja2.FileSystemLoader(Path(__file__).parent / "templates" / "page")
    template = jinja2.Environment(loader=templates).get_template("contents.html.j2")
    return template.render(entries=entries, totals=totals, style=stylesheet())


def _verdicts(scorecard: Path) -> dict[str, Counter[str]]:
    counts: dict[str, Counter[str]] = {}
    if scorecard.is_file():
        with scorecard.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                if row["counted"] == "yes":
                    counts.setdefault(row["notebook"], Counter())[row["verdict"]] += 1
    return counts


def _headline(shelf: Shelf) -> str:
    """Return what the scorecard amounts to, in Markdown, as its notebook wrote it down; empty if it did not."""
    path = shelf.results(SCORECARD) / "headline.csv"
    if not path.is_file():
        return ""
    with path.open(encoding="utf-8", newline="") as file:
        return next(csv.DictReader(file))["headline"]


def _summary(counts: Counter[str]) -> str:
    return ", ".join(f"{counts[verdict]} {verdict}" for verdict in VERDICTS if counts[verdict])


def _write(folder: Path, pages: dict[str, str]) -> None:
    aside = folder / ".aside"
    shutil.rmtree(aside, ignore_errors=True)
    aside.mkdir(parents=True)
    for name, page in pages.items():
        (aside / name).write_text(page, encoding="utf-8")
    for old in folder.glob("*.html"):
        if old.name not in pages:
            old.unlink()
    for name in pages:
        (aside / name).replace(folder / name)
    aside.rmdir()
