"""Principal Variation Search (Muszycka 1985, section 2.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.reference.recorder import INFINITY, Recorder
from gametree.reference.window import minimal, unit

if TYPE_CHECKING:
    from gametree.reference.window import Window


def pvs(
    x: Recorder, p: int, alpha: float = -INFINITY, beta: float = INFINITY, above: Window = minimal
) -> float:
    """Return the value of p for the player to move at p if it lies between alpha and beta, else a bound on it.

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
