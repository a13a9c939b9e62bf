"""Branch-and-bound (Muszycka 1985, section 2.1; Knuth & Moore 1975, F1)."""

import numpy as np

from gametree._compile import compiled
from gametree.search.log import Log, record_leaf, record_pv, visit
from gametree.search.row import reach_in_row
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


@inlined
def branch_and_bound(view: View, log: Log, level: int, p: Node, bound: float) -> float:
    """Search p, whose player need not hear of anything beyond `bound`.

    Returns m with: m = value(p) if value(p) < bound, and bound <= m <= value(p) otherwise.  Only one bound
    is carried, that of the parent, so there are no deep cut-offs.  Of equally good children the leftmost is
    kept.
    """
    if has_leaf_row(view, level, p):
        m = reach_in_row(view, log, level, p, bound)
        record_leaf(log, level, True)
        return m
    return branch_and_bound_of_children(view, log, level, p, bound)


@compiled
def branch_and_bound_of_children(view: View, log: Log, level: int, p: Node, bound: float) -> float:
    """Do what `branch_and_bound` does, at any other node: go through its children."""
    m = -np.inf
    move = 0
    child = first_child(view, level, p)
    stop = past_children(view, level, p)
    while child < stop:
        if visit(view, log, level + 1, child):
            value = -negamax_value(view, level + 1, child)
        else:
            value = -branch_and_bound(view, log, level + 1, child, -m)
        if value > m:
            m = value
            record_pv(log, level, move)
        if m >= bound:
            return m
        child = right_sibling(view, level + 1, child)
        move += 1
    return m


@start
def start_branch_and_bound(view: View, log: Log, workspace: Workspace) -> float:
    """Search the whole tree, without a bound at the root."""
    return branch_and_bound(view, log, ROOT_LEVEL, ROOT, np.inf)
