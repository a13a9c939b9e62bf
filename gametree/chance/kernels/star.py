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

    It fails soft: v is the tightest bound at hand.  Of equally good children the leftmost is chosen.
    """
    enter(view, node)
    if view.kind[node] == LEAF:
        return gain(view, node)
    child, stop = node + 1, view.end[node]
    if view.kind[node] == CHANCE:
        total = 0.0
        while child < stop:
            p, after = view.probability[child], view.after[child]
            least = (alpha - total - after * view.high) / p
            most = (beta - total - after * view.low) / p
            value = star1(view, child, max(view.low, least), max(view.low, min(most, view.high)))
            total += p * value
            if value <= least:
                return total + after * view.high
            if value >= most:
                return total + after * view.low
            child = view.end[child]
        return total
    best, kept = -np.inf, 0
    while child < stop and best < beta:
        before = view.counts[HELD]
        value = star1(view, child, max(alpha, best), beta)
        kept = keep_better(view, node, child, value > best, before, kept)
        best = max(best, value)
        child = view.end[child]
    return best


@compiled
def start_star1(
    tree: Any, log: Any, workspace: Any, sign: float, low: float, high: float, known: Any
) -> float:
    """Search the whole tree; no value can be outside the window from `low` to `high`."""
    return star1(view_of(tree, log, workspace, sign, low, high), ROOT, low, high)


NOT_PROBED, PROBED = np.int64(0), np.int64(1)


@register_jitable
def mean(view: Any, node: int, bound: Any, without: int) -> float:
    """Return the mean of a bound over the children of a chance node, one of them left out."""
    total = 0.0
    child = node + 1
    while child < view.end[node]:
        if child != without:
            total += view.probability[child] * bound[child]
        child = view.end[child]
    return total


@compiled
def star2(view: Any, node: int, alpha: float, beta: float, probed: int) -> float:
    """Return v as Star1 does.

    A decision node that was probed (`probed`) goes on with its second child, from what `view.total` has for
    the first and `view.size` holds below it.  While a chance node is under way, `view.lower` and
    `view.upper` are the bounds of its children.
    """
    if probed:
        view.counts[VISITS] += 1
    else:
        enter(view, node)
    if view.kind[node] == LEAF:
        return gain(view, node)
    stop = view.end[node]
    if view.kind[node] != CHANCE:
        child, best, kept = node + 1, -np.inf, np.int64(0)
        if probed:
            child, best, kept = view.end[child], view.total[node], view.size[node]
        while child < stop and best < beta:
            before = view.counts[HELD]
            value = star2(view, child, max(alpha, best), beta, NOT_PROBED)
            kept = keep_better(view, node, child, value > best, before, kept)
            best = max(best, value)
            child = view.end[child]
        return best
    child = node + 1
    while child < stop:
        view.lower[child], view.upper[child] = view.low, view.high
        child = view.end[child]
    child = node + 1
    while child < stop:
        if view.kind[child] != CHANCE:
            least = (alpha - mean(view, node, view.upper, child)) / view.probability[child]
            most = (beta - mean(view, node, view.lower, child)) / view.probability[child]
            enter(view, child)
            first = child + 1
            if view.kind[child] == LEAF:
                value = gain(view, child)
            else:
                before = view.counts[HELD]
                value = star2(
                    view, first, max(view.low, least), max(view.low, min(most, view.high)), NOT_PROBED
                )
                view.total[child] = value
                view.size[child] = keep_better(view, child, first, True, before, 0)
            if first == view.end[child] or view.end[first] == view.end[child]:
                view.lower[child] = view.upper[child] = value
            elif value > max(view.low, least):
                view.lower[child] = value
            if view.upper[child] <= least:
                return mean(view, node, view.upper, -1)
            if view.lower[child] >= most:
                return mean(view, node, view.lower, -1)
        child = view.end[child]
    child = node + 1
    while child < stop:
        if view.lower[child] < view.upper[child]:
            least = (alpha - mean(view, node, view.upper, child)) / view.probability[child]
            most = (beta - mean(view, node, view.lower, child)) / view.probability[child]
            probe = NOT_PROBED if view.kind[child] == CHANCE else PROBED
            value = star2(view, child, max(view.low, least), max(view.low, min(most, view.high)), probe)
            view.lower[child] = view.upper[child] = value
            if value <= least:
                return mean(view, node, view.upper, -1)
            if value >= most:
                return mean(view, node, view.lower, -1)
        child = view.end[child]
    return mean(view, node, view.lower, -1)


@compiled
def start_star2(
    tree: Any, log: Any, workspace: Any, sign: float, low: float, high: float, known: Any
) -> float:
    """Search the whole tree; no value can be outside the window from `low` to `high`."""
    return star2(view_of(tree, log, workspace, sign, low, high), ROOT, low, high, NOT_PROBED)
