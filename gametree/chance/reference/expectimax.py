"""Expectimax (Zenzel 1989, section 2.1): every leaf is evaluated."""

from __future__ import annotations

from gametree.chance.reference.recorder import INFINITY, ChanceRecorder


def expectimax(x: ChanceRecorder, node: int = 0) -> float:
    """Return the value of a node: the best of its children, or, for chance, their mean by probability.

    >>> import gametree as gt
    >>> tree = gt.chance.Tree.from_nested([((0.5, 4), (0.5, 16)), ((0.9, 8), (0.1, [3, 9]))])
    >>> x = gt.chance.ChanceRecorder(tree, low=0, high=20)
    >>> gt.chance.reference.expectimax(x), x.counts.leaves
    (10.0, 5)
    """
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
        best = x.keep_better(node, child, value, best)
    return x.solved(node, best)
