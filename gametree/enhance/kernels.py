"""Alphabeta, PVS and Scout with ordering, table and killers (Muszycka 1985, sections 2.2, 2.4, 2.5 and 4.2 to 4.4).

And MTD, which asks Alphabeta with minimal windows until bounds meet (Plaat, Schaeffer, Pijls & de Bruin 1996).
"""

import numpy as np

from gametree._compile import compiled, pointer
from gametree.enhance.order import cuts_off, line_up, next_child, tried
from gametree.enhance.state import (
    ROOT,
    ROOT_LEVEL,
    EnhancedState,
    enter,
    evaluate,
    is_leaf,
    lone_root,
    record_pv,
)
from gametree.enhance.table import answered, look_up, settled, store
from gametree.search.scout import AT_LEAST
from gametree.search.window import MINIMAL, above, just_above, just_below

ALPHABETA, PVS, SCOUT, MTD = range(4)
"""The strategies, as numbers: their places in `gametree.enhance.STRATEGIES`, and one for all `gametree.enhance.DRIVERS`."""


@compiled
def alphabeta(s: EnhancedState, level: int, p: int, alpha: float, beta: float) -> float:
    """Search node p with alpha < beta, both from the point of view of the player to move at p.

    Returns m with: m = value(p) if alpha < m < beta; value(p) <= m if m <= alpha; value(p) >= m if m >= beta.
    Unlike the thesis' Alphabeta it fails soft, so that the value returned can be stored as a bound; without
    any enhancement it enters the same nodes.  Of equally good children the first in the order of search is kept.
    """
    lower, upper, first_move = look_up(s, level, p)
    known, value = settled(s, lower, upper, alpha, beta)
    if known:
        return value
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
        if cuts_off(s, level, place, m, high):
            break
    store(s, level, p, m if m > low else lower, m if m < high else upper, best)
    return m


@compiled
def pvs(s: EnhancedState, level: int, p: int, alpha: float, beta: float) -> float:
    """Search node p with alpha < beta, both from the point of view of the player to move at p.

    The contract on bounds is that of `alphabeta`.  The thesis searches a child again whenever a minimal window
    has shown it to be better than the best so far, even if it lies outside the window of p; that search would have an
    empty window and prove nothing to store.  So here a child is searched again only if it may lie inside.  Without any
    enhancement it takes fewer visits than the thesis' PVS, and, rarely, fewer nodes too.
    """
    lower, upper, first_move = look_up(s, level, p)
    known, value = settled(s, lower, upper, alpha, beta)
    if known:
        return value
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
        if cuts_off(s, level, place, m, high):
            break
    store(s, level, p, m if m > low else lower, m if m < high else upper, best)
    return m


@compiled
def test(s: EnhancedState, level: int, p: int, v: float, op: bool) -> bool:
    """Return whether the value of p, for the player to move at p, is at least v (op) or greater than v (not op).

    The answer is stored as a bound; if it is yes, with the move that has proved it.
    """
    lower, upper, first_move = look_up(s, level, p)
    if lower > v or (op and lower == v):
        answered(s)
        return True
    if upper < v or (not op and upper == v):
        answered(s)
        return False
    n = line_up(s, level, p, first_move)
    for place in range(n):
        child = next_child(s, level, place, n)
        if enter(s, level + 1, child):
            value = evaluate(s, level + 1, child)
            holds = value > -v or (value == -v and not op)
        else:
            holds = test(s, level + 1, child, -v, not op)
        tried(s, level, place, not holds)
        if not holds:
            store(s, level, p, max(lower, v if op else above(v, MINIMAL)), upper, child)
            return True
    store(s, level, p, lower, min(upper, -above(-v, MINIMAL) if op else v), -1)
    return False


@compiled
def scout(s: EnhancedState, level: int, p: int) -> float:
    """Return the value of p for the player to move at p; of equally good children the first one searched is kept."""
    lower, upper, first_move = look_up(s, level, p)
    if lower == upper:
        answered(s)
        return lower
    m, best = -np.inf, -1
    n = line_up(s, level, p, first_move)
    for place in range(n):
        if m >= upper:  # nothing better is left
            break
        child = next_child(s, level, place, n)
        if enter(s, level + 1, child):
            value = -evaluate(s, level + 1, child)
            if place > 0 and value > m:
                enter(s, level + 1, child)
        elif place == 0:
            value = -scout(s, level + 1, child)
        elif not test(s, level + 1, child, -m, AT_LEAST):
            enter(s, level + 1, child)
            value = -scout(s, level + 1, child)
        else:
            continue
        if value > m:
            m, best = value, child
            record_pv(s, level, child)
    store(s, level, p, m, m, best)
    return m


@compiled
def mtd(s: EnhancedState, guess: float) -> float:
    """Return the value of the root, by searches with minimal windows that begin at a guess.

    A search that fails high proves a lower bound and a move that reaches it; the last such move is a best one.
    """
    lower, upper, value, best = -np.inf, np.inf, guess, -1
    while lower < upper:
        beta = just_above(value) if value == lower else value
        value = alphabeta(s, ROOT_LEVEL, ROOT, just_below(beta), beta)
        if value < beta:
            upper = value
        else:
            lower, best = value, s.work.best[0]
    record_pv(s, ROOT_LEVEL, best)
    return value


@compiled
def start(strategy: int, arrays: EnhancedState, guess: float) -> float:
    """Search the tree down to a horizon with one of the strategies, with an open window, or beginning at a guess."""
    s = pointer(arrays)
    if is_leaf(s, 0, 0):
        return lone_root(s)
    if strategy == ALPHABETA:
        return alphabeta(s, ROOT_LEVEL, ROOT, -np.inf, np.inf)
    if strategy == PVS:
        return pvs(s, ROOT_LEVEL, ROOT, -np.inf, np.inf)
    if strategy == MTD:
        return mtd(s, guess)
    return scout(s, ROOT_LEVEL, ROOT)
