"""S-alpha-beta and the searches based on it (de Bruin, Pijls & Plaat 1994).

S-alpha-beta itself (Figure 4); SSS-2, its dual, SSS-0 and SSS-4, with a variation (section 5), and MTD(f) (Plaat,
Schaeffer, Pijls & de Bruin 1996), which call it on the root; second best search (section 6), which calls it on the
children of the root.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from gametree.nodes import StoredTree
from gametree.reference.alphabeta import before, minimal
from gametree.reference.recorder import INFINITY, Recorder, listed


@dataclass
class SearchTree:
    """The nodes visited so far, with the bounds f- and f+ that follow, for MAX (section 2); open nodes have infinite ones.

    >>> from gametree.examples import specimen
    >>> s = SearchTree(specimen())
    >>> s.attach(0), s.lower[1], s.upper[1]
    ([1, 10], -inf, inf)
    """

    tree: StoredTree
    lower: dict[int, float] = field(default_factory=lambda: {0: -INFINITY})
    upper: dict[int, float] = field(default_factory=lambda: {0: INFINITY})
    inner: set[int] = field(default_factory=set)  # the nodes whose children have been attached

    def __post_init__(self) -> None:
        self.tree = listed(self.tree)

    def attach(self, n: int) -> list[int]:
        """Attach all children of n, open, unless they are there; return them."""
        children = self.tree.children(n)
        if n not in self.inner:
            self.inner.add(n)
            self.lower |= dict.fromkeys(children, -INFINITY)
            self.upper |= dict.fromkeys(children, INFINITY)
        return children

    def update(self, n: int) -> None:
        """Apply the minimax rule to n, to its lower bound and to its upper bound."""
        better = max if self.tree.is_max(n) else min
        children = self.tree.children(n)
        self.lower[n] = better(self.lower[c] for c in children)
        self.upper[n] = better(self.upper[c] for c in children)

    def critical_path(self) -> tuple[int, ...]:
        """Return the path along the leftmost children whose bounds have met at the value of the root."""
        path: list[int] = []
        node, value = 0, self.lower[0]
        while node in self.inner:
            children = self.tree.children(node)
            move = next(i for i, c in enumerate(children) if self.lower[c] == self.upper[c] == value)
            path.append(move)
            node = children[move]
        return tuple(path)


def solved(x: Recorder, s: SearchTree, v: float) -> float:
    """End a search whose search tree proves the value v of the root."""
    x.lines[0] = s.critical_path()
    return v


def s_alphabeta(x: Recorder, s: SearchTree, n: int, alpha: float, beta: float) -> float:
    """Return a bound on the value of n, or the value, all from MAX's point of view, and keep what was found in s.

    Precondition: alpha < beta.  Postcondition (section 3) for the v that is returned: f(n) <= v = f+(n) if v
    <= alpha; v = f-(n) = f+(n) = f(n) if alpha < v < beta; v = f-(n) <= f(n) if v >= beta.

    >>> from gametree.examples import specimen
    >>> x = Recorder(specimen())
    >>> s = SearchTree(x.tree)
    >>> s_alphabeta(x, s, 0, 50, 60), s.upper[0]
    (40.0, 40.0)
    """
    x.enter(n, "s-alphabeta", alpha, beta)
    v = figure_4(x, s, n, alpha, beta)
    if x.watch is not None:
        x.watch(s, n, alpha, beta, v)
    return v


def figure_4(x: Recorder, s: SearchTree, n: int, alpha: float, beta: float) -> float:
    """Do the work of S-alpha-beta, line by line as in the paper."""
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


def s_alphabeta_once(x: Recorder, root: int = 0) -> float:
    """Return the value of the root: one call with an open window.

    >>> from gametree.examples import specimen
    >>> x = Recorder(specimen())
    >>> s_alphabeta_once(x), len(x.leaves)
    (40.0, 7)
    """
    s = SearchTree(x.tree)
    return solved(x, s, s_alphabeta(x, s, root, -INFINITY, INFINITY))


def sss_2(x: Recorder, n: int = 0) -> float:
    """Return the value of the root: each call lowers an upper bound, until it is a lower bound too.

    >>> from gametree.examples import specimen
    >>> x = Recorder(specimen())
    >>> sss_2(x), len(x.leaves)
    (40.0, 5)
    """
    s = SearchTree(x.tree)
    g = INFINITY
    while True:
        gamma = g
        g = s_alphabeta(x, s, n, before(gamma), gamma)
        if g == gamma:
            return solved(x, s, g)


def dual_sss_2(x: Recorder, n: int = 0) -> float:
    """Return the value of the root: each call raises a lower bound, until it is an upper bound too.

    >>> from gametree.examples import specimen
    >>> x = Recorder(specimen())
    >>> dual_sss_2(x), len(x.leaves)
    (40.0, 6)
    """
    s = SearchTree(x.tree)
    g = -INFINITY
    while True:
        gamma = g
        g = s_alphabeta(x, s, n, gamma, minimal(gamma))
        if g == gamma:
            return solved(x, s, g)


def sss_0(x: Recorder, n: int = 0, guess: float = 0.0) -> float:
    """Return the value of the root, from a first guess down or up.

    >>> from gametree.examples import specimen
    >>> x = Recorder(specimen())
    >>> sss_0(x, guess=38), len(x.leaves)
    (40.0, 5)
    """
    s = SearchTree(x.tree)
    g = guess
    while True:
        gamma = g
        g = s_alphabeta(x, s, n, before(gamma), minimal(gamma))
        if g == gamma:
            return solved(x, s, g)


def sss_4(x: Recorder, n: int = 0, step: float = 10.0) -> float:
    """Return the value of the root: down in steps, and, after one too many, up again.

    >>> from gametree.examples import specimen
    >>> x = Recorder(specimen())
    >>> sss_4(x, step=5), len(x.leaves)
    (40.0, 5)
    """
    s = SearchTree(x.tree)
    g = INFINITY
    while True:
        gamma = g
        g = s_alphabeta(x, s, n, before(gamma), minimal(gamma))
        g = max(g - step, s.lower[n])
        if g == gamma:
            return solved(x, s, g)


def sss_4_wide_window(x: Recorder, n: int = 0, step: float = 10.0, close: float = 10.0) -> float:
    """Return the value of the root: SSS-4 until its bounds are close, then one call with the window between them.

    >>> from gametree.examples import specimen
    >>> x = Recorder(specimen())
    >>> sss_4_wide_window(x, step=5, close=5), len(x.leaves)
    (40.0, 5)
    """
    s = SearchTree(x.tree)
    g = INFINITY
    while s.upper[n] - s.lower[n] > close:
        gamma = g
        g = s_alphabeta(x, s, n, before(gamma), minimal(gamma))
        g = max(g - step, s.lower[n])
    if s.lower[n] < s.upper[n]:
        s_alphabeta(x, s, n, s.lower[n], s.upper[n])
    return solved(x, s, s.upper[n])


def mtd_f(x: Recorder, n: int = 0, guess: float = 0.0) -> float:
    """Return the value of the root, from a first guess down or up, by null windows only.

    >>> from gametree.examples import specimen
    >>> x = Recorder(specimen())
    >>> mtd_f(x, guess=38), len(x.leaves)
    (40.0, 5)
    """
    s = SearchTree(x.tree)
    g = guess
    while s.lower[n] < s.upper[n]:
        gamma = minimal(g) if g == s.lower[n] else g
        g = s_alphabeta(x, s, n, before(gamma), gamma)
    return solved(x, s, g)


def second_best_move(x: Recorder, s: SearchTree, n: int = 0) -> int:
    """Return a child of n that is proved to be as good as any other: its f- is no less than the others' f+.

    >>> from gametree.examples import specimen
    >>> tree = specimen()
    >>> second_best_move(Recorder(tree), SearchTree(tree)), tree.children(0)
    (10, [1, 10])
    """
    x.enter(n, "second-best", -INFINITY, INFINITY)
    children = s.attach(n)
    while True:
        best = max(children, key=lambda c: s.upper[c])
        gamma = max((s.upper[c] for c in children if c != best), default=-INFINITY)
        if s.lower[best] >= gamma:
            return best
        s_alphabeta(x, s, best, before(gamma), gamma)


def second_best(x: Recorder, n: int = 0) -> float:
    """Return the value of the root: that of the move proved best, whose upper bound is lowered until it is proved.

    >>> from gametree.examples import specimen
    >>> x = Recorder(specimen())
    >>> second_best(x), len(x.leaves)
    (40.0, 5)
    """
    s = SearchTree(x.tree)
    if x.tree.is_leaf(n):
        return s_alphabeta(x, s, n, -INFINITY, INFINITY)
    best = second_best_move(x, s, n)
    while s.lower[best] < s.upper[best]:
        s_alphabeta(x, s, best, before(s.upper[best]), s.upper[best])
    s.update(n)
    return x.leave(n, solved(x, s, s.upper[n]), last=x.tree.children(n)[-1])
