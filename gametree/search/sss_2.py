"""SSS-2 (de Bruin, Pijls & Plaat 1994, section 5): SSS* as a sequence of searches that each lower an upper bound."""

from typing import Any

import numpy as np
from numba.extending import register_jitable

from gametree._compile import compiled
from gametree.search.log import forget, log_of, lone_root
from gametree.search.s_alphabeta import bound_root
from gametree.search.search_tree import empty_search_tree, is_full, note_solved_line
from gametree.search.view import is_leaf, view_of
from gametree.search.window import just_below


@register_jitable
def sss_2(view: Any, counts: Any, kept: Any) -> float:
    """Return the value of the root for MAX.

    Each call asks whether the value is below the best upper bound so far, and either lowers it by building a
    better max solution tree, or finds the min solution tree that proves it.
    """
    g = np.inf
    while True:
        gamma = g
        g = bound_root(view, counts, kept, just_below(gamma), gamma)
        if g == gamma or is_full(kept):
            return g


@compiled
def start_sss_2(arrays: Any, log_arrays: Any, room: Any) -> float:
    """Search the whole tree."""
    view, log = view_of(arrays), log_of(log_arrays)
    forget(log, 0)
    if is_leaf(view, 0, 0):
        return lone_root(view, log)
    kept = empty_search_tree(room)
    g = sss_2(view, log.counts, kept)
    if not is_full(kept):
        note_solved_line(view, log, kept)
    return g
