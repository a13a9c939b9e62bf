"""Campbell and Marsland's version of Scout: Alphabeta instead of Test (Muszycka 1985, Appendix 1)."""

from gametree.reference.alphabeta import alphabeta
from gametree.reference.examination import Examination
from gametree.reference.window import Window, minimal, unit


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
