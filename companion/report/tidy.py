"""What is taken out of an executed notebook before it is kept.

A report says what was computed. It should not change when nothing did (time stamps, random ids), should
not name the machine (absolute paths), and should not show a widget that nobody can move without a kernel.
Its prose is prose: what a ``%%prose`` cell said is a text cell.  Its code is folded, unless readers learn from it.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import nbformat
from nbformat.v4 import new_markdown_cell

from companion.widgets.web import PLACE

WIDGET = "application/vnd.jupyter.widget-view+json"
WIDGET_NOTE = "Interactive: open this notebook in JupyterLab (make lab) and run it to move the controls."
PROSE = "%%prose"
SHOWN = "show"
"""Tag of a cell whose code a reader learns from: all other code is folded."""

FOLDED = "hide-input"
"""Tag of a cell whose code is folded in the report, by the name that Jupyter's tools know."""

INTERACTIVE = "interactive"
"""Key in an output's metadata: a widget was here, and only the note is left."""

_STYLER_ID = re.compile(r"\bT_[0-9a-f]{5}(?![0-9a-f])")
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")
_CELL_FILE = re.compile(r"(?:/[^\s'\"<>:]*)?/ipykernel_\d+/\d+\.py")


def tidy(notebook: nbformat.NotebookNode, root: Path, source: str, target: str) -> None:
    """Clean an executed notebook in place.

    Parameters
    ----------
    notebook
        As papermill left it.
    root
        The checkout; outputs name files relative to it.
    source, target
        Paths of notebook and report relative to ``root``, for the metadata.
    """
    notebook.metadata.pop("widgets", None)
    ran = notebook.metadata.get("papermill", {})
    notebook.metadata["papermill"] = {
        "input_path": source,
        "output_path": target,
        "parameters": ran.get("parameters", {}),
        "version": ran.get("version", ""),
    }
    notebook.cells = [_prose_as_text(cell) for cell in notebook.cells]
    for number, cell in enumerate(notebook.cells):
        _fold(cell)
        cell.metadata.pop("papermill", None)
        cell.metadata.pop("execution", None)
        if "injected-parameters" in cell.metadata.get("tags", []):
            cell["id"] = "injected-parameters"
        elif "papermill-error-cell-tag" in cell.metadata.get("tags", []):
            cell["id"] = f"papermill-error-{number}"
        for output in cell.get("outputs", []):
            _without_widget(output)
            _without_paths(output, root)
            _without_chance(output, f"T_{number}")


def _prose_as_text(cell: nbformat.NotebookNode) -> nbformat.NotebookNode:
    if cell.cell_type != "code" or not cell.source.startswith(PROSE) or not cell.outputs:
        return cell
    said = cell.outputs[0].get("data", {}).get("text/markdown")
    # A cell that failed has said nothing: it stays as it is, with its error.
    return cell if said is None else new_markdown_cell(said.strip(), id=cell["id"])


def _fold(cell: nbformat.NotebookNode) -> None:
    tags = cell.metadata.get("tags", [])
    if cell.cell_type == "code" and SHOWN not in tags:
        cell.metadata["tags"] = [*tags, FOLDED]
        cell.metadata["jupyter"] = {"source_hidden": True}


def _without_widget(output: nbformat.NotebookNode) -> None:
    if WIDGET in output.get("data", {}):
        # What a page can bring to life stays: the component and its state.
        place = {key: text for key, text in output["data"].items() if key == "text/html" and PLACE in text}
        output["data"] = {"text/plain": WIDGET_NOTE, **place}
        output["metadata"] = {INTERACTIVE: True}


def _without_paths(output: nbformat.NotebookNode, root: Path) -> None:
    # The environment first: it usually is inside the checkout.
    known = ((Path(sys.prefix), ".venv"), (root, ""))

    def clean(value: Any) -> Any:
        if isinstance(value, str):
            for path, name in known:
                value = value.replace(f"{path}/", f"{name}/" if name else "").replace(str(path), name or ".")
            return _CELL_FILE.sub("<cell>", value)
        if isinstance(value, list):
            return [clean(item) for item in value]
        if isinstance(value, dict):
            return type(value)({key: clean(item) for key, item in value.items()})
        return value

    for key in ("text", "data", "evalue", "traceback"):
        if key in output:
            output[key] = clean(output[key])


def _without_chance(output: nbformat.NotebookNode, name: str) -> None:
    """Give styled tables, whose ids pandas draws at random, ids after their cell, and objects no address."""
    data = output.get("data", {})
    if "text/html" in data:
        drawn = list(dict.fromkeys(_STYLER_ID.findall(data["text/html"])))
        data["text/html"] = _STYLER_ID.sub(lambda m: f"{name}_{drawn.index(m.group(0))}", data["text/html"])
    if "text/plain" in data:
        data["text/plain"] = _ADDRESS.sub("", data["text/plain"])
