"""Palphabeta (Muszycka 1985, section 2.3)."""

from typing import Any

import numpy as np

from gametree._compile import compiled
from gametree.search.alphabeta import alphabeta
from gametree.search.falphabeta import falphabeta
from gametree.search.log import forget, log_of, lone_root, note, visit
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
from gametree.search.window import MINIMAL, UNIT, above


@compiled
def palphabeta(view: Any, log: Any, level: int, p: int, width: float) -> float:
    """Return the value of p for the player to move at p.

    The leftmost son is evaluated by Palphabeta itself; each other son is probed with Falphabeta in a window
    of the given width above the best value so far, and, if it proves better, searched again by Alphabeta,
    with the bound that the probe returned on one side and no bound on the other, as the thesis has it (a
    modern version would go on with Palphabeta there).  Of equally good sons the leftmost is kept.
    """
    son = first_son(view, level, p)
    stop = past_sons(view, level, p)
    if visit(view, log, level + 1, son):
        m = -negamax_value(view, level + 1, son)
    else:
        m = -palphabeta(view, log, level + 1, son, width)
    note(log, level, 0)
    son = right_sibling(view, level + 1, son)
    move = 1
    while son < stop:
        if visit(view, log, level + 1, son):
            # A leaf has nothing below it: its static value is the same in both searches.
            t = -negamax_value(view, level + 1, son)
            if t > m:
                visit(view, log, level + 1, son)
                m = t
                note(log, level, move)
        else:
            t = -falphabeta(view, log, level + 1, son, -above(m, width), -m)
            if t > m:
                visit(view, log, level + 1, son)
                m = -alphabeta(view, log, level + 1, son, -np.inf, -t)
                note(log, level, move)
        son = right_sibling(view, level + 1, son)
        move += 1
    return m


@compiled
def start_palphabeta(arrays: Any, log_arrays: Any, room: Any) -> float:
    """Search the whole tree, probing with minimal windows."""
    view, log = view_of(arrays), log_of(log_arrays)
    forget(log, 0)
    if is_leaf(view, 0, 0):
        return lone_root(view, log)
    return palphabeta(view, log, ROOT_LEVEL, ROOT, MINIMAL)


@compiled
def start_palphabeta_unit_window(arrays: Any, log_arrays: Any, room: Any) -> float:
    """Search the whole tree, probing with windows of width 1, as the thesis prints it."""
    view, log = view_of(arrays), log_of(log_arrays)
    forget(log, 0)
    if is_leaf(view, 0, 0):
        return lone_root(view, log)
    return palphabeta(view, log, ROOT_LEVEL, ROOT, UNIT)
