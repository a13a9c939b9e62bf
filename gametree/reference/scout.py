"""Scout and its Test (Muszycka 1985, section 2.5).

Scout with testm, Campbell and Marsland's version of Test (Muszycka 1985, Appendix 1).

Scout and its Test in minimax form (Muszycka 1985, Appendix 1).

Campbell and Marsland's version of Scout: Alphabeta instead of Test (Muszycka 1985, Appendix 1).

Three listings of Scout exactly as they are printed (Muszycka 1985, section 2.5 and Appendix 1).

None of them can be what was run: the first contradicts Figure 57, the others return wrong values.  `scout`
and `scout_minimax` say what they must have meant; `notebooks/06_scout_variants` shows the difference.
"""

from gametree.reference.alphabeta import alphabeta
from gametree.reference.recorder import Examination
from gametree.reference.window import Window, minimal, unit


def test(x: Examination, p: int, v: float, op: bool) -> bool:
    """Return whether the value of p for the player to move at p is >= v (op) or > v (not op)."""
    sons = x.generate(p, "test", alpha=v, test=">=" if op else ">")
    if not sons:
        value = x.staticvalue(p)
        return (value >= v and op) or (value > v and not op)
    for son in sons:
        if not test(x, son, -v, not op):
            return x.answer(p, True, son)
    return x.answer(p, False)


def scout(x: Examination, p: int) -> float:
    """Return the value of p for the player to move at p."""
    sons = x.generate(p, "scout")
    if not sons:
        return x.staticvalue(p)
    m = -scout(x, sons[0])
    x.best(p, sons[0])
    for son in sons[1:]:
        if not test(x, son, -m, True):
            m = -scout(x, son)
            x.best(p, son)
    return x.done(p, m)


def testm(x: Examination, p: int, v: float) -> bool:
    """Return True if the value of p for the player to move at p is > v, False if it is < v, either if it is v."""
    sons = x.generate(p, "test", alpha=v, test=">")
    if not sons:
        return x.staticvalue(p) > v
    for son in sons:
        if not testm(x, son, -v):
            return x.answer(p, True, son)
    return x.answer(p, False)


def scout_testm(x: Examination, p: int) -> float:
    """Return the value of p for the player to move at p."""
    sons = x.generate(p, "scout")
    if not sons:
        return x.staticvalue(p)
    m = -scout_testm(x, sons[0])
    x.best(p, sons[0])
    for son in sons[1:]:
        if not testm(x, son, -m):
            value = -scout_testm(x, son)
            if value > m:
                m = value
                x.best(p, son)
    return x.done(p, m)


def test_minimax(x: Examination, p: int, v: float, op: bool) -> bool:
    """Return whether the value of p for MAX is > v (op) or >= v (not op)."""
    is_max = x.tree.is_max(p)
    sons = x.generate(p, "test", alpha=v if is_max else -v, test=comparison(is_max, op))
    if not sons:
        value = x.staticvalue(p) if is_max else -x.staticvalue(p)
        return (value >= v and not op) or (value > v and op)
    for son in sons:
        if is_max and test_minimax(x, son, v, op):
            return x.answer(p, True, son)
        if not is_max and not test_minimax(x, son, v, op):
            return x.answer(p, False, son)
    return x.answer(p, not is_max)


def scout_minimax(x: Examination, p: int) -> float:
    """Return the value of p for MAX."""
    is_max = x.tree.is_max(p)
    sons = x.generate(p, "scout")
    if not sons:
        return x.staticvalue(p) if is_max else -x.staticvalue(p)
    m = scout_minimax(x, sons[0])
    x.best(p, sons[0])
    for son in sons[1:]:
        if (is_max and test_minimax(x, son, m, True)) or (not is_max and not test_minimax(x, son, m, False)):
            m = scout_minimax(x, son)
            x.best(p, son)
    x.done(p, m if is_max else -m)
    return m


def comparison(is_max: bool, op: bool) -> str:
    """Return what Test asks from the point of view of the player to move, as the observer tells it."""
    if is_max:
        return ">" if op else ">="
    return "<" if op else "<="


def scout_campbell_marsland(x: Examination, p: int, above: Window = minimal) -> float:
    """Return the value of p for the player to move at p."""
    sons = x.generate(p, "scout")
    if not sons:
        return x.staticvalue(p)
    m = -scout_campbell_marsland(x, sons[0], above)
    x.best(p, sons[0])
    for son in sons[1:]:
        t = -alphabeta(x, son, -above(m), -m)
        if t > m:
            m = -scout_campbell_marsland(x, son, above)
            x.best(p, son)
    return x.done(p, m)


def scout_campbell_marsland_unit_window(x: Examination, p: int) -> float:
    """Campbell and Marsland's Scout with the window of width 1 that the thesis prints."""
    return scout_campbell_marsland(x, p, unit)


def scout_as_printed(x: Examination, p: int) -> float:
    """Section 2.5: lines 7 and 9 together test whether a son is strictly worse, so equals are evaluated too."""
    sons = x.generate(p, "scout")
    if not sons:
        return x.staticvalue(p)
    m = -scout_as_printed(x, sons[0])
    x.best(p, sons[0])
    op = True
    for son in sons[1:]:
        if not test(x, son, -m, not op):
            m = -scout_as_printed(x, son)
            x.best(p, son)
    return x.done(p, m)


def scout_minimax_as_printed(x: Examination, p: int) -> float:
    """Appendix 1, with p instead of the son in line 8: MAX takes what is worse, and so does MIN."""
    is_max = x.tree.is_max(p)
    sons = x.generate(p, "scout")
    if not sons:
        return x.staticvalue(p) if is_max else -x.staticvalue(p)
    m = scout_minimax_as_printed(x, sons[0])
    x.best(p, sons[0])
    for son in sons[1:]:
        if (is_max and not test_minimax(x, son, m, False)) or (not is_max and test_minimax(x, son, m, True)):
            m = scout_minimax_as_printed(x, son)
            x.best(p, son)
    x.done(p, m if is_max else -m)
    return m


def test_minimax_as_printed(x: Examination, p: int, v: float, op: bool) -> bool:
    """Appendix 1, with sons instead of p in lines 12 and 14: every test of a MIN node succeeds, every other fails."""
    is_max = x.tree.is_max(p)
    sons = x.generate(p, "test", alpha=v if is_max else -v, test=comparison(is_max, op))
    if not sons:
        value = x.staticvalue(p) if is_max else -x.staticvalue(p)
        return (value >= v and not op) or (value > v and op)
    for son in sons:
        if x.tree.is_max(son) and test_minimax_as_printed(x, son, v, op):
            return x.answer(p, True, son)
        if not x.tree.is_max(son) and not test_minimax_as_printed(x, son, v, op):
            return x.answer(p, False, son)
    return x.answer(p, not is_max)


def scout_minimax_with_test_as_printed(x: Examination, p: int) -> float:
    """Appendix 1, line 8 put right, but with Test as it is printed."""
    is_max = x.tree.is_max(p)
    sons = x.generate(p, "scout")
    if not sons:
        return x.staticvalue(p) if is_max else -x.staticvalue(p)
    m = scout_minimax_with_test_as_printed(x, sons[0])
    x.best(p, sons[0])
    for son in sons[1:]:
        if test_minimax_as_printed(x, son, m, is_max) == is_max:
            m = scout_minimax_with_test_as_printed(x, son)
            x.best(p, son)
    x.done(p, m if is_max else -m)
    return m
