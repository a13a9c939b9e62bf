"""One executed notebook as one HTML page that needs nothing but itself."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
from nbconvert.exporters import TemplateExporter
from nbconvert.filters import Highlight2HTML
from pygments.formatters import HtmlFormatter
from traitlets.config import Config

from companion.report.markdown import markdown_to_html
from companion.report.mathml import mathml, mathml_in_html
from companion.report.tidy import INTERACTIVE, WIDGET, WIDGET_NOTE

_HERE = Path(__file__).parent

# What is richest comes first; scripts are not among them.
_CONFIG = Config()
_CONFIG.NbConvertBase.display_data_priority = [
    WIDGET,
    "text/html",
    "text/markdown",
    "image/svg+xml",
    "text/latex",
    "image/png",
    "image/jpeg",
    "text/plain",
]


class _PageExporter(TemplateExporter):
    """The bare exporter: nbconvert's own for HTML adds scripts and parses the page to write it anew."""

    file_extension = ".html"
    output_mimetype = "text/html"
    template_name = "page"


@dataclass(frozen=True)
class Link:
    """A title and the page it leads to."""

    title: str
    href: str


@dataclass(frozen=True)
class FirstScreen:
    """What the first screen of a page says, as Markdown, and the picture that it shows.

    Attributes
    ----------
    title, question, answer : str
        The heading; the paragraph below it; the first paragraph of the next text, which answers it.
    picture : str
        The address of Figure 1, which holds the picture itself, or nothing.
    alt : str
        Its alternative text, as HTML.
    """

    title: str
    question: str = ""
    answer: str = ""
    picture: str = ""
    alt: str = ""


_PICTURE = re.compile(
    r'<figure id="figure-1".*?<img alt="(?P<alt>[^"]*)".*?src="(?P<src>data:[^"]*)"', re.DOTALL
)


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
        # Read elsewhere, a link to a figure must lead back to its page.
        _paragraph(texts[1]).replace("](#", f"]({otherwise}.ipynb#") if len(texts) > 1 else "",
        hero["src"] if hero else "",
        hero["alt"] if hero else "",
    )


def _paragraph(text: str) -> str:
    return re.split(r"\n\s*\n", text.strip())[0]


def render_page(
    report: nbformat.NotebookNode,
    title: str,
    notebooks: Path,
    site: Path,
    before: Link | None,
    after: Link | None,
) -> str:
    """Return the page of an executed notebook.

    Parameters
    ----------
    report
        The executed notebook.
    title
        For the browser's window.
    notebooks, site
        Where relative links and pictures in the text start from, and where the page will be.
    before, after
        The neighbours in reading order.
    """

    def markdown(text: str, attachments: dict[str, Any] | None = None) -> str:
        return markdown_to_html(text, notebooks, site, attachments)

    exporter = _PageExporter(config=_CONFIG, extra_template_basedirs=[str(_HERE / "templates")])
    exporter.register_filter("markdown_with_math", markdown)
    exporter.register_filter("highlighted", Highlight2HTML(pygments_lexer="ipython3"))
    exporter.register_filter("html_output", html_output)
    exporter.register_filter("latex_output", latex_output)
    exporter.register_filter("picture_alt", picture_alt)
    resources = {
        "title": title,
        "style": stylesheet(),
        "before": before,
        "after": after,
        "interactive": INTERACTIVE,
        "widget_note": WIDGET_NOTE,
    }
    page, _ = exporter.from_notebook_node(report, resources=resources)
    return str(page)


def stylesheet() -> str:
    """Return the style of all pages, with the colours of code for light and dark screens."""
    light = HtmlFormatter(style="default").get_style_defs(".highlight")
    dark = HtmlFormatter(style="github-dark").get_style_defs(".highlight")
    own = (_HERE / "templates" / "page" / "style.css").read_text(encoding="utf-8")
    return f"{light}\n@media (prefers-color-scheme: dark) {{\n{dark}\n}}\n{own}"


def html_output(text: str) -> str:
    """Prepare a cell's HTML output: formulas as MathML, wide tables in a box that scrolls."""
    text = re.sub(r"(<table\b.*?</table>)", r'<div class="scroll">\1</div>', text, flags=re.DOTALL)
    return mathml_in_html(text)


def latex_output(text: str) -> str:
    """Show a cell's LaTeX output as a display, whatever dollars or environment it comes in."""
    return mathml(text.strip().strip("$").removeprefix("\\displaystyle"), display=True)


def picture_alt(output: nbformat.NotebookNode, kind: str) -> str:
    """Return the alternative text of a picture, which the output's metadata hold for its kind or for all."""
    metadata = output.get("metadata", {})
    return html.escape(str(metadata.get(kind, {}).get("alt") or metadata.get("alt") or "Figure"))
