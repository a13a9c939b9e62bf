"""Table I again: rankings of the strategies, tied where a paired test on common trees cannot tell them apart."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.pruning_comparison.study import LABELS, Study, rows_of, standardised
from companion.published.cases import SIZES
from companion.published.cells import printed_cells
from companion.published.verdict import LIMIT, SCORECARD_COLUMNS
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


def rank(
    study: Study,
    case: int,
    criterion: str = "nodes",
    depths: tuple[int, ...] = DEEP,
    sample: int | None = None,
) -> Ranking:
    """Rank the strategies of a case.

    The statistic: at each size of these depths, the mean difference of two strategies on the same trees, in
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
    depths : tuple of int
        The depths to pool.
    sample : int, optional
        Trees per size to take the standard errors for: ours by default, 50 for what the thesis could tell.
    """
    sizes = np.array([depth in depths for _, depth in SIZES])
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


def judge_rankings(study: Study) -> pd.DataFrame:
    """Judge Table I rank by rank.

    ``exact``: our rank, with our sample, is the printed one.  ``agrees``: it is not, but the printed rank is
    one of those that 50 trees per size leave open, because the neighbours that would have to change places
    differ by no more than `LIMIT` of such an experiment's standard errors.  The statistic is the printed rank
    less ours.
    """
    import pandas as pd

    printed = printed_cells("I")
    rows = []
    for number in range(1, 17):
        ours, theirs = rank(study, number), rank(study, number, sample=BATCH)
        n = int(study.n[number - 1].min())
        for cell in rows_of(printed[printed["row"] == f"case {number}"]):
            k = LABELS.index(str(cell.column))
            best = 1 + (theirs.z[k] > LIMIT).sum()
            worst = len(LABELS) - (theirs.z[k] < -LIMIT).sum()
            mine = ours.ranks[LABELS[k]]
            verdict = (
                "exact" if mine == cell.value else "agrees" if best <= cell.value <= worst else "differs"
            )
            note = f"ours: {ours}; with 50 trees per size ranks from {best} to {worst} are open"
            rows.append(
                (cell.source, "I", cell.row, cell.column, cell.value, math.nan, mine, math.nan, n,
                 cell.value - mine, verdict, study.sampled[number - 1].reading.name, note)
            )  # fmt: skip
    return pd.DataFrame(rows, columns=[*SCORECARD_COLUMNS, "reading", "note"])
