"""The transposition table (Muszycka 1985, section 4.3, after Marsland & Campbell).

An entry says what a search of a position has proved: a lower and an upper bound of its value for the player to
move (equal if the search was completed), how deep that search went (its draft), and the best move it found.

- An entry of at least the depth that is asked for stands for the search: its value if the search was
  completed, else its bounds, which narrow the window.
- Any entry, a shallower one too, names the move that is to be searched first.

The thesis accepts deeper entries.  They know better than a search to the horizon, so the value that comes out
need not be the minimax value of the tree any more: that is the rule DEEPER.  With the rule EQUAL only entries of
just the depth asked for stand for a search, and the value is that of minimax.

A bucket holds two entries: the deepest, and the latest of the others.  Leaves are neither looked up nor
stored: what the table saves is searches.
"""

from typing import Any

import numpy as np
from numba.extending import register_jitable

from gametree.enhance.state import ANSWERS, EQUAL, HITS, LOOKUPS, REPLACED
from gametree.generate.random import mix

BYTES_PER_ENTRY = 8 + 8 + 8 + 4 + 4
"""What key, two bounds, draft and move take together."""

NO_MOVE = -1


@register_jitable
def bucket_of(s: Any, node: int) -> Any:
    """Return the first of the two places where the position of a node may be."""
    return 2 * np.int64(mix(s.position[node]) % np.uint64(s.buckets))


@register_jitable
def look_up(s: Any, level: int, node: int) -> Any:
    """Return a lower bound, an upper bound, and the move to be searched first (or NO_MOVE)."""
    lower, upper, move = -np.inf, np.inf, NO_MOVE
    if s.buckets == 0:
        return lower, upper, move
    s.counts[LOOKUPS] += 1
    wanted = s.horizon - level
    known, fits = -1, False
    first = bucket_of(s, node)
    for place in range(first, first + 2):
        draft = s.draft[place]
        if draft < 0 or s.key[place] != s.position[node]:
            continue
        usable = draft == wanted if s.rule == EQUAL else draft >= wanted
        # One that can stand for the search comes before one that can't, then the deeper of the two.
        if (usable and not fits) or (usable == fits and draft > known):
            known, fits, move = draft, usable, s.entry_move[place]
            lower, upper = (s.lower[place], s.upper[place]) if usable else (-np.inf, np.inf)
    s.counts[HITS] += known >= 0
    return lower, upper, move


@register_jitable
def answered(s: Any) -> None:
    """Count a node that need not be searched."""
    s.counts[ANSWERS] += 1


@register_jitable
def settled(s: Any, lower: float, upper: float, alpha: float, beta: float) -> Any:
    """Return whether bounds decide a search with the window from alpha to beta, and what it returns then."""
    enough = lower >= beta or lower == upper
    if enough or upper <= alpha:
        answered(s)
        return True, lower if enough else upper
    return False, 0.0


@register_jitable
def write(s: Any, place: int, node: int, draft: int, lower: float, upper: float, move: int) -> None:
    """Fill one place."""
    s.key[place] = s.position[node]
    s.draft[place] = draft
    s.lower[place] = lower
    s.upper[place] = upper
    s.entry_move[place] = move


@register_jitable
def store(s: Any, level: int, node: int, lower: float, upper: float, best: int) -> None:
    """Store what a search has proved of a node; `best` is the best child, or -1 if none stands out."""
    if s.buckets == 0:
        return
    draft = s.horizon - level
    move = s.move[best] if best >= 0 else NO_MOVE
    first = bucket_of(s, node)
    for place in range(first, first + 2):
        if s.draft[place] == draft and s.key[place] == s.position[node]:
            lower_too, upper_too = max(lower, s.lower[place]), min(upper, s.upper[place])
            if lower_too <= upper_too:  # with the rule DEEPER, two searches may contradict each other
                lower, upper = lower_too, upper_too
            write(s, place, node, draft, lower, upper, move if move >= 0 else s.entry_move[place])
            return
    second = first + 1
    place = first if draft >= s.draft[first] else second
    s.counts[REPLACED] += s.draft[second] >= 0 and (place == second or s.draft[first] >= 0)
    if place == first:  # what was the deepest becomes the latest of the others
        s.key[second] = s.key[first]
        s.draft[second] = s.draft[first]
        s.lower[second] = s.lower[first]
        s.upper[second] = s.upper[first]
        s.entry_move[second] = s.entry_move[first]
    write(s, place, node, draft, lower, upper, move)
