"""What the site is built from: the executed notebooks, the texts and a generated index, as Sphinx reads them."""

from __future__ import annotations

import ast
import html
import json
import os
import re
import shutil
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import nbformat
import pandas as pd
from nbformat.v4 import new_markdown_cell

from companion.published.verdict import VERDICTS
from companion.report.code import Code, called, imported
from companion.report.first_screen import FirstScreen, first_screen, section
from companion.report.mathml import mathml, mathml_in_html
from companion.report.project import SCORECARD, Project, ReportError, Shelf, read_notebook
from companion.report.tidy import INTERACTIVE, WIDGET, WIDGET_NOTE
from companion.widgets.cost_map import cost_map
from companion.widgets.web import PLACE
from gametree._checks import shown

TEXTS = {
    "ARCHITECTURE.md": "architecture",
    "bench/README.md": "bench",
    "bench/results/README.md": "bench-results",
    "bench/faults.md": "faults",
    "CONTRIBUTING.md": "contributing",
    "CHANGELOG.md": "changelog",
}
"""Texts of the project that become pages, besides those in docs/."""

EXTRA = "extra"
"""The folder of sources that goes to the site as it is."""

SCORECARD_DATA = "scorecard-data.js"

_COST_MAP = "<!-- the map of costs -->"
"""What a text has where the map belongs: its numbers are the scorecard's."""

_LINK = re.compile(r"(?P<text>!?\[(?:[^\[\]]|\[[^\]]*\])*\])\((?P<url>[^)\s]+)\)")
_FENCE = re.compile(r"^\s*(```|~~~).*?^\s*\1", re.DOTALL | re.MULTILINE)
_FIGURE = re.compile(r"<figcaption[^>]*><b>(Figure \d+)\.")
_LANGUAGE = {"name": "python", "pygments_lexer": "ipython3"}

# What puts a figure on a page is not what made it.
_INFRASTRUCTURE = ("companion.plot", "companion.widgets", "companion.report", "companion.published")


class Sources:
    """Writes the sources of a site into a folder.

    Parameters
    ----------
    project, shelf
        The checkout, and whose reports are shown.
    folder
        Where the sources go; it must be empty.
    """

    def __init__(self, project: Project, shelf: Shelf, folder: Path) -> None:
        self.root, self.shelf, self.folder = project.root, shelf, folder
        self.code = Code(project.root)
        self.notebooks = [name for name in project.names() if shelf.report(name).is_file()]
        docs = {f"docs/{path.name}": path.stem for path in sorted((self.root / "docs").glob("*.md"))}
        texts = {path: name for path, name in TEXTS.items() if (self.root / path).is_file()}
        self.texts = {**docs, **texts}
        # What links in the project lead to, and the page that it has become.
        self.pages = {
            **{f"{kept}/{name}.ipynb": name for name in self.notebooks for kept in ("notebooks", "reports")},
            **self.texts,
            "README.md": "index",
        }

    def write(self) -> None:
        """Write everything.

        Raises
        ------
        ReportError
            If a text leads to something that is not there.
        """
        (self.folder / EXTRA).mkdir(parents=True)
        reports = {name: read_notebook(self.shelf.report(name), "report") for name in self.notebooks}
        heads = {name: first_screen(report, name) for name, report in reports.items()}
        for name, report in reports.items():
            if heads[name].title == name:  # Sphinx takes no page without a title
                report.cells.insert(0, new_markdown_cell(f"# {name}", id="title"))
            self._prepare(name, report)
            nbformat.write(report, self.folder / f"{name}.ipynb")
        for path, name in self.texts.items():
            text = (self.root / path).read_text(encoding="utf-8")
            if _COST_MAP in text:
                text = text.replace(_COST_MAP, self._cost_map())
            self._write(f"{name}.md", self.linked(text, (self.root / path).parent))
        if self.shelf.scorecard.is_file():
            self._write("scorecard.md", _SCORECARD_PAGE)
            self._write(f"{EXTRA}/{SCORECARD_DATA}", self._scorecard())
        learned = section(reports[SCORECARD], _LEARNED, SCORECARD) if SCORECARD in reports else ""
        self._write("index.md", self._index(heads, self.linked(learned, self.root / "notebooks")))

    def _write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, encoding="utf-8")

    # Links

    def linked(self, text: str, start: Path) -> str:
        """Return Markdown whose links and pictures, relative to a folder, hold on the site; code stays as it is."""
        pieces, position = [], 0
        for fence in _FENCE.finditer(text):
            pieces += [self._linked(text[position : fence.start()], start), fence[0]]
            position = fence.end()
        return "".join([*pieces, self._linked(text[position:], start)])

    def _linked(self, text: str, start: Path) -> str:
        def moved(link: re.Match[str]) -> str:
            address = self._moved(link["url"], start, link["text"].startswith("!"))
            return f"{link['text']}({address})"

        return _LINK.sub(moved, text)

    def _moved(self, url: str, start: Path, is_picture: bool) -> str:
        parts = urlsplit(url)
        if parts.scheme or parts.netloc:
            return url
        if not parts.path:
            return self._on_page("", parts.fragment)
        path = os.path.relpath(start / unquote(parts.path), self.root)
        if path in self.pages:
            return self._on_page(self.pages[path], parts.fragment)
        if not (self.root / path).is_file():
            raise ReportError(f"a text links to {url!r}; there is no such file, nor a page made from it.")
        place = Path("pictures" if is_picture else f"{EXTRA}/files") / path
        (self.folder / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(self.root / path, self.folder / place)
        return place.as_posix() if is_picture else f"site:files/{path}"

    def _on_page(self, name: str, fragment: str) -> str:
        """Return the address of a place; Sphinx knows headings, but neither figures nor works."""
        if fragment.startswith("figure-") or (name == "bibliography" and fragment):
            return f"place:{name}{'.html' if name else ''}#{fragment}"
        source = f"{name}.ipynb" if name in self.notebooks else f"{name}.md"
        return (source if name else "") + (f"#{fragment}" if fragment else "")

    # Notebooks

    def _prepare(self, name: str, report: nbformat.NotebookNode) -> None:
        start = self.root / "notebooks"
        names: dict[str, str] = {}
        report.metadata.language_info = _LANGUAGE
        for cell in report.cells:
            if cell.cell_type == "markdown":
                cell.source = self.linked(cell.source, start)
                continue
            if cell.cell_type != "code":
                continue
            folded = _folded(cell)
            cell.metadata["mystnb"] = {
                "code_prompt_show": f"Show {folded}",
                "code_prompt_hide": f"Hide {folded}",
            }
            made_by = self._made_by(cell.source, names)
            for output in cell.outputs:
                self._prepare_output(output, start)
                data = output.get("data", {})
                if made_by and re.search(r"<(figure|table)\b", data.get("text/html", "")):
                    data["text/html"] += made_by
                    made_by = ""
        report.cells.append(new_markdown_cell(self._downloads(name), id="downloads"))

    def _prepare_output(self, output: nbformat.NotebookNode, start: Path) -> None:
        data = output.get("data", {})
        is_widget = output.get("metadata", {}).get(INTERACTIVE) or WIDGET in data
        if is_widget and PLACE not in data.get("text/html", ""):
            output["data"] = {"text/html": f'<p class="note">{WIDGET_NOTE}</p>'}
        elif "text/html" in data:
            output["data"] = {"text/html": html_output(data["text/html"])}
        elif "text/markdown" in data:
            output["data"] = {"text/markdown": self.linked(data["text/markdown"], start)}
        elif "text/latex" in data:
            output["data"] = {"text/html": latex_output(data["text/latex"])}
        else:
            data.pop("application/javascript", None)

    def _made_by(self, source: str, names: dict[str, str]) -> str:
        """Return a line that leads to the functions a cell calls; `names` is what the cells so far have imported."""
        try:
            tree = ast.parse(re.sub(r"^[%!].*$", "", source, flags=re.MULTILINE))
        except SyntaxError:
            return ""
        names.update(imported(tree))
        links = {}
        for call in called(tree):
            first, *rest = call.split(".")
            place = self.code.find(".".join([names[first], *rest])) if first in names else None
            if place and not place.module.startswith(_INFRASTRUCTURE):
                links[call] = f'<a href="{place.address}"><code>{html.escape(call)}</code></a>'
        return f'<p class="made-by">Made by {", ".join(links.values())}</p>' if links else ""

    def _downloads(self, name: str) -> str:
        offered = [
            ("the notebook without outputs, to run", self.root / "notebooks" / f"{name}.ipynb"),
            ("the notebook as executed here", self.shelf.report(name)),
            *(("result", path) for path in sorted(self.shelf.results(name).glob("*.csv"))),
        ]
        lines = []
        for place, (what, path) in enumerate(offered):
            kept = Path("downloads", ["source", "executed"][place] if place < 2 else name, path.name)
            target = self.folder / EXTRA / kept
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)
            label = path.name if place >= 2 else what
            lines.append(f"- [{label}](site:{kept.as_posix()}), {_size(path)}")
        return "\n".join(["## Downloads", "", *lines])

    # The index

    def _index(self, heads: Mapping[str, FirstScreen], learned: str) -> str:
        verdicts = _verdicts(self.shelf.scorecard)
        lines = ["# gametree", "", _INTRODUCTION, ""]
        if (self.folder / "explorer.md").is_file():
            lines += [_EXPLORER, ""]
        if learned:
            lines += [f"## {_LEARNED}", "", learned, ""]
        lines += ["## The pages", "", _PAGES, ""]
        for name, head in heads.items():
            title = self.linked(head.title, self.root / "notebooks")
            lines += [f"### [{title}]({name}.ipynb)", ""]
            if picture := self._thumbnail(name, head):
                lines += [picture, ""]
            lines += [f"*{head.question}*" if head.question else "", ""]
            if head.answer:
                lines += [self.linked(head.answer, self.root / "notebooks"), ""]
            counts = verdicts.get(name, Counter())
            if counts:
                numbers = ", ".join(
                    f"{counts[verdict]:,} {verdict}" for verdict in VERDICTS if counts[verdict]
                )
                lines += ["{.verdicts}", numbers, ""]
        return "\n".join([*lines, *self._contents()])

    def _contents(self) -> Iterable[str]:
        known = ("explorer", "scorecard")
        tools = [name for name in known if (self.folder / f"{name}.md").is_file()]
        first = [name for name in ("guide", "api", "bibliography") if name in self.texts.values()]
        others = [name for name in self.texts.values() if name not in (*known, *first)]
        others = [name for name in others if not name.startswith("api_")]
        for caption, names in (("Pages", self.notebooks), ("Tools", tools), ("Reference", [*first, *others])):
            if names:
                yield from ("```{toctree}", ":hidden:", f":caption: {caption}", "", *names, "```", "")

    def _thumbnail(self, name: str, head: FirstScreen) -> str:
        """Keep the picture of a first screen as a file, and return a link with it."""
        if not head.picture.startswith("data:image/svg+xml,"):
            return ""
        place = Path("thumbnails", f"{name}.svg")
        (self.folder / EXTRA / place).parent.mkdir(exist_ok=True)
        self._write(f"{EXTRA}/{place}", unquote(head.picture.partition(",")[2]))
        # The heading beside it is the link that everyone can find; this one is for the mouse.
        return (
            f'<a class="thumbnail" href="{name}.html" tabindex="-1" aria-hidden="true">'
            f'<img alt="" loading="lazy" src="{place.as_posix()}"></a>'
        )

    # The scorecard

    def _cost_map(self) -> str:
        """Return the map of costs, or nothing if there is no scorecard."""
        try:
            return cost_map(self.shelf.scorecard).place() if self.shelf.scorecard.is_file() else ""
        except (KeyError, ValueError) as error:
            raise ReportError(
                f"scorecard.csv can't be read: {shown(error)}; it must be as a notebook wrote it."
            ) from None

    def _scorecard(self) -> str:
        """Return the scorecard as a script: the columns, the distinct texts once, and per row its values."""
        rows = _rows(self.shelf.scorecard)
        columns = list(rows[0]) if rows else []
        values = {
            text: place for place, text in enumerate(dict.fromkeys(v for row in rows for v in row.values()))
        }
        functions = {row.get("function", "") for row in rows}
        data = {
            "columns": columns,
            "values": list(values),
            "rows": [[values[row[column]] for column in columns] for row in rows],
            "verdicts": list(VERDICTS),
            "code": {name: place.address for name in sorted(functions) if (place := self.code.find(name))},
            "pages": {name: f"{name}.html" for name in self.notebooks},
        }
        return f"window.scorecard = {json.dumps(data, ensure_ascii=False, separators=(',', ':'))};\n"


_INTRODUCTION = """\
A reproducible companion to five documents on game-tree search: Knuth and Moore's analysis of alpha-beta (1975), Nau on
pathology (1983), Muszycka's thesis on pruning strategies (1985), Zenzel's on chance nodes (1989), and de Bruin, Pijls and
Plaat on solution trees (1994). Every number that they print stands beside ours, with a verdict."""

_EXPLORER = (
    "**[Step through a search, or race several](explorer.md)**: any tree, any strategy, in your browser."
)

_LEARNED = "What we learned"
"""The heading in the scorecard's notebook below which the findings of all stand."""

_PAGES = """\
Each page is a notebook that was executed from top to bottom, and ends with where it comes from. If you know game trees,
begin with the comparison of strategies; if you doubt a number, with the scorecard."""

_SCORECARD_PAGE = """\
---
html_theme.sidebar_secondary.remove: true
---

# Scorecard, row by row

Every printed number and every claim, beside what we computed. Choose what to see; open a row for its evidence. The address
of this page keeps your choice, so that a view can be shared. Copies of a number and what is true by definition have rows
too; the counts on other pages leave them out.

<div id="scorecard"><noscript>This page needs JavaScript; the same rows are in scorecard.csv, among the downloads of the
first page.</noscript></div>
"""


def _folded(cell: nbformat.NotebookNode) -> str:
    """Return what a cell's code is called where it is folded, so that readers can tell one from another."""
    tags = cell.metadata.get("tags", [])
    for tag, name in (("solution", "a solution"), ("parameters", "the parameters")):
        if tag in tags:
            return name
    shown_in = (_FIGURE.search(output.get("data", {}).get("text/html", "")) for output in cell.outputs)
    figure = next((found[1] for found in shown_in if found), "")
    return f"the code of {figure}" if figure else "code"


def html_output(text: str) -> str:
    """Prepare a cell's HTML output: formulas as MathML, wide tables in a box that scrolls."""
    text = re.sub(
        r"(<table\b.*?</table>)",
        r'<div class="scroll" tabindex="0" role="region" aria-label="Table">\1</div>',
        text,
        flags=re.DOTALL,
    )
    return mathml_in_html(text)


def latex_output(text: str) -> str:
    """Show a cell's LaTeX output as a display, whatever dollars or environment it comes in."""
    return mathml(text.strip().strip("$").removeprefix("\\displaystyle"), display=True)


def _verdicts(scorecard: Path) -> dict[str, Counter[str]]:
    counts: dict[str, Counter[str]] = {}
    for row in _rows(scorecard, "counted", "notebook", "verdict"):
        if row["counted"] == "yes":
            counts.setdefault(row["notebook"], Counter())[row["verdict"]] += 1
    return counts


def _rows(path: Path, *needed: str) -> list[dict[Any, str]]:
    """Return the rows of a result, as text; none if there is no such file."""
    if not path.is_file():
        return []
    try:
        frame = pd.read_csv(path, dtype=str, keep_default_na=False)
    except ValueError as error:
        raise ReportError(
            f"{path.name} can't be read: {shown(error)}; it must be as a notebook wrote it."
        ) from None
    if missing := set(needed) - set(frame):
        raise ReportError(
            f"{path.name} has no column {', '.join(sorted(missing))}; it must be as a notebook wrote it."
        )
    return frame.to_dict("records")


def _size(path: Path) -> str:
    kilobytes = path.stat().st_size / 1000
    return f"{kilobytes / 1000:.1f} MB" if kilobytes >= 1000 else f"{max(1, round(kilobytes))} kB"
