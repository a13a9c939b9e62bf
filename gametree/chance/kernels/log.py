"""The arrays of a search: the tree, the workspace, and the counts and choices that it writes.

LEAVES      distinct leaves evaluated
NODES       distinct nodes touched, the root excluded
VISITS      pieces of work on nodes, the root excluded
HELD        nodes in memory now
MEMORY      the most there were at once
ESTIMATES   ranges asked for (AOC* only)
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametree._compile import pointer, register_jitable
from gametree.chance.tree import ChanceArrays

LEAVES, NODES, VISITS, HELD, MEMORY, ESTIMATES = range(6)
N_COUNTS = 6
ROOT = np.int64(0)
"""Not a plain zero: see `gametree.search.view.ROOT`."""


class LogArrays(NamedTuple):
    """Counts, and the best child of every decision node."""

    counts: NDArray[np.int64]
    choice: NDArray[np.int64]


class WorkspaceArrays(NamedTuple):
    """The data of a search per node; nothing need be initialized."""

    lower: NDArray[np.float64]
    upper: NDArray[np.float64]
    total: NDArray[np.float64]
    size: NDArray[np.int64]
    next: NDArray[np.int64]
    stack: NDArray[np.int64]
    status: NDArray[np.int64]


class ChanceView(NamedTuple):
    """The argument of a kernel; where it calls itself, with pointers in place of the arrays (`_compile.pointer`).

    Attributes
    ----------
    tree, log, workspace : named tuples of arrays
        The tree, the results, and the workspace.
    known : float64 array
        A row (low, high) per node, as gains, or no row at all (AOC* only).
    sign : float
        The factor that turns a value into a gain: -1 for costs.
    low, high : float
        Bounds on the gains of leaves.
    """

    tree: ChanceArrays
    log: LogArrays
    workspace: WorkspaceArrays
    known: NDArray[np.float64]
    sign: float
    low: float
    high: float


_LEFT_OUT: Any = ()


@register_jitable
def for_recursion(view: ChanceView) -> ChanceView:
    """Return pointers to what a recursive kernel needs, and no more: every field makes its calls slower."""
    t, w = view.tree, view.workspace
    tree = ChanceArrays(t.end, _LEFT_OUT, _LEFT_OUT, t.kind, t.values, t.probability, t.after)
    workspace = WorkspaceArrays(w.lower, w.upper, w.total, w.size, w.next, _LEFT_OUT, _LEFT_OUT)
    return pointer(ChanceView(tree, view.log, workspace, _LEFT_OUT, view.sign, view.low, view.high))


def new_log(n_nodes: int) -> LogArrays:
    """Return an empty log for a tree of this size."""
    return LogArrays(np.zeros(N_COUNTS, dtype=np.int64), np.zeros(n_nodes, dtype=np.int64))


def new_workspace(n_nodes: int) -> WorkspaceArrays:
    """Return a workspace for a search of a tree of this size."""
    reals = np.empty((3, n_nodes))
    wholes = np.empty((4, n_nodes), dtype=np.int64)
    return WorkspaceArrays(*reals, *wholes)


@register_jitable
def hold(counts: NDArray[np.int64], node: int) -> None:
    """Count a node that is touched for the first time, and kept in memory."""
    counts[HELD] += 1
    counts[MEMORY] = max(counts[MEMORY], counts[HELD])
    counts[NODES] += node != 0


@register_jitable
def enter(view: ChanceView, node: int) -> None:
    """Touch a node for the first time in a recursive search."""
    view.log.counts[VISITS] += node != 0
    hold(view.log.counts, node)


@register_jitable
def gain(view: ChanceView, leaf: int) -> float:
    """Evaluate a leaf."""
    view.log.counts[LEAVES] += 1
    return view.sign * view.tree.values[leaf]


@register_jitable
def keep_better(view: ChanceView, node: int, child: int, better: bool, before: int, kept: int) -> int:
    """Keep the nodes below a child if it is better than all before it, otherwise release them; return how many are kept.

    `before` nodes were held when the search of the child began, `kept` of them below the former best.
    """
    grown = view.log.counts[HELD] - before
    if not better:
        view.log.counts[HELD] -= grown
        return kept
    view.log.counts[HELD] -= kept
    view.log.choice[node] = child
    return grown
