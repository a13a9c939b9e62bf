"""Expectimax (Zenzel 1989, section 2.1): every leaf is evaluated."""

from gametree.chance.reference.recorder import INFINITY, Recorder


def expectimax(x: Recorder, node: int = 0) -> float:
    """Return the value of a node: the best of its children, or, for chance, their mean by probability."""
    x.enter(node)
    if x.tree.is_leaf(node):
        return x.gain(node)
    if x.tree.is_chance(node):
        total = 0.0
        for child in x.children(node):
            total += x.p(child) * expectimax(x, child)
        return x.solved(node, total)
    best = -INFINITY
    for child in x.children(node):
        value = expectimax(x, child)
        if value > best:
            best = value
            x.prefer(node, child)
        else:
            x.drop(child)
    return x.solved(node, best)
