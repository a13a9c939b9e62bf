"""Agreement of our numbers with the printed ones.

A printed mean of 50 trees is judged by its distance from ours in standard errors.  The standard deviation
comes from our larger sample, the sample size from the source.  A number that was not sampled must be equal
to the last printed digit.

    exact            not sampled, and equal as printed
    agrees           sampled, and within LIMIT standard errors
    misprint         the printed number can't be right, the corrected one is exact or agrees
    differs          none of these
    underspecified   the source does not say what would be needed to compute it
    not yet          nothing of ours to compare with
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from companion.published.cases import CASES, COLUMNS
from gametree.experiment.sums import BATCH, CRITERIA
from gametree.experiment.sweeps import Cell

if TYPE_CHECKING:
    import pandas as pd

VERDICTS = ("exact", "agrees", "differs", "misprint", "underspecified", "not yet")
LIMIT = 3.0
"""Standard errors within which a sampled cell agrees: by chance alone, 27 cells in 10,000 fall outside."""

SCORECARD_COLUMNS = (
    "source",
    "table",
    "row",
    "column",
    "published",
    "corrected",
    "ours",
    "sd",
    "n",
    "statistic",
    "verdict",
)


class Judgement(NamedTuple):
    """A verdict and the statistic behind it: a distance in standard errors, or a difference if nothing was sampled."""

    statistic: float
    verdict: str


def judge(
    published: float,
    corrected: float,
    ours: float,
    sd: float = 0.0,
    n: float = math.inf,
    sample: float = BATCH,
    digits: int = 2,
) -> Judgement:
    """Judge one printed number.

    Parameters
    ----------
    published, corrected : float
        What was printed, and what must have been meant (NaN if that is the same).
    ours : float
        What we found; NaN if there is nothing yet.
    sd, n : float
        Standard deviation and size of our sample; 0 for a number that was not sampled.
    sample : float
        Size of the source's sample.
    digits : int
        Digits after the point in print.
    """
    if math.isnan(ours):
        return Judgement(math.nan, "not yet")
    is_corrected = not math.isnan(corrected)
    difference = (corrected if is_corrected else published) - ours
    rounding = 0.5 * 10.0**-digits
    if sd == 0 or math.isnan(sd):
        statistic, good = difference, "exact" if abs(difference) <= rounding * (1 + 1e-9) else ""
    else:
        statistic = difference / (sd * math.sqrt(1 / sample + 1 / n))
        good = "agrees" if abs(statistic) <= LIMIT else ""
    return Judgement(statistic, "differs" if not good else "misprint" if is_corrected else good)


def judge_exactly(published: float, corrected: float, ours: Fraction, digits: int) -> Judgement:
    """Judge one printed number against a fraction: within half a unit of the last digit, without any tolerance.

    The arguments are as for `judge`; what was printed is taken as the decimal number that it is.
    """
    is_corrected = not math.isnan(corrected)
    difference = Fraction(f"{corrected if is_corrected else published:.{digits}f}") - ours
    if abs(difference) > Fraction(1, 2 * 10**digits):
        return Judgement(float(difference), "differs")
    return Judgement(float(difference), "misprint" if is_corrected else "exact")


def compare(
    frame: pd.DataFrame, cells: pd.DataFrame, using: Mapping[str, str] | None = None, sample: int = BATCH
) -> pd.DataFrame:
    """Put the means of a sweep beside the printed cells of Tables III-XVIII of the thesis, with a verdict each.

    Parameters
    ----------
    frame : DataFrame
        What `sweep` returned; several sweeps may be concatenated, as long as each case is there only once.
    cells : DataFrame
        Printed cells, from `published("muszycka1985", table=...)`; those of other tables come back as "not
        yet".
    using : mapping, optional
        Which strategy stands for a printed column, where it is not the obvious one: ``{"SSS*":
        "sss*-newest-first"}``.
    sample : int
        Trees per printed mean.

    Returns
    -------
    DataFrame
        A row per printed cell: source, table, row, column, published, corrected, ours, sd, n, statistic,
        verdict.
    """
    import pandas as pd

    found = _index(frame)
    columns = COLUMNS | dict(using or {})
    rows = []
    for cell in _rows(cells):
        mean, sd, n = found.get(_key_of(cell, columns), (math.nan, math.nan, math.nan))
        judged = judge(cell.value, cell.corrected, mean, sd, n, sample)
        rows.append(
            (cell.source, cell.table, cell.row, cell.column, cell.value, cell.corrected, mean, sd, n, *judged)
        )
    return pd.DataFrame(rows, columns=list(SCORECARD_COLUMNS))


def _rows(frame: pd.DataFrame) -> Iterator[Any]:
    return frame.itertuples(index=False)


def _size(label: str) -> tuple[int, int]:
    """Return (3, 6) for U(3,6)."""
    width, depth = map(int, label[2:-1].split(","))
    return width, depth


def _family(name: str) -> str:
    """Return the part of a kind or scheme that all its readings share: ordered for ordered-reset."""
    for family in ("nonuniform", "uniform", "unordered", "ordered"):
        if name == family or name.startswith(family + "-"):
            return family
    return name


def _index(frame: pd.DataFrame) -> dict[Any, tuple[float, float, float]]:
    found: dict[Any, tuple[float, float, float]] = {}
    for row in _rows(frame[frame["criterion"] == "leaves"]):
        p = None if math.isnan(row.p) else round(row.p, 6)
        key = (_family(row.kind), _family(row.scheme), p, row.width, row.depth, row.strategy)
        if key in found:
            raise ValueError(f"frame has the case {key} twice: it must hold one reading of each case")
        found[key] = (row.mean, row.sd, row.n)
    return found


def _key_of(cell: Any, columns: Mapping[str, str]) -> Any:
    case = next((case for case in CASES if case.table == cell.table), None)
    if cell.source != "muszycka1985" or case is None:
        return None
    return (case.kind, case.scheme, case.p, *_size(cell.row), columns[cell.column])


class Fit(NamedTuple):
    """How well a whole table agrees.

    Attributes
    ----------
    cells : int
        Cells with a standard error.
    mean_square : float
        The mean square of their distances in standard errors: about 1 if only chance is at work.
    p_value : float
        How often 50 trees of ours give at least as large a mean square (the columns of a row come from the
        same trees, so no formula would do).
    beyond_2, beyond_3 : int
        Cells farther off than 2 and 3 standard errors.
    expected_beyond_2, expected_beyond_3 : float
        How many there are on average when 50 trees of ours stand for the thesis' 50.
    """

    cells: int
    mean_square: float
    p_value: float
    beyond_2: int
    beyond_3: int
    expected_beyond_2: float
    expected_beyond_3: float


def whole_table(judged: pd.DataFrame, found: Iterable[Cell], using: Mapping[str, str] | None = None) -> Fit:
    """Judge a table of leaf counts as a whole, against batches of 50 of our own trees.

    Parameters
    ----------
    judged : DataFrame
        What `compare` returned for one table.
    found : iterable of Cell
        The cells of the sweep behind it, with their batches (`gametree.experiment.cells`).
    using : mapping, optional
        As for `compare`.
    """
    columns = COLUMNS | dict(using or {})
    ours, replicas = [], []
    c = CRITERIA.index("leaves")
    by_size = {
        (cell.width, cell.depth): (
            cell.strategies, cell.sums.mean()[:, c], cell.sums.sd()[:, c], cell.sums.batch_means()[..., c]
        )
        for cell in found
    }  # fmt: skip
    for row in _rows(judged):
        if row.verdict == "not yet" or not row.sd > 0:
            continue
        strategies, mean, sd, batches = by_size[_size(row.row)]
        k = strategies.index(columns[row.column])
        ours.append(row.statistic)
        replicas.append((batches[:, k] - mean[k]) / (sd[k] / math.sqrt(BATCH)))
    if not ours:
        return Fit(0, math.nan, math.nan, 0, 0, math.nan, math.nan)
    z = np.array(ours)
    # The batches of different sizes are independent, so the first of each size together make a table, and so on.
    tables = np.array([replica[: min(map(len, replicas))] for replica in replicas])
    mean_square, squares = float((z**2).mean()), (tables**2).mean(axis=0)
    return Fit(
        len(z),
        mean_square,
        float((1 + (squares >= mean_square).sum()) / (1 + len(squares))),
        int((abs(z) > 2).sum()),
        int((abs(z) > 3).sum()),
        float((abs(tables) > 2).sum(axis=0).mean()),
        float((abs(tables) > 3).sum(axis=0).mean()),
    )
