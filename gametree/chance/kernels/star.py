"""Star1 (Ballard 1983; Zenzel 1989, sections 3.1.2 and 3.1.3), and Star2 (Ballard 1983), which probes first."""

import numpy as np
from numpy.typing import NDArray

from gametree._compile import compiled, register_jitable
from gametree.chance.kernels.log import (
    HELD,
    ROOT,
    VISITS,
    ChanceView,
    enter,
    for_recursion,
    gain,
    keep_better,
)
from gametree.chance.tree import CHANCE, LEAF


@compiled
def star1(view: ChanceView, node: int, alpha: float, beta: float) -> float:
    """Return v with: v = gain if alpha < v < beta; gain <= v if v <= alpha; gain >= v if v >= beta.

    It fails soft: v is the tightest bound available.  Of equally good children the leftmost is chosen.
    """
    tree, log = view.tree, view.log
    enter(view, node)
    if tree.kind[node] == LEAF:
        return gain(view, node)
    child, stop = node + 1, tree.end[node]
    if tree.kind[node] == CHANCE:
        total = 0.0
        while child < stop:
            p, after = tree.probability[child], tree.after[child]
            least = (alpha - total - after * view.high) / p
            most = (beta - total - after * view.low) / p
            value = star1(view, child, max(view.low, least), max(view.low, min(most, view.high)))
            total += p * value
            if value <= least:
                return total + after * view.high
            if value >= most:
                return total + after * view.low
            child = tree.end[child]
        return total
    best, kept = -np.inf, 0
    while child < stop and best < beta:
        before = log.counts[HELD]
        value = star1(view, child, max(alpha, best), beta)
        kept = keep_better(view, node, child, value > best, before, kept)
        best = max(best, value)
        child = tree.end[child]
    return best


@compiled
def start_star1(view: ChanceView) -> float:
    """Search the whole tree; no value can be outside the window from `low` to `high`."""
    return star1(for_recursion(view), ROOT, view.low, view.high)


NOT_PROBED, PROBED = np.int64(0), np.int64(1)


@register_jitable
def mean(view: ChanceView, node: int, bound: NDArray[np.float64], without: int) -> float:
    """Return the mean of a bound over the children of a chance node, one of them left out."""
    total = 0.0
    child = node + 1
    while child < view.tree.end[node]:
        if child != without:
            total += view.tree.probability[child] * bound[child]
        child = view.tree.end[child]
    return total


@compiled
def star2(view: ChanceView, node: int, alpha: float, beta: float, probed: int) -> float:
    """Return v as Star1 does.

    A decision node that was probed (`probed`) continues with its second child; `workspace.total` has the value of the first
    and `workspace.size` the nodes held below it.  While a chance node is being searched, `workspace.lower` and
    `workspace.upper` are the bounds of its children.
    """
    tree, log, workspace = view.tree, view.log, view.workspace
    if probed:
        log.counts[VISITS] += 1
    else:
        enter(view, node)
    if tree.kind[node] == LEAF:
        return gain(view, node)
    stop = tree.end[node]
    if tree.kind[node] != CHANCE:
        child, best, kept = node + 1, -np.inf, np.int64(0)
        if probed:
            child, best, kept = tree.end[child], workspace.total[node], workspace.size[node]
        while child < stop and best < beta:
            before = log.counts[HELD]
            value = star2(view, child, max(alpha, best), beta, NOT_PROBED)
            kept = keep_better(view, node, child, value > best, before, kept)
            best = max(best, value)
            child = tree.end[child]
        return best
    child = node + 1
    while child < stop:
        workspace.lower[child], workspace.upper[child] = view.low, view.high
        child = tree.end[child]
    child = node + 1
    while child < stop:
        if tree.kind[child] != CHANCE:
            least = (alpha - mean(view, node, workspace.upper, child)) / tree.probability[child]
            most = (beta - mean(view, node, workspace.lower, child)) / tree.probability[child]
            enter(view, child)
            first = child + 1
            if tree.kind[child] == LEAF:
                value = gain(view, child)
            else:
                before = log.counts[HELD]
                value = star2(
                    view, first, max(view.low, least), max(view.low, min(most, view.high)), NOT_PROBED
                )
                workspace.total[child] = value
                workspace.size[child] = keep_better(view, child, first, True, before, 0)
            if first == tree.end[child] or tree.end[first] == tree.end[child]:
                workspace.lower[child] = workspace.upper[child] = value
            elif value > max(view.low, least):
                workspace.lower[child] = value
            if workspace.upper[child] <= least:
                return mean(view, node, workspace.upper, -1)
            if workspace.lower[child] >= most:
                return mean(view, node, workspace.lower, -1)
        child = tree.end[child]
    child = node + 1
    while child < stop:
        if workspace.lower[child] < workspace.upper[child]:
            least = (alpha - mean(view, node, workspace.upper, child)) / tree.probability[child]
            most = (beta - mean(view, node, workspace.lower, child)) / tree.probability[child]
            probe = NOT_PROBED if tree.kind[child] == CHANCE else PROBED
            value = star2(view, child, max(view.low, least), max(view.low, min(most, view.high)), probe)
            workspace.lower[child] = workspace.upper[child] = value
            if value <= least:
                return mean(view, node, workspace.upper, -1)
            if value >= most:
                return mean(view, node, workspace.lower, -1)
        child = tree.end[child]
    return mean(view, node, workspace.lower, -1)


@compiled
def start_star2(view: ChanceView) -> float:
    """Search the whole tree; no value can be outside the window from `low` to `high`."""
    return star2(for_recursion(view), ROOT, view.low, view.high, NOT_PROBED)
