"""Sweeps: many sizes, many trees, several strategies on the same trees."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gametree.experiment.checkpoint import cell_key, load_cell, save_cell
from gametree.experiment.progress import Progress
from gametree.experiment.sums import BATCH, CRITERIA, Job, Sums, run_job
from gametree.generate.recipe import LARGEST, Recipe, recipe, seed_number
from gametree.search import strategy_named
from gametree.tree import check_count, check_memory

if TYPE_CHECKING:
    import pandas as pd

WORK_PER_JOB = 3_000_000
"""Leaves per job, roughly: a job takes a fraction of a second."""

TREES_PER_JOB = 50_000
"""Trees per job at most: their counts are in memory until the job is done."""

JOBS_AT_ONCE = 64
"""Jobs given to the executor at a time: enough for all its workers, however many trees there are to come."""


class Cell(NamedTuple):
    """One class of trees with what was found on it."""

    kind: str
    scheme: str
    p: float | None
    width: int
    depth: int
    strategies: tuple[str, ...]
    seed: int
    sums: Sums


def sweep(
    kind: str,
    scheme: str,
    *,
    sizes: Iterable[tuple[int, int]],
    strategies: Sequence[str],
    trees: int = 2000,
    seed: int | np.random.Generator,
    p: float | None = None,
    largest: int = LARGEST,
    precision: float | None = None,
    timed: bool = False,
    executor: Executor | None = None,
    checkpoint: str | Path | None = None,
    progress: bool = True,
) -> pd.DataFrame:
    """Search many random trees of several sizes with several strategies, all on the same trees.

    Parameters
    ----------
    kind, scheme, p, largest
        The class of trees: see `gametree.generate`.
    sizes : iterable of (width, depth)
        Sizes.
    strategies : sequence of str
        Names from `STRATEGIES`.
    trees : int
        Trees per size; with `precision`, the least number.
    seed : int or numpy Generator
        Tree number i of a cell is ``generate(..., seed=seed, number=i)``, whatever the order of work and the
        executor.
    precision : float, optional
        Go on until the standard error of every mean is below this share of the mean.
    timed : bool
        Measure CPU time too.
    executor : concurrent.futures.Executor, optional
        Where the work is done; by default as many threads as there are cores (the kernels release the GIL).
    checkpoint : path, optional
        A folder where finished cells are kept, and found again by the next sweep with the same arguments.
    progress : bool
        Tell how far the work has come.

    Returns
    -------
    pandas.DataFrame
        One row per (kind, scheme, p, width, depth, strategy, criterion) with mean, sd, n, seed.  The
        criteria are leaves, nodes, visits and, if timed, microseconds: there `median`, `low` and `high` are
        the quartiles over parts of some hundred trees.
    """
    found = cells(
        kind, scheme, sizes=sizes, strategies=strategies, trees=trees, seed=seed, p=p, largest=largest,
        precision=precision, timed=timed, executor=executor, checkpoint=checkpoint, progress=progress,
    )  # fmt: skip
    return frame_of(found)


def cells(
    kind: str,
    scheme: str,
    *,
    sizes: Iterable[tuple[int, int]],
    strategies: Sequence[str],
    trees: int = 2000,
    seed: int | np.random.Generator,
    p: float | None = None,
    largest: int = LARGEST,
    precision: float | None = None,
    timed: bool = False,
    executor: Executor | None = None,
    checkpoint: str | Path | None = None,
    progress: bool = True,
) -> list[Cell]:
    """Do the work of `sweep`, and return more than its table holds: covariances, batch means, times of every cell."""
    chosen = check_strategies(strategies)
    trees = check_count("trees", trees, 1 if precision is None else 2, 10**9)
    if precision is not None and not (isinstance(precision, (int, float)) and 0 < precision < 1):
        raise ValueError(f"precision is {precision!r}: it must be a number between 0 and 1")
    if executor is not None and not isinstance(executor, Executor):
        raise ValueError(f"executor is {executor!r}: it must be a concurrent.futures.Executor or None")
    start = seed_number(seed)
    recipes = [recipe(kind, scheme, *size, p, largest) for size in _check_sizes(sizes)]
    for made in recipes:
        _refuse_large_trees(made)
    folder = _check_folder(checkpoint)
    unfinished = [_Unfinished(made, chosen, start, trees, precision, timed, folder) for made in recipes]
    title = f"{kind} {scheme}" + ("" if p is None else f" p={p}")
    with (
        _executor(executor) as pool,
        Progress(title, sum(_work(made) for made in recipes), shown=progress) as told,
    ):
        _finish_all(unfinished, pool, told)
    return [
        Cell(kind, scheme, p, made.width, made.depth, chosen, start, cell.sums)
        for made, cell in zip(recipes, unfinished, strict=True)
    ]


def check_strategies(strategies: Sequence[str]) -> tuple[str, ...]:
    """Return the names as a tuple if there are any and all are those of strategies."""
    if isinstance(strategies, str) or not strategies:
        raise ValueError(
            f"strategies is {strategies!r}: it must be a list of names such as ['alphabeta', 'sss*']"
        )
    chosen = tuple(strategy_named(name).name for name in strategies)
    if twice := _first_twice(chosen):
        raise ValueError(f"strategies has {twice!r} twice: each may be named once")
    return chosen


def _check_sizes(sizes: Any) -> list[tuple[Any, Any]]:
    """Return the sizes as a list if there are any, all are pairs, and none is there twice."""
    wanted = "it must be a list of pairs (width, depth)"
    try:
        listed = list(sizes)
    except TypeError:
        raise ValueError(f"sizes is {sizes!r}: {wanted}") from None
    if not listed:
        raise ValueError(f"sizes is {sizes!r}: {wanted}")
    pairs = []
    for size in listed:
        try:
            width, depth = size
        except (TypeError, ValueError):
            raise ValueError(f"sizes has {size!r}: {wanted}") from None
        pairs.append((width, depth))
    if twice := _first_twice(pairs):
        raise ValueError(f"sizes has {twice!r} twice: each may be named once")
    return pairs


def _first_twice(items: Sequence[Any]) -> Any:
    return next((item for k, item in enumerate(items) if item in items[:k]), None)


def _check_folder(checkpoint: str | Path | None) -> Path | None:
    """Return the folder for checkpoints, made if it was not there."""
    if checkpoint is None:
        return None
    try:
        Path(checkpoint).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ValueError(
            f"checkpoint is {str(checkpoint)!r}: it must be a folder that can be made or written to ({error.strerror})"
        ) from None
    return Path(checkpoint)


def _work(made: Recipe) -> float:
    return float(made.width) ** made.depth


def _refuse_large_trees(made: Recipe) -> None:
    if made.kind == "uniform":
        n_leaves = made.width**made.depth
        check_memory(f"U({made.width},{made.depth}) with its {n_leaves} leaves", 24 * n_leaves)


@contextmanager
def _executor(given: Executor | None) -> Iterator[Executor]:
    if given is not None:
        yield given
        return
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield pool


class _Unfinished:
    """A cell on its way.

    Attributes
    ----------
    sums : Sums
        What has been found.
    wanted, given_out : int
        How many trees it shall have, and how many of them have been given out in jobs.
    finished : bool
        Nothing is missing, not even trees that the precision asks for, and the cell has been kept.
    """

    def __init__(
        self,
        made: Recipe,
        strategies: tuple[str, ...],
        seed: int,
        trees: int,
        precision: float | None,
        timed: bool,
        folder: Path | None,
    ) -> None:
        self.recipe, self._precision, self._folder = made, precision, folder
        self._key = cell_key(made, strategies, seed, trees, precision)
        self._job = Job(made, strategies, seed, 0, 0, timed)
        self.sums, self.wanted, self.given_out = Sums.nothing(len(strategies)), trees, 0
        kept = load_cell(folder, self._key) if folder is not None else None
        self.finished = kept is not None and (bool(kept.times) or not timed)
        if kept is not None and self.finished:
            self.sums, self.wanted, self.given_out = kept, kept.n, kept.n

    def next_job(self) -> Job | None:
        """Give out the next trees, in whole batches; None if all have been given out."""
        if self.given_out == self.wanted:
            return None
        per_job = min(int(WORK_PER_JOB / _work(self.recipe)), TREES_PER_JOB)
        n_trees = min(max(per_job // BATCH, 1) * BATCH, self.wanted - self.given_out)
        job = self._job._replace(first=self.given_out, n_trees=n_trees)
        self.given_out += n_trees
        return job

    def add(self, sums: Sums) -> None:
        """Add what a job gave; if it was the last one, ask for more trees or keep the cell."""
        self.sums.add(sums)
        if self.sums.n < self.wanted:
            return
        self.wanted = max(self.wanted, _needed(self.sums, self._precision))
        if self.sums.n == self.wanted:
            if self._folder is not None:
                save_cell(self._folder, self._key, self.sums)
            self.finished = True


def _finish_all(cells: Sequence[_Unfinished], pool: Executor, told: Progress) -> None:
    """Do all cells, jobs of several side by side; if the work is stopped, what is finished has been kept."""
    under_way: dict[Future[Sums], _Unfinished] = {}

    def take(done: Iterable[Future[Sums]]) -> None:
        # What failed or was cancelled comes last: it raises.
        for future in sorted(done, key=lambda f: f.cancelled() or f.exception() is not None):
            sums, cell = future.result(), under_way.pop(future)
            cell.add(sums)
            if cell.finished:
                told.add(_work(cell.recipe), _name(cell.recipe))

    for cell in cells:
        if cell.finished:
            told.add(_work(cell.recipe), _name(cell.recipe))
    unfinished = [cell for cell in cells if not cell.finished]
    try:
        while unfinished:
            for cell in unfinished:
                while len(under_way) < JOBS_AT_ONCE and (job := cell.next_job()) is not None:
                    under_way[pool.submit(run_job, job)] = cell
            take(wait(under_way, return_when=FIRST_COMPLETED).done)
            unfinished = [cell for cell in unfinished if not cell.finished]
    except BaseException:
        for future in under_way:
            future.cancel()
        with suppress(BaseException):
            take(wait(under_way).done)
        raise


def _name(made: Recipe) -> str:
    return f"{'U' if made.kind == 'uniform' else 'N'}({made.width},{made.depth})"


def _needed(sums: Sums, precision: float | None) -> int:
    """Return how many trees, in whole batches, bring every mean's standard error below the precision."""
    if precision is None:
        return sums.n
    mean, sd = sums.mean(), sums.sd()
    # What is never counted, such as nodes below a root that is a leaf, is known as it is.
    ratio = float(np.max(np.divide(sd, mean, out=np.zeros_like(sd), where=mean > 0)))
    needed = (ratio / precision) ** 2
    return int(np.ceil(needed / BATCH)) * BATCH


def frame_of(found: Iterable[Cell]) -> pd.DataFrame:
    """Return cells as a tidy table: one row per strategy and criterion."""
    import pandas as pd

    return pd.DataFrame([row for cell in found for row in _rows(cell)])


def _about(cell: Cell) -> dict[str, Any]:
    p = np.nan if cell.p is None else cell.p
    return {"kind": cell.kind, "scheme": cell.scheme, "p": p, "width": cell.width, "depth": cell.depth}


def _rows(cell: Cell) -> Iterator[dict[str, Any]]:
    about = _about(cell)
    mean, sd, seconds = cell.sums.mean(), cell.sums.sd(), cell.sums.seconds()
    for k, strategy in enumerate(cell.strategies):
        for c, criterion in enumerate(CRITERIA):
            yield about | {
                "strategy": strategy, "criterion": criterion,
                "mean": mean[k, c], "sd": sd[k, c], "n": cell.sums.n, "seed": cell.seed,
                "median": np.nan, "low": np.nan, "high": np.nan,
            }  # fmt: skip
        if len(seconds):
            micro = seconds[:, k] * 1e6
            low, median, high = np.percentile(micro, [25, 50, 75])
            yield about | {
                "strategy": strategy, "criterion": "microseconds",
                "mean": micro.mean(), "sd": micro.std(ddof=1) if len(micro) > 1 else np.nan, "n": len(micro),
                "seed": cell.seed, "median": median, "low": low, "high": high,
            }  # fmt: skip


def paired(found: Iterable[Cell], criterion: str = "leaves") -> pd.DataFrame:
    """Return, for every cell and pair of strategies, the mean difference on the same trees and its standard error."""
    import pandas as pd

    if criterion not in CRITERIA:
        raise ValueError(f"criterion is {criterion!r}: it must be one of {', '.join(CRITERIA)}")
    c = CRITERIA.index(criterion)
    rows = []
    for cell in found:
        mean, covariance = cell.sums.mean()[:, c], cell.sums.covariance()[c]
        for a, first in enumerate(cell.strategies):
            for b, second in enumerate(cell.strategies[a + 1 :], start=a + 1):
                variance = covariance[a, a] + covariance[b, b] - 2 * covariance[a, b]
                about = _about(cell) | {"criterion": criterion, "first": first, "second": second}
                sd = np.sqrt(max(variance, 0.0))
                rows.append(about | {"difference": mean[a] - mean[b], "sd": sd, "n": cell.sums.n})
    return pd.DataFrame(rows)
