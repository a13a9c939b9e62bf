"""MTD(f) (Plaat, Schaeffer, Pijls & de Bruin 1996)."""

from gametree.reference.examination import Examination
from gametree.reference.s_alphabeta import s_alphabeta
from gametree.reference.search_tree import SearchTree, solved
from gametree.reference.window import before, minimal


def mtd_f(x: Examination, n: int = 0, guess: float = 0.0) -> float:
    """Return the value of the root, from a first guess down or up, by null windows only."""
    s = SearchTree(x.tree)
    g = guess
    while s.lower[n] < s.upper[n]:
        gamma = minimal(g) if g == s.lower[n] else g
        g = s_alphabeta(x, s, n, before(gamma), gamma)
    return solved(x, s, g)
