"""Agreement of our numbers with the printed ones.

A printed mean of 50 trees is judged by its distance from ours in standard errors.  The standard deviation
comes from our larger sample, the sample size from the source.  A number that was not sampled must be equal
to the last printed digit.

    exact            not sampled, and equal as printed
    agrees           sampled, within LIMIT standard errors, and a difference that matters would have been seen
    inconclusive     sampled, within LIMIT standard errors, but so would be a number that differs in a way that matters
    differs          further off than chance or rounding allows
    misprint         can't be right as printed, as something other than our number shows; corrected, it fits ours
    scan             damaged or misread in the scan, or print and scan can't be told apart; restored, it fits ours
    underspecified   the source does not say what would be needed to compute it
    not yet          nothing of ours to compare with

A difference matters if a reader would conclude something else from it: 10 % of a mean number of leaves, nodes or
visits (strategies that the thesis ranks lie as close together as that), 0.05 of a probability (the steps from one
depth to the next that make or refute pathology).  It would have been seen if a printed number so far off were beyond
LIMIT standard errors with a probability of POWER.  Neither was chosen for what it makes of any cell.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from numbers import Real
from typing import TYPE_CHECKING, Any, NamedTuple

from scipy.special import ndtri

from companion.published.cases import CASES, COLUMNS, rows_of
from companion.published.cells import PLACE, printed_cell
from gametree._checks import check_count, check_kind, shown
from gametree.experiment.sums import BATCH

if TYPE_CHECKING:
    import pandas as pd

VERDICTS = ("exact", "agrees", "inconclusive", "differs", "misprint", "scan", "underspecified", "not yet")
SAYS = {
    "exact": ("is exact", "are exact"),
    "agrees": ("agrees", "agree"),
    "inconclusive": ("is inconclusive", "are inconclusive"),
    "differs": ("differs", "differ"),
    "misprint": ("is a misprint", "are misprints"),
    "scan": ("is damaged in the scan", "are damaged in the scan"),
    "underspecified": ("is underspecified", "are underspecified"),
}
"""Verdict -> what one number does, and what several do."""

LIMIT = 3.0
"""Standard errors within which a sampled cell agrees: by chance alone, 27 cells in 10,000 fall outside."""

POWER = 0.8
"""How probable it must be that a difference that matters would have been seen."""

NEEDED = LIMIT + float(ndtri(POWER))
"""Standard errors that a difference that matters must have for that."""

OF_A_MEAN = 0.10
"""The difference that matters in leaves, nodes and visits, relative to the mean."""

OF_A_PROBABILITY = 0.05
"""The difference that matters in a probability."""

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
    cause: str = "",
    matters: float | None = None,
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
    cause : str
        Why the number needs a correction (`companion.published.cells.CAUSES`).
    matters : float, optional
        The least difference that matters; a part OF_A_MEAN of ours if left out.

    Examples
    --------
    >>> import math
    >>> judge(220.62, math.nan, 222.4, sd=60.0, n=10_000).verdict  # 50 trees can't tell 10 % there
    'inconclusive'
    >>> judge(8121.62, 121.62, 121.0, sd=8.0, n=10_000, cause="undecided").verdict
    'scan'
    """
    if math.isnan(ours):
        return Judgement(math.nan, "not yet")
    is_corrected = not math.isnan(corrected)
    restored = is_corrected or cause == PLACE
    difference = (corrected if is_corrected else published) - ours
    rounding = 0.5 * 10.0**-digits
    if sd == 0 or math.isnan(sd):
        statistic, good = difference, "exact" if abs(difference) <= rounding * (1 + 1e-9) else ""
    else:
        error = sd * math.sqrt(1 / sample + 1 / n)
        statistic = difference / error
        least = OF_A_MEAN * abs(ours) if matters is None else matters
        compatible = "agrees" if least >= NEEDED * error else "inconclusive"
        good = compatible if abs(statistic) <= LIMIT else ""
    return Judgement(statistic, _of_restored(cause) if good and restored else good or "differs")


def _of_restored(cause: str) -> str:
    """Return the verdict on a number that fits ours once it is restored; without proof, no author has erred."""
    return "misprint" if cause == "print" else "scan"


def judge_exactly(
    published: float, corrected: float, ours: Fraction, digits: int, cause: str = ""
) -> Judgement:
    """Judge one printed number against a fraction: within half a unit of the last digit, without any tolerance.

    The arguments are as for `judge`; what was printed is taken as the decimal number that it is.
    """
    is_corrected = not math.isnan(corrected)
    restored = is_corrected or cause == PLACE
    difference = Fraction(f"{corrected if is_corrected else published:.{digits}f}") - ours
    if abs(difference) > Fraction(1, 2 * 10**digits):
        return Judgement(float(difference), "differs")
    return Judgement(float(difference), _of_restored(cause) if restored else "exact")


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

    Raises
    ------
    TypeError, ValueError
        If `frame` or `cells` is no DataFrame, or lacks a column.
    """
    import pandas as pd

    _check_frame("frame", frame, _SWEPT, "what gametree.sweep returns")
    _check_frame("cells", cells, _PRINTED, "what companion.published returns")
    for column, least in (("sd", 0), ("n", 1)):
        if (frame[column] < least).any():
            raise ValueError(
                f"frame has {frame[column].min():g} in the column {column}: it must be {least} or more"
            )
    check_kind(
        "using", {} if using is None else using, Mapping, "a mapping from printed columns to strategies"
    )
    check_count("sample", sample, 1, 10**12)
    found = _index(frame)
    columns = COLUMNS | dict(using or {})
    rows = []
    for cell in rows_of(cells):
        mean, sd, n = found.get(_key_of(cell, columns), (math.nan, math.nan, math.nan))
        judged = judge(cell.value, cell.corrected, mean, sd, n, sample, cause=cell.cause)
        rows.append(
            (cell.source, cell.table, cell.row, cell.column, cell.value, cell.corrected, mean, sd, n, *judged)
        )
    return pd.DataFrame(rows, columns=list(SCORECARD_COLUMNS))


_SWEPT = ("kind", "scheme", "p", "width", "depth", "strategy", "criterion", "mean", "sd", "n")
_PRINTED = ("source", "table", "row", "column", "value", "corrected", "cause")
_NUMBERS = {"p", "width", "depth", "mean", "sd", "n", "value", "corrected"}


def _check_frame(name: str, frame: Any, needed: Sequence[str], what: str) -> None:
    """Refuse what is no frame, or lacks a column."""
    import pandas as pd

    check_kind(name, frame, pd.DataFrame, f"a DataFrame, {what}")
    missing = [column for column in needed if column not in frame.columns]
    if missing:
        raise ValueError(f"{name} lacks the columns {', '.join(missing)}: it must be {what}")
    for column in (name for name in needed if name in _NUMBERS):
        if any(isinstance(value, str) for value in frame[column]):
            raise ValueError(f"{name} has text in the column {column}: it must be {what}")
        for value in frame[column] if frame[column].dtype.kind not in "iuf" else ():
            if not isinstance(value, Real) or isinstance(value, bool):
                raise ValueError(f"{name} has {shown(value)} in the column {column}: it must be {what}")


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
    for row in rows_of(frame[frame["criterion"] == "leaves"]):
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


def number(
    source: str,
    table: str,
    row: str,
    column: str,
    ours: float | None,
    note: str = "",
    *,
    digits: int = 2,
    sd: float = 0.0,
    n: float = math.inf,
    sample: float = BATCH,
    matters: float | None = None,
) -> dict[str, Any]:
    """Return a printed number beside ours, judged: a row for `judged_numbers`.

    Parameters
    ----------
    source, table, row, column : str
        Which number.
    ours : float or None
        Ours; None if the source does not say what one would need to compute it, and then the note says what.
    note : str
        What is behind ours; that of the printed cell is added.
    digits, sd, n, sample, matters
        As for `companion.published.verdict.judge`.

    Examples
    --------
    >>> number("knuth1975", "S3", "Fig. 2", "leaves", 36, digits=0)["verdict"]
    'exact'
    """
    cell = printed_cell(source, table, row, column)
    full = "; ".join(filter(None, (note, str(cell["note"]))))
    value, corrected = float(cell["value"]), float(cell["corrected"])
    key: dict[str, Any] = {"source": source, "table": table, "row": row, "column": column}
    key |= {"published": value, "corrected": corrected}
    if ours is None:
        if not note:
            raise ValueError(f"note is empty for {table} {row} {column}: it must say what is missing")
        nothing = dict.fromkeys(("ours", "sd", "n", "statistic"), math.nan)
        return key | nothing | {"verdict": "underspecified", "note": full}
    result = judge(value, corrected, ours, sd, n, sample, digits, str(cell["cause"]), matters)
    sampled = {"sd": sd or math.nan, "n": n if sd else math.nan}
    return key | {"ours": ours} | sampled | result._asdict() | {"note": full}


def judged_numbers(rows: Iterable[dict[str, Any]]) -> pd.DataFrame:
    """Return numbers, as `number` gives them, as the frame that the scorecard takes."""
    import pandas as pd

    return pd.DataFrame(list(rows), columns=[*SCORECARD_COLUMNS, "note"])
