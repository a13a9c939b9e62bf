"""Cells of an experiment: one class of trees, searched by several strategies, and the sums that are kept."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametree._checks import check_count, check_kind
from gametree._compile import Wholes, compiled
from gametree._memory import check_memory
from gametree.experiment.forest import grow_forest, search_forest, workspace_for
from gametree.generate.recipes import Recipe
from gametree.search import STRATEGIES, strategy_named

CRITERIA = ("leaves", "nodes", "visits")
"""The counts of every search, in the order of the kernels' counters."""

BATCH = 50
"""Trees per mean in the thesis (Muszycka 1985, section 3.2): ours are kept in batches of as many."""

BATCHES_KEPT = 200
"""The most batches kept: enough to see how means of 50 trees vary, with memory independent of the number of trees."""

TIMES_KEPT = 1000
"""The most parts of a cell whose times are kept: enough for quartiles."""

TREES_AT_ONCE = 50_000
"""The most trees whose counts are in memory at the same time."""

LEAVES_AT_ONCE = 200_000
"""Leaves in memory at the same time, roughly: few enough for the processor's cache."""


class SweepJob(NamedTuple):
    """A part of a cell: the trees from number `first` on, `n_trees` of them, a multiple of BATCH except at the end."""

    recipe: Recipe
    strategies: tuple[str, ...]
    seed: int
    first: int
    n_trees: int
    timed: bool

    @property
    def size(self) -> float:
        """Leaves of its trees, roughly."""
        return self.n_trees * float(self.recipe.width) ** self.recipe.depth

    @property
    def name(self) -> str:
        """The class of its trees."""
        return f"{'U' if self.recipe.kind == 'uniform' else 'N'}({self.recipe.width},{self.recipe.depth})"


class Sums(NamedTuple):
    """Sums over the trees of a cell; all but the times are whole numbers, hence independent of how the work was split.

    Attributes
    ----------
    n : int
        Number of trees.
    total : int64 array (strategies, criteria)
        Sums of the counts.
    products : int64 array (criteria, strategies, strategies)
        Sums of the products of the counts of two strategies on the same tree.
    batches : int64 array (batches, strategies, criteria)
        Sums over the trees of a batch (the first `BATCHES_KEPT` at most).
    times : float array (parts, strategies)
        Seconds per tree, a row for every part that was timed (the first `TIMES_KEPT` at most).

    Examples
    --------
    >>> from gametree.experiment import Sums
    >>> Sums.nothing(2).n
    0
    """

    n: int
    total: NDArray[np.int64]
    products: NDArray[np.int64]
    batches: NDArray[np.int64]
    times: NDArray[np.float64]

    @classmethod
    def nothing(cls, n_strategies: int) -> Sums:
        """Return the sums over no tree."""
        n_strategies = check_count("n_strategies", n_strategies, 0, 1000)
        shape = (n_strategies, len(CRITERIA))
        return cls(
            0,
            np.zeros(shape, dtype=np.int64),
            np.zeros((len(CRITERIA), n_strategies, n_strategies), dtype=np.int64),
            np.zeros((0, *shape), dtype=np.int64),
            np.zeros((0, n_strategies)),
        )

    def with_next(self, n: int, total: Wholes, products: Wholes, batches: Any, times: Any) -> Sums:
        """Return these sums with those over the trees that follow."""
        return Sums(
            self.n + int(n),
            exact_sum(self.total, total),
            exact_sum(self.products, products),
            np.concatenate([self.batches, batches]),
            np.concatenate([self.times, times]),
        )

    def mean(self) -> NDArray[np.float64]:
        """Return the mean counts, per strategy and criterion."""
        if self.n < 1:
            raise ValueError("n is 0: there must be a tree to have a mean")
        return (self.total / self.n).astype(float)

    def covariance(self) -> NDArray[np.float64]:
        """Return the covariances of the counts of strategies on the same tree, per criterion."""
        if self.n < 2:
            return np.full(self.products.shape, np.nan)
        # Sums of squares of large counts exceed what a float holds exactly: subtract first, in whole numbers.
        total = self.total.T.astype(object)
        square = total[:, :, None] * total[:, None, :]
        return ((self.products.astype(object) * self.n - square) / (self.n * (self.n - 1))).astype(float)

    def sd(self) -> NDArray[np.float64]:
        """Return the standard deviations of the counts, per strategy and criterion."""
        return np.sqrt(np.maximum(np.diagonal(self.covariance(), axis1=1, axis2=2), 0)).T

    def batch_means(self) -> NDArray[np.float64]:
        """Return means over 50 trees each, as the thesis took them: (batches, strategies, criteria)."""
        return self.batches / BATCH


def exact_sum(a: Any, b: Any) -> Any:
    """Return the sum of whole numbers: as int64 if it fits, otherwise as Python integers.

    >>> import numpy as np
    >>> from gametree.experiment.sums import exact_sum
    >>> exact_sum(np.array([2**62]), np.array([2**62])).tolist() == [2**63]
    True
    """
    a, b = np.asarray(a), np.asarray(b)
    most = sum(
        max((abs(int(x)) for x in (part.min(), part.max())), default=0) if part.size else 0 for part in (a, b)
    )
    return a + b if most < 2**63 else a.astype(object) + b.astype(object)


def trees_at_once(recipe: Recipe) -> int:
    """Return how many trees of a recipe are generated at a time: whole batches if they are small."""
    at_once = LEAVES_AT_ONCE // recipe.width**recipe.depth
    return max(1, at_once // BATCH * BATCH or at_once)


@compiled
def _add_up(counts: Wholes, total: Wholes, products: Wholes) -> None:
    """Add the counts of many trees (trees, strategies, criteria), and the products of two strategies on a tree."""
    n_strategies = counts.shape[1]
    for i in range(len(counts)):
        for c in range(counts.shape[2]):
            for a in range(n_strategies):
                count = counts[i, a, c]
                total[a, c] += count
                for b in range(n_strategies):
                    products[c, a, b] += count * counts[i, b, c]


def run_job(job: SweepJob) -> Sums:
    """Generate the trees of a job, search each with every strategy, and return the sums."""
    sums = Sums.nothing(len(job.strategies))
    for done in range(0, job.n_trees, TREES_AT_ONCE):
        n_trees = min(TREES_AT_ONCE, job.n_trees - done)
        sums = sums.with_next(*_sums(job._replace(first=job.first + done, n_trees=n_trees)))
    return sums


def _sums(job: SweepJob) -> Sums:
    _, total, products, _, _ = Sums.nothing(len(job.strategies))
    at_once = trees_at_once(job.recipe)
    counts = np.empty((job.n_trees, len(job.strategies), len(CRITERIA)), dtype=np.int64)
    times = []
    for begin in range(0, job.n_trees, at_once):
        seconds = _count(job, job.first + begin, counts[begin : begin + at_once])
        if job.timed and (job.first + begin) // at_once < TIMES_KEPT:
            times.append(seconds)
    if job.n_trees * int(counts.max()) ** 2 >= 2**63:
        raise OverflowError(
            f"sizes has {job.name}: the products of its counts, up to {counts.max()}, add up to 2**63 or more"
        )
    _add_up(counts, total, products)
    n_batches = max(0, min(job.n_trees // BATCH, BATCHES_KEPT - job.first // BATCH))
    batches = counts[: n_batches * BATCH].reshape(n_batches, BATCH, *counts.shape[1:]).sum(axis=1)
    return Sums(job.n_trees, total, products, batches, np.reshape(times, (-1, len(job.strategies))))


def counts_of(
    recipe: Recipe, strategies: tuple[str, ...], seed: int, first: int, n_trees: int
) -> NDArray[np.int64]:
    """Return the counts of every single tree: (trees, strategies, criteria).

    >>> from gametree.experiment import counts_of
    >>> from gametree.generate import recipe
    >>> counts_of(recipe("uniform", "unordered", 2, 2), ("minimax", "alphabeta"), 1, 0, 3).tolist()
    [[[4, 6, 6], [4, 6, 6]], [[4, 6, 6], [4, 6, 6]], [[4, 6, 6], [4, 6, 6]]]
    """
    check_kind("recipe", recipe, Recipe, "a Recipe, as gametree.generate.recipe makes it")
    check_kind("strategies", strategies, tuple, "a tuple of names")
    for name in strategies:
        strategy_named(name)
    check_count("seed", seed, 0, 2**63 - 1)
    check_count("first", first, 0, 2**62)
    check_count("n_trees", n_trees, 0, 10**9)
    check_memory(f"the counts of {n_trees} trees", 8 * n_trees * len(strategies) * len(CRITERIA))
    if recipe.kind == "uniform":
        check_memory(f"recipe is U({recipe.width},{recipe.depth}): it", 24 * recipe.width**recipe.depth)
    counts = np.empty((n_trees, len(strategies), len(CRITERIA)), dtype=np.int64)
    at_once = trees_at_once(recipe)
    for begin in range(0, n_trees, at_once):
        _count(
            SweepJob(recipe, strategies, seed, first, n_trees, False),
            first + begin,
            counts[begin : begin + at_once],
        )
    return counts


def _count(job: SweepJob, first: int, counts: Wholes) -> NDArray[np.float64]:
    """Fill `counts` for the trees from number `first` on; return the seconds per tree that each strategy took."""
    forest = grow_forest(job.recipe, job.seed, first, len(counts))
    workspace = workspace_for(forest)
    seconds = np.empty(len(job.strategies))
    out = np.empty((len(counts), len(CRITERIA)), dtype=np.int64)
    for k, name in enumerate(job.strategies):
        begun = time.thread_time()
        options = tuple(option.default for option in STRATEGIES[name].options)
        search_forest(STRATEGIES[name], forest, workspace, 1 + k * len(counts), out, options)
        seconds[k] = (time.thread_time() - begun) / len(counts)
        counts[:, k, :] = out
    return seconds
