"""One cell or claim of Nau 1983, computed again (`companion.recompute`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.g_games.findings import FINDINGS, judged_cells
from companion.g_games.study import Study
from companion.published.claims import COLUMN, judged_claim, row_of


def recompute(
    source: str, table: str, row: str, column: str, parameters: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the judged row of one cell or claim, as the notebook saves it with these parameters."""
    if column == COLUMN:
        frame = judged_claim(FINDINGS[row](Study.of(parameters)))
    else:
        frame = judged_cells([table])
    return row_of(frame, table, row, column)
