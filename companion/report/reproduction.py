"""Do the results come out again?  Every result of a run here beside the published one, byte by byte.

On another kind of processor the last digits of a logarithm or of a long sum can be others: such cells are counted apart
from numbers that differ.

The results of the paper profile are published as they are.  Of the quick profile only digests are: ``reports/quick.json``
has, per notebook, what it depends on and a hash of every result.  ``reports/MANIFEST`` lists every published file with its
hash, so that it shows when one was lost or edited by hand.
"""

from __future__ import annotations

import contextlib
import csv
import io
import json
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from companion.published.cells import KEY, records
from companion.published.tables import WHOLE, judged_tables
from companion.report.execute import CURRENT, PASSED, Job, Outcome
from companion.report.fingerprint import METADATA, digest, results_digest
from companion.report.parameters import declared
from companion.report.project import PAPER, Project, ReportError, Shelf, read_notebook
from companion.report.results import TIMINGS
from gametree._checks import shown

ROUNDING = 1e-9
"""How far numbers are apart, at most, that differ by rounding alone, relative to the larger of them."""

LEAST = 1e-6
"""The least that counts as the larger: a sum of terms of about 1 that is almost 0 keeps few of its digits."""


@dataclass(frozen=True)
class Reproduced:
    """How the results of one notebook compare with the published ones; so many cells are others by rounding alone."""

    notebook: str
    seconds: float
    numbers: int
    differences: tuple[str, ...]
    rounded: int = 0

    def __str__(self) -> str:
        rounded = f"equal but for the last digits of {self.rounded} numbers" if self.rounded else ""
        said = "; ".join(filter(None, (*self.differences, rounded))) or "identical"
        return f"{self.notebook:24} {self.seconds:6.0f} s  {self.numbers:8,} numbers  {said}"


def compare(project: Project, profile: str, here: Shelf, outcomes: Sequence[Outcome]) -> list[Reproduced]:
    """Compare what was executed here with what is published; a notebook that failed has no line."""
    digests = read_digests(project, profile)
    found = []
    for outcome in outcomes:
        if outcome.status not in (PASSED, CURRENT):
            continue
        name, folder = outcome.notebook, here.results(outcome.notebook)
        rounded = 0
        if profile == PAPER:
            differences, rounded = differing(project.shelf(PAPER).results(name), folder)
        elif digests is not None:
            differences = _by_digest(digests.get(name, {}).get("results", {}), _digest(folder))
        else:
            differences = ["nothing is published of this profile to compare with"]
        found.append(Reproduced(name, outcome.seconds, numbers_in(folder), tuple(differences), rounded))
    return found


def differing(published: Path, here: Path) -> tuple[list[str], int]:
    """Compare two folders of results byte by byte, times of the processor excepted.

    Returns
    -------
    tuple of list of str and int
        Which cells differ and how far, file by file, and how many others differ by rounding alone.
    """
    before, after = _files(published), _files(here)
    found, rounded = [], 0
    for name in sorted({*before, *after}):
        if name not in after:
            found.append(f"{name} was not written")
        elif name not in before:
            found.append(f"{name} is new")
        elif before[name].read_bytes() != after[name].read_bytes():
            difference, cells = _which_cells(before[name], after[name])
            rounded += cells
            if difference:
                found.append(f"{name}: {difference}")
    return found, rounded


def _files(folder: Path) -> dict[str, Path]:
    return {path.name: path for path in sorted(folder.glob("*.csv")) if path.stem != TIMINGS}


def _which_cells(one: Path, other: Path) -> tuple[str, int]:
    """Return in words which cells of two files differ, and how many others do so by rounding alone."""
    old, new = (_rows(path) for path in (one, other))
    if not old or not new or old[0] != new[0]:
        return "other columns", 0
    cells = [
        (row, column, was, now)
        for row, (left, right) in enumerate(zip(old[1:], new[1:], strict=False), start=2)
        for column, was, now in zip(old[0], left, right, strict=False)
        if was != now
    ]
    counted = f"{len(old) - 1} rows, here {len(new) - 1}" if len(old) != len(new) else ""
    if not cells:
        return counted or "other line ends or quotes", 0
    far = [cell for cell in cells if _distance(cell[2], cell[3]) > ROUNDING]
    rounded = len(cells) - len(far)
    if not far:
        return counted, rounded
    row, column, was, now = max(far, key=lambda cell: _distance(cell[2], cell[3]))
    number = "1 cell differs" if len(far) == 1 else f"{len(far)} cells differ"
    differ = f"{number}, most in line {row}, {column}: {was!r}, here {now!r}"
    return "; ".join(filter(None, (counted, differ))), rounded


def _rows(path: Path) -> list[list[str]]:
    """Return the fields of a file, of whatever can be read of it if it is damaged."""
    rows = []
    with contextlib.suppress(csv.Error):
        for row in csv.reader(io.StringIO(path.read_text(encoding="utf-8", errors="replace"), newline="")):
            rows.append(row)
    return rows


def _distance(was: str, now: str) -> float:
    """Return how far two numbers are apart, relative to the larger; texts are farther than any two numbers."""
    try:
        one, other = float(was), float(now)
    except ValueError:
        return math.inf
    far = abs(one - other) / max(abs(one), abs(other), LEAST)
    return far if math.isfinite(far) else math.inf


def numbers_in(folder: Path) -> int:
    """Return how many numbers the results of a notebook hold."""
    rows = (row for path in _files(folder).values() for row in _rows(path)[1:])
    return sum(_is_number(field) for row in rows for field in row)


def _is_number(text: str) -> bool:
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False


# -- digests of a profile whose results are not published --------------------------------------------------------------


def _place(project: Project, profile: str) -> Path:
    return project.shelf(PAPER).folder / f"{profile}.json"


def read_digests(project: Project, profile: str) -> Mapping[str, Mapping[str, Mapping[str, str]]] | None:
    """Return, per notebook, what its results depend on and a hash of each; None if nothing is published."""
    path = _place(project, profile)
    if not path.is_file():
        return None
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return {name: {kind: dict(hashes) for kind, hashes in each.items()} for name, each in found.items()}
    except (ValueError, TypeError, AttributeError) as error:
        raise ReportError(f"{path.name} can't be read: {shown(error)}; `make reports` writes it.") from None


def write_digests(project: Project, profile: str, here: Shelf, notebooks: Iterable[str]) -> Path:
    """Publish the digests of what was executed here."""
    found = {}
    for name in notebooks:
        sources = read_notebook(here.report(name), "report").metadata[METADATA]["sources"]
        found[name] = {"sources": sources, "results": _digest(here.results(name))}
    path = _place(project, profile)
    path.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return path


def _digest(folder: Path) -> dict[str, str]:
    return {name: hash_ for name, hash_ in results_digest(folder).items() if name != f"{TIMINGS}.csv"}


def _by_digest(published: Mapping[str, str], here: Mapping[str, str]) -> list[str]:
    names = sorted({*published, *here})
    return [f"{name} differs" for name in names if published.get(name) != here.get(name)]


# -- the list of all published files ----------------------------------------------------------------------------------

MANIFEST = "MANIFEST"


def write_manifest(shelf: Shelf) -> None:
    """List every published file of a shelf, as ``sha256sum --check`` reads it."""
    lines = [f"{digest(path.read_bytes())}  {name}\n" for name, path in published_files(shelf).items()]
    aside = shelf.folder / f".{MANIFEST}"
    aside.write_text("".join(lines), encoding="utf-8")
    aside.replace(shelf.folder / MANIFEST)


def check_manifest(shelf: Shelf) -> list[str]:
    """Return in words what is not as it was published: edited, missing, or not on the list."""
    path = shelf.folder / MANIFEST
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


# -- other seeds: would they have judged otherwise? --------------------------------------------------------------------

SEED = "seed"
JUDGED = "judged.csv"
WHOLE_TABLES = "whole_tables.csv"


def seed_jobs(
    project: Project, by_notebook: Mapping[str, Mapping[str, Any]], profile: str, other: int
) -> list[Job]:
    """Return a job per notebook that has a seed and judges, under the seed that is so many after its own."""
    jobs = []
    published = project.shelf(profile)
    for name, values in by_notebook.items():
        allowed = declared(project.notebook(name))
        if SEED in allowed and (published.results(name) / JUDGED).is_file():
            seed = values.get(SEED, allowed[SEED].default) + other
            label = f"{profile}, seed {seed}"
            jobs.append(Job(project, seed_shelf(project, other), name, label, {**values, SEED: seed}))
    return jobs


def seed_shelf(project: Project, other: int) -> Shelf:
    """Return the place of the reports under the seed that is so many after the published one."""
    folder = project.root / "reproduced" / f"seed-{other}"
    return Shelf(folder, folder / "site")


def write_flips(path: Path, published: Shelf, others: Sequence[Shelf]) -> tuple[int, int]:
    """Write to a file what is not judged alike under all seeds, with how often each verdict was given.

    Returns
    -------
    tuple of int
        How many verdicts were compared, and how many are not the same under all seeds.
    """
    verdicts: dict[tuple[str, ...], Counter[str]] = {}
    for shelf in (published, *others):
        for *key, verdict in (*_numbers_and_claims(shelf), *_whole_tables(shelf)):
            verdicts.setdefault(tuple(key), Counter())[verdict] += 1
    compared = {key: counts for key, counts in verdicts.items() if counts.total() > 1}
    flips = {key: counts for key, counts in compared.items() if len(counts) > 1}
    partial = path.with_suffix(".part")
    with partial.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([*KEY, "verdicts"])
        writer.writerows([*key, _counted(counts)] for key, counts in flips.items())
    partial.replace(path)
    return len(compared), len(flips)


def _numbers_and_claims(shelf: Shelf) -> Iterator[tuple[str, ...]]:
    for path in sorted((shelf.folder / "results").glob(f"*/{JUDGED}")):
        for row in records(path):
            yield *(row[name] for name in KEY), row["verdict"]


def _whole_tables(shelf: Shelf) -> Iterator[tuple[str, ...]]:
    found = [pd.read_csv(path) for path in sorted((shelf.folder / "results").glob(f"*/{WHOLE_TABLES}"))]
    wholes = pd.concat(found, ignore_index=True) if found else pd.DataFrame()
    judged = judged_tables(wholes, flips={})
    for row in judged.to_dict("records"):
        yield row["source"], str(row["table"]), WHOLE, row["reading"], row["verdict"]


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{verdict} {n}" for verdict, n in counts.most_common())
