"""One number or claim of chapter 2, computed again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.pruning_strategies.findings import findings, numbers
from companion.pruning_strategies.study import Study
from companion.published.claims import COLUMN, judged_claim, row_of


def recompute(
    source: str, table: str, row: str, column: str, parameters: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the judged row of one printed number or claim, as the notebook saves it with these parameters."""
    study = Study(parameters["seed"], parameters["random_trees"])
    if column == COLUMN:
        frame = judged_claim(next(own for own in findings(study) if own.claim == row))
    else:
        frame = numbers(study.nodes)
    return row_of(frame, table, row, column)
