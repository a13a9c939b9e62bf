"""One list of every published file with its hash, so that it shows when one was lost or edited by hand."""

from __future__ import annotations

from pathlib import Path

from companion.report.fingerprint import digest
from companion.report.project import Shelf

NAME = "MANIFEST"


def write_manifest(shelf: Shelf) -> None:
    """List every published file of a shelf, as ``sha256sum --check`` reads it."""
    lines = [f"{digest(path.read_bytes())}  {name}\n" for name, path in published_files(shelf).items()]
    aside = shelf.folder / f".{NAME}"
    aside.write_text("".join(lines), encoding="utf-8")
    aside.replace(shelf.folder / NAME)


def check_manifest(shelf: Shelf) -> list[str]:
    """Return in words what is not as it was published: edited, missing, or not on the list."""
    path = shelf.folder / NAME
    if not path.is_file():
        return [f"{path.name} is missing"]
    lines = path.read_text(encoding="utf-8", errors="replace").split("\n")
    listed = {name: hash_ for hash_, _, name in (line.partition("  ") for line in lines) if hash_ or name}
    there = published_files(shelf)
    return [
        f"{name} {_problem(listed.get(name), there.get(name))}"
        for name in sorted({*listed, *there})
        if name not in listed or name not in there or digest(there[name].read_bytes()) != listed[name]
    ]


def _problem(listed: str | None, path: Path | None) -> str:
    return "is not on the list" if listed is None else "is missing" if path is None else "was edited"


def published_files(shelf: Shelf) -> dict[str, Path]:
    """Return the files that belong to a shelf by their names below it: reports, results, scorecard and digests."""
    patterns = ("*.ipynb", "*.csv", "*.json", "results/*/*.csv")
    found = [path for pattern in patterns for path in shelf.folder.glob(pattern)]
    return {path.relative_to(shelf.folder).as_posix(): path for path in sorted(found)}
