"""The log of a search kernel: counts of leaves, nodes and visits, and, optionally, the principal continuation.

A kernel counts in one place: its call of `visit`, once for every node other than the root that it enters.  (Leaves that
are evaluated together are counted together, in `row`.)  That call is compiled for the parts that the log has, so a sweep,
which needs no lines, does not pay for them, and a strategy that enters no node twice does not pay for distinguishing
nodes.

    leaves   distinct leaves evaluated
    nodes    distinct nodes evaluated, the root excluded
    visits   how often a node other than the root was entered
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametree._compile import chosen_by_type, register_jitable
from gametree.generate.random import mix
from gametree.search.view import (
    Node,
    View,
    first_child,
    identity,
    is_leaf,
    past_children,
    past_place,
    right_sibling,
    static_value,
)

LEAVES, NODES, VISITS = 0, 1, 2

ABSENT = ()
"""A part that a log does not have: it compiles to nothing."""

UNNAMED = -1
"""What stands in a line for the last move, to a leaf, while nobody needs to know which leaf it is."""


class Marks(NamedTuple):
    """The nodes entered, of a tree small enough for an array of marks: ``marks[node] == stamp``."""

    marks: NDArray[np.int32]
    stamp: int


class NodeSet(NamedTuple):
    """The nodes entered, of any tree: a hash table, and its size less 1."""

    table: NDArray[np.int64]
    mask: int


class Lines(NamedTuple):
    """The principal continuation per level, `stride` numbers apart: its length, then its moves."""

    moves: NDArray[np.int64]
    stride: int


class Log(NamedTuple):
    """The log of a search; in kernels, with pointers in place of the arrays (`_compile.pointer`).

    Attributes
    ----------
    counts : int64 array
        Leaves, nodes and visits; nodes only where `seen` is present.
    seen : Marks, NodeSet or ABSENT
        The nodes entered, for strategies that revisit nodes.
    lines : Lines or ABSENT
        The principal continuation.
    """

    counts: NDArray[np.int64]
    seen: Marks | NodeSet | tuple[()]
    lines: Lines | tuple[()]


def class_of(log: Any, part: str) -> type | None:
    """Return the class of a part of a log, None if it is absent, given the numba type of the log."""
    return getattr(log.types[log.fields.index(part)], "instance_class", None)


@register_jitable
def is_new(seen: NodeSet, known: int, own: int) -> bool:
    """Whether a node is not yet in a set of `known` nodes; if so, add it, unless the table is three quarters full."""
    place = np.int64(mix(np.uint64(own))) & seen.mask
    while seen.table[place] != own:
        if seen.table[place] == 0:  # no node but the root has the identity 0, and the root is never entered
            if 4 * known <= 3 * seen.mask:
                seen.table[place] = own
            return True
        place = (place + 1) & seen.mask
    return False


@chosen_by_type
def count(view: View, log: Log, level: int, node: Node) -> Any:
    """Count one entry of a node, and return whether the node is a leaf."""
    if class_of(log, "seen") is None:

        def once(view: View, log: Any, level: int, node: Node) -> bool:
            leaf = is_leaf(view, level, node)
            log.counts[VISITS] += 1
            if leaf:
                log.counts[LEAVES] += 1
            return leaf

        return once

    if class_of(log, "seen") is NodeSet:

        def remembered(view: View, log: Any, level: int, node: Node) -> bool:
            leaf = is_leaf(view, level, node)
            log.counts[VISITS] += 1
            if is_new(log.seen, log.counts[NODES], identity(view, level, node)):
                log.counts[NODES] += 1
                log.counts[LEAVES] += leaf
            return leaf

        return remembered

    def again(view: View, log: Any, level: int, node: Node) -> bool:
        leaf = is_leaf(view, level, node)
        log.counts[VISITS] += 1
        own = identity(view, level, node)
        if log.seen.marks[own] != log.seen.stamp:
            log.seen.marks[own] = log.seen.stamp
            log.counts[NODES] += 1
            log.counts[LEAVES] += leaf
        return leaf

    return again


@chosen_by_type
def clear_pv(log: Log, level: int) -> Any:
    """Clear the line of a node at this level."""
    if class_of(log, "lines") is None:
        return lambda log, level: None

    def begin(log: Any, level: int) -> None:
        log.lines.moves[level * log.lines.stride] = 0

    return begin


@chosen_by_type
def record_pv(log: Log, level: int, move: int) -> Any:
    """Record child number `move`, followed by its own line, as the best so far of the current node at this level."""
    if class_of(log, "lines") is None:
        return lambda log, level, move: None

    def keep(log: Any, level: int, move: int) -> None:
        here, below = level * log.lines.stride, (level + 1) * log.lines.stride
        length = log.lines.moves[below]
        log.lines.moves[here] = length + 1
        log.lines.moves[here + 1] = move
        for k in range(length):
            log.lines.moves[here + 2 + k] = log.lines.moves[below + 1 + k]

    return keep


@chosen_by_type
def record_leaf(log: Log, level: int, better: bool) -> Any:
    """Record a leaf, if it is better, as the best so far of a node at this level all of whose children are leaves.

    Which leaf it is `name_leaf` finds out for the one line that is left in the end: looking for it here would cost as much
    as all the rest.
    """
    if class_of(log, "lines") is None:
        return lambda log, level, better: None

    def keep(log: Any, level: int, better: bool) -> None:
        here = level * log.lines.stride
        log.lines.moves[here] = better
        log.lines.moves[here + 1] = UNNAMED

    return keep


@chosen_by_type
def name_leaf(view: View, log: Log, value: float) -> Any:
    """Say which leaf the root's line ends at, if that was left open: the leftmost there that has this value for MAX."""
    if class_of(log, "lines") is None:
        return lambda view, log, value: None

    def find(view: View, log: Any, value: float) -> None:
        moves = log.lines.moves
        length = moves[0]
        if length == 0 or moves[length] != UNNAMED:
            return
        level, node = 0, np.int64(0)
        while level < length - 1:
            child = first_child(view, level, node)
            level += 1
            for _ in range(moves[level]):
                child = right_sibling(view, level, child)
            node = child
        child, stop, move = first_child(view, level, node), past_children(view, level, node), 0
        while child < stop and static_value(view, level + 1, child) != value:
            child = right_sibling(view, level + 1, child)
            move += 1
        moves[length] = move
        if child == stop:  # a probing window that is too wide can end with a bound that is no leaf's value
            moves[0] = length - 1

    return find


@register_jitable
def visit(view: View, log: Log, level: int, node: Node) -> bool:
    """Enter a node other than the root: count it, clear its line, and return whether it is a leaf."""
    clear_pv(log, level)
    return count(view, log, level, node)


@chosen_by_type
def record_path_to(view: View, log: Log, place: int) -> Any:
    """Record the path to the leaf at this place (`place_of`) as the principal continuation of the root."""
    if class_of(log, "lines") is None:
        return lambda view, log, place: None

    def descend(view: View, log: Any, place: int) -> None:
        level, node = 0, np.int64(0)
        while not is_leaf(view, level, node):
            move = 0
            node = first_child(view, level, node)
            level += 1
            while past_place(view, level, node) <= place:
                node = right_sibling(view, level, node)
                move += 1
            log.lines.moves[level] = move
        log.lines.moves[0] = level

    return descend
