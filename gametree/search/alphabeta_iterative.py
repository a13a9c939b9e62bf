"""Alphabeta without recursion (Knuth & Moore 1975, section 3): one array of bounds, one of nodes."""

from typing import Any

import numpy as np

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
from gametree.tree import MAX_DEPTH

BELOW = 2
"""Entries of `a` before level 0: the paper's a[-2] and a[-1], the window of the root."""


@compiled
def start_alphabeta_iterative(arrays: Any, log_arrays: Any, room: Any) -> float:
    """Search the whole tree with an open window; value, counts and line are those of `alphabeta`.

    At level l the four numbers a[l-2], a[l-1], a[l] and a[l+1] are alpha, -beta, m and -t of F2, so a level's
    window is what the two levels above have found so far, and nothing is handed down.  r[l] is the node under
    way at level l.  The arrays are made once per search.
    """
    view, log = view_of(arrays), log_of(log_arrays)
    forget(log, 0)
    if is_leaf(view, 0, 0):
        return lone_root(view, log)
    a = np.empty(BELOW + MAX_DEPTH + 1)
    r = np.empty(MAX_DEPTH + 1, dtype=np.int64)
    moves: Any = np.empty(MAX_DEPTH + 1, dtype=np.int64)
    level: Any = ROOT_LEVEL
    a[0] = a[1] = a[BELOW] = -np.inf
    r[0], r[1], moves[0] = ROOT, first_son(view, level, ROOT), 0
    while True:
        # The son of the node at `level` that is r[level + 1] is to be searched.
        below = BELOW + level + 1
        if not visit(view, log, level + 1, r[level + 1]):
            level += 1
            a[below] = a[below - 2]
            r[level + 1], moves[level] = first_son(view, level, r[level]), 0
            continue
        a[below] = negamax_value(view, level + 1, r[level + 1])
        # It is done: go up as long as this ends the search of its parent too.
        while True:
            below = BELOW + level + 1
            is_over = False
            if -a[below] > a[below - 1]:
                a[below - 1] = -a[below]
                note(log, level, moves[level])
                is_over = a[below] <= a[below - 2]
            if not is_over:
                r[level + 1] = right_sibling(view, level + 1, r[level + 1])
                moves[level] += 1
                if r[level + 1] < past_sons(view, level, r[level]):
                    break
            if level == 0:
                return a[BELOW]
            level -= 1
