"""Star1 (Ballard 1983; Zenzel 1989, sections 3.1.2 and 3.1.3)."""

from typing import Any

import numpy as np

from gametree._compile import compiled
from gametree.chance.kernels.log import HELD, ROOT, enter, gain, keep_better, view_of
from gametree.chance.tree import CHANCE, LEAF


@compiled
def star1(view: Any, node: int, alpha: float, beta: float) -> float:
    """Return v with: v = gain if alpha < v < beta; gain <= v if v <= alpha; gain >= v if v >= beta.

    It fails soft: v is the tightest bound at hand.  Of equally good sons the leftmost is chosen.
    """
    enter(view, node)
    if view.kind[node] == LEAF:
        return gain(view, node)
    son, stop = node + 1, view.end[node]
    if view.kind[node] == CHANCE:
        total = 0.0
        while son < stop:
            p, after = view.probability[son], view.after[son]
            least = (alpha - total - after * view.high) / p
            most = (beta - total - after * view.low) / p
            value = star1(view, son, max(view.low, least), max(view.low, min(most, view.high)))
            total += p * value
            if value <= least:
                return total + after * view.high
            if value >= most:
                return total + after * view.low
            son = view.end[son]
        return total
    best, kept = -np.inf, 0
    while son < stop and best < beta:
        before = view.counts[HELD]
        value = star1(view, son, max(alpha, best), beta)
        kept = keep_better(view, node, son, value > best, before, kept)
        best = max(best, value)
        son = view.end[son]
    return best


@compiled
def start_star1(tree: Any, log: Any, room: Any, sign: float, low: float, high: float, known: Any) -> float:
    """Search the whole tree; no value can be outside the window from `low` to `high`."""
    return star1(view_of(tree, log, room, sign, low, high), ROOT, low, high)
