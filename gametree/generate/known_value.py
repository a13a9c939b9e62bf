"""Uniform trees with a given value (de Bruin, Pijls & Plaat 1994, Figure 5).

The paper cites Marsland, Reinefeld & Schaeffer 1987 and Hsu 1990 for the procedure and gives the game value 504, leaf
values from 0 to 999, and the probability that the first successor is best.  We read it as a construction from the root
down.  A node passes its value to one child, its best: to the first with
probability `ordering`, otherwise to one of the others, all equally likely.  The other children get values that are
no better for the player to move, uniform on [low, v] below a MAX node and on [v, high] below a MIN node.  So
`ordering` = 1/width is random order, and 1 perfect order; ties are possible.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gametree._checks import check_count, check_number, many
from gametree._compile import Reals, compiled
from gametree._memory import check_memory
from gametree.generate.random import below, bernoulli, between, cell_number, stream
from gametree.generate.recipes import seed_number
from gametree.tree import MAX_DEPTH, Tree


class KnownValue(NamedTuple):
    """A class of trees: U(width, depth) of this value, with leaves from low to high.

    >>> from gametree.generate import KnownValue
    >>> KnownValue(width=3, depth=4, ordering=0.8).value
    504
    """

    width: int
    depth: int
    ordering: float
    value: int = 504
    low: int = 0
    high: int = 999

    def check(self) -> KnownValue:
        """Return this class, checked; a ValueError names the argument, its value and what is allowed."""
        check_count("width", self.width, 2, 2**20)
        check_count("depth", self.depth, 1, MAX_DEPTH)
        check_count("low", self.low, -(2**31), 2**31)
        check_count("high", self.high, self.low, 2**31)
        check_count("value", self.value, self.low, self.high)
        check_number("ordering", self.ordering, 0, 1)
        n_leaves = self.width**self.depth
        check_memory(f"U({self.width},{self.depth}) with its {many(n_leaves)} leaves", 8 * n_leaves)
        return self


@compiled
def fill_known_value(
    seed: int, cell: np.uint64, number: int, width: int, depth: int, ordering: float, value: int, low: int, high: int,
    leaves: Reals,
) -> None:  # fmt: skip
    """Write the leaves of tree `number`, from left to right."""
    state = np.zeros(1, dtype=np.uint64)
    state[0] = stream(seed, cell, number)
    leaves[0] = value
    n_nodes = 1
    for level in range(depth):
        # From the right: children overwrite only nodes further right, which have been replaced already.
        for node in range(n_nodes - 1, -1, -1):
            v = np.int64(leaves[node])
            best = 0 if bernoulli(state, ordering) else 1 + below(state, width - 1)
            for i in range(width):
                if i == best:
                    leaves[node * width + i] = v
                elif level & 1:
                    leaves[node * width + i] = between(state, v, high)
                else:
                    leaves[node * width + i] = between(state, low, v)
        n_nodes *= width


def known_value_leaves(made: KnownValue, seed: int, number: int, leaves: Reals) -> None:
    """Write the leaves of tree `number` of a class."""
    # The same stream whatever the ordering: trees of one number differ as little as possible.
    cell = np.uint64(cell_number("known-value", made.width, made.depth, made.value, made.low, made.high))
    fill_known_value(seed, cell, number, *made[:2], float(made.ordering), *made[3:], leaves)


def known_value_tree(
    *,
    width: int,
    depth: int,
    ordering: float,
    value: int = 504,
    low: int = 0,
    high: int = 999,
    seed: int | np.random.Generator,
    number: int = 0,
) -> Tree:
    """Return a random uniform tree whose value is given; the best child of a node is the first with probability `ordering`.

    >>> import gametree as gt
    >>> from gametree.generate import known_value_tree
    >>> tree = known_value_tree(width=2, depth=4, ordering=0.5, seed=1)
    >>> gt.search(tree, "alphabeta").value
    504
    """
    made = KnownValue(width, depth, ordering, value, low, high).check()
    leaves = np.empty(made.width**made.depth)
    known_value_leaves(made, seed_number(seed), check_count("number", number, 0, 2**63 - 1), leaves)
    return Tree.uniform(made.width, made.depth, leaves)
