"""Tic-tac-toe: three in a row, on nine squares.

A state is (stones of the player to move, stones of the opponent, unused, unused); bit 0 is the upper left
square, bit 8 the lower right one.  A move is the number of its square, 0 to 8.  Both boards together are the
position's number: 18 bits, exact, since the number of stones says who is to move.
"""

from __future__ import annotations

import numpy as np

from gametree._compile import register_jitable
from gametree.games.state import (
    WIN,
    WORDS,
    Moves,
    State,
    Words,
    board_of,
    check_turns,
    letters_of,
    popcount,
    state_of,
)

SQUARES = 9
LINES = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
FULL = 0o777
DEEPEST = SQUARES
START = "........."


@register_jitable
def _has_line(board: int) -> bool:
    for line in LINES:  # noqa: SIM110 (numba compiles no generator expressions)
        if board & line == line:
            return True
    return False


@register_jitable
def over(words: Words, at: int) -> bool:
    """Whether the opponent has just won, or the board is full."""
    return _has_line(words[at + 1]) or words[at] | words[at + 1] == FULL


@register_jitable
def end_value(words: Words, at: int) -> float:
    """Return the value of an ended game for the player to move: a loss or a draw."""
    return -float(WIN) if _has_line(words[at + 1]) else 0.0


@register_jitable
def estimate(words: Words, at: int) -> float:
    """Return lines still open to the player to move less those open to the opponent; 4 for a line with two stones."""
    mine, theirs = words[at], words[at + 1]
    total = 0
    for line in LINES:
        own, other = popcount(mine & line), popcount(theirs & line)
        if other == 0:
            total += 4 if own == 2 else 1
        if own == 0:
            total -= 4 if other == 2 else 1
    return float(total)


@register_jitable
def key(words: Words, at: int) -> np.uint64:
    """Return the number of the position."""
    return np.uint64(words[at] | (words[at + 1] << SQUARES))


@register_jitable
def expand(words: Words, at: int, moves: Moves, out: int) -> int:
    """Write the positions after each move, and the moves, from state number `out` on; return how many there are."""
    mine, theirs = words[at], words[at + 1]
    count = 0
    for square in range(SQUARES):
        stone = 1 << square
        if not (mine | theirs) & stone:
            child = (out + count) * WORDS
            words[child], words[child + 1] = theirs, mine | stone
            words[child + 2], words[child + 3] = 0, 0
            moves[out + count] = square
            count += 1
    return count


def read(text: str) -> State:
    """Return the state of a board of nine characters, row by row: X (who begins), O, and . for empty.

    >>> read("X...O....")
    (1, 16, 0, 0)
    """
    x, o = board_of(text, ("X", "O"), SQUARES, range(SQUARES))
    check_turns(text, x, o)
    return state_of(text, x, o, _has_line, "three")


def write(state: State) -> str:
    """Return a state as `read` takes it.

    >>> write(read("X...O...."))
    'X...O....'
    """
    return letters_of(state, range(SQUARES))


def move_text(state: State, move: int) -> str:
    """Return a move in its usual notation: the number of the square, 1 to 9."""
    return str(move + 1)
