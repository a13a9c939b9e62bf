"""One number or claim of Appendix 1, computed again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from companion.published.claims import COLUMN, row_of
from companion.scout_variants import findings
from companion.scout_variants.study import Study


def recompute(
    source: str, table: str, row: str, column: str, parameters: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the judged row of one printed number or claim, as the notebook saves it with these parameters."""
    study = Study(**{field.name: parameters[field.name] for field in fields(Study)})
    if column == COLUMN:
        frame = findings.judged_claim_of(study, row)
    else:
        frame = findings.judged_visits(study.visits)
    return row_of(frame, table, row, column)
