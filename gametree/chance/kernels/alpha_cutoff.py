"""alpha-cutoff (Zenzel 1989, section 3.2): the state space operator of Table 1 on a stack.

alpha-cutoff that improves all sons of a decision node at once (proposed in Zenzel 1989, section 5.0).
"""

from typing import Any

import numpy as np
from numba.extending import register_jitable

from gametree._compile import compiled
from gametree.chance.kernels.log import HELD, LEAVES, ROOT, VISITS, enter, gain, hold, view_of
from gametree.chance.tree import CHANCE, LEAF

NO_RANGE, RANGE, SOLVED = 0, 1, 2
"""How much is known of a node that was on OPEN."""


@register_jitable
def start_node(tree: Any, log: Any, room: Any, status: Any, sign: float, node: int) -> None:
    """Put a node on OPEN for the first time; a terminal node is SOLVED."""
    hold(log.counts, node)
    room.size[node] = 1
    room.next[node] = node + 1
    room.total[node] = 0.0
    status[node] = NO_RANGE
    if tree.kind[node] == LEAF:
        log.counts[LEAVES] += 1
        solve(room, status, node, sign * tree.values[node])


@register_jitable
def solve(room: Any, status: Any, node: int, value: float) -> None:
    """Label a node SOLVED."""
    room.lower[node] = room.upper[node] = value
    status[node] = SOLVED


@register_jitable
def next_child(tree: Any, log: Any, room: Any, status: Any, sign: float, node: int) -> int:
    """Return the next unprocessed child of a node, ready for OPEN."""
    child = room.next[node]
    room.next[node] = tree.end[child]
    start_node(tree, log, room, status, sign, child)
    return child


@register_jitable
def loser_of(room: Any, status: Any, a: int, b: int) -> int:
    """Return which of two siblings can be cut off, or -1; of two SOLVED ones of equal value, the one at the right."""
    if room.upper[a] < room.lower[b]:
        return a
    if room.upper[b] < room.lower[a]:
        return b
    return max(a, b) if status[a] == SOLVED and status[b] == SOLVED else -1


@compiled
def start_alpha_cutoff(
    tree: Any, log: Any, room: Any, sign: float, low: float, high: float, known: Any
) -> float:
    """Return the gain of the root.

    OPEN is `room.stack`, its front at the top; every state taken from it but the root's is a visit.  In
    memory are the nodes that were put on OPEN and are not cut off: those under way, and the solution trees
    of the SOLVED ones.  A deviation from Table 1, and what it says in trees that do not alternate: see
    `gametree.chance.reference.alpha_cutoff`.
    """
    opened, status = room.stack, room.status
    start_node(tree, log, room, status, sign, 0)
    opened[0] = 0
    top = 0
    while True:
        i = opened[top]
        if i == 0 and status[i] == SOLVED:
            return room.lower[0]
        log.counts[VISITS] += i != 0
        parent = tree.parent[i]
        competes = i != 0 and tree.kind[parent] != CHANCE
        if status[i] == NO_RANGE:
            opened[top] = next_child(tree, log, room, status, sign, i)
            continue
        if status[i] == SOLVED and not competes:
            room.total[parent] += tree.probability[i] * room.lower[i]
            room.lower[parent] = room.total[parent] + tree.after[i] * low
            room.upper[parent] = room.total[parent] + tree.after[i] * high
            status[parent] = SOLVED if room.lower[parent] == room.upper[parent] else RANGE
            room.size[parent] += room.size[i]
            opened[top] = parent
            continue
        if competes and top > 0 and tree.parent[opened[top - 1]] == parent:
            sibling = opened[top - 1]
            loser = loser_of(room, status, i, sibling)
            if loser >= 0:
                log.counts[HELD] -= room.size[loser]
                top -= 1
                opened[top] = i + sibling - loser
            elif status[i] == SOLVED:
                opened[top - 1], opened[top] = i, sibling
            elif status[sibling] == SOLVED:
                opened[top] = next_child(tree, log, room, status, sign, i)
            else:
                opened[top - 1] = i
                opened[top] = next_child(tree, log, room, status, sign, sibling)
        elif competes and room.next[parent] < tree.end[parent]:
            top += 1
            opened[top] = next_child(tree, log, room, status, sign, parent)
        elif status[i] != SOLVED:
            opened[top] = next_child(tree, log, room, status, sign, i)
        else:
            log.choice[parent] = i
            solve(room, status, parent, room.lower[i])
            room.size[parent] += room.size[i]
            opened[top] = parent


OUT = -1
"""What `view.next` has for a son that was cut off."""


@register_jitable
def cut_off(view: Any, node: int) -> int:
    """Cut off the sons of a decision node that can't be best; return the best once it is certain, else -1."""
    floor, open_sons = -np.inf, 0
    son = node + 1
    while son < view.end[node]:
        if view.next[son] != OUT:
            floor = max(floor, view.lower[son])
        son = view.end[son]
    best = -1
    son = node + 1
    while son < view.end[node]:
        if view.next[son] != OUT and view.upper[son] >= floor:
            open_sons += view.lower[son] < view.upper[son]
            best = son if best < 0 else best
        son = view.end[son]
    son = node + 1
    while son < view.end[node]:
        lost = view.upper[son] < floor or (open_sons == 0 and son != best)
        if view.next[son] != OUT and lost:
            view.next[son] = OUT
            view.counts[HELD] -= view.size[son]
        son = view.end[son]
    return best if open_sons == 0 else -1


@compiled
def alpha_cutoff_all(view: Any, node: int) -> float:
    """Return the gain of a node; of equal sons the leftmost is chosen.

    Of each son that competes, `view.next` is its next unprocessed son, `view.lower` and `view.upper` its
    range, `view.size` what is held below it.
    """
    enter(view, node)
    if view.kind[node] == LEAF:
        return gain(view, node)
    stop = view.end[node]
    if view.kind[node] == CHANCE:
        total = 0.0
        son = node + 1
        while son < stop:
            total += view.probability[son] * alpha_cutoff_all(view, son)
            son = view.end[son]
        return total
    son = node + 1
    while son < stop:
        view.next[son], view.total[son], view.size[son] = son + 1, 0.0, 0
        view.lower[son], view.upper[son] = -np.inf, np.inf
        son = view.end[son]
    best = -1
    while best < 0:
        son = node + 1
        while son < stop:
            if view.next[son] != OUT and view.lower[son] < view.upper[son]:
                before = view.counts[HELD]
                if view.kind[son] == CHANCE:
                    part = view.next[son]
                    if part == son + 1:
                        enter(view, son)
                    view.next[son] = view.end[part]
                    view.total[son] += view.probability[part] * alpha_cutoff_all(view, part)
                    view.lower[son] = view.total[son] + view.after[part] * view.low
                    view.upper[son] = view.total[son] + view.after[part] * view.high
                else:
                    value = alpha_cutoff_all(view, son)
                    view.lower[son] = view.upper[son] = value
                view.size[son] += view.counts[HELD] - before
            son = view.end[son]
        best = cut_off(view, node)
    view.choice[node] = best
    return view.lower[best]


@compiled
def start_alpha_cutoff_all(
    tree: Any, log: Any, room: Any, sign: float, low: float, high: float, known: Any
) -> float:
    """Search the whole tree."""
    return alpha_cutoff_all(view_of(tree, log, room, sign, low, high), ROOT)
