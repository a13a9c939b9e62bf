"""Second best search (de Bruin, Pijls & Plaat 1994, section 6)."""

from gametree.reference.examination import INFINITY, Examination
from gametree.reference.s_alphabeta import s_alphabeta
from gametree.reference.search_tree import SearchTree, solved
from gametree.reference.window import before


def second_best_move(x: Examination, s: SearchTree, n: int = 0) -> int:
    """Return a son of n that is proved to be as good as any other: its f- is no less than the others' f+."""
    x.enter(n, "second-best", -INFINITY, INFINITY)
    children = s.attach(n)
    while True:
        best = max(children, key=lambda c: s.upper[c])
        gamma = max((s.upper[c] for c in children if c != best), default=-INFINITY)
        if s.lower[best] >= gamma:
            return best
        s_alphabeta(x, s, best, before(gamma), gamma)


def second_best(x: Examination, n: int = 0) -> float:
    """Return the value of the root: that of the move proved best, whose upper bound is lowered until it is proved."""
    s = SearchTree(x.tree)
    if x.tree.is_leaf(n):
        return s_alphabeta(x, s, n, -INFINITY, INFINITY)
    best = second_best_move(x, s, n)
    while s.lower[best] < s.upper[best]:
        s_alphabeta(x, s, best, before(s.upper[best]), s.upper[best])
    s.update(n)
    return x.leave(n, solved(x, s, s.upper[n]), last=x.tree.sons(n)[-1])
