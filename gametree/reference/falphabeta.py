"""Falphabeta: Alphabeta with two lines changed, so that it returns a tighter bound when it fails (section 2.3)."""

from gametree.reference.examination import INFINITY, Examination


def falphabeta(x: Examination, p: int, alpha: float = -INFINITY, beta: float = INFINITY) -> float:
    """Return the value of p for the player to move at p if it lies between alpha and beta, else a bound on it."""
    sons = x.generate(p, "falphabeta", alpha, beta)
    if not sons:
        return x.staticvalue(p)
    m = -INFINITY
    for son in sons:
        value = -falphabeta(x, son, -beta, -max(m, alpha))
        if value > m:
            m = value
            if m > alpha:
                x.best(p, son)
        if m >= beta:
            return x.cut(p, m, son)
    return x.done(p, m)
