"""The random trees of the experiments (Zenzel 1989, section 4.1), and what AOC*'s heuristic says of their nodes.

All nodes of a tree have the same number of children, all leaves are at the same depth, OR-nodes and CHANCE-nodes
alternate.  Leaves are uniform on [0, 100).  Tree `number` depends on the seed, its size and its kind of
probabilities only: the three orders are orders of the same tree, and all errors of the heuristic come from
the same random numbers.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba.extending import register_jitable
from numpy.typing import NDArray

import gametree.tree
from gametree._checks import as_float, check_name, many, shown
from gametree._compile import Reals, Wholes, compiled
from gametree.chance.tree import CHANCE, DECISION, GOALS, LEAF, ChanceArrays, Tree
from gametree.generate.random import Stream, cell_number, next_bits, stream
from gametree.tree import check_count

LOW, HIGH = 0.0, 100.0
"""Between what values of leaves lie."""

PROBABILITIES = ("uniform", "scatter")
ORDERS = ("perfect", "worst", "random", "perfect-decisions", "worst-decisions")
"""The thesis' three, then two that leave the children of chance nodes as they are drawn."""
PERFECT, WORST, RANDOM, PERFECT_DECISIONS, WORST_DECISIONS = range(5)
MOST_LEAVES = 2**20
"""The largest tree that is made."""

_S11 = np.uint64(11)
_HEURISTIC = np.uint64(0x48455552)


class Draws(NamedTuple):
    """A random tree on its way: values, probabilities and the heuristic's random numbers, per node."""

    values: NDArray[np.float64]
    probability: NDArray[np.float64]
    after: NDArray[np.float64]
    true: NDArray[np.float64]
    """h*(n), the value of every node."""
    luck: NDArray[np.float64]
    """Two numbers on [0, 1) per node, for h and for u."""


@register_jitable
def unit(state: Stream) -> float:
    """Return a real number on [0, 1), and move the stream on."""
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
    """Find which node of the tree drawn goes to each place: the best children to the left, or to the right."""
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
    """Put the tree drawn into its order, and draw the heuristic's random numbers."""
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
    """Write what the heuristic says of every node, as gains: h = h* - h* error U, u = h* + h* error U (section 4.1).

    Nothing is known beyond [0, 100], and with an infinite error nothing but that.
    """
    for node in range(len(draws.true)):
        h, u = LOW, HIGH
        if error < np.inf:
            h = max(LOW, draws.true[node] - draws.true[node] * error * draws.luck[node, 0])
            u = min(HIGH, draws.true[node] + draws.true[node] * error * draws.luck[node, 1])
        known[node, 0], known[node, 1] = min(sign * h, sign * u), max(sign * h, sign * u)


@compiled
def _one(
    shape: ChanceArrays, seed: int, cell: np.uint64, number: int, scatter: bool, order: int, sign: float,
    drawn: Draws, draws: Draws,
) -> None:  # fmt: skip
    source = np.empty(len(shape.end), dtype=np.int64)
    state = np.zeros(1, dtype=np.uint64)
    make(shape, seed, cell, number, scatter, order, sign, drawn, draws, source, state)


def shape_of(depth: int, branch: int) -> ChanceArrays:
    """Return the arrays of a tree of this size, with nothing drawn yet."""
    depth = check_count("depth", depth, 0, gametree.tree.MAX_DEPTH)
    branch = check_count("branch", branch, 1, MOST_LEAVES)
    if branch**depth > MOST_LEAVES:
        raise ValueError(
            f"depth {depth} and branch {branch} give {many(branch**depth)} leaves: at most {MOST_LEAVES} can be made"
        )
    shape = gametree.tree.Tree.uniform(branch, depth, np.zeros(branch**depth))
    kind = np.where(shape.fan_out == 0, LEAF, np.where(shape.level % 2 == 0, DECISION, CHANCE)).astype(
        np.int8
    )
    ones = np.ones(shape.n_nodes)
    return ChanceArrays(
        shape.end, shape.parent, shape.level, kind, shape.values, ones, np.zeros(shape.n_nodes)
    )


def new_draws(n_nodes: int) -> Draws:
    """Return the arrays of a random tree of this size, nothing drawn yet."""
    values, probability, after, true = np.empty((4, n_nodes))
    return Draws(values, probability, after, true, np.empty((n_nodes, 2)))


def cell_of(depth: int, branch: int, probabilities: str) -> np.uint64:
    """Return the number that the streams of trees of this size and kind begin with."""
    return np.uint64(cell_number("chance", depth, branch, probabilities))


def check_kind(probabilities: str, order: str, goal: str) -> None:
    """Raise a ValueError that says what is allowed if one of these is none of its kind."""
    for name, value, allowed in (
        ("probabilities", probabilities, PROBABILITIES),
        ("order", order, ORDERS),
        ("goal", goal, GOALS),
    ):
        check_name(name, value, allowed)


def generate(
    depth: int,
    branch: int,
    probabilities: str = "uniform",
    order: str = "random",
    goal: str = "min",
    seed: int = 0,
    number: int = 0,
    error: float | None = None,
) -> tuple[Tree, dict[int, tuple[float, float]]]:
    """Return a random tree of section 4.1, and, if an error is given, what the heuristic says of its inner nodes.

    Parameters
    ----------
    depth, branch : int
        Levels below the root, and children of every node.
    probabilities : {"uniform", "scatter"}
        All children of a chance node equally likely, or uniform random numbers, normalized.
    order : {"perfect", "worst", "random", "perfect-decisions", "worst-decisions"}
        Best children to the left at every level, to the right, or as drawn; the last two order only the children of
        decision nodes.
    goal : {"max", "min"}
        What is best; the thesis' experiments have costs.
    seed, number : int
        Which tree.
    error : float, optional
        How far h and u may be from h*, as a part of it: 0.1, 0.25, 0.5 for AOC-I, AOC-II, AOC-III.

    Examples
    --------
    >>> import gametree as gt
    >>> tree, ranges = gt.chance.generate(depth=2, branch=2, order="perfect", seed=1, error=0.1)
    >>> tree.leaves.round(1).tolist()
    [1.3, 34.6, 44.0, 70.0]
    >>> {tree.names[node]: (round(h, 1), round(u, 1)) for node, (h, u) in ranges.items()}
    {'A': (17.4, 19.2), 'B': (17.6, 19.5), 'C': (52.6, 59.1)}
    """
    check_kind(probabilities, order, goal)
    seed = check_count("seed", seed, 0, 2**63 - 1)
    number = check_count("number", number, 0, 2**63 - 1)
    if error is not None and not as_float(error) >= 0:
        raise ValueError(f"error is {shown(error)}: it must be a number not less than 0, or None")
    shape = shape_of(depth, branch)
    n_nodes = len(shape.end)
    drawn, draws = new_draws(n_nodes), new_draws(n_nodes)
    sign = 1.0 if goal == "max" else -1.0
    scatter, place = probabilities == "scatter", ORDERS.index(order)
    _one(shape, seed, cell_of(depth, branch, probabilities), number, scatter, place, sign, drawn, draws)
    leaves = draws.values[shape.kind == LEAF]
    tree = Tree(gametree.tree.Tree.uniform(branch, depth, leaves), shape.kind, draws.probability, goal)
    if error is None:
        return tree, {}
    known = np.empty((n_nodes, 2))
    fill_known(draws, float(error), 1.0, known)
    inner = np.flatnonzero(shape.kind != LEAF).tolist()
    return tree, {node: (float(known[node, 0]), float(known[node, 1])) for node in inner}
