"""One number or claim of chapter 2, computed again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.pruning_strategies.findings import findings, numbers
from companion.pruning_strategies.study import Study
from companion.published.claims import COLUMN, judged_claim


def recompute(
    source: str, table: str, row: str, column: str, parameters: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the judged row of one printed number or claim, as the notebook saves it with these parameters."""
    study = Study(parameters["seed"], parameters["random_trees"])
    if column == COLUMN:
        frame = judged_claim(next(own for own in findings(study) if own.claim == row))
    else:
        frame = numbers(study.nodes)
    place = (frame["source"] == source) & (frame["table"] == table)
    (found,) = frame[place & (frame["row"] == row) & (frame["column"] == column)].to_dict("records")
    return {str(name): value for name, value in found.items()}
