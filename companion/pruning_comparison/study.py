"""The sixteen cases of Table I, sampled, as arrays: what rankings and claims are computed from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.progress import announce
from companion.published.cases import CASES, LABELS, SIZES, Reading, Sampler, TreeCase
from companion.published.cells import printed_cells
from companion.published.verdict import compare
from gametree.experiment import BATCH, CRITERIA, Cell, counts_of
from gametree.experiment.runner import results
from gametree.generate import recipe
from gametree.generate.recipe import Recipe

if TYPE_CHECKING:
    import pandas as pd

SINGLE = 200
"""Trees of each cell that are examined one by one by default."""


class Sampled(NamedTuple):
    """A case, how it was read, and what was found."""

    case: TreeCase
    reading: Reading
    cells: list[Cell]


def sample_case(case: TreeCase, sampler: Sampler, read: Callable[[TreeCase], Reading]) -> Sampled:
    """Sample one case as `read` reads it."""
    reading = read(case)
    return Sampled(case, reading, sampler.cells(reading.kind, reading.scheme, case.p))


@dataclass
class Study:
    """The sixteen cases, each under one reading.  Axes: case, size (as in `SIZES`), strategy (as in `LABELS`).

    Attributes
    ----------
    sampled : list of Sampled
        A case each.
    mean : float array (16, 24, 6, criteria)
        Mean leaves, nodes and visits.
    covariance : float array (16, 24, criteria, 6, 6)
        Of the counts of two strategies on the same tree.
    n : int array (16, 24)
        Trees.
    micro : float array (16, 24, 6, 3)
        Lower quartile, median and upper quartile of the CPU time per tree in microseconds; NaN if not timed.
    single : int array (16, 24, trees, 6, criteria)
        The counts of single trees.
    """

    sampled: list[Sampled]
    mean: NDArray[np.float64]
    covariance: NDArray[np.float64]
    n: NDArray[np.int64]
    micro: NDArray[np.float64]
    single: NDArray[np.int64]

    @classmethod
    def sample(cls, sampler: Sampler, read: Callable[[TreeCase], Reading], single: int = SINGLE) -> Study:
        """Sample every case as `read` reads it."""
        sampled = []
        for number, case in enumerate(CASES, start=1):
            announce(f"sampling case {number} of {len(CASES)}")
            sampled.append(sample_case(case, sampler, read))
        return cls.of(sampled, _single(sampled, sampler.seed, single))

    @classmethod
    def of(cls, sampled: list[Sampled], single: NDArray[np.int64]) -> Study:
        """Return what was sampled, case by case, as arrays; `single` as the attribute."""
        picked = [
            [[cell.strategies.index(name) for name in s.reading.strategies] for cell in s.cells]
            for s in sampled
        ]
        both = [list(zip(s.cells, which, strict=True)) for s, which in zip(sampled, picked, strict=True)]
        mean = np.array([[c.sums.mean()[k] for c, k in row] for row in both])
        covariance = np.array([[c.sums.covariance()[:, k][:, :, k] for c, k in row] for row in both])
        n = np.array([[c.sums.n for c, _ in row] for row in both])
        micro = np.array([[_quartiles(c)[k] for c, k in row] for row in both])
        return cls(sampled, mean, covariance, n, micro, single)

    def means(self, criterion: str) -> NDArray[np.float64]:
        """Return the means under a criterion: (16, 24, 6)."""
        return self.mean[..., CRITERIA.index(criterion)]

    def sd(self, criterion: str) -> NDArray[np.float64]:
        """Return the standard deviations of single trees under a criterion: (16, 24, 6)."""
        return np.sqrt(
            np.maximum(np.diagonal(self.covariance[:, :, CRITERIA.index(criterion)], axis1=-2, axis2=-1), 0.0)
        )

    def difference(
        self, first: str, second: str, criterion: str = "nodes"
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the mean paired difference of two strategies and the sd of single differences: (16, 24) each."""
        a, b, c = LABELS.index(first), LABELS.index(second), CRITERIA.index(criterion)
        of = self.covariance[:, :, c]
        variance = of[..., a, a] + of[..., b, b] - 2 * of[..., a, b]
        return self.mean[..., a, c] - self.mean[..., b, c], np.sqrt(np.maximum(variance, 0.0))

    def z(self, first: str, second: str, criterion: str = "nodes") -> NDArray[np.float64]:
        """Return the paired difference in standard errors, (16, 24): 0 if never any, infinite if always the same."""
        difference, sd = self.difference(first, second, criterion)
        return standardised(difference, sd / np.sqrt(self.n))


def leaves_frame(found: Iterable[Cell]) -> pd.DataFrame:
    """Return what `gametree.experiment.frame_of` has about leaves, and nothing else: many are made here."""
    import pandas as pd

    rows = []
    for cell in found:
        mean, sd = cell.sums.mean()[:, 0], cell.sums.sd()[:, 0]
        about = (cell.kind, cell.scheme, np.nan if cell.p is None else cell.p, cell.width, cell.depth)
        rows += [
            (*about, name, CRITERIA[0], mean[k], sd[k], cell.sums.n) for k, name in enumerate(cell.strategies)
        ]
    columns = ["kind", "scheme", "p", "width", "depth", "strategy", "criterion", "mean", "sd", "n"]
    return pd.DataFrame(rows, columns=columns)


def standardised(difference: NDArray[np.float64], error: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return differences in standard errors; where nothing scatters, 0 for none and infinity for any."""
    exact = np.where(difference == 0, 0.0, np.copysign(np.inf, difference))
    return np.divide(difference, error, out=exact, where=error > 0)


def _quartiles(cell: Cell) -> NDArray[np.float64]:
    seconds = cell.sums.times
    if not len(seconds):
        return np.full((len(cell.strategies), 3), np.nan)
    return np.percentile(seconds * 1e6, [25, 50, 75], axis=0).T


def _single(sampled: Sequence[Sampled], seed: int, trees: int) -> NDArray[np.int64]:
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


def judge_tables(study: Study) -> pd.DataFrame:
    """Judge Tables III-XVIII cell by cell; with `reading` and `note`."""
    import pandas as pd

    return pd.concat([judge_table(sampled) for sampled in study.sampled], ignore_index=True)


def judge_table(sampled: Sampled) -> pd.DataFrame:
    """Judge the table of one case cell by cell; with `reading` and `note`."""
    case, reading, found = sampled
    printed = printed_cells(case.table)
    judged = compare(leaves_frame(found), printed, reading.using)
    notes = ["; ".join(filter(None, (reading.why, note))) for note in printed["note"]]
    return judged.assign(reading=reading.name, note=notes)


FIGURES = ("integer-dependent", "real-dependent", "unordered", 0.2, 0.4, 0.6, 0.8, 1.0)
"""Scheme or P of the panels of Figures 9-16, 17-24, 25-32 and 33-40, in their order."""


def ratio_frame(study: Study, kind: str, first_figure: int = 9, depth: int = 4) -> pd.DataFrame:
    """Return what a row of the thesis' figures shows, as ratios to Alphabeta, for `figures.ratios`.

    The strategies search the same trees, so their ratios are known far better than their means.  The band (`low`,
    `high`) is where 95 % of ratios of means of 50 trees fall.
    """
    import pandas as pd

    base, rows = LABELS.index("AB"), []
    for number, which in enumerate(FIGURES, first_figure):
        c = next(case.number - 1 for case in CASES if case.kind == kind and which in (case.scheme, case.p))
        panel = f"{number}: " + (which if isinstance(which, str) else f"P = {which}")
        printed = printed_cells(CASES[c].table).set_index(["row", "column"])["best"]
        for s, (width, level) in enumerate(SIZES):
            if level != depth:
                continue
            row = f"{'U' if kind == 'uniform' else 'N'}({width},{depth})"
            mean, of = study.means("leaves")[c, s], study.covariance[c, s, CRITERIA.index("leaves")]
            for k, label in enumerate(LABELS):
                if k == base:
                    continue
                ratio = mean[k] / mean[base]
                variance = of[k, k] - 2 * ratio * of[k, base] + ratio**2 * of[base, base]
                half = 1.96 * np.sqrt(max(variance, 0.0) / BATCH) / mean[base]
                of_50 = printed[row, label] / printed[row, "AB"]
                rows.append((panel, label, width, ratio, ratio - half, ratio + half, of_50))
    return pd.DataFrame(rows, columns=["panel", "label", "width", "ratio", "low", "high", "printed"])


def time_frame(study: Study, depth: int = 4) -> pd.DataFrame:
    """Return CPU time over Alphabeta's: the quartiles (`low`, `ratio`, `high`) of the eight schemes."""
    import pandas as pd

    times = study.micro[..., 1] / study.micro[..., LABELS.index("AB"), 1][..., None]
    rows = [
        (kind, label, width, *np.percentile(times[part, s, k], [50, 25, 75]))
        for kind, part in (("uniform", slice(0, 8)), ("nonuniform", slice(8, 16)))
        for k, label in enumerate(LABELS)
        for s, (width, level) in enumerate(SIZES)
        if level == depth
    ]
    return pd.DataFrame(rows, columns=["kind", "label", "width", "ratio", "low", "high"])
