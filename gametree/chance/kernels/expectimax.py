"""Expectimax (Zenzel 1989, section 2.1)."""

from typing import Any

import numpy as np

from gametree._compile import compiled
from gametree.chance.kernels.log import HELD, ROOT, enter, gain, keep_better, view_of
from gametree.chance.tree import CHANCE, LEAF


@compiled
def expectimax(view: Any, node: int) -> float:
    """Return the gain of a node; of equally good children the leftmost is chosen."""
    enter(view, node)
    if view.kind[node] == LEAF:
        return gain(view, node)
    child, stop = node + 1, view.end[node]
    if view.kind[node] == CHANCE:
        total = 0.0
        while child < stop:
            total += view.probability[child] * expectimax(view, child)
            child = view.end[child]
        return total
    best, kept = -np.inf, 0
    while child < stop:
        before = view.counts[HELD]
        value = expectimax(view, child)
        kept = keep_better(view, node, child, value > best, before, kept)
        best = max(best, value)
        child = view.end[child]
    return best


@compiled
def start_expectimax(
    tree: Any, log: Any, workspace: Any, sign: float, low: float, high: float, known: Any
) -> float:
    """Search the whole tree."""
    return expectimax(view_of(tree, log, workspace, sign, low, high), ROOT)
