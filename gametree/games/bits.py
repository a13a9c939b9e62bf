"""Boards as bits of one number: what the rules of all compiled games share.

A state is four int64 words; what they mean is the business of the game.  Most boards use at most 49 bits, so that
they are never negative and plain signed arithmetic will do; where chess uses all 64, a shift to the right brings
in ones, which have to be masked.
"""

import numpy as np
from numba.extending import register_jitable
from numpy.typing import NDArray

from gametree.generate.random import mix

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
