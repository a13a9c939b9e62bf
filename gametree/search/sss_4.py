"""SSS-4, Stepwise State Space Search (de Bruin, Pijls & Plaat 1994, section 5): down in big steps."""

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
def sss_4(view: Any, counts: Any, kept: Any, step: float) -> float:
    """Return the value of the root for MAX.

    From plus infinity down as in SSS-2, but each time `step` further down than the upper bound just found.  That
    may overshoot: once a call has found a lower bound instead, the search climbs from there like dual SSS-2.
    """
    g = np.inf
    while True:
        gamma = g
        g = bound_root(view, counts, kept, just_below(gamma), just_above(gamma))
        g = max(g - step, kept.low[0])
        if g == gamma or is_full(kept):
            return g


@compiled
def start_sss_4(arrays: Any, log_arrays: Any, room: Any) -> float:
    """Search the whole tree; the option is the step."""
    view, log = view_of(arrays), log_of(log_arrays)
    forget(log, 0)
    if is_leaf(view, 0, 0):
        return lone_root(view, log)
    kept = empty_search_tree(room)
    g = sss_4(view, log.counts, kept, kept.options[0])
    if not is_full(kept):
        note_solved_line(view, log, kept)
    return g
