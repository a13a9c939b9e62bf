"""Scout and its Test in minimax form (Muszycka 1985, Appendix 1, after Pearl)."""

from typing import Any

from gametree._compile import compiled
from gametree.search.log import forget, log_of, lone_root, note, visit
from gametree.search.view import (
    ROOT,
    ROOT_LEVEL,
    first_son,
    is_leaf,
    past_sons,
    right_sibling,
    static_value,
    view_of,
)


@compiled
def test_minimax(view: Any, log: Any, level: int, p: int, v: float, op: bool) -> bool:
    """Return whether the value of p for MAX is greater than v (op) or at least v (not op).

    Lines 12 and 14 of the printed listing ask who is to move at the sons; that would end the search of a MIN
    node at the first son that passes.  Line 17 and Pearl's text show that they must ask about p itself, and
    so do we.
    """
    is_max = level & 1 == 0
    son = first_son(view, level, p)
    stop = past_sons(view, level, p)
    while son < stop:
        if visit(view, log, level + 1, son):
            value = static_value(view, level + 1, son)
            holds = value > v or (value == v and not op)
        else:
            holds = test_minimax(view, log, level + 1, son, v, op)
        if holds == is_max:
            return is_max
        son = right_sibling(view, level + 1, son)
    return not is_max


@compiled
def scout_minimax(view: Any, log: Any, level: int, p: int) -> float:
    """Return the value of p for MAX.

    At a MAX node a son is evaluated if Test finds it greater than the best so far, at a MIN node if Test
    does not find it at least as great.  (Line 8 of the printed listing has p where line 10 has the son: the
    son is meant.)  Of equally good sons the leftmost is kept.
    """
    is_max = level & 1 == 0
    son = first_son(view, level, p)
    stop = past_sons(view, level, p)
    if visit(view, log, level + 1, son):
        m = static_value(view, level + 1, son)
    else:
        m = scout_minimax(view, log, level + 1, son)
    note(log, level, 0)
    son = right_sibling(view, level + 1, son)
    move = 1
    while son < stop:
        if visit(view, log, level + 1, son):
            value = static_value(view, level + 1, son)
            better = value > m if is_max else value < m
            if better:
                visit(view, log, level + 1, son)
                m = value
                note(log, level, move)
        elif test_minimax(view, log, level + 1, son, m, is_max) == is_max:
            visit(view, log, level + 1, son)
            m = scout_minimax(view, log, level + 1, son)
            note(log, level, move)
        son = right_sibling(view, level + 1, son)
        move += 1
    return m


@compiled
def start_scout_minimax(arrays: Any, log_arrays: Any, room: Any) -> float:
    """Search the whole tree."""
    view, log = view_of(arrays), log_of(log_arrays)
    forget(log, 0)
    if is_leaf(view, 0, 0):
        return lone_root(view, log)
    return scout_minimax(view, log, ROOT_LEVEL, ROOT)
