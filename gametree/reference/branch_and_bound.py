"""Branch-and-bound (Muszycka 1985, section 2.1)."""

from __future__ import annotations

from gametree.reference.recorder import INFINITY, Recorder


def branch_and_bound(x: Recorder, p: int, bound: float = INFINITY) -> float:
    """Return the value of p for the player to move at p, or some value >= bound if it is at least bound.

    >>> from gametree.examples import specimen
    >>> x = Recorder(specimen())
    >>> branch_and_bound(x, 0), len(x.leaves)
    (40.0, 7)
    """
    children = x.generate(p, "branch-and-bound", beta=bound)
    if not children:
        return x.staticvalue(p)
    m = -INFINITY
    for child in children:
        value = -branch_and_bound(x, child, -m)
        if value > m:
            m = value
            x.best(p, child)
        if m >= bound:
            return x.cut(p, m, child)
    return x.done(p, m)
