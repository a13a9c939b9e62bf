"""In what order children are searched (Muszycka 1985, section 4.2, after Slagle & Dixon; Figure 43).

Fixed ordering: the children of a node are evaluated statically, and searched from the most promising to the least.

Dynamic ordering: before the search goes below the most promising child, that one's own children are evaluated.  As
soon as one of them makes it less promising than the second best by more than a margin, it is put back in its
new place, and the next comes to its turn.  A child is put back once at most.

Leaves are not ordered: to know their values is to have searched them.  So nothing is ordered at the last level
but one, and nothing is put back at the level above.  A move from the table comes before all others, then come
the killers.

Killers (section 4.4, after Akl & Newborn): every level has a list of moves that have cut off at that level, the
latest first.  Where one of them is possible, it is searched early.
"""

from typing import Any

import numpy as np
from numba.extending import register_jitable

from gametree.enhance.state import (
    AS_GIVEN,
    DYNAMIC,
    KILLER_CUTS,
    KILLER_TRIES,
    OTHER_CUTS,
    OTHER_TRIES,
    evaluate,
    is_leaf,
)

OPEN, TAKEN, KILLER = range(3)
"""How a child stands in the row of its parent: its promise may still be revised, or not, or it is a killer."""


@register_jitable
def move_to(s: Any, old: int, new: int) -> None:
    """Move an element of a row to another place; those between shift by one."""
    child, promise, status = s.order[old], s.promise[old], s.status[old]
    step = 1 if new > old else -1
    while old != new:
        s.order[old] = s.order[old + step]
        s.promise[old] = s.promise[old + step]
        s.status[old] = s.status[old + step]
        old += step
    s.order[new], s.promise[new], s.status[new] = child, promise, status


@register_jitable
def pin(s: Any, row: int, front: int, n: int, move: int, status: int) -> int:
    """Put the child that a move leads to in place `front`, if there is one, and return the next front."""
    for i in range(front, n):
        if s.move[s.order[row + i]] == move:
            s.status[row + i] = status
            move_to(s, row + i, row + front)
            return front + 1
    return front


@register_jitable
def line_up(s: Any, level: int, p: int, first_move: int) -> int:
    """Put the children of p in the row of its level, in order, and return how many there are."""
    row = level * s.stride
    orders = s.ordering != AS_GIVEN and level + 1 < s.horizon
    revises = s.ordering == DYNAMIC and level + 2 < s.horizon
    n = 0
    child = p + 1
    while child < s.end[p]:
        s.order[row + n] = child
        s.status[row + n] = OPEN if revises and not is_leaf(s, level + 1, child) else TAKEN
        if orders:
            s.promise[row + n] = -evaluate(s, level + 1, child)
            place = n
            while place > 0 and s.promise[row + place - 1] < s.promise[row + n]:
                place -= 1
            move_to(s, row + n, row + place)
        n += 1
        child = s.end[child]
    front = 0
    if first_move >= 0:
        front = pin(s, row, front, n, first_move, TAKEN)
    for k in range(s.n_killers):
        killer = s.killers[level * s.n_killers + k]
        if killer >= 0:
            front = pin(s, row, front, n, killer, KILLER)
    return n


@register_jitable
def revised(s: Any, level: int, child: int, promise: float, least: float) -> float:
    """Evaluate the children of a child until its promise falls below `least`, and return what its promise is then."""
    grandchild = child + 1
    worst = promise
    first = True
    while grandchild < s.end[child]:
        value = evaluate(s, level + 2, grandchild)
        if first or value < worst:
            worst = value
            first = False
        if worst < least:
            return worst
        grandchild = s.end[grandchild]
    return worst


@register_jitable
def next_child(s: Any, level: int, place: int, n: int) -> int:
    """Return the child whose turn it is, after putting back those that disappoint."""
    row = level * s.stride
    while s.status[row + place] == OPEN and place + 1 < n:
        s.status[row + place] = TAKEN
        least = s.promise[row + place + 1] - s.margin
        promise = revised(s, level, s.order[row + place], s.promise[row + place], least)
        s.promise[row + place] = promise
        if promise < least:
            new = place
            while new + 1 < n and s.promise[row + new + 1] > promise:
                new += 1
            move_to(s, row + place, row + new)
    return s.order[row + place]


@register_jitable
def tried(s: Any, level: int, place: int, cut: bool) -> None:
    """Count that a child was searched where a cut-off was possible; if it came, put its move on the list of the level."""
    killer = s.status[level * s.stride + place] == KILLER
    s.counts[KILLER_TRIES if killer else OTHER_TRIES] += 1
    if not cut:
        return
    s.counts[KILLER_CUTS if killer else OTHER_CUTS] += 1
    if s.n_killers == 0:
        return
    row = level * s.n_killers
    move = s.move[s.order[level * s.stride + place]]
    last = 0
    while last < s.n_killers - 1 and s.killers[row + last] != move:
        last += 1
    while last > 0:
        s.killers[row + last] = s.killers[row + last - 1]
        last -= 1
    s.killers[row] = move


@register_jitable
def cuts_off(s: Any, level: int, place: int, m: float, high: float) -> bool:
    """Whether m, the best so far, ends the search of a node; counts its last child, where that was possible."""
    if high < np.inf:
        tried(s, level, place, m >= high)
    return m >= high
