"""Principal Variation Search with aids (Muszycka 1985, sections 2.4 and 4.2 to 4.4)."""

from math import inf

from gametree.enhance.reference.recorder import Recorder
from gametree.reference.window import minimal


def pvs(x: Recorder, p: int = 0, alpha: float = -inf, beta: float = inf) -> float:
    """Return the value of p for the player to move at p if it lies between alpha and beta, else a bound on it."""
    if x.is_leaf(p):
        return x.lone_root() if p == 0 else x.evaluate(p)
    lower, upper, first_move = x.look_up(p)
    if lower >= beta or lower == upper:
        return x.answered(lower)
    if upper <= alpha:
        return x.answered(upper)
    low, high = max(alpha, lower), min(beta, upper)
    m, best = -inf, -1
    for number, child in enumerate(x.in_order(p, first_move)):
        bound = max(low, m)
        leaf = x.enter(child.node)
        if number == 0:
            value = -pvs(x, child.node, -high, -low)
        else:
            value = -pvs(x, child.node, -minimal(bound), -bound)
            if bound < value < high and not leaf:
                x.enter(child.node)
                value = -pvs(x, child.node, -high, -value)
        if value > m:
            m, best = value, child.node
            x.record_pv(p, best)
        if high < inf:
            x.tried(p, child, m >= high)
        if m >= high:
            break
    x.store(p, m if m > low else lower, m if m < high else upper, best)
    return m
