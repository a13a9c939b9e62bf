"""alpha-cutoff that improves all sons of a decision node at once (proposed in Zenzel 1989, section 5.0)."""

from typing import Any

import numpy as np
from numba.extending import register_jitable

from gametree._compile import compiled
from gametree.chance.kernels.log import HELD, ROOT, enter, gain, view_of
from gametree.chance.tree import CHANCE, LEAF

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
