"""Where a report comes from: commit, versions, profile, parameters, seed, wall time."""

from __future__ import annotations

import platform
import re
import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import nbformat

from companion.report.project import Shelf

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


def _short(value: Any, limit: int = 200) -> str:
    # A bar would end the table's cell, a backtick the code.
    text = repr(value).replace("|", "\\|").replace("`", "'")
    return text if len(text) <= limit else f"{text[:limit]}..."


def _git(root: Path, *arguments: str) -> str:
    try:
        done = subprocess.run(
            ["git", *arguments], cwd=root, capture_output=True, text=True, check=True, timeout=30
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()
