"""Expectimax (Zenzel 1989, section 2.1)."""

import numpy as np

from gametree._compile import compiled
from gametree.chance.kernels.log import HELD, ROOT, ChanceView, enter, for_recursion, gain, keep_better
from gametree.chance.tree import CHANCE, LEAF


@compiled
def expectimax(view: ChanceView, node: int) -> float:
    """Return the gain of a node; of equally good children the leftmost is chosen."""
    tree, log = view.tree, view.log
    enter(view, node)
    if tree.kind[node] == LEAF:
        return gain(view, node)
    child, stop = node + 1, tree.end[node]
    if tree.kind[node] == CHANCE:
        total = 0.0
        while child < stop:
            total += tree.probability[child] * expectimax(view, child)
            child = tree.end[child]
        return total
    best, kept = -np.inf, 0
    while child < stop:
        before = log.counts[HELD]
        value = expectimax(view, child)
        kept = keep_better(view, node, child, value > best, before, kept)
        best = max(best, value)
        child = tree.end[child]
    return best


@compiled
def start_expectimax(view: ChanceView) -> float:
    """Search the whole tree."""
    return expectimax(for_recursion(view), ROOT)
