"""S-alpha-beta (de Bruin, Pijls & Plaat 1994, Figure 4)."""

from gametree.reference.examination import INFINITY, Examination
from gametree.reference.search_tree import SearchTree, solved


def s_alphabeta(x: Examination, s: SearchTree, n: int, alpha: float, beta: float) -> float:
    """Return a bound on the value of n, or the value, all from MAX's point of view, and keep what was found in s.

    Precondition: alpha < beta.  Postcondition (section 3) for the v that is returned: f(n) <= v = f+(n) if v
    <= alpha; v = f-(n) = f+(n) = f(n) if alpha < v < beta; v = f-(n) <= f(n) if v >= beta.
    """
    x.enter(n, "s-alphabeta", alpha, beta)
    v = figure_4(x, s, n, alpha, beta)
    if x.watch is not None:
        x.watch(s, n, alpha, beta, v)
    return v


def figure_4(x: Examination, s: SearchTree, n: int, alpha: float, beta: float) -> float:
    """Do the work of S-alpha-beta, line by line as the paper has it."""
    if alpha >= s.upper[n] or s.lower[n] >= beta or s.upper[n] == s.lower[n]:
        if s.lower[n] >= beta:
            return x.recall(n, s.lower[n])
        else:
            return x.recall(n, s.upper[n])
    if x.tree.is_leaf(n):  # in words: "in a leaf n of the game tree f+(n) = f-(n) = f(n) holds"
        s.lower[n] = s.upper[n] = x.leaf_value(n)
        return s.upper[n]
    children = s.attach(n)
    if x.tree.is_max(n):
        alpha1 = max(alpha, s.lower[n])
        g = -INFINITY
        for c in children:
            g = max(g, s_alphabeta(x, s, c, alpha1, beta))
            alpha1 = max(alpha1, g)
            if g >= min(beta, s.upper[n]):
                break
    else:
        beta1 = min(beta, s.upper[n])
        g = INFINITY
        for c in children:
            g = min(g, s_alphabeta(x, s, c, alpha, beta1))
            beta1 = min(beta1, g)
            if g <= max(alpha, s.lower[n]):
                break
    s.update(n)
    return x.leave(n, g, last=c)


def s_alphabeta_once(x: Examination, root: int = 0) -> float:
    """Return the value of the root: one call with an open window."""
    s = SearchTree(x.tree)
    return solved(x, s, s_alphabeta(x, s, root, -INFINITY, INFINITY))
