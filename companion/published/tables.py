"""The printed tables and sections: where each is judged, and how a whole table of sampled numbers is tested.

``data/published/tables.csv`` has a row for every table (numbers) and text (numbers and claims of a section): the
notebook and the section of it that judge it, the function that computes its numbers, and how many readings of the
text are tried with the printed numbers in sight (none: the text is read word by word).

A table of sampled numbers is put to three tests that can fail in different ways; the p-value of each comes from
tables simulated with our own trees or games, drawn as the document drew its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.published.cells import CELLS, SOURCES, records
from companion.published.verdict import NEEDED
from gametree._checks import check_name

if TYPE_CHECKING:
    import pandas as pd

TABLES = CELLS.with_name("tables.csv")

BY_NAU = ("XIX", "XXI", "XXV", "XXVI")
"""The tables of chapter 5 that the thesis quotes from Nau; it does not say how many games he played."""

OWN = ("XX", "XXII", "XXVII", "XXVIII")
"""The thesis' own tables of these games."""

DEPENDENT = ("XXIII", "XXIV")
"""The thesis' own tables of games with dependent values, which can't follow from the trees as it describes them."""

SIMULATED = 4_999
"""Simulated tables per printed one: the least p-value is 0.0002."""

LEVEL = 0.05
"""A table differs if one of its p-values, corrected for all tests of its experiment (Holm), is below this."""

TESTS = ("mean_square_p", "sign_p", "paired_p")

Floats = NDArray[np.float64]


class Place(NamedTuple):
    """Where a printed table is judged: the row of ``tables.csv``; its kind is ``table`` or ``text``."""

    kind: str
    notebook: str
    section: str
    function: str
    tried: int


@lru_cache
def places() -> Mapping[tuple[str, str], Place]:
    """Return the place of every table and section by source and table, in the order of the file."""
    return {
        (row["source"], row["table"]): Place(
            row["kind"], row["notebook"], row["section"], row["function"], int(row["tried"] or 0)
        )
        for row in records(TABLES)
    }


def place_of(source: str, table: str) -> Place:
    """Return where a printed table is judged, or say what is allowed."""
    check_name("source", source, SOURCES)
    check_name("table", table, [name for other, name in places() if other == source])
    return places()[source, table]


def notebook_of(source: str, table: str) -> str:
    """Return the notebook that is there for a printed table."""
    return place_of(source, table).notebook


class Whole(NamedTuple):
    """How well a table of sampled numbers agrees as a whole.

    Attributes
    ----------
    cells : int
        Distinct printed numbers that scatter.
    mean_square, mean_square_p : float
        The mean square of their distances in standard errors: about 1 if only chance is at work.
    below, sign_p : float
        The part of them that lies below ours: about a half if only chance is at work.
    paired, paired_p : float
        The mean square of the distances of differences between numbers that come from the same trees or games.
    resolution : float
        The least shift common to all cells that the table would have shown, in units of the difference that matters.
    beyond_3, expected_beyond_3 : float
        Cells farther off than 3 standard errors, and how many there are on average in simulated tables.
    """

    cells: int
    mean_square: float
    mean_square_p: float
    below: float
    sign_p: float
    paired: float
    paired_p: float
    resolution: float
    beyond_3: int
    expected_beyond_3: float


def simulated_p(statistic: float, simulated: Floats) -> float:
    """Return how often chance alone gives a statistic at least as large; never 0, because the printed table counts."""
    return float((1 + (simulated >= statistic).sum()) / (1 + len(simulated)))


def whole_table(
    z: Sequence[float] | Floats,
    simulated: Floats,
    matters: Sequence[float] | Floats,
    pairs: Sequence[float] | Floats = (),
    simulated_pairs: Floats | None = None,
) -> Whole:
    """Judge a table as a whole.

    Parameters
    ----------
    z : sequence of float (cells)
        The distances of the printed numbers from ours, in standard errors.
    simulated : float array (cells, tables)
        The same for tables simulated with our own trees or games.
    matters : sequence of float (cells)
        The difference that matters of every cell, in standard errors.
    pairs, simulated_pairs : sequence of float (pairs), float array (pairs, tables), optional
        The same as `z` and `simulated` for differences between cells that come from the same trees or games.

    Examples
    --------
    >>> import numpy as np
    >>> chance = np.random.default_rng(1).normal(size=(20, 999))
    >>> good = whole_table(chance[:, 0], chance[:, 1:], [6.0] * 20)
    >>> shifted = whole_table(chance[:, 0] + 2, chance[:, 1:], [6.0] * 20)
    >>> good.mean_square_p > 0.05, shifted.mean_square_p < 0.01, shifted.sign_p < 0.01
    (True, True, True)
    """
    distances, scale = np.asarray(z, dtype=float), np.asarray(matters, dtype=float)
    mean_square = float((distances**2).mean())
    # How far the deviations lie on one side, beside the same of the simulated tables.
    lopsided = abs(np.sign(distances).mean())
    shift = (simulated / scale[:, None]).mean(axis=0)
    differences = np.asarray(pairs, dtype=float)
    paired, paired_p = np.nan, np.nan
    if len(differences) and simulated_pairs is not None:
        paired = float((differences**2).mean())
        paired_p = simulated_p(paired, (simulated_pairs**2).mean(axis=0))
    return Whole(
        len(distances),
        mean_square,
        simulated_p(mean_square, (simulated**2).mean(axis=0)),
        float((distances < 0).mean()),
        simulated_p(float(lopsided), abs(np.sign(simulated).mean(axis=0))),
        paired,
        paired_p,
        float(NEEDED * shift.std()),
        int((abs(distances) > 3).sum()),
        float((abs(simulated) > 3).sum(axis=0).mean()),
    )


def holm(p_values: Sequence[float] | Floats) -> Floats:
    """Return p-values corrected for how many there are (Holm); NaN stays NaN and does not count.

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03]).tolist()
    [0.03, 0.06, 0.06]
    """
    p = np.asarray(p_values, dtype=float)
    corrected = np.full(p.shape, np.nan)
    order = [i for i in np.argsort(p) if not np.isnan(p[i])]
    so_far = 0.0
    for rank, i in enumerate(order):
        so_far = max(so_far, min(1.0, float(p[i]) * (len(order) - rank)))
        corrected[i] = so_far
    return corrected


WHOLE = "whole table"
"""What stands in the place of a row for a whole table; its reading is the column."""


def judged_tables(wholes: pd.DataFrame, flips: Mapping[tuple[str, ...], str]) -> pd.DataFrame:
    """Return whole tables with `corrected_p` (the least of a table, by Holm over its experiment), `verdict` and `seeds`.

    An experiment is what one notebook judges of one document: all tests of all its tables, under every reading, are one
    family.  So the chapter and the scorecard, which has other experiments beside it, say the same of a table.

    ``differs`` if `corrected_p` is below `LEVEL`.  The correction protects a source from being called wrong by chance; it
    must not hand out agreement: ``agrees`` needs that the least p of the table, corrected for its own tests only, is not
    below `LEVEL` either, that a shift that matters would have been seen, and that no other seed judges otherwise.  What
    is left is ``inconclusive``.

    Parameters
    ----------
    wholes : DataFrame
        A row per table and reading: `source`, `table`, `reading` and the fields of `Whole`; whole experiments.
    flips : mapping
        Source, table, `WHOLE` and reading of what is not judged alike under all seeds -> how often each verdict was
        given (`scorecard.read_flips`), which becomes `seeds`; none to judge by this seed alone.
    """
    if wholes.empty:
        return wholes
    p = wholes[list(TESTS)].to_numpy(dtype=float)
    names = list(zip(wholes["source"], wholes["table"].astype(str), strict=True))
    experiments = [(source, notebook_of(source, table)) for source, table in names]
    corrected = np.empty_like(p)
    for experiment in set(experiments):
        own = [each == experiment for each in experiments]
        corrected[own] = holm(p[own].ravel()).reshape(-1, len(TESTS))
    least = np.array([_least(row) for row in corrected])
    alone = np.array([_least(holm(row)) for row in p])
    agrees = (alone >= LEVEL) & (wholes["resolution"].to_numpy() <= 1)
    verdicts = np.where(least < LEVEL, "differs", np.where(agrees, "agrees", "inconclusive"))
    readings = zip(names, wholes["reading"], strict=True)
    seeds = np.array([flips.get((*name, WHOLE, reading), "") for name, reading in readings])
    verdicts = np.where(seeds != "", "inconclusive", verdicts)
    return wholes.assign(corrected_p=least, verdict=verdicts, seeds=seeds)


def _least(row: Any) -> float:
    known = row[~np.isnan(row)]
    return float(known.min()) if len(known) else float("nan")
