"""The printed numbers of the five documents, as transcribed in ``data/published/cells.csv``."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gametree._checks import shown, suggestion

if TYPE_CHECKING:
    import pandas as pd

CELLS = Path(__file__).resolve().parents[2] / "data" / "published" / "cells.csv"
SOURCES = ("muszycka1985", "knuth1975", "debruin1994", "nau1983", "zenzel1989")
COLUMNS = (
    "source", "table", "page", "row", "column", "value", "corrected", "note", "cause", "trivial", "same_as",
)  # fmt: skip
CAUSES = ("scan", "print", "undecided")
"""Why a number needs a correction: damage of the scan, the print itself, or one of the two."""

PLACE = "place"
"""The cause of a number that is legible, but whose place in its table is lost and was found by computing the table."""

KEY = ("source", "table", "row", "column")

Record = dict[str, str | int | float]


def published(source: str, table: str | None = None) -> pd.DataFrame:
    """Return the printed cells of one document, or of one of its tables.

    Parameters
    ----------
    source
        Which document: one of `SOURCES`.
    table
        Which table, as it is numbered in print (``"III"``, ``"1"``), or the section of numbers quoted in
        prose (``"3.6.1"``, ``"A1"``). All tables of the document if left out.

    Returns
    -------
    pandas.DataFrame
        One row per printed cell, in the order of print, with the columns of the file and ``best``:
        ``corrected`` where there is a correction, else ``value``. ``value`` is NaN where the scan shows a
        cell that cannot be read (such a cell always has a correction); ``corrected`` is NaN where nothing
        needs correction, and ``cause`` says why it does (one of `CAUSES`, or `PLACE`). ``trivial`` cells are true by
        definition; ``same_as`` names the cell (table, row and column, with ``|`` between) whose printed number
        this one repeats.

    Raises
    ------
    ValueError
        If `source` or `table` is unknown, or the file is damaged.
    FileNotFoundError
        If the file is not where the repository keeps it.
    """
    import pandas as pd

    if not isinstance(source, str) or source not in SOURCES:
        near = suggestion(source, SOURCES)
        raise ValueError(f"source is {shown(source)}; allowed are {', '.join(SOURCES)}{near}")
    records = [record for record in read_cells() if record["source"] == source]
    if table is not None:
        records = _only_table(records, source, table)
    frame = pd.DataFrame(records, columns=[*COLUMNS, "best"])
    return frame.astype({"page": int, "value": float, "corrected": float, "best": float, "trivial": bool})


def _only_table(records: list[Record], source: str, table: str) -> list[Record]:
    """Return the records of one table, or say which tables there are."""
    tables = list(dict.fromkeys(str(record["table"]) for record in records))
    if not isinstance(table, str) or table not in tables:
        allowed = ", ".join(tables) or "none: it prints no numeric table"
        near = suggestion(table, tables)
        raise ValueError(f"table is {shown(table)}; allowed for {source} are {allowed}{near}")
    return [record for record in records if record["table"] == table]


def read_cells(path: Path = CELLS) -> list[Record]:
    """Read and check every row of a file of printed cells.

    Parameters
    ----------
    path
        The CSV file.

    Returns
    -------
    list of dict
        One record per row, with numbers as numbers and ``best`` added.

    Raises
    ------
    ValueError
        If the columns are not `COLUMNS`, a page, value or correction is no number, a cell is named twice, a
        cell has neither value nor correction, or a correction has no note; the message names file, line and
        problem.
    FileNotFoundError
        If there is no such file.
    """
    if not path.is_file():
        raise FileNotFoundError(
            f"no printed numbers at {path}: companion must run from a clone of its repository"
        )
    records: list[Record] = []
    seen: dict[tuple[str, ...], int] = {}
    for line, row in read_rows(path, COLUMNS):
        where = f"{path}, line {line}"
        key = tuple(row[name] for name in KEY)
        if key in seen:
            raise ValueError(
                f"{where}: the cell {' '.join(' '.join(key).split())} was given in line {seen[key]} already"
            )
        seen[key] = line
        records.append(_record(row, where))
    return records


def records(path: Path) -> list[dict[str, str]]:
    """Return the rows of a CSV file of ours, as text by column."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def read_rows(path: Path, columns: Sequence[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the rows of a CSV file with their lines.

    Raises
    ------
    ValueError
        If it has other columns, a row has more or fewer fields, or it is no CSV file at all; the message names
        file, line and problem.
    """
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.reader(file)
        try:
            heading = next(reader, [])
            if tuple(heading) != tuple(columns):
                raise ValueError(
                    f"{path}, line 1: the columns are {','.join(heading)!r}, not {','.join(columns)!r}"
                )
            for fields in reader:
                if len(fields) != len(columns):
                    raise ValueError(
                        f"{path}, line {reader.line_num}: {len(fields)} fields, not {len(columns)}"
                    )
                yield reader.line_num, dict(zip(columns, fields, strict=True))
        except (csv.Error, UnicodeDecodeError) as error:
            raise ValueError(f"{path}, line {reader.line_num + 1}: {error}") from None


def _record(row: dict[str, str], where: str) -> Record:
    """Return one row with its numbers as numbers, or say what is wrong with it."""
    if row["source"] not in SOURCES:
        raise ValueError(f"{where}: source is {row['source']!r}; allowed are {', '.join(SOURCES)}")
    for name in ("table", "row", "column"):
        if not row[name].strip():
            raise ValueError(f"{where}: {name} is empty")
    value, corrected = (_number(row, name, where) for name in ("value", "corrected"))
    if math.isnan(value) and math.isnan(corrected):
        raise ValueError(f"{where}: neither a value nor a correction")
    if not math.isnan(corrected) and not row["note"].strip():
        raise ValueError(f"{where}: a correction without a note")
    if (row["cause"] in CAUSES) == math.isnan(corrected) or row["cause"] not in ("", PLACE, *CAUSES):
        raise ValueError(f"{where}: cause is {row['cause']!r}; a correction has one of {', '.join(CAUSES)}")
    if row["trivial"] not in ("", "yes"):
        raise ValueError(f"{where}: trivial is {row['trivial']!r}; allowed are yes and nothing")
    if not row["page"].isdecimal():
        raise ValueError(f"{where}: page is {row['page']!r}, not a whole number")
    best = value if math.isnan(corrected) else corrected
    numbers = {"page": int(row["page"]), "value": value, "corrected": corrected, "best": best}
    return {**row, **numbers, "trivial": row["trivial"] == "yes"}


def _number(row: dict[str, str], name: str, where: str) -> float:
    """Return one field as a finite float, NaN if it is empty."""
    text = row[name]
    if not text:
        return math.nan
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise ValueError(f"{where}: {name} is {text!r}, not a number")
    return number


def printed_cell(source: str, table: str, row: str, column: str) -> Record:
    """Return one printed cell, or say what is allowed in the place of the first name that is wrong."""
    cells, place = _by_place(), (source, table, row, column)
    if not all(isinstance(name, str) for name in place) or place not in cells:
        published(source, table)  # names what is allowed if one of the two is wrong
        rows = [key[2:] for key in cells if key[:2] == (source, table)]
        names = [r for r, _ in rows]
        if not isinstance(row, str) or row not in names:
            raise ValueError(
                f"row is {shown(row)}; allowed for {source}, table {table} are {_several(names)}{suggestion(row, names)}"
            )
        names = [c for r, c in rows if r == row]
        raise ValueError(
            f"column is {shown(column)}; allowed for {source}, table {table}, row {row} are "
            f"{_several(names)}{suggestion(column, names)}"
        )
    return cells[place]


def _several(names: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(names))


@lru_cache
def _by_place() -> dict[tuple[str, ...], Record]:
    return {tuple(str(record[name]) for name in KEY): record for record in read_cells()}


@lru_cache
def printed_cells(table: str) -> pd.DataFrame:
    """Return the cells of one of the thesis' tables; read once, so they must not be changed."""
    cells = _all_printed_cells()
    return cells[cells["table"] == table]


def printed_values(table: str, which: str = "best") -> pd.Series[Any]:
    """Return the numbers of one of the thesis' tables by row and column: as corrected, or the `value` as printed.

    >>> float(printed_values("III")["U(3,6)", "SSS*"])
    173.34
    """
    return printed_cells(table).set_index(["row", "column"])[which]


def printed_at_depth_1() -> pd.DataFrame:
    """Return what Tables XIX-XXVIII print for both rules at depth 1 and width 2, where nothing is backed up.

    So the two tables of a pair, of the same games, must have the same probabilities of a correct decision, up to chance.

    Returns
    -------
    DataFrame
        `minimax`, `product` (the tables), `t`, `by_minimax`, `by_product`.

    >>> printed_at_depth_1().groupby("product")["t"].count().to_dict()
    {'XXV': 3, 'XXVI': 3, 'XXVII': 3, 'XXVIII': 3}
    """
    import pandas as pd

    rows = []
    for tables in (("XIX", "XXV"), ("XX", "XXVII"), ("XXI", "XXVI"), ("XXII", "XXVIII")):
        minimax, product = (printed_values(table, "value") for table in tables)
        rows += [(*tables, t, minimax[f"t={t},d=1", "w=2"], product["d=1", f"t={t}"]) for t in (5, 6, 7)]
    return pd.DataFrame(rows, columns=["minimax", "product", "t", "by_minimax", "by_product"])


@lru_cache
def _all_printed_cells() -> pd.DataFrame:
    return published("muszycka1985")
