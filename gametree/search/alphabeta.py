"""Alphabeta (Muszycka 1985, section 2.2; Knuth & Moore 1975, F2)."""

from typing import Any

import numpy as np

from gametree._compile import compiled
from gametree.search.log import forget, log_of, lone_root, note, visit
from gametree.search.unfold import unfolded
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


@unfolded
def alphabeta(view: Any, log: Any, level: int, p: int, alpha: float, beta: float) -> float:
    """Search node p with alpha < beta, both from the point of view of the player to move at p.

    Returns m with: m = value(p) if alpha < value(p) < beta; m = alpha if value(p) <= alpha; m >= beta if
    value(p) >= beta. So it fails hard below and soft above, as the thesis has it, because m begins at alpha;
    a modern version would begin at minus infinity (that is `falphabeta`).  The scan prints the cut-off as m
    > beta; it is m >= beta, as section 2.2 says in words and Knuth & Moore have it.  Of equally good sons
    the leftmost is kept.
    """
    m = alpha
    move = 0
    son = first_son(view, level, p)
    stop = past_sons(view, level, p)
    while son < stop:
        if visit(view, log, level + 1, son):
            value = -negamax_value(view, level + 1, son)
        else:
            value = -alphabeta(view, log, level + 1, son, -beta, -m)
        if value > m:
            m = value
            note(log, level, move)
        if m >= beta:
            return m
        son = right_sibling(view, level + 1, son)
        move += 1
    return m


@compiled
def start_alphabeta(arrays: Any, log_arrays: Any, room: Any) -> float:
    """Search the whole tree with an open window."""
    view, log = view_of(arrays), log_of(log_arrays)
    forget(log, 0)
    if is_leaf(view, 0, 0):
        return lone_root(view, log)
    return alphabeta(view, log, ROOT_LEVEL, ROOT, -np.inf, np.inf)
