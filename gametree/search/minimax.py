"""Minimax without pruning, in its negamax form (Muszycka 1985, section 1.2; Knuth & Moore 1975, F)."""

import numpy as np

from gametree._compile import compiled
from gametree.search.log import Log, record_leaf, record_pv, visit
from gametree.search.row import best_in_row
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
def negamax(view: View, log: Log, level: int, p: Node) -> float:
    """Return the value of p for the player to move at p, after visiting every node below it once.

    Of equally good children the leftmost is kept.
    """
    if has_leaf_row(view, level, p):
        m = best_in_row(view, log, level, p, np.inf)
        record_leaf(log, level, True)
        return m
    return negamax_of_children(view, log, level, p)


@compiled
def negamax_of_children(view: View, log: Log, level: int, p: Node) -> float:
    """Do what `negamax` does, at any other node: go through its children."""
    m = -np.inf
    move = 0
    child = first_child(view, level, p)
    stop = past_children(view, level, p)
    while child < stop:
        if visit(view, log, level + 1, child):
            value = -negamax_value(view, level + 1, child)
        else:
            value = -negamax(view, log, level + 1, child)
        if value > m:
            m = value
            record_pv(log, level, move)
        child = right_sibling(view, level + 1, child)
        move += 1
    return m


@start
def start_minimax(view: View, log: Log, workspace: Workspace) -> float:
    """Search the whole tree."""
    return negamax(view, log, ROOT_LEVEL, ROOT)
