"""A small random number generator for compiled code: SplitMix64, one independent stream per tree.

The start of a stream depends on (seed, cell, number) only, so a tree does not depend on the order of work.  Steele, Lea &
Flood 2014 describe the generator, Lemire 2019 unbiased drawing below a bound.
"""

import hashlib

import numpy as np
from numpy.typing import NDArray

from gametree._compile import Reals, register_jitable

_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S30, _S27, _S31, _S32, _S11 = (np.uint64(shift) for shift in (30, 27, 31, 32, 11))
_LOW_32 = np.uint64(0xFFFFFFFF)
_TWO_32 = np.uint64(0x100000000)


Stream = NDArray[np.uint64]
"""The state of a stream of random numbers: an array of one number, or a pointer to it."""


@register_jitable
def mix(z: np.uint64) -> np.uint64:
    """Scramble 64 bits."""
    z = (z ^ (z >> _S30)) * _MIX_1
    z = (z ^ (z >> _S27)) * _MIX_2
    return z ^ (z >> _S31)


@register_jitable
def stream(seed: int, cell: int | np.uint64, number: int) -> np.uint64:
    """Return the start of the stream of tree `number` of a cell."""
    return mix(mix(mix(np.uint64(seed) + _STEP) + np.uint64(cell)) + np.uint64(number) * _STEP)


@register_jitable
def next_bits(state: Stream) -> np.uint64:
    """Return 64 random bits, and advance the stream."""
    state[0] += _STEP
    return mix(state[0])


@register_jitable
def below(state: Stream, n: int) -> np.int64:
    """Return a whole number from 0 to n - 1, all equally likely (1 <= n <= 2**32)."""
    bound = np.uint64(n)
    product = (next_bits(state) >> _S32) * bound
    if (product & _LOW_32) < bound:
        least = (_TWO_32 - bound) % bound
        while (product & _LOW_32) < least:
            product = (next_bits(state) >> _S32) * bound
    return np.int64(product >> _S32)


@register_jitable
def between(state: Stream, low: int, high: int) -> int:
    """Return a whole number from low to high, all equally likely."""
    return low + below(state, high - low + 1)


@register_jitable
def bernoulli(state: Stream, p: float) -> np.bool_:
    """Return True with probability p."""
    return np.float64(next_bits(state) >> _S11) * 2.0**-53 < p


@register_jitable(forceinline=True)
def fill_permutation(state: Stream, out: Reals, start: int, n: int, base: float, unit: float) -> None:
    """Write base + unit, base + 2 unit, ..., base + n unit into out[start : start + n], in random order."""
    state[0] += _STEP  # the draw below 1, whose result is known
    out[start] = base + unit
    for i in range(1, n):
        j = below(state, i + 1)
        out[start + i] = out[start + j]
        out[start + j] = base + (i + 1) * unit


def cell_number(*description: object) -> int:
    """Return a 64-bit number for a cell of an experiment, from its description.

    >>> from gametree.generate.random import cell_number
    >>> cell_number("uniform", 3, 6) == cell_number("uniform", 3, 6)
    True
    >>> cell_number("uniform", 3, 6) == cell_number("uniform", 3, 7)
    False
    """
    digest = hashlib.sha256("|".join(map(str, description)).encode()).digest()
    return int.from_bytes(digest[:8], "little")
