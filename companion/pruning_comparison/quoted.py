"""Numbers that sections 3.6.1-3.6.4 print in their text, and Newborn's in Table II, with a verdict each."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from companion.pruning_comparison.study import Study
from companion.published.cases import CASES, LABELS, SCHEMES_IN_PRINT, SIZES, rows_of, where_is
from companion.published.cells import printed_cells
from companion.published.newborn import newborn
from companion.published.verdict import SCORECARD_COLUMNS, number
from gametree.experiment.sums import BATCH, CRITERIA
from gametree.theory import no_deep_cutoffs

if TYPE_CHECKING:
    import pandas as pd

QUOTED = ("3.6.1", "3.6.2", "3.6.3", "3.6.4")
"""The sections whose numbers are judged here."""


def judge_newborn() -> pd.DataFrame:
    """Judge Table II: theory, so every digit counts."""
    return _frame(_judge_theory(cell, cell.row, cell.column) for cell in rows_of(printed_cells("II")))


def _judge_theory(cell: Any, size: str, scheme: str) -> dict[str, Any]:
    """Judge a number of Newborn's; where the data note that its digits were cut off, ours are cut off too."""
    width, depth = map(int, size[2:-1].split(","))
    ours = newborn(width, depth, SCHEMES_IN_PRINT.get(scheme, scheme))
    as_printed = math.floor(100 * ours) / 100 if "cut off" in cell.note else ours
    note = f"expected number of leaves, computed: {ours:.4f}"
    judged = number(cell.source, cell.table, cell.row, cell.column, as_printed, note)
    return judged | {"ours": ours, "reading": "literal"}


def theory_frame(study: Study) -> pd.DataFrame:
    """Return how far Alphabeta's leaves, ours and the printed ones, are from theory at depths 2 and 3.

    Relative deviations, for `figures.theory`; `level_2` is Knuth & Moore's T(w, 2).
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


def _frame(rows: Iterable[dict[str, Any]]) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(list(rows), columns=[*SCORECARD_COLUMNS, "reading", "note"])
