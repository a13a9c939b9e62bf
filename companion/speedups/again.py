"""One claim of chapter 4, measured and judged again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.published.claims import claims_of, finding
from companion.speedups.findings import NOTEBOOK, judged, measured


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
    others = [finding(name, (), "not asked for") for name in claims_of(NOTEBOOK) if name != row]
    frame = judged([measured(row, parameters), *others], parameters["seed"])
    return {str(name): value for name, value in frame[frame["row"] == row].iloc[0].items()}
