"""Scout with testm, Campbell and Marsland's version of Test (Muszycka 1985, Appendix 1)."""

from typing import Any

from gametree._compile import compiled
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


@compiled
def testm(view: Any, log: Any, level: int, p: int, v: float) -> bool:
    """Return True if the value of p, for the player to move at p, is greater than v, False if it is less.

    If it is equal, either may come out: there is only one comparison, >, for nodes at all levels.
    """
    son = first_son(view, level, p)
    stop = past_sons(view, level, p)
    while son < stop:
        if visit(view, log, level + 1, son):
            holds = negamax_value(view, level + 1, son) > -v
        else:
            holds = testm(view, log, level + 1, son, -v)
        if not holds:
            return True
        son = right_sibling(view, level + 1, son)
    return False


@compiled
def scout_testm(view: Any, log: Any, level: int, p: int) -> float:
    """Return the value of p for the player to move at p.

    As `scout`, but a son that is just as good as the best so far may be evaluated too.  Of equally good sons
    the leftmost is kept.
    """
    son = first_son(view, level, p)
    stop = past_sons(view, level, p)
    if visit(view, log, level + 1, son):
        m = -negamax_value(view, level + 1, son)
    else:
        m = -scout_testm(view, log, level + 1, son)
    note(log, level, 0)
    son = right_sibling(view, level + 1, son)
    move = 1
    while son < stop:
        value = m
        if visit(view, log, level + 1, son):
            if -negamax_value(view, level + 1, son) >= m:
                visit(view, log, level + 1, son)
                value = -negamax_value(view, level + 1, son)
        elif not testm(view, log, level + 1, son, -m):
            visit(view, log, level + 1, son)
            value = -scout_testm(view, log, level + 1, son)
        if value > m:
            m = value
            note(log, level, move)
        son = right_sibling(view, level + 1, son)
        move += 1
    return m


@compiled
def start_scout_testm(arrays: Any, log_arrays: Any, room: Any) -> float:
    """Search the whole tree."""
    view, log = view_of(arrays), log_of(log_arrays)
    forget(log, 0)
    if is_leaf(view, 0, 0):
        return lone_root(view, log)
    return scout_testm(view, log, ROOT_LEVEL, ROOT)
