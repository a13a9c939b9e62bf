"""Scout and its variants (Muszycka 1985, section 2.5 and Appendix 1).

Scout with Test; with testm, Campbell and Marsland's Test; both in minimax form; and Campbell and Marsland's Scout, with
Alphabeta instead of Test.

Then three listings exactly as they are printed.  None of them can be the program that was run: the first contradicts
Figure 57, the others return wrong values.  `scout` and `scout_minimax` are what must have been meant;
`notebooks/06_scout_variants` shows the difference.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.reference.alphabeta import alphabeta, minimal, unit
from gametree.reference.recorder import Recorder

if TYPE_CHECKING:
    from gametree.reference.alphabeta import Window


def test(x: Recorder, p: int, v: float, op: bool) -> bool:
    """Return whether the value of p for the player to move at p is >= v (op) or > v (not op).

    >>> from gametree.examples import specimen
    >>> test(Recorder(specimen()), 0, 40, True), test(Recorder(specimen()), 0, 40, False)
    (True, False)
    """
    children = x.generate(p, "test", alpha=v, test=">=" if op else ">")
    if not children:
        value = x.staticvalue(p)
        return (value >= v and op) or (value > v and not op)
    for child in children:
        if not test(x, child, -v, not op):
            return x.answer(p, True, child)
    return x.answer(p, False)


def scout(x: Recorder, p: int) -> float:
    """Return the value of p for the player to move at p.

    >>> from gametree.examples import specimen
    >>> x = Recorder(specimen())
    >>> scout(x, 0), len(x.leaves)
    (40.0, 7)
    """
    children = x.generate(p, "scout")
    if not children:
        return x.staticvalue(p)
    m = -scout(x, children[0])
    x.best(p, children[0])
    for child in children[1:]:
        if not test(x, child, -m, True):
            m = -scout(x, child)
            x.best(p, child)
    return x.done(p, m)


def testm(x: Recorder, p: int, v: float) -> bool:
    """Return True if the value of p for the player to move at p is > v, False if it is < v, either if it is v.

    >>> from gametree.examples import specimen
    >>> testm(Recorder(specimen()), 0, 39), testm(Recorder(specimen()), 0, 41)
    (True, False)
    """
    children = x.generate(p, "test", alpha=v, test=">")
    if not children:
        return x.staticvalue(p) > v
    for child in children:
        if not testm(x, child, -v):
            return x.answer(p, True, child)
    return x.answer(p, False)


def scout_testm(x: Recorder, p: int) -> float:
    """Return the value of p for the player to move at p.

    >>> from gametree.examples import specimen
    >>> x = Recorder(specimen())
    >>> scout_testm(x, 0), len(x.leaves)
    (40.0, 7)
    """
    children = x.generate(p, "scout")
    if not children:
        return x.staticvalue(p)
    m = -scout_testm(x, children[0])
    x.best(p, children[0])
    for child in children[1:]:
        if not testm(x, child, -m):
            value = -scout_testm(x, child)
            if value > m:
                m = value
                x.best(p, child)
    return x.done(p, m)


def comparison(is_max: bool, op: bool) -> str:
    """Return the comparison of Test from the point of view of the player to move, for the trace."""
    if is_max:
        return ">" if op else ">="
    return "<" if op else "<="


def test_minimax(x: Recorder, p: int, v: float, op: bool) -> bool:
    """Return whether the value of p for MAX is > v (op) or >= v (not op).

    >>> from gametree.examples import specimen
    >>> test_minimax(Recorder(specimen()), 0, 40, True), test_minimax(Recorder(specimen()), 0, 40, False)
    (False, True)
    """
    is_max = x.tree.is_max(p)
    children = x.generate(p, "test", alpha=v if is_max else -v, test=comparison(is_max, op))
    if not children:
        value = x.leaf_value(p)
        return (value >= v and not op) or (value > v and op)
    for child in children:
        if is_max and test_minimax(x, child, v, op):
            return x.answer(p, True, child)
        if not is_max and not test_minimax(x, child, v, op):
            return x.answer(p, False, child)
    return x.answer(p, not is_max)


def scout_minimax(x: Recorder, p: int) -> float:
    """Return the value of p for MAX.

    >>> from gametree.examples import specimen
    >>> x = Recorder(specimen())
    >>> scout_minimax(x, 0), len(x.leaves)
    (40.0, 7)
    """
    is_max = x.tree.is_max(p)
    children = x.generate(p, "scout")
    if not children:
        return x.leaf_value(p)
    m = scout_minimax(x, children[0])
    x.best(p, children[0])
    for child in children[1:]:
        if (is_max and test_minimax(x, child, m, True)) or (
            not is_max and not test_minimax(x, child, m, False)
        ):
            m = scout_minimax(x, child)
            x.best(p, child)
    x.done(p, m if is_max else -m)
    return m


def scout_campbell_marsland(x: Recorder, p: int, above: Window = minimal) -> float:
    """Return the value of p for the player to move at p.

    >>> from gametree.examples import specimen
    >>> x = Recorder(specimen())
    >>> scout_campbell_marsland(x, 0), len(x.leaves)
    (40.0, 7)
    """
    children = x.generate(p, "scout")
    if not children:
        return x.staticvalue(p)
    m = -scout_campbell_marsland(x, children[0], above)
    x.best(p, children[0])
    for child in children[1:]:
        t = -alphabeta(x, child, -above(m), -m)
        if t > m:
            m = -scout_campbell_marsland(x, child, above)
            x.best(p, child)
    return x.done(p, m)


def scout_campbell_marsland_unit_window(x: Recorder, p: int) -> float:
    """Campbell and Marsland's Scout with the window of width 1 that the thesis prints.

    >>> from gametree.examples import specimen
    >>> x = Recorder(specimen())
    >>> scout_campbell_marsland_unit_window(x, 0), len(x.leaves)
    (40.0, 7)
    """
    return scout_campbell_marsland(x, p, unit)


def scout_as_printed(x: Recorder, p: int) -> float:
    """Section 2.5: lines 7 and 9 together test whether a child is strictly worse, so equals are evaluated too.

    >>> from gametree.examples import specimen
    >>> x = Recorder(specimen())
    >>> scout_as_printed(x, 0), len(x.leaves)
    (40.0, 7)
    """
    children = x.generate(p, "scout")
    if not children:
        return x.staticvalue(p)
    m = -scout_as_printed(x, children[0])
    x.best(p, children[0])
    op = True
    for child in children[1:]:
        if not test(x, child, -m, not op):
            m = -scout_as_printed(x, child)
            x.best(p, child)
    return x.done(p, m)


def scout_minimax_as_printed(x: Recorder, p: int) -> float:
    """Appendix 1, with p instead of the child in line 8: MAX takes what is worse, and so does MIN.

    >>> from gametree.examples import specimen
    >>> x = Recorder(specimen())
    >>> scout_minimax_as_printed(x, 0), len(x.leaves)
    (11.0, 9)
    """
    is_max = x.tree.is_max(p)
    children = x.generate(p, "scout")
    if not children:
        return x.leaf_value(p)
    m = scout_minimax_as_printed(x, children[0])
    x.best(p, children[0])
    for child in children[1:]:
        if (is_max and not test_minimax(x, child, m, False)) or (
            not is_max and test_minimax(x, child, m, True)
        ):
            m = scout_minimax_as_printed(x, child)
            x.best(p, child)
    x.done(p, m if is_max else -m)
    return m


def test_minimax_as_printed(x: Recorder, p: int, v: float, op: bool) -> bool:
    """Appendix 1, with children instead of p in lines 12 and 14: every test of a MIN node succeeds, every other fails.

    >>> from gametree.examples import specimen
    >>> test_minimax_as_printed(Recorder(specimen()), 0, 0, True), test_minimax(Recorder(specimen()), 0, 0, True)
    (False, True)
    """
    is_max = x.tree.is_max(p)
    children = x.generate(p, "test", alpha=v if is_max else -v, test=comparison(is_max, op))
    if not children:
        value = x.leaf_value(p)
        return (value >= v and not op) or (value > v and op)
    for child in children:
        if x.tree.is_max(child) and test_minimax_as_printed(x, child, v, op):
            return x.answer(p, True, child)
        if not x.tree.is_max(child) and not test_minimax_as_printed(x, child, v, op):
            return x.answer(p, False, child)
    return x.answer(p, not is_max)


def scout_minimax_with_test_as_printed(x: Recorder, p: int) -> float:
    """Appendix 1, line 8 corrected, but with Test as printed.

    >>> from gametree.examples import specimen
    >>> x = Recorder(specimen())
    >>> scout_minimax_with_test_as_printed(x, 0), len(x.leaves)
    (47.0, 11)
    """
    is_max = x.tree.is_max(p)
    children = x.generate(p, "scout")
    if not children:
        return x.leaf_value(p)
    m = scout_minimax_with_test_as_printed(x, children[0])
    x.best(p, children[0])
    for child in children[1:]:
        if test_minimax_as_printed(x, child, m, is_max) == is_max:
            m = scout_minimax_with_test_as_printed(x, child)
            x.best(p, child)
    x.done(p, m if is_max else -m)
    return m
