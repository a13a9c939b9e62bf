"""The printed tables of chapter 3 with ours in every cell, marked by verdict."""

from __future__ import annotations

import html
import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from IPython.display import HTML
from matplotlib.colors import to_hex, to_rgb

from companion.plot.style import VERDICTS
from companion.published.cases import case_of, chosen_reading, rows_of
from companion.published.deviations import TABLES

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

_WORST = ("exact", "agrees", "inconclusive", "misprint", "scan", "differs", "underspecified", "not yet")
"""Where several numbers share a cell, the last of their verdicts in this order is shown."""


def tint(verdict: str) -> str:
    """Return a pale shade of the colour that a verdict has on every page, for text to stand on.

    >>> tint("exact")
    '#c7e0ee'
    """
    red, green, blue = (0.22 * part + 0.78 for part in to_rgb(VERDICTS[verdict]["facecolor"]))
    return to_hex((red, green, blue))


def legend() -> str:
    """Return what the colours and symbols of `table_html` mean."""
    items = "".join(
        f'<span style="background:{tint(v)};color:#1a1a1a;padding:2px 8px;margin-right:6px;border-radius:3px">'
        f"{SYMBOLS[v]} {v}</span>"
        for v in ("exact", "agrees", "inconclusive", "differs", "misprint", "scan", "underspecified")
    )
    text = (
        "In a cell: printed value, <i>ours</i>, and their distance in standard errors of a mean of 50 trees."
    )
    return f'<p style="line-height:2.1">{items}<br>{text}</p>'


def all_tables(judged: pd.DataFrame, wholes: pd.DataFrame) -> HTML:
    """Return the sixteen printed tables with ours, each folded under a line that says how it is read and how it does."""
    by_reading = {(row.table, row.reading): row for row in rows_of(wholes)}
    return HTML(legend() + "".join(_folded(judged, by_reading, table) for table in TABLES))


def _folded(judged: pd.DataFrame, by_reading: Mapping[tuple[str, str], Any], table: str) -> str:
    case = case_of(table)
    reading, cells = chosen_reading(case), judged[judged["table"] == table]
    about = f"{case.kind}, {case.scheme}" + ("" if case.p is None else f", P = {case.p}")
    whole = "exact"
    if (table, reading.name) in by_reading:
        row = by_reading[table, reading.name]
        whole = f"{row.verdict} as a whole, mean z² {row.mean_square:.2f}"
    beyond = int((cells["verdict"] == "differs").sum())
    line = f"Table {table}: {about}; {whole}; {beyond} of {len(cells)} numbers differ"
    return f"<details><summary>{html.escape(line)}</summary>{table_html(judged, table)}</details>"


def table_html(judged: pd.DataFrame, table: str) -> str:
    """Return a printed table with ours in every cell, coloured by verdict and marked with its symbol.

    A column that was printed once for several strategies stays one column; ours is then a range if they differ.
    """
    cells = judged[judged["table"] == table]
    groups = _merged_columns(cells)
    head = "".join(
        f'<th scope="col" style="text-align:center">{html.escape(", ".join(group))}</th>' for group in groups
    )
    by_place = {(cell.row, cell.column): cell for cell in cells.itertuples(index=False)}
    body = "".join(
        f'<tr><th scope="row" style="white-space:nowrap">{html.escape(row)}</th>'
        + "".join(_cell([by_place[row, column] for column in group]) for group in groups)
        + "</tr>"
        for row in dict.fromkeys(cells["row"])
    )
    return (
        '<div style="overflow-x:auto"><table style="margin:0;line-height:1.25">'
        f'<thead><tr><th scope="col">size</th>{head}</tr></thead><tbody>{body}</tbody></table></div>'
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
    worst = max((cell.verdict for cell in part), key=_WORST.index)
    ours = sorted({_number(cell.ours) for cell in part}, key=float)
    value = part[0].published
    shown = ours[0] if len(ours) == 1 else f"{ours[0]}-{ours[-1]}"
    z = max((cell.statistic for cell in part), key=abs)
    distance = "" if worst == "exact" else f"{z:+.1f} "
    return (
        f'<td style="text-align:center;background:{tint(worst)};color:#1a1a1a">{_number(value)}<br><i>{shown}</i>'
        f"<br><small>{distance}{SYMBOLS[worst]}</small></td>"
    )


def _number(value: float) -> str:
    return "-" if math.isnan(value) else f"{value:.2f}"


def tally(judged: pd.DataFrame, tables: Sequence[str]) -> pd.DataFrame:
    """Return how many cells of each table have which verdict."""
    counts = judged.groupby(["table", "verdict"]).size().unstack(fill_value=0)
    counts = counts.reindex(index=list(tables), columns=[v for v in _WORST if v in counts], fill_value=0)
    counts.insert(0, "cells", counts.sum(axis=1))
    return counts.rename_axis(columns=None).reset_index()
