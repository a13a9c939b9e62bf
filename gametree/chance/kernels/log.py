"""What a kernel sees of a tree, and where it writes down what it has found.

LEAVES      distinct leaves evaluated
NODES       distinct nodes touched, the root excluded
VISITS      pieces of work on nodes, the root excluded
HELD        nodes in memory now
MEMORY      the most there were at once
ESTIMATES   ranges asked for (AOC* only)
"""

from typing import Any, NamedTuple

import numpy as np
from numba.extending import register_jitable
from numpy.typing import NDArray

from gametree._compile import pointer
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
    """What a search remembers of each node; nothing in it need be set before."""

    lower: NDArray[np.float64]
    upper: NDArray[np.float64]
    total: NDArray[np.float64]
    size: NDArray[np.int64]
    next: NDArray[np.int64]
    stack: NDArray[np.int64]
    status: NDArray[np.int64]


class View(NamedTuple):
    """Pointers to the arrays of a tree, to counts and workspace: what recursive kernels hand on."""

    end: Any
    kind: Any
    values: Any
    probability: Any
    after: Any
    counts: Any
    choice: Any
    lower: Any
    upper: Any
    total: Any
    size: Any
    next: Any
    sign: float
    low: float
    high: float


def new_log(n_nodes: int) -> LogArrays:
    """Return an empty log for a tree of this size."""
    return LogArrays(np.zeros(N_COUNTS, dtype=np.int64), np.zeros(n_nodes, dtype=np.int64))


def new_workspace(n_nodes: int) -> WorkspaceArrays:
    """Return a workspace for a search of a tree of this size."""
    reals = np.empty((3, n_nodes))
    wholes = np.empty((4, n_nodes), dtype=np.int64)
    return WorkspaceArrays(*reals, *wholes)


@register_jitable
def view_of(
    tree: ChanceArrays, log: LogArrays, workspace: WorkspaceArrays, sign: float, low: float, high: float
) -> Any:
    """Return pointers to all that a recursive kernel needs (the caller keeps the arrays alive)."""
    return View(
        pointer(tree.end),
        pointer(tree.kind),
        pointer(tree.values),
        pointer(tree.probability),
        pointer(tree.after),
        pointer(log.counts),
        pointer(log.choice),
        pointer(workspace.lower),
        pointer(workspace.upper),
        pointer(workspace.total),
        pointer(workspace.size),
        pointer(workspace.next),
        sign,
        low,
        high,
    )


@register_jitable
def hold(counts: Any, node: int) -> None:
    """Keep a node in memory that is touched for the first time."""
    counts[HELD] += 1
    counts[MEMORY] = max(counts[MEMORY], counts[HELD])
    counts[NODES] += node != 0


@register_jitable
def enter(view: Any, node: int) -> None:
    """Touch a node for the first time in a recursive search."""
    view.counts[VISITS] += node != 0
    hold(view.counts, node)


@register_jitable
def gain(view: Any, leaf: int) -> float:
    """Evaluate a leaf."""
    view.counts[LEAVES] += 1
    return view.sign * view.values[leaf]


@register_jitable
def keep_better(view: Any, node: int, child: int, better: bool, before: int, kept: int) -> int:
    """Keep what is held below a child if it is better than all before it, otherwise forget it; return what is kept.

    `before` nodes were held when the search of the child began, `kept` of them below the former best.
    """
    grown = view.counts[HELD] - before
    if not better:
        view.counts[HELD] -= grown
        return kept
    view.counts[HELD] -= kept
    view.choice[node] = child
    return grown
