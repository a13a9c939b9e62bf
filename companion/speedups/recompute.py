"""One claim of chapter 4, measured and judged again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.published.claims import row_of
from companion.speedups.findings import judged_claim_of
from companion.speedups.study import Study


def recompute(
    source: str, table: str, row: str, column: str, parameters: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the judged row of one claim; the chapter has no printed numbers outside its claims."""
    return row_of(judged_claim_of(Study(**parameters), row), table, row, column)
