"""OPEN, the list of triples that SSS* works on, with every operation logarithmic or better.

Three observations make it fast.  All LIVE triples in OPEN have the merit of the topmost one, and
their nodes are directly to the right of it in the tree; so they need no sorting, and all right siblings that
wait together need only one slot, that of the leftmost.  No triple's node is an ancestor of another's, so OPEN can
be threaded from left to right as a doubly linked list, in which the successors of a node are neighbours.
And only solved leaves ever have to be sorted in: they are kept in a binary heap that knows each slot's
position, so that a slot can be taken out of its middle.

    insert a solved leaf        O(log n)
    take the topmost triple     O(log n), or O(1) while it is LIVE
    purge, per triple deleted   O(log n), or O(1) if it is LIVE

A slot takes 64 bytes and a place in the heap 16, so OPEN takes 80 bytes per triple; U(w,d) never needs more
than w^ceil(d/2) of them (one MIN child for each way that MAX can choose).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametree._compile import pointer, register_jitable

NODE, LEVEL, PLACE, CRITICAL, LEFT, RIGHT, HEAP, ORDER = range(8)
FIELDS = 8
BYTES_PER_TRIPLE = 80
NONE = -1
"""No slot; in the field HEAP: the slot is not in the heap, hence LIVE or just taken."""


class Open(NamedTuple):
    """The slots, the merits of those in the heap, and the heap: its `HEADER`, then slots."""

    slots: NDArray[np.int64]
    merits: NDArray[np.float64]
    heap: NDArray[np.int64]


SIZE, USED, FREE = 0, 1, 2
HEADER = 3
"""The first entries of `heap` hold the heap's size, the number of slots ever used, and the first free slot."""


def open_arrays(capacity: int) -> Open:
    """Reserve space for `capacity` triples; unused memory is never touched, and costs nothing."""
    return Open(
        np.empty(capacity * FIELDS, dtype=np.int64),
        np.empty(capacity),
        np.empty(capacity + HEADER, dtype=np.int64),
    )


@register_jitable
def empty_open(arrays: Open) -> Open:
    """Empty OPEN, and return it with pointers in place of its arrays."""
    arrays.heap[SIZE] = 0
    arrays.heap[USED] = 0
    arrays.heap[FREE] = NONE
    return pointer(arrays)


@register_jitable
def get(triples: Open, slot: int, field: int) -> int:
    """Return one field of a slot."""
    return triples.slots[slot * FIELDS + field]


@register_jitable
def put(triples: Open, slot: int, field: int, value: int) -> None:
    """Set one field of a slot."""
    triples.slots[slot * FIELDS + field] = value


@register_jitable
def new_slot(triples: Open, left: int) -> int:
    """Return a fresh LIVE slot, threaded to the right of slot `left` (or alone, if that is NONE)."""
    slot = triples.heap[FREE]
    if slot == NONE:
        slot = triples.heap[USED]
        triples.heap[USED] = slot + 1
    else:
        triples.heap[FREE] = get(triples, slot, RIGHT)
    right = NONE
    if left != NONE:
        right = get(triples, left, RIGHT)
        put(triples, left, RIGHT, slot)
    if right != NONE:
        put(triples, right, LEFT, slot)
    put(triples, slot, LEFT, left)
    put(triples, slot, RIGHT, right)
    put(triples, slot, HEAP, NONE)
    return slot


@register_jitable
def drop_slot(triples: Open, slot: int) -> None:
    """Take a slot out of OPEN altogether."""
    position = get(triples, slot, HEAP)
    if position != NONE:
        remove_at(triples, position)
    left, right = get(triples, slot, LEFT), get(triples, slot, RIGHT)
    if left != NONE:
        put(triples, left, RIGHT, right)
    if right != NONE:
        put(triples, right, LEFT, left)
    put(triples, slot, RIGHT, triples.heap[FREE])
    triples.heap[FREE] = slot


@register_jitable
def purge(triples: Open, hand: int, begin: int, stop: int) -> None:
    """Delete all triples but `hand` whose nodes lie in the subtree from place `begin` to before `stop`."""
    slot = get(triples, hand, LEFT)
    while slot != NONE and get(triples, slot, PLACE) >= begin:
        left = get(triples, slot, LEFT)
        drop_slot(triples, slot)
        slot = left
    slot = get(triples, hand, RIGHT)
    while slot != NONE and get(triples, slot, PLACE) < stop:
        right = get(triples, slot, RIGHT)
        drop_slot(triples, slot)
        slot = right


@register_jitable
def precedes(triples: Open, merit: float, slot: int, position: int) -> bool:
    """Whether a triple with this merit stands above the one at a position of the heap."""
    other = triples.merits[position]
    if merit != other:
        return merit > other
    return get(triples, slot, ORDER) < get(triples, triples.heap[HEADER + position], ORDER)


@register_jitable
def set_at(triples: Open, position: int, merit: float, slot: int) -> None:
    """Write a triple into a position of the heap."""
    triples.merits[position] = merit
    triples.heap[HEADER + position] = slot
    put(triples, slot, HEAP, position)


@register_jitable
def rise(triples: Open, position: int, merit: float, slot: int) -> None:
    """Place a triple at `position` or, while it precedes the one above, higher."""
    while position > 0:
        above = (position - 1) >> 1
        if not precedes(triples, merit, slot, above):
            break
        set_at(triples, position, triples.merits[above], triples.heap[HEADER + above])
        position = above
    set_at(triples, position, merit, slot)


@register_jitable
def sink(triples: Open, position: int, merit: float, slot: int) -> None:
    """Place a triple at `position` or, while one below precedes it, lower."""
    size = triples.heap[SIZE]
    while True:
        below = 2 * position + 1
        if below >= size:
            break
        if below + 1 < size and precedes(
            triples, triples.merits[below + 1], triples.heap[HEADER + below + 1], below
        ):
            below += 1
        if precedes(triples, merit, slot, below):
            break
        set_at(triples, position, triples.merits[below], triples.heap[HEADER + below])
        position = below
    set_at(triples, position, merit, slot)


@register_jitable
def insert(triples: Open, merit: float, slot: int) -> None:
    """Sort a solved triple into OPEN."""
    size = triples.heap[SIZE]
    triples.heap[SIZE] = size + 1
    rise(triples, size, merit, slot)


@register_jitable
def remove_at(triples: Open, position: int) -> None:
    """Take the triple at a position out of the heap."""
    put(triples, triples.heap[HEADER + position], HEAP, NONE)
    last = triples.heap[SIZE] - 1
    triples.heap[SIZE] = last
    if position == last:
        return
    merit, slot = triples.merits[last], triples.heap[HEADER + last]
    if position > 0 and precedes(triples, merit, slot, (position - 1) >> 1):
        rise(triples, position, merit, slot)
    else:
        sink(triples, position, merit, slot)
