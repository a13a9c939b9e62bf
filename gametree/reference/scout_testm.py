"""Scout with testm, Campbell and Marsland's version of Test (Muszycka 1985, Appendix 1)."""

from gametree.reference.examination import Examination


def testm(x: Examination, p: int, v: float) -> bool:
    """Return True if the value of p for the player to move at p is > v, False if it is < v, either if it is v."""
    sons = x.generate(p, "test", alpha=v, test=">")
    if not sons:
        return x.staticvalue(p) > v
    for son in sons:
        if not testm(x, son, -v):
            return x.answer(p, True, son)
    return x.answer(p, False)


def scout_testm(x: Examination, p: int) -> float:
    """Return the value of p for the player to move at p."""
    sons = x.generate(p, "scout")
    if not sons:
        return x.staticvalue(p)
    m = -scout_testm(x, sons[0])
    x.best(p, sons[0])
    for son in sons[1:]:
        if not testm(x, son, -m):
            value = -scout_testm(x, son)
            if value > m:
                m = value
                x.best(p, son)
    return x.done(p, m)
