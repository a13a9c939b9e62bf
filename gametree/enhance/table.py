"""The transposition table (Muszycka 1985, section 4.3, after Marsland & Campbell).

An entry holds the result of searching a position: a lower and an upper bound of its value for the player to move
(equal if the search was completed), the depth of that search (its draft), and the best move found.

- An entry of at least the required depth replaces the search: by its value if the search was completed, else its
  bounds narrow the window.
- Any entry, a shallower one too, names the move to search first.

The thesis accepts deeper entries, the rule DEEPER.  They see beyond the horizon, so the result need not be the minimax
value of the tree.  With the rule EQUAL only entries of exactly the required depth replace a search, and the value is
that of minimax.

A bucket holds two entries: the deepest, and the latest of the others.  Leaves are neither looked up nor
stored.
"""

import numpy as np

from gametree._compile import register_jitable
from gametree.enhance.state import ANSWERS, EQUAL, HITS, LOOKUPS, REPLACED, EnhancedState
from gametree.generate.random import mix

BYTES_PER_ENTRY = 8 + 8 + 8 + 4 + 4
"""Memory of key, two bounds, draft and move."""

NO_MOVE = -1


@register_jitable
def bucket_of(s: EnhancedState, node: int) -> np.int64:
    """Return the first of the two places where the position of a node may be."""
    return 2 * np.int64(mix(s.tree.position[node]) % np.uint64(s.table.buckets))


@register_jitable
def look_up(s: EnhancedState, level: int, node: int) -> tuple[float, float, int]:
    """Return a lower bound, an upper bound, and the move to be searched first (or NO_MOVE)."""
    lower, upper, move = -np.inf, np.inf, NO_MOVE
    if s.table.buckets == 0:
        return lower, upper, move
    s.work.counts[LOOKUPS] += 1
    wanted = s.horizon - level
    known, fits = -1, False
    first = bucket_of(s, node)
    for place in range(first, first + 2):
        draft = s.table.draft[place]
        if draft < 0 or s.table.key[place] != s.tree.position[node]:
            continue
        usable = draft == wanted if s.table.rule == EQUAL else draft >= wanted
        # An entry that can replace the search comes before one that can't, then the deeper of the two.
        if (usable and not fits) or (usable == fits and draft > known):
            known, fits, move = draft, usable, s.table.move[place]
            lower, upper = (s.table.lower[place], s.table.upper[place]) if usable else (-np.inf, np.inf)
    s.work.counts[HITS] += known >= 0
    return lower, upper, move


@register_jitable
def answered(s: EnhancedState) -> None:
    """Count a node that need not be searched."""
    s.work.counts[ANSWERS] += 1


@register_jitable
def settled(s: EnhancedState, lower: float, upper: float, alpha: float, beta: float) -> tuple[bool, float]:
    """Return whether bounds decide a search with the window from alpha to beta, and the value to return if so."""
    enough = lower >= beta or lower == upper
    if enough or upper <= alpha:
        answered(s)
        return True, lower if enough else upper
    return False, 0.0


@register_jitable
def write(s: EnhancedState, place: int, node: int, draft: int, lower: float, upper: float, move: int) -> None:
    """Fill one place."""
    s.table.key[place] = s.tree.position[node]
    s.table.draft[place] = draft
    s.table.lower[place] = lower
    s.table.upper[place] = upper
    s.table.move[place] = move


@register_jitable
def store(s: EnhancedState, level: int, node: int, lower: float, upper: float, best: int) -> None:
    """Store what a search has proved of a node; `best` is the best child, or -1 if none is known."""
    if s.table.buckets == 0:
        return
    draft = s.horizon - level
    move = s.tree.move[best] if best >= 0 else NO_MOVE
    first = bucket_of(s, node)
    for place in range(first, first + 2):
        if s.table.draft[place] == draft and s.table.key[place] == s.tree.position[node]:
            lower_too, upper_too = max(lower, s.table.lower[place]), min(upper, s.table.upper[place])
            if lower_too <= upper_too:  # with the rule DEEPER, two searches may contradict each other
                lower, upper = lower_too, upper_too
            write(s, place, node, draft, lower, upper, move if move >= 0 else s.table.move[place])
            return
    second = first + 1
    place = first if draft >= s.table.draft[first] else second
    s.work.counts[REPLACED] += s.table.draft[second] >= 0 and (place == second or s.table.draft[first] >= 0)
    if place == first:  # the former deepest becomes the latest of the others
        s.table.key[second] = s.table.key[first]
        s.table.draft[second] = s.table.draft[first]
        s.table.lower[second] = s.table.lower[first]
        s.table.upper[second] = s.table.upper[first]
        s.table.move[second] = s.table.move[first]
    write(s, place, node, draft, lower, upper, move)
