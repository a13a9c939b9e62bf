"""Readings against printed tables: which generator, which rule, fits best.

A question has candidates; a candidate says what it puts in the place of a case's kind, scheme or strategies.
A new generator needs one more row here at most: kinds and schemes are taken from `gametree.generate`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from companion.pruning_comparison.study import Sampler, leaves_frame, rows_of
from companion.published.cases import CASES, COLUMNS, Case
from companion.published.cells import printed_cells
from companion.published.readings import best_reading
from companion.published.verdict import compare, whole_table
from gametree.experiment import BATCH, CRITERIA, Cell
from gametree.generate import KINDS, SCHEMES

if TYPE_CHECKING:
    import pandas as pd

PARAMETERS = {
    "nonuniform-narrow": 1, "nonuniform-levels": 2,
    "ordered-reset": 1, "ordered-reset-second": 3, "ordered-leaves": 1, "unordered-best-last": 1,
    "sss*-newest-first": 1,
}  # fmt: skip
"""Kind, scheme or strategy -> the freedom that it takes; those that are not named take none.

A departure from the text that was chosen with the printed tables in sight counts like a number that was fitted
to them: `ordered-reset-second` is the reset, the second child, and how much better that one is at most.
"""


class Candidate(NamedTuple):
    """An answer to a question: what stands in the place of the best reading's kind, scheme and strategies.

    A kind or scheme stands in for cases of its own family only: `nonuniform-levels` leaves uniform trees alone.
    """

    name: str
    kind: str | None = None
    scheme: str | None = None
    using: Mapping[str, str] | None = None

    @property
    def parameters(self) -> int:
        """How much freedom it takes: departures from the text, and fitted numbers."""
        names = (self.kind or "", self.scheme or "", *(self.using or {}).values())
        return sum(PARAMETERS.get(name, 0) for name in names)


class Question(NamedTuple):
    """What the thesis leaves open, the tables and the columns that can tell, and the candidates.

    Means are compared in all columns, differences from Alphabeta in these.
    """

    name: str
    tables: tuple[str, ...]
    columns: tuple[str, ...]
    candidates: tuple[Candidate, ...]


_ALL = tuple(COLUMNS)
_NARROWED = tuple(kind for kind in KINDS if kind != "uniform")
_ORDERED = tuple(scheme for scheme in SCHEMES if scheme.startswith("ordered"))
_UNORDERED = tuple(scheme for scheme in SCHEMES if scheme.startswith("unordered"))
_NEWEST = {"SSS*": "sss*-newest-first"}
_UNIT = {"PAB": "palphabeta-unit-window", "PVS": "pvs-unit-window"}

_LAWS_AND_UNORDERED = tuple(
    Candidate(f"{kind}, {scheme}", kind=kind, scheme=scheme) for kind in _NARROWED for scheme in _UNORDERED
)
_LAWS_AND_ORDERED = tuple(
    Candidate(f"{kind}, {scheme}", kind=kind, scheme=scheme) for kind in _NARROWED for scheme in _ORDERED
)

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
        _LAWS_AND_UNORDERED,
    ),
    "fan-outs, jointly": Question(
        "how nonuniform trees were grown, if one law holds for all three tables",
        ("XI", "XII", "XIII"),
        _ALL,
        _LAWS_AND_UNORDERED,
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
        _LAWS_AND_ORDERED,
    ),
    "ordered, jointly": Question(
        "how P-ordered trees were built, if uniform and nonuniform ones were built alike",
        ("VI", "VII", "VIII", "IX", "XIV", "XV", "XVI", "XVII", "XVIII"),
        _ALL,
        _LAWS_AND_ORDERED,
    ),
}


def fit_question(question: Question, sampler: Sampler) -> pd.DataFrame:
    """Return how well every candidate fits every table of a question, best first within a table.

    A reading whose trees scatter more comes closer to any number, so means alone can't decide.  Two things
    can: the likelihood, which charges for scatter, and the differences between strategies, which were
    measured on the same trees and are known far better than the means.

    Columns: `table`, `reading`, `cells`, `mean_square` (about 1 if only chance is at work), `p_value`,
    `beyond_3` cells and how many are `expected`; `paired`, the mean square of the differences from
    Alphabeta, with `paired_p`; `impossible`, the printed differences where ours never differ; `parameters`
    (`PARAMETERS`) and `score`: -2 log-likelihood of Alphabeta's column, one number per size, plus `paired`
    weighted as as many more numbers, plus 2 per parameter.
    """
    import pandas as pd

    rows = []
    for table in question.tables:
        case = next(case for case in CASES if case.table == table)
        for candidate in question.candidates:
            rows.append({"table": table} | _fit(case, candidate, question.columns, sampler))
    return pd.DataFrame(rows).sort_values(["table", "score"], kind="stable", key=_print_order)


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
    kind = _instead(candidate.kind, case.kind, best.kind)
    scheme = _instead(candidate.scheme, case.scheme, best.scheme)
    using = dict(best.using if candidate.using is None else candidate.using)
    others = tuple(column for column in columns if column != BASE)
    # Several questions ask for the same table under the same reading.
    key = (case.table, kind, scheme, tuple(using.items()), others)
    if key not in sampler.kept:
        sampler.kept[key] = _measured(case, sampler.cells(kind, scheme, case.p), using, others)
    measured = sampler.kept[key]
    score = measured["score"] + 2 * candidate.parameters
    return {"reading": candidate.name} | measured | {"parameters": candidate.parameters, "score": score}


def _measured(
    case: Case, found: list[Cell], using: Mapping[str, str], others: tuple[str, ...]
) -> dict[str, Any]:
    """Return how well a table agrees with what was found, its score without the charge for freedom."""
    judged = compare(leaves_frame(found), printed_cells(case.table), using)
    fit = whole_table(judged, found, using)
    pairs = fit_differences(case.table, others, found, using)
    return {
        "cells": fit.cells, "mean_square": fit.mean_square, "p_value": fit.p_value,
        "beyond_3": fit.beyond_3, "expected": fit.expected_beyond_3,
        "paired": pairs.mean_square, "paired_p": pairs.p_value, "impossible": pairs.impossible,
        "score": pairs.base + len(found) * float(np.nan_to_num(pairs.mean_square)),
    }  # fmt: skip


def _instead(candidate: str | None, literal: str, best: str) -> str:
    """Return the candidate's kind or scheme if it is a reading of the literal one, and the best one otherwise."""
    return candidate if candidate and (candidate == literal or candidate.startswith(f"{literal}-")) else best


class Differences(NamedTuple):
    """How well the differences of strategies from Alphabeta, on the same trees, agree with the printed ones.

    Attributes
    ----------
    mean_square : float
        Of their distances in standard errors, each taken for `FARTHEST` at most.
    p_value : float
        How often batches of 50 of our own trees give at least as large a mean square.
    impossible : int
        Printed differences where our strategies do not differ on a single tree; each counts as `FARTHEST`.
    base : float
        -2 log-likelihood of Alphabeta's column.
    """

    mean_square: float
    p_value: float
    impossible: int
    base: float


BASE = "AB"
FARTHEST = 10.0
"""Standard errors that a single difference counts for at most: one misprint must not decide."""


def fit_differences(
    table: str, columns: Iterable[str], found: Iterable[Cell], using: Mapping[str, str]
) -> Differences:
    """Compare the printed differences from Alphabeta with ours; cells that are noted as suspect are left out."""
    strategies, c = COLUMNS | dict(using), CRITERIA.index("leaves")
    cells = {(row.row, row.column): row for row in rows_of(printed_cells(table))}
    z, replicas, impossible, base = [], [], 0, 0.0
    for cell in found:
        size = f"{'U' if cell.kind == 'uniform' else 'N'}({cell.width},{cell.depth})"
        a = cell.strategies.index(strategies[BASE])
        mean, covariance, batches = cell.sums.mean()[:, c], cell.sums.covariance()[c], cell.sums.batch_means()
        variance = covariance[a, a] / BATCH
        if variance > 0:
            base += (cells[size, BASE].best - mean[a]) ** 2 / variance + math.log(variance)
        for column in columns:
            k = cell.strategies.index(strategies[column])
            off = (cells[size, column].best - cells[size, BASE].best) - (mean[k] - mean[a])
            error = math.sqrt(max(covariance[a, a] + covariance[k, k] - 2 * covariance[a, k], 0.0) / BATCH)
            if "suspect" in cells[size, column].note:
                continue
            if error > 1e-9:
                z.append(float(np.clip(off / error, -FARTHEST, FARTHEST)))
                own = (batches[:, k, c] - batches[:, a, c] - (mean[k] - mean[a])) / error
                replicas.append(np.clip(own, -FARTHEST, FARTHEST))
            elif abs(off) > 0.006:
                impossible += 1
                z.append(FARTHEST)
                replicas.append(np.zeros(len(batches)))
    if not z:
        return Differences(math.nan, math.nan, 0, base)
    mean_square = float((np.array(z) ** 2).mean())
    squares = (np.array([own[: min(map(len, replicas))] for own in replicas]) ** 2).mean(axis=0)
    p_value = float((1 + (squares >= mean_square).sum()) / (1 + len(squares)))
    return Differences(mean_square, p_value, impossible, base)


def overall(fits: pd.DataFrame) -> pd.DataFrame:
    """Return the candidates of a question over all its tables, best first."""
    by = fits.assign(square=fits["mean_square"] * fits["cells"]).groupby("reading", sort=False)
    together = by.agg(
        tables=("table", "count"), cells=("cells", "sum"), square=("square", "sum"), beyond_3=("beyond_3", "sum"),
        least_p=("p_value", "min"), paired=("paired", "mean"), least_paired_p=("paired_p", "min"),
        impossible=("impossible", "sum"), parameters=("parameters", "first"), score=("score", "sum"),
    )  # fmt: skip
    together.insert(2, "mean_square", together.pop("square") / together["cells"])
    # The freedom is taken once, not once per table.
    together["score"] -= 2 * together["parameters"] * (together["tables"] - 1)
    return together.sort_values("score").reset_index()


def alone(fits: pd.DataFrame) -> tuple[int, int]:
    """Return how many tables are, each alone, fitted best by the reading that is best over all; and how many can tell.

    Here freedom is not charged: readings that differ in what a table does not show fit it equally well.  A table
    where all do can't tell.
    """
    first, same, telling = overall(fits)["reading"].iloc[0], 0, 0
    fit = fits["score"] - 2 * fits["parameters"]
    for _, part in fit.groupby(fits["table"]):
        if np.ptp(part) > 0:
            telling += 1
            same += bool((part[fits.loc[part.index, "reading"] == first] <= part.min()).any())
    return same, telling


EXPLAINED = 0.02
"""A reading explains a table if chance alone does worse at least as often as this, in means and in differences."""


def outcome(fits: pd.DataFrame) -> str:
    """Return how an investigation ends: `explained`, `narrowed down to ...` or `open`.

    Explained: under the best reading every table passes as a whole, in its means and in the paired
    differences.  Narrowed down: not every one does, but the mean square of the differences is at most half
    of the worst candidate's, and no cell in ten is beyond 3 standard errors.
    """
    together = overall(fits)
    first = together.iloc[0]
    if min(first["least_p"], first["least_paired_p"]) >= EXPLAINED:
        return f"explained: {first['reading']}"
    few = first["beyond_3"] <= 0.1 * first["cells"]
    halved = first["paired"] <= 0.5 * together["paired"].max()
    return f"narrowed down to {first['reading']}" if few and halved else f"open (closest: {first['reading']})"
