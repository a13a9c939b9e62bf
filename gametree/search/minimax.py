"""Minimax without pruning, in its negamax form (Muszycka 1985, section 1.2; Knuth & Moore 1975, F)."""

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
def negamax(view: Any, log: Any, level: int, p: int) -> float:
    """Return the value of p for the player to move at p, after visiting every node below it once.

    Of equally good sons the leftmost is kept.
    """
    m = -np.inf
    move = 0
    son = first_son(view, level, p)
    stop = past_sons(view, level, p)
    while son < stop:
        if visit(view, log, level + 1, son):
            value = -negamax_value(view, level + 1, son)
        else:
            value = -negamax(view, log, level + 1, son)
        if value > m:
            m = value
            note(log, level, move)
        son = right_sibling(view, level + 1, son)
        move += 1
    return m


@compiled
def start_minimax(arrays: Any, log_arrays: Any, room: Any) -> float:
    """Search the whole tree."""
    view, log = view_of(arrays), log_of(log_arrays)
    forget(log, 0)
    if is_leaf(view, 0, 0):
        return lone_root(view, log)
    return negamax(view, log, ROOT_LEVEL, ROOT)
