"""What a search kernel writes down: how many leaves, nodes and visits, and, if wanted, the principal continuation.

There is one place where a kernel counts: its call of `visit`, made once for every node other than the root
that it enters. Which kind of log a kernel gets decides what that call compiles to, so that a sweep, which
needs neither lines nor moves, does not pay for them, and a strategy that enters no node twice does not pay
for telling nodes apart.

    leaves   distinct leaves evaluated
    nodes    distinct nodes evaluated, the root excluded
    visits   how often a node other than the root was entered
"""

from typing import Any, NamedTuple

import numpy as np
from numba.extending import overload, register_jitable
from numpy.typing import NDArray

from gametree._compile import pointer
from gametree.generate.random import mix
from gametree.search.view import (
    first_child,
    identity,
    is_a,
    is_leaf,
    leaf_level,
    parent_of,
    right_sibling,
    static_value,
)

LEAVES, NODES, VISITS = 0, 1, 2


class CountArrays(NamedTuple):
    """For strategies that enter no node twice."""

    counts: NDArray[np.int64]


class MarkArrays(NamedTuple):
    """For strategies that may enter a node again: `marks[node] == stamp` once it has been entered."""

    counts: NDArray[np.int64]
    marks: NDArray[np.int32]
    stamp: int


class CountLineArrays(NamedTuple):
    """`CountArrays` with the principal continuation: `lines[level]` holds its length, then its moves."""

    counts: NDArray[np.int64]
    lines: NDArray[np.int64]
    stride: int


class MarkLineArrays(NamedTuple):
    """`MarkArrays` with the principal continuation."""

    counts: NDArray[np.int64]
    marks: NDArray[np.int32]
    stamp: int
    lines: NDArray[np.int64]
    stride: int


class SetLineArrays(NamedTuple):
    """For trees with too many nodes to mark: `table` is a hash table of the nodes entered, `mask` its size less 1."""

    counts: NDArray[np.int64]
    table: NDArray[np.int64]
    mask: int
    lines: NDArray[np.int64]
    stride: int


class Counts(NamedTuple):
    """`CountArrays` as pointers."""

    counts: Any


class Marks(NamedTuple):
    """`MarkArrays` as pointers."""

    counts: Any
    marks: Any
    stamp: int


class CountsLine(NamedTuple):
    """`CountLineArrays` as pointers."""

    counts: Any
    lines: Any
    stride: int


class MarksLine(NamedTuple):
    """`MarkLineArrays` as pointers."""

    counts: Any
    marks: Any
    stamp: int
    lines: Any
    stride: int


class SetLine(NamedTuple):
    """`SetLineArrays` as pointers."""

    counts: Any
    table: Any
    mask: int
    lines: Any
    stride: int


def log_of(arrays: Any) -> Any:
    """Turn the arrays of a log into pointers (only inside compiled code; the caller keeps the arrays alive)."""
    raise NotImplementedError


@overload(log_of, strict=False)
def _log_of(arrays: Any) -> Any:
    if is_a(arrays, CountArrays):
        return lambda arrays: Counts(pointer(arrays.counts))
    if is_a(arrays, MarkArrays):
        return lambda arrays: Marks(pointer(arrays.counts), pointer(arrays.marks), arrays.stamp)
    if is_a(arrays, CountLineArrays):
        return lambda arrays: CountsLine(pointer(arrays.counts), pointer(arrays.lines), arrays.stride)
    if is_a(arrays, MarkLineArrays):
        return lambda arrays: MarksLine(
            pointer(arrays.counts), pointer(arrays.marks), arrays.stamp, pointer(arrays.lines), arrays.stride
        )
    if is_a(arrays, SetLineArrays):
        return lambda arrays: SetLine(
            pointer(arrays.counts), pointer(arrays.table), arrays.mask, pointer(arrays.lines), arrays.stride
        )
    return None


@register_jitable
def is_new(log: Any, own: int) -> bool:
    """Whether a node is not in the hash table yet; if so, put it there, unless the table is three quarters full."""
    place = np.int64(mix(np.uint64(own))) & log.mask
    while log.table[place] != own:
        if log.table[place] == 0:  # no node but the root has the identity 0, and the root is never entered
            if 4 * log.counts[NODES] <= 3 * log.mask:
                log.table[place] = own
            return True
        place = (place + 1) & log.mask
    return False


def count(view: Any, log: Any, level: int, node: int) -> bool:
    """Count one entry of a node, and return whether the node is a leaf."""
    raise NotImplementedError


@overload(count, strict=False)
def _count(view: Any, log: Any, level: Any, node: Any) -> Any:
    if is_a(log, Counts, CountsLine):

        def once(view: Any, log: Any, level: int, node: int) -> bool:
            leaf = is_leaf(view, level, node)
            log.counts[VISITS] += 1
            if leaf:
                log.counts[LEAVES] += 1
            return leaf

        return once

    if is_a(log, SetLine):

        def remembered(view: Any, log: Any, level: int, node: int) -> bool:
            leaf = is_leaf(view, level, node)
            log.counts[VISITS] += 1
            if is_new(log, identity(view, level, node)):
                log.counts[NODES] += 1
                log.counts[LEAVES] += leaf
            return leaf

        return remembered

    def again(view: Any, log: Any, level: int, node: int) -> bool:
        leaf = is_leaf(view, level, node)
        log.counts[VISITS] += 1
        own = identity(view, level, node)
        if log.marks[own] != log.stamp:
            log.marks[own] = log.stamp
            log.counts[NODES] += 1
            log.counts[LEAVES] += leaf
        return leaf

    return again


def clear_pv(log: Any, level: int) -> None:
    """Begin a node at this level: nothing is known of its continuation."""
    raise NotImplementedError


@overload(clear_pv, strict=False)
def _clear_pv(log: Any, level: Any) -> Any:
    if is_a(log, Counts, Marks):
        return lambda log, level: None

    def begin(log: Any, level: int) -> None:
        log.lines[level * log.stride] = 0

    return begin


def record_pv(log: Any, level: int, move: int) -> None:
    """Write down that child number `move` is the best so far of the node under way at this level, and what follows it."""
    raise NotImplementedError


@overload(record_pv, strict=False)
def _record_pv(log: Any, level: Any, move: Any) -> Any:
    if is_a(log, Counts, Marks):
        return lambda log, level, move: None

    def keep(log: Any, level: int, move: int) -> None:
        here, below = level * log.stride, (level + 1) * log.stride
        length = log.lines[below]
        log.lines[here] = length + 1
        log.lines[here + 1] = move
        for k in range(length):
            log.lines[here + 2 + k] = log.lines[below + 1 + k]

    return keep


def visit(view: Any, log: Any, level: int, node: int) -> bool:
    """Enter a node other than the root: count it, begin its line, and return whether it is a leaf."""
    raise NotImplementedError


@overload(visit, strict=False)
def _visit(view: Any, log: Any, level: Any, node: Any) -> Any:
    def enter(view: Any, log: Any, level: int, node: int) -> bool:
        clear_pv(log, level)
        return count(view, log, level, node)

    return enter


def record_path_to(view: Any, log: Any, leaf: int) -> None:
    """Write down that the principal continuation of the root is the path to this leaf."""
    raise NotImplementedError


@overload(record_path_to, strict=False)
def _record_path_to(view: Any, log: Any, leaf: Any) -> Any:
    if is_a(log, Counts, Marks):
        return lambda view, log, leaf: None

    def climb(view: Any, log: Any, leaf: int) -> None:
        node = leaf
        level = leaf_level(view, 0, leaf)
        log.lines[0] = level
        while level > 0:
            parent = parent_of(view, level, node)
            move = 0
            child = first_child(view, level - 1, parent)
            while child != node:
                child = right_sibling(view, level, child)
                move += 1
            log.lines[level] = move
            level -= 1
            node = parent

    return climb


@register_jitable
def lone_root(view: Any, log: Any) -> float:
    """Evaluate a root that is itself a leaf: one leaf, no node, no visit."""
    log.counts[LEAVES] += 1
    return static_value(view, 0, 0)
