"""The package's compiled kernels, over many trees in one call, without a Python object per tree."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

import numba
import numpy as np

from gametree.experiment.forest import UniformForest, search_forest, workspace_for
from gametree.generate.uniform import uniform_leaves
from gametree.search import STRATEGIES
from gametree.search.log import ABSENT, Log, Marks
from gametree.search.open_list import open_arrays
from gametree.tree import UniformArrays

if TYPE_CHECKING:
    from bench.trees import Forest

compiled = numba.njit(nogil=True, error_model="numpy")


@compiled
def _generate(
    seed: Any,
    cell: Any,
    scheme: Any,
    p: Any,
    low: Any,
    high: Any,
    width: Any,
    depth: Any,
    leaves: Any,
    state: Any,
) -> None:
    for number in range(len(leaves)):
        uniform_leaves(seed, cell, number, scheme, p, low, high, width, depth, leaves[number], state)


def generate_trees(trees: Forest, seed: int) -> None:
    """Write the leaves of the trees 0, 1, 2, ... of a class."""
    made = trees.made
    _generate(
        seed, np.uint64(made.cell), made.scheme, made.p, made.low, made.high, made.width, made.depth,
        trees.leaves, np.zeros(1, dtype=np.uint64),
    )  # fmt: skip


@cache
def _loop(name: str) -> Any:
    """Compile a loop that searches one tree after the other."""
    start = STRATEGIES[name].start

    @compiled
    def counting(
        width: Any, depth: Any, leaves: Any, span: Any, offset: Any,
        values: Any, counts: Any, marks: Any, stamp: Any, workspace: Any,
    ) -> None:  # fmt: skip
        for i in range(len(leaves)):
            counts[i] = 0
            values[i] = start(
                UniformArrays(width, depth, leaves[i], span, offset),
                Log(counts[i], ABSENT, ABSENT),
                workspace,
            )

    @compiled
    def marking(
        width: Any, depth: Any, leaves: Any, span: Any, offset: Any,
        values: Any, counts: Any, marks: Any, stamp: Any, workspace: Any,
    ) -> None:  # fmt: skip
        for i in range(len(leaves)):
            counts[i] = 0
            log = Log(counts[i], Marks(marks, stamp + i), ABSENT)
            values[i] = start(UniformArrays(width, depth, leaves[i], span, offset), log, workspace)

    return marking if STRATEGIES[name].revisits_nodes else counting


class KernelSearch:
    """One strategy's kernel on all trees of a forest; after a call `values` and `counts` say what it found."""

    def __init__(self, trees: Forest, name: str):
        strategy = STRATEGIES[name]
        self.values = np.empty(trees.n_trees)
        self._raw = np.zeros((trees.n_trees, 3), dtype=np.int64)
        self._distinct = strategy.revisits_nodes or strategy.keeps_open
        self._marks = np.zeros(trees.n_nodes if strategy.revisits_nodes else 0, dtype=np.int32)
        self._stamp = 1
        self._step = trees.n_trees
        self._room = open_arrays(trees.most_open if strategy.keeps_open else 0)
        self._tree = trees.made.width, trees.made.depth, trees.leaves, trees.span, trees.offset
        self._loop: Callable[..., None] = _loop(name)

    def __call__(self) -> None:
        self._loop(*self._tree, self.values, self._raw, self._marks, self._stamp, self._room)
        self._stamp += self._step

    @property
    def counts(self) -> Any:
        """Leaves, nodes and visits of each tree."""
        counts = self._raw.copy()
        if not self._distinct:  # a node that is entered once is one visit
            counts[:, 1] = counts[:, 2]
        return counts


class SweepSearch:
    """One strategy on all trees of a forest, in the loop that `gametree.sweep` itself uses; it gives no values."""

    def __init__(self, trees: Forest, name: str):
        self.counts = np.zeros((trees.n_trees, 3), dtype=np.int64)
        self._strategy = STRATEGIES[name]
        self._forest = UniformForest(
            trees.made.width, trees.made.depth, trees.leaves, trees.span, trees.offset
        )
        self._workspace = workspace_for(self._forest)
        self._stamp = 1

    def __call__(self) -> None:
        search_forest(self._strategy, self._forest, self._workspace, self._stamp, self.counts)
        self._stamp += len(self.counts)


def compile_kernels() -> None:
    """Put the kernels into the cache on disk, in another process, so that this one loads them as any later run does.

    (Numba optimizes a loop around a kernel differently in the process that has compiled the kernel itself.)
    """
    subprocess.run([sys.executable, "-c", "import bench.kernels; bench.kernels._use_all()"], check=True)


def _use_all() -> None:
    from bench.lazy import Ours
    from bench.trees import forest
    from bench.yardstick import FUNCTIONS

    for scheme in ("unordered", "ordered"):
        Ours(scheme, 2, 2, 1)()

    for name in FUNCTIONS:
        KernelSearch(forest("unordered", 2, 2, 1), name)()
        SweepSearch(forest("unordered", 2, 2, 1), name)()
