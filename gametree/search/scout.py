"""Scout and its Test, in negamax form (Muszycka 1985, section 2.5, after Pearl)."""

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

AT_LEAST = np.bool_(True)
"""Test for "at least"; not a plain True, for the reason given at `ROOT`."""


@unfolded
def test(view: Any, log: Any, level: int, p: int, v: float, op: bool) -> bool:
    """Return whether the value of p, for the player to move at p, is at least v (op) or greater than v (not op).

    No value comes back that a later search could use as a bound.
    """
    son = first_son(view, level, p)
    stop = past_sons(view, level, p)
    while son < stop:
        if visit(view, log, level + 1, son):
            value = negamax_value(view, level + 1, son)
            holds = value > -v or (value == -v and not op)
        else:
            holds = test(view, log, level + 1, son, -v, not op)
        if not holds:
            return True
        son = right_sibling(view, level + 1, son)
    return False


@compiled
def scout(view: Any, log: Any, level: int, p: int) -> float:
    """Return the value of p for the player to move at p.

    The leftmost son is evaluated; each other son is first tested, and evaluated from scratch only if it is
    better than the best so far.  A son that is just as good is not evaluated again: lines 7 and 9 of the
    printed listing together would test for "strictly worse", but the text around Figure 57 describes a Test
    that stops at equality, and so do we.  Of equally good sons the leftmost is kept.
    """
    son = first_son(view, level, p)
    stop = past_sons(view, level, p)
    if visit(view, log, level + 1, son):
        m = -negamax_value(view, level + 1, son)
    else:
        m = -scout(view, log, level + 1, son)
    note(log, level, 0)
    son = right_sibling(view, level + 1, son)
    move = 1
    while son < stop:
        if visit(view, log, level + 1, son):
            value = negamax_value(view, level + 1, son)
            if value < -m:
                visit(view, log, level + 1, son)
                m = -value
                note(log, level, move)
        elif not test(view, log, level + 1, son, -m, AT_LEAST):
            visit(view, log, level + 1, son)
            m = -scout(view, log, level + 1, son)
            note(log, level, move)
        son = right_sibling(view, level + 1, son)
        move += 1
    return m


@compiled
def start_scout(arrays: Any, log_arrays: Any, room: Any) -> float:
    """Search the whole tree."""
    view, log = view_of(arrays), log_of(log_arrays)
    forget(log, 0)
    if is_leaf(view, 0, 0):
        return lone_root(view, log)
    return scout(view, log, ROOT_LEVEL, ROOT)
