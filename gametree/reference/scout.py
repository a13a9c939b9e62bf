"""Scout and its Test (Muszycka 1985, section 2.5)."""

from gametree.reference.examination import Examination


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
