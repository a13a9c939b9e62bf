"""P-games in theory: the probability that a minimax search decides right, by recurrence (no sampling).

A Pearl-game of width w ends after t moves in one of w^t squares, each a win of the last player with
probability 1 - xi, independently.  A node's value is the number of squares below it that are good for its mover,
so (who wins, value) has a distribution that follows from that of its children, both for static values (sums) and
for backed-up ones (maxima).  Nau 1983, section 4, and Muszycka 1985, sections 5.1 and 5.3.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import mul
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.fft import irfft, next_fast_len, rfft

from gametree._checks import as_float, check_count, check_kind, shown
from gametree.pearl import xi

MOST_SQUARES = 2**23
"""The most squares below a child of the root: the distribution of static values then takes 0.7 GB."""


class Joint(NamedTuple):
    """Probabilities of (won by its mover, value) and (lost, value), values in increasing order.

    >>> Joint(won=np.array([0.0, 0.4]), lost=np.array([0.6, 0.0])).won.sum().item()
    0.4
    """

    won: NDArray[np.float64]
    lost: NDArray[np.float64]


def _by_height(w: int, highest: int, p: float) -> Iterator[Joint]:
    """Yield the distributions of the number of good squares below a node of height 0, 1, ..., highest.

    Each is made from the one before; a square is a win of the player who moves last with probability p.
    """
    ones = Joint(np.array([0.0, p]), np.array([1 - p, 0.0]))
    for height in range(highest + 1):
        yield ones if height % 2 == 0 else Joint(ones.won[::-1], ones.lost[::-1])
        if height < highest:
            # A node is won by its mover if all its children are lost by theirs; squares just add up.
            won = law_of_sum((ones.lost, w))
            ones = Joint(won, np.maximum(law_of_sum((ones.won + ones.lost, w)) - won, 0.0))


def backed_up(joint: Joint, w: int) -> Joint:
    """Return the distribution one move earlier, where a value is minus the greatest value of w children.

    >>> joint = backed_up(Joint(won=np.array([0.0, 0.5]), lost=np.array([0.5, 0.0])), 2)
    >>> joint.won.tolist(), joint.lost.tolist()
    ([0.0, 0.25], [0.75, 0.0])
    """
    _check_joint(joint)
    w = check_count("w", w, 1, 10**6)
    lost, either = np.cumsum(joint.lost), np.cumsum(joint.won + joint.lost)
    # All children are at most x with the w-th power of the probability; the minus sign reverses the order of values.
    won = np.diff(lost**w, prepend=0.0)
    return Joint(won[::-1], (np.diff(either**w, prepend=0.0) - won)[::-1])


def probability_of_correct_decision(joint: Joint) -> float:
    """Return how often a won child has a greater value than a lost one, ties counted half.

    >>> probability_of_correct_decision(Joint(won=np.array([0.0, 0.5]), lost=np.array([0.5, 0.0])))
    1.0
    """
    _check_joint(joint)
    won, lost = joint.won / joint.won.sum(), joint.lost / joint.lost.sum()
    return float(won @ (np.cumsum(lost) - lost / 2))


def p_game_quality(w: int, t: int, p: float | None = None) -> NDArray[np.float64]:
    """Return the probability of a correct decision for minimax searches to the depths 1, 2, ..., t, where games end.

    A square is a win of the last player with probability p: 1 - xi(w) by default.  w^(t-1) may be at most
    `MOST_SQUARES`.

    >>> p_game_quality(2, 5).round(4).tolist()
    [0.8491, 0.8724, 0.8929, 1.0, 1.0]
    """
    w, t = check_size(w, t)
    if p is not None and not 0 < as_float(p) < 1:
        raise ValueError(f"p is {shown(p)}: it must be between 0 and 1")
    p = 1 - xi(w) if p is None else p
    quality = np.empty(t)
    for height, joint in enumerate(_by_height(w, t - 1, p)):
        moves = t - height - 1
        for _ in range(moves):
            joint = backed_up(joint, w)
        quality[moves] = probability_of_correct_decision(joint)
    return quality


def check_size(w: int, t: int) -> tuple[int, int]:
    """Return the width of games and the number of their moves if their values can be followed."""
    w, t = check_count("w", w, 2, 1000), check_count("t", t, 1, 30)
    if w ** (t - 1) > MOST_SQUARES:
        raise ValueError(f"w, t are {w}, {t}: w^(t-1) must be at most {MOST_SQUARES}, and is {w ** (t - 1)}")
    return w, t


def _check_joint(joint: Joint) -> None:
    check_kind("joint", joint, Joint, "a Joint of won and lost")
    for name, given in zip(Joint._fields, joint, strict=True):
        if not isinstance(given, np.ndarray) or given.shape != np.shape(joint.won) or given.ndim != 1:
            raise ValueError(
                f"joint.{name} is {shown(given)}: won and lost must be two rows of as many numbers"
            )


def law_of_sum(*parts: tuple[NDArray[np.float64], int]) -> NDArray[np.float64]:
    """Return the law of a sum of independent numbers: so many from each law of the values 0, 1, 2, ..."""
    size = sum(n * (len(law) - 1) for law, n in parts) + 1
    length = next_fast_len(size, real=True)
    spectrum = reduce(mul, (rfft(law, length) ** n for law, n in parts))
    return np.maximum(irfft(spectrum, length)[:size], 0.0)
