"""Claims that were written down before their study was run, and how they are judged: as those of the documents."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from companion.published.cells import CELLS
from companion.published.claims import Finding, decided, judge_claim

if TYPE_CHECKING:
    import pandas as pd

FOLDER = CELLS.parents[1] / "beyond"


def written(name: str) -> pd.DataFrame:
    """Return the rows of a file of claims, by id.

    Examples
    --------
    >>> written("axis").loc["axis-same-growth", "quantifier"]
    'asymptotically'
    """
    import pandas as pd

    return pd.read_csv(Path(FOLDER, f"{name}_claims.csv"), index_col="id")


def spelled(findings: Iterable[Finding]) -> list[Finding]:
    """Return findings with percentages in their notes spelled as in the prose of all pages."""
    return [each._replace(note=each.note.replace("%", " %")) for each in findings]


def judged(name: str, findings: Iterable[Finding]) -> pd.DataFrame:
    """Return the claims of a file with verdicts, by their quantifiers alone; every one must have a finding."""
    found = {each.claim: each for each in findings}
    claims = written(name)
    if set(found) != set(claims.index):
        raise ValueError(
            f"findings are {', '.join(found)}: they must be those of {name}, {', '.join(claims.index)}"
        )
    rows = [found[claim] for claim in claims.index]
    verdicts = [
        judge_claim(claims["quantifier"][each.claim], each.cases, float(claims["margin"][each.claim]))
        for each in rows
    ]
    holding = [
        sum(held is True for held in decided(each.cases, float(claims["margin"][each.claim])))
        for each in rows
    ]
    return claims.assign(
        cases=[len(each.cases) for each in rows],
        hold=holding,
        verdict=verdicts,
        note=[each.note for each in rows],
    ).reset_index()
