"""The arrays of an enhanced search: the tree, the table, the workspace, and the counts.

Static values are read in one place, `evaluate`, and nodes entered in one place, `enter`.  So `evaluations` is the
cost of ordering, and `leaves`, `nodes` and `visits` have the same meaning as for the plain strategies.

    LEAVES, NODES    distinct leaves, and distinct nodes other than the root, that were entered
    VISITS           how often a node other than the root was entered
    EVALUATIONS      distinct nodes whose static value was read: to order them, or as leaves
    LOOKUPS          lookups of a position in the table
    HITS             lookups that found it
    ANSWERS          lookups that decided the search, so that the node was not searched
    REPLACED         entries replaced by another position
    KILLER_TRIES     children searched early as killers, where a cut-off was possible
    KILLER_CUTS      those of them that caused one
    OTHER_TRIES      the other children searched where a cut-off was possible
    OTHER_CUTS       those of them that caused one
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametree._compile import register_jitable

(
    LEAVES, NODES, VISITS, EVALUATIONS, LOOKUPS, HITS, ANSWERS, REPLACED,
    KILLER_TRIES, KILLER_CUTS, OTHER_TRIES, OTHER_CUTS,
) = range(12)  # fmt: skip
N_COUNTS = 12

AS_GIVEN, FIXED, DYNAMIC = range(3)
"""How children are ordered."""

EQUAL, DEEPER = range(2)
"""Which entries of the table may replace a search: those of the same depth only, or deeper ones too."""

ROOT_LEVEL, ROOT = np.int64(0), np.int64(0)
"""Not plain zeros: see `gametree.search.view.ROOT`."""


class TreeArrays(NamedTuple):
    """A `GameTree` as the kernels take it."""

    end: NDArray[np.int64]
    position: NDArray[np.uint64]
    move: NDArray[np.int32]
    estimate: NDArray[np.float64]


class TableArrays(NamedTuple):
    """A transposition table, two entries to a bucket; an entry with a draft of -1 is empty."""

    key: NDArray[np.uint64]
    lower: NDArray[np.float64]
    upper: NDArray[np.float64]
    draft: NDArray[np.int32]
    move: NDArray[np.int32]
    buckets: int
    rule: int


class WorkArrays(NamedTuple):
    """Counts, marks of nodes entered and evaluated, and a row per level for the children of the current node."""

    counts: NDArray[np.int64]
    entered: NDArray[np.int32]
    evaluated: NDArray[np.int32]
    order: NDArray[np.int64]
    promise: NDArray[np.float64]
    status: NDArray[np.int8]
    killers: NDArray[np.int32]
    best: NDArray[np.int64]
    stride: int
    n_killers: int


class EnhancedState(NamedTuple):
    """The argument of a recursive kernel; in kernels, with pointers in place of the arrays (`_compile.pointer`)."""

    tree: TreeArrays
    table: TableArrays
    work: WorkArrays
    ordering: int
    margin: float
    horizon: int
    stamp: int


@register_jitable
def is_leaf(s: EnhancedState, level: int, node: int) -> bool:
    """Whether a node has no children, or none within the horizon."""
    return level == s.horizon or s.tree.end[node] == node + 1


@register_jitable
def evaluate(s: EnhancedState, level: int, node: int) -> float:
    """Return the static value of a node for the player whose turn it is there."""
    if s.work.evaluated[node] != s.stamp:
        s.work.evaluated[node] = s.stamp
        s.work.counts[EVALUATIONS] += 1
    value = s.tree.estimate[node]
    return -value if level & 1 else value


@register_jitable
def enter(s: EnhancedState, level: int, node: int) -> bool:
    """Enter a node other than the root, and return whether it is a leaf."""
    leaf = is_leaf(s, level, node)
    s.work.counts[VISITS] += 1
    if s.work.entered[node] != s.stamp:
        s.work.entered[node] = s.stamp
        s.work.counts[NODES] += 1
        s.work.counts[LEAVES] += leaf
    return leaf


@register_jitable
def lone_root(s: EnhancedState) -> float:
    """Evaluate a root that is itself a leaf: one leaf, no node, no visit."""
    s.work.counts[LEAVES] += 1
    return evaluate(s, 0, 0)


@register_jitable
def record_pv(s: EnhancedState, level: int, child: int) -> None:
    """Record the best child so far, if its parent is the root."""
    if level == 0:
        s.work.best[0] = child
