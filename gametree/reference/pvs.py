"""Principal Variation Search (Muszycka 1985, section 2.4)."""

from gametree.reference.recorder import INFINITY, Examination
from gametree.reference.window import Window, minimal, unit


def pvs(
    x: Examination, p: int, alpha: float = -INFINITY, beta: float = INFINITY, above: Window = minimal
) -> float:
    """Return the value of p for the player to move at p if it lies between alpha and beta, else a bound on it."""
    sons = x.generate(p, "pvs", alpha, beta)
    if not sons:
        return x.staticvalue(p)
    m = -pvs(x, sons[0], -beta, -alpha, above)
    if m > alpha:
        x.best(p, sons[0])
    if m >= beta:
        return x.cut(p, m, sons[0])
    for son in sons[1:]:
        bound = max(m, alpha)
        t = -pvs(x, son, -above(bound), -bound, above)
        if t > m:
            m = -pvs(x, son, -beta, -t, above)
            if m > alpha:
                x.best(p, son)
            else:
                x.forget(p)
        if m >= beta:
            return x.cut(p, m, son)
    return x.done(p, m)


def pvs_unit_window(x: Examination, p: int) -> float:
    """PVS with the window of width 1 that the thesis prints."""
    return pvs(x, p, above=unit)
