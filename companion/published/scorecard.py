"""The scorecard: every printed number and every claim with its verdict, merged from what the notebooks judged.

Each notebook that can be held against a document saves a frame `judged`: the columns of
`verdict.SCORECARD_COLUMNS`, and, if there is something to say, `reading` (``literal`` or ``chosen``), `note` (the
reason) and `seed`.  Here they come together, one row per row of ``data/published/cells.csv`` and
``data/published/claims.csv``, in their order.  What no notebook has judged is `not yet`, with the notebook that will.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import pandas as pd

from companion.published.cells import CELLS, KEY, SOURCES, published, records
from companion.published.claims import COLUMN, all_claims
from companion.published.tables import BY_NAU, DEPENDENT, OWN, judged_tables, place_of, places
from companion.published.verdict import SCORECARD_COLUMNS, VERDICTS
from gametree._checks import check_name

COLUMNS = (
    *SCORECARD_COLUMNS, "notebook", "reading", "note", "literal", "literal_verdict",
    "page", "kind", "counted", "cause", "quantifier", "criterion", "says", "section", "function", "seed", "again",
)  # fmt: skip
"""The columns of the scorecard.

`literal` and `literal_verdict` are what the text read word by word gives, where it was tried; `kind` is ``number`` or
``claim``; `counted` is ``yes``, or why the row is no evidence: ``trivial`` (true by definition), ``copy`` (the number
stands in another cell too); `says` is a claim in words.  `section`, `function`, `seed` and `again` lead to the
evidence: where it is judged, what computed it, and the line of Python that computes it again.
"""

NUMBERS = ("published", "corrected", "ours", "sd", "n", "statistic", "literal", "seed")
"""Those of them that are numbers."""

REPRODUCED = ("exact", "agrees")
"""The verdicts that count for us."""

DAMAGED = ("misprint", "scan")
"""The verdicts on numbers that can't be taken as they stand: they count neither for us nor against us."""


def printed() -> pd.DataFrame:
    """Return everything that is judged, numbers and then claims, as `scorecard` takes it."""
    cells = pd.concat([published(source) for source in SOURCES], ignore_index=True)
    cells = cells.assign(kind="number", quantifier="", criterion="", says="")
    claims = pd.DataFrame(
        [
            {
                "source": claim.source, "table": claim.table, "page": claim.page, "row": claim.id, "column": COLUMN,
                "value": claim.value, "corrected": math.nan, "note": "", "cause": "", "trivial": claim.trivial,
                "same_as": "", "best": claim.value, "kind": "claim", "quantifier": claim.quantifier,
                "criterion": claim.criterion, "says": claim.claim,
            }
            for claim in all_claims().values()
        ]
    )  # fmt: skip
    return pd.concat([cells, claims], ignore_index=True)


def scorecard(
    cells: pd.DataFrame,
    judged: Mapping[str, pd.DataFrame],
    literal: Mapping[str, pd.DataFrame] | None = None,
    flips: Mapping[tuple[str, ...], str] | None = None,
) -> pd.DataFrame:
    """Merge what the notebooks judged into one table.

    Parameters
    ----------
    cells : DataFrame
        What was printed, as `printed` returns it, or a part of it.
    judged : mapping
        Notebook -> the frame `judged` that it saved.
    literal : mapping, optional
        Notebook -> the same under the literal reading of the text, where that is not the one that is judged.
    flips : mapping, optional
        Source, table, row and column -> the verdicts under other seeds, where they are not all the same
        (`flips.read_flips`): such a row is inconclusive.

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
    printed = {_key(cell): cell for cell in _records(cells)}
    found, word_by_word = _gathered(printed, judged), _gathered(printed, literal or {})
    for key, verdicts in (flips or {}).items():
        if key in found:
            note = f"not the same under all seeds: {verdicts}"
            was = _text(found[key].get("note"))
            found[key] |= {"verdict": "inconclusive", "note": f"{note}; {was}" if was else note}
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
    place = place_of(cell["source"], cell["table"])
    about = {name: cell[name] for name in (*KEY, "page", "kind", "cause", "quantifier", "criterion", "says")}
    about |= {"published": cell["value"], "corrected": cell["corrected"], "counted": _counted(cell)}
    about["literal"] = math.nan if literal is None else literal["ours"]
    about["literal_verdict"] = "" if literal is None else literal["verdict"]
    about |= {"section": place.section, "function": place.function, "notebook": place.notebook}
    about["again"] = "companion.recompute({})".format(", ".join(repr(str(cell[name])) for name in KEY))
    if row is None:
        nothing = dict.fromkeys(("ours", "sd", "n", "statistic", "seed"), math.nan)
        return about | nothing | {"verdict": "not yet", "reading": "", "note": ""}
    known = {name: row[name] for name in ("ours", "sd", "n", "statistic", "verdict", "notebook")}
    note = _text(row.get("note")) or ("" if math.isnan(cell["corrected"]) else _text(cell["note"]))
    reading = _text(row.get("reading")) or "literal"
    return about | known | {"reading": reading, "note": note, "seed": row.get("seed", math.nan)}


def _counted(cell: Mapping[str, Any]) -> str:
    """Return whether a row is evidence, or why it is not."""
    return "trivial" if cell["trivial"] else "copy" if cell["same_as"] else "yes"


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
    "XIX-XXVIII: pathology": (*BY_NAU, *OWN, *DEPENDENT),
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


def evidence(card: pd.DataFrame) -> pd.DataFrame:
    """Return the rows that are evidence: neither true by definition nor copies of a number that stands elsewhere."""
    return card[card["counted"] == "yes"]


def by_table(card: pd.DataFrame) -> pd.DataFrame:
    """Return one row per table and text: source, table, kind, shown, counted, the number counted per verdict, notebook."""
    rows = []
    for (source, table), part in card.groupby(["source", "table"], sort=False):
        own = evidence(part)
        counts = {verdict: int((own["verdict"] == verdict).sum()) for verdict in VERDICTS}
        place = place_of(str(source), str(table))
        about = {
            "source": source,
            "table": table,
            "kind": place.kind,
            "shown": len(part),
            "counted": len(own),
        }
        rows.append(about | counts | {"notebook": place.notebook})
    order = list(places())
    rows.sort(key=lambda row: order.index((str(row["source"]), str(row["table"]))))
    names = ["source", "table", "kind", "shown", "counted", *VERDICTS, "notebook"]
    return pd.DataFrame(rows, columns=names)


def table_verdicts(
    card: pd.DataFrame, wholes: pd.DataFrame, flips: Mapping[tuple[str, ...], str]
) -> pd.DataFrame:
    """Return the verdict on every printed table, read word by word and as it was judged.

    Parameters
    ----------
    card : DataFrame
        The scorecard.
    wholes : DataFrame
        `source`, `table`, `reading` (``literal`` or ``chosen``) and the fields of `tables.Whole`, for the tables of
        sampled numbers; a table may be there under both readings.
    flips : mapping
        What is not judged alike under all seeds, with how often each verdict was given (`read_flips`).

    Returns
    -------
    DataFrame
        source, table, literal, chosen (a verdict each; empty if there was no other reading to choose), tried, outcome:
        ``literally``, ``under a chosen reading``, ``inconclusive``, ``not`` or ``not judged``, and seeds: how often each
        verdict was given to the reading that decides, where that was not the same under all seeds.
    """
    judged = judged_tables(wholes, flips)
    of_samples = {
        (row["source"], str(row["table"]), row["reading"]): (row["verdict"], row["seeds"])
        for row in _records(judged)
    }
    rows = []
    for (source, table), place in places().items():
        part = evidence(card[(card["source"] == source) & (card["table"] == table)])
        if place.kind != "table" or part.empty:
            continue
        literal, seeds = of_samples.get((source, table, "literal"), ("", ""))
        chosen, seeds = of_samples.get((source, table, "chosen"), ("", seeds))
        if not (literal or chosen):
            literal, chosen = _of_readings(part)
        rows.append((source, table, literal, chosen, place.tried, _outcome(literal, chosen), seeds))
    return pd.DataFrame(rows, columns=["source", "table", "literal", "chosen", "tried", "outcome", "seeds"])


def _of_readings(part: pd.DataFrame) -> tuple[str, str]:
    """Return the verdicts on a table that was not sampled, read word by word and as chosen."""
    verdict = _of_numbers(part["verdict"])
    if not (part["reading"] == "chosen").any():
        return verdict, ""
    tried = part["literal_verdict"][part["literal_verdict"] != ""]
    return _of_numbers(tried) if len(tried) else "", verdict


def _of_numbers(verdicts: pd.Series[str]) -> str:
    """Return the verdict on a table that was not sampled: every number that can be read must be right."""
    left = verdicts[~verdicts.isin(DAMAGED)]
    for verdict in ("not yet", "differs", "inconclusive", "underspecified"):
        if (left == verdict).any():
            return verdict
    return "exact" if (left == "exact").all() else "agrees"


OUTCOMES = ("literally", "under a chosen reading", "inconclusive", "not", "not judged", "not yet")
"""What can become of a table."""


def _outcome(literal: str, chosen: str) -> str:
    if literal in REPRODUCED:
        return "literally"
    if chosen in REPRODUCED:
        return "under a chosen reading"
    final = chosen or literal
    return {"inconclusive": "inconclusive", "underspecified": "not judged", "not yet": "not yet"}.get(
        final, "not"
    )


def sampled(card: pd.DataFrame) -> pd.DataFrame:
    """Return the numbers whose statistic is a distance in standard errors, with `family`: both sides are sampled."""
    part = evidence(card)
    part = part[(part["sd"] > 0) & part["statistic"].notna() & (part["verdict"] != "underspecified")]
    names = [family_of(source, table) for source, table in zip(part["source"], part["table"], strict=True)]
    return part.assign(family=names)


def panels(tables: pd.DataFrame) -> dict[str, dict[str, pd.DataFrame]]:
    """Return the rows of `by_table` as the page shows them: heading -> group -> rows."""
    thesis, numbers = tables["source"] == "muszycka1985", tables["kind"] == "table"
    pathology = tables["notebook"] == "05_pathology"
    survey = tables["notebook"] == "04_speedups"
    others = {source: f"{name} {source[-4:]}" for source, name in SHORT.items() if source != "muszycka1985"}
    return {
        "Muszycka 1985": {
            "chapter 3, tables": tables[thesis & numbers & ~pathology],
            "chapters 1 to 3, Appendix 1, text": tables[thesis & ~numbers & ~pathology & ~survey],
            "chapter 4, text": tables[thesis & survey],
            "chapter 5, tables": tables[thesis & numbers & pathology],
            "chapter 5, text": tables[thesis & ~numbers & pathology],
        },
        "the papers": {name: tables[tables["source"] == source] for source, name in others.items()},
    }


def reasons(card: pd.DataFrame, verdict: str) -> pd.DataFrame:
    """Return the rows with a verdict, gathered by table and reason.

    A row per source, table, reading, note and notebook, with the number of rows, their places and the
    statistic that is farthest off; the places begin with it.
    """
    check_name("verdict", verdict, VERDICTS)
    part = card[card["verdict"] == verdict]
    rows = []
    for key, group in part.groupby(["source", "table", "reading", "note", "notebook"], sort=False):
        farthest_first = group.assign(far=group["statistic"].abs()).sort_values("far", ascending=False)
        cells = farthest_first["row"] + " " + farthest_first["column"]
        # A claim is named by its words.
        places_ = farthest_first["says"].where(farthest_first["kind"] == "claim", cells)
        rows.append((*key, len(group), list(places_), farthest_first["statistic"].iloc[0]))
    columns = ["source", "table", "reading", "note", "notebook", "cells", "places", "farthest"]
    return pd.DataFrame(rows, columns=columns)


FLIPS = CELLS.parents[1] / "seeds.csv"


def read_flips() -> dict[tuple[str, ...], str]:
    """Return what is not judged alike under all seeds, with how often each verdict was given.

    The key is source, table, row and column of a number or claim; for a whole table `tables.WHOLE` stands in the place of
    the row, and its reading in that of the column.
    """
    return {tuple(row[name] for name in KEY): row["verdicts"] for row in records(FLIPS)}


def settled(judged: pd.DataFrame) -> pd.DataFrame:
    """Return judged rows with the verdicts of the scorecard: what is not judged alike under all seeds is inconclusive.

    >>> import pandas as pd
    >>> key = dict(zip(KEY, next(iter(read_flips())), strict=True))
    >>> settled(pd.DataFrame([{**key, "verdict": "agrees"}, {**key, "row": "", "verdict": "agrees"}]))["verdict"].tolist()
    ['inconclusive', 'agrees']
    """
    flips = read_flips()
    verdicts = [
        "inconclusive" if _key(row) in flips and row["verdict"] != "not yet" else row["verdict"]
        for row in _records(judged)
    ]
    return judged.assign(verdict=verdicts)
