"""alpha-cutoff (Zenzel 1989, section 3.2): the state space operator of Table 1 on a stack."""

from typing import Any

from numba.extending import register_jitable

from gametree._compile import compiled
from gametree.chance.kernels.log import HELD, LEAVES, VISITS, hold
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
