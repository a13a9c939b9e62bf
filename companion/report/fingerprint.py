"""When is a report up to date?  When its fingerprint is the one that its sources have now.

The fingerprint is a hash of everything that can change what the notebook computes or shows:

- the notebook's cells (type, tags, text),
- the values that its profile gives to it,
- the modules of the two packages that its kernel had loaded when it ended, so that a change elsewhere, in a figure
  of another chapter, say, leaves the report alone,
- the printed numbers and claims, and where they are judged; for the scorecard also the results of all other notebooks,
- ``data/seeds.csv`` and the causes of differences, if the module that reads them was loaded.

Left out, because no number can depend on them: ``companion.report``, which only runs notebooks, and the two packages'
``__init__``, which only pass names on.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from companion.report.project import SCORECARD, Project, ReportError, Shelf, read_notebook

METADATA = "gametree"
"""The key in an executed notebook's metadata under which all this is kept."""

PACKAGES = ("gametree", "companion")
_NOT_COUNTED = "companion.report"
_MODULE = "module "
_SHORT = 16
"""Characters of a hash that are kept: nobody forges them, and a report names a hundred modules."""

_NAMED = 4
"""Changes that are named; more than these are counted."""


_PRINTED = ("cells", "claims", "tables")
"""What every notebook reads of ``data/published``; the other files make these, or are read by one module alone."""

_READ_BY = {
    "data/seeds.csv": "companion.published.scorecard",
    "data/beyond/claims.csv": "companion.beyond.claims",
    "data/published/differences.csv": "companion.scorecard.study",
}
"""Files of data that one module reads, and that count for a report only if that module was in use."""


def survey(project: Project, shelf: Shelf, notebook: str, values: Mapping[str, Any]) -> dict[str, str]:
    """Return a hash for each thing that a report of ``notebook`` on ``shelf`` may depend on, as it is now.

    Taken before a run, it can't claim a change that came while the notebook was running.

    Parameters
    ----------
    project, shelf
        Where the sources are, and where the results are that the scorecard reads.
    notebook
        Its name.
    values
        The values it is given in place of its defaults.
    """
    data = project.root / "data" / "published"
    found = {
        "the notebook": digest(_cells(project.notebook(notebook))),
        "the values of its profile": digest(json.dumps(values, sort_keys=True).encode()),
        "data/published": _hash_files(data, (path for path in data.glob("*.csv") if path.stem in _PRINTED)),
    }
    for package in PACKAGES:
        for path in sorted((project.root / package).rglob("*.py")):
            found[_MODULE + _module(path.relative_to(project.root))] = digest(path.read_bytes())
    if notebook == SCORECARD:
        results = (
            path for path in (shelf.others / "results").glob("*/*.csv") if path.parent.name != notebook
        )
        found["the results of other notebooks"] = _hash_files(shelf.others, results)
    for name in _READ_BY:
        path = project.root / name
        found[name] = _hash_files(path.parent, path.parent.glob(path.name))
    return found


def sources_of(surveyed: Mapping[str, str], modules: Iterable[str]) -> dict[str, str]:
    """Return all that was surveyed, but of the packages only the ``modules`` that were in use."""
    used = set(modules)
    counted = {
        label: hash_
        for label, hash_ in surveyed.items()
        if not label.startswith(_MODULE) and (label not in _READ_BY or _READ_BY[label] in used)
    }
    counted |= {
        _MODULE + module: surveyed.get(_MODULE + module, "")
        for module in sorted(used)
        if not f"{module}.".startswith(f"{_NOT_COUNTED}.")
    }
    return {label: hash_[:_SHORT] for label, hash_ in counted.items()}


def fingerprint(sources: Mapping[str, str]) -> str:
    """Return one hash of all sources."""
    return digest(json.dumps(sources, sort_keys=True).encode())


def changed(kept: Mapping[str, str], surveyed: Mapping[str, str]) -> list[str]:
    """Return in words what a report depends on and what is no longer what it was; a module may be gone."""
    return [
        label.removeprefix(_MODULE)
        for label, hash_ in kept.items()
        if surveyed.get(label, "")[:_SHORT] != hash_
    ]


def results_digest(folder: Path) -> dict[str, str]:
    """Return a hash per CSV file in a results folder: so it shows when one was lost or edited later."""
    return {path.name: digest(path.read_bytes()) for path in sorted(folder.glob("*.csv"))}


def out_of_date(project: Project, shelf: Shelf, notebook: str, values: Mapping[str, Any]) -> str | None:
    """Say in a few words why the report of ``notebook`` must be made again, or return None if it need not."""
    path = shelf.report(notebook)
    if not path.is_file():
        return "there is no report"
    try:
        kept = read_notebook(path).metadata[METADATA]
        sources, results = dict(kept["sources"]), dict(kept["results"])
    except (ReportError, KeyError, TypeError, ValueError):
        return "its report has no fingerprint"
    if named := changed(sources, survey(project, shelf, notebook, values)):
        more = f" and {len(named) - _NAMED} more" if len(named) > _NAMED else ""
        return f"changed: {', '.join(named[:_NAMED])}{more}"
    if results != results_digest(shelf.results(notebook)):
        return "its results are not those that the report wrote"
    return None


def _cells(path: Path) -> bytes:
    cells = read_notebook(path).cells
    return json.dumps([(c.cell_type, sorted(c.metadata.get("tags", [])), c.source) for c in cells]).encode()


def _module(path: Path) -> str:
    """Return the name of the module in a file, given relative to the checkout."""
    parts = path.parent.parts if path.name == "__init__.py" else path.with_suffix("").parts
    return ".".join(parts)


def _hash_files(base: Path, paths: Iterable[Path]) -> str:
    return digest(
        "\n".join(
            f"{path.relative_to(base).as_posix()} {digest(path.read_bytes())}" for path in sorted(paths)
        ).encode()
    )


def digest(content: bytes) -> str:
    """Return the hash by which this package tells contents apart."""
    return hashlib.sha256(content).hexdigest()
