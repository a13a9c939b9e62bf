"""What the compiled games share: a state as four words, bits of boards, and reading positions from text.

The meaning of the four int64 words is up to the game.  Most boards use at most 49 bits, so they are never negative and
plain signed arithmetic will do; chess uses all 64, where a shift to the right brings in ones that must be masked.
"""

from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

from gametree._checks import shown
from gametree._compile import register_jitable
from gametree.generate.random import mix

State = tuple[int, int, int, int]
"""A position of a compiled game."""

WORDS = 4
"""Words of a state."""

WIN = 10_000
"""What a won game is worth to its winner, in every game; estimates are smaller."""

Words = NDArray[np.int64]
"""States one after the other."""

Moves = NDArray[np.int32]
"""A move per state: the one that led to it."""

_ODD_BITS = 0x5555555555555555
_PAIRS = 0x3333333333333333
_NIBBLES = 0x0F0F0F0F0F0F0F0F
_ONES = 0x0101010101010101
_STEP = np.uint64(0x9E3779B97F4A7C15)


@register_jitable
def popcount(board: int) -> int:
    """Return the number of bits that are set."""
    board -= (board >> 1) & _ODD_BITS
    board = (board & _PAIRS) + ((board >> 2) & _PAIRS)
    board = (board + (board >> 4)) & _NIBBLES
    return ((board * _ONES) >> 56) & 127


@register_jitable
def scrambled(first: int, second: int, third: int) -> np.uint64:
    """Return 64 bits that depend on three words, for positions that do not fit into 64 bits themselves."""
    return mix(mix(mix(np.uint64(first) + _STEP) + np.uint64(second)) + np.uint64(third))


def bad_position(text: str, allowed: str) -> ValueError:
    """Return the error for an impossible position."""
    return ValueError(f"position is {shown(text)}: {allowed}")


def board_of(text: str, stones: tuple[str, str], squares: int, bits: Iterable[int]) -> tuple[int, int]:
    """Return the boards of both players from one character per square; white space is ignored.

    `stones` are the letters of the first and the second player, in either case; an empty square is a dot.  `bits` has
    the bit of each square, in the order of the text.
    """
    compact = "".join(text.split()).upper()
    if len(compact) != squares or set(compact) - {*stones, "."}:
        raise bad_position(text, f"it must have {squares} squares, each {stones[0]}, {stones[1]} or .")
    first = second = 0
    for letter, bit in zip(compact, bits, strict=True):
        first |= (letter == stones[0]) << bit
        second |= (letter == stones[1]) << bit
    return first, second


def check_turns(text: str, first: int, second: int) -> None:
    """Raise a ValueError unless the first player has as many stones as the second, or one more."""
    if first.bit_count() - second.bit_count() not in (0, 1):
        raise bad_position(
            text,
            f"who begins must have as many stones as the other or one more,"
            f" not {first.bit_count()} against {second.bit_count()}",
        )


def state_of(text: str, x: int, o: int, has_row: Callable[[int], bool], row: str) -> State:
    """Return the state of two boards, that of the player to move first; of `row` in a row at most the last mover's."""
    if has_row(x) and has_row(o):
        raise bad_position(text, f"only one player may have {row} in a row")
    first, second = x.bit_count(), o.bit_count()
    if (has_row(x) and first == second) or (has_row(o) and first > second):
        raise bad_position(text, f"the player with {row} in a row must have moved last")
    return (x, o, 0, 0) if first == second else (o, x, 0, 0)


def letters_of(state: State, bits: Iterable[int]) -> str:
    """Return the squares of a board as text: X (who began), O, and . for empty."""
    mine, theirs = state[:2]
    x, o = (mine, theirs) if mine.bit_count() == theirs.bit_count() else (theirs, mine)
    return "".join("X" if x >> bit & 1 else "O" if o >> bit & 1 else "." for bit in bits)
