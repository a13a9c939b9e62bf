"""SSS-4 (de Bruin, Pijls & Plaat 1994, section 5)."""

from gametree.reference.examination import INFINITY, Examination
from gametree.reference.s_alphabeta import s_alphabeta
from gametree.reference.search_tree import SearchTree, solved
from gametree.reference.window import before, minimal


def sss_4(x: Examination, n: int = 0, step: float = 10.0) -> float:
    """Return the value of the root: down in steps, and, after one too many, up again."""
    s = SearchTree(x.tree)
    g = INFINITY
    while True:
        gamma = g
        g = s_alphabeta(x, s, n, before(gamma), minimal(gamma))
        g = max(g - step, s.lower[n])
        if g == gamma:
            return solved(x, s, g)
