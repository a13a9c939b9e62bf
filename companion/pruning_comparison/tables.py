"""The printed tables of chapter 3 with ours in every cell, marked by verdict."""

from __future__ import annotations

import html
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from IPython.display import HTML

if TYPE_CHECKING:
    import pandas as pd

SYMBOLS = {
    "exact": "=",
    "agrees": "✓",
    "inconclusive": "~",
    "differs": "✗",
    "misprint": "!",
    "scan": "¿",
    "underspecified": "?",
    "not yet": "…",
}
"""What stands for a verdict where colour alone would not do."""

_FILL = {
    "exact": "#D7ECD9",
    "agrees": "#E7F3F8",
    "inconclusive": "#F3F0F7",
    "misprint": "#F6EBB5",
    "scan": "#EDE3D3",
    "differs": "#F8DAC4",
    "underspecified": "#E4E4E4",
    "not yet": "#FFFFFF",
}


def legend() -> HTML:
    """Return what the colours and symbols of `table_as_printed` mean."""
    items = "".join(
        f'<span style="background:{_FILL[v]};color:#1a1a1a;padding:2px 8px;margin-right:6px;border-radius:3px">'
        f"{SYMBOLS[v]} {v}</span>"
        for v in ("exact", "agrees", "inconclusive", "differs", "misprint", "scan", "underspecified")
    )
    text = (
        "In a cell: printed value, <i>ours</i>, and their distance in standard errors of a mean of 50 trees."
    )
    return HTML(f'<p style="line-height:2.1">{items}<br>{text}</p>')


def table_as_printed(judged: pd.DataFrame, table: str, caption: str = "") -> HTML:
    """Return a printed table with ours in every cell, coloured by verdict and marked with its symbol.

    A column that was printed once for several strategies stays one column; ours is then a range if they differ.
    """
    cells = judged[judged["table"] == table]
    rows = list(dict.fromkeys(cells["row"]))
    groups = _merged_columns(cells)
    head = "".join(
        f'<th scope="col" style="text-align:center">{html.escape(", ".join(group))}</th>' for group in groups
    )
    body = []
    by_place = {(cell.row, cell.column): cell for cell in cells.itertuples(index=False)}
    for row in rows:
        tds = "".join(_cell([by_place[row, column] for column in group]) for group in groups)
        body.append(f'<tr><th scope="row" style="white-space:nowrap">{html.escape(row)}</th>{tds}</tr>')
    return HTML(
        '<div style="overflow:auto;max-height:34em"><table style="margin:0;font-size:85%;line-height:1.25">'
        f"<caption>{html.escape(caption or f'Table {table}')}</caption>"
        f'<thead><tr><th scope="col">size</th>{head}</tr></thead><tbody>{"".join(body)}</tbody></table></div>'
    )


def _merged_columns(cells: pd.DataFrame) -> list[tuple[str, ...]]:
    """Return the columns as printed: those that a note says were printed once belong together."""
    groups: dict[str, list[str]] = {}
    for column, part in cells.groupby("column", sort=False):
        note = next((n for n in part["note"] if "printed once" in n), "")
        key = note.partition("printed once")[2] or str(column)
        groups.setdefault(key, []).append(str(column))
    return [tuple(group) for group in groups.values()]


def _cell(part: Sequence[Any]) -> str:
    worst = max((cell.verdict for cell in part), key=list(_FILL).index)
    ours = sorted({_number(cell.ours) for cell in part}, key=float)
    value = part[0].published
    shown = ours[0] if len(ours) == 1 else f"{ours[0]}-{ours[-1]}"
    z = max((cell.statistic for cell in part), key=abs)
    distance = "" if worst == "exact" else f"{z:+.1f} "
    return (
        f'<td style="text-align:center;background:{_FILL[worst]};color:#1a1a1a">{_number(value)}<br><i>{shown}</i>'
        f"<br><small>{distance}{SYMBOLS[worst]}</small></td>"
    )


def _number(value: float) -> str:
    return "-" if math.isnan(value) else f"{value:.2f}"


def tally(judged: pd.DataFrame, tables: Sequence[str]) -> pd.DataFrame:
    """Return how many cells of each table have which verdict."""
    counts = judged.groupby(["table", "verdict"]).size().unstack(fill_value=0)
    counts = counts.reindex(index=list(tables), columns=[v for v in _FILL if v in counts], fill_value=0)
    counts.insert(0, "cells", counts.sum(axis=1))
    return counts.rename_axis(columns=None).reset_index()
