"""Star1 (Ballard 1983; Zenzel 1989, sections 3.1.2 and 3.1.3).

Star2 (Ballard 1983): Star1 with a probing phase.
"""

from typing import Any

import numpy as np
from numba.extending import register_jitable

from gametree._compile import compiled
from gametree.chance.kernels.log import HELD, ROOT, VISITS, enter, gain, keep_better, view_of
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


NOT_PROBED, PROBED = np.int64(0), np.int64(1)


@register_jitable
def mean(view: Any, node: int, bound: Any, without: int) -> float:
    """Return the mean of a bound over the sons of a chance node, one of them left out."""
    total = 0.0
    son = node + 1
    while son < view.end[node]:
        if son != without:
            total += view.probability[son] * bound[son]
        son = view.end[son]
    return total


@compiled
def star2(view: Any, node: int, alpha: float, beta: float, probed: int) -> float:
    """Return v as Star1 does.

    A decision node that was probed (`probed`) goes on with its second son, from what `view.total` has for
    the first and `view.size` holds below it.  While a chance node is under way, `view.lower` and
    `view.upper` are the bounds of its sons.
    """
    if probed:
        view.counts[VISITS] += 1
    else:
        enter(view, node)
    if view.kind[node] == LEAF:
        return gain(view, node)
    stop = view.end[node]
    if view.kind[node] != CHANCE:
        son, best, kept = node + 1, -np.inf, np.int64(0)
        if probed:
            son, best, kept = view.end[son], view.total[node], view.size[node]
        while son < stop and best < beta:
            before = view.counts[HELD]
            value = star2(view, son, max(alpha, best), beta, NOT_PROBED)
            kept = keep_better(view, node, son, value > best, before, kept)
            best = max(best, value)
            son = view.end[son]
        return best
    son = node + 1
    while son < stop:
        view.lower[son], view.upper[son] = view.low, view.high
        son = view.end[son]
    son = node + 1
    while son < stop:
        if view.kind[son] != CHANCE:
            least = (alpha - mean(view, node, view.upper, son)) / view.probability[son]
            most = (beta - mean(view, node, view.lower, son)) / view.probability[son]
            enter(view, son)
            first = son + 1
            if view.kind[son] == LEAF:
                value = gain(view, son)
            else:
                before = view.counts[HELD]
                value = star2(
                    view, first, max(view.low, least), max(view.low, min(most, view.high)), NOT_PROBED
                )
                view.total[son] = value
                view.size[son] = keep_better(view, son, first, True, before, 0)
            if first == view.end[son] or view.end[first] == view.end[son]:
                view.lower[son] = view.upper[son] = value
            elif value > max(view.low, least):
                view.lower[son] = value
            if view.upper[son] <= least:
                return mean(view, node, view.upper, -1)
            if view.lower[son] >= most:
                return mean(view, node, view.lower, -1)
        son = view.end[son]
    son = node + 1
    while son < stop:
        if view.lower[son] < view.upper[son]:
            least = (alpha - mean(view, node, view.upper, son)) / view.probability[son]
            most = (beta - mean(view, node, view.lower, son)) / view.probability[son]
            probe = NOT_PROBED if view.kind[son] == CHANCE else PROBED
            value = star2(view, son, max(view.low, least), max(view.low, min(most, view.high)), probe)
            view.lower[son] = view.upper[son] = value
            if value <= least:
                return mean(view, node, view.upper, -1)
            if value >= most:
                return mean(view, node, view.lower, -1)
        son = view.end[son]
    return mean(view, node, view.lower, -1)


@compiled
def start_star2(tree: Any, log: Any, room: Any, sign: float, low: float, high: float, known: Any) -> float:
    """Search the whole tree; no value can be outside the window from `low` to `high`."""
    return star2(view_of(tree, log, room, sign, low, high), ROOT, low, high, NOT_PROBED)
