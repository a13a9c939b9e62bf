"""Numbers that a document prints outside its large tables, one by one, as rows of the scorecard."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from companion.published.cells import printed_cell
from companion.published.verdict import SCORECARD_COLUMNS, judge
from gametree.experiment.sums import BATCH

if TYPE_CHECKING:
    import pandas as pd


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
