"""Minimax in its negamax form (Muszycka 1985, section 1.2)."""

from gametree.reference.recorder import INFINITY, Examination


def negamax(x: Examination, p: int) -> float:
    """Return the value of p for the player to move at p."""
    sons = x.generate(p, "negamax")
    if not sons:
        return x.staticvalue(p)
    m = -INFINITY
    for son in sons:
        value = -negamax(x, son)
        if value > m:
            m = value
            x.best(p, son)
    return x.done(p, m)
