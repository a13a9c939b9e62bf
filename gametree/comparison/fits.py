"""Readings against printed tables: which generator, which rule, fits best.

A question has candidates; a candidate says what it puts in the place of a case's kind, scheme or strategies.
A new generator needs one more row here at most: kinds and schemes are taken from `gametree.generate`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gametree.comparison.study import Sampler, printed_cells
from gametree.experiment import CRITERIA, Cell, frame_of
from gametree.experiment.readings import best_reading
from gametree.experiment.thesis import CASES, COLUMNS, Case
from gametree.generate import KINDS, SCHEMES
from gametree.verdict import compare, whole_table

if TYPE_CHECKING:
    import pandas as pd

PARAMETERS: dict[str, int] = {}
"""Kind or scheme -> how many of its numbers were fitted to the tables; those that are not named have none."""


class Candidate(NamedTuple):
    """An answer to a question: what stands in the place of the best reading's kind, scheme and strategies."""

    name: str
    kind: str | None = None
    scheme: str | None = None
    using: Mapping[str, str] | None = None

    @property
    def parameters(self) -> int:
        """How many numbers were fitted."""
        return PARAMETERS.get(self.kind or "", 0) + PARAMETERS.get(self.scheme or "", 0)


class Question(NamedTuple):
    """What the thesis leaves open, the tables and columns that can tell, and the candidates."""

    name: str
    tables: tuple[str, ...]
    columns: tuple[str, ...]
    candidates: tuple[Candidate, ...]


_ALL = tuple(COLUMNS)
_NARROWED = tuple(kind for kind in KINDS if kind != "uniform")
_ORDERED = tuple(scheme for scheme in SCHEMES if scheme.startswith("ordered"))
_NEWEST = {"SSS*": "sss*-newest-first"}
_UNIT = {"PAB": "palphabeta-unit-window", "PVS": "pvs-unit-window"}

QUESTIONS = {
    "ties": Question(
        "which of equal merits SSS* takes first",
        ("IV", "XI"),
        ("SSS*",),
        (Candidate("leftmost (as prescribed)", using={}), Candidate("newest first", using=_NEWEST)),
    ),
    "windows": Question(
        "how wide a minimal window is",
        ("V", "XII"),
        ("PAB", "PVS"),
        (Candidate("minimal", using={}), Candidate("width 1", using=_UNIT)),
    ),
    "fan-outs": Question(
        "how nonuniform trees were grown",
        ("XI", "XII"),
        _ALL,
        tuple(Candidate(kind, kind=kind) for kind in _NARROWED),
    ),
    "fan-outs, unordered": Question(
        "how the nonuniform trees of Table XIII were grown",
        ("XIII",),
        _ALL,
        tuple(Candidate(kind, kind=kind) for kind in _NARROWED),
    ),
    "ordered": Question(
        "how P-ordered trees were built",
        ("VI", "VII", "VIII", "IX"),
        _ALL,
        tuple(Candidate(scheme, scheme=scheme) for scheme in _ORDERED),
    ),
    "ordered nonuniform": Question(
        "how P-ordered nonuniform trees were built",
        ("XIV", "XV", "XVI", "XVII", "XVIII"),
        _ALL,
        tuple(
            Candidate(f"{kind}, {scheme}", kind=kind, scheme=scheme)
            for kind in _NARROWED
            for scheme in _ORDERED
        ),
    ),
}


def fit_question(question: Question, sampler: Sampler) -> pd.DataFrame:
    """Return how well every candidate fits every table of a question, best first within a table.

    Columns: `table`, `reading`, `cells`, `mean_square` (about 1 if only chance is at work), `p_value`,
    `beyond_3` cells and how many are `expected`, `effective` (independent numbers that the cells are worth:
    the columns of a row come from the same trees), `parameters` (fitted ones) and `aic` = effective x
    mean_square + 2 x parameters.
    """
    import pandas as pd

    rows = []
    for table in question.tables:
        case = next(case for case in CASES if case.table == table)
        for candidate in question.candidates:
            rows.append({"table": table} | _fit(case, candidate, question.columns, sampler))
    return pd.DataFrame(rows).sort_values(["table", "aic"], kind="stable", key=_print_order)


def _print_order(column: pd.Series[float]) -> pd.Series[float]:
    tables = [case.table for case in CASES]
    if column.name != "table":
        return column
    order = sorted(tables, key=_roman)
    return column.map(order.index)


def _roman(numeral: str) -> int:
    digits = [{"I": 1, "V": 5, "X": 10}[letter] for letter in numeral]
    return sum(
        -digit if any(later > digit for later in digits[i + 1 :][:1]) else digit
        for i, digit in enumerate(digits)
    )


def _fit(case: Case, candidate: Candidate, columns: Iterable[str], sampler: Sampler) -> dict[str, object]:
    best = best_reading(case)
    kind, scheme = candidate.kind or best.kind, candidate.scheme or best.scheme
    using = dict(best.using if candidate.using is None else candidate.using)
    found = sampler.cells(kind, scheme, case.p)
    printed = printed_cells(case.table)
    judged = compare(frame_of(found), printed[printed["column"].isin(list(columns))], using)
    fit = whole_table(judged, found, using)
    effective = effective_cells(judged, found, using)
    return {
        "reading": candidate.name, "cells": fit.cells, "mean_square": fit.mean_square,
        "p_value": fit.p_value, "beyond_3": fit.beyond_3, "expected": fit.expected_beyond_3,
        "effective": effective, "parameters": candidate.parameters,
        "aic": effective * fit.mean_square + 2 * candidate.parameters,
    }  # fmt: skip


def effective_cells(judged: pd.DataFrame, found: Iterable[Cell], using: Mapping[str, str]) -> float:
    """Return how many independent cells have a sum of squares that scatters as that of these cells does.

    The sum of z^2 over n independent cells has variance 2n; over correlated ones, 2 times the sum of all
    squared correlations.
    """
    strategies = COLUMNS | dict(using)
    by_size = {(cell.width, cell.depth): cell for cell in found}
    shared = n = 0.0
    for row, cells in judged[judged["sd"] > 0].groupby("row"):
        width, depth = map(int, str(row)[2:-1].split(","))
        cell = by_size[width, depth]
        which = [cell.strategies.index(strategies[column]) for column in cells["column"]]
        covariance = cell.sums.covariance()[CRITERIA.index("leaves")][np.ix_(which, which)]
        sd = np.sqrt(np.diag(covariance))
        shared += float(((covariance / np.outer(sd, sd)) ** 2).sum())
        n += len(which)
    return n**2 / shared if shared else math.nan


def overall(fits: pd.DataFrame) -> pd.DataFrame:
    """Return the candidates of a question over all its tables, best first."""
    by = fits.assign(square=fits["mean_square"] * fits["cells"]).groupby("reading", sort=False)
    together = by.agg(
        tables=("table", "count"), cells=("cells", "sum"), square=("square", "sum"), aic=("aic", "sum"),
        worst_p=("p_value", "min"),
    )  # fmt: skip
    together.insert(2, "mean_square", together.pop("square") / together["cells"])
    return together.sort_values("aic").reset_index()


EXPLAINED = 0.01
"""A reading explains a table if chance alone does worse at least as often as this."""


def outcome(fits: pd.DataFrame) -> str:
    """Return how an investigation ends: `explained`, `narrowed down to ...` or `open`.

    Explained: under the best reading every table passes as a whole.  Narrowed down: not every one does, but
    its mean square is at most half of the worst candidate's and no cell in ten is beyond 3 standard errors.
    """
    together = overall(fits)
    best = str(together["reading"].iloc[0])
    rows = fits[fits["reading"] == best]
    if (rows["p_value"] >= EXPLAINED).all():
        return f"explained: {best}"
    few = rows["beyond_3"].sum() <= 0.1 * rows["cells"].sum()
    if few and together["mean_square"].iloc[0] <= 0.5 * together["mean_square"].max():
        return f"narrowed down to {best}"
    return f"open (closest: {best})"
