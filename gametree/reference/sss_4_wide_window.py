"""SSS-4 that ends with a wide window (de Bruin, Pijls & Plaat 1994, section 5, a variation)."""

from gametree.reference.examination import INFINITY, Examination
from gametree.reference.s_alphabeta import s_alphabeta
from gametree.reference.search_tree import SearchTree, solved
from gametree.reference.window import before, minimal


def sss_4_wide_window(x: Examination, n: int = 0, step: float = 10.0, close: float = 10.0) -> float:
    """Return the value of the root: SSS-4 until its bounds are close, then one call with the window between them."""
    s = SearchTree(x.tree)
    g = INFINITY
    while s.upper[n] - s.lower[n] > close:
        gamma = g
        g = s_alphabeta(x, s, n, before(gamma), minimal(gamma))
        g = max(g - step, s.lower[n])
    if s.lower[n] < s.upper[n]:
        s_alphabeta(x, s, n, s.lower[n], s.upper[n])
    return solved(x, s, s.upper[n])
