"""SSS-0 (de Bruin, Pijls & Plaat 1994, section 5)."""

from gametree.reference.examination import Examination
from gametree.reference.s_alphabeta import s_alphabeta
from gametree.reference.search_tree import SearchTree, solved
from gametree.reference.window import before, minimal


def sss_0(x: Examination, n: int = 0, guess: float = 0.0) -> float:
    """Return the value of the root, from a first guess down or up."""
    s = SearchTree(x.tree)
    g = guess
    while True:
        gamma = g
        g = s_alphabeta(x, s, n, before(gamma), minimal(gamma))
        if g == gamma:
            return solved(x, s, g)
