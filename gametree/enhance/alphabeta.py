"""Alphabeta with ordering, table and killers (Muszycka 1985, sections 2.2 and 4.2 to 4.4)."""

from typing import Any

import numpy as np

from gametree._compile import compiled
from gametree.enhance.order import line_up, next_child, tried
from gametree.enhance.state import ROOT, ROOT_LEVEL, enter, evaluate, is_leaf, lone_root, record_pv, state_of
from gametree.enhance.table import answered, look_up, store


@compiled
def alphabeta(s: Any, level: int, p: int, alpha: float, beta: float) -> float:
    """Search node p with alpha < beta, both from the point of view of the player to move at p.

    Returns m with: m = value(p) if alpha < m < beta; value(p) <= m if m <= alpha; value(p) >= m if m >= beta.
    It fails soft, other than the thesis' Alphabeta, so that what it returns can be stored as a bound; without
    any aid it enters the same nodes.  Of equally good children the first in the order of search is kept.
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
        if enter(s, level + 1, child):
            value = -evaluate(s, level + 1, child)
        else:
            value = -alphabeta(s, level + 1, child, -high, -max(low, m))
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
def start_alphabeta(
    tree: Any, table: Any, work: Any, ordering: int, margin: float, horizon: int, stamp: int
) -> float:
    """Search the tree down to a horizon, with an open window."""
    s = state_of(tree, table, work, ordering, margin, horizon, stamp)
    if is_leaf(s, 0, 0):
        return lone_root(s)
    return alphabeta(s, ROOT_LEVEL, ROOT, -np.inf, np.inf)
