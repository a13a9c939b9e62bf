"""BLAKE2b of short messages in compiled code, equal to that of `hashlib` (Saarinen & Aumasson 2015, RFC 7693)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gametree._compile import compiled

_START = np.array(
    [
        0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B, 0xA54FF53A5F1D36F1,
        0x510E527FADE682D1, 0x9B05688C2B3E6C1F, 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179,
    ],
    dtype=np.uint64,
)  # fmt: skip

_ORDER = np.array(
    [
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
        [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
        [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
        [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
        [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
        [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
        [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
        [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
        [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
        [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
        [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
    ]
)
"""The words of the message in each round."""

_EIGHT_BYTES = np.uint64(0x01010008)
_ALL = np.uint64(2**64 - 1)
_S16, _S24, _S32, _S63 = np.uint64(16), np.uint64(24), np.uint64(32), np.uint64(63)
_S48, _S40, _S1 = np.uint64(48), np.uint64(40), np.uint64(1)


@compiled
def blake(message: NDArray[np.uint64], length: int) -> np.uint64:
    """Return the digest of 8 bytes, least first, of a message of at most 128 bytes: 16 words, filled up with zeros.

    >>> import hashlib
    >>> import numpy as np
    >>> message = np.zeros(16, dtype=np.uint64)
    >>> message[0] = 7
    >>> digest = hashlib.blake2b(bytes([7]), digest_size=8).digest()
    >>> int(blake(message, 1)) == int.from_bytes(digest, "little")
    True
    """
    v = np.empty(16, dtype=np.uint64)
    v[:8] = _START
    v[8:] = _START
    v[0] ^= _EIGHT_BYTES
    first = v[0]
    v[12] ^= np.uint64(length)
    v[14] ^= _ALL
    for turn in range(12):
        for step in range(8):
            # Columns, then diagonals.
            a, shift = step % 4, step // 4
            b, c, d = 4 + (a + shift) % 4, 8 + (a + 2 * shift) % 4, 12 + (a + 3 * shift) % 4
            v[a] += v[b] + message[_ORDER[turn, 2 * step]]
            v[d] ^= v[a]
            v[d] = (v[d] >> _S32) | (v[d] << _S32)
            v[c] += v[d]
            v[b] ^= v[c]
            v[b] = (v[b] >> _S24) | (v[b] << _S40)
            v[a] += v[b] + message[_ORDER[turn, 2 * step + 1]]
            v[d] ^= v[a]
            v[d] = (v[d] >> _S16) | (v[d] << _S48)
            v[c] += v[d]
            v[b] ^= v[c]
            v[b] = (v[b] >> _S63) | (v[b] << _S1)
    return first ^ v[0] ^ v[8]
