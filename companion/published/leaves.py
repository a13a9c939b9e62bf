"""The printed leaf counts of Muszycka 1985 by class of trees, to show beside a sample."""

from __future__ import annotations

import csv
from functools import cache
from typing import Any

from companion.published.cases import CASES, COLUMNS
from companion.published.cells import CELLS, published

SCORECARD = CELLS.parents[2] / "reports" / "scorecard.csv"

Means = dict[str, dict[str, Any]]
"""Per strategy: the printed mean as `value`, its `table`, and the `verdict` on it with the text read word by word."""


@cache
def printed_leaves() -> dict[str, dict[str, Means]]:
    """Return Tables III to XVIII: by class of trees, by size, by strategy.

    A class is a kind, a scheme and, where the scheme takes one, a p.  The verdict is that of the committed scorecard,
    and is left out where there is none.

    >>> printed_leaves()["uniform unordered"]["3,6"]["sss*"]["value"]
    173.34
    >>> sorted(printed_leaves()["nonuniform ordered 0.2"]["2,3"])
    ['alphabeta', 'branch-and-bound', 'palphabeta', 'pvs', 'scout', 'sss*']
    """
    verdicts = _verdicts()
    found: dict[str, dict[str, Means]] = {}
    for case in CASES:
        name = " ".join([case.kind, case.scheme, *([] if case.p is None else [f"{case.p:g}"])])
        sizes = found.setdefault(name, {})
        cells = published("muszycka1985", table=case.table)
        for row, column, value in zip(cells["row"], cells["column"], cells["best"], strict=True):
            mean: dict[str, Any] = {"value": float(value), "table": case.table}
            if verdict := verdicts.get((case.table, row, column)):
                mean["verdict"] = verdict
            sizes.setdefault(row[2:-1], {})[COLUMNS[column]] = mean
    return found


def _verdicts() -> dict[tuple[str, str, str], str]:
    if not SCORECARD.exists():
        return {}
    with SCORECARD.open(encoding="utf-8", newline="") as file:
        return {
            (row["table"], row["row"], row["column"]): row["literal_verdict"]
            for row in csv.DictReader(file)
            if row["source"] == "muszycka1985" and row["literal_verdict"]
        }
