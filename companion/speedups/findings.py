"""What chapter 4 of the thesis (Muszycka 1985, pp. 103-116) reports of speeding up the search, and how it fares.

The chapter surveys: its numbers are those of others, and most of its claims have none.  They stand in the
published data as table ``ch4``: a claim's name is its row, what was printed its column.  A claim without a
number has the column ``holds`` and the value 1; ours is then the part of the cases in which it holds.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from companion.published.cells import published
from companion.published.claims import Finding, judged_findings

if TYPE_CHECKING:
    import pandas as pd

SOURCE, TABLE = "muszycka1985", "ch4"


def claims() -> pd.DataFrame:
    """Return the claims of the chapter: page, claim, column, printed, and what it says."""
    cells = published(SOURCE, TABLE)
    names = {"row": "claim", "value": "printed", "note": "says"}
    return cells.rename(columns=names)[["page", "claim", "column", "printed", "says"]]


def judged(findings: Iterable[Finding]) -> pd.DataFrame:
    """Return findings as the frame that the scorecard takes: one for every claim of the chapter, or an error."""
    return judged_findings(SOURCE, [TABLE], findings)
