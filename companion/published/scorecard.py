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

from companion.published.cells import KEY
from companion.published.verdict import LIMIT, SCORECARD_COLUMNS, VERDICTS

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

COLUMNS = (*SCORECARD_COLUMNS, "notebook", "reading", "note", "literal", "literal_verdict")
"""The columns of the scorecard; the last two are what the text read word by word gives, where it was tried."""

NUMBERS = ("published", "corrected", "ours", "sd", "n", "statistic", "literal")
"""Those of them that are numbers."""

_BY_SOURCE = {
    "knuth1975": "07_alphabeta_analysis",
    "debruin1994": "08_solution_trees",
    "nau1983": "09_g_games",
    "zenzel1989": "10_chance_nodes",
}
_PATHOLOGY_PROSE = ("5.1", "5.2", "5.3")
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
    if table == "ch4":
        return "04_speedups"
    return "05_pathology" if table in (*_PATHOLOGY, *_PATHOLOGY_PROSE) else "03_pruning_comparison"


def scorecard(
    cells: pd.DataFrame, judged: Mapping[str, pd.DataFrame], literal: Mapping[str, pd.DataFrame] | None = None
) -> pd.DataFrame:
    """Merge what the notebooks judged into one table.

    Parameters
    ----------
    cells : DataFrame
        The printed cells, as `published` returns them; several documents may be concatenated.
    judged : mapping
        Notebook -> the frame `judged` that it saved.
    literal : mapping, optional
        Notebook -> the same under the literal reading of the text, where that is not the one that is judged.

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
    found, word_by_word = _gathered(printed, judged), _gathered(printed, literal or {})
    rows = [_merged(cell, found.get(key), word_by_word.get(key)) for key, cell in printed.items()]
    card = pd.DataFrame(rows, columns=list(COLUMNS))
    return card.astype(dict.fromkeys(NUMBERS, float))


def _gathered(
    printed: Mapping[tuple[str, ...], Mapping[str, Any]], judged: Mapping[str, pd.DataFrame]
) -> dict[tuple[str, ...], dict[str, Any]]:
    """Return the judgements by cell, each with its notebook; refuse what does not fit."""
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
    return found


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


def _merged(
    cell: Mapping[str, Any], row: Mapping[str, Any] | None, literal: Mapping[str, Any] | None
) -> dict[str, Any]:
    place = {name: cell[name] for name in KEY}
    place |= {"published": cell["value"], "corrected": cell["corrected"]}
    place["literal"] = math.nan if literal is None else literal["ours"]
    place["literal_verdict"] = "" if literal is None else literal["verdict"]
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

SHORT = {
    "muszycka1985": "Muszycka",
    "knuth1975": "Knuth & Moore",
    "debruin1994": "de Bruin et al.",
    "nau1983": "Nau",
    "zenzel1989": "Zenzel",
}
"""What the page calls the documents."""


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


def table_fits(
    card: pd.DataFrame, fits: pd.DataFrame | None = None, literal: pd.DataFrame | None = None
) -> pd.DataFrame:
    """Return how whole tables agree, one row per table with sampled cells.

    Parameters
    ----------
    card : DataFrame
        The scorecard.
    fits : DataFrame, optional
        What is known of whole tables of the thesis: `table`, `cells`, `mean_square`, `p_value` and
        `expected_beyond_3`, for one reading or several.  Those rows count that have the cells and the mean
        square of the scorecard: it is the same reading then.
    literal : DataFrame, optional
        The scorecard of the literal reading alone.

    Returns
    -------
    DataFrame
        source, table, cells, mean_square, beyond_3, expected_beyond_3, p_value, literal_mean_square and
        literal_beyond_3; the last four are NaN where nothing is known.
    """
    import pandas as pd

    rows = []
    word_by_word = _distances(literal) if literal is not None else {}
    for (source, table), z in _distances(card).items():
        square = float((z**2).mean())
        known = _known_fit(source, table, len(z), square, fits)
        other = word_by_word.get((source, table))
        beside = (
            (math.nan, math.nan)
            if other is None
            else (float((other**2).mean()), int((abs(other) > LIMIT).sum()))
        )
        rows.append((source, table, len(z), square, int((abs(z) > LIMIT).sum()), *known, *beside))
    columns = ["source", "table", "cells", "mean_square", "beyond_3", "expected_beyond_3", "p_value"]
    return pd.DataFrame(rows, columns=[*columns, "literal_mean_square", "literal_beyond_3"])


def _distances(card: pd.DataFrame) -> dict[tuple[str, str], NDArray[np.float64]]:
    """Return the distances of the sampled cells in standard errors by source and table."""
    parts = sampled(card).groupby(["source", "table"], sort=False)
    return {(str(source), str(table)): part["statistic"].to_numpy() for (source, table), part in parts}


def cautious_fits(whole: pd.DataFrame) -> pd.DataFrame:
    """Return the fits of tables whose columns each come from one sample, as `table_fits` takes them.

    The cells of a column are taken for one number, so its p-value (chi square, a degree of freedom per column) is
    too large rather than too small.

    Parameters
    ----------
    whole : DataFrame
        `table`, `cells`, `independent columns`, `mean z²` and `by chance` (cells beyond 3 standard errors).
    """
    import pandas as pd
    from scipy.stats import chi2

    columns = whole["independent columns"]
    return pd.DataFrame(
        {
            "table": whole["table"], "cells": whole["cells"], "mean_square": whole["mean z²"],
            "expected_beyond_3": whole["by chance"], "p_value": chi2.sf(whole["mean z²"] * columns, columns),
        }
    )  # fmt: skip


def _known_fit(
    source: str, table: str, cells: int, square: float, fits: pd.DataFrame | None
) -> tuple[float, float]:
    """Return how many cells should be beyond 3 and the p-value, or two NaN."""
    if fits is None or source != "muszycka1985":
        return math.nan, math.nan
    for row in _records(fits):
        if (str(row["table"]), row["cells"]) == (table, cells) and math.isclose(
            row["mean_square"], square, rel_tol=1e-6
        ):
            return float(row["expected_beyond_3"]), float(row["p_value"])
    return math.nan, math.nan


def panels(tables: pd.DataFrame) -> dict[str, dict[str, pd.DataFrame]]:
    """Return the rows of `by_table` as the page shows them: heading -> group -> rows."""
    thesis = tables["source"] == "muszycka1985"
    pathology = thesis & tables["table"].isin(_PATHOLOGY)
    prose = thesis & (tables["table"].str.startswith("3.") | (tables["table"] == "A1"))
    survey = thesis & (tables["table"] == "ch4")
    claims = thesis & tables["table"].isin(_PATHOLOGY_PROSE)
    others = {
        "knuth1975": "Knuth & Moore 1975",
        "debruin1994": "de Bruin et al. 1994",
        "nau1983": "Nau 1983",
        "zenzel1989": "Zenzel 1989",
    }
    return {
        "Muszycka 1985": {
            "chapter 3, tables": tables[thesis & ~pathology & ~prose & ~survey & ~claims],
            "chapter 3 and Appendix 1, numbers in prose": tables[prose],
            "chapter 4, claims": tables[survey],
            "chapter 5, tables": tables[pathology],
            "chapter 5, claims": tables[claims],
        },
        "the papers": {name: tables[tables["source"] == source] for source, name in others.items()},
    }


def reasons(card: pd.DataFrame, verdict: str) -> pd.DataFrame:
    """Return the cells with a verdict, gathered by table and reason.

    A row per source, table, reading, note and notebook, with the number of cells, their places and the
    statistic that is farthest off; the places begin with it.
    """
    import pandas as pd

    if verdict not in VERDICTS:
        raise ValueError(f"verdict is {verdict!r}: it must be one of {', '.join(VERDICTS)}")
    part = card[card["verdict"] == verdict]
    rows = []
    for key, group in part.groupby(["source", "table", "reading", "note", "notebook"], sort=False):
        farthest_first = group.assign(far=group["statistic"].abs()).sort_values("far", ascending=False)
        places = (farthest_first["row"] + " " + farthest_first["column"]).tolist()
        rows.append((*key, len(group), places, farthest_first["statistic"].iloc[0]))
    columns = ["source", "table", "reading", "note", "notebook", "cells", "places", "farthest"]
    return pd.DataFrame(rows, columns=columns)
