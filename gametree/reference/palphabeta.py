"""Palphabeta (Muszycka 1985, section 2.3)."""

from gametree.reference.alphabeta import alphabeta
from gametree.reference.examination import INFINITY, Examination
from gametree.reference.falphabeta import falphabeta
from gametree.reference.window import Window, minimal, unit


def palphabeta(x: Examination, p: int, above: Window = minimal) -> float:
    """Return the value of p for the player to move at p."""
    sons = x.generate(p, "palphabeta")
    if not sons:
        return x.staticvalue(p)
    m = -palphabeta(x, sons[0], above)
    x.best(p, sons[0])
    for son in sons[1:]:
        t = -falphabeta(x, son, -above(m), -m)
        if t > m:
            m = -alphabeta(x, son, -INFINITY, -t)
            x.best(p, son)
    return x.done(p, m)


def palphabeta_unit_window(x: Examination, p: int) -> float:
    """Palphabeta with the window of width 1 that the thesis prints."""
    return palphabeta(x, p, unit)
