"""The dual of SSS-2 (de Bruin, Pijls & Plaat 1994, section 5)."""

from gametree.reference.examination import INFINITY, Examination
from gametree.reference.s_alphabeta import s_alphabeta
from gametree.reference.search_tree import SearchTree, solved
from gametree.reference.window import minimal


def dual_sss_2(x: Examination, n: int = 0) -> float:
    """Return the value of the root: each call raises a lower bound, until it is an upper bound too."""
    s = SearchTree(x.tree)
    g = -INFINITY
    while True:
        gamma = g
        g = s_alphabeta(x, s, n, gamma, minimal(gamma))
        if g == gamma:
            return solved(x, s, g)
