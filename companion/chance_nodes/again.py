"""One cell or claim of Zenzel 1989, computed again (`companion.recompute`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.chance_nodes.findings import (
    FINDINGS,
    Study,
    judged_table_2,
    judged_table_3,
    judged_text_numbers,
)
from companion.published.claims import COLUMN, finding, judged_claims

NOTEBOOK = "10_chance_nodes"
TABLES = {"2": judged_table_2, "3": judged_table_3}


def recompute(
    source: str, table: str, row: str, column: str, parameters: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the judged row of one cell or claim, as the notebook saves it with these parameters."""
    if column == COLUMN:
        names = {name: parameters[name] for name in ("trees", "replicates", "seed", "heuristic_cost")}
        study = Study(**names, errors=tuple(parameters["errors"]))
        others = [finding(name, [], "not asked for") for name in FINDINGS if name != row]
        frame = judged_claims(NOTEBOOK, [FINDINGS[row](study), *others])
    else:
        frame = TABLES.get(table, judged_text_numbers)()
    (found,) = frame[(frame["row"] == row) & (frame["column"] == column)].to_dict("records")
    return {str(name): value for name, value in found.items()}
