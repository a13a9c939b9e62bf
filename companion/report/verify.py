"""Do the results come out again?  Every result file of one shelf beside that of another, byte by byte."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from pathlib import Path

from companion.report.project import Shelf
from companion.report.results import TIMINGS


@dataclass(frozen=True)
class Difference:
    """A result file that did not come out again, and in what."""

    file: str
    how: str

    def __str__(self) -> str:
        return f"{self.file}: {self.how}"


def result_files(shelf: Shelf) -> dict[str, Path]:
    """Return every result of a shelf by its name below it, times of the processor excepted."""
    found = {
        path.relative_to(shelf.folder).as_posix(): path
        for path in sorted((shelf.folder / "results").glob("*/*.csv"))
        if path.stem != TIMINGS
    }
    if shelf.scorecard.is_file():
        found[shelf.scorecard.name] = shelf.scorecard
    return found


def differences(published: Shelf, reproduced: Shelf) -> list[Difference]:
    """Compare all results of two shelves byte by byte, and say what differs and where it first does."""
    before, after = result_files(published), result_files(reproduced)
    found = []
    for name in sorted({*before, *after}):
        if name not in after:
            found.append(Difference(name, "was not written"))
        elif name not in before:
            found.append(Difference(name, "is new"))
        elif before[name].read_bytes() != after[name].read_bytes():
            found.append(Difference(name, _first_difference(before[name], after[name])))
    return found


def _first_difference(one: Path, other: Path) -> str:
    old, new = (
        list(csv.reader(io.StringIO(path.read_text(encoding="utf-8"), newline=""))) for path in (one, other)
    )
    if not old or not new or old[0] != new[0]:
        return "other columns"
    cells = [
        (row, column, was, now)
        for row, (left, right) in enumerate(zip(old[1:], new[1:], strict=False), start=2)
        for column, was, now in zip(old[0], left, right, strict=False)
        if was != now
    ]
    counted = f"{len(old) - 1} rows, now {len(new) - 1}; " if len(old) != len(new) else ""
    if not cells:
        return (
            f"{counted}no cell differs in the rows that both have" if counted else "other line ends or quotes"
        )
    row, column, was, now = cells[0]
    return f"{counted}{len(cells)} cells differ, first in line {row}, {column}: {was!r}, now {now!r}"
