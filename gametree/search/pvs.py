"""Principal Variation Search (Muszycka 1985, section 2.4, after Marsland)."""

import numpy as np

from gametree._compile import compiled
from gametree.search.log import Log, clear_pv, record_pv, visit
from gametree.search.row import value_in_row
from gametree.search.start import Workspace, inlined, start
from gametree.search.view import (
    ROOT,
    ROOT_LEVEL,
    Node,
    View,
    first_child,
    has_leaf_row,
    negamax_value,
    past_children,
    right_sibling,
)
from gametree.search.window import MINIMAL, UNIT, above


@inlined
def pvs(view: View, log: Log, level: int, p: Node, alpha: float, beta: float, width: float) -> float:
    """Search node p in the window alpha, beta of the player to move at p.

    Returns m with: m = value(p) if alpha < m < beta; value(p) <= m if m <= alpha; value(p) >= m if m >=
    beta.  The leftmost child is searched in the whole window, each other one first in a window of the given
    width above the better of alpha and the best so far, and, if it returns more than the best so far, once
    more between what it returned and beta.

    As the thesis prints it, the second search takes place whenever the first returned more than m, even if
    that already reaches beta (the window of the second search is then empty) or does not reach alpha; a
    modern version is content with the first search in both cases.  It costs visits and, where the first search
    did not reach alpha, now and then a node that Alphabeta does not create.  The scan prints the cut-off as
    m > beta; it is m >= beta, as line 7 has it.  Of equally good children the leftmost is kept.
    """
    if has_leaf_row(view, level, p):
        return value_in_row(view, log, level, p, alpha, beta)
    return pvs_of_children(view, log, level, p, alpha, beta, width)


@compiled
def pvs_of_children(
    view: View, log: Log, level: int, p: Node, alpha: float, beta: float, width: float
) -> float:
    """Do what `pvs` does, at any other node: go through its children."""
    child = first_child(view, level, p)
    stop = past_children(view, level, p)
    if visit(view, log, level + 1, child):
        m = -negamax_value(view, level + 1, child)
    else:
        m = -pvs(view, log, level + 1, child, -beta, -alpha, width)
    if m > alpha:
        record_pv(log, level, 0)
    child = right_sibling(view, level + 1, child)
    move = 1
    while m < beta and child < stop:
        bound = max(m, alpha)
        if visit(view, log, level + 1, child):
            t = -negamax_value(view, level + 1, child)
        else:
            t = -pvs(view, log, level + 1, child, -above(bound, width), -bound, width)
        if t > m:
            if visit(view, log, level + 1, child):
                m = t
            else:
                m = -pvs(view, log, level + 1, child, -beta, -t, width)
            if m > alpha:
                record_pv(log, level, move)
            else:
                clear_pv(log, level)
        child = right_sibling(view, level + 1, child)
        move += 1
    return m


@start
def start_pvs(view: View, log: Log, workspace: Workspace) -> float:
    """Search the whole tree, probing with minimal windows."""
    return pvs(view, log, ROOT_LEVEL, ROOT, -np.inf, np.inf, MINIMAL)


@start
def start_pvs_unit_window(view: View, log: Log, workspace: Workspace) -> float:
    """Search the whole tree, probing with windows of width 1, as the thesis prints it."""
    return pvs(view, log, ROOT_LEVEL, ROOT, -np.inf, np.inf, UNIT)
