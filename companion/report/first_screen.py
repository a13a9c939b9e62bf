"""The first screen of a page: what stands for it on other pages, on the site's index and in the README."""

from __future__ import annotations

import re
from dataclasses import dataclass

import nbformat


@dataclass(frozen=True)
class FirstScreen:
    """What the first screen of a page says, as Markdown, and the picture that it shows.

    Attributes
    ----------
    title, question, answer : str
        The heading; the paragraph below it; the first paragraph of the next text, which answers it.
    picture : str
        The address of Figure 1, which holds the picture itself, or nothing.
    """

    title: str
    question: str = ""
    answer: str = ""
    picture: str = ""


_PICTURE = re.compile(r'<figure id="figure-1".*?<img alt="[^"]*".*?src="(?P<src>data:[^"]*)"', re.DOTALL)


def first_screen(report: nbformat.NotebookNode, otherwise: str) -> FirstScreen:
    """Return the first screen of an executed notebook; `otherwise` is its name, and the title if it has no heading."""
    texts = [cell.source for cell in report.cells if cell.cell_type == "markdown"]
    heading = re.match(r"#\s+(.+)\n*", texts[0]) if texts else None
    if heading is None:
        return FirstScreen(otherwise)
    shown = (
        str(output.get("data", {}).get("text/html", ""))
        for cell in report.cells
        for output in cell.get("outputs", [])
    )
    hero = next(filter(None, map(_PICTURE.search, shown)), None)
    return FirstScreen(
        heading[1].strip(),
        _paragraph(texts[0][heading.end() :]),
        _elsewhere(_paragraph(texts[1]), otherwise) if len(texts) > 1 else "",
        hero["src"] if hero else "",
    )


def section(report: nbformat.NotebookNode, heading: str, name: str) -> str:
    """Return the text below a heading of a notebook's report, to be read elsewhere; nothing if there is no such heading.

    >>> cells = [nbformat.v4.new_markdown_cell(text) for text in ("# A", "## What we saw", "1. [Much](#b).", "## B")]
    >>> section(nbformat.v4.new_notebook(cells=cells), "What we saw", "01_game_trees")
    '1. [Much](01_game_trees.ipynb#b).'
    """
    text = "\n\n".join(cell.source for cell in report.cells if cell.cell_type == "markdown")
    found = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^#|\Z)", text, re.DOTALL | re.MULTILINE)
    return _elsewhere(found[1].strip(), name) if found else ""


def _elsewhere(text: str, name: str) -> str:
    """Return a text of a notebook whose links to places on its own page lead there from other pages."""
    return text.replace("](#", f"]({name}.ipynb#")


def _paragraph(text: str) -> str:
    return re.split(r"\n\s*\n", text.strip())[0]
