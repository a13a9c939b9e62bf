"""SSS-4 that ends with a wide window (de Bruin, Pijls & Plaat 1994, section 5, a variation)."""

from typing import Any

import numpy as np
from numba.extending import register_jitable

from gametree._compile import compiled
from gametree.search.log import forget, log_of, lone_root
from gametree.search.s_alphabeta import bound_root
from gametree.search.search_tree import empty_search_tree, is_full, note_solved_line
from gametree.search.view import is_leaf, view_of
from gametree.search.window import just_above, just_below


@register_jitable
def sss_4_wide_window(view: Any, counts: Any, kept: Any, step: float, close: float) -> float:
    """Return the value of the root for MAX.

    Like SSS-4 until the bounds of the root are at most `close` apart; then one call with the window between them
    finds the value.  With `close` not less than `step` that is the call after the first overshoot.
    """
    g = np.inf
    while kept.high[0] - kept.low[0] > close:
        gamma = g
        g = bound_root(view, counts, kept, just_below(gamma), just_above(gamma))
        g = max(g - step, kept.low[0])
        if is_full(kept):
            return g
    if kept.low[0] < kept.high[0]:
        bound_root(view, counts, kept, kept.low[0], kept.high[0])
    return kept.high[0]


@compiled
def start_sss_4_wide_window(arrays: Any, log_arrays: Any, room: Any) -> float:
    """Search the whole tree; the options are the step and how close the bounds must be."""
    view, log = view_of(arrays), log_of(log_arrays)
    forget(log, 0)
    if is_leaf(view, 0, 0):
        return lone_root(view, log)
    kept = empty_search_tree(room)
    g = sss_4_wide_window(view, log.counts, kept, kept.options[0], kept.options[1])
    if not is_full(kept):
        note_solved_line(view, log, kept)
    return g
