"""All reports of a shelf as a site: Sphinx builds it, offline, from sources that are written aside.

The built pages are read again: what they load, where their links lead, and their text for the search.
"""

from __future__ import annotations

import html
import json
import os
import posixpath
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from companion.report.project import Project, ReportError, Shelf
from companion.report.sources import EXTRA, Sources
from companion.widgets.web import PLACE, write_assets

TEMPLATES = Path(__file__).parent / "templates"

_LOADING = {"src", "srcset", "poster", "data", "background"}
_SILENT = {"script", "style", "svg", "nav", "button"}
_SILENT_CLASSES = {"headerlink", "above-input"}
"""The sign beside a heading, and code that is folded: nobody searches for these."""

_APART = {
    "td",
    "th",
    "li",
    "p",
    "dt",
    "dd",
    "h1",
    "h2",
    "h3",
    "h4",
    "caption",
    "figcaption",
    "summary",
    "option",
}
"""Elements whose text is no part of the words beside them."""

_KEPT = {"section", "dt"}
"""Elements that the search can lead to."""

_SPACE = re.compile(r"\s+")
_COLOURED = re.compile(r'<span class="[^"]*">|</span>')
"""What colours code: most tags of a page of sources, and nothing that a page loads, names or links to."""
_FORMATTING = re.compile(r"\x1b\[[0-9;]*m")


def build_site(project: Project, shelf: Shelf) -> list[str]:
    """Build the site from the reports whose notebooks exist and from the texts; return what to tell the user.

    It is built aside and replaces the former one at the end, so that a site is never half a site.
    Whatever else is in the folder, such as the site of another profile, stays.

    Raises
    ------
    ReportError
        If Sphinx warns of anything, a link leads nowhere, or a page would load something from elsewhere.
    """
    aside = shelf.site / ".aside"
    shutil.rmtree(aside, ignore_errors=True)
    sources = Sources(project, shelf, aside / "sources")
    try:
        sources.write()
        live = write_assets(aside / "sources" / EXTRA / "_static" / "live")
        _run_sphinx(project, aside, live)
        built = aside / "html"
        shutil.copytree(aside / "sources" / EXTRA, built, dirs_exist_ok=True)
        pages = read_pages(built)
        write_texts(pages, built / "search-texts.js")
        check_pages(built, pages)
        _replace(shelf.site, built)
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    notes = [
        f"{name}: {page.formulas} formulas could not be converted and are shown as their source"
        for name, page in pages.items()
        if page.formulas and name != "index.html"  # which repeats what other pages say
    ]
    place = os.path.relpath(shelf.site / "index.html", project.root)
    return [*notes, f"{len(sources.notebooks)} notebooks in {place}"]


def _run_sphinx(project: Project, aside: Path, live: list[str]) -> None:
    command = [
        sys.executable, "-P", "-m", "sphinx", "--builder", "html", "--quiet", "--fail-on-warning", "--jobs", "auto",
        "--conf-dir", str(TEMPLATES), "--doctree-dir", str(aside / "doctrees"), str(aside / "sources"), str(aside / "html"),
    ]  # fmt: skip
    environment = {
        **os.environ,
        "GAMETREE_SITE": json.dumps(
            {"project_root": str(project.root), "live_place": PLACE, "live_assets": live}
        ),
        # The packages that run here describe themselves, whatever stands in the current folder.
        "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")]),
        "NO_COLOR": "1",
    }
    ran = subprocess.run(command, env=environment, capture_output=True, text=True)
    if ran.returncode:
        said = _FORMATTING.sub("", ran.stderr).replace(f"{aside / 'sources'}/", "").strip().splitlines()
        problems = [line for line in said if re.search(r"\b(WARNING|ERROR|CRITICAL)\b", line)]
        problems = problems or [line for line in said if re.match(r"[\w.]+: ", line)] or said[-1:]
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        raise ReportError(f"the site can't be built: {problems[0] if problems else 'Sphinx failed'}{more}")


def _replace(site: Path, built: Path) -> None:
    """Put a built site into the place of the former one; folders with a site of their own stay."""
    for old in site.iterdir():
        if old == built.parent or (old.is_dir() and (old / "index.html").is_file()):
            continue
        shutil.rmtree(old) if old.is_dir() else old.unlink()
    for new in built.iterdir():
        new.replace(site / new.name)


class BuiltPage(HTMLParser):
    """What a page loads by itself, the anchors it has, its links, and its text with the sections it stands in.

    `formulas` counts those that are shown as their source.
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.formulas = text.count('<code class="formula">')
        self._text: list[str] = []
        self._silent: list[str] = []
        self._style = False
        self._main = False
        self.feed(_COLOURED.sub("", text))

    @property
    def text(self) -> str:
        """The page as the search reads it."""
        return f'<div role="main">{_SPACE.sub(" ", "".join(self._text))}</div>'

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Note what the element loads, names and links to."""
        given = {name: value or "" for name, value in attributes}
        self.anchors.update(given[name] for name in ("id", "name") if name in given)
        self.loads += [given[name] for name in _LOADING if name in given]
        if tag == "a":
            self.links.append(given.get("href", "#"))
        elif tag == "link" and given.get("rel") not in (
            "index",
            "search",
            "next",
            "prev",
            "author",
            "canonical",
        ):
            self.loads.append(given.get("href", ""))
        elif tag in ("use", "image"):
            self.loads += [given[name] for name in ("href", "xlink:href") if name in given]
        self._style = tag == "style"
        if "style" in given:
            self._note_style(given["style"])
        self._main = self._main or tag == "article"
        silent = tag in _SILENT or not _SILENT_CLASSES.isdisjoint(given.get("class", "").split())
        if silent or (self._silent and self._silent[-1] == tag):
            self._silent.append(tag)
        if tag in _KEPT and self._main and "id" in given:
            self._text.append(f'<{tag} id="{html.escape(given["id"])}">')

    def handle_endtag(self, tag: str) -> None:
        """Follow the structure of the text."""
        self._style = False
        if self._silent and self._silent[-1] == tag:
            self._silent.pop()
        if tag == "article":
            self._main = False
        elif tag in _KEPT and self._main:
            self._text.append(f"</{tag}>")
        elif tag in _APART and self._main and not self._silent:
            self._text.append(" ")

    def handle_data(self, data: str) -> None:
        """Keep the text, and what styles load."""
        if self._style:
            self._note_style(data)
        elif self._main and not self._silent:
            self._text.append(html.escape(data, quote=False))

    def _note_style(self, text: str) -> None:
        self.loads += re.findall(r"url\(\s*['\"]?([^'\")]*)", text)
        self.loads += re.findall(r"@import\s+['\"]([^'\"]*)", text)


def read_pages(folder: Path) -> dict[str, BuiltPage]:
    """Return the pages in a folder by their addresses from its root; what the theme keeps for itself is none."""
    paths = sorted(path for path in folder.rglob("*.html") if "_static" not in path.relative_to(folder).parts)
    return {
        path.relative_to(folder).as_posix(): BuiltPage(path.read_text(encoding="utf-8")) for path in paths
    }


def check_pages(folder: Path, pages: dict[str, BuiltPage]) -> None:
    """Refuse a site that loads anything from elsewhere, or has a link that leads nowhere.

    Raises
    ------
    ReportError
        With the first few that do.
    """
    wrong = []
    for name, page in pages.items():
        for address in dict.fromkeys(page.loads):
            if not address.startswith(("data:", "#")) and not _file(folder, name, address):
                wrong.append(f"{name} loads {address!r}")
        links = dict.fromkeys(page.links)
        wrong += [f"{name} links to {link!r}" for link in links if not _leads(folder, name, link, pages)]
    if wrong:
        more = f" (and {len(wrong) - 3} more)" if len(wrong) > 3 else ""
        raise ReportError(
            f"{'; '.join(wrong[:3])}{more}: only files, pages and places of the site itself are allowed."
        )


def write_texts(pages: dict[str, BuiltPage], path: Path) -> None:
    """Write the text of the pages as a script, because a page that is opened from disk can't read others."""
    texts = {name: page.text for name, page in pages.items() if not name.startswith("_modules/")}
    path.write_text(f"window.searchTexts = {json.dumps(texts, ensure_ascii=False)};\n", encoding="utf-8")


def _file(folder: Path, page: str, address: str) -> str | None:
    """Return the file that an address on a page names, by its path from the root; None if there is no such file."""
    parts = urlsplit(address)
    if parts.scheme or parts.netloc or not parts.path:
        return None
    name = posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(parts.path)))
    return name if (folder / name).is_file() else None


def _leads(folder: Path, page: str, link: str, pages: dict[str, BuiltPage]) -> bool:
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return parts.scheme in ("http", "https", "mailto")
    name = _file(folder, page, link) if parts.path else page
    if name is None:
        return False
    return name not in pages or not parts.fragment or unquote(parts.fragment) in pages[name].anchors
