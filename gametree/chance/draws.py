"""Drawing a random tree with chance nodes: leaves, probabilities, order, and the heuristic's errors.

Apart from numpy's scalars and numba's decorators this is plain Python, so that web pages can run it too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gametree._compile import register_jitable
from gametree.generate.random import next_bits, stream
from gametree.nodes import CHANCE, LEAF

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gametree._compile import Reals, Wholes
    from gametree.chance.tree import ChanceArrays
    from gametree.generate.random import Stream

LOW, HIGH = 0.0, 100.0
"""The range of the leaves' values."""

PERFECT, WORST, RANDOM, PERFECT_DECISIONS, WORST_DECISIONS = range(5)
ORDERS = ("perfect", "worst", "random", "perfect-decisions", "worst-decisions")
"""The three of the thesis, then two that leave the children of chance nodes as drawn."""
PROBABILITIES = ("uniform", "scatter")

_S11 = np.uint64(11)
_HEURISTIC = np.uint64(0x48455552)


class Draws(NamedTuple):
    """A random tree: values, probabilities and the heuristic's random numbers, per node."""

    values: NDArray[np.float64]
    probability: NDArray[np.float64]
    after: NDArray[np.float64]
    true: NDArray[np.float64]
    """h*(n), the value of every node."""
    luck: NDArray[np.float64]
    """Two numbers on [0, 1) per node, for h and for u."""


@register_jitable
def unit(state: Stream) -> float:
    """Return a real number on [0, 1), and advance the stream."""
    return np.float64(next_bits(state) >> _S11) * 2.0**-53


@register_jitable
def draw_tree(shape: ChanceArrays, scatter: bool, state: Stream, draws: Draws) -> None:
    """Draw leaves and probabilities, in preorder."""
    for node in range(len(shape.end)):
        draws.values[node] = LOW + (HIGH - LOW) * unit(state) if shape.kind[node] == LEAF else np.nan
        draws.probability[node] = 1.0
    for node in range(len(shape.end)):
        if shape.kind[node] != CHANCE:
            continue
        total = 0.0
        child = node + 1
        while child < shape.end[node]:
            draws.probability[child] = 1.0 - unit(state) if scatter else 1.0
            total += draws.probability[child]
            child = shape.end[child]
        child = node + 1
        while child < shape.end[node]:
            draws.probability[child] /= total
            child = shape.end[child]


@register_jitable
def back_up(shape: ChanceArrays, sign: float, values: Reals, probability: Reals, true: Reals) -> None:
    """Compute h*(n) of every node: children have greater numbers than their parents."""
    for node in range(len(shape.end) - 1, -1, -1):
        true[node] = values[node]
        if shape.kind[node] == LEAF:
            continue
        total, best = 0.0, -np.inf
        child = node + 1
        while child < shape.end[node]:
            total += probability[child] * true[child]
            best = max(best, sign * true[child])
            child = shape.end[child]
        true[node] = total if shape.kind[node] == CHANCE else sign * best


@register_jitable
def arrange(shape: ChanceArrays, sign: float, order: int, true: Reals, source: Wholes) -> None:
    """Find the node of the drawn tree that goes to each place: the best children to the left, or to the right."""
    source[0] = 0
    for node in range(len(shape.end)):
        if shape.kind[node] == LEAF:
            continue
        place, child = node + 1, source[node] + 1
        while place < shape.end[node]:
            source[place] = child
            place, child = shape.end[place], shape.end[child]
        if order == RANDOM or (order > RANDOM and shape.kind[node] == CHANCE):
            continue
        way = sign if order in (PERFECT, PERFECT_DECISIONS) else -sign
        size = shape.end[node + 1] - node - 1
        for late in range(node + 1 + size, shape.end[node], size):
            moved, place = source[late], late
            while place > node + 1 and way * true[source[place - size]] < way * true[moved]:
                source[place] = source[place - size]
                place -= size
            source[place] = moved


@register_jitable
def finish(shape: ChanceArrays, drawn: Draws, source: Wholes, state: Stream, draws: Draws) -> None:
    """Order the drawn tree, and draw the heuristic's random numbers."""
    for node in range(len(shape.end)):
        draws.values[node] = drawn.values[source[node]]
        draws.probability[node] = drawn.probability[source[node]]
        draws.true[node] = drawn.true[source[node]]
        draws.luck[node, 0], draws.luck[node, 1] = unit(state), unit(state)
        draws.after[node] = 0.0
    for node in range(len(shape.end) - 1, 0, -1):
        right = shape.end[node]
        if shape.kind[shape.parent[node]] == CHANCE and right < shape.end[shape.parent[node]]:
            draws.after[node] = draws.after[right] + draws.probability[right]


@register_jitable
def make(
    shape: ChanceArrays, seed: int, cell: np.uint64, number: int, scatter: bool, order: int, sign: float,
    drawn: Draws, draws: Draws, source: Wholes, state: Stream,
) -> None:  # fmt: skip
    """Make tree `number` of a cell; `drawn`, `source` and `state` are workspace."""
    state[0] = stream(seed, cell, number)
    draw_tree(shape, scatter, state, drawn)
    back_up(shape, sign, drawn.values, drawn.probability, drawn.true)
    arrange(shape, sign, order, drawn.true, source)
    state[0] = stream(seed, cell ^ _HEURISTIC, number)
    finish(shape, drawn, source, state, draws)


@register_jitable
def fill_known(draws: Draws, error: float, sign: float, known: Reals) -> None:
    """Write the heuristic's range of every node, as gains: h = h* - h* error U, u = h* + h* error U (section 4.1).

    Ranges are cut to [0, 100], which is also the range for an infinite error.
    """
    for node in range(len(draws.true)):
        h, u = LOW, HIGH
        if error < np.inf:
            h = max(LOW, draws.true[node] - draws.true[node] * error * draws.luck[node, 0])
            u = min(HIGH, draws.true[node] + draws.true[node] * error * draws.luck[node, 1])
        known[node, 0], known[node, 1] = min(sign * h, sign * u), max(sign * h, sign * u)
