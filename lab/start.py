"""The notebook that JupyterLab opens: an explorer that runs at once, and the way to the chapters."""

from __future__ import annotations

from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

START = "reports/scratch/start.ipynb"
"""Where it stands: not committed, made anew every time; labextensions/gametree-start runs the notebook of this path."""

WELCOME = """\
# Explore a search

Step through the search below with its buttons or the slider; choose another strategy, type another tree or roll one.
Nothing you do here changes the project's files. This notebook is made anew with every `make lab`: save what you want to
keep under another name."""

EXPLORER = """\
from companion.widgets import TreeExplorer

TreeExplorer()"""

CHAPTERS = """\
## The chapters

To work with a chapter, open it and choose *Run > Run All Cells*; some take minutes.
What you write is saved, outputs are not. The reports have been run: read them without waiting."""


def start_notebook(root: Path) -> nbformat.NotebookNode:
    """Return the notebook, with links to all chapters of the project in a folder."""
    links = "\n".join(
        f"- [{_title(path)}](../../notebooks/{path.name}) · [report](../{path.name})"
        if (root / "reports" / path.name).exists()
        else f"- [{_title(path)}](../../notebooks/{path.name})"
        for path in sorted((root / "notebooks").glob("*.ipynb"))
    )
    cells = [
        new_markdown_cell(WELCOME, id="welcome"),
        new_code_cell(EXPLORER, id="explorer", metadata={"jupyter": {"source_hidden": True}}),
        new_markdown_cell(f"{CHAPTERS}\n\n{links}", id="chapters"),
    ]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return new_notebook(cells=cells, metadata={"kernelspec": kernel})


def _title(path: Path) -> str:
    """Return a notebook's number and its first heading."""
    for cell in nbformat.read(path, as_version=4).cells:
        for line in cell.source.splitlines():
            if cell.cell_type == "markdown" and line.startswith("# "):
                return f"{path.stem[:2]} {line.removeprefix('# ')}"
    return path.stem


def write_start(root: Path) -> Path:
    """Write the notebook into a project; return its path."""
    path = root / START
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(start_notebook(root), path)
    return path
