"""Minimax in its negamax form (Muszycka 1985, section 1.2)."""

from __future__ import annotations

from gametree.reference.recorder import INFINITY, Recorder


def negamax(x: Recorder, p: int) -> float:
    """Return the value of p for the player to move at p.

    >>> from gametree.examples import specimen
    >>> x = Recorder(specimen())
    >>> negamax(x, 0), len(x.leaves)
    (40.0, 11)
    """
    children = x.generate(p, "negamax")
    if not children:
        return x.staticvalue(p)
    m = -INFINITY
    for child in children:
        value = -negamax(x, child)
        if value > m:
            m = value
            x.best(p, child)
    return x.done(p, m)
