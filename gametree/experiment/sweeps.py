"""Sweeps: many sizes, many trees, several strategies on the same trees."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gametree._checks import as_float, check_count, check_flag, check_kind, check_name, many, pandas, shown
from gametree._memory import check_memory
from gametree.experiment.forest import MOST_NODES
from gametree.experiment.runner import Progress, check_checkpoint, check_executor, run
from gametree.experiment.sums import BATCH, BATCHES_KEPT, CRITERIA, TREES_AT_ONCE, Sums, SweepJob, run_job
from gametree.generate.nonuniform import expected_nodes
from gametree.generate.recipes import Recipe, recipe, seed_number
from gametree.generate.values import LARGEST
from gametree.search import strategy_named

if TYPE_CHECKING:
    import pandas as pd

WORK_PER_JOB = 3_000_000
"""Leaves per job, roughly: a job takes a fraction of a second."""

JOBS_PER_CELL = 100_000
"""The most jobs per cell: jobs of a very large cell take minutes, so that scheduling them takes none."""


MOST_TREES = 10**13
"""The most trees of a cell."""


class Cell(NamedTuple):
    """A class of trees, and the sums over its trees.

    >>> from gametree.experiment import cells
    >>> (cell,) = cells("uniform", "unordered", sizes=[(2, 2)], strategies=["minimax"], trees=10, seed=1, progress=False)
    >>> cell.width, cell.sums.n, cell.sums.mean().tolist()
    (2, 10, [[4.0, 6.0, 6.0]])
    """

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
        Tree number i of a cell is ``generate(..., seed=seed, number=i)``, whatever the order of work and the executor.
    precision : float, optional
        Continue until the standard error of every mean is below this share of the mean.
    timed : bool
        Measure CPU time too.
    executor : concurrent.futures.Executor, optional
        Where the work is done; by default as many threads as there are cores (the kernels release the GIL).
    checkpoint : path, optional
        A folder where finished parts of cells are kept, and reused by the next sweep over the same trees if the code that
        they depend on has not changed.
    progress : bool
        Whether to show progress.

    Returns
    -------
    pandas.DataFrame
        One row per (kind, scheme, p, width, depth, strategy, criterion) with mean, sd, n, seed.  The
        criteria are leaves, nodes, visits and, if timed, microseconds: there `median`, `low` and `high` are
        the quartiles over parts of some hundred trees.

    Examples
    --------
    >>> import gametree as gt
    >>> both = ["alphabeta", "sss*"]
    >>> frame = gt.sweep("uniform", "unordered", sizes=[(3, 3)], strategies=both, trees=50, seed=1, progress=False)
    >>> frame[frame.criterion == "leaves"].set_index("strategy")["mean"].round(2).to_dict()
    {'alphabeta': 19.78, 'sss*': 17.0}
    """
    pandas()  # Before any work: without it there would be no frame.
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
    """Do the work of `sweep`, and return more than its table: covariances, batch means, times of every cell.

    >>> from gametree.experiment import cells
    >>> found = cells("uniform", "unordered", sizes=[(2, 2), (2, 3)], strategies=["pvs"], trees=20, seed=1, progress=False)
    >>> [(cell.width, cell.depth, cell.sums.n) for cell in found]
    [(2, 2, 20), (2, 3, 20)]
    """
    chosen = check_strategies(strategies)
    trees = check_count("trees", trees, 1 if precision is None else 2, MOST_TREES)
    if precision is not None and not 0 < as_float(precision) < 1:
        raise ValueError(f"precision is {shown(precision)}: it must be a number between 0 and 1")
    timed, progress = check_flag("timed", timed), check_flag("progress", progress)
    check_executor(executor)
    check_checkpoint(checkpoint)
    start = seed_number(seed)
    recipes = [recipe(kind, scheme, *size, p, largest) for size in _check_sizes(sizes)]
    for made in recipes:
        _refuse_large_trees(made)
    found = {made.cell: Sums.nothing(len(chosen)) for made in recipes}
    missing = [SweepJob(made, chosen, start, 0, trees, timed) for made in recipes]
    with Progress(f"{kind} {scheme}" + ("" if p is None else f" p={p}"), shown=progress) as bar:
        while missing:
            bar.total += sum(cell.size for cell in missing)
            jobs = (job for cell in missing for job in _parts(cell))
            for job, sums in run(run_job, jobs, executor=executor, checkpoint=checkpoint, progress=bar):
                found[job.recipe.cell] = found[job.recipe.cell].with_next(*sums)
            # How many more trees the precision requires is known once these have been searched.
            missing = [
                cell._replace(first=found[cell.recipe.cell].n, n_trees=more)
                for cell in missing
                if (more := _missing(found[cell.recipe.cell], precision)) > 0
            ]
    return [
        Cell(kind, scheme, p, made.width, made.depth, chosen, start, found[made.cell]) for made in recipes
    ]


def check_strategies(strategies: Sequence[str]) -> tuple[str, ...]:
    """Return the names as a tuple if there are any and all are those of strategies."""
    is_list = isinstance(strategies, Iterable) and not isinstance(strategies, str | bytes)
    listed = list(strategies) if is_list else []
    if not listed:
        raise ValueError(
            f"strategies is {shown(strategies)}: it must be a list of names such as ['alphabeta', 'sss*']"
        )
    chosen = tuple(strategy_named(name).name for name in listed)
    if twice := _first_twice(chosen):
        raise ValueError(f"strategies has {twice!r} twice: each may be named once")
    return chosen


def _check_sizes(sizes: Any) -> list[tuple[Any, Any]]:
    """Return the sizes as a list if there are any, all are pairs, and none is there twice."""
    wanted = "it must be a list of pairs (width, depth)"
    try:
        listed = list(sizes)
    except TypeError:
        raise ValueError(f"sizes is {shown(sizes)}: {wanted}") from None
    if not listed:
        raise ValueError(f"sizes is {shown(sizes)}: {wanted}")
    pairs = []
    for size in listed:
        try:
            width, depth = size
        except (TypeError, ValueError):
            raise ValueError(f"sizes has {shown(size)}: {wanted}") from None
        pairs.append((width, depth))
    if twice := _first_twice(pairs):
        raise ValueError(f"sizes has {twice!r} twice: each may be named once")
    return pairs


def _first_twice(items: Sequence[Any]) -> Any:
    return next((item for k, item in enumerate(items) if item in items[:k]), None)


def _refuse_large_trees(made: Recipe) -> None:
    if made.kind == "uniform":
        n_leaves = made.width**made.depth
        check_memory(
            f"in sizes, U({made.width},{made.depth}) with its {many(n_leaves)} leaves", 24 * n_leaves
        )
    elif (mean := expected_nodes(made.law, made.depth)) > MOST_NODES:
        raise MemoryError(
            f"sizes has N({made.width},{made.depth}): it has about {mean:.3g} nodes, and at most {MOST_NODES} are allowed"
        )


def _parts(cell: SweepJob) -> Iterator[SweepJob]:
    """Cut the trees of a cell into jobs of whole batches."""
    per_job = min(int(WORK_PER_JOB * cell.n_trees / cell.size), TREES_AT_ONCE)
    step = max(per_job // BATCH, -(-cell.n_trees // (JOBS_PER_CELL * BATCH)), 1) * BATCH
    first, end = cell.first, cell.first + cell.n_trees
    while first < end:
        # Half of the batches that are kept take 70 kB for all strategies.
        most = BATCHES_KEPT // 2 * BATCH if first < BATCHES_KEPT * BATCH else step
        n_trees = min(step, most, end - first)
        yield cell._replace(first=first, n_trees=n_trees)
        first += n_trees


def _missing(sums: Sums, precision: float | None) -> int:
    """Return how many more trees, in whole batches, the precision requires."""
    if precision is None:
        return 0
    mean, sd = sums.mean(), sums.sd()
    # Counts that are always 0, such as nodes below a root that is a leaf, are exact.
    ratio = float(np.max(np.divide(sd, mean, out=np.zeros_like(sd), where=mean > 0)))
    if ratio / precision > math.sqrt(MOST_TREES):
        raise ValueError(
            f"precision is {precision}: means so precise would take more than {MOST_TREES} trees, the most allowed"
        )
    needed = (ratio / precision) ** 2
    return int(np.ceil(needed / BATCH)) * BATCH - sums.n


def frame_of(found: Iterable[Cell]) -> pd.DataFrame:
    """Return cells as a tidy table: one row per strategy and criterion.

    >>> from gametree.experiment import cells, frame_of
    >>> found = cells("uniform", "unordered", sizes=[(2, 2)], strategies=["minimax"], trees=20, seed=1, progress=False)
    >>> frame_of(found)[["criterion", "mean"]].values.tolist()
    [['leaves', 4.0], ['nodes', 6.0], ['visits', 6.0]]
    """
    pd = pandas()

    found = _check_cells(found)
    return pd.DataFrame([row for cell in found for row in _rows(cell)])


def _check_cells(found: Any) -> list[Cell]:
    """Return cells as a list, checked."""
    check_kind("found", found, Iterable, "a list of cells, as `cells` returns it")
    listed = list(found)
    for place, cell in enumerate(listed):
        check_kind(f"found[{place}]", cell, Cell, "a Cell, as `cells` returns it")
    return listed


def _about(cell: Cell) -> dict[str, Any]:
    p = np.nan if cell.p is None else cell.p
    return {"kind": cell.kind, "scheme": cell.scheme, "p": p, "width": cell.width, "depth": cell.depth}


def _rows(cell: Cell) -> Iterator[dict[str, Any]]:
    about = _about(cell)
    mean, sd, seconds = cell.sums.mean(), cell.sums.sd(), cell.sums.times
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
    """Return, for every cell and pair of strategies, the mean difference on the same trees and its standard deviation.

    >>> from gametree.experiment import cells, paired
    >>> found = cells(
    ...     "uniform", "unordered", sizes=[(2, 2)], strategies=["minimax", "alphabeta"], trees=20, seed=1, progress=False
    ... )
    >>> paired(found)[["first", "second", "n"]].values.tolist()
    [['minimax', 'alphabeta', 20]]
    """
    pd = pandas()

    check_name("criterion", criterion, CRITERIA)
    found = _check_cells(found)
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
