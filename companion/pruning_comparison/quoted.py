"""Numbers that sections 3.6.1-3.6.4 print in their text, and Newborn's in Table II, with a verdict each."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from companion.pruning_comparison.newborn import newborn
from companion.pruning_comparison.study import LABELS, Study, rows_of
from companion.published.cases import CASES, SIZES
from companion.published.cells import printed_cells
from companion.published.numbers import number
from companion.published.verdict import SCORECARD_COLUMNS
from gametree.experiment.sums import BATCH, CRITERIA
from gametree.theory import no_deep_cutoffs

if TYPE_CHECKING:
    import pandas as pd

QUOTED = ("3.6.1", "3.6.2", "3.6.3", "3.6.4")
"""The sections whose numbers are judged here."""

_SCHEME = {"unordered-independent": "unordered"}
_PLACE = re.compile(r"(?P<letter>[UN])\((?P<width>\d+),(?P<depth>\d+)\) (?:P=(?P<p>[\d.]+)|(?P<scheme>\S+))")


def judge_newborn() -> pd.DataFrame:
    """Judge Table II: theory, so every digit counts."""
    return _frame(_judge_theory(cell, cell.row, cell.column) for cell in rows_of(printed_cells("II")))


def _judge_theory(cell: Any, size: str, scheme: str) -> dict[str, Any]:
    """Judge a number of Newborn's; where the data note that its digits were cut off, ours are cut off too."""
    width, depth = map(int, size[2:-1].split(","))
    ours = newborn(width, depth, _SCHEME.get(scheme, scheme))
    as_printed = math.floor(100 * ours) / 100 if "cut off" in cell.note else ours
    note = f"expected number of leaves, computed: {ours:.4f}"
    judged = number(cell.source, cell.table, cell.row, cell.column, as_printed, note)
    return judged | {"ours": ours, "reading": "literal"}


def theory_frame(study: Study) -> pd.DataFrame:
    """Return how far Alphabeta's leaves, ours and the printed ones, are from theory at depths 2 and 3.

    Relative deviations, for `companion.plot.deviations.deviations`; `level_2` is Knuth & Moore's T(w, 2).
    """
    import pandas as pd

    rows = []
    for c, scheme in ((0, "unordered"), (6, "integer-dependent")):
        printed = printed_cells(CASES[c].table).set_index(["row", "column"])["best"]
        for s, (width, depth) in enumerate(SIZES):
            if depth > 3:
                continue
            theory = newborn(width, depth, scheme)
            k = LABELS.index("AB")
            mean, sd = study.means("leaves")[c, s, k], study.sd("leaves")[c, s, k]
            of_50 = printed[f"U({width},{depth})", "AB"]
            rows.append(
                {
                    "panel": scheme, "size": f"({width},{depth})", "theory": theory, "mean": mean,
                    "T(w,2)": no_deep_cutoffs.level_2(width) if (depth, c) == (2, 0) else math.nan,
                    "ours": mean / theory - 1, "printed": of_50 / theory - 1, "of_50": of_50,
                    "band": 1.96 * sd / math.sqrt(study.n[c, s]) / theory,
                    "printed_band": 1.96 * sd / math.sqrt(BATCH) / theory,
                }
            )  # fmt: skip
    return pd.DataFrame(rows)


def judge_quoted(study: Study) -> pd.DataFrame:
    """Judge the numbers quoted in sections 3.6.1-3.6.4."""
    return _frame(judge_number(study, cell) for section in QUOTED for cell in rows_of(printed_cells(section)))


def judge_number(study: Study, cell: Any) -> dict[str, Any]:
    """Judge one of these numbers: a row of `judge_quoted`."""
    label, _, what = cell.column.partition(" ")
    if label == "Newborn":
        return _judge_theory(cell, *cell.row.split(" "))
    c, s = where_is(cell.row)
    reading = study.sampled[c].reading
    key = (cell.source, cell.table, cell.row, cell.column)
    if what == "CPU ms":
        note = "another machine, another compiler: neither is described well enough to compare milliseconds"
        return number(*key, None, note) | {"reading": reading.name}
    k, j = LABELS.index(label), CRITERIA.index(what)
    sd = math.sqrt(max(study.covariance[c, s, j, k, k], 0.0))
    judged = number(*key, study.mean[c, s, k, j], reading.why, sd=sd, n=int(study.n[c, s]))
    return judged | {"reading": reading.name}


def where_is(row: str) -> tuple[int, int]:
    """Return the places of case and size in a study's arrays, for a row such as ``U(3,6) P=0.2``."""
    place = _PLACE.fullmatch(row)
    if place is None:
        raise ValueError(f"row is {row!r}: it must name a size and a scheme or P, as in U(3,6) P=0.2")
    kind = "uniform" if place["letter"] == "U" else "nonuniform"
    p = float(place["p"]) if place["p"] else None
    scheme = "ordered" if place["p"] else _SCHEME.get(place["scheme"], place["scheme"])
    case = next(c for c in CASES if (c.kind, c.scheme, c.p) == (kind, scheme, p))
    return case.number - 1, SIZES.index((int(place["width"]), int(place["depth"])))


def visits_frame(study: Study, quoted: pd.DataFrame, judged: pd.DataFrame) -> pd.DataFrame:
    """Return the visits of section 3.6.3 beside ours, and beside both the leaves of the same trees.

    Parameters
    ----------
    study : Study
        What was sampled.
    quoted, judged : DataFrame
        What `judge_quoted` and `companion.pruning_comparison.study.judge_tables` made of it.

    Returns
    -------
    DataFrame
        `trees`, `strategy`, `printed`, `ours`, `z`, `of_ours` (printed over ours), `leaves_of_ours` (the same of the
        leaves), and for Branch-and-bound, whose visits are nodes, `missing`: how many inner nodes our trees have, at the
        printed number of leaves, beyond the printed ones.
    """
    import pandas as pd

    leaves = {(cell.table, cell.row, cell.column): cell for cell in rows_of(judged)}
    rows = []
    for cell in rows_of(quoted[quoted["table"] == "3.6.3"]):
        label, (c, s) = cell.column.split(" ")[0], where_is(cell.row)
        leaf = leaves[CASES[c].table, cell.row.split(" ")[0], label]
        missing = math.nan
        if label == "BB":
            counts = study.single[c, s, :, LABELS.index(label)]
            line = np.polyfit(counts[:, 0], counts[:, CRITERIA.index("visits")] - counts[:, 0], 1)
            missing = float(np.polyval(line, leaf.published)) - (cell.published - leaf.published)
        rows.append(
            (cell.row, label, cell.published, cell.ours, cell.statistic, cell.published / cell.ours,
             leaf.published / leaf.ours, missing)
        )  # fmt: skip
    columns = ["trees", "strategy", "printed", "ours", "z", "of_ours", "leaves_of_ours", "missing"]
    return pd.DataFrame(rows, columns=columns)


def _frame(rows: Iterable[dict[str, Any]]) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(list(rows), columns=[*SCORECARD_COLUMNS, "reading", "note"])
