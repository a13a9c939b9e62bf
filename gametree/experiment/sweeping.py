"""Sweeps: many sizes, many trees, several strategies on the same trees."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gametree.experiment.checkpoint import cell_key, load_cell, save_cell
from gametree.experiment.progress import Progress
from gametree.experiment.sums import BATCH, CRITERIA, Job, Sums, run_job
from gametree.generate.recipe import LARGEST, Recipe, recipe, seed_number
from gametree.search import strategy_named
from gametree.tree import check_count, refuse_if_too_large

if TYPE_CHECKING:
    import pandas as pd

WORK_PER_JOB = 3_000_000
"""Leaves per job, roughly: a job takes a fraction of a second."""


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
    trees = check_count("trees", trees, 1, 10**9)
    if precision is not None and not 0 < precision < 1:
        raise ValueError(f"precision is {precision!r}: it must be a number between 0 and 1")
    start = seed_number(seed)
    recipes = [recipe(kind, scheme, *_size(size), p, largest) for size in sizes]
    for made in recipes:
        _refuse_large_trees(made)
    folder = None if checkpoint is None else Path(checkpoint)
    found = []
    title = f"{kind} {scheme}" + ("" if p is None else f" p={p}")
    with (
        _executor(executor) as pool,
        Progress(title, sum(_work(made) for made in recipes), shown=progress) as told,
    ):
        for made in recipes:
            sums = _run_cell(made, chosen, start, trees, precision, timed, pool, folder)
            found.append(Cell(kind, scheme, p, made.width, made.depth, chosen, start, sums))
            told.add(_work(made), f"{'U' if kind == 'uniform' else 'N'}({made.width},{made.depth})")
    return found


def check_strategies(strategies: Sequence[str]) -> tuple[str, ...]:
    """Return the names as a tuple if there are any and all are those of strategies."""
    if isinstance(strategies, str) or not strategies:
        raise ValueError(
            f"strategies is {strategies!r}: it must be a list of names such as ['alphabeta', 'sss*']"
        )
    return tuple(strategy_named(name).name for name in strategies)


def _size(size: Any) -> tuple[int, int]:
    try:
        width, depth = size
    except (TypeError, ValueError):
        raise ValueError(f"sizes has {size!r}: it must be a list of pairs (width, depth)") from None
    return width, depth


def _work(made: Recipe) -> float:
    return float(made.width) ** made.depth


def _refuse_large_trees(made: Recipe) -> None:
    if made.kind == "uniform":
        n_leaves = made.width**made.depth
        refuse_if_too_large(f"U({made.width},{made.depth}) with its {n_leaves} leaves", 24 * n_leaves)


@contextmanager
def _executor(given: Executor | None) -> Iterator[Executor]:
    if given is not None:
        yield given
        return
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield pool


def _run_cell(
    made: Recipe,
    strategies: tuple[str, ...],
    seed: int,
    trees: int,
    precision: float | None,
    timed: bool,
    pool: Executor,
    folder: Path | None,
) -> Sums:
    key = cell_key(made, strategies, seed, trees, precision)
    kept = load_cell(folder, key) if folder is not None else None
    if kept is not None and (kept.times or not timed):
        return kept
    sums = Sums.nothing(len(strategies))
    wanted = trees
    while sums.n < wanted:
        _add_trees(sums, Job(made, strategies, seed, sums.n, wanted - sums.n, timed), pool)
        wanted = max(wanted, _needed(sums, precision))
    if folder is not None:
        save_cell(folder, key, sums)
    return sums


def _add_trees(sums: Sums, job: Job, pool: Executor) -> None:
    """Do a job in parts, side by side, each of whole batches."""
    per_part = max(1, int(WORK_PER_JOB / _work(job.recipe)))
    per_part = max(per_part // BATCH, 1) * BATCH
    parts = [
        job._replace(first=first, n_trees=min(per_part, job.first + job.n_trees - first))
        for first in range(job.first, job.first + job.n_trees, per_part)
    ]
    waiting: set[Future[Sums]] = {pool.submit(run_job, part) for part in parts}
    try:
        for done in wait(waiting).done:
            sums.add(done.result())
    except BaseException:
        for future in waiting:
            future.cancel()
        raise


def _needed(sums: Sums, precision: float | None) -> int:
    """Return how many trees, in whole batches, bring every mean's standard error below the precision."""
    if precision is None:
        return sums.n
    ratio = float(np.max(sums.sd() / sums.mean()))
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
