"""The trees that are measured on: many of one class, in one array."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bench.kernels import generate_trees
from gametree.generate.recipes import Recipe, recipe
from gametree.tree import Tree, levels_of

SEED = 1985


@dataclass(frozen=True)
class Forest:
    """Random uniform trees of one class, the leaves of each in one row."""

    made: Recipe
    leaves: NDArray[np.float64]
    span: NDArray[np.int64]
    offset: NDArray[np.int64]

    @property
    def name(self) -> str:
        return f"U({self.made.width},{self.made.depth})"

    @property
    def n_trees(self) -> int:
        return len(self.leaves)

    @property
    def n_leaves(self) -> int:
        return self.leaves.shape[1]

    @property
    def n_nodes(self) -> int:
        return int(self.offset[-1] + self.span[0])

    @property
    def most_open(self) -> int:
        """The most triples that OPEN can hold."""
        return self.made.width ** ((self.made.depth + 1) // 2)

    def tree(self, number: int) -> Tree:
        return Tree.uniform(self.made.width, self.made.depth, self.leaves[number])


def empty_forest(scheme: str, width: int, depth: int, n_trees: int) -> Forest:
    made = recipe("uniform", scheme, width, depth, 0.6 if scheme == "ordered" else None)
    return Forest(made, np.empty((n_trees, width**depth)), *levels_of(width, depth))


def forest(scheme: str, width: int, depth: int, n_trees: int) -> Forest:
    """Return the trees 0, 1, 2, ... of a class: those that `gametree.generate` gives for the same seed."""
    trees = empty_forest(scheme, width, depth, n_trees)
    generate_trees(trees, SEED)
    return trees
