"""Verdicts that depend on the seed: ``data/seeds.csv``, written by ``make seeds``."""

from __future__ import annotations

import csv

from companion.published.cells import CELLS, KEY

FLIPS = CELLS.parents[1] / "seeds.csv"


def read_flips() -> dict[tuple[str, ...], str]:
    """Return what is not judged alike under all seeds, with how often each verdict was given.

    The key is source, table, row and column of a number or claim; for a whole table `tables.WHOLE` stands in the place of
    the row, and its reading in that of the column.
    """
    with FLIPS.open(encoding="utf-8", newline="") as file:
        return {tuple(row[name] for name in KEY): row["verdicts"] for row in csv.DictReader(file)}
