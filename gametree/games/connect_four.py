"""Connect four: four in a row, seven columns of six squares, stones fall down.

A state is (stones of the player to move, stones of the opponent, unused, unused).  A column has seven bits, the
lowest square first, the seventh always empty, so that no line runs from one column into the next; a move is
its column, 0 to 6.  The position's number marks the lowest empty square of each column, and the stones of
the player to move below it: 49 bits, exact, since the number of stones says who is to move.
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
    bad_position,
    board_of,
    check_turns,
    letters_of,
    popcount,
    state_of,
)

COLUMNS, ROWS = 7, 6
HEIGHT = ROWS + 1
DEEPEST = COLUMNS * ROWS
START = ""
BOTTOM = sum(1 << (HEIGHT * column) for column in range(COLUMNS))
BOARD = BOTTOM * ((1 << ROWS) - 1)

DIRECTIONS = (1, HEIGHT, HEIGHT - 1, HEIGHT + 1)
"""Up, right, down to the right, up to the right: how far the next square of a line is, in bits."""

LINES_THROUGH = (
    (3, 4, 5, 5, 4, 3),
    (4, 6, 8, 8, 6, 4),
    (5, 8, 11, 11, 8, 5),
    (7, 10, 13, 13, 10, 7),
    (5, 8, 11, 11, 8, 5),
    (4, 6, 8, 8, 6, 4),
    (3, 4, 5, 5, 4, 3),
)
"""How many of the 69 lines of four go through each square, by column, from the bottom."""

PLANES = tuple(
    sum(
        ((weight >> bit) & 1) << (HEIGHT * column + row)
        for column, weights in enumerate(LINES_THROUGH)
        for row, weight in enumerate(weights)
    )
    for bit in range(4)
)
"""`LINES_THROUGH` bit by bit: the squares whose number has that bit."""

THREAT = 8
"""The value of an empty square that would complete a line, in an estimate."""


@register_jitable
def _has_four(board: int) -> bool:
    for step in DIRECTIONS:
        pairs = board & (board >> step)
        if pairs & (pairs >> (2 * step)):
            return True
    return False


@register_jitable
def _completing(board: int, empty: int) -> int:
    """Return the empty squares, reachable now or not, where a stone would complete a line of four."""
    squares = (board << 1) & (board << 2) & (board << 3)
    for step in (HEIGHT - 1, HEIGHT, HEIGHT + 1):
        pairs = (board << step) & (board << (2 * step))
        squares |= pairs & ((board << (3 * step)) | (board >> step))
        pairs = (board >> step) & (board >> (2 * step))
        squares |= pairs & ((board >> (3 * step)) | (board << step))
    return squares & empty


@register_jitable
def _weight(board: int) -> int:
    total = popcount(board & PLANES[0])
    total += 2 * popcount(board & PLANES[1])
    total += 4 * popcount(board & PLANES[2])
    return total + 8 * popcount(board & PLANES[3])


@register_jitable
def over(words: Words, at: int) -> bool:
    """Whether the opponent has just won, or the board is full."""
    return _has_four(words[at + 1]) or words[at] | words[at + 1] == BOARD


@register_jitable
def end_value(words: Words, at: int) -> float:
    """Return the value of an ended game for the player to move: a loss or a draw."""
    return -float(WIN) if _has_four(words[at + 1]) else 0.0


@register_jitable
def estimate(words: Words, at: int) -> float:
    """Return lines through the stones of the player to move, and threats, less those of the opponent.

    A line counts once for each stone on it, a square that would complete a line `THREAT`.
    """
    mine, theirs = words[at], words[at + 1]
    empty = BOARD & ~(mine | theirs)
    threats = popcount(_completing(mine, empty)) - popcount(_completing(theirs, empty))
    return float(_weight(mine) - _weight(theirs) + THREAT * threats)


@register_jitable
def key(words: Words, at: int) -> np.uint64:
    """Return the number of the position: each column's stones below a mark on its lowest empty square."""
    mine, theirs = words[at], words[at + 1]
    return np.uint64(mine + (mine | theirs) + BOTTOM)


@register_jitable
def expand(words: Words, at: int, moves: Moves, out: int) -> int:
    """Write the positions after each move, and the moves, from state number `out` on; return how many there are."""
    mine, theirs = words[at], words[at + 1]
    free = ((mine | theirs) + BOTTOM) & BOARD
    count = 0
    for column in range(COLUMNS):
        stone = free & (((1 << ROWS) - 1) << (HEIGHT * column))
        if stone:
            child = (out + count) * WORDS
            words[child], words[child + 1] = theirs, mine | stone
            words[child + 2], words[child + 3] = 0, 0
            moves[out + count] = column
            count += 1
    return count


_READ = [HEIGHT * column + row for row in reversed(range(ROWS)) for column in range(COLUMNS)]


def read(text: str) -> State:
    """Return the state of a position given by its moves or as a board.

    Moves are the numbers of columns, 1 to 7, from the beginning: ``"4453"``.  A board has six rows of seven
    characters, the top row first: X (who begins), O, and . for empty.

    >>> read("44")
    (2097152, 4194304, 0, 0)
    """
    compact = "".join(text.split())
    return _after(text, compact) if not compact or compact.isdecimal() else _board(text)


def _after(text: str, columns: str) -> State:
    mine = theirs = 0
    for number, letter in enumerate(columns, start=1):
        column = int(letter) - 1
        if not 0 <= column < COLUMNS:
            raise bad_position(text, f"move {number} is {letter}: columns are 1 to {COLUMNS}")
        if _has_four(theirs):
            raise bad_position(text, f"move {number} comes after the end of the game")
        stone = ((mine | theirs) + (1 << (HEIGHT * column))) & BOARD & _column(column)
        if not stone:
            raise bad_position(text, f"move {number}: column {letter} is full")
        mine, theirs = theirs, mine | stone
    return mine, theirs, 0, 0


def _column(column: int) -> int:
    return ((1 << ROWS) - 1) << (HEIGHT * column)


def _board(text: str) -> State:
    x, o = board_of(text, ("X", "O"), COLUMNS * ROWS, _READ)
    check_turns(text, x, o)
    if any(
        (stones := (x | o) >> (HEIGHT * column) & (2**ROWS - 1)) & (stones + 1) for column in range(COLUMNS)
    ):
        raise bad_position(text, "a stone must lie on the bottom or on another stone")
    return state_of(text, x, o, _has_four, "four")


def write(state: State) -> str:
    """Return a state as a board that `read` takes, a line per row.

    >>> write(read("4453")).split()[-2:]
    ['...O...', '..OXX..']
    """
    letters = letters_of(state, _READ)
    return "\n".join(letters[i : i + COLUMNS] for i in range(0, COLUMNS * ROWS, COLUMNS))


def move_text(state: State, move: int) -> str:
    """Return a move in its usual notation: the number of the column, 1 to 7."""
    return str(move + 1)
