"""Two ways of doing the same, timed in turns in one process."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

REPETITIONS = 15
FEW = 3
"""Repetitions of what takes longer than `LONG` seconds at a time."""
LONG = 2.0
SHORTEST = 0.06
"""Seconds that one repetition takes at least."""

LOWER, UPPER = "lower quartile", "upper quartile"
"""The columns that tell how far the ratios of the repetitions scatter."""


def stay_on_one_core() -> bool:
    """Pin this process to one core, where the system can."""
    if not hasattr(os, "sched_setaffinity"):
        return False
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    return True


@dataclass(frozen=True)
class Comparison:
    """Times of one call of each, in seconds, repetition by repetition.

    The two calls of a repetition follow each other, so that whatever else the machine does falls on both: the
    ratio is taken per repetition, and its median and quartiles are reported.
    """

    ours: np.ndarray
    theirs: np.ndarray

    def time_over_theirs(self) -> dict[str, float]:
        """Return our time over theirs: the median of the ratios, and their quartiles."""
        return _spread("ratio", self.ours / self.theirs)

    def times_as_fast(self) -> dict[str, float]:
        """Return how many times as fast ours is: the median, and the quartiles."""
        return _spread("times as fast", self.theirs / self.ours)


def _spread(name: str, ratios: np.ndarray) -> dict[str, float]:
    low, middle, high = (float(value) for value in np.quantile(ratios, [0.25, 0.5, 0.75]))
    return {name: middle, LOWER: low, UPPER: high}


def _calls_needed(task: Callable[[], object], shortest: float) -> int:
    calls, taken = 1, seconds(task, 1)
    while taken < shortest:
        calls = max(calls + 1, int(1.3 * calls * shortest / max(taken, 1e-9)))
        taken = seconds(task, calls)
    return calls


def seconds(task: Callable[[], object], calls: int) -> float:
    """Return the processor time of some calls: what other processes take does not count."""
    begin = time.process_time()
    for _ in range(calls):
        task()
    return time.process_time() - begin


def measure(
    task: Callable[[], object], repetitions: int = REPETITIONS, shortest: float = SHORTEST
) -> np.ndarray:
    """Return the seconds of one call, repetition by repetition."""
    calls = _calls_needed(task, shortest)
    return np.array([seconds(task, calls) / calls for _ in range(repetitions)])


def compare(
    ours: Callable[[], object],
    theirs: Callable[[], object],
    repetitions: int = REPETITIONS,
    shortest: float = SHORTEST,
) -> Comparison:
    """Time two tasks in turns: theirs, ours, theirs, ours, ..."""
    n_theirs, n_ours = _calls_needed(theirs, shortest), _calls_needed(ours, shortest)
    if seconds(theirs, n_theirs) > LONG:
        repetitions = FEW
    times = np.array(
        [(seconds(theirs, n_theirs) / n_theirs, seconds(ours, n_ours) / n_ours) for _ in range(repetitions)]
    )
    return Comparison(times[:, 1], times[:, 0])
