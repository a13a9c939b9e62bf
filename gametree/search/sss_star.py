"""SSS* (Muszycka 1985, section 2.6, after Stockman)."""

import numpy as np

from gametree._compile import compiled, register_jitable
from gametree.search.log import LEAVES, NODES, VISITS, Log, record_path_to
from gametree.search.open_list import (
    CRITICAL,
    HEADER,
    HEAP,
    LEVEL,
    NODE,
    NONE,
    ORDER,
    PLACE,
    RIGHT,
    Open,
    empty_open,
    get,
    insert,
    new_slot,
    purge,
    put,
    remove_at,
)
from gametree.search.start import start
from gametree.search.view import (
    Node,
    View,
    first_child,
    is_leaf,
    parent_of,
    past_children,
    past_place,
    place_of,
    right_sibling,
    static_value,
)

LEFTMOST_FIRST, NEWEST_FIRST = np.int64(0), np.int64(1)
"""Which of two triples of equal merit stands above the other."""


@register_jitable
def settle(view: View, triples: Open, slot: int, level: int, node: Node) -> None:
    """Assign a slot to this node."""
    put(triples, slot, LEVEL, level)
    put(triples, slot, NODE, node)
    put(triples, slot, PLACE, place_of(view, level, node))


@register_jitable
def leave_waiting(view: View, triples: Open, hand: int, level: int, sibling: Node, critical: int) -> None:
    """Put the right siblings of the current LIVE MIN node into one LIVE slot behind it, that of the next one."""
    slot = new_slot(triples, hand)
    settle(view, triples, slot, level, sibling)
    put(triples, slot, CRITICAL, critical)


@compiled
def sss_star(view: View, log: Log, workspace: Open, ties: int) -> float:
    """Return the value of the root for MAX.

    A triple is <node, status, merit>; the topmost of OPEN is taken and replaced by its successors under the procedure
    Gamma, until the root is SOLVED.  `workspace` has space for OPEN (`open_list`).  Each triple taken from OPEN, except
    the root's, counts as a visit, a LIVE one as a node (a node is LIVE only once), and that of a leaf also as a leaf.

    Ties: with LEFTMOST_FIRST, as the thesis prescribes in step 2, the node to the left stands above one of
    equal merit.  With NEWEST_FIRST a newly solved leaf stands above those of equal merit.

    The line leads to the leaf that gave the winning solution tree its merit.
    """
    triples = empty_open(workspace)
    hand = new_slot(triples, NONE)
    level, node, live, merit, critical = 0, 0, True, np.inf, 0
    while level > 0 or live:
        if level > 0:
            log.counts[VISITS] += 1
            log.counts[NODES] += live
        if live and is_leaf(view, level, node):
            log.counts[LEAVES] += 1
            value = static_value(view, level, node)
            if value >= merit:
                live = False
                continue
            settle(view, triples, hand, level, node)
            put(triples, hand, CRITICAL, get(triples, hand, PLACE))
            order = get(triples, hand, PLACE) if ties == LEFTMOST_FIRST else -log.counts[VISITS]
            put(triples, hand, ORDER, order)
            insert(triples, value, hand)
            waiting = get(triples, hand, RIGHT)
            live = waiting != NONE and get(triples, waiting, HEAP) == NONE
            if live:
                hand = waiting
            else:
                hand, merit = triples.heap[HEADER], triples.merits[0]
                remove_at(triples, 0)
            level, node, critical = (
                get(triples, hand, LEVEL),
                get(triples, hand, NODE),
                get(triples, hand, CRITICAL),
            )
            if live:
                sibling = right_sibling(view, level, node)
                if sibling < past_children(view, level - 1, parent_of(view, level, node)):
                    leave_waiting(view, triples, hand, level, sibling, critical)
        elif live:
            stop = past_children(view, level, node)
            is_max = level & 1 == 0
            node = first_child(view, level, node)
            level += 1
            sibling = right_sibling(view, level, node)
            if is_max and sibling < stop:
                leave_waiting(view, triples, hand, level, sibling, critical)
        else:
            parent = parent_of(view, level, node)
            sibling = right_sibling(view, level, node)
            if level & 1:
                purge(triples, hand, place_of(view, level - 1, parent), past_place(view, level - 1, parent))
            if level & 1 or sibling == past_children(view, level - 1, parent):
                node = parent
                level -= 1
            else:
                node = sibling
                live = True
    record_path_to(view, log, critical)
    return merit


@start
def start_sss_star(view: View, log: Log, workspace: Open) -> float:
    """Search the whole tree with the thesis' rule for ties."""
    return sss_star(view, log, workspace, LEFTMOST_FIRST)


@start
def start_sss_star_newest_first(view: View, log: Log, workspace: Open) -> float:
    """Search the whole tree, a newly solved leaf standing above those of equal merit."""
    return sss_star(view, log, workspace, NEWEST_FIRST)
