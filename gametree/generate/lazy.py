"""Uniform trees that are never stored: the value of a node is computed from the seed whenever a search asks for it.

In the unordered scheme a leaf's value is a hash of its number, uniform on [0, 1): independent values instead
of a permutation of 1..M, which could not be drawn without storing it; the order of the leaves, and so the
cost of a search, follows the same law.  In all other schemes a node's children get their values as in a stored
tree, from a stream of random numbers that belongs to the node; the children of one node per level are
remembered, so that a search that goes from leaf to leaf rarely computes a path again.  (Where only sibling leaves
are ordered, nodes above carry no values, and no path is computed.)
"""

from __future__ import annotations

import numbers
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametree._checks import as_float, check_kind, many, shown
from gametree._compile import Reals, compiled, register_jitable, variable
from gametree.generate.random import Stream, mix, stream
from gametree.generate.recipe import Recipe, recipe, seed_number
from gametree.generate.values import (
    LARGEST,
    REAL_DEPENDENT,
    UNORDERED,
    fill_children,
    fill_ordered_leaves,
    orders_leaves,
    root_value,
)
from gametree.tree import Tree, check_count, check_memory, levels_of

_S11 = np.uint64(11)
_ODD = np.uint64(0x9E3779B97F4A7C15)


class HashedArrays(NamedTuple):
    """An unordered lazy tree, as the kernels (compiled by numba) take it: `span` and `offset` as in `UniformArrays`.

    >>> import gametree as gt
    >>> gt.lazy_tree(width=3, depth=4, scheme="unordered", seed=1).arrays.span.tolist()
    [81, 27, 9, 3, 1]
    """

    width: int
    depth: int
    key: int
    span: NDArray[np.int64]
    offset: NDArray[np.int64]


class LazyArrays(NamedTuple):
    """Any other lazy tree, as the kernels take it.

    `span` and `offset` are as in `UniformArrays`.  `parents[k]` is the node whose children at level k are
    remembered (-1: none), `children` holds their values, and `streams[k]` is what the streams of all nodes
    have in common whose children are at level k.

    >>> import gametree as gt
    >>> gt.lazy_tree(width=3, depth=4, scheme="ordered", p=0.8, seed=1).arrays.parents.tolist()
    [-1, -1, -1, -1, -1]
    """

    width: int
    depth: int
    scheme: int
    p: float
    low: NDArray[np.int64]
    high: NDArray[np.int64]
    span: NDArray[np.int64]
    offset: NDArray[np.int64]
    parents: NDArray[np.int64]
    children: NDArray[np.float64]
    streams: NDArray[np.uint64]


class LazyTree:
    """A uniform tree that is never stored; `gametree.search` takes it like any other.

    Memory does not grow with the number of leaves: 8 bytes per child of one node per level.  A strategy that
    enters nodes again needs as much as it takes to distinguish the nodes that it enters (none with ``distinct=False`` in
    `gametree.search`, which counts every entry), SSS* needs its list OPEN, of w^ceil(d/2) triples at most,
    and the searches that keep a tree between calls need that tree.

    >>> import gametree as gt
    >>> tree = gt.lazy_tree(width=2, depth=40, scheme="integer-dependent", seed=1)
    >>> tree
    <LazyTree: U(2,40), 1099511627776 leaves>
    >>> tree.n_nodes
    2199023255551
    """

    def __init__(self, recipe: Recipe, seed: int, number: int):
        check_kind("recipe", recipe, Recipe, "a Recipe, as gametree.generate.recipe makes it")
        check_count("seed", seed, 0, 2**63 - 1)
        check_count("number", number, 0, 2**63 - 1)
        self._recipe = recipe
        self.key = int(stream_number(seed, np.uint64(recipe.cell), number) & (2**63 - 1))

    @property
    def arrays(self) -> HashedArrays | LazyArrays:
        """What the compiled kernels take: each with a memory of its own, so that searches can run side by side."""
        made = self._recipe
        if made.scheme == UNORDERED:
            return HashedArrays(made.width, made.depth, self.key, *levels_of(made.width, made.depth))
        return LazyArrays(
            made.width, made.depth, made.scheme, made.p, made.low, made.high,
            *levels_of(made.width, made.depth),
            np.full(made.depth + 1, -1, dtype=np.int64),
            np.empty((made.depth + 1) * made.width),
            level_streams(self.key, made.depth),
        )  # fmt: skip

    @property
    def width(self) -> int:
        """The fan-out of every node."""
        return self._recipe.width

    @property
    def depth(self) -> int:
        """The level of the leaves."""
        return self._recipe.depth

    @property
    def n_leaves(self) -> int:
        """Number of leaves."""
        return self.width**self.depth

    @property
    def n_nodes(self) -> int:
        """Number of nodes, the root included."""
        return sum(self.width**k for k in range(self.depth + 1))

    @property
    def integral(self) -> bool:
        """Whether all static values are whole numbers."""
        return self._recipe.scheme not in (UNORDERED, REAL_DEPENDENT)

    @property
    def independent(self) -> bool:
        """Whether the values of different leaves are independent."""
        return self._recipe.scheme == UNORDERED

    def plain(self, value: float) -> float:
        """Return a value of this tree as an int if all leaves are whole numbers."""
        number = as_float(value)
        if number != number and not isinstance(value, numbers.Real):
            raise ValueError(f"value is {shown(value)}: it must be a number")
        return int(number) if self.integral and np.isfinite(number) else number

    def materialize(self) -> Tree:
        """Return the same tree, stored.

        >>> import gametree as gt
        >>> lazy = gt.lazy_tree(width=3, depth=4, scheme="unordered", seed=1)
        >>> gt.search(lazy, "alphabeta") == gt.search(lazy.materialize(), "alphabeta")
        True
        """
        check_memory(f"U({self.width},{self.depth}) with its {many(self.n_leaves)} leaves", 8 * self.n_leaves)
        leaves = np.empty(self.n_leaves)
        arrays = self.arrays
        (all_hashed_values if isinstance(arrays, HashedArrays) else all_lazy_values)(arrays, leaves)
        return Tree.uniform(self.width, self.depth, leaves)

    def __repr__(self) -> str:
        return f"<LazyTree: U({self.width},{self.depth}), {self.n_leaves} leaves>"


def lazy_tree(
    *,
    width: int,
    depth: int,
    scheme: str,
    p: float | None = None,
    seed: int | np.random.Generator,
    number: int = 0,
    largest: int = LARGEST,
) -> LazyTree:
    """Return a random uniform tree that is never stored, of any size with fewer than 2**62 leaves.

    The arguments are those of `generate`; it is not the tree that `generate` stores for them.

    >>> import gametree as gt
    >>> gt.lazy_tree(width=4, depth=30, scheme="unordered", seed=7)
    <LazyTree: U(4,30), 1152921504606846976 leaves>
    """
    made = recipe("uniform", scheme, width, depth, p, largest)
    if made.width**made.depth >= 2**62:
        raise ValueError(
            f"depth is {depth}: U({width},{depth}) has 2**62 leaves or more, and so many can't be numbered"
        )
    return LazyTree(made, seed_number(seed), check_count("number", number, 0, 2**63 - 1))


@compiled
def stream_number(seed: int, cell: np.uint64, number: int) -> np.uint64:
    """Return the start of the stream of tree `number` of a cell."""
    return stream(seed, cell, number)


@compiled
def level_streams(key: int, depth: int) -> Stream:
    """Return what the streams of a tree's nodes have in common, level by level: the first two steps of `stream`."""
    streams = np.empty(depth + 1, dtype=np.uint64)
    for level in range(depth + 1):
        streams[level] = mix(mix(np.uint64(key) + _ODD) + np.uint64(level))
    return streams


@compiled
def all_hashed_values(arrays: HashedArrays, out: Reals) -> None:
    """Write the values of all leaves of an unordered tree, from left to right."""
    for leaf in range(len(out)):
        out[leaf] = hashed_value(arrays, leaf)


@compiled
def all_lazy_values(arrays: LazyArrays, out: Reals) -> None:
    """Write the values of all leaves of any other tree, from left to right."""
    for leaf in range(len(out)):
        out[leaf] = lazy_value(arrays, leaf)


@register_jitable
def hashed_value(tree: HashedArrays, leaf: int) -> float:
    """Return the static value of a leaf of an unordered tree."""
    return np.float64(mix(np.uint64(tree.key) + np.uint64(leaf) * _ODD) >> _S11) * 2.0**-53


@register_jitable
def lazy_value(tree: LazyArrays, leaf: int) -> float:
    """Return the static value of a leaf of any other tree, from MAX's point of view."""
    if tree.depth == 0:
        return _value_at(tree, 0, 0)
    parent = leaf // tree.width
    return tree.children[lazy_row(tree, parent) + leaf - parent * tree.width]


@register_jitable
def lazy_row(tree: LazyArrays, parent: int) -> int:
    """Return where in `tree.children` the values of the leaves below a node begin, after computing them if need be."""
    if tree.parents[tree.depth] != parent:
        _remember_path(tree, parent)
    return tree.depth * tree.width


@register_jitable
def _remember_path(tree: LazyArrays, parent: int) -> None:
    """Compute the values of the leaves below a node, from the last level on at which the path to it is remembered."""
    if orders_leaves(tree.scheme):
        _remember_leaves(tree, parent)
        return
    level, node = tree.depth - 1, parent
    while level > 0 and not 0 <= node - tree.parents[level] * tree.width < tree.width:
        node //= tree.width
        level -= 1
    while True:
        level += 1
        _remember_children(tree, level, node)
        if level == tree.depth:
            return
        node = parent // tree.span[level + 1]


@register_jitable
def _value_at(tree: LazyArrays, level: int, node: int) -> float:
    """Return the value of a node whose parent's children are remembered, or of the root."""
    if level == 0:
        return root_value(variable(mix(tree.streams[0])), tree.scheme, tree.low, tree.high, tree.depth)
    return tree.children[level * tree.width + node - tree.parents[level] * tree.width]


@register_jitable(forceinline=True)
def _remember_children(tree: LazyArrays, level: int, parent: int) -> None:
    """Compute the values of the children, at `level`, of a node whose own is known."""
    value = _value_at(tree, level - 1, parent)
    state = variable(mix(tree.streams[level] + np.uint64(parent) * _ODD))
    fill_children(
        state, tree.children, level * tree.width, tree.width, level - 1, value,
        tree.scheme, tree.p, tree.low, tree.high, tree.depth,
    )  # fmt: skip
    tree.parents[level] = parent


@register_jitable
def _remember_leaves(tree: LazyArrays, parent: int) -> None:
    """Compute the values of the leaves below a node, where only sibling leaves are ordered."""
    state = variable(mix(tree.streams[tree.depth] + np.uint64(parent) * _ODD))
    fill_ordered_leaves(
        state, tree.children, tree.depth * tree.width, tree.width, tree.depth & 1 == 0,
        tree.low[tree.depth], tree.high[tree.depth], tree.p,
    )  # fmt: skip
    tree.parents[tree.depth] = parent
