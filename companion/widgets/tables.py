"""What notebooks show in rows: frames, claims with their verdicts, the trace of a search."""

from __future__ import annotations

import html
import math
import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from IPython.display import HTML

from companion import plot
from companion.explanations.trace_data import window_label
from companion.plot.style import VERDICTS
from companion.published.cells import CELLS, records
from companion.published.claims import COLUMN, all_claims
from companion.widgets.prose import number, typeset
from gametree._checks import check_flag, check_kind, check_name
from gametree.trace import Trace

if TYPE_CHECKING:
    import pandas as pd

LONGEST = 16
"""Rows that stand open on a page; a longer table is folded, and whole when it is opened."""

_LEFT = ' style="text-align:left"'
_NUMBER = re.compile(r"[\u2007\u2008 ]*[−+]?[\d.,]+$")
"""A number that is already written out, perhaps with spaces as wide as its digits before it."""

PRINTED = ("published", "corrected", "printed")
"""Columns of what a source prints, which are shown with all their digits."""

_CELL = ("table", "row", "column")
"""What names a printed cell; no two documents share such a name."""

_LONGEST_PRINTED = 6
"""The most decimals that a source prints; a number with more was computed, whatever its column is called."""

_COLOURED = {("verdict", name) for name in VERDICTS}


def frame(
    rows: pd.DataFrame, caption: str = "", folded: bool | None = None, forms: Mapping[str, str] | None = None
) -> HTML:
    """Return a frame as a table without its index: text at the left, numbers aligned at the point, verdicts coloured.

    Parameters
    ----------
    rows : DataFrame
        What to show.
    caption : str
        What it is.
    folded : bool, optional
        Whether it is folded under its caption; if left out, whether it is long.
    forms : mapping, optional
        Column -> format of its numbers, such as ``+.1f``; others get as many decimals as the greatest can bear, but what is
        printed (`PRINTED`) has the digits of print.

    Examples
    --------
    >>> import pandas as pd
    >>> "<td>−0.50</td>" in frame(pd.DataFrame({"change": [-0.5]}), forms={"change": ".2f"}).data
    True
    >>> "<td>0.653</td>" in frame(pd.DataFrame({"published": [0.653, 12.0]})).data
    True
    """
    _check_rows("rows", rows, ())
    if forms is not None:
        check_kind("forms", forms, Mapping, "a mapping from columns to formats")
    as_printed = _as_printed(rows.loc[:, [name not in (forms or {}) for name in rows.columns]])
    columns = [
        as_printed.get(str(name)) or _column(rows.iloc[:, k], (forms or {}).get(str(name)))
        for k, name in enumerate(rows.columns)
    ]
    left = [kind == "text" for kind, _ in columns]
    head = "".join(
        f'<th scope="col"{_LEFT if text else ""}>{html.escape(str(name))}</th>'
        for name, text in zip(rows.columns, left, strict=True)
    )
    body = "".join(
        "<tr>"
        + "".join(
            f"<td{_LEFT if text else ''}>{verdict(cell) if (name, cell) in _COLOURED else html.escape(cell)}</td>"
            for name, cell, text in zip(rows.columns, cells, left, strict=True)
        )
        + "</tr>"
        for cells in zip(*(texts for _, texts in columns), strict=True)
    )
    return _table(caption, head, body, len(rows), folded)


def claims(judged: pd.DataFrame, caption: str = "", folded: bool | None = None) -> HTML:
    """Return the claims among some judged rows as sentences: what is claimed, what was found, the verdict."""
    _check_rows("judged", judged, ("row", "column", "note", "verdict"))
    every = all_claims()
    own = judged[judged["column"] == COLUMN]
    body = "".join(
        f"<tr><td{_LEFT}>{html.escape(every[row['row']].claim)} (page&nbsp;{every[row['row']].page})</td>"
        f"<td{_LEFT}>{html.escape(typeset(str(row['note'])))}</td><td{_LEFT}>{verdict(row['verdict'])}</td></tr>"
        for row in own.to_dict("records")
    )
    head = "".join(f'<th scope="col"{_LEFT}>{name}</th>' for name in ("claim", "what we found", "verdict"))
    return _table(caption, head, body, len(own), folded)


def verdict(name: str) -> str:
    """Return a verdict as HTML, with the colour that it has on every page."""
    look = VERDICTS[check_name("verdict", name, VERDICTS)]["facecolor"]
    return f'<span style="border-left:.7em solid {look};padding-left:.4em;white-space:nowrap">{name}</span>'


def table(traced: Trace, folded: bool | None = None) -> HTML:
    """Return the trace of a search as a table, one row per step; cut-offs are bold, and calls are indented."""
    check_kind("traced", traced, Trace, "a Trace, as gametree.trace returns it")
    columns = ("step", "OPEN" if traced[0].open is not None else "window for MAX", "what happened")
    body = "".join(_row(traced, index) for index in range(len(traced)))
    return trace_table(f"{traced.strategy}, step by step", columns, body, folded)


def trace_table(caption: str, columns: Iterable[str], body: str, folded: bool | None = None) -> HTML:
    """Return a table of steps, text at the left; the body is HTML, one row per step."""
    head = "".join(f'<th scope="col"{_LEFT}>{html.escape(name)}</th>' for name in columns)
    return _table(caption, head, body, body.count("<tr"), folded)


def show_end(figure: int, traced: Trace, caption: str) -> None:
    """Show the tree as a search leaves it: the principal continuation, and the window of each node's last search."""
    check_kind("traced", traced, Trace, "a Trace, as gametree.trace returns it")
    tree, snapshot = traced.tree, traced.snapshot()
    windows = {step.node: (step.low, step.high) for step in traced if not tree.is_leaf(step.node)}
    axes = plot.draw_tree(tree, snapshot=snapshot, windows=windows, principal=traced.result.line)
    shown = [f"{tree.name(n)} {window_label(*w)}" for n, w in windows.items() if window_label(*w)]
    windows_in_words = f" Windows for MAX: {', '.join(shown)}." if shown else ""
    alt = f"{traced.strategy}. {plot.describe(tree, snapshot)}{windows_in_words}"
    plot.show(figure, axes, caption=caption, alt=alt)


def _check_rows(name: str, rows: Any, needed: Iterable[str]) -> None:
    import pandas as pd

    check_kind(name, rows, pd.DataFrame, "a DataFrame")
    missing = [column for column in needed if column not in rows.columns]
    if missing:
        raise ValueError(f"{name} lacks the columns {', '.join(missing)}: it must be rows of a scorecard")


def _table(caption: str, head: str, body: str, rows: int, folded: bool | None) -> HTML:
    check_kind("caption", caption, str, "text")
    fold = rows > LONGEST if folded is None else check_flag("folded", folded)
    title = html.escape(caption)
    inside = f"<caption{_LEFT}>{title}</caption>" if title and not fold else ""
    text = f'<table class="rows">{inside}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
    if fold:
        text = f"<details><summary>{title or 'table'} ({rows} rows)</summary>{text}</details>"
    return HTML(text)


def _column(values: pd.Series[Any], form: str | None) -> tuple[str, list[str]]:
    """Return whether a column is text or numbers, and its cells."""
    if values.dtype.kind not in "iuf":
        cells = ["" if _missing(value) else typeset(str(value)) for value in values]
        return ("number" if cells and all(_NUMBER.match(cell) for cell in cells) else "text"), cells
    if form is not None:
        return "number", [number(value, form) if math.isfinite(value) else "" for value in values]
    finite = [abs(float(value)) for value in values if math.isfinite(value)]
    greatest = max(finite, default=0.0)
    if all(value == int(value) for value in finite):
        decimals = 0
    else:
        decimals = max(0, 4 - max(1, math.ceil(math.log10(greatest + 1e-300))))
    return "number", [_number(float(value), decimals) for value in values]


def _as_printed(rows: pd.DataFrame) -> dict[str, tuple[str, list[str]]]:
    """Return the columns of printed numbers, each with the digits that it has in print.

    A row that names a printed cell has those of that cell; any other as many decimals as the longest of its section.
    """
    own = [str(name) for name in rows.columns if name in PRINTED and rows[name].dtype.kind in "iuf"]
    if not own or rows[own].map(_decimals).to_numpy().max(initial=0) > _LONGEST_PRINTED:
        return {}
    section = rows["section"].to_numpy() if "section" in rows.columns else [""] * len(rows)
    longest = rows[own].map(_decimals).max(axis=1).groupby(section).transform("max")
    keys: list[object] = [""] * len(rows)
    if {*_CELL} <= {*rows.columns}:
        keys = [*rows[list(_CELL)].itertuples(index=False, name=None)]
    return {
        name: (
            "number",
            _aligned(
                rows[name],
                [
                    _digits_in_print().get((key, value), of_others)
                    for key, value, of_others in zip(keys, rows[name], longest, strict=True)
                ],
            ),
        )
        for name in own
    }


@lru_cache
def _digits_in_print() -> dict[tuple[object, float], int]:
    """Return the decimals of every printed number, and of every correction, by cell and value."""
    found: dict[tuple[object, float], int] = {}
    for row in records(CELLS):
        for text in (row["value"], row["corrected"]):
            if text:
                found[tuple(row[name] for name in _CELL), float(text)] = len(text.partition(".")[2])
    return found


def _decimals(value: float) -> int:
    """Return the decimals of a number that was read from text.

    >>> _decimals(0.653), _decimals(12.0), _decimals(math.nan)
    (3, 0, 0)
    """
    exponent = Decimal(f"{value:.12g}").as_tuple().exponent if math.isfinite(value) else 0
    return max(0, -int(exponent))


def _aligned(values: Iterable[float], decimals: Iterable[int]) -> list[str]:
    """Return numbers with so many decimals each, and spaces as wide as the digits that the shorter ones lack."""
    places = [int(places) for places in decimals]
    most = max(places, default=0)
    return [
        number(value, f",.{own}f") + "\u2008" * (own == 0 < most) + "\u2007" * (most - own)
        if math.isfinite(value)
        else ""
        for value, own in zip(values, places, strict=True)
    ]


def _number(value: float, decimals: int) -> str:
    """Return a number with so many decimals, or with one digit where all of them would be zeros."""
    if not math.isfinite(value):
        return ""
    vanishes = value != 0 and abs(value) < 0.5 * 10.0**-decimals
    return number(value, ".1g" if vanishes else f",.{decimals}f")


def _missing(value: object) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value))


def _row(traced: Trace, index: int) -> str:
    step = traced[index]
    level = int(traced.tree.level[step.node])
    if step.open is not None:
        middle, indent = traced.open_text(step.open), 0
    else:
        middle, indent = window_label(step.low, step.high), level
    weight = "bold" if step.pruned else "normal"
    cells = ((str(index + 1), 0), (middle, 0), (step.text, indent))
    return (
        f'<tr style="font-weight:{weight}">'
        + "".join(
            f'<td style="text-align:left;padding-left:{0.6 + 1.1 * deep:.1f}em">{html.escape(text)}</td>'
            for text, deep in cells
        )
        + "</tr>"
    )
