"""One number or claim of chapter 1, computed again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.game_trees.findings import figures, findings
from companion.game_trees.study import Study
from companion.published.claims import COLUMN, judged_claim


def recompute(
    source: str, table: str, row: str, column: str, parameters: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the judged row of one printed number or claim, as the notebook saves it with these parameters."""
    if column == COLUMN:
        study = Study(parameters["seed"], parameters["random_trees"])
        frame = judged_claim(next(own for own in findings(study) if own.claim == row))
    else:
        frame = figures()
    place = (frame["source"] == source) & (frame["table"] == table)
    (found,) = frame[place & (frame["row"] == row) & (frame["column"] == column)].to_dict("records")
    return {str(name): value for name, value in found.items()}
