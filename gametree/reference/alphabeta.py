"""Minimax, Branch-and-bound, Alphabeta and its variants, and PVS (Muszycka 1985, sections 1.2 and 2.1 to 2.4).

Alphabeta (Knuth & Moore 1975, section 3), recursive and iterative; Falphabeta, which is Alphabeta with two lines changed,
so that it returns a tighter bound when it fails; Palphabeta, which probes with Falphabeta and searches again with
Alphabeta; and Principal Variation Search, which probes with itself.
"""

from __future__ import annotations

from math import nextafter
from typing import TYPE_CHECKING

from gametree.reference.recorder import INFINITY, Recorder

if TYPE_CHECKING:
    from collections.abc import Callable

    Window = Callable[[float], float]
    """The upper end of a window that begins at m."""


def minimal(m: float) -> float:
    """Return the next number after m: nothing lies strictly between."""
    return nextafter(m, INFINITY)


def unit(m: float) -> float:
    """Return m + 1, as the thesis prints it: nothing lies strictly between if all values are whole numbers."""
    return m + 1


def before(m: float) -> float:
    """Return the number before m: nothing lies strictly between."""
    return nextafter(m, -INFINITY)


def negamax(x: Recorder, p: int) -> float:
    """Minimax in its negamax form (section 1.2): return the value of p for the player to move at p.

    >>> from gametree.examples import specimen
    >>> x = Recorder(specimen())
    >>> negamax(x, 0), len(x.leaves)
    (40.0, 11)
    """
    children = x.generate(p, "negamax")
    if not children:
        return x.staticvalue(p)
    m = -INFINITY
    for child in children:
        value = -negamax(x, child)
        if value > m:
            m = value
            x.best(p, child)
    return x.done(p, m)


def branch_and_bound(x: Recorder, p: int, bound: float = INFINITY) -> float:
    """Section 2.1: return the value of p for the player to move at p, or some value >= bound if it is at least bound.

    >>> from gametree.examples import specimen
    >>> x = Recorder(specimen())
    >>> branch_and_bound(x, 0), len(x.leaves)
    (40.0, 7)
    """
    children = x.generate(p, "branch-and-bound", beta=bound)
    if not children:
        return x.staticvalue(p)
    m = -INFINITY
    for child in children:
        value = -branch_and_bound(x, child, -m)
        if value > m:
            m = value
            x.best(p, child)
        if m >= bound:
            return x.cut(p, m, child)
    return x.done(p, m)


def alphabeta(x: Recorder, p: int, alpha: float = -INFINITY, beta: float = INFINITY) -> float:
    """Return the value of p for the player to move at p if it lies between alpha and beta, else the bound it passes.

    >>> from gametree.examples import specimen
    >>> x = Recorder(specimen())
    >>> alphabeta(x, 0), len(x.leaves)
    (40.0, 7)
    >>> alphabeta(Recorder(specimen()), 0, 12, 20)
    20
    """
    children = x.generate(p, "alphabeta", alpha, beta)
    if not children:
        return x.staticvalue(p)
    m = alpha
    for child in children:
        value = -alphabeta(x, child, -beta, -m)
        if value > m:
            m = value
            x.best(p, child)
        if m >= beta:
            return x.cut(p, m, child)
    return x.done(p, m)


def alphabeta_iterative(x: Recorder, p: int) -> float:
    """Return the value of p, the root, for the player to move.

    At level l, a[l-2], a[l-1], a[l] and a[l+1] are alpha, -beta, m and -t of `alphabeta`; r[l] and r[l+1] are p and its
    child under search.  The paper's jumps are the two loops.

    >>> from gametree.examples import specimen
    >>> x = Recorder(specimen())
    >>> alphabeta_iterative(x, 0), len(x.leaves)
    (40.0, 7)
    """
    level = 0
    a = {-2: -INFINITY, -1: -INFINITY}
    r = {0: p}
    waiting: dict[int, list[int]] = {}
    while True:
        waiting[level] = x.generate(r[level], "alphabeta-iterative", a[level - 2], -a[level - 1])
        if waiting[level]:
            a[level] = a[level - 2]
        else:
            a[level] = x.staticvalue(r[level])
            level = _resume(x, a, r, waiting, level - 1)
            if level < 0:
                return a[0]
        r[level + 1] = waiting[level].pop(0)
        level += 1


def _resume(
    x: Recorder, a: dict[int, float], r: dict[int, int], waiting: dict[int, list[int]], level: int
) -> int:
    """Pass the value of a child up until a node has a child left to search; return its level, -1 for none."""
    while level >= 0:
        improved = -a[level + 1] > a[level]
        if improved:
            a[level] = -a[level + 1]
            x.best(r[level], r[level + 1])
        if improved and a[level + 1] <= a[level - 1]:
            x.cut(r[level], a[level], r[level + 1])
        elif waiting[level]:
            return level
        else:
            x.done(r[level], a[level])
        level -= 1
    return level


def falphabeta(x: Recorder, p: int, alpha: float = -INFINITY, beta: float = INFINITY) -> float:
    """Return the value of p for the player to move at p if it lies between alpha and beta, else a bound on it.

    >>> from gametree.examples import specimen
    >>> x = Recorder(specimen())
    >>> falphabeta(x, 0), len(x.leaves)
    (40.0, 7)
    >>> falphabeta(Recorder(specimen()), 0, 50, 60)
    40.0
    """
    children = x.generate(p, "falphabeta", alpha, beta)
    if not children:
        return x.staticvalue(p)
    m = -INFINITY
    for child in children:
        value = -falphabeta(x, child, -beta, -max(m, alpha))
        if value > m:
            m = value
            if m > alpha:
                x.best(p, child)
        if m >= beta:
            return x.cut(p, m, child)
    return x.done(p, m)


def palphabeta(x: Recorder, p: int, above: Window = minimal) -> float:
    """Return the value of p for the player to move at p.

    >>> from gametree.examples import specimen
    >>> x = Recorder(specimen())
    >>> palphabeta(x, 0), len(x.leaves)
    (40.0, 7)
    """
    children = x.generate(p, "palphabeta")
    if not children:
        return x.staticvalue(p)
    m = -palphabeta(x, children[0], above)
    x.best(p, children[0])
    for child in children[1:]:
        t = -falphabeta(x, child, -above(m), -m)
        if t > m:
            m = -alphabeta(x, child, -INFINITY, -t)
            x.best(p, child)
    return x.done(p, m)


def palphabeta_unit_window(x: Recorder, p: int) -> float:
    """Palphabeta with the window of width 1 that the thesis prints.

    >>> from gametree.examples import specimen
    >>> x = Recorder(specimen())
    >>> palphabeta_unit_window(x, 0), len(x.leaves)
    (40.0, 7)
    """
    return palphabeta(x, p, unit)


def pvs(
    x: Recorder, p: int, alpha: float = -INFINITY, beta: float = INFINITY, above: Window = minimal
) -> float:
    """Section 2.4: return the value of p for the player to move at p if between alpha and beta, else a bound on it.

    >>> from gametree.examples import specimen
    >>> x = Recorder(specimen())
    >>> pvs(x, 0), len(x.leaves)
    (40.0, 7)
    """
    children = x.generate(p, "pvs", alpha, beta)
    if not children:
        return x.staticvalue(p)
    m = -pvs(x, children[0], -beta, -alpha, above)
    if m > alpha:
        x.best(p, children[0])
    if m >= beta:
        return x.cut(p, m, children[0])
    for child in children[1:]:
        bound = max(m, alpha)
        t = -pvs(x, child, -above(bound), -bound, above)
        if t > m:
            m = -pvs(x, child, -beta, -t, above)
            if m > alpha:
                x.best(p, child)
            else:
                x.clear_pv(p)
        if m >= beta:
            return x.cut(p, m, child)
    return x.done(p, m)


def pvs_unit_window(x: Recorder, p: int) -> float:
    """PVS with the window of width 1 that the thesis prints.

    >>> from gametree.examples import specimen
    >>> x = Recorder(specimen())
    >>> pvs_unit_window(x, 0), len(x.leaves)
    (40.0, 7)
    """
    return pvs(x, p, above=unit)
