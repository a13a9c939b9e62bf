"""Walking over the positions of a game in compiled code: children, ends, values and identities of states.

A walk holds the children of one node per level, which is all that a depth-first search needs: state number
``level * MAX_CHILDREN + i`` is child i of the current node at the level above.  The rules are chosen by a code.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametree._compile import compiled, pointer, register_jitable
from gametree.games import checkers, chess_rules, connect_four, tic_tac_toe
from gametree.games.state import WORDS, State
from gametree.search.view import ROOT, ROOT_LEVEL

TIC_TAC_TOE, CONNECT_FOUR, CHECKERS, CHESS, CHESS_BY_MOBILITY = range(5)
"""The codes of the rules; chess has two evaluations, and so two codes."""

MAX_CHILDREN = 256
"""The most children of a node."""


class WalkArrays(NamedTuple):
    """A walk, as the kernels take it (with pointers in place of the arrays)."""

    code: int
    depth: int
    words: NDArray[np.int64]
    moves: NDArray[np.int32]


def walk_arrays(code: int, depth: int, state: State) -> WalkArrays:
    """Return a walk that begins with a state, as state number 0, and goes down at most `depth` levels.

    >>> walk = walk_arrays(TIC_TAC_TOE, 1, (0, 0, 0, 0))
    >>> one_level(walk), walk.moves[MAX_CHILDREN : MAX_CHILDREN + 9].tolist()
    (9, [0, 1, 2, 3, 4, 5, 6, 7, 8])
    """
    words = np.zeros((depth + 2) * MAX_CHILDREN * WORDS, dtype=np.int64)
    words[:WORDS] = state
    moves = np.full((depth + 2) * MAX_CHILDREN, -1, dtype=np.int32)
    return WalkArrays(code, depth, words, moves)


@register_jitable
def is_over(walk: WalkArrays, state: int) -> bool:
    """Whether the game is over."""
    at = state * WORDS
    if walk.code == CONNECT_FOUR:
        return connect_four.over(walk.words, at)
    if walk.code == TIC_TAC_TOE:
        return tic_tac_toe.over(walk.words, at)
    if walk.code == CHECKERS:
        return checkers.over(walk.words, at)
    return chess_rules.over(walk.words, at, walk.moves)


@register_jitable
def children_of(walk: WalkArrays, state: int, level: int) -> int:
    """Write the children of a state at `level`, whose game is not over, at the next level; return their number.

    They are the states from ``(level + 1) * MAX_CHILDREN`` on.
    """
    at, out = state * WORDS, (level + 1) * MAX_CHILDREN
    if walk.code == CONNECT_FOUR:
        return connect_four.expand(walk.words, at, walk.moves, out)
    if walk.code == TIC_TAC_TOE:
        return tic_tac_toe.expand(walk.words, at, walk.moves, out)
    if walk.code == CHECKERS:
        count = checkers.expand(walk.words, at, walk.moves, out)
    else:
        count = chess_rules.expand(walk.words, at, walk.moves, out)
    # They have overwritten the next level; no known position comes near.
    if count > MAX_CHILDREN:
        raise ValueError("a position has more moves than a walk has room for")
    return count


@register_jitable
def worth(walk: WalkArrays, state: int, ended: bool) -> float:
    """Return the value of a state for the player to move: the outcome if the game has `ended`, else an estimate."""
    at = state * WORDS
    if walk.code == CONNECT_FOUR:
        if ended:
            return connect_four.end_value(walk.words, at)
        return connect_four.estimate(walk.words, at)
    if walk.code == TIC_TAC_TOE:
        if ended:
            return tic_tac_toe.end_value(walk.words, at)
        return tic_tac_toe.estimate(walk.words, at)
    if walk.code == CHECKERS:
        if ended:
            return checkers.end_value(walk.words, at)
        return checkers.estimate(walk.words, at)
    if ended:
        return chess_rules.end_value(walk.words, at)
    if walk.code == CHESS:
        return chess_rules.material_and_places(walk.words, at)
    return chess_rules.material_and_mobility(walk.words, at)


@register_jitable
def identity_of(walk: WalkArrays, state: int) -> np.uint64:
    """Return the number of the position: equal if and only if the same player is to move in the same position.

    Where a position does not fit into 64 bits it is a hash.  Among n positions, two collide with a probability of about
    n * n / 2**65: less than 1 in 1,000,000 for five million.
    """
    at = state * WORDS
    if walk.code == CONNECT_FOUR:
        return connect_four.key(walk.words, at)
    if walk.code == TIC_TAC_TOE:
        return tic_tac_toe.key(walk.words, at)
    if walk.code == CHECKERS:
        return checkers.key(walk.words, at)
    return chess_rules.key(walk.words, at)


@compiled
def one_level(walk_arrays: WalkArrays) -> int:
    """Write the children of the first state of a walk at level 1; return how many, 0 if the game is over."""
    walk = pointer(walk_arrays)
    return 0 if is_over(walk, ROOT) else children_of(walk, ROOT, ROOT_LEVEL)
