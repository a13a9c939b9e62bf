"""Minimax without pruning, in its negamax form (Muszycka 1985, section 1.2; Knuth & Moore 1975, F)."""

from typing import Any

import numpy as np

from gametree._compile import compiled
from gametree.search.log import clear_pv, log_of, lone_root, record_pv, visit
from gametree.search.unfold import unfolded
from gametree.search.view import (
    ROOT,
    ROOT_LEVEL,
    first_child,
    is_leaf,
    negamax_value,
    past_children,
    right_sibling,
    view_of,
)


@unfolded
def negamax(view: Any, log: Any, level: int, p: int) -> float:
    """Return the value of p for the player to move at p, after visiting every node below it once.

    Of equally good children the leftmost is kept.
    """
    m = -np.inf
    move = 0
    child = first_child(view, level, p)
    stop = past_children(view, level, p)
    while child < stop:
        if visit(view, log, level + 1, child):
            value = -negamax_value(view, level + 1, child)
        else:
            value = -negamax(view, log, level + 1, child)
        if value > m:
            m = value
            record_pv(log, level, move)
        child = right_sibling(view, level + 1, child)
        move += 1
    return m


@compiled
def start_minimax(arrays: Any, log_arrays: Any, workspace: Any) -> float:
    """Search the whole tree."""
    view, log = view_of(arrays), log_of(log_arrays)
    clear_pv(log, 0)
    if is_leaf(view, 0, 0):
        return lone_root(view, log)
    return negamax(view, log, ROOT_LEVEL, ROOT)
