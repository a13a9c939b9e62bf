"""MTD(f): like SSS-0, with null windows only (Plaat, Schaeffer, Pijls & de Bruin 1996)."""

from typing import Any

from numba.extending import register_jitable

from gametree._compile import compiled
from gametree.search.log import forget, log_of, lone_root
from gametree.search.s_alphabeta import bound_root
from gametree.search.search_tree import empty_search_tree, is_full, note_solved_line
from gametree.search.view import is_leaf, view_of
from gametree.search.window import just_above, just_below


@register_jitable
def mtd_f(view: Any, counts: Any, kept: Any, guess: float) -> float:
    """Return the value of the root for MAX.

    Each call asks whether the value is below gamma; gamma is the bound that came back last, or, when that was a
    lower bound, the number after it.  It ends when the bounds of the root have met.
    """
    g = guess
    while kept.low[0] < kept.high[0]:
        gamma = just_above(g) if g == kept.low[0] else g
        g = bound_root(view, counts, kept, just_below(gamma), gamma)
        if is_full(kept):
            return g
    return g


@compiled
def start_mtd_f(arrays: Any, log_arrays: Any, room: Any) -> float:
    """Search the whole tree; the option is the first guess."""
    view, log = view_of(arrays), log_of(log_arrays)
    forget(log, 0)
    if is_leaf(view, 0, 0):
        return lone_root(view, log)
    kept = empty_search_tree(room)
    g = mtd_f(view, log.counts, kept, kept.options[0])
    if not is_full(kept):
        note_solved_line(view, log, kept)
    return g
