"""The sixteen cases of Table I, sampled, as arrays: what tables, rankings and claims are computed from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.progress import announce
from companion.published.cases import CASES, LABELS, SIZES, Reading, Sampler, TreeCase
from gametree.experiment import CRITERIA, Cell, counts_of
from gametree.experiment.runner import results
from gametree.generate import recipe
from gametree.generate.recipes import Recipe

Floats = NDArray[np.float64]


class SampledCase(NamedTuple):
    """A case, how it was read, and what was found."""

    case: TreeCase
    reading: Reading
    cells: list[Cell]


def sample_case(case: TreeCase, sampler: Sampler, read: Callable[[TreeCase], Reading]) -> SampledCase:
    """Sample one case as `read` reads it."""
    reading = read(case)
    return SampledCase(case, reading, sampler.cells(reading.kind, reading.scheme, case.p))


@dataclass
class SampledCases:
    """The sixteen cases, each under one reading.  Axes: case, size (as in `SIZES`), strategy (as in `LABELS`).

    Attributes
    ----------
    sampled : list of SampledCase
        A case each.
    mean : float array (16, 24, 6, criteria)
        Mean leaves, nodes and visits.
    covariance : float array (16, 24, criteria, 6, 6)
        Of the counts of two strategies on the same tree.
    n : int array (16, 24)
        Trees.
    micro : float array (16, 24, 6)
        Median CPU time per tree in microseconds; NaN if not timed.
    single : int array (16, 24, trees, 6, criteria)
        The counts of single trees.
    """

    sampled: list[SampledCase]
    mean: Floats
    covariance: Floats
    n: NDArray[np.int64]
    micro: Floats
    single: NDArray[np.int64]

    @classmethod
    def draw(cls, sampler: Sampler, read: Callable[[TreeCase], Reading], single: int) -> SampledCases:
        """Sample every case as `read` reads it."""
        sampled = []
        for number, case in enumerate(CASES, start=1):
            announce(f"sampling case {number} of {len(CASES)}")
            sampled.append(sample_case(case, sampler, read))
        return cls.of(sampled, _single(sampled, sampler.seed, single))

    @classmethod
    def of(cls, sampled: list[SampledCase], single: NDArray[np.int64]) -> SampledCases:
        """Return what was sampled, case by case, as arrays; `single` as the attribute."""
        rows = [
            [(c.sums, [c.strategies.index(name) for name in s.reading.strategies]) for c in s.cells]
            for s in sampled
        ]
        mean = np.array([[sums.mean()[k] for sums, k in row] for row in rows])
        covariance = np.array([[sums.covariance()[:, k][:, :, k] for sums, k in row] for row in rows])
        n = np.array([[sums.n for sums, _ in row] for row in rows])
        micro = np.array([[_median(sums.times)[k] for sums, k in row] for row in rows])
        return cls(sampled, mean, covariance, n, 1e6 * micro, single)

    def means(self, criterion: str) -> Floats:
        """Return the means under a criterion: (16, 24, 6)."""
        return self.mean[..., CRITERIA.index(criterion)]

    def sd(self, criterion: str) -> Floats:
        """Return the standard deviations of single trees under a criterion: (16, 24, 6)."""
        return np.sqrt(
            np.maximum(np.diagonal(self.covariance[:, :, CRITERIA.index(criterion)], axis1=-2, axis2=-1), 0.0)
        )

    def difference(self, first: str, second: str, criterion: str = "nodes") -> tuple[Floats, Floats]:
        """Return the mean paired difference of two strategies and the sd of single differences: (16, 24) each."""
        a, b, c = LABELS.index(first), LABELS.index(second), CRITERIA.index(criterion)
        of = self.covariance[:, :, c]
        variance = of[..., a, a] + of[..., b, b] - 2 * of[..., a, b]
        return self.mean[..., a, c] - self.mean[..., b, c], np.sqrt(np.maximum(variance, 0.0))

    def ratio(
        self, over: str, under: str, criterion: str = "leaves", trees: int | None = None
    ) -> tuple[Floats, Floats]:
        """Return the ratio of two strategies' means and its error to first order, in samples of so many trees: (16, 24)."""
        a, b, c = LABELS.index(over), LABELS.index(under), CRITERIA.index(criterion)
        of, base = self.covariance[:, :, c], self.mean[..., b, c]
        ratio = self.mean[..., a, c] / base
        variance = of[..., a, a] + ratio * ratio * of[..., b, b] - 2 * ratio * of[..., a, b]
        return ratio, np.sqrt(np.maximum(variance, 0.0) / (trees or self.n)) / base

    def z(self, first: str, second: str, criterion: str = "nodes") -> Floats:
        """Return the paired difference in standard errors, (16, 24): 0 if never any, infinite if always the same."""
        difference, sd = self.difference(first, second, criterion)
        return standardised(difference, sd / np.sqrt(self.n))


def standardised(difference: Floats, error: Floats) -> Floats:
    """Return differences in standard errors; where nothing scatters, 0 for none and infinity for any."""
    exact = np.where(difference == 0, 0.0, np.copysign(np.inf, difference))
    return np.divide(difference, error, out=exact, where=error > 0)


def _median(seconds: Floats) -> Floats:
    return np.median(seconds, axis=0) if len(seconds) else np.full(seconds.shape[1], np.nan)


def _single(sampled: Sequence[SampledCase], seed: int, trees: int) -> NDArray[np.int64]:
    """Count single trees, the first of those that the cells hold."""
    jobs = [
        (recipe(reading.kind, reading.scheme, *size, case.p), reading.strategies, seed, trees)
        for case, reading, _ in sampled
        for size in SIZES
    ]
    counts = results(_count, jobs)
    return np.array(counts).reshape(len(sampled), len(SIZES), trees, len(LABELS), len(CRITERIA))


def _count(job: tuple[Recipe, tuple[str, ...], int, int]) -> NDArray[np.int64]:
    made, strategies, seed, trees = job
    return counts_of(made, strategies, seed, 0, trees)
