"""Alphabeta (Muszycka 1985, section 2.2)."""

from gametree.reference.examination import INFINITY, Examination


def alphabeta(x: Examination, p: int, alpha: float = -INFINITY, beta: float = INFINITY) -> float:
    """Return the value of p for the player to move at p if it lies between alpha and beta, else the bound it passes."""
    sons = x.generate(p, "alphabeta", alpha, beta)
    if not sons:
        return x.staticvalue(p)
    m = alpha
    for son in sons:
        value = -alphabeta(x, son, -beta, -m)
        if value > m:
            m = value
            x.best(p, son)
        if m >= beta:
            return x.cut(p, m, son)
    return x.done(p, m)
