"""Decisions in sampled games (`gametree.backup.decisions`): in parts, side by side, resumed where they stopped."""

from __future__ import annotations

import hashlib
import math
import os
import uuid
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from gametree.backup.decisions import RULES, Sample, check_sample, run_part
from gametree.experiment.progress import Progress
from gametree.tree import check_count

if TYPE_CHECKING:
    import pandas as pd

WORK_PER_PART = 30_000_000
"""Squares per part, roughly: a part takes about a second, and no more than that is lost when work is stopped."""

FORMAT = 1
"""Changes whenever the numbers of a sample, or what a file holds, change."""


class Part(NamedTuple):
    """Decisions number `first`, `first` + 1, ... of a sample; `number` is that of the sample."""

    number: int
    sample: Sample
    first: int
    decisions: int


class Kept(NamedTuple):
    """The counts over the first `done` decisions of a sample."""

    done: int
    counts: NDArray[np.int64]


def sampled_quality(
    samples: Iterable[Sample],
    workers: int = 2,
    checkpoint: str | Path | None = None,
    progress: bool = False,
) -> pd.DataFrame:
    """Return the probability of a correct decision for all depths and rules of these samples.

    Parameters
    ----------
    samples : iterable of Sample
        What to play.
    workers : int
        Threads (the kernels release the GIL); the result is the same for any number.
    checkpoint : path, optional
        A folder where finished parts are kept.  The same call with the same folder goes on where it was stopped.
    progress : bool
        Tell how far the work has come.

    Returns
    -------
    DataFrame
        ``game, w, t, d, rule, right, tied, n, probability, sd``: ties count half, and ``sd`` is that of a
        single decision.
    """
    import pandas as pd

    samples = list(samples)
    for sample in samples:
        check_sample(sample)
    check_count("workers", workers, 1, 1024)
    counts = _counts(samples, workers, None if checkpoint is None else Path(checkpoint), progress)
    rows = [row for sample, count in zip(samples, counts, strict=True) for row in _rows(sample, count)]
    columns = ["game", "w", "t", "d", "rule", "right", "tied", "n", "probability", "sd"]
    return pd.DataFrame(rows, columns=columns)


def _counts(
    samples: list[Sample], workers: int, folder: Path | None, progress: bool
) -> list[NDArray[np.int64]]:
    kept = [_load(folder, sample) for sample in samples]
    waiting: deque[tuple[Part, Future[NDArray[np.int64]]]] = deque()
    total = sum(sample.decisions * _work(sample) for sample in samples)
    with ThreadPoolExecutor(workers) as pool, Progress("decisions", total, shown=progress) as told:
        told.add(sum(have.done * _work(sample) for have, sample in zip(kept, samples, strict=True)))
        try:
            for part in _parts(samples, kept):
                waiting.append((part, pool.submit(run_part, part.sample, part.first, part.decisions)))
                # A few parts ahead of the threads: more would only wait in memory.
                if len(waiting) > 4 * workers:
                    _take(waiting, kept, folder, told)
            while waiting:
                _take(waiting, kept, folder, told)
        except BaseException:
            for _, future in waiting:
                future.cancel()
            raise
    return [have.counts for have in kept]


def _work(sample: Sample) -> float:
    return float(sample.w) ** sample.t


def _parts(samples: list[Sample], kept: list[Kept]) -> Iterator[Part]:
    """Yield what is still to be done, the largest samples first, so that no thread is left with one at the end."""
    order = sorted(range(len(samples)), key=lambda i: -samples[i].decisions * _work(samples[i]))
    for number in order:
        sample = samples[number]
        size = max(1, int(WORK_PER_PART / _work(sample)))
        for first in range(kept[number].done, sample.decisions, size):
            yield Part(number, sample, first, min(size, sample.decisions - first))


def _take(
    waiting: deque[tuple[Part, Future[NDArray[np.int64]]]],
    kept: list[Kept],
    folder: Path | None,
    told: Progress,
) -> None:
    """Wait for the oldest part and add it: so what is kept of a sample is always its first decisions."""
    part, future = waiting[0]
    have = kept[part.number]
    have = Kept(have.done + part.decisions, have.counts + future.result())
    waiting.popleft()
    kept[part.number] = have
    if folder is not None:
        _save(folder, part.sample, have)
    sample = part.sample
    told.add(part.decisions * _work(sample), f"{sample.game} U({sample.w},d,{sample.t})")


def _path(folder: Path, sample: Sample) -> Path:
    """Return the file of a sample, named after all that its counts depend on, but not after how many are wanted."""
    described = (FORMAT, sample.game, sample.w, sample.t, sample.seed)
    return folder / f"decisions-{hashlib.sha256(repr(described).encode()).hexdigest()[:24]}.npz"


def _save(folder: Path, sample: Sample, kept: Kept) -> None:
    """Write aside and move into place, so that no half of a file is ever read."""
    folder.mkdir(parents=True, exist_ok=True)
    aside = folder / f"{uuid.uuid4().hex}.npz"
    np.savez(aside, done=kept.done, counts=kept.counts)
    os.replace(aside, _path(folder, sample))


def _load(folder: Path | None, sample: Sample) -> Kept:
    """Return what was kept of a sample; a file that can't be read, or holds more than is wanted, is as good as none."""
    nothing = Kept(0, np.zeros((sample.t + 1, len(RULES), 2), dtype=np.int64))
    if folder is None:
        return nothing
    try:
        with np.load(_path(folder, sample)) as file:
            kept = Kept(int(file["done"]), file["counts"])
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        return nothing
    fits = kept.counts.shape == nothing.counts.shape and 0 <= kept.done <= sample.decisions
    return kept if fits else nothing


def _rows(sample: Sample, counts: NDArray[np.int64]) -> Iterator[tuple[Any, ...]]:
    n = sample.decisions
    for d in range(1, sample.t + 1):
        for number, rule in enumerate(RULES):
            right, tied = (int(x) for x in counts[d, number])
            mean = (right + tied / 2) / n
            sd = math.sqrt(max(0.0, (right + tied / 4) / n - mean**2))
            yield sample.game, sample.w, sample.t, d, rule, right, tied, n, mean, sd
