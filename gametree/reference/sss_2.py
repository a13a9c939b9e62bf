"""SSS-2 (de Bruin, Pijls & Plaat 1994, section 5)."""

from gametree.reference.examination import INFINITY, Examination
from gametree.reference.s_alphabeta import s_alphabeta
from gametree.reference.search_tree import SearchTree, solved
from gametree.reference.window import before


def sss_2(x: Examination, n: int = 0) -> float:
    """Return the value of the root: each call lowers an upper bound, until it is a lower bound too."""
    s = SearchTree(x.tree)
    g = INFINITY
    while True:
        gamma = g
        g = s_alphabeta(x, s, n, before(gamma), gamma)
        if g == gamma:
            return solved(x, s, g)
