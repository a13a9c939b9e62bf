"""Random trees by kind and scheme."""

from __future__ import annotations

import math
import numbers
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametree.generate.nonuniform import LAWS, expected_nodes, fan_out_law, nonuniform_arrays, nonuniform_size
from gametree.generate.random import cell_number
from gametree.generate.uniform import uniform_leaves
from gametree.generate.values import SCHEMES, ordered_ranges
from gametree.tree import (
    BYTES_PER_NODE,
    MAX_DEPTH,
    NestedArrays,
    Tree,
    UniformArrays,
    available_memory,
    check_count,
    levels_of,
    refuse_if_too_large,
)

KINDS = ("uniform", *LAWS)
LARGEST = 500
"""The thesis' K: static values of ordered trees, and of unordered nonuniform ones, are from 1 to this."""


class Recipe(NamedTuple):
    """What a class of random trees is made from: checked, and in the form that the kernels take."""

    kind: str
    scheme: int
    p: float
    width: int
    depth: int
    low: NDArray[np.int64]
    high: NDArray[np.int64]
    law: NDArray[np.int64]
    cell: int


def recipe(
    kind: str, scheme: str, width: int, depth: int, p: float | None = None, largest: int = LARGEST
) -> Recipe:
    """Check what describes a class of random trees; every error names the argument, its value and what is allowed."""
    if kind not in KINDS:
        raise ValueError(f"kind is {kind!r}: it must be one of {', '.join(KINDS)}")
    if scheme not in SCHEMES:
        raise ValueError(f"scheme is {scheme!r}: it must be one of {', '.join(SCHEMES)}")
    width = check_count("width", width, 1, 2**20)
    depth = check_count("depth", depth, 1, MAX_DEPTH)
    largest = check_count("largest", largest, depth + 1, 2**31)
    probability = _check_p(p, scheme)
    low, high = ordered_ranges(depth, largest)
    law = np.zeros(0, dtype=np.int64) if kind == "uniform" else fan_out_law(kind, width)
    cell = cell_number(kind, scheme, "" if p is None else float(p), width, depth, largest)
    return Recipe(kind, SCHEMES[scheme], probability, width, depth, low, high, law, cell)


def _check_p(p: Any, scheme: str) -> float:
    if not scheme.startswith("ordered"):
        if p is not None:
            raise ValueError(
                f"p is {p!r}: it must be left out for the scheme {scheme!r}; only ordered ones take it"
            )
        return math.nan
    if isinstance(p, bool) or not isinstance(p, numbers.Real) or not 0 <= float(p) <= 1:
        raise ValueError(f"p is {p!r}: for the scheme {scheme!r} it must be a number from 0 to 1")
    return float(p)


def seed_number(seed: Any) -> int:
    """Return a seed as a 64-bit number: a whole number as it is, a numpy Generator by drawing one from it."""
    if isinstance(seed, np.random.Generator):
        return int(seed.integers(2**63))
    return check_count("seed", seed, 0, 2**63 - 1)


def generate(
    kind: str,
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
    scheme : {"unordered", "integer-dependent", "real-dependent", "ordered", "ordered-reset", "ordered-leaves"}
        How leaves get their static values (section 3.3; `gametree.generate.values` says how exactly).
    p : float, optional
        For ordered schemes: the probability that the leftmost son of a node is a best son.
    seed : int or numpy Generator
        Where randomness comes from: the same seed gives the same tree.
    number : int
        Which tree of the sequence that belongs to the seed: `sweep` uses the trees 0, 1, 2, ...
    largest : int
        The greatest static value of ordered trees, and of unordered nonuniform ones (the thesis' K, 500).

    Raises
    ------
    ValueError
        If an argument is out of its range.
    MemoryError
        If the tree would not fit into memory: before anything is allocated.
    """
    made = recipe(kind, scheme, width, depth, p, largest)
    start = seed_number(seed)
    number = check_count("number", number, 0, 2**63 - 1)
    if kind == "uniform":
        return _generate_uniform(made, start, number)
    return _generate_nonuniform(made, start, number)


def _generate_uniform(made: Recipe, seed: int, number: int) -> Tree:
    n_leaves = made.width**made.depth
    refuse_if_too_large(f"U({made.width},{made.depth}) with its {n_leaves} leaves", 8 * n_leaves)
    leaves = np.empty(n_leaves)
    state = np.zeros(1, dtype=np.uint64)
    uniform_leaves(
        seed,
        np.uint64(made.cell),
        number,
        made.scheme,
        made.p,
        made.low,
        made.high,
        made.width,
        made.depth,
        leaves,
        state,
    )
    return Tree(UniformArrays(made.width, made.depth, leaves, *levels_of(made.width, made.depth)))


def _generate_nonuniform(made: Recipe, seed: int, number: int) -> Tree:
    cell = np.uint64(made.cell)
    name = f"N({made.width},{made.depth})"
    mean = expected_nodes(made.law, made.depth)
    refuse_if_too_large(f"{name} with its {mean:.4g} nodes on average", int(BYTES_PER_NODE * mean))
    limit = available_memory() // BYTES_PER_NODE
    states, drawn = np.zeros(2, dtype=np.uint64), np.empty(made.depth + 1, dtype=np.int64)
    n_nodes = nonuniform_size(seed, cell, number, made.law, made.depth, limit, states, drawn)
    at_least = "at least " if n_nodes > limit else ""
    refuse_if_too_large(
        f"{name}, tree {number}, with its {at_least}{n_nodes} nodes", BYTES_PER_NODE * n_nodes
    )
    end = np.empty(n_nodes, dtype=np.int64)
    parent = np.empty(n_nodes, dtype=np.int64)
    values = np.empty(n_nodes)
    assigned = np.empty(made.width * made.depth)
    nonuniform_arrays(
        seed, cell, number, made.scheme, made.p, made.low, made.high, made.law, made.width, made.depth,
        assigned, end, parent, values, states, drawn,
    )  # fmt: skip
    return Tree(NestedArrays(end, parent, values))
