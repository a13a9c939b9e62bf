"""Principal Variation Search with ordering, table and killers (Muszycka 1985, sections 2.4 and 4.2 to 4.4)."""

from typing import Any

import numpy as np

from gametree._compile import compiled
from gametree.enhance.order import line_up, next_child, tried
from gametree.enhance.state import ROOT, ROOT_LEVEL, enter, evaluate, is_leaf, lone_root, record_pv, state_of
from gametree.enhance.table import answered, look_up, store
from gametree.search.window import MINIMAL, above


@compiled
def pvs(s: Any, level: int, p: int, alpha: float, beta: float) -> float:
    """Search node p with alpha < beta, both from the point of view of the player to move at p.

    The contract on bounds is that of `alphabeta`.  The thesis searches a child again whenever a minimal window
    has shown it to be better than the best so far, even if it lies outside the window of p; an empty window
    would then prove nothing that a table can keep.  So here a child is searched again only if it may lie
    inside.  Without any aid it takes fewer visits than the thesis' PVS, and, rarely, fewer nodes too.
    """
    lower, upper, first_move = look_up(s, level, p)
    if lower >= beta or lower == upper:
        answered(s)
        return lower
    if upper <= alpha:
        answered(s)
        return upper
    low, high = max(alpha, lower), min(beta, upper)
    m, best = -np.inf, -1
    n = line_up(s, level, p, first_move)
    for place in range(n):
        child = next_child(s, level, place, n)
        bound = max(low, m)
        if enter(s, level + 1, child):
            value = -evaluate(s, level + 1, child)
        elif place == 0:
            value = -pvs(s, level + 1, child, -high, -low)
        else:
            value = -pvs(s, level + 1, child, -above(bound, MINIMAL), -bound)
            if bound < value < high:
                enter(s, level + 1, child)
                value = -pvs(s, level + 1, child, -high, -value)
        if value > m:
            m, best = value, child
            record_pv(s, level, child)
        if high < np.inf:
            tried(s, level, place, m >= high)
        if m >= high:
            break
    store(s, level, p, m if m > low else lower, m if m < high else upper, best)
    return m


@compiled
def start_pvs(
    tree: Any, table: Any, work: Any, ordering: int, margin: float, horizon: int, stamp: int
) -> float:
    """Search the tree down to a horizon, with an open window."""
    s = state_of(tree, table, work, ordering, margin, horizon, stamp)
    if is_leaf(s, 0, 0):
        return lone_root(s)
    return pvs(s, ROOT_LEVEL, ROOT, -np.inf, np.inf)
