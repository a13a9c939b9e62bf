"""SSS-0 (de Bruin, Pijls & Plaat 1994, section 5): from a first guess down or up to the value."""

from typing import Any

from numba.extending import register_jitable

from gametree._compile import compiled
from gametree.search.log import forget, log_of, lone_root
from gametree.search.s_alphabeta import bound_root
from gametree.search.search_tree import empty_search_tree, is_full, note_solved_line
from gametree.search.view import is_leaf, view_of
from gametree.search.window import just_above, just_below


@register_jitable
def sss_0(view: Any, counts: Any, kept: Any, guess: float) -> float:
    """Return the value of the root for MAX.

    Each call asks whether the value is the guess, less or more: its window holds the guess and nothing else, so
    it is not a null window.  The bound that comes back is the next guess.
    """
    g = guess
    while True:
        gamma = g
        g = bound_root(view, counts, kept, just_below(gamma), just_above(gamma))
        if g == gamma or is_full(kept):
            return g


@compiled
def start_sss_0(arrays: Any, log_arrays: Any, room: Any) -> float:
    """Search the whole tree; the option is the first guess."""
    view, log = view_of(arrays), log_of(log_arrays)
    forget(log, 0)
    if is_leaf(view, 0, 0):
        return lone_root(view, log)
    kept = empty_search_tree(room)
    g = sss_0(view, log.counts, kept, kept.options[0])
    if not is_full(kept):
        note_solved_line(view, log, kept)
    return g
