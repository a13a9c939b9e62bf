"""Table I: rankings of the strategies, tied where a paired test on common trees cannot separate them."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.pruning_comparison.study import Study, standardised
from companion.published.cases import LABELS, SIZES, rows_of
from companion.published.cells import printed_cells
from companion.published.verdict import LIMIT, NEEDED, SCORECARD_COLUMNS
from gametree.experiment.sums import BATCH

if TYPE_CHECKING:
    import pandas as pd

DEEP = (4, 5, 6)
"""The depths that Table I is about."""


class Ranking(NamedTuple):
    """The strategies of one case from best to worst.

    Attributes
    ----------
    groups : tuple of tuple of str
        From the best on; the strategies of a group are tied.
    ranks : dict
        Strategy -> rank, in a tie the mean rank.
    z : float array (6, 6)
        Pooled paired differences, row less column, in standard errors; strategies as in `LABELS`.
    share : float array (6, 6)
        The differences themselves, in percent of Alphabeta's mean.
    """

    groups: tuple[tuple[str, ...], ...]
    ranks: dict[str, float]
    z: NDArray[np.float64]
    share: NDArray[np.float64]

    def __str__(self) -> str:
        """Return the ranking as the thesis writes it: ties in brackets."""
        parts = (group[0] if len(group) == 1 else f"[{', '.join(group)}]" for group in self.groups)
        return f"({', '.join(parts)})"


def rank(study: Study, case: int, criterion: str = "nodes", sample: int | None = None) -> Ranking:
    """Rank the strategies of a case.

    The statistic: at each size of the depths `DEEP`, the mean difference of two strategies on the same trees, in
    percent of Alphabeta's mean; these are averaged over the sizes.  Two strategies are tied if the average
    is within `LIMIT` of its standard errors, and a group of tied strategies is one in which all are.

    Parameters
    ----------
    study : Study
        What was sampled.
    case : int
        Its number in Table I, from 1 to 16.
    criterion : str
        leaves, nodes or visits.
    sample : int, optional
        Trees per size to take the standard errors for: ours by default, 50 for what the thesis could detect.
    """
    sizes = np.array([depth in DEEP for _, depth in SIZES])
    base = study.means(criterion)[case - 1, sizes, LABELS.index("AB")]
    n = study.n[case - 1, sizes] if sample is None else np.full(sizes.sum(), sample)
    z, share = np.zeros((len(LABELS), len(LABELS))), np.zeros((len(LABELS), len(LABELS)))
    for a, first in enumerate(LABELS):
        for b, second in enumerate(LABELS):
            difference, sd = study.difference(first, second, criterion)
            part, error = difference[case - 1, sizes] / base, sd[case - 1, sizes] / base / np.sqrt(n)
            share[a, b] = 100 * part.mean()
            z[a, b] = standardised(part.sum(keepdims=True), np.sqrt((error**2).sum(keepdims=True)))[0]
    order = sorted(range(len(LABELS)), key=lambda k: (share[k, 0], k))
    groups: list[list[int]] = [[order[0]]]
    for _, k in pairwise(order):
        if all(abs(z[k, member]) <= LIMIT for member in groups[-1]):
            groups[-1].append(k)
        else:
            groups.append([k])
    ranks: dict[str, float] = {}
    place = 0
    for group in groups:
        ranks |= {LABELS[k]: place + (len(group) + 1) / 2 for k in group}
        place += len(group)
    named = tuple(tuple(LABELS[k] for k in sorted(group)) for group in groups)
    return Ranking(named, ranks, z, share)


def rankings_frame(study: Study, literal: Study, judged: pd.DataFrame) -> pd.DataFrame:
    """Return Table I as lists: `case`, `printed` (a dash where it is blank), `chosen`, `verdicts` on its ranks, `literal`.

    Parameters
    ----------
    study, literal : Study
        The cases as they are judged, and read word by word.
    judged : DataFrame
        What `judge_rankings` made of the first.
    """
    import pandas as pd

    notes = printed_cells("I").drop_duplicates("row").set_index("row")
    rows = []
    for number in range(1, 17):
        row = f"case {number}"
        note = "" if notes["same_as"][row] else notes["note"][row]
        said = note.partition("printed list: ")[2].partition(";")[0] or "-"
        counts = judged[judged["row"] == row]["verdict"].value_counts()
        verdicts = ", ".join(f"{verdict} {n}" for verdict, n in counts.items())
        rows.append((number, said, str(rank(study, number)), verdicts, str(rank(literal, number))))
    return pd.DataFrame(rows, columns=["case", "printed", "chosen", "verdicts", "literal"])


def judge_rankings(study: Study) -> pd.DataFrame:
    """Judge Table I rank by rank, by what 50 trees per size could detect.

    The printed rank ``differs`` if it is none of those that such an experiment leaves open, because a strategy would
    have to change places with one that is farther than `LIMIT` of its standard errors away.  It ``agrees`` if it would
    also have been noticed had it been another one: every strategy that does not tie with it on each single tree is
    at least `NEEDED` standard errors away; ``exact`` if nothing scatters.  Else it is ``inconclusive``.  The statistic
    is the printed rank less ours.
    """
    import pandas as pd

    return pd.concat([judge_case(study, number) for number in range(1, 17)], ignore_index=True)


def judge_case(study: Study, number: int) -> pd.DataFrame:
    """Judge the list of one case: rows of `judge_rankings`."""
    import pandas as pd

    printed = printed_cells("I")
    ours, theirs = rank(study, number), rank(study, number, sample=BATCH)
    reading, n = study.sampled[number - 1].reading, int(study.n[number - 1].min())
    rows: list[tuple[object, ...]] = []
    for cell in rows_of(printed[printed["row"] == f"case {number}"]):
        k = LABELS.index(str(cell.column))
        verdict, best, worst = _judge_rank(theirs, k, cell.value)
        mine = ours.ranks[LABELS[k]]
        note = f"ours: {ours}; with 50 trees per size ranks from {best} to {worst} are open"
        if cell.same_as:
            note += "; blank in print, the list above it is taken to go on"
        rows.append(
            (cell.source, "I", cell.row, cell.column, cell.value, math.nan, mine, math.nan, n,
             cell.value - mine, verdict, reading.name, "; ".join(filter(None, (reading.why, note))))
        )  # fmt: skip
    return pd.DataFrame(rows, columns=[*SCORECARD_COLUMNS, "reading", "note"])


def _judge_rank(theirs: Ranking, k: int, printed: float) -> tuple[str, int, int]:
    """Return the verdict on a printed rank, and the ranks that 50 trees per size leave open."""
    z = np.delete(theirs.z[k], k)
    best, worst = 1 + int((z > LIMIT).sum()), len(LABELS) - int((z < -LIMIT).sum())
    if not best <= printed <= worst:
        return "differs", best, worst
    apart = abs(z[z != 0])
    tied = 1 + (z > 0).sum() + (z == 0).sum() / 2
    if len(apart) and apart.min() < NEEDED:
        return "inconclusive", best, worst
    # Strategies that never differ are tied whatever the sample: the rank is known.
    good = "exact" if np.isinf(apart).all() else "agrees"
    return good if printed == tied else "differs", best, worst
