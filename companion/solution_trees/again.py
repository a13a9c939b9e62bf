"""One cell or claim of de Bruin, Pijls & Plaat 1994, computed again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.published.claims import COLUMN, claims_of, finding, judged_claims
from companion.solution_trees.findings import CLAIMS, NOTEBOOK, Samples, bound_of_figure_2


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
    if column != COLUMN:
        return bound_of_figure_2()
    # The frame must have all claims: the others stay without cases.
    others = [finding(name, (), "not asked for") for name in claims_of(NOTEBOOK) if name != row]
    frame = judged_claims(NOTEBOOK, [CLAIMS[row](Samples.of(parameters)), *others])
    return dict(frame[frame["row"] == row].iloc[0])
