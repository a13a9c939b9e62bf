"""S-alpha-beta (de Bruin, Pijls & Plaat 1994, Figure 4): Alphabeta on a search tree that is kept between calls."""

from typing import Any

import numpy as np
from numba.extending import register_jitable

from gametree._compile import compiled
from gametree.search.log import LEAVES, NODES, VISITS, forget, log_of, lone_root
from gametree.search.search_tree import (
    CALLS,
    OPEN,
    attach,
    empty_search_tree,
    is_full,
    note_solved_line,
    update,
)
from gametree.search.view import (
    ROOT,
    ROOT_LEVEL,
    first_son,
    is_leaf,
    negamax_value,
    past_sons,
    right_sibling,
    view_of,
)


@register_jitable
def is_decided(kept: Any, record: int, alpha: float, beta: float) -> bool:
    """Whether the bounds of a node already answer a call with this window (the first line of Figure 4)."""
    low, high = kept.low[record], kept.high[record]
    return alpha >= high or low >= beta or low == high


@register_jitable
def answer(kept: Any, record: int, beta: float) -> float:
    """Return the bound that decides such a call."""
    low = kept.low[record]
    return low if low >= beta else kept.high[record]


@compiled
def s_alphabeta(
    view: Any, counts: Any, kept: Any, level: int, p: int, record: int, alpha: float, beta: float
) -> float:
    """Search inner node p with alpha < beta, both for the player to move at p; its bounds must not decide the call.

    Returns g with, for the player to move: g = high(p) >= value(p) if g <= alpha; g = low(p) = high(p) =
    value(p) if alpha < g < beta; g = low(p) <= value(p) if g >= beta.  `low` and `high` are the bounds that
    the search tree establishes, after the call.  The paper writes MAX and MIN nodes apart; they are mirror
    images, and here are one.

    The bounds of p in the loop are those that it had on entry, as in the paper, which updates them at the
    end.  To compare with the bounds of the moment would spare calls that return at once, but no expansion.

    Counted: every call on a node other than the root as a visit, and the first on each, when it is open, as a
    node or a leaf.
    """
    low, high = kept.low[record], kept.high[record]
    if kept.sons[record] == OPEN:
        attach(view, kept, level, p, record)
        if is_full(kept):
            return np.nan
    g = -np.inf
    a = max(alpha, low)
    below = kept.sons[record]
    son, stop = first_son(view, level, p), past_sons(view, level, p)
    while son < stop:
        counts[VISITS] += 1
        if is_decided(kept, below, -beta, -a):
            value = -answer(kept, below, -a)
        elif is_leaf(view, level + 1, son):
            counts[LEAVES] += 1
            counts[NODES] += 1
            value = -negamax_value(view, level + 1, son)
            kept.low[below] = -value
            kept.high[below] = -value
        else:
            counts[NODES] += kept.sons[below] == OPEN
            value = -s_alphabeta(view, counts, kept, level + 1, son, below, -beta, -a)
            if is_full(kept):
                return np.nan
        g = max(g, value)
        a = max(a, g)
        if g >= min(beta, high):
            break
        son = right_sibling(view, level + 1, son)
        below += 1
    update(view, kept, level, p, record)
    return g


@register_jitable
def bound_root(view: Any, counts: Any, kept: Any, alpha: float, beta: float) -> float:
    """Call S-alpha-beta on the root."""
    kept.state[CALLS] += 1
    if is_decided(kept, 0, alpha, beta):
        return answer(kept, 0, beta)
    return s_alphabeta(view, counts, kept, ROOT_LEVEL, ROOT, ROOT, alpha, beta)


@compiled
def start_s_alphabeta(arrays: Any, log_arrays: Any, room: Any) -> float:
    """Search the whole tree by one call with an open window: Alphabeta, but the search tree is kept."""
    view, log = view_of(arrays), log_of(log_arrays)
    forget(log, 0)
    if is_leaf(view, 0, 0):
        return lone_root(view, log)
    kept = empty_search_tree(room)
    g = bound_root(view, log.counts, kept, -np.inf, np.inf)
    if not is_full(kept):
        note_solved_line(view, log, kept)
    return g
