"""Trees that are never stored: the value of a node is computed from the seed whenever a search asks for it.

In the unordered scheme a leaf's value in a uniform tree is a hash of its number, uniform on [0, 1): independent values
instead of a permutation of 1..M, which could not be drawn without storing it; the order of the leaves, and so the
cost of a search, follows the same law.  In all other schemes a node's children get their values as in a stored
tree, from a stream of random numbers that belongs to the node; the children of one node per level are
remembered, so that a search that goes from leaf to leaf rarely computes a path again.  (Where only sibling leaves
are ordered, nodes above carry no values, and no path is computed.)

A nonuniform tree is cut out of the uniform one of its width and depth, whose numbers its nodes keep: how many of a
node's children there are is drawn from a second stream that belongs to the node, or to its level, by the law of a
stored tree (`gametree.generate.nonuniform`).
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametree._checks import check_count, check_kind, many
from gametree._compile import Reals, Wholes, chosen_by_type, compiled, register_jitable, variable
from gametree._memory import available_memory, check_memory
from gametree.generate.nonuniform import draw_fan_out, expected_nodes
from gametree.generate.random import Stream, between, mix, stream
from gametree.generate.recipes import Recipe, recipe, seed_number
from gametree.generate.values import (
    LARGEST,
    REAL_DEPENDENT,
    UNORDERED,
    fill_children,
    fill_ordered_leaves,
    orders_leaves,
    root_value,
)
from gametree.tree import BYTES_PER_NODE, NestedArrays, Tree, levels_of, plain_number

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
    """Any other uniform lazy tree, as the kernels take it.

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


class NonuniformArrays(NamedTuple):
    """A nonuniform lazy tree, as the kernels take it: `width` is the greatest fan-out.

    What `LazyArrays` has means the same; `law` and `drawn` are as in `draw_fan_out`, and `shapes` is to fan-outs what
    `streams` is to values.

    >>> import gametree as gt
    >>> gt.lazy_tree(kind="nonuniform", width=3, depth=4, scheme="unordered", seed=1).arrays.law.tolist()
    [1, 3, 0, 3, 0]
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
    law: NDArray[np.int64]
    drawn: NDArray[np.int64]
    shapes: NDArray[np.uint64]


MOST_COUNTED = 2**36
"""Nodes of a nonuniform tree that are counted one by one, at most: that takes minutes."""


class LazyTree:
    """A tree that is never stored; `gametree.search` takes it like any other.

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

    @cached_property
    def _levels(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        return levels_of(self.width, self.depth)

    @cached_property
    def _streams(self) -> tuple[Stream, Stream]:
        """The streams of values, and those of fan-outs."""
        return level_streams(self.key, self.depth), level_streams(self.key ^ (2**63 - 1), self.depth)

    @property
    def arrays(self) -> HashedArrays | LazyArrays | NonuniformArrays:
        """What the compiled kernels take: each with a memory of its own, so that searches can run side by side."""
        made = self._recipe
        if self.is_uniform and made.scheme == UNORDERED:
            return HashedArrays(made.width, made.depth, self.key, *self._levels)
        values, shapes = self._streams
        lazy = LazyArrays(
            made.width, made.depth, made.scheme, made.p, made.low, made.high, *self._levels,
            np.full(made.depth + 1, -1, dtype=np.int64), np.empty((made.depth + 1) * made.width), values,
        )  # fmt: skip
        if self.is_uniform:
            return lazy
        return NonuniformArrays(*lazy, made.law, np.full(made.depth + 1, -1, dtype=np.int64), shapes)

    @property
    def is_uniform(self) -> bool:
        """Whether every node has the same number of children, and all leaves are at the same level."""
        return self._recipe.kind == "uniform"

    @property
    def width(self) -> int:
        """The fan-out of every node; of a nonuniform tree, the greatest allowed."""
        return self._recipe.width

    @property
    def depth(self) -> int:
        """The level of the leaves; of a nonuniform tree, the greatest allowed."""
        return self._recipe.depth

    @property
    def name(self) -> str:
        """The class of the tree, in the notation of Muszycka 1985: U(width,depth) or N(width,depth)."""
        return f"{'U' if self.is_uniform else 'N'}({self.width},{self.depth})"

    @cached_property
    def n_leaves(self) -> int:
        """Number of leaves; those of a nonuniform tree have to be counted one by one."""
        return self.width**self.depth if self.is_uniform else self._counted[1]

    @cached_property
    def n_nodes(self) -> int:
        """Number of nodes, the root included; those of a nonuniform tree have to be counted one by one."""
        return self.most_nodes if self.is_uniform else self._counted[0]

    def count_nodes(self, limit: int) -> int:
        """Return the number of nodes if it is at most `limit`; if it is more, a nonuniform tree counts no further.

        >>> import gametree as gt
        >>> gt.lazy_tree(kind="nonuniform", width=14, depth=16, scheme="unordered", seed=1).count_nodes(1000)
        1001
        """
        limit = check_count("limit", limit, 0, MOST_COUNTED)
        return self.most_nodes if self.is_uniform else self._count(limit)[0]

    @cached_property
    def most_nodes(self) -> int:
        """Number of nodes of the uniform tree of this width and depth."""
        return sum(self.width**k for k in range(self.depth + 1))

    @property
    def integral(self) -> bool:
        """Whether all static values are whole numbers."""
        return self._recipe.scheme not in (
            (UNORDERED, REAL_DEPENDENT) if self.is_uniform else (REAL_DEPENDENT,)
        )

    @property
    def independent(self) -> bool:
        """Whether the values of different leaves are independent."""
        return self._recipe.scheme == UNORDERED

    @property
    def mean_fan_out(self) -> float:
        """The mean fan-out of nodes other than the root, above the last level."""
        return self.width if self.is_uniform else float(self._recipe.law[2:4].mean())

    def plain(self, value: float) -> float:
        """Return a value of this tree as an int if all leaves are whole numbers."""
        return plain_number(value, self.integral)

    def materialize(self) -> Tree:
        """Return the same tree, stored.

        >>> import gametree as gt
        >>> lazy = gt.lazy_tree(width=3, depth=4, scheme="unordered", seed=1)
        >>> gt.search(lazy, "alphabeta") == gt.search(lazy.materialize(), "alphabeta")
        True
        """
        if not self.is_uniform:
            return self._materialize_nonuniform()
        check_memory(f"{self.name} with its {many(self.n_leaves)} leaves", 8 * self.n_leaves)
        leaves = np.empty(self.n_leaves)
        arrays = self.arrays
        (all_hashed_values if isinstance(arrays, HashedArrays) else all_lazy_values)(arrays, leaves)
        return Tree.uniform(self.width, self.depth, leaves)

    def _materialize_nonuniform(self) -> Tree:
        mean = expected_nodes(self._recipe.law, self.depth)
        check_memory(
            f"{self.name} with its {mean:.4g} nodes on average", int(min(BYTES_PER_NODE * mean, 1e300))
        )
        limit = available_memory() // BYTES_PER_NODE
        n_nodes, _ = self._count(limit)
        at_least = "at least " if n_nodes > limit else ""
        check_memory(f"{self.name} with its {at_least}{n_nodes} nodes", BYTES_PER_NODE * n_nodes)
        stored = NestedArrays(np.empty(n_nodes, np.int64), np.empty(n_nodes, np.int64), np.empty(n_nodes))
        write_nonuniform(self.arrays, limit, *stored)
        return Tree._made(stored)

    @cached_property
    def _counted(self) -> tuple[int, int]:
        mean = expected_nodes(self._recipe.law, self.depth)
        counted = self._count(MOST_COUNTED) if mean <= MOST_COUNTED else None
        if counted is None or counted[0] > MOST_COUNTED:
            raise ValueError(
                f"{self.name} has {mean:.4g} nodes on average: more than {MOST_COUNTED} are not counted one by one"
            )
        return counted

    def _count(self, limit: int) -> tuple[int, int]:
        """Return the number of nodes of a nonuniform tree and that of its leaves, or more nodes than `limit`."""
        none = np.empty(0, dtype=np.int64)
        return write_nonuniform(self.arrays, limit, none, none, np.empty(0))

    def __repr__(self) -> str:
        return f"<LazyTree: {self.name}{f', {self.n_leaves} leaves' if self.is_uniform else ''}>"


def lazy_tree(
    kind: str = "uniform",
    *,
    width: int,
    depth: int,
    scheme: str,
    p: float | None = None,
    seed: int | np.random.Generator,
    number: int = 0,
    largest: int = LARGEST,
) -> LazyTree:
    """Return a random tree that is never stored, of any size if U(width, depth) has fewer than 2**62 leaves.

    The arguments are those of `generate`; it is not the tree that `generate` stores for them, but follows the same law,
    except that the values of an unordered uniform tree are uniform on [0, 1).

    >>> import gametree as gt
    >>> gt.lazy_tree("uniform", width=4, depth=30, scheme="unordered", seed=7)
    <LazyTree: U(4,30), 1152921504606846976 leaves>
    >>> tree = gt.lazy_tree("nonuniform", width=4, depth=3, scheme="ordered", p=0.8, seed=7)
    >>> gt.search(tree, "alphabeta") == gt.search(tree.materialize(), "alphabeta")
    True
    """
    made = recipe(kind, scheme, width, depth, p, largest)
    if made.width**made.depth >= 2**62:
        raise ValueError(
            f"depth is {depth}: {'U' if kind == 'uniform' else 'N'}({width},{depth}) can have 2**62 leaves or more, "
            "and so many can't be numbered"
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
        if orders_leaves(tree.scheme):
            _remember_leaves(tree, tree.depth, parent, tree.width)
        else:
            _remember_path(tree, tree.depth, parent)
    return tree.depth * tree.width


@register_jitable
def _remember_path(tree: LazyArrays | NonuniformArrays, last: int, parent: int) -> None:
    """Compute the values of a node's children, at level `last`, from the last level on where its path is remembered."""
    level, node = last - 1, parent
    while level > 0 and not 0 <= node - tree.parents[level] * tree.width < tree.width:
        node //= tree.width
        level -= 1
    while True:
        level += 1
        _remember_children(tree, level, node)
        if level == last:
            return
        node = parent // tree.span[tree.depth - last + level + 1]


@register_jitable
def _value_at(tree: LazyArrays | NonuniformArrays, level: int, node: int) -> float:
    """Return the value of a node whose parent's children are remembered, or of the root."""
    if level == 0:
        return root_value(variable(mix(tree.streams[0])), tree.scheme, tree.low, tree.high, tree.depth)
    return tree.children[level * tree.width + node - tree.parents[level] * tree.width]


@register_jitable(forceinline=True)
def _remember_children(tree: LazyArrays | NonuniformArrays, level: int, parent: int) -> None:
    """Compute the values of the children, at `level`, of a node whose own is known."""
    value = _value_at(tree, level - 1, parent)
    state = variable(mix(tree.streams[level] + np.uint64(parent) * _ODD))
    fill_children(
        state, tree.children, level * tree.width, fan_out(tree, level - 1, parent), level - 1, value,
        tree.scheme, tree.p, tree.low, tree.high, tree.depth,
    )  # fmt: skip
    tree.parents[level] = parent


@register_jitable
def _remember_leaves(tree: LazyArrays | NonuniformArrays, level: int, parent: int, n: int) -> None:
    """Compute the values of the n leaves, at `level`, below a node, where only sibling leaves are ordered."""
    state = variable(mix(tree.streams[level] + np.uint64(parent) * _ODD))
    fill_ordered_leaves(
        state, tree.children, level * tree.width, n, level & 1 == 0,
        tree.low[tree.depth], tree.high[tree.depth], tree.p,
    )  # fmt: skip
    tree.parents[level] = parent


@chosen_by_type
def fan_out(tree: Any, level: int, node: int) -> Any:
    """Return the number of children of a node."""
    if tree.instance_class is LazyArrays:
        return lambda tree, level, node: tree.width

    def drawn(tree: NonuniformArrays, level: int, node: int) -> int:
        # What all nodes of a level share is drawn from the stream of its first number.
        own = 0 if tree.law[4] else node
        state = variable(mix(tree.shapes[level] + np.uint64(own) * _ODD))
        return draw_fan_out(state, level, tree.law, tree.depth, tree.drawn)

    return drawn


@register_jitable
def nonuniform_value(tree: NonuniformArrays, level: int, leaf: int) -> float:
    """Return the static value of a leaf of a nonuniform tree, from MAX's point of view."""
    if tree.scheme == UNORDERED:
        state = variable(mix(tree.streams[level] + np.uint64(leaf) * _ODD))
        return float(between(state, tree.low[tree.depth], tree.high[tree.depth]))
    parent = leaf // tree.width
    if tree.parents[level] != parent:
        if orders_leaves(tree.scheme):
            _remember_some(tree, level, parent)
        else:
            _remember_path(tree, level, parent)
    return tree.children[level * tree.width + leaf - parent * tree.width]


@register_jitable
def _remember_some(tree: NonuniformArrays, level: int, parent: int) -> None:
    """Do what `_remember_leaves` does below a node that may have other children too."""
    first, start, leaves = parent * tree.width, level * tree.width, 0
    children = fan_out(tree, level - 1, parent)
    for i in range(children):
        leaves += fan_out(tree, level, first + i) == 0
    _remember_leaves(tree, level, parent, leaves)
    for i in range(children - 1, -1, -1):  # from the right: none is overwritten that is still to be moved
        if fan_out(tree, level, first + i) == 0:
            leaves -= 1
            tree.children[start + i] = tree.children[start + leaves]


@compiled
def write_nonuniform(
    tree: NonuniformArrays, limit: int, end: Wholes, parent: Wholes, values: Reals
) -> tuple[int, int]:
    """Write a tree into arrays as `NestedArrays` has them, unless they are empty; return how many nodes and leaves it has.

    Stop once there are more than `limit` nodes.
    """
    path = np.full(tree.depth + 1, -1)
    n_nodes, n_leaves, level, node = 0, 0, 0, 0
    while n_nodes <= limit:
        path[level] = n_nodes
        is_leaf = fan_out(tree, level, node) == 0
        if len(end) > 0:
            parent[n_nodes] = path[level - 1] if level > 0 else -1
            values[n_nodes] = nonuniform_value(tree, level, node) if is_leaf else np.nan
        n_nodes += 1
        if not is_leaf:
            level, node = level + 1, node * tree.width
            continue
        n_leaves += 1
        # Go up from the last of its siblings, then to the right.
        while True:
            if len(end) > 0:
                end[path[level]] = n_nodes
            if level == 0:
                return n_nodes, n_leaves
            above = node // tree.width
            node += 1
            if node < above * tree.width + fan_out(tree, level - 1, above):
                break
            level, node = level - 1, above
    return n_nodes, n_leaves
