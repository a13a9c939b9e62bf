"""One cell or claim of Knuth & Moore 1975, computed again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.alphabeta_analysis.findings import CLAIMS, NOTEBOOK, first_of_54, of_table_1, of_the_text
from companion.alphabeta_analysis.study import Samples
from companion.published.claims import COLUMN, claims_of, finding, judged_claims


def recompute(
    source: str, table: str, row: str, column: str, parameters: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the judged row of one cell or claim.

    Parameters
    ----------
    source, table, row, column : str
        Which one, as in the scorecard.
    parameters : mapping
        The parameters of the notebook.
    """
    samples = Samples.of(parameters)
    if column == COLUMN:
        # The frame must have all claims: the others stay without cases.
        others = [finding(name, (), "not asked for") for name in claims_of(NOTEBOOK) if name != row]
        frame = judged_claims(NOTEBOOK, [CLAIMS[row](samples), *others])
        return dict(frame[frame["row"] == row].iloc[0])
    if table == "1":
        return of_table_1(row, column)
    if (row, column) == ("(54), d=3", "A_1"):
        return first_of_54(samples)
    key = (table, row, column)
    return next(r for r in of_the_text() if (r["table"], r["row"], r["column"]) == key)
