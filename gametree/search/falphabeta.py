"""Falphabeta, the fail-soft Alphabeta that Palphabeta calls (Muszycka 1985, section 2.3)."""

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
def falphabeta(view: Any, log: Any, level: int, p: int, alpha: float, beta: float) -> float:
    """Search node p with alpha < beta, both from the point of view of the player to move at p.

    Returns m with: m = value(p) if alpha < m < beta; value(p) <= m if m <= alpha; value(p) >= m if m >=
    beta.  It examines the nodes that `alphabeta` examines and returns a tighter bound when it fails.  Of
    equally good sons the leftmost is kept.
    """
    m = -np.inf
    move = 0
    son = first_son(view, level, p)
    stop = past_sons(view, level, p)
    while son < stop:
        if visit(view, log, level + 1, son):
            value = -negamax_value(view, level + 1, son)
        else:
            value = -falphabeta(view, log, level + 1, son, -beta, -max(m, alpha))
        if value > m:
            m = value
            if m > alpha:
                note(log, level, move)
        if m >= beta:
            return m
        son = right_sibling(view, level + 1, son)
        move += 1
    return m


@compiled
def start_falphabeta(arrays: Any, log_arrays: Any, room: Any) -> float:
    """Search the whole tree with an open window."""
    view, log = view_of(arrays), log_of(log_arrays)
    forget(log, 0)
    if is_leaf(view, 0, 0):
        return lone_root(view, log)
    return falphabeta(view, log, ROOT_LEVEL, ROOT, -np.inf, np.inf)
