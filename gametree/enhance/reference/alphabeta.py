"""Alphabeta with aids (Muszycka 1985, sections 2.2 and 4.2 to 4.4)."""

from math import inf

from gametree.enhance.reference.recorder import Recorder


def alphabeta(x: Recorder, p: int = 0, alpha: float = -inf, beta: float = inf) -> float:
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
    for child in x.in_order(p, first_move):
        x.enter(child.node)
        value = -alphabeta(x, child.node, -high, -max(low, m))
        if value > m:
            m, best = value, child.node
            x.record_pv(p, best)
        if high < inf:
            x.tried(p, child, m >= high)
        if m >= high:
            break
    x.store(p, m if m > low else lower, m if m < high else upper, best)
    return m
