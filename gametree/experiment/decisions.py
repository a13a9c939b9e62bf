"""Decisions in sampled games (`gametree.backup.decisions`), in parts: in parallel, and resumed from checkpoints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Executor
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametree._checks import check_flag, check_kind, pandas
from gametree.backup.decisions import RULES, Sample, check_sample, quality, run_part
from gametree.experiment.runner import Progress, check_checkpoint, check_executor, run

if TYPE_CHECKING:
    import pandas as pd

WORK_PER_PART = 30_000_000
"""Squares per part, roughly: a part takes about a second, which is the most that is lost on interruption."""


class Part(NamedTuple):
    """The decisions of `sample` from number `first` on."""

    sample: Sample
    first: int

    @property
    def size(self) -> float:
        """Squares, roughly."""
        return self.sample.decisions * _squares(self.sample)

    @property
    def name(self) -> str:
        """The games that are played."""
        return f"{self.sample.game} U({self.sample.w},d,{self.sample.t})"


def _play(part: Part) -> tuple[NDArray[np.int64]]:
    return (run_part(part.sample, part.first, part.sample.decisions),)


def sampled_quality(
    samples: Iterable[Sample],
    executor: Executor | None = None,
    checkpoint: str | Path | None = None,
    progress: bool = False,
    known: Mapping[Sample, NDArray[np.int8]] | None = None,
) -> pd.DataFrame:
    """Return the probability of a correct decision for all depths and rules of these samples.

    Parameters
    ----------
    samples : iterable of Sample
        The samples.
    executor : concurrent.futures.Executor, optional
        Where the work is done; by default as many threads as there are cores (the kernels release the GIL).
    checkpoint : path, optional
        A folder where finished parts are kept, and reused by the next call if the code that they depend on has not
        changed.
    progress : bool
        Whether to show progress.
    known : mapping, optional
        The first decisions of samples, as `gametree.backup.outcomes` returns them, which are not played again.

    Returns
    -------
    DataFrame
        ``game, w, t, d, rule, right, tied, n, probability, sd``: ties count half, and ``sd`` is that of a
        single decision.

    Examples
    --------
    >>> from gametree.backup.decisions import Sample
    >>> from gametree.experiment import sampled_quality
    >>> found = sampled_quality([Sample("pearl", 2, 3, 100, 1)])
    >>> found[found.rule == "minimax"][["d", "n"]].values.tolist()
    [[1, 100], [2, 100], [3, 100]]
    """
    pd = pandas()

    check_kind("samples", samples, Iterable, "a list of Samples")
    samples = list(samples)
    for sample in samples:
        check_sample(sample)
    progress = check_flag("progress", progress)
    check_executor(executor)
    check_checkpoint(checkpoint)
    check_kind("known", known, (Mapping, NoneType), "a mapping from Samples to their first outcomes, or None")
    known = dict(known or {})
    counts = {sample: _counted(sample, known.get(sample)) for sample in samples}
    # The largest first, so that no thread is left with one at the end.
    order = sorted(counts, key=lambda sample: -sample.decisions * _squares(sample))
    cut = [(sample, part) for sample in order for part in _parts(sample, len(known.get(sample, ())))]
    parts = [part for _, part in cut]
    with Progress("decisions", sum(part.size for part in parts), shown=progress) as bar:
        for (sample, _), (_, (more,)) in zip(
            cut, run(_play, parts, executor=executor, checkpoint=checkpoint, progress=bar), strict=True
        ):
            counts[sample] += more
    rows = [row for sample in samples for row in _rows(sample, counts[sample])]
    columns = ["game", "w", "t", "d", "rule", "right", "tied", "n", "probability", "sd"]
    return pd.DataFrame(rows, columns=columns)


def _squares(sample: Sample) -> float:
    return float(sample.w) ** sample.t


def _counted(sample: Sample, each: NDArray[np.int8] | None) -> NDArray[np.int64]:
    """Return the counts over known decisions of a sample, as `run_part` does."""
    counts = np.zeros((sample.t + 1, len(RULES), 2), dtype=np.int64)
    if each is not None:
        shape = np.shape(each)
        if shape[1:] != (sample.t - 1, len(RULES)) or shape[0] > sample.decisions:
            raise ValueError(
                f"known has an array of shape {shape} for {sample}: it must be (n, {sample.t - 1}, {len(RULES)}) with n at "
                f"most {sample.decisions}, as gametree.backup.outcomes makes it"
            )
        counts[1:-1] = np.stack([(each == 2).sum(axis=0), (each == 1).sum(axis=0)], axis=-1)
        counts[-1, :, 0] = len(each)
    return counts


def _parts(sample: Sample, begin: int = 0) -> Iterator[Part]:
    step = max(1, int(WORK_PER_PART / _squares(sample)))
    for first in range(begin, sample.decisions, step):
        yield Part(sample._replace(decisions=min(step, sample.decisions - first)), first)


def _rows(sample: Sample, counts: NDArray[np.int64]) -> Iterator[tuple[Any, ...]]:
    n = sample.decisions
    for d in range(1, sample.t + 1):
        for number, rule in enumerate(RULES):
            right, tied = (int(x) for x in counts[d, number])
            yield sample.game, sample.w, sample.t, d, rule, right, tied, n, *quality(right, tied, n)
