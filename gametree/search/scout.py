"""Scout and its variants (Muszycka 1985, section 2.5 and Appendix 1, after Pearl).

Scout evaluates a child other than the first only if a Test, which answers yes or no, finds it better than the best
so far.  The variants of Appendix 1: Scout with `testm`, Campbell and Marsland's Test, which has one comparison for all
levels; Scout and Test in minimax instead of negamax form; and Campbell and Marsland's own Scout, which asks
Alphabeta with a minimal window instead of Test.
"""

import numpy as np

from gametree._compile import compiled
from gametree.search.alphabeta import alphabeta
from gametree.search.log import Log, record_pv, visit
from gametree.search.row import reach_in_row, value_in_row
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
    static_value,
)
from gametree.search.window import MINIMAL, UNIT, above, just_above

AT_LEAST = np.bool_(True)
"""Test for "at least"; not a plain True, for the reason given at `ROOT`."""


@inlined
def test(view: View, log: Log, level: int, p: Node, v: float, op: bool) -> bool:
    """Return whether the value of p, for the player to move at p, is at least v (op) or greater than v (not op).

    No value comes back that a later search could use as a bound.
    """
    if has_leaf_row(view, level, p):
        bound = v if op else just_above(v)
        return reach_in_row(view, log, level, p, bound) >= bound
    return test_of_children(view, log, level, p, v, op)


@compiled
def test_of_children(view: View, log: Log, level: int, p: Node, v: float, op: bool) -> bool:
    """Do what `test` does, at any other node: go through its children."""
    child = first_child(view, level, p)
    stop = past_children(view, level, p)
    while child < stop:
        if visit(view, log, level + 1, child):
            value = negamax_value(view, level + 1, child)
            holds = value > -v or (value == -v and not op)
        else:
            holds = test(view, log, level + 1, child, -v, not op)
        if not holds:
            return True
        child = right_sibling(view, level + 1, child)
    return False


@inlined
def scout(view: View, log: Log, level: int, p: Node) -> float:
    """Return the value of p for the player to move at p.

    The leftmost child is evaluated; each other child is first tested, and evaluated from scratch only if it is
    better than the best so far.  A child that is just as good is not evaluated again: lines 7 and 9 of the
    printed listing together would test for "strictly worse", but the text around Figure 57 describes a Test
    that stops at equality, and so do we.  Of equally good children the leftmost is kept.
    """
    if has_leaf_row(view, level, p):
        return value_in_row(view, log, level, p, -np.inf, np.inf)
    return scout_of_children(view, log, level, p)


@compiled
def scout_of_children(view: View, log: Log, level: int, p: Node) -> float:
    """Do what `scout` does, at any other node: go through its children."""
    child = first_child(view, level, p)
    stop = past_children(view, level, p)
    if visit(view, log, level + 1, child):
        m = -negamax_value(view, level + 1, child)
    else:
        m = -scout(view, log, level + 1, child)
    record_pv(log, level, 0)
    child = right_sibling(view, level + 1, child)
    move = 1
    while child < stop:
        if visit(view, log, level + 1, child):
            value = negamax_value(view, level + 1, child)
            if value < -m:
                visit(view, log, level + 1, child)
                m = -value
                record_pv(log, level, move)
        elif not test(view, log, level + 1, child, -m, AT_LEAST):
            visit(view, log, level + 1, child)
            m = -scout(view, log, level + 1, child)
            record_pv(log, level, move)
        child = right_sibling(view, level + 1, child)
        move += 1
    return m


@start
def start_scout(view: View, log: Log, workspace: Workspace) -> float:
    """Search the whole tree."""
    return scout(view, log, ROOT_LEVEL, ROOT)


@inlined
def testm(view: View, log: Log, level: int, p: Node, v: float) -> bool:
    """Return True if the value of p, for the player to move at p, is greater than v, False if it is less.

    If it is equal, either may come out: there is only one comparison, >, for nodes at all levels.
    """
    if has_leaf_row(view, level, p):
        return reach_in_row(view, log, level, p, v) >= v
    return testm_of_children(view, log, level, p, v)


@compiled
def testm_of_children(view: View, log: Log, level: int, p: Node, v: float) -> bool:
    """Do what `testm` does, at any other node: go through its children."""
    child = first_child(view, level, p)
    stop = past_children(view, level, p)
    while child < stop:
        if visit(view, log, level + 1, child):
            holds = negamax_value(view, level + 1, child) > -v
        else:
            holds = testm(view, log, level + 1, child, -v)
        if not holds:
            return True
        child = right_sibling(view, level + 1, child)
    return False


@inlined
def scout_testm(view: View, log: Log, level: int, p: Node) -> float:
    """Return the value of p for the player to move at p.

    As `scout`, but a child that is just as good as the best so far may be evaluated too.  Of equally good children
    the leftmost is kept.
    """
    if has_leaf_row(view, level, p):
        return value_in_row(view, log, level, p, -np.inf, np.inf, or_equal=True)
    return scout_testm_of_children(view, log, level, p)


@compiled
def scout_testm_of_children(view: View, log: Log, level: int, p: Node) -> float:
    """Do what `scout_testm` does, at any other node: go through its children."""
    child = first_child(view, level, p)
    stop = past_children(view, level, p)
    if visit(view, log, level + 1, child):
        m = -negamax_value(view, level + 1, child)
    else:
        m = -scout_testm(view, log, level + 1, child)
    record_pv(log, level, 0)
    child = right_sibling(view, level + 1, child)
    move = 1
    while child < stop:
        value = m
        if visit(view, log, level + 1, child):
            if -negamax_value(view, level + 1, child) >= m:
                visit(view, log, level + 1, child)
                value = -negamax_value(view, level + 1, child)
        elif not testm(view, log, level + 1, child, -m):
            visit(view, log, level + 1, child)
            value = -scout_testm(view, log, level + 1, child)
        if value > m:
            m = value
            record_pv(log, level, move)
        child = right_sibling(view, level + 1, child)
        move += 1
    return m


@start
def start_scout_testm(view: View, log: Log, workspace: Workspace) -> float:
    """Search the whole tree."""
    return scout_testm(view, log, ROOT_LEVEL, ROOT)


@inlined
def test_minimax(view: View, log: Log, level: int, p: Node, v: float, op: bool) -> bool:
    """Return whether the value of p for MAX is greater than v (op) or at least v (not op).

    Lines 12 and 14 of the printed listing ask who is to move at the children; that would end the search of a MIN
    node at the first child that passes.  Line 17 and Pearl's text show that they must ask about p itself, and
    so do we.
    """
    if has_leaf_row(view, level, p):
        is_max = level & 1 == 0
        v, is_enough = (v, not op) if is_max else (-v, op)
        bound = v if is_enough else just_above(v)
        return (reach_in_row(view, log, level, p, bound) >= bound) == is_max
    return test_minimax_of_children(view, log, level, p, v, op)


@compiled
def test_minimax_of_children(view: View, log: Log, level: int, p: Node, v: float, op: bool) -> bool:
    """Do what `test_minimax` does, at any other node: go through its children."""
    is_max = level & 1 == 0
    child = first_child(view, level, p)
    stop = past_children(view, level, p)
    while child < stop:
        if visit(view, log, level + 1, child):
            value = static_value(view, level + 1, child)
            holds = value > v or (value == v and not op)
        else:
            holds = test_minimax(view, log, level + 1, child, v, op)
        if holds == is_max:
            return is_max
        child = right_sibling(view, level + 1, child)
    return not is_max


@inlined
def scout_minimax(view: View, log: Log, level: int, p: Node) -> float:
    """Return the value of p for MAX.

    At a MAX node a child is evaluated if Test finds it greater than the best so far, at a MIN node if Test
    does not find it at least as great.  (Line 8 of the printed listing has p where line 10 has the child: the
    child is meant.)  Of equally good children the leftmost is kept.
    """
    if has_leaf_row(view, level, p):
        value = value_in_row(view, log, level, p, -np.inf, np.inf)
        return -value if level & 1 else value
    return scout_minimax_of_children(view, log, level, p)


@compiled
def scout_minimax_of_children(view: View, log: Log, level: int, p: Node) -> float:
    """Do what `scout_minimax` does, at any other node: go through its children."""
    is_max = level & 1 == 0
    child = first_child(view, level, p)
    stop = past_children(view, level, p)
    if visit(view, log, level + 1, child):
        m = static_value(view, level + 1, child)
    else:
        m = scout_minimax(view, log, level + 1, child)
    record_pv(log, level, 0)
    child = right_sibling(view, level + 1, child)
    move = 1
    while child < stop:
        if visit(view, log, level + 1, child):
            value = static_value(view, level + 1, child)
            better = value > m if is_max else value < m
            if better:
                visit(view, log, level + 1, child)
                m = value
                record_pv(log, level, move)
        elif test_minimax(view, log, level + 1, child, m, is_max) == is_max:
            visit(view, log, level + 1, child)
            m = scout_minimax(view, log, level + 1, child)
            record_pv(log, level, move)
        child = right_sibling(view, level + 1, child)
        move += 1
    return m


@start
def start_scout_minimax(view: View, log: Log, workspace: Workspace) -> float:
    """Search the whole tree."""
    return scout_minimax(view, log, ROOT_LEVEL, ROOT)


@inlined
def scout_campbell_marsland(view: View, log: Log, level: int, p: Node, width: float) -> float:
    """Return the value of p for the player to move at p.

    Each child but the leftmost is first searched by Alphabeta in a window of the given width above the best so
    far, and evaluated from scratch if it proves better.  Of equally good children the leftmost is kept.
    """
    if has_leaf_row(view, level, p):
        return value_in_row(view, log, level, p, -np.inf, np.inf)
    return scout_campbell_marsland_of_children(view, log, level, p, width)


@compiled
def scout_campbell_marsland_of_children(view: View, log: Log, level: int, p: Node, width: float) -> float:
    """Do what `scout_campbell_marsland` does, at any other node: go through its children."""
    child = first_child(view, level, p)
    stop = past_children(view, level, p)
    if visit(view, log, level + 1, child):
        m = -negamax_value(view, level + 1, child)
    else:
        m = -scout_campbell_marsland(view, log, level + 1, child, width)
    record_pv(log, level, 0)
    child = right_sibling(view, level + 1, child)
    move = 1
    while child < stop:
        if visit(view, log, level + 1, child):
            t = -negamax_value(view, level + 1, child)
            if t > m:
                visit(view, log, level + 1, child)
                m = t
                record_pv(log, level, move)
        else:
            t = -alphabeta(view, log, level + 1, child, -above(m, width), -m)
            if t > m:
                visit(view, log, level + 1, child)
                m = -scout_campbell_marsland(view, log, level + 1, child, width)
                record_pv(log, level, move)
        child = right_sibling(view, level + 1, child)
        move += 1
    return m


@start
def start_scout_campbell_marsland(view: View, log: Log, workspace: Workspace) -> float:
    """Search the whole tree, testing with minimal windows."""
    return scout_campbell_marsland(view, log, ROOT_LEVEL, ROOT, MINIMAL)


@start
def start_scout_campbell_marsland_unit_window(view: View, log: Log, workspace: Workspace) -> float:
    """Search the whole tree, testing with windows of width 1, as the thesis prints it."""
    return scout_campbell_marsland(view, log, ROOT_LEVEL, ROOT, UNIT)
