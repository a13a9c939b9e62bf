"""One cell or claim of Knuth & Moore 1975, computed again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.alphabeta_analysis.findings import CLAIMS, first_of_54, of_table_1, of_the_text
from companion.alphabeta_analysis.study import Study
from companion.published.claims import COLUMN, judged_claim, row_of


def recompute(
    source: str, table: str, row: str, column: str, parameters: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the judged row of one cell or claim."""
    study = Study.of(parameters)
    if column == COLUMN:
        return row_of(judged_claim(CLAIMS[row](study)), table, row, column)
    if table == "1":
        return of_table_1(row, column)
    if (row, column) == ("(54), d=3", "A_1"):
        return first_of_54(study)
    key = (table, row, column)
    return next(r for r in of_the_text() if (r["table"], r["row"], r["column"]) == key)
