"""What is taken out of an executed notebook before it is kept, and what is added: where it comes from.

A report says what was computed. It should not change when nothing did (time stamps, random ids), should
not name the machine (absolute paths), and should not show a widget that nobody can move without a kernel.
Its prose is prose: what a ``%%prose`` cell said is a text cell.  Its code is folded, unless readers learn from it.
It ends with its provenance: commit, versions, profile, parameters, seed, wall time.
"""

from __future__ import annotations

import platform
import re
import subprocess
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import nbformat
from nbformat.v4 import new_markdown_cell

from companion.report.project import Shelf
from companion.widgets.web import PLACE

WIDGET = "application/vnd.jupyter.widget-view+json"
WIDGET_NOTE = "Interactive: open this notebook in JupyterLab (make lab) and run it to move the controls."
PROSE = "%%prose"
SHOWN = "show"
"""Tag of a cell whose code a reader learns from: all other code is folded."""

FOLDED = "hide-input"
"""Tag of a cell whose code is folded in the report, by the name that Jupyter's tools know."""

SOLUTION = "solution"
"""Tag of a cell that solves an exercise: what it prints is folded with its code."""

ALL_FOLDED = "hide-cell"
"""Tag of a cell that is folded with its output, by the same tools' name."""

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
    if cell.cell_type != "code" or SHOWN in tags:
        return
    solves = SOLUTION in tags
    cell.metadata["tags"] = [*tags, ALL_FOLDED if solves else FOLDED]
    cell.metadata["jupyter"] = {"source_hidden": True} | ({"outputs_hidden": True} if solves else {})


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


SOURCES = ("gametree", "companion", "notebooks", "profiles", "data", "pyproject.toml", "requirements.lock")
"""What must be committed for a commit to name what ran. (Reports change by running, so they do not count.)"""

LIBRARIES = ("numpy", "scipy", "pandas", "numba", "matplotlib", "seaborn", "ipywidgets", "papermill")


def commit(root: Path) -> str:
    """Name the commit of a checkout, and say so when its sources differ from it; "unknown" outside of git."""
    head = _git(root, "rev-parse", "HEAD")
    if not head:
        return "unknown (not a git checkout)"
    present = [source for source in SOURCES if (root / source).exists()]
    changed = _git(root, "status", "--porcelain", "--", *present)
    return f"{head} with local changes" if changed else head


def versions() -> dict[str, str]:
    """Return the versions of Python, of this package and of the libraries that results can depend on."""
    found = {"Python": platform.python_version()}
    for name in ("gametree", *LIBRARIES):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found


def provenance_cell(
    root: Path, profile: str, parameters: Mapping[str, Any], seconds: float, fingerprint: str
) -> nbformat.NotebookNode:
    """Return the markdown cell that ends a report.

    ``parameters`` are all of the notebook's, defaults included; ``seed`` among them gets a line of its own.
    """
    rows = {
        "commit": f"`{commit(root)}`",
        "profile": f"`{profile}`",
        "parameters": "<br>".join(f"`{name} = {_short(value)}`" for name, value in parameters.items())
        or "none",
        "seed": f"`{parameters['seed']}`" if "seed" in parameters else "none",
        "wall time": f"{seconds:.1f} s",
        "executed": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        "platform": f"{platform.system()} {platform.machine()}",
        "versions": ", ".join(f"{name} {number}" for name, number in versions().items()),
        "fingerprint": f"`{fingerprint}`",
    }
    lines = [
        "## Provenance",
        "",
        "| | |",
        "|---|---|",
        *(f"| {name} | {text} |" for name, text in rows.items()),
    ]
    cell = nbformat.v4.new_markdown_cell("\n".join(lines), id="provenance")
    cell.metadata["tags"] = ["provenance"]
    return cell


def wall_time(shelf: Shelf, notebook: str) -> float | None:
    """Return the seconds that a report on a shelf took, None if there is none that says so."""
    path = shelf.report(notebook)
    text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
    said = re.search(r"\| wall time \| (\d+\.\d) s \|", text)
    return float(said[1]) if said else None


def _short(value: Any) -> str:
    # A bar would end the table's cell, a backtick the code.
    text = repr(value).replace("|", "\\|").replace("`", "'")
    return text if len(text) <= 200 else f"{text[:200]}..."


def _git(root: Path, *arguments: str) -> str:
    try:
        done = subprocess.run(
            ["git", *arguments], cwd=root, capture_output=True, text=True, check=True, timeout=30
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()
