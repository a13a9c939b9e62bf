"""Many random trees at a time: generated, searched and counted in compiled code, without a Python object per tree."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from gametree._compile import Reals, Wholes, Wholes32, compiled, register_jitable
from gametree.generate.nonuniform import nonuniform_arrays, nonuniform_size
from gametree.generate.recipes import Recipe
from gametree.generate.uniform import uniform_leaves
from gametree.search.log import ABSENT, NODES, VISITS, Log, Marks
from gametree.search.open_list import Open, open_arrays
from gametree.search.search_tree import SearchTreeArrays, search_tree_arrays
from gametree.search.start import Workspace, renamed
from gametree.search.view import View
from gametree.tree import NestedArrays, UniformArrays, levels_of

if TYPE_CHECKING:
    from gametree.search.strategies import Strategy


class UniformForest(NamedTuple):
    """Leaves of trees of one size, a row each."""

    width: int
    depth: int
    leaves: NDArray[np.float64]
    span: NDArray[np.int64]
    offset: NDArray[np.int64]


class NestedForest(NamedTuple):
    """Trees of any shape, one after the other: tree i has the nodes from begin[i] to before begin[i + 1]."""

    begin: NDArray[np.int64]
    end: NDArray[np.int64]
    parent: NDArray[np.int64]
    values: NDArray[np.float64]


Forest = UniformForest | NestedForest


class ForestWorkspace(NamedTuple):
    """What searching a forest needs besides the trees: marks to tell nodes apart, room for OPEN and search trees."""

    marks: NDArray[np.int32]
    open: Open
    kept: SearchTreeArrays


@compiled
def _fill_uniform(
    seed: int,
    cell: np.uint64,
    first: int,
    scheme: int,
    p: float,
    low: Wholes,
    high: Wholes,
    width: int,
    depth: int,
    leaves: Reals,
) -> None:
    state = np.zeros(1, dtype=np.uint64)
    for i in range(len(leaves)):
        uniform_leaves(seed, cell, first + i, scheme, p, low, high, width, depth, leaves[i], state)


@compiled
def _sizes(
    seed: int, cell: np.uint64, first: int, law: Wholes, depth: int, limit: int, sizes: Wholes
) -> None:
    states, drawn = np.zeros(2, dtype=np.uint64), np.empty(depth + 1, dtype=np.int64)
    for i in range(len(sizes)):
        sizes[i] = nonuniform_size(seed, cell, first + i, law, depth, limit, states, drawn)


@compiled
def _fill_nonuniform(
    seed: int, cell: np.uint64, first: int, scheme: int, p: float, low: Wholes, high: Wholes, law: Wholes,
    width: int, depth: int, begin: Wholes, end: Wholes, parent: Wholes, values: Reals,
) -> None:  # fmt: skip
    assigned = np.empty(width * depth)
    states, drawn = np.zeros(2, dtype=np.uint64), np.empty(depth + 1, dtype=np.int64)
    for i in range(len(begin) - 1):
        a, b = begin[i], begin[i + 1]
        nonuniform_arrays(
            seed, cell, first + i, scheme, p, low, high, law, width, depth,
            assigned, end[a:b], parent[a:b], values[a:b], states, drawn,
        )  # fmt: skip


def _search_uniform(
    forest: UniformForest, marks: Wholes32, stamp: int, workspace: Workspace, out: Wholes
) -> None:
    for i in range(len(out)):
        arrays = UniformArrays(forest.width, forest.depth, forest.leaves[i], forest.span, forest.offset)
        out[i] = 0
        _start(arrays, _log(out[i], marks, stamp + i), workspace)


def _search_nested(
    forest: NestedForest, marks: Wholes32, stamp: int, workspace: Workspace, out: Wholes
) -> None:
    for i in range(len(out)):
        a, b = forest.begin[i], forest.begin[i + 1]
        arrays = NestedArrays(forest.end[a:b], forest.parent[a:b], forest.values[a:b])
        out[i] = 0
        _start(arrays, _log(out[i], marks, stamp + i), workspace)


def _start(arrays: View, log: Log, workspace: Workspace) -> float:
    """Stand for the strategy's own in `_search_uniform` and `_search_nested`."""
    raise NotImplementedError


def _log(counts: Wholes, marks: Wholes32, stamp: int) -> Log:
    """Stand for one of the next two."""
    raise NotImplementedError


@register_jitable
def _log_of_visits(counts: Wholes, marks: Wholes32, stamp: int) -> Log:
    return Log(counts, ABSENT, ABSENT)


@register_jitable
def _log_of_nodes(counts: Wholes, marks: Wholes32, stamp: int) -> Log:
    return Log(counts, Marks(marks, stamp), ABSENT)


@cache
def _loop(loop: Callable[..., None], start: Any, revisits_nodes: bool) -> Any:
    """Compile a loop over trees for one strategy: what is not asked for is not compiled."""
    own = renamed(loop, loop, f"{loop.__name__}_{start.__name__}")
    # Written out in the loop, as in `inlined`: nobody else calls it with such a log, so it is not compiled on its own.
    own.__globals__["_start"] = numba.njit(inline="always")(start.py_func)
    own.__globals__["_log"] = _log_of_nodes if revisits_nodes else _log_of_visits
    return compiled(own, start.py_func)


MOST_NODES = 50_000_000
"""The largest nonuniform tree that a sweep takes on."""


def grow_forest(recipe: Recipe, seed: int, first: int, n_trees: int) -> Forest:
    """Return the trees number first, first + 1, ... of a recipe."""
    cell = np.uint64(recipe.cell)
    made = (recipe.scheme, recipe.p, recipe.low, recipe.high)
    size = (recipe.width, recipe.depth)
    if recipe.kind == "uniform":
        leaves = np.empty((n_trees, recipe.width**recipe.depth))
        _fill_uniform(seed, cell, first, *made, *size, leaves)
        return UniformForest(recipe.width, recipe.depth, leaves, *levels_of(recipe.width, recipe.depth))
    begin = np.zeros(n_trees + 1, dtype=np.int64)
    _sizes(seed, cell, first, recipe.law, recipe.depth, MOST_NODES, begin[1:])
    if begin.max() > MOST_NODES:
        raise MemoryError(
            f"a tree of N({recipe.width},{recipe.depth}) has more than {MOST_NODES} nodes: too large to sweep over"
        )
    np.cumsum(begin, out=begin)
    end, parent = np.empty((2, begin[-1]), dtype=np.int64)
    values = np.empty(begin[-1])
    _fill_nonuniform(seed, cell, first, *made, recipe.law, *size, begin, end, parent, values)
    return NestedForest(begin, end, parent, values)


def workspace_for(forest: Forest) -> ForestWorkspace:
    """Return what searching the trees of a forest needs, whatever the strategy."""
    if isinstance(forest, UniformForest):
        n_nodes = int(forest.offset[-1] + forest.span[0])
        most_open = forest.width ** ((forest.depth + 1) // 2)
    else:
        n_nodes = most_open = int(np.diff(forest.begin).max())
    kept = search_tree_arrays(n_nodes, (0.0, 0.0))
    return ForestWorkspace(np.zeros(n_nodes, dtype=np.int32), open_arrays(most_open), kept)


def search_forest(
    strategy: Strategy,
    forest: Forest,
    workspace: ForestWorkspace,
    stamp: int,
    out: NDArray[np.int64],
    options: tuple[float, ...] = (),
) -> None:
    """Search every tree with a strategy; row i of `out` becomes its leaves, nodes, visits.

    The stamps from `stamp` to `stamp + len(out) - 1` must not have been used with this workspace, nor be 0.
    `options` are those of the strategy, in its order.
    """
    workspace.kept.options[: len(options)] = options
    loop = _search_uniform if isinstance(forest, UniformForest) else _search_nested
    search = _loop(loop, strategy.start, strategy.revisits_nodes)
    search(forest, workspace.marks, stamp, workspace.kept if strategy.keeps_tree else workspace.open, out)
    if not strategy.counts_nodes:
        out[:, NODES] = out[:, VISITS]
