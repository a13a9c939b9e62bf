"""Scout and its Test in minimax form (Muszycka 1985, Appendix 1)."""

from gametree.reference.examination import Examination


def test_minimax(x: Examination, p: int, v: float, op: bool) -> bool:
    """Return whether the value of p for MAX is > v (op) or >= v (not op)."""
    is_max = x.tree.is_max(p)
    sons = x.generate(p, "test", alpha=v if is_max else -v, test=comparison(is_max, op))
    if not sons:
        value = x.staticvalue(p) if is_max else -x.staticvalue(p)
        return (value >= v and not op) or (value > v and op)
    for son in sons:
        if is_max and test_minimax(x, son, v, op):
            return x.answer(p, True, son)
        if not is_max and not test_minimax(x, son, v, op):
            return x.answer(p, False, son)
    return x.answer(p, not is_max)


def scout_minimax(x: Examination, p: int) -> float:
    """Return the value of p for MAX."""
    is_max = x.tree.is_max(p)
    sons = x.generate(p, "scout")
    if not sons:
        return x.staticvalue(p) if is_max else -x.staticvalue(p)
    m = scout_minimax(x, sons[0])
    x.best(p, sons[0])
    for son in sons[1:]:
        if (is_max and test_minimax(x, son, m, True)) or (not is_max and not test_minimax(x, son, m, False)):
            m = scout_minimax(x, son)
            x.best(p, son)
    x.done(p, m if is_max else -m)
    return m


def comparison(is_max: bool, op: bool) -> str:
    """Return what Test asks from the point of view of the player to move, as the observer tells it."""
    if is_max:
        return ">" if op else ">="
    return "<" if op else "<="
