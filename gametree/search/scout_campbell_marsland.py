"""Campbell and Marsland's version of Scout: Alphabeta instead of Test (Muszycka 1985, Appendix 1)."""

from typing import Any

from gametree._compile import compiled
from gametree.search.alphabeta import alphabeta
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
def scout_campbell_marsland(view: Any, log: Any, level: int, p: int, width: float) -> float:
    """Return the value of p for the player to move at p.

    Each son but the leftmost is first searched by Alphabeta in a window of the given width above the best so
    far, and evaluated from scratch if it proves better.  Of equally good sons the leftmost is kept.
    """
    son = first_son(view, level, p)
    stop = past_sons(view, level, p)
    if visit(view, log, level + 1, son):
        m = -negamax_value(view, level + 1, son)
    else:
        m = -scout_campbell_marsland(view, log, level + 1, son, width)
    note(log, level, 0)
    son = right_sibling(view, level + 1, son)
    move = 1
    while son < stop:
        if visit(view, log, level + 1, son):
            t = -negamax_value(view, level + 1, son)
            if t > m:
                visit(view, log, level + 1, son)
                m = t
                note(log, level, move)
        else:
            t = -alphabeta(view, log, level + 1, son, -above(m, width), -m)
            if t > m:
                visit(view, log, level + 1, son)
                m = -scout_campbell_marsland(view, log, level + 1, son, width)
                note(log, level, move)
        son = right_sibling(view, level + 1, son)
        move += 1
    return m


@compiled
def start_scout_campbell_marsland(arrays: Any, log_arrays: Any, room: Any) -> float:
    """Search the whole tree, testing with minimal windows."""
    view, log = view_of(arrays), log_of(log_arrays)
    forget(log, 0)
    if is_leaf(view, 0, 0):
        return lone_root(view, log)
    return scout_campbell_marsland(view, log, ROOT_LEVEL, ROOT, MINIMAL)


@compiled
def start_scout_campbell_marsland_unit_window(arrays: Any, log_arrays: Any, room: Any) -> float:
    """Search the whole tree, testing with windows of width 1, as the thesis prints it."""
    view, log = view_of(arrays), log_of(log_arrays)
    forget(log, 0)
    if is_leaf(view, 0, 0):
        return lone_root(view, log)
    return scout_campbell_marsland(view, log, ROOT_LEVEL, ROOT, UNIT)
