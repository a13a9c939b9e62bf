"""One cell or claim of de Bruin, Pijls & Plaat 1994, computed again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.published.claims import COLUMN, judged_claim, row_of
from companion.solution_trees.findings import CLAIMS, bound_of_figure_2
from companion.solution_trees.study import Study


def recompute(
    source: str, table: str, row: str, column: str, parameters: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the judged row of one cell or claim."""
    if column != COLUMN:
        return bound_of_figure_2()
    return row_of(judged_claim(CLAIMS[row](Study.of(parameters))), table, row, column)
