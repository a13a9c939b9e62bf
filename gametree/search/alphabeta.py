"""Alphabeta and what is made of it (Muszycka 1985, sections 2.2 and 2.3; Knuth & Moore 1975, section 3).

Alphabeta itself, as a recursive procedure (Knuth & Moore's F2) and without recursion; Falphabeta, which returns a
tighter bound when it fails; and Palphabeta, which probes with Falphabeta and searches again with Alphabeta.
"""

from typing import Any

import numpy as np

from gametree._compile import compiled
from gametree.search.log import Log, record_leaf, record_pv, visit
from gametree.search.row import best_in_row, reach_in_row, value_in_row
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
from gametree.tree import MAX_DEPTH


@inlined
def alphabeta(view: View, log: Log, level: int, p: Node, alpha: float, beta: float) -> float:
    """Search node p with alpha < beta, both from the point of view of the player to move at p.

    Returns m with: m = value(p) if alpha < value(p) < beta; m = alpha if value(p) <= alpha; m >= beta if
    value(p) >= beta. So it fails hard below and soft above, as the thesis has it, because m begins at alpha;
    a modern version would begin at minus infinity (that is `falphabeta`).  The scan prints the cut-off as m
    > beta; it is m >= beta, as section 2.2 says in words and Knuth & Moore have it.  Of equally good children
    the leftmost is kept.
    """
    if has_leaf_row(view, level, p):
        m = reach_in_row(view, log, level, p, beta)
        record_leaf(log, level, m > alpha)
        return max(m, alpha)
    return alphabeta_of_children(view, log, level, p, alpha, beta)


@compiled
def alphabeta_of_children(view: View, log: Log, level: int, p: Node, alpha: float, beta: float) -> float:
    """Do what `alphabeta` does, at any other node: go through its children."""
    m = alpha
    move = 0
    child = first_child(view, level, p)
    stop = past_children(view, level, p)
    while child < stop:
        if visit(view, log, level + 1, child):
            value = -negamax_value(view, level + 1, child)
        else:
            value = -alphabeta(view, log, level + 1, child, -beta, -m)
        if value > m:
            m = value
            record_pv(log, level, move)
        if m >= beta:
            return m
        child = right_sibling(view, level + 1, child)
        move += 1
    return m


@start
def start_alphabeta(view: View, log: Log, workspace: Workspace) -> float:
    """Search the whole tree with an open window."""
    return alphabeta(view, log, ROOT_LEVEL, ROOT, -np.inf, np.inf)


BELOW = 2
"""Entries of `a` before level 0: the paper's a[-2] and a[-1], the window of the root."""


@start
def start_alphabeta_iterative(view: View, log: Log, workspace: Workspace) -> float:
    """Search the whole tree with an open window; value, counts and line are those of `alphabeta`.

    At level l the four numbers a[l-2], a[l-1], a[l] and a[l+1] are alpha, -beta, m and -t of F2, so a level's
    window is what the two levels above have found so far, and nothing is handed down.  r[l] is the node under
    way at level l.  The arrays are made once per search.
    """
    a = np.empty(BELOW + MAX_DEPTH + 1)
    r = np.empty(MAX_DEPTH + 1, dtype=np.int64)
    moves: Any = np.empty(MAX_DEPTH + 1, dtype=np.int64)
    level: Any = ROOT_LEVEL
    a[0] = a[1] = a[BELOW] = -np.inf
    r[0], r[1], moves[0] = ROOT, first_child(view, level, ROOT), 0
    while True:
        # The child of the node at `level` that is r[level + 1] is to be searched.
        below = BELOW + level + 1
        if not visit(view, log, level + 1, r[level + 1]):
            level += 1
            a[below] = a[below - 2]
            r[level + 1], moves[level] = first_child(view, level, r[level]), 0
            continue
        a[below] = negamax_value(view, level + 1, r[level + 1])
        # It is done: go up as long as this ends the search of its parent too.
        while True:
            below = BELOW + level + 1
            is_over = False
            if -a[below] > a[below - 1]:
                a[below - 1] = -a[below]
                record_pv(log, level, moves[level])
                is_over = a[below] <= a[below - 2]
            if not is_over:
                r[level + 1] = right_sibling(view, level + 1, r[level + 1])
                moves[level] += 1
                if r[level + 1] < past_children(view, level, r[level]):
                    break
            if level == 0:
                return a[BELOW]
            level -= 1


@inlined
def falphabeta(view: View, log: Log, level: int, p: Node, alpha: float, beta: float) -> float:
    """Search node p with alpha < beta, both from the point of view of the player to move at p.

    Returns m with: m = value(p) if alpha < m < beta; value(p) <= m if m <= alpha; value(p) >= m if m >=
    beta.  It examines the nodes that `alphabeta` examines and returns a tighter bound when it fails.  Of
    equally good children the leftmost is kept.
    """
    if has_leaf_row(view, level, p):
        m = best_in_row(view, log, level, p, beta)
        record_leaf(log, level, m > alpha)
        return m
    return falphabeta_of_children(view, log, level, p, alpha, beta)


@compiled
def falphabeta_of_children(view: View, log: Log, level: int, p: Node, alpha: float, beta: float) -> float:
    """Do what `falphabeta` does, at any other node: go through its children."""
    m = -np.inf
    move = 0
    child = first_child(view, level, p)
    stop = past_children(view, level, p)
    while child < stop:
        if visit(view, log, level + 1, child):
            value = -negamax_value(view, level + 1, child)
        else:
            value = -falphabeta(view, log, level + 1, child, -beta, -max(m, alpha))
        if value > m:
            m = value
            if m > alpha:
                record_pv(log, level, move)
        if m >= beta:
            return m
        child = right_sibling(view, level + 1, child)
        move += 1
    return m


@start
def start_falphabeta(view: View, log: Log, workspace: Workspace) -> float:
    """Search the whole tree with an open window."""
    return falphabeta(view, log, ROOT_LEVEL, ROOT, -np.inf, np.inf)


@inlined
def palphabeta(view: View, log: Log, level: int, p: Node, width: float) -> float:
    """Return the value of p for the player to move at p.

    The leftmost child is evaluated by Palphabeta itself; each other child is probed with Falphabeta in a window
    of the given width above the best value so far, and, if it proves better, searched again by Alphabeta,
    with the bound that the probe returned on one side and no bound on the other, as the thesis has it (a
    modern version would go on with Palphabeta there).  Of equally good children the leftmost is kept.
    """
    if has_leaf_row(view, level, p):
        return value_in_row(view, log, level, p, -np.inf, np.inf)
    return palphabeta_of_children(view, log, level, p, width)


@compiled
def palphabeta_of_children(view: View, log: Log, level: int, p: Node, width: float) -> float:
    """Do what `palphabeta` does, at any other node: go through its children."""
    child = first_child(view, level, p)
    stop = past_children(view, level, p)
    if visit(view, log, level + 1, child):
        m = -negamax_value(view, level + 1, child)
    else:
        m = -palphabeta(view, log, level + 1, child, width)
    record_pv(log, level, 0)
    child = right_sibling(view, level + 1, child)
    move = 1
    while child < stop:
        if visit(view, log, level + 1, child):
            # A leaf has nothing below it: its static value is the same in both searches.
            t = -negamax_value(view, level + 1, child)
            if t > m:
                visit(view, log, level + 1, child)
                m = t
                record_pv(log, level, move)
        else:
            t = -falphabeta(view, log, level + 1, child, -above(m, width), -m)
            if t > m:
                visit(view, log, level + 1, child)
                m = -alphabeta(view, log, level + 1, child, -np.inf, -t)
                record_pv(log, level, move)
        child = right_sibling(view, level + 1, child)
        move += 1
    return m


@start
def start_palphabeta(view: View, log: Log, workspace: Workspace) -> float:
    """Search the whole tree, probing with minimal windows."""
    return palphabeta(view, log, ROOT_LEVEL, ROOT, MINIMAL)


@start
def start_palphabeta_unit_window(view: View, log: Log, workspace: Workspace) -> float:
    """Search the whole tree, probing with windows of width 1, as the thesis prints it."""
    return palphabeta(view, log, ROOT_LEVEL, ROOT, UNIT)
