"""What chapter 4 of the thesis (Muszycka 1985, pp. 103-116) reports of speeding up the search, and how it fares.

The chapter surveys: its numbers are those of others, and most of its claims have none.  They stand in the
published data as table ``ch4``: a claim's name is its row, what was printed its column.  A claim without a
number has the column ``holds`` and the value 1; ours is then the part of the cases in which it holds.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from gametree.published import published
from gametree.verdict import SCORECARD_COLUMNS, VERDICTS

if TYPE_CHECKING:
    import pandas as pd

SOURCE, TABLE = "muszycka1985", "ch4"
HOLDS = "holds"


class Finding(NamedTuple):
    """What we found for one printed claim.

    Attributes
    ----------
    claim, column : str
        The row and the column of table ``ch4``.
    ours : float
        Our number; for a claim without one, the part of the cases in which it holds.
    verdict : str
        One of `gametree.verdict.VERDICTS`.
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


def claims() -> pd.DataFrame:
    """Return the claims of the chapter: page, claim, column, printed, and what it says."""
    cells = published(SOURCE, TABLE)
    names = {"row": "claim", "value": "printed", "note": "says"}
    return cells.rename(columns=names)[["page", "claim", "column", "printed", "says"]]


def judged(findings: Iterable[Finding]) -> pd.DataFrame:
    """Return findings as the frame that the scorecard takes, in the order of print.

    Raises
    ------
    ValueError
        If a finding names no claim of the chapter, names one twice, has an unknown verdict or no number; or
        if a claim has no finding.
    """
    import pandas as pd

    found: dict[tuple[str, str], Finding] = {}
    printed = {(str(cell.row), str(cell.column)): cell for cell in published(SOURCE, TABLE).itertuples()}
    for finding in findings:
        key = (finding.claim, finding.column)
        if key not in printed:
            raise ValueError(f"claim is {key!r}: it must be a row and a column of table {TABLE}")
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
        raise ValueError(f"findings lack {', '.join(missing)}: every claim of table {TABLE} needs one")
    rows = []
    for key, cell in printed.items():
        own = found[key]
        value, corrected = float(str(cell.value)), float(str(cell.corrected))
        statistic = value - own.ours if math.isnan(own.statistic) else own.statistic
        numbers = (value, corrected, own.ours, own.sd, own.n, statistic)
        rows.append((SOURCE, TABLE, *key, *numbers, own.verdict, own.note))
    return pd.DataFrame(rows, columns=[*SCORECARD_COLUMNS, "note"])


def held(claim: str, cases: Iterable[bool], note: str, needed: float = 1.0) -> Finding:
    """Return the finding for a claim without a number: it agrees if at least a part `needed` of its cases hold."""
    outcomes = [bool(case) for case in cases]
    if not outcomes:
        raise ValueError(f"cases of {claim!r} are none: a claim needs at least one")
    share = sum(outcomes) / len(outcomes)
    return Finding(claim, HOLDS, share, "agrees" if share >= needed else "differs", note, n=len(outcomes))
