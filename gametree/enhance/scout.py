"""Scout and its Test with ordering, table and killers (Muszycka 1985, sections 2.5 and 4.2 to 4.4)."""

from typing import Any

import numpy as np

from gametree._compile import compiled
from gametree.enhance.order import line_up, next_child, tried
from gametree.enhance.state import ROOT, ROOT_LEVEL, enter, evaluate, is_leaf, lone_root, record_pv, state_of
from gametree.enhance.table import answered, look_up, store
from gametree.search.scout import AT_LEAST
from gametree.search.window import MINIMAL, above


@compiled
def test(s: Any, level: int, p: int, v: float, op: bool) -> bool:
    """Return whether the value of p, for the player to move at p, is at least v (op) or greater than v (not op).

    The answer is a bound, and goes into the table as one; a yes also names the move that has shown it.
    """
    lower, upper, first_move = look_up(s, level, p)
    if lower > v or (op and lower == v):
        answered(s)
        return True
    if upper < v or (not op and upper == v):
        answered(s)
        return False
    n = line_up(s, level, p, first_move)
    for place in range(n):
        child = next_child(s, level, place, n)
        if enter(s, level + 1, child):
            value = evaluate(s, level + 1, child)
            holds = value > -v or (value == -v and not op)
        else:
            holds = test(s, level + 1, child, -v, not op)
        tried(s, level, place, not holds)
        if not holds:
            store(s, level, p, max(lower, v if op else above(v, MINIMAL)), upper, child)
            return True
    store(s, level, p, lower, min(upper, -above(-v, MINIMAL) if op else v), -1)
    return False


@compiled
def scout(s: Any, level: int, p: int) -> float:
    """Return the value of p for the player to move at p; of equally good children the first that was searched leads."""
    lower, upper, first_move = look_up(s, level, p)
    if lower == upper:
        answered(s)
        return lower
    m, best = -np.inf, -1
    n = line_up(s, level, p, first_move)
    for place in range(n):
        if m >= upper:  # nothing better is left
            break
        child = next_child(s, level, place, n)
        if enter(s, level + 1, child):
            value = -evaluate(s, level + 1, child)
            if place > 0 and value > m:
                enter(s, level + 1, child)
        elif place == 0:
            value = -scout(s, level + 1, child)
        elif not test(s, level + 1, child, -m, AT_LEAST):
            enter(s, level + 1, child)
            value = -scout(s, level + 1, child)
        else:
            continue
        if value > m:
            m, best = value, child
            record_pv(s, level, child)
    store(s, level, p, m, m, best)
    return m


@compiled
def start_scout(
    tree: Any, table: Any, work: Any, ordering: int, margin: float, horizon: int, stamp: int
) -> float:
    """Search the tree down to a horizon."""
    s = state_of(tree, table, work, ordering, margin, horizon, stamp)
    if is_leaf(s, 0, 0):
        return lone_root(s)
    return scout(s, ROOT_LEVEL, ROOT)
