"""The order in which children are searched (Muszycka 1985, section 4.2, after Slagle & Dixon; Figure 43).

Fixed ordering: the children of a node are evaluated statically, and searched from the most promising to the least.

Dynamic ordering: before the most promising child is searched, its own children are evaluated.  As soon as one of
them makes it less promising than the second best by more than a margin, it is moved back to its new place, and the
next child is considered.  A child is moved back at most once.

Leaves are not ordered: evaluating them is searching them.  So nothing is ordered at the last level but one, and
nothing is moved back at the level above.  A move from the table is searched first, then the killers.

Killers (section 4.4, after Akl & Newborn): every level has a list of moves that have cut off at that level, the
latest first.  Where such a move is legal, it is searched early.
"""

import numpy as np

from gametree._compile import register_jitable
from gametree.enhance.state import (
    AS_GIVEN,
    DYNAMIC,
    KILLER_CUTS,
    KILLER_TRIES,
    OTHER_CUTS,
    OTHER_TRIES,
    EnhancedState,
    evaluate,
    is_leaf,
)

OPEN, TAKEN, KILLER = range(3)
"""The status of a child: its promise may still be revised, or not, or it is a killer."""


@register_jitable
def move_to(s: EnhancedState, old: int, new: int) -> None:
    """Move an element of a row to another place; those between shift by one."""
    child, promise, status = s.work.order[old], s.work.promise[old], s.work.status[old]
    step = 1 if new > old else -1
    while old != new:
        s.work.order[old] = s.work.order[old + step]
        s.work.promise[old] = s.work.promise[old + step]
        s.work.status[old] = s.work.status[old + step]
        old += step
    s.work.order[new], s.work.promise[new], s.work.status[new] = child, promise, status


@register_jitable
def pin(s: EnhancedState, row: int, front: int, n: int, move: int, status: int) -> int:
    """Put the child that a move leads to in place `front`, if there is one, and return the next front."""
    for i in range(front, n):
        if s.tree.move[s.work.order[row + i]] == move:
            s.work.status[row + i] = status
            move_to(s, row + i, row + front)
            return front + 1
    return front


@register_jitable
def line_up(s: EnhancedState, level: int, p: int, first_move: int) -> int:
    """Put the children of p in the row of its level, in order, and return how many there are."""
    row = level * s.work.stride
    orders = s.ordering != AS_GIVEN and level + 1 < s.horizon
    revises = s.ordering == DYNAMIC and level + 2 < s.horizon
    n = 0
    child = p + 1
    while child < s.tree.end[p]:
        s.work.order[row + n] = child
        s.work.status[row + n] = OPEN if revises and not is_leaf(s, level + 1, child) else TAKEN
        if orders:
            s.work.promise[row + n] = -evaluate(s, level + 1, child)
            place = n
            while place > 0 and s.work.promise[row + place - 1] < s.work.promise[row + n]:
                place -= 1
            move_to(s, row + n, row + place)
        n += 1
        child = s.tree.end[child]
    front = 0
    if first_move >= 0:
        front = pin(s, row, front, n, first_move, TAKEN)
    for k in range(s.work.n_killers):
        killer = s.work.killers[level * s.work.n_killers + k]
        if killer >= 0:
            front = pin(s, row, front, n, killer, KILLER)
    return n


@register_jitable
def revised(s: EnhancedState, level: int, child: int, promise: float, least: float) -> float:
    """Evaluate the children of a child until its promise falls below `least`, and return what its promise is then."""
    grandchild = child + 1
    worst = promise
    first = True
    while grandchild < s.tree.end[child]:
        value = evaluate(s, level + 2, grandchild)
        if first or value < worst:
            worst = value
            first = False
        if worst < least:
            return worst
        grandchild = s.tree.end[grandchild]
    return worst


@register_jitable
def next_child(s: EnhancedState, level: int, place: int, n: int) -> int:
    """Return the next child to search, after moving back those whose promise has fallen."""
    row = level * s.work.stride
    while s.work.status[row + place] == OPEN and place + 1 < n:
        s.work.status[row + place] = TAKEN
        least = s.work.promise[row + place + 1] - s.margin
        promise = revised(s, level, s.work.order[row + place], s.work.promise[row + place], least)
        s.work.promise[row + place] = promise
        if promise < least:
            new = place
            while new + 1 < n and s.work.promise[row + new + 1] > promise:
                new += 1
            move_to(s, row + place, row + new)
    return s.work.order[row + place]


@register_jitable
def tried(s: EnhancedState, level: int, place: int, cut: bool) -> None:
    """Count a child searched where a cut-off was possible; if it caused one, its move becomes a killer of the level."""
    killer = s.work.status[level * s.work.stride + place] == KILLER
    s.work.counts[KILLER_TRIES if killer else OTHER_TRIES] += 1
    if not cut:
        return
    s.work.counts[KILLER_CUTS if killer else OTHER_CUTS] += 1
    if s.work.n_killers == 0:
        return
    row = level * s.work.n_killers
    move = s.tree.move[s.work.order[level * s.work.stride + place]]
    last = 0
    while last < s.work.n_killers - 1 and s.work.killers[row + last] != move:
        last += 1
    while last > 0:
        s.work.killers[row + last] = s.work.killers[row + last - 1]
        last -= 1
    s.work.killers[row] = move


@register_jitable
def cuts_off(s: EnhancedState, level: int, place: int, m: float, high: float) -> bool:
    """Whether m, the best value so far, ends the search of a node; counts the child where a cut-off was possible."""
    if high < np.inf:
        tried(s, level, place, m >= high)
    return m >= high
