"""What we found for printed claims, as rows of the scorecard.

Numbers in prose and claims in words stand in the published data like the cells of a table, under their
section.  A claim without a number has the column ``holds`` and the value 1; ours is then the part of the
cases in which it holds.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from companion.published.cells import published
from companion.published.verdict import SCORECARD_COLUMNS, VERDICTS, judge

if TYPE_CHECKING:
    import pandas as pd

HOLDS = "holds"


class Finding(NamedTuple):
    """What we found for one printed claim.

    Attributes
    ----------
    claim, column : str
        The row and the column of the published cell.
    ours : float
        Our number; for a claim without one, the part of the cases in which it holds.
    verdict : str
        One of `companion.published.verdict.VERDICTS`.
    note : str
        A sentence with what was measured, and by how much it held or not.
    sd, n : float
        Standard deviation and size of our sample, if there is one.
    statistic : float
        How far ours is from what was printed; computed (printed less ours) if left out.
    """

    claim: str
    column: str
    ours: float
    verdict: str
    note: str
    sd: float = math.nan
    n: float = math.nan
    statistic: float = math.nan


def judged_findings(source: str, tables: Iterable[str], findings: Iterable[Finding]) -> pd.DataFrame:
    """Return findings as the frame that the scorecard takes, in the order of print.

    Raises
    ------
    ValueError
        If a finding names no claim of these tables, names one twice, has an unknown verdict or no number; or
        if a claim has no finding.
    """
    import pandas as pd

    names = list(tables)
    where = f"table {names[0]}" if len(names) == 1 else f"tables {', '.join(names)}"
    cells = pd.concat([published(source, table) for table in names])
    printed = {(str(cell.row), str(cell.column)): cell for cell in cells.itertuples()}
    found: dict[tuple[str, str], Finding] = {}
    for finding in findings:
        key = (finding.claim, finding.column)
        if key not in printed:
            raise ValueError(f"claim is {key!r}: it must be a row and a column of {where}")
        if key in found:
            raise ValueError(f"claim {key!r} is judged twice")
        if finding.verdict not in VERDICTS:
            raise ValueError(
                f"verdict of {key!r} is {finding.verdict!r}: it must be one of {', '.join(VERDICTS)}"
            )
        if finding.verdict not in ("underspecified", "not yet") and not math.isfinite(finding.ours):
            raise ValueError(f"ours of {key!r} is {finding.ours}: a verdict needs a finite number")
        found[key] = finding
    missing = [" ".join(key) for key in printed if key not in found]
    if missing:
        raise ValueError(f"findings lack {', '.join(missing)}: every claim of {where} needs one")
    rows = []
    for key, cell in printed.items():
        own = found[key]
        value, corrected = float(str(cell.value)), float(str(cell.corrected))
        statistic = value - own.ours if math.isnan(own.statistic) else own.statistic
        numbers = (value, corrected, own.ours, own.sd, own.n, statistic)
        rows.append((source, cell.table, *key, *numbers, own.verdict, own.note))
    return pd.DataFrame(rows, columns=[*SCORECARD_COLUMNS, "note"])


def held(claim: str, cases: Iterable[bool], note: str, needed: float = 1.0) -> Finding:
    """Return the finding for a claim without a number: it agrees if at least a part `needed` of its cases hold."""
    outcomes = [bool(case) for case in cases]
    if not outcomes:
        raise ValueError(f"cases of {claim!r} are none: a claim needs at least one")
    share = sum(outcomes) / len(outcomes)
    return Finding(claim, HOLDS, share, "agrees" if share >= needed else "differs", note, n=len(outcomes))


def equal(source: str, table: str, claim: str, column: str, ours: float, note: str, digits: int) -> Finding:
    """Return the finding for a number that was not sampled: it must be equal to so many digits after the point."""
    cells = published(source, table)
    cell = cells[(cells["row"] == claim) & (cells["column"] == column)]
    if cell.empty:
        raise ValueError(f"claim is {(claim, column)!r}: it must be a row and a column of table {table}")
    result = judge(float(cell["value"].iloc[0]), float(cell["corrected"].iloc[0]), ours, digits=digits)
    return Finding(claim, column, ours, result.verdict, note, statistic=result.statistic)
