"""At which error of the heuristic alpha-cutoff becomes the better choice: what Zenzel 1989 asks and leaves open."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from companion.chance_nodes.findings import ALPHA, with_time

if TYPE_CHECKING:
    import pandas as pd


def crossing(errors: NDArray[np.float64], aoc: NDArray[np.float64], alpha: float) -> float:
    """Return the least error at which AOC* costs as much as alpha-cutoff; infinity if it never does.

    Parameters
    ----------
    errors : array
        Errors in increasing order; the last may be infinite.
    aoc : array
        What AOC* costs at each of them.
    alpha : float
        What alpha-cutoff costs.

    Notes
    -----
    Between two errors the cost is taken to be linear in e / (1 + e), which makes infinity an end like any
    other.  If AOC* costs as much at the least error already, that error is returned.
    """
    scale = np.where(np.isinf(errors), 1.0, errors / (1 + np.where(np.isinf(errors), 0, errors)))
    above = np.flatnonzero(aoc >= alpha)
    if len(above) == 0:
        return math.inf
    k = int(above[0])
    if k == 0:
        return float(errors[0])
    part = (alpha - aoc[k - 1]) / (aoc[k] - aoc[k - 1])
    t = float(scale[k - 1] + part * (scale[k] - scale[k - 1]))
    return t / (1 - t) if t < 1 else math.inf


def break_even(
    frame: pd.DataFrame, criterion: str, heuristic_cost: float = 0.0, seed: int = 0, resamples: int = 200
) -> pd.DataFrame:
    """Return the error at which alpha-cutoff and AOC* are equal, per depth, branch factor and order.

    Parameters
    ----------
    frame : DataFrame
        What `runs` returned, with a range of errors.
    criterion : {"nodes", "time", "memory"}
        What is compared.
    heuristic_cost : float
        What asking for a range takes, in visits; for `time`.
    seed, resamples : int
        Of the bootstrap over replicates that gives `low` and `high`, the limits of 95 %.
    """
    import pandas as pd

    if criterion not in ("nodes", "time", "memory"):
        raise ValueError(f"criterion is {criterion!r}: it must be one of nodes, time, memory")
    timed = with_time(frame[frame["method"].isin([ALPHA, "aoc*"])], heuristic_cost)
    rng = np.random.default_rng(seed)
    rows = []
    for (depth, branch, order), part in timed.groupby(["depth", "branch", "order"], sort=False):
        by_tree = part.pivot_table(
            index="replicate", columns=part["error"].fillna(-1), values=criterion, aggfunc="mean"
        )
        errors = by_tree.columns.to_numpy()[1:].astype(float)
        costs = by_tree.to_numpy()
        drawn = rng.integers(0, len(costs), (resamples, len(costs)))
        samples = [costs.mean(axis=0), *(costs[row].mean(axis=0) for row in drawn)]
        found, *again = (crossing(errors, sample[1:], sample[0]) for sample in samples)
        # Order statistics, not interpolation: some crossings are infinite.
        low, high = np.quantile(again, [0.025, 0.975], method="nearest")
        rows.append((depth, branch, order, found, float(low), float(high)))
    return pd.DataFrame(rows, columns=["depth", "branch", "order", "error", "low", "high"])
