"""The outcome of every single game at every depth; depths and rules of a printed column share their games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametree.backup.decisions import RULES, Sample, run_part
from gametree.experiment.runner import results

MOST = 10_000
"""Games that are kept one by one, per game, width and terminal level."""

Column = tuple[str, int, int]
"""Game, width and terminal level: what a printed column is about."""

Floats = NDArray[np.float64]


class Outcomes(NamedTuple):
    """The decisions of the first games of a sample, one by one.

    Attributes
    ----------
    twice : int8 array (games, depths, rules)
        2 if the decision was right, 1 if tied, 0 if wrong; for depths 1 to t - 2, which do not see the end.
    """

    twice: NDArray[np.int8]

    def of(self, rule: str) -> Floats:
        """Return 1, 1/2 or 0 by game and depth, for one rule."""
        return self.twice[:, :, RULES.index(rule)] / 2

    def patterns(self, rule: str) -> tuple[Floats, NDArray[np.int64]]:
        """Return the distinct rows of `of`, and how many games had each."""
        rows, counts = np.unique(self.twice[:, :, RULES.index(rule)], axis=0, return_counts=True)
        return rows / 2, counts


def play(sample: Sample) -> Outcomes:
    """Play the first games of a sample again, and keep each (at most `MOST`).

    Examples
    --------
    >>> play(Sample("pearl", w=2, t=5, decisions=100, seed=1)).twice.shape
    (100, 3, 3)
    """
    games = min(sample.decisions, MOST)
    kept = np.empty((games, sample.t - 2, len(RULES)), dtype=np.int8)
    for number in range(games):
        counts = run_part(sample, number, 1)[1:-2]
        kept[number] = 2 * counts[:, :, 0] + counts[:, :, 1]
    return Outcomes(kept)


def play_all(samples: Iterable[Sample]) -> Mapping[Column, Outcomes]:
    """Play several samples side by side; by game, width and terminal level."""
    # The largest first, so that no thread is left with one at the end.
    order = sorted(samples, key=lambda s: -(float(s.w) ** s.t))
    return {(s.game, s.w, s.t): found for s, found in zip(order, results(play, order), strict=True)}
