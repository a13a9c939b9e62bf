"""Expectimax (Zenzel 1989, section 2.1)."""

from typing import Any

import numpy as np

from gametree._compile import compiled
from gametree.chance.kernels.log import HELD, ROOT, enter, gain, keep_better, view_of
from gametree.chance.tree import CHANCE, LEAF


@compiled
def expectimax(view: Any, node: int) -> float:
    """Return the gain of a node; of equally good sons the leftmost is chosen."""
    enter(view, node)
    if view.kind[node] == LEAF:
        return gain(view, node)
    son, stop = node + 1, view.end[node]
    if view.kind[node] == CHANCE:
        total = 0.0
        while son < stop:
            total += view.probability[son] * expectimax(view, son)
            son = view.end[son]
        return total
    best, kept = -np.inf, 0
    while son < stop:
        before = view.counts[HELD]
        value = expectimax(view, son)
        kept = keep_better(view, node, son, value > best, before, kept)
        best = max(best, value)
        son = view.end[son]
    return best


@compiled
def start_expectimax(
    tree: Any, log: Any, room: Any, sign: float, low: float, high: float, known: Any
) -> float:
    """Search the whole tree."""
    return expectimax(view_of(tree, log, room, sign, low, high), ROOT)
