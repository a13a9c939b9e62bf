"""Would another seed have judged otherwise?  The notebooks executed under several seeds, verdict beside verdict."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from companion.published.cells import KEY
from companion.published.tables import WHOLE, judged_tables
from companion.report.execute import Job
from companion.report.parameters import declared
from companion.report.project import Project, Shelf

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
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                yield *(row[name] for name in KEY), row["verdict"]


def _whole_tables(shelf: Shelf) -> Iterator[tuple[str, ...]]:
    found = [pd.read_csv(path) for path in sorted((shelf.folder / "results").glob(f"*/{WHOLE_TABLES}"))]
    wholes = pd.concat(found, ignore_index=True) if found else pd.DataFrame()
    judged = judged_tables(wholes, flips=())
    for row in judged.to_dict("records"):
        yield row["source"], str(row["table"]), WHOLE, row["reading"], row["verdict"]


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{verdict} {n}" for verdict, n in counts.most_common())
