"""One cell or claim of Zenzel 1989, computed again (`companion.recompute`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from companion.chance_nodes.findings import FINDINGS, judged_table_2, judged_table_3, judged_text_numbers
from companion.chance_nodes.study import Study
from companion.published.claims import COLUMN, judged_claim, row_of

TABLES = {"2": judged_table_2, "3": judged_table_3}


def recompute(
    source: str, table: str, row: str, column: str, parameters: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the judged row of one cell or claim, as the notebook saves it with these parameters."""
    if column == COLUMN:
        study = Study(**{field.name: parameters[field.name] for field in fields(Study)})
        frame = judged_claim(FINDINGS[row](study))
    else:
        frame = TABLES.get(table, judged_text_numbers)()
    return row_of(frame, table, row, column)
