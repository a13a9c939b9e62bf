"""Evaluation functions of G-games: a weight for every place of the board (Nau 1983, section 3.1).

Weights are whole numbers; a node's value is the share of the weight on elements that are good for the player who
moves to the node.  All nodes of one height have the same total weight, so whole numbers can be compared instead.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Evaluation(NamedTuple):
    """An evaluation function: height of a node -> the weights of its elements from left to right.

    Weights are whole numbers of at least 0, the same read from the right, and not all 0.

    >>> E2.weights(4), E2.total(4)
    ([1, 4, 6, 4, 1], 16)
    """

    name: str
    weights: Callable[[int], list[int]]

    def total(self, height: int) -> int:
        """Return the total weight at a height: the denominator of all values there."""
        return sum(self.weights(height))


def _flat(height: int) -> list[int]:
    return [1] * (height + 1)


def _binomial(height: int) -> list[int]:
    return [comb(height, i) for i in range(height + 1)]


E1 = Evaluation("e1", _flat)
"""All elements have the same weight: the share of good elements."""

E2 = Evaluation("e2", _binomial)
"""Binomial weights, greater near the centre."""


def between(share: Fraction) -> Evaluation:
    """Return the evaluation with `share` of the weight spread binomially and the rest flat: e1 at 0, e2 at 1.

    >>> from fractions import Fraction
    >>> between(Fraction(1, 2)).weights(2)
    [7, 10, 7]
    """
    share = Fraction(share)
    if not 0 <= share <= 1:
        raise ValueError(f"share is {share}: it must be a fraction from 0 to 1")

    def weights(height: int) -> list[int]:
        flat = (share.denominator - share.numerator) * 2**height
        central = share.numerator * (height + 1)
        return [flat + central * weight for weight in _binomial(height)]

    return Evaluation(f"{share} binomial", weights)


def power(exponent: int) -> Evaluation:
    """Return the evaluation whose weights are powers of the binomial ones: e1 at 0, e2 at 1, then nearer the centre.

    >>> power(2).weights(3)
    [1, 9, 9, 1]
    """
    if exponent < 0:
        raise ValueError(f"exponent is {exponent}: it must be at least 0")
    return Evaluation(
        f"binomial^{exponent}", lambda height: [weight**exponent for weight in _binomial(height)]
    )


def _central(height: int) -> list[int]:
    middle = [1, 2, 1] if height % 2 == 0 else [1, 1]
    margin = [0] * ((height + 1 - len(middle)) // 2)
    return [1] if height == 0 else [*margin, *middle, *margin]


CENTRE = Evaluation("centre", _central)
"""Only the two or three elements in the centre: by Corollary 1 of Nau 1983 a win has at least half the weight."""


def all_values(evaluation: Evaluation, height: int) -> NDArray[np.int64]:
    """Return the value of every board of a height, times the total weight: whole numbers.

    A board is read as a binary number, its leftmost element first, a 1 for an element 1 and a 0 for -1.

    >>> all_values(E1, 2).tolist()
    [0, 1, 1, 2, 1, 2, 2, 3]
    """
    weights = evaluation.weights(height)
    if sum(weights) >= 2**62:
        raise ValueError(f"height is {height}: the weights of {evaluation.name} exceed 64 bits there")
    of_ones = np.zeros(1, dtype=np.int64)
    for weight in weights:
        of_ones = (of_ones[:, None] + np.array([0, weight])).ravel()
    return of_ones if max_moves_to(height) else sum(weights) - of_ones


def max_moves_to(height: int) -> bool:
    """Whether nodes of a height are reached by a move of Max, who makes the last move of the game."""
    return height % 2 == 0
