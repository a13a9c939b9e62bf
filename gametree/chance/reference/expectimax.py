"""Expectimax (Zenzel 1989, section 2.1): every leaf is evaluated."""

from gametree.chance.reference.recorder import INFINITY, Examination


def expectimax(x: Examination, node: int = 0) -> float:
    """Return the value of a node: the best of its sons, or, for chance, their mean by probability."""
    x.enter(node)
    if x.tree.is_leaf(node):
        return x.gain(node)
    if x.tree.is_chance(node):
        total = 0.0
        for son in x.sons(node):
            total += x.p(son) * expectimax(x, son)
        return x.solved(node, total)
    best = -INFINITY
    for son in x.sons(node):
        value = expectimax(x, son)
        if value > best:
            best = value
            x.prefer(node, son)
        else:
            x.drop(son)
    return x.solved(node, best)
