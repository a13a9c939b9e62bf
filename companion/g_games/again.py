"""One cell or claim of Nau 1983, computed again (`companion.recompute`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.g_games.findings import FINDINGS, Study, judged_cells
from companion.published.claims import COLUMN, finding, judged_claims

NOTEBOOK = "09_g_games"


def recompute(
    source: str, table: str, row: str, column: str, parameters: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the judged row of one cell or claim, as the notebook saves it with these parameters."""
    if column == COLUMN:
        study = Study(**{name: parameters[name] for name in Study.__dataclass_fields__})
        others = [finding(name, [], "not asked for") for name in FINDINGS if name != row]
        frame = judged_claims(NOTEBOOK, [FINDINGS[row](study), *others])
    else:
        frame = judged_cells([table])
    (found,) = frame[(frame["row"] == row) & (frame["column"] == column)].to_dict("records")
    return {str(name): value for name, value in found.items()}
