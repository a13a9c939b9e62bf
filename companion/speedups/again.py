"""One claim of chapter 4, measured and judged again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.speedups.findings import judged_claim_of
from companion.speedups.study import Study


def recompute(
    source: str, table: str, row: str, column: str, parameters: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the judged row of one claim; the chapter has no printed numbers outside its claims.

    Parameters
    ----------
    source, table, row, column : str
        Which one: ``row`` is the claim's id.
    parameters : mapping
        The parameters of the notebook.
    """
    frame = judged_claim_of(Study(**parameters), row)
    return {str(name): value for name, value in frame.iloc[0].items()}
