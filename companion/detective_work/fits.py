"""Readings against printed tables: which generator, which rule, fits best.

A question has candidates; a candidate says what it puts in the place of a case's kind, scheme or strategies.
A new generator needs one more row here at most: kinds and schemes are taken from `gametree.generate`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from companion.published.cases import (
    COLUMNS,
    LABELS,
    SIZES,
    Reading,
    Sampler,
    TreeCase,
    case_of,
    chosen_reading,
    literal_reading,
)
from companion.published.deviations import TABLES, Deviations, deviations, together
from companion.published.tables import Whole
from gametree.generate import KINDS, SCHEMES

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
    """An answer to a question: what stands in the place of the chosen reading's kind, scheme and strategies.

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
    """What the thesis leaves open, the tables and columns that can decide it, and the candidates.

    Means are compared in all columns, differences from Alphabeta in these.  The first candidate is what the text says.
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


Sizes = tuple[tuple[int, int], ...]


def fit_question(
    question: Question, sampler: Sampler, tables: tuple[str, ...] | None = None, sizes: Sizes = SIZES
) -> pd.DataFrame:
    """Return how well every candidate fits every table of a question, best first within a table.

    A reading whose trees scatter more comes closer to any number, so means alone can't decide.  Two things
    can: the likelihood, which charges for scatter, and the differences between strategies, which were
    measured on the same trees and are known far better than the means.

    Parameters
    ----------
    question : Question
        What is open, and the candidates.
    sampler : Sampler
        What samples their trees.
    tables, sizes : tuple, optional
        A part of the question's tables and of the sizes: what is left serves to test the choice.

    Returns
    -------
    DataFrame
        `table`, `reading`, `cells`, `mean_square` (about 1 if only chance is at work), `p_value`, `beyond_3` cells and
        how many are `expected`; `paired`, the mean square of the differences from Alphabeta, with `paired_p`;
        `impossible`, the printed differences where ours never differ; `parameters` (`PARAMETERS`) and `score`:
        -2 log-likelihood of Alphabeta's column, one number per size, plus `paired` weighted as as many more numbers,
        plus 2 per parameter.
    """
    rows = []
    for table in tables or question.tables:
        for candidate in question.candidates:
            measured = _measured(table, read_as(case_of(table), candidate), sampler, question.columns, sizes)
            score = measured["score"] + 2 * candidate.parameters
            about = {"table": table, "reading": candidate.name}
            rows.append(about | measured | {"parameters": candidate.parameters, "score": score})
    return pd.DataFrame(rows).sort_values(["table", "score"], kind="stable", key=_print_order)


def _print_order(column: pd.Series[float]) -> pd.Series[float]:
    return column.map(TABLES.index) if column.name == "table" else column


def read_as(case: TreeCase, candidate: Candidate) -> Reading:
    """Return the chosen reading of a case with a candidate in the place of what the question is about."""
    chosen = chosen_reading(case)
    return chosen._replace(
        kind=_instead(candidate.kind, case.kind, chosen.kind),
        scheme=_instead(candidate.scheme, case.scheme, chosen.scheme),
        using=dict(chosen.using if candidate.using is None else candidate.using),
    )


def _instead(candidate: str | None, literal: str, chosen: str) -> str:
    """Return the candidate's kind or scheme if it is a reading of the literal one, and the chosen one otherwise."""
    return (
        candidate if candidate and (candidate == literal or candidate.startswith(f"{literal}-")) else chosen
    )


def tried(table: str) -> int:
    """Return how many readings of a table the questions put to the test."""
    case = case_of(table)
    readings = (
        read_as(case, candidate)
        for question in QUESTIONS.values()
        if table in question.tables
        for candidate in question.candidates
    )
    return len({(reading.kind, reading.scheme, tuple(reading.using.items())) for reading in readings})


def compared(
    table: str, reading: Reading, sampler: Sampler, columns: Iterable[str] = LABELS, sizes: Sizes = SIZES
) -> Deviations:
    """Return how far a table is from a reading of it."""
    found = sampler.cells(reading.kind, reading.scheme, case_of(table).p)
    return deviations(table, found, reading.using, sampler.seed, columns, sizes)


def _measured(
    table: str, reading: Reading, sampler: Sampler, columns: tuple[str, ...], sizes: Sizes
) -> dict[str, Any]:
    """Return how well a table agrees with a reading of it, its score without the charge for freedom."""
    # Several questions ask for the same.
    key = (table, reading.kind, reading.scheme, tuple(reading.using.items()), columns, sizes)
    if key not in sampler.kept:
        own = compared(table, reading, sampler, columns, sizes)
        whole = own.whole()
        sampler.kept[key] = {
            "cells": whole.cells, "mean_square": whole.mean_square, "p_value": whole.mean_square_p,
            "beyond_3": whole.beyond_3, "expected": whole.expected_beyond_3,
            "paired": whole.paired, "paired_p": whole.paired_p, "impossible": own.impossible,
            "score": own.base + len(sizes) * float(np.nan_to_num(whole.paired)),
        }  # fmt: skip
    measured: dict[str, Any] = sampler.kept[key]
    return measured


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
    """Return how many tables are, each alone, fitted best by the reading that is best over all; and how many can decide.

    Here freedom is not charged: readings that differ in what a table does not show fit it equally well.  A table
    where all do can't decide.
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

    Explained: under the reading with the least score every table passes as a whole, in its means and in the paired
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


# -- readings chosen on a part of the printed numbers, and tested on the rest ------------------------------------------

# A reading that was picked with a table in sight fits that table too well.  Here every question is put again to some of
# its tables, or to every other size, with the same candidates and the same score; then the choice is tested on the
# numbers that had no part in it, beside the literal reading.  The list of candidates was made with all tables in sight.


class Split(NamedTuple):
    """A question, the tables and sizes to choose a reading on, and those to test it on."""

    question: str
    choose: tuple[str, ...]
    test: tuple[str, ...]
    choose_sizes: Sizes = SIZES
    test_sizes: Sizes = SIZES


SPLITS = (
    Split("ordered", ("VI", "VIII"), ("VII", "IX")),
    Split("ordered nonuniform", ("XIV", "XVI", "XVIII"), ("XV", "XVII")),
    *(
        Split(name, question.tables, question.tables, SIZES[first::2], SIZES[1 - first :: 2])
        for name, question in QUESTIONS.items()
        for first in (0, 1)
    ),
)
"""Half of the tables where a question has several at different P; for all questions, every other size, both ways."""


def held_out(sampler: Sampler) -> pd.DataFrame:
    """Return, for every split, which reading is chosen and how it does on what was held out, beside the literal one.

    Columns: `question`, `chosen_on`, `tested_on`, `reading`; for the chosen and the literal reading `mean_square`,
    `mean_square_p`, `paired` and `paired_p` on the tested part (all its tables together), the latter's with
    ``literal_`` before it.
    """
    return pd.DataFrame([_tested(split, sampler) for split in SPLITS])


def _tested(split: Split, sampler: Sampler) -> dict[str, object]:
    question = QUESTIONS[split.question]
    fits = fit_question(question, sampler, split.choose, split.choose_sizes)
    name = overall(fits)["reading"].iloc[0]
    picked = next(candidate for candidate in question.candidates if candidate.name == name)
    chosen = _whole(split, lambda case: read_as(case, picked), sampler)
    literal = _whole(split, literal_reading, sampler)
    measures = ("mean_square", "mean_square_p", "paired", "paired_p")
    return {
        "question": split.question,
        "chosen_on": _part(split.choose, split.choose_sizes),
        "tested_on": _part(split.test, split.test_sizes),
        "reading": name,
        **{measure: getattr(chosen, measure) for measure in measures},
        **{f"literal_{measure}": getattr(literal, measure) for measure in measures},
    }


def _whole(split: Split, read: Callable[[TreeCase], Reading], sampler: Sampler) -> Whole:
    columns = QUESTIONS[split.question].columns
    parts = (
        compared(table, read(case_of(table)), sampler, columns, split.test_sizes) for table in split.test
    )
    return together(parts).whole()


def _part(tables: tuple[str, ...], sizes: Sizes) -> str:
    half = {SIZES[::2]: ", 1st, 3rd, ... size", SIZES[1::2]: ", 2nd, 4th, ... size"}.get(sizes, "")
    return f"{', '.join(tables)}{half}"
