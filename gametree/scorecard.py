"""The scorecard: every printed number with its verdict, merged from what the notebooks judged.

Each notebook that can be held against a printed table saves a frame `judged`: the columns of
`verdict.SCORECARD_COLUMNS`, and, if there is something to say, `reading` (how the source was read) and `note`
(the reason).  Here they come together, one row per row of ``data/published/cells.csv``, in its order.  A cell
that no notebook has judged is `not yet`, with the notebook that will.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gametree.published import KEY
from gametree.verdict import SCORECARD_COLUMNS, VERDICTS

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = (*SCORECARD_COLUMNS, "notebook", "reading", "note")
"""The columns of the scorecard."""

NUMBERS = ("published", "corrected", "ours", "sd", "n", "statistic")
"""Those of them that are numbers."""

_BY_SOURCE = {
    "knuth1975": "07_alphabeta_analysis",
    "debruin1994": "08_solution_trees",
    "nau1983": "09_g_games",
    "zenzel1989": "10_chance_nodes",
}
_PATHOLOGY = ("XIX", "XX", "XXI", "XXII", "XXIII", "XXIV", "XXV", "XXVI", "XXVII", "XXVIII")


def notebook_of(source: str, table: str) -> str:
    """Return the notebook that is there for a printed table."""
    if source in _BY_SOURCE:
        return _BY_SOURCE[source]
    if source != "muszycka1985":
        allowed = ", ".join(("muszycka1985", *_BY_SOURCE))
        raise ValueError(f"source is {source!r}: it must be one of {allowed}")
    if table == "A1":
        return "06_scout_variants"
    return "05_pathology" if table in _PATHOLOGY else "03_pruning_comparison"


def scorecard(cells: pd.DataFrame, judged: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """Merge what the notebooks judged into one table.

    Parameters
    ----------
    cells : DataFrame
        The printed cells, as `published` returns them; several documents may be concatenated.
    judged : mapping
        Notebook -> the frame `judged` that it saved.

    Returns
    -------
    DataFrame
        One row per printed cell, in the order of `cells`, with `COLUMNS`.  Where a notebook gives no note, the
        note of the printed cell stands if the cell was corrected.

    Raises
    ------
    ValueError
        If a frame lacks a column, or judges a cell that was never printed, a cell that was judged already, or
        another number than the printed one; or if a verdict is unknown or has nothing of ours behind it.
    """
    import pandas as pd

    printed = {_key(cell): cell for cell in _records(cells)}
    found: dict[tuple[str, ...], dict[str, Any]] = {}
    for notebook, frame in judged.items():
        for row in _rows(notebook, frame):
            key = _key(row)
            if key not in printed:
                raise ValueError(f"{notebook} judges {_name(key)}, which is not among the printed cells")
            if key in found:
                raise ValueError(
                    f"{_name(key)} is judged twice: by {found[key]['notebook']} and by {notebook}"
                )
            _check(notebook, row, printed[key])
            found[key] = row | {"notebook": notebook}
    rows = [_merged(cell, found.get(key)) for key, cell in printed.items()]
    card = pd.DataFrame(rows, columns=list(COLUMNS))
    return card.astype(dict.fromkeys(NUMBERS, float))


def _key(row: Mapping[str, Any]) -> tuple[str, ...]:
    # A file in which all tables are called 1, 2, ... comes back with numbers.
    return tuple(str(row[name]) for name in KEY)


def _name(key: tuple[str, ...]) -> str:
    source, table, row, column = key
    return f"{source}, {table}, {row}, {column}"


def _rows(notebook: str, frame: pd.DataFrame) -> list[dict[str, Any]]:
    missing = [name for name in SCORECARD_COLUMNS if name not in frame.columns]
    if missing:
        raise ValueError(f"judged of {notebook} lacks the columns {', '.join(missing)}")
    return _records(frame)


def _records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    return [dict(zip(frame.columns, row, strict=True)) for row in frame.itertuples(index=False, name=None)]


def _check(notebook: str, row: Mapping[str, Any], cell: Mapping[str, Any]) -> None:
    """Refuse a judgement of another number than the printed one, or one that nothing stands behind."""
    name = _name(_key(row))
    for ours, theirs in (("published", "value"), ("corrected", "corrected")):
        if not _same(row[ours], cell[theirs]):
            raise ValueError(f"{notebook} has {row[ours]} as {ours} for {name}: it must be {cell[theirs]}")
    if row["verdict"] not in VERDICTS:
        allowed = ", ".join(VERDICTS)
        raise ValueError(
            f"verdict is {row['verdict']!r} for {name} in {notebook}: it must be one of {allowed}"
        )
    if row["verdict"] not in ("underspecified", "not yet") and math.isnan(float(row["ours"])):
        raise ValueError(f"{notebook} calls {name} {row['verdict']} and has no number of its own for it")


def _same(one: Any, other: Any) -> bool:
    one, other = float(one), float(other)
    return one == other or (math.isnan(one) and math.isnan(other))


def _merged(cell: Mapping[str, Any], row: Mapping[str, Any] | None) -> dict[str, Any]:
    place = {name: cell[name] for name in KEY}
    place |= {"published": cell["value"], "corrected": cell["corrected"]}
    if row is None:
        nothing = dict.fromkeys(("ours", "sd", "n", "statistic"), math.nan)
        to_come = notebook_of(cell["source"], cell["table"])
        return place | nothing | {"verdict": "not yet", "notebook": to_come, "reading": "", "note": ""}
    known = {name: row[name] for name in ("ours", "sd", "n", "statistic", "verdict", "notebook")}
    note = _text(row.get("note")) or ("" if math.isnan(cell["corrected"]) else _text(cell["note"]))
    return place | known | {"reading": _text(row.get("reading")), "note": note}


def _text(value: Any) -> str:
    """Return a text, empty where a file had nothing."""
    return value.strip() if isinstance(value, str) else ""


# -- what the page shows -----------------------------------------------------------------------------------------------

FAMILIES = {
    "III-V: uniform, unordered or dependent": ("III", "IV", "V"),
    "VI-X: uniform, ordered": ("VI", "VII", "VIII", "IX", "X"),
    "XI, XII: nonuniform, dependent": ("XI", "XII"),
    "XIII: nonuniform, unordered": ("XIII",),
    "XIV-XVIII: nonuniform, ordered": ("XIV", "XV", "XVI", "XVII", "XVIII"),
    "XIX-XXVIII: pathology": _PATHOLOGY,
}
"""Tables of the thesis that rest on the same kind of trees."""

OTHERS = "numbers in prose, other documents"


def family_of(source: str, table: str) -> str:
    """Return the family that a table belongs to."""
    if source == "muszycka1985":
        for family, tables in FAMILIES.items():
            if table in tables:
                return family
    return OTHERS


def by_table(card: pd.DataFrame) -> pd.DataFrame:
    """Return one row per printed table: source, table, cells, the number of cells per verdict, notebook."""
    import pandas as pd

    rows = []
    for (source, table), part in card.groupby(["source", "table"], sort=False):
        counts = {verdict: int((part["verdict"] == verdict).sum()) for verdict in VERDICTS}
        notebooks = ", ".join(dict.fromkeys(part["notebook"]))
        rows.append({"source": source, "table": table, "cells": len(part)} | counts | {"notebook": notebooks})
    return pd.DataFrame(rows, columns=["source", "table", "cells", *VERDICTS, "notebook"])


def sampled(card: pd.DataFrame) -> pd.DataFrame:
    """Return the cells whose statistic is a distance in standard errors, with `family`: both sides are sampled."""
    part = card[(card["sd"] > 0) & card["statistic"].notna() & (card["verdict"] != "underspecified")]
    names = [family_of(source, table) for source, table in zip(part["source"], part["table"], strict=True)]
    return part.assign(family=names)


def table_fits(card: pd.DataFrame, fits: pd.DataFrame) -> pd.DataFrame:
    """Return how whole tables agree, one row per table, under the reading that the scorecard has.

    Parameters
    ----------
    card : DataFrame
        The scorecard.
    fits : DataFrame
        With `table` and the fields of `verdict.Fit`, and `reading` if there are several.
    """
    part = fits.assign(table=fits["table"].astype(str))
    if "reading" in part.columns:
        used = set(zip(card["table"], card["reading"], strict=True))
        kept = [pair in used for pair in zip(part["table"], part["reading"].map(_text), strict=True)]
        part = part[kept]
    order = {table: place for place, table in enumerate(dict.fromkeys(card["table"]))}
    part = part[part["table"].isin(list(order))].drop_duplicates("table")
    return part.sort_values("table", key=lambda tables: tables.map(order)).reset_index(drop=True)


def reasons(card: pd.DataFrame, verdict: str) -> pd.DataFrame:
    """Return the cells with a verdict, gathered by table and reason.

    A row per source, table, reading and note, with the number of cells, the statistic that is farthest off,
    and the notebook.
    """
    import pandas as pd

    if verdict not in VERDICTS:
        raise ValueError(f"verdict is {verdict!r}: it must be one of {', '.join(VERDICTS)}")
    part = card[card["verdict"] == verdict]
    rows = []
    for key, group in part.groupby(["source", "table", "reading", "note", "notebook"], sort=False):
        places = [f"{row} {column}" for row, column in zip(group["row"], group["column"], strict=True)]
        worst = max(group["statistic"].dropna(), key=abs, default=math.nan)
        rows.append((*key, len(group), places, worst))
    columns = ["source", "table", "reading", "note", "notebook", "cells", "places", "farthest"]
    return pd.DataFrame(rows, columns=columns)
