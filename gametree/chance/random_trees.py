"""The random trees of the experiments (Zenzel 1989, section 4.1), and the ranges of AOC*'s heuristic.

All nodes of a tree have the same number of children, all leaves are at the same depth, OR-nodes and CHANCE-nodes
alternate.  Leaves are uniform on [0, 100).  Tree `number` depends on the seed, its size and its kind of
probabilities only: the orders are orders of the same tree, and all errors of the heuristic are made from the same
random numbers.
"""

from __future__ import annotations

import numpy as np

import gametree.tree
from gametree._checks import as_float, check_count, check_name, many, shown
from gametree._compile import compiled
from gametree.chance.draws import ORDERS, PROBABILITIES, Draws, fill_known, make
from gametree.chance.tree import CHANCE, DECISION, GOALS, LEAF, ChanceArrays, Tree
from gametree.generate.random import cell_number
from gametree.generate.recipes import seed_number

MOST_LEAVES = 2**20
"""The most leaves of a tree."""


@compiled
def _one(
    shape: ChanceArrays, seed: int, cell: np.uint64, number: int, scatter: bool, order: int, sign: float,
    drawn: Draws, draws: Draws,
) -> None:  # fmt: skip
    source = np.empty(len(shape.end), dtype=np.int64)
    state = np.zeros(1, dtype=np.uint64)
    make(shape, seed, cell, number, scatter, order, sign, drawn, draws, source, state)


def shape_of(width: int, depth: int) -> ChanceArrays:
    """Return the arrays of a tree of this size, with nothing drawn yet."""
    width = check_count("width", width, 1, MOST_LEAVES)
    depth = check_count("depth", depth, 0, gametree.tree.MAX_DEPTH)
    if width**depth > MOST_LEAVES:
        raise ValueError(
            f"width {width} and depth {depth} give {many(width**depth)} leaves: at most {MOST_LEAVES} can be made"
        )
    shape = gametree.tree.Tree.uniform(width, depth, np.zeros(width**depth))
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


def cell_of(width: int, depth: int, probabilities: str) -> np.uint64:
    """Return the cell number that seeds trees of this size and kind."""
    return np.uint64(cell_number("chance", depth, width, probabilities))


def check_kind(probabilities: str, order: str, goal: str) -> None:
    """Raise a ValueError unless all three are allowed."""
    for name, value, allowed in (
        ("probabilities", probabilities, PROBABILITIES),
        ("order", order, ORDERS),
        ("goal", goal, GOALS),
    ):
        check_name(name, value, allowed)


def generate(
    *,
    width: int,
    depth: int,
    probabilities: str = "uniform",
    order: str = "random",
    goal: str = "min",
    seed: int | np.random.Generator,
    number: int = 0,
    error: float | None = None,
) -> tuple[Tree, dict[int, tuple[float, float]]]:
    """Return a random tree (Zenzel 1989, section 4.1) and, if an error is given, the heuristic's ranges of its inner nodes.

    `probabilities` of the children of a chance node are "uniform", all the same, or "scatter", random numbers,
    normalized. `order` puts the best children of every node to the left ("perfect") or to the right ("worst"), or
    leaves them as drawn ("random"); "perfect-decisions" and "worst-decisions" order only the children of decision
    nodes.  The thesis' experiments have costs, the goal "min".  `error` is the greatest relative error of h and u:
    0.1, 0.25, 0.5 for AOC-I, AOC-II, AOC-III.

    >>> import gametree as gt
    >>> tree, ranges = gt.chance.generate(width=2, depth=2, order="perfect", seed=1, error=0.1)
    >>> tree.leaves.round(1).tolist()
    [1.3, 34.6, 44.0, 70.0]
    >>> {tree.names[node]: (round(h, 1), round(u, 1)) for node, (h, u) in ranges.items()}
    {'A': (17.4, 19.2), 'B': (17.6, 19.5), 'C': (52.6, 59.1)}
    """
    check_kind(probabilities, order, goal)
    start = seed_number(seed)
    number = check_count("number", number, 0, 2**63 - 1)
    if error is not None and not as_float(error) >= 0:
        raise ValueError(f"error is {shown(error)}: it must be a number not less than 0, or None")
    shape = shape_of(width, depth)
    n_nodes = len(shape.end)
    drawn, draws = new_draws(n_nodes), new_draws(n_nodes)
    sign = 1.0 if goal == "max" else -1.0
    scatter, place = probabilities == "scatter", ORDERS.index(order)
    _one(shape, start, cell_of(width, depth, probabilities), number, scatter, place, sign, drawn, draws)
    leaves = draws.values[shape.kind == LEAF]
    tree = Tree(gametree.tree.Tree.uniform(width, depth, leaves), shape.kind, draws.probability, goal)
    if error is None:
        return tree, {}
    known = np.empty((n_nodes, 2))
    fill_known(draws, float(error), 1.0, known)
    inner = np.flatnonzero(shape.kind != LEAF).tolist()
    return tree, {node: (float(known[node, 0]), float(known[node, 1])) for node in inner}
