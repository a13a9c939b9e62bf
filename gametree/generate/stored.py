"""`generate`: stored random trees of any kind and scheme (for trees too large to be stored, see `lazy_tree`)."""

from __future__ import annotations

import numpy as np

from gametree._checks import check_count, many
from gametree._memory import available_memory, check_memory
from gametree.generate.nonuniform import expected_nodes, nonuniform_arrays, nonuniform_size
from gametree.generate.recipes import Recipe, recipe, seed_number
from gametree.generate.uniform import uniform_leaves
from gametree.generate.values import LARGEST, REAL_DEPENDENT
from gametree.tree import BYTES_PER_NODE, NestedArrays, Tree, UniformArrays, levels_of


def generate(
    kind: str = "uniform",
    *,
    width: int,
    depth: int,
    scheme: str,
    p: float | None = None,
    seed: int | np.random.Generator,
    number: int = 0,
    largest: int = LARGEST,
) -> Tree:
    """Generate a random tree.

    Parameters
    ----------
    kind : {"uniform", "nonuniform", "nonuniform-narrow", "nonuniform-levels"}
        U(width, depth) or N(width, depth) (Muszycka 1985, section 3.2; `gametree.generate.nonuniform` has
        the readings of N).
    width, depth : int
        Width and depth.
    scheme : str
        How leaves get their static values, one of `gametree.generate.SCHEMES`: "unordered", "integer-dependent",
        "real-dependent" and "ordered" are those of section 3.3, the others variants (`gametree.generate.values`).
    p : float, optional
        For ordered schemes: the probability that the leftmost child of a node is a best child.
    seed : int or numpy Generator
        The source of randomness: the same seed gives the same tree.
    number : int
        Which tree of the seed's sequence: `sweep` uses the trees 0, 1, 2, ...
    largest : int
        The greatest static value of ordered trees, and of unordered nonuniform ones: K in Muszycka 1985.

    Raises
    ------
    ValueError
        If an argument is out of its range.
    MemoryError
        If the tree would not fit into memory: before anything is allocated.

    Examples
    --------
    >>> import gametree as gt
    >>> tree = gt.generate("uniform", width=2, depth=2, scheme="unordered", seed=7)
    >>> sorted(tree.leaves.tolist())
    [1.0, 2.0, 3.0, 4.0]
    >>> tree == gt.generate("uniform", width=2, depth=2, scheme="unordered", seed=7)
    True
    >>> gt.generate("nonuniform", width=4, depth=3, scheme="ordered", p=0.8, seed=7).width <= 4
    True
    """
    made = recipe(kind, scheme, width, depth, p, largest)
    start = seed_number(seed)
    number = check_count("number", number, 0, 2**63 - 1)
    if kind == "uniform":
        return _generate_uniform(made, start, number)
    return _generate_nonuniform(made, start, number)


def _generate_uniform(made: Recipe, seed: int, number: int) -> Tree:
    n_leaves = made.width**made.depth
    check_memory(f"U({made.width},{made.depth}) with its {many(n_leaves)} leaves", 8 * n_leaves)
    leaves = np.empty(n_leaves)
    state = np.zeros(1, dtype=np.uint64)
    uniform_leaves(
        seed, np.uint64(made.cell), number, made.scheme, made.p, made.low, made.high, made.width, made.depth,
        leaves, state,
    )  # fmt: skip
    arrays = UniformArrays(made.width, made.depth, leaves, *levels_of(made.width, made.depth))
    return Tree._made(arrays, whole_numbers=made.scheme != REAL_DEPENDENT)


def _generate_nonuniform(made: Recipe, seed: int, number: int) -> Tree:
    cell = np.uint64(made.cell)
    name = f"N({made.width},{made.depth})"
    mean = expected_nodes(made.law, made.depth)
    check_memory(f"{name} with its {mean:.4g} nodes on average", int(min(BYTES_PER_NODE * mean, 1e300)))
    limit = available_memory() // BYTES_PER_NODE
    states, drawn = np.zeros(2, dtype=np.uint64), np.empty(made.depth + 1, dtype=np.int64)
    n_nodes = nonuniform_size(seed, cell, number, made.law, made.depth, limit, states, drawn)
    at_least = "at least " if n_nodes > limit else ""
    check_memory(f"{name}, tree {number}, with its {at_least}{n_nodes} nodes", BYTES_PER_NODE * n_nodes)
    end = np.empty(n_nodes, dtype=np.int64)
    parent = np.empty(n_nodes, dtype=np.int64)
    values = np.empty(n_nodes)
    assigned = np.empty(made.width * made.depth)
    nonuniform_arrays(
        seed, cell, number, made.scheme, made.p, made.low, made.high, made.law, made.width, made.depth,
        assigned, end, parent, values, states, drawn,
    )  # fmt: skip
    return Tree._made(NestedArrays(end, parent, values), whole_numbers=made.scheme != REAL_DEPENDENT)
