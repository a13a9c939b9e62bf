"""AOC* (Zenzel 1989, section 3.3)."""

from typing import Any

import numpy as np
from numba.extending import register_jitable

from gametree._compile import compiled
from gametree.chance.kernels.log import ESTIMATES, HELD, LEAVES, VISITS, hold
from gametree.chance.tree import CHANCE, LEAF

TIP, EXPANDED, SOLVED, PRUNED = 0, 1, 2, 3
"""How a node of the search tree T stands: a leaf of T, expanded, SOLVED (expanded or terminal), cut off."""


@register_jitable
def generate(
    tree: Any, log: Any, room: Any, sign: float, low: float, high: float, known: Any, node: int
) -> None:
    """Put a node into T with the range that is known of it; a terminal node is SOLVED."""
    log.counts[VISITS] += node != 0
    hold(log.counts, node)
    room.size[node] = 1
    if tree.kind[node] == LEAF:
        log.counts[LEAVES] += 1
        room.lower[node] = room.upper[node] = sign * tree.values[node]
        room.status[node] = SOLVED
        return
    log.counts[ESTIMATES] += 1
    room.status[node] = TIP
    room.lower[node], room.upper[node] = low, high
    if len(known) > 0:
        room.lower[node], room.upper[node] = known[node, 0], known[node, 1]


@register_jitable
def select(tree: Any, log: Any, room: Any, far: int) -> int:
    """Trace the marked connectors to the leaf to expand: the one of least far * level, and leftmost."""
    chosen = -1
    room.stack[0] = 0
    top = 0
    while top >= 0:
        node = room.stack[top]
        top -= 1
        if room.status[node] == SOLVED:
            continue
        log.counts[VISITS] += node != 0
        if room.status[node] == TIP:
            less = chosen < 0 or far * tree.level[node] < far * tree.level[chosen]
            if less or (tree.level[node] == tree.level[chosen] and node < chosen):
                chosen = node
        elif tree.kind[node] == CHANCE:
            son = node + 1
            while son < tree.end[node]:
                top += 1
                room.stack[top] = son
                son = tree.end[son]
        else:
            top += 1
            room.stack[top] = log.choice[node]
    return chosen


@register_jitable
def revise_chance(tree: Any, room: Any, m: int) -> Any:
    """Return the range of a chance node from those of its sons, and whether they are all SOLVED."""
    low = high = 0.0
    done = True
    son = m + 1
    while son < tree.end[m]:
        low += tree.probability[son] * room.lower[son]
        high += tree.probability[son] * room.upper[son]
        done = done and room.status[son] == SOLVED
        son = tree.end[son]
    return low, high, done


@register_jitable
def revise_decision(tree: Any, log: Any, room: Any, m: int) -> Any:
    """Mark the most promising son of a decision node, cut off hopeless ones; return range and whether it is SOLVED."""
    floor, high, marked = -np.inf, -np.inf, -1
    son = m + 1
    while son < tree.end[m]:
        if room.status[son] != PRUNED:
            floor = max(floor, room.lower[son])
            if room.upper[son] > high:
                high, marked = room.upper[son], son
        son = tree.end[son]
    log.choice[m] = marked
    lost = 0
    son = m + 1
    while son < tree.end[m]:
        if room.status[son] != PRUNED and room.upper[son] < floor:
            room.status[son] = PRUNED
            lost += room.size[son]
        son = tree.end[son]
    log.counts[HELD] -= lost
    return floor, high, room.status[marked] == SOLVED, lost


@register_jitable
def aoc_star(
    tree: Any, log: Any, room: Any, sign: float, low: float, high: float, known: Any, far: int
) -> float:
    """Return the gain of the root.

    A visit is a node generated, passed while the partial solution tree is traced, or revised.  In memory is
    the search tree T without what is cut off.  `known` has a row (low, high) per node, or no row at all.
    """
    generate(tree, log, room, sign, low, high, known, 0)
    while room.status[0] != SOLVED:
        n = select(tree, log, room, far)
        grown = 0
        son = n + 1
        while son < tree.end[n]:
            generate(tree, log, room, sign, low, high, known, son)
            grown += 1
            son = tree.end[son]
        room.status[n] = EXPANDED
        m = n
        changed = True
        while m >= 0:
            room.size[m] += grown
            if changed:
                log.counts[VISITS] += m != 0
                if tree.kind[m] == CHANCE:
                    least, most, done = revise_chance(tree, room, m)
                else:
                    least, most, done, lost = revise_decision(tree, log, room, m)
                    grown -= lost
                    room.size[m] -= lost
                if done:
                    room.status[m] = SOLVED
                    least = most
                else:
                    most = min(room.upper[m], most)
                    least = min(max(room.lower[m], least), most)
                changed = done or least != room.lower[m] or most != room.upper[m]
                room.lower[m], room.upper[m] = least, most
            m = tree.parent[m]
    return room.lower[0]


@compiled
def start_aoc_star(tree: Any, log: Any, room: Any, sign: float, low: float, high: float, known: Any) -> float:
    """Search the whole tree, expanding the leaf of the partial solution tree that is nearest the root."""
    return aoc_star(tree, log, room, sign, low, high, known, 1)


@compiled
def start_aoc_star_deepest(
    tree: Any, log: Any, room: Any, sign: float, low: float, high: float, known: Any
) -> float:
    """Search the whole tree, expanding the deepest leaf of the partial solution tree."""
    return aoc_star(tree, log, room, sign, low, high, known, -1)
