"""The search tree that S-alpha-beta keeps between calls (de Bruin, Pijls & Plaat 1994, sections 2 and 4).

It has one record per node: the bounds f- and f+ established below the node, and the position of the records of its
children.  Children are attached together, so their records are adjacent, and nodes of the game tree need no numbers:
memory grows with the search tree, not with the game tree.

Bounds are kept from the point of view of the player to move at the node: `low` and `high` are f- and f+ at a MAX node,
-f+ and -f- at a MIN node.

A record takes 24 bytes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametree._compile import chosen_by_type, pointer, register_jitable
from gametree.search.log import Log, class_of
from gametree.search.view import Node, View, first_child, is_leaf, past_children, right_sibling

BYTES_PER_RECORD = 24
OPEN = 0
"""No children are attached (record 0 is the root, which is no child)."""

USED, CAPACITY, FULL, CALLS = 0, 1, 2, 3
"""Fields of `state`: records used, capacity, whether that was exceeded, calls made by the strategy."""


class SearchTreeArrays(NamedTuple):
    """The records, their state, and the options of the strategy (a first guess, a step)."""

    low: NDArray[np.float64]
    high: NDArray[np.float64]
    children: NDArray[np.int64]
    state: NDArray[np.int64]
    options: NDArray[np.float64]


def search_tree_arrays(capacity: int, options: tuple[float, ...] = ()) -> SearchTreeArrays:
    """Reserve space for `capacity` records; unused memory is never touched, and costs nothing."""
    return SearchTreeArrays(
        np.empty(capacity),
        np.empty(capacity),
        np.empty(capacity, dtype=np.int64),
        np.array([0, capacity, 0, 0], dtype=np.int64),
        np.array(options, dtype=np.float64),
    )


@register_jitable
def empty_search_tree(arrays: SearchTreeArrays) -> SearchTreeArrays:
    """Return a search tree of the open root alone, with pointers in place of its arrays."""
    kept = pointer(arrays)
    kept.state[USED] = 0
    kept.state[FULL] = 0
    kept.state[CALLS] = 0
    add_open(kept)
    return kept


@register_jitable
def add_open(kept: SearchTreeArrays) -> None:
    """Add the record of an open node, with infinite bounds."""
    record = kept.state[USED]
    kept.low[record] = -np.inf
    kept.high[record] = np.inf
    kept.children[record] = OPEN
    kept.state[USED] = record + 1


@register_jitable
def attach(view: View, kept: SearchTreeArrays, level: int, node: Node, record: int) -> None:
    """Attach all children of a node, open; if the capacity is exceeded, set FULL instead."""
    begin = kept.state[USED]
    child, stop = first_child(view, level, node), past_children(view, level, node)
    while child < stop:
        if kept.state[USED] == kept.state[CAPACITY]:
            kept.state[FULL] = 1
            return
        add_open(kept)
        child = right_sibling(view, level + 1, child)
    kept.children[record] = begin


@register_jitable
def is_full(kept: SearchTreeArrays) -> bool:
    """Whether the capacity was exceeded: the search must then be restarted with more."""
    return kept.state[FULL] != 0


@register_jitable
def update(view: View, kept: SearchTreeArrays, level: int, node: Node, record: int) -> None:
    """Back up the bounds of a node from those of its children."""
    low = high = -np.inf
    below = kept.children[record]
    child, stop = first_child(view, level, node), past_children(view, level, node)
    while child < stop:
        low = max(low, -kept.high[below])
        high = max(high, -kept.low[below])
        child = right_sibling(view, level + 1, child)
        below += 1
    kept.low[record] = low
    kept.high[record] = high


@chosen_by_type
def record_solved_line(view: View, log: Log, kept: SearchTreeArrays) -> Any:
    """Record a critical path: from the root on, the leftmost child whose bounds have met at the value of the root."""
    if class_of(log, "lines") is None:
        return lambda view, log, kept: None

    def descend(view: View, log: Any, kept: SearchTreeArrays) -> None:
        level, node, record = 0, np.int64(0), np.int64(0)
        value = kept.low[record]
        while not is_leaf(view, level, node):
            value = -value
            move = 0
            node, record = first_child(view, level, node), kept.children[record]
            while not (kept.low[record] == value and kept.high[record] == value):
                node = right_sibling(view, level + 1, node)
                record += 1
                move += 1
            level += 1
            log.lines.moves[level] = move
        log.lines.moves[0] = level

    return descend
