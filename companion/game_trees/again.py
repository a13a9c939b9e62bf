"""One number or claim of chapter 1, computed again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.game_trees import findings
from companion.game_trees.study import compare_frameworks
from companion.published.claims import COLUMN


def recompute(
    source: str, table: str, row: str, column: str, parameters: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the judged row of one printed number or claim, as the notebook saves it with these parameters."""
    if column == COLUMN:
        seed = parameters["seed"]
        frame = findings.judged(seed, compare_frameworks(seed, parameters["random_trees"]))
    else:
        frame = findings.figures()
    place = (frame["source"] == source) & (frame["table"] == table)
    (found,) = frame[place & (frame["row"] == row) & (frame["column"] == column)].to_dict("records")
    return {str(name): value for name, value in found.items()}
