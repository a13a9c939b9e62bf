"""Branch-and-bound (Muszycka 1985, section 2.1)."""

from gametree.reference.recorder import INFINITY, Examination


def branch_and_bound(x: Examination, p: int, bound: float = INFINITY) -> float:
    """Return the value of p for the player to move at p, or some value >= bound if it is at least bound."""
    sons = x.generate(p, "branch-and-bound", beta=bound)
    if not sons:
        return x.staticvalue(p)
    m = -INFINITY
    for son in sons:
        value = -branch_and_bound(x, son, -m)
        if value > m:
            m = value
            x.best(p, son)
        if m >= bound:
            return x.cut(p, m, son)
    return x.done(p, m)
