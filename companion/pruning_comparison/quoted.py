"""Numbers that chapter 3 prints in its text, and Newborn's in Table II, with a verdict each."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any

import numpy as np

from companion.pruning_comparison.newborn import newborn
from companion.pruning_comparison.study import LABELS, Study, rows_of
from companion.published.cases import CASES, SIZES
from companion.published.cells import printed_cells
from companion.published.verdict import SCORECARD_COLUMNS, judge
from gametree.experiment.sums import BATCH, CRITERIA
from gametree.theory import expected, no_deep_cutoffs

if TYPE_CHECKING:
    import pandas as pd

QUOTED = ("3.4", "3.6.1", "3.6.2", "3.6.3", "3.6.4")
"""The sections whose numbers are judged here."""

_SCHEME = {"unordered-independent": "unordered"}
_PLACE = re.compile(r"(?P<letter>[UN])\((?P<width>\d+),(?P<depth>\d+)\) (?:P=(?P<p>[\d.]+)|(?P<scheme>\S+))")


def judge_newborn() -> pd.DataFrame:
    """Judge Table II: theory, so every digit counts; rounded or cut off, both are taken for equal."""
    return _frame(
        _row(cell, *_theory(cell, cell.row, cell.column), reading="literal")
        for cell in rows_of(printed_cells("II"))
    )


def _theory(cell: Any, row: str, scheme: str) -> tuple[float, float, float, float, str, str]:
    width, depth = map(int, row[2:].split(")")[0].split(","))
    ours = newborn(width, depth, _SCHEME.get(scheme, scheme))
    statistic, verdict = judge(cell.value, cell.corrected, ours)
    note = "expected number of leaves, computed"
    if verdict == "differs" and math.floor(100 * ours) == round(100 * cell.value):
        verdict, note = "exact", f"{note}; the printed digits are cut off, not rounded"
    elif verdict == "differs":
        note = f"{note}: {ours:.2f}; as a digit of every other cell is right, a misprint or misread is likely"
    return ours, math.nan, math.inf, statistic, verdict, note


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
    """Judge the numbers quoted in sections 3.4 and 3.6.1-3.6.4."""
    rows = []
    for section in QUOTED:
        for cell in rows_of(printed_cells(section)):
            rows.append(_judge(study, cell))
    return _frame(rows)


def _judge(study: Study, cell: Any) -> tuple[Any, ...]:
    place = _PLACE.match(cell.row)
    if place is None:
        return _row(cell, *_bound(study, cell), reading="best")
    label, _, what = cell.column.partition(" ")
    if label == "Newborn":
        scheme = cell.row.split(" ")[1]
        return _row(cell, *_theory(cell, cell.row.split(" ")[0], scheme), reading="literal")
    c, s = _where(place)
    k, reading = LABELS.index(label), study.sampled[c].reading
    if what == "CPU ms":
        note = "another machine, another compiler: neither is described well enough to compare milliseconds"
        return _row(
            cell, math.nan, math.nan, math.nan, math.nan, "underspecified", note, reading=reading.name
        )
    j = CRITERIA.index(what)
    mean, n = study.mean[c, s, k, j], int(study.n[c, s])
    sd = math.sqrt(max(study.covariance[c, s, j, k, k], 0.0))
    statistic, verdict = judge(cell.value, cell.corrected, mean, sd, n)
    return _row(cell, mean, sd, n, statistic, verdict, reading.why, reading=reading.name)


def _where(place: re.Match[str]) -> tuple[int, int]:
    """Return the places of case and size in a study's arrays."""
    kind = "uniform" if place["letter"] == "U" else "nonuniform"
    p = float(place["p"]) if place["p"] else None
    scheme = "ordered" if place["p"] else _SCHEME.get(place["scheme"], place["scheme"])
    case = next(c for c in CASES if (c.kind, c.scheme, c.p) == (kind, scheme, p))
    return case.number - 1, SIZES.index((int(place["width"]), int(place["depth"])))


def _bound(study: Study, cell: Any) -> tuple[float, float, float, float, str, str]:
    """Judge a bound: ours is the most extreme that we saw on unordered uniform trees, the statistic the room left."""
    leaves = study.means("leaves")[0]
    column = {label: leaves[:, k] for k, label in enumerate(LABELS)}
    is_lower = "lower" in cell.column
    if cell.table == "3.4":
        growth = np.array([expected.pearl_branching_factor(w) ** d for w, d in SIZES])
        of = "SSS*" if "SS" in cell.column else "Scout"
        seen, what = column[of] / growth, f"{of}'s leaves over R*^d"
    else:
        one, other = cell.row.split(" ")[0].split("/")
        seen, what = column[one] / column[other], f"leaves of {one} over {other}"
    extreme = int(np.argmin(seen) if is_lower else np.argmax(seen))
    ours = float(seen[extreme])
    margin = ours - cell.value if is_lower else cell.value - ours
    width, depth = SIZES[extreme]
    note = f"{what}: {'least' if is_lower else 'greatest'} at U({width},{depth}) of the 24 sizes; statistic: room"
    verdict = "agrees" if margin >= 0 else "differs"
    return ours, math.nan, int(study.n[0].min()), margin, verdict, note


def _row(
    cell: Any, ours: float, sd: float, n: float, statistic: float, verdict: str, note: str, reading: str
) -> tuple[Any, ...]:
    full = "; ".join(filter(None, (note, cell.note)))
    return (
        cell.source, cell.table, cell.row, cell.column, cell.value, cell.corrected, ours, sd, n, statistic,
        verdict, reading, full,
    )  # fmt: skip


def _frame(rows: Any) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(list(rows), columns=[*SCORECARD_COLUMNS, "reading", "note"])
