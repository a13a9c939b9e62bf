"""All reports of a shelf as a site: Sphinx builds it, offline, from sources that are written aside."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from companion.report.built import check_pages, read_pages, write_texts
from companion.report.errors import ReportError
from companion.report.project import Project, Shelf
from companion.report.sources import EXTRA, Sources
from companion.widgets.web import PLACE, write_assets

TEMPLATES = Path(__file__).parent / "templates"

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
    told = [
        f"{name}: {page.formulas} formulas could not be converted and are shown as their source"
        for name, page in pages.items()
        if page.formulas and name != "index.html"  # which repeats what other pages say
    ]
    place = os.path.relpath(shelf.site / "index.html", project.root)
    return [*told, f"{len(sources.notebooks)} notebooks in {place}"]


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
