"""Scout and its Test with aids (Muszycka 1985, sections 2.5 and 4.2 to 4.4)."""

from math import inf, nextafter

from gametree.enhance.reference.recorder import Recorder


def test(x: Recorder, p: int, v: float, op: bool) -> bool:
    """Return whether the value of p for the player to move at p is >= v (op) or > v (not op)."""
    if x.is_leaf(p):
        value = x.evaluate(p)
        return (value >= v and op) or (value > v and not op)
    lower, upper, first_move = x.look_up(p)
    if lower > v or (op and lower == v):
        return bool(x.answered(True))
    if upper < v or (not op and upper == v):
        return bool(x.answered(False))
    for child in x.in_order(p, first_move):
        x.enter(child.node)
        holds = test(x, child.node, -v, not op)
        x.tried(p, child, not holds)
        if not holds:
            x.store(p, max(lower, v if op else nextafter(v, inf)), upper, child.node)
            return True
    x.store(p, lower, min(upper, nextafter(v, -inf) if op else v), -1)
    return False


def scout(x: Recorder, p: int = 0) -> float:
    """Return the value of p for the player to move at p."""
    if x.is_leaf(p):
        return x.lone_root() if p == 0 else x.evaluate(p)
    lower, upper, first_move = x.look_up(p)
    if lower == upper:
        return x.answered(lower)
    m, best = -inf, -1
    for number, child in enumerate(x.in_order(p, first_move)):
        x.enter(child.node)
        if number > 0:
            if test(x, child.node, -m, True):
                continue
            x.enter(child.node)
        value = -scout(x, child.node)
        if value > m:
            m, best = value, child.node
            x.record_pv(p, best)
        if m >= upper:  # nothing better is left
            break
    x.store(p, m, m, best)
    return m
