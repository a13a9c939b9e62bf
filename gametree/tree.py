"""Game trees as flat, immutable arrays.

Nodes are numbered in preorder: the root is 0, the leftmost child of `n` is `n + 1`, and the subtree of `n` is
the range from `n` up to (not including) `end[n]`.  "To the left of" is therefore simply "has the smaller
number".  The levels, fan-outs and names follow Muszycka 1985, section 1.1: the root is at level 0, MAX moves
at even levels, MIN at odd ones.
"""

from __future__ import annotations

import numbers
import os
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

MAX_DEPTH = 250
"""The deepest tree that is accepted: the plain-Python searches recurse once per level."""

BYTES_PER_NODE = 8 + 8 + 4 + 8
"""What `end`, `parent`, `level` and `values` take together."""


class NestedArrays(NamedTuple):
    """A tree of any shape, as the kernels (compiled by numba) take it.

    Examples
    --------
    >>> import gametree as gt
    >>> gt.Tree.from_nested([5, [3, 4]]).arrays.end.tolist()
    [5, 2, 5, 4, 5]
    """

    end: NDArray[np.int64]
    parent: NDArray[np.int64]
    values: NDArray[np.float64]


class UniformArrays(NamedTuple):
    """A uniform tree, as the compiled kernels take it: leaf `i` of `n` at the next level is number `n * width + i`.

    Examples
    --------
    >>> import gametree as gt
    >>> arrays = gt.Tree.from_nested([[5, 6], [3, 4]]).arrays
    >>> arrays.width, arrays.depth, arrays.span.tolist(), arrays.offset.tolist()
    (2, 2, [4, 2, 1], [0, 1, 3])
    """

    width: int
    depth: int
    leaves: NDArray[np.float64]
    span: NDArray[np.int64]
    """Leaves below a node, per level."""
    offset: NDArray[np.int64]
    """Nodes above a level, per level."""


def available_memory() -> int:
    """Return how many bytes of physical memory a new tree may take: half of what the machine has.

    Examples
    --------
    >>> from gametree.tree import available_memory
    >>> available_memory() > 0
    True
    """
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2


def check_memory(what: str, needed: int) -> None:
    """Raise MemoryError, before anything is allocated, if `needed` bytes do not fit.

    Examples
    --------
    >>> from gametree.tree import BYTES_PER_NODE, check_memory
    >>> check_memory("a tree of 3 nodes", 3 * BYTES_PER_NODE)
    >>> check_memory("U(9,40)", 8 * 9**40)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    MemoryError: U(9,40) would need 1.18e+24 PB of memory; at most ... may be used on this machine
    """
    limit = available_memory()
    if needed > limit:
        raise MemoryError(
            f"{what} would need {_readable(needed)} of memory; at most {_readable(limit)} may be used on this machine"
        )


def _readable(n_bytes: int) -> str:
    amount = float(n_bytes)
    for unit in ("bytes", "kB", "MB", "GB", "TB"):
        if amount < 1000:
            return f"{amount:.3g} {unit}"
        amount /= 1000
    return f"{amount:.3g} PB"


def check_count(name: str, value: Any, least: int, most: int) -> int:
    """Return `value` as an int if it is a whole number from `least` to `most`; otherwise raise a ValueError.

    Examples
    --------
    >>> from gametree.tree import check_count
    >>> check_count("width", 3, 1, 10)
    3
    >>> check_count("width", 2.5, 1, 10)
    Traceback (most recent call last):
        ...
    ValueError: width is 2.5: it must be a whole number from 1 to 10
    """
    whole = isinstance(value, numbers.Integral) and not isinstance(value, bool)
    if not whole or not least <= int(value) <= most:
        raise ValueError(f"{name} is {value!r}: it must be a whole number from {least} to {most}")
    return int(value)


def levels_of(width: int, depth: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return, per level of U(width, depth), the leaves below one node and the number of nodes above the level.

    Examples
    --------
    >>> from gametree.tree import levels_of
    >>> span, offset = levels_of(3, 2)
    >>> span.tolist(), offset.tolist()
    ([9, 3, 1], [0, 1, 4])
    """
    span = np.array([width ** (depth - k) for k in range(depth + 1)], dtype=np.int64)
    above = [sum(width**j for j in range(k)) for k in range(depth + 1)]
    return span, np.array(above, dtype=np.int64)


class Tree:
    """An immutable game tree with MAX to move at the root and static values, from MAX's point of view, at the leaves.

    Build one with `Tree.from_nested`, `Tree.uniform` or `gametree.generate`.

    Attributes
    ----------
    end : int64 array
        One past the last node of each node's subtree.
    parent : int64 array
        The parent of each node; -1 for the root.
    level : int32 array
        The distance from the root.
    values : float64 array
        The static value of each leaf; NaN elsewhere.

    Examples
    --------
    >>> import gametree as gt
    >>> tree = gt.Tree.from_nested([5, [3, 4]])
    >>> tree.n_nodes, tree.n_leaves, tree.depth
    (5, 3, 2)
    >>> tree.end.tolist(), tree.parent.tolist(), tree.level.tolist()
    ([5, 2, 5, 4, 5], [-1, 0, 0, 2, 2], [0, 1, 1, 2, 2])
    >>> tree.backed_up.tolist()
    [5.0, 5.0, 3.0, 3.0, 4.0]
    """

    def __init__(self, arrays: NestedArrays | UniformArrays):
        self._arrays = arrays
        for array in arrays:
            if isinstance(array, np.ndarray):
                array.setflags(write=False)

    # -- construction ------------------------------------------------------------------------------------------------

    @classmethod
    def from_nested(cls, nested: Any) -> Tree:
        """Build a tree from nested lists: a list is a node with its children, a number is a leaf's static value for MAX.

        Raises
        ------
        ValueError
            Naming the place, such as ``[0][2]``, if a node is empty, a leaf is not a finite number that a
            float holds exactly, or the nesting is deeper than `MAX_DEPTH`.

        Examples
        --------
        >>> import gametree as gt
        >>> gt.Tree.from_nested([5, [3, 4]]).values.tolist()
        [nan, 5.0, nan, 3.0, 4.0]
        >>> gt.Tree.from_nested([5, [3, []]])
        Traceback (most recent call last):
            ...
        ValueError: node at [1][1] is empty: a node needs at least one child, a leaf must be a number
        """
        if _is_node(nested) and (shape := _uniform_shape(nested)):
            leaves = [_leaf_value(leaf, place) for leaf, place in _leaves_of(nested)]
            return cls.uniform(*shape, np.array(leaves))
        parent: list[int] = []
        values: list[float] = []
        end: list[int] = []
        waiting: list[tuple[Any, int, tuple[int, ...]]] = [(nested, -1, ())]
        while waiting:
            item, above, place = waiting.pop()
            number = len(parent)
            parent.append(above)
            end.append(number + 1)
            if _is_node(item):
                _check_node(item, place)
                values.append(np.nan)
                waiting.extend((item[i], number, (*place, i)) for i in reversed(range(len(item))))
            else:
                values.append(_leaf_value(item, place))
        for number in range(len(parent) - 1, 0, -1):
            end[parent[number]] = max(end[parent[number]], end[number])
        return cls(NestedArrays(np.array(end), np.array(parent), np.array(values)))

    @classmethod
    def uniform(cls, width: int, depth: int, leaves: Any) -> Tree:
        """Build U(width, depth) from the static values of its leaves, from left to right.

        The tree takes 8 bytes per leaf; `end`, `parent`, `level` and `values` are computed only when
        somebody asks for them.

        Examples
        --------
        >>> import gametree as gt
        >>> gt.Tree.uniform(2, 2, [1, 2, 3, 4]).to_nested()
        [[1, 2], [3, 4]]
        """
        width = check_count("width", width, 1, 2**31)
        depth = check_count("depth", depth, 0, MAX_DEPTH)
        values = np.ascontiguousarray(leaves, dtype=np.float64).copy()
        if values.shape != (width**depth,):
            raise ValueError(
                f"leaves has shape {values.shape}: U({width},{depth}) has {width**depth} leaves in one row"
            )
        if not np.isfinite(values).all():
            bad = int(np.flatnonzero(~np.isfinite(values))[0])
            raise ValueError(f"leaves[{bad}] is {values[bad]}: a leaf must be a finite number")
        return cls(UniformArrays(width, depth, values, *levels_of(width, depth)))

    # -- shape -------------------------------------------------------------------------------------------------------

    @property
    def arrays(self) -> NestedArrays | UniformArrays:
        """What the compiled kernels take."""
        return self._arrays

    @property
    def is_uniform(self) -> bool:
        """Whether the tree is stored as U(width, depth), with implicit indexing."""
        return isinstance(self._arrays, UniformArrays)

    @cached_property
    def n_nodes(self) -> int:
        """Number of nodes, the root included."""
        if isinstance(self._arrays, UniformArrays):
            return int(self._arrays.offset[-1] + self._arrays.span[0])
        return len(self._arrays.end)

    @cached_property
    def n_leaves(self) -> int:
        """Number of leaves."""
        return len(self.leaves)

    @cached_property
    def depth(self) -> int:
        """The greatest level of a leaf."""
        return self._arrays.depth if isinstance(self._arrays, UniformArrays) else int(self.level.max())

    @cached_property
    def width(self) -> int:
        """The greatest fan-out of a node; 0 for a root that is itself a leaf."""
        if self.n_nodes == 1:
            return 0
        if isinstance(self._arrays, UniformArrays):
            return self._arrays.width
        return int(self.fan_out.max())

    @cached_property
    def fan_out(self) -> NDArray[np.int64]:
        """Number of children of each node."""
        return _frozen(np.bincount(self.parent[1:], minlength=self.n_nodes))

    @cached_property
    def leaves(self) -> NDArray[np.float64]:
        """The static values of the leaves, from left to right."""
        if isinstance(self._arrays, UniformArrays):
            return self._arrays.leaves
        return _frozen(self._arrays.values[~np.isnan(self._arrays.values)])

    @cached_property
    def integral(self) -> bool:
        """Whether all static values are whole numbers."""
        return bool((self.leaves == np.floor(self.leaves)).all())

    @cached_property
    def nested_arrays(self) -> NestedArrays:
        """The explicit arrays of the tree, whatever its shape."""
        return self._arrays if isinstance(self._arrays, NestedArrays) else _explicit(self._arrays)

    @property
    def end(self) -> NDArray[np.int64]:
        """One past the last node of each subtree."""
        return self.nested_arrays.end

    @property
    def parent(self) -> NDArray[np.int64]:
        """The parent of each node; -1 for the root."""
        return self.nested_arrays.parent

    @property
    def values(self) -> NDArray[np.float64]:
        """Static values of the leaves, NaN at all other nodes."""
        return self.nested_arrays.values

    @cached_property
    def level(self) -> NDArray[np.int32]:
        """The level of each node."""
        # A node's level is the number of subtrees (node+1 ... end) that it lies in.
        opened = np.ones(self.n_nodes, dtype=np.int32)
        closed = np.bincount(self.end, minlength=self.n_nodes + 1)[: self.n_nodes]
        return _frozen(np.cumsum(opened - closed, dtype=np.int32) - 1)

    # -- nodes -------------------------------------------------------------------------------------------------------

    def children(self, node: int) -> list[int]:
        """Return the children of a node, from left to right.

        Examples
        --------
        >>> import gametree as gt
        >>> gt.Tree.from_nested([5, [3, 4]]).children(0)
        [1, 2]
        """
        return list(self._children(node))

    def _children(self, node: int) -> Iterator[int]:
        child, stop = node + 1, int(self.end[node])
        while child < stop:
            yield child
            child = int(self.end[child])

    def is_leaf(self, node: int) -> bool:
        """Whether a node has no children."""
        return bool(self.end[node] == node + 1)

    def is_max(self, node: int) -> bool:
        """Whether MAX is to move: at even levels."""
        return bool(self.level[node] % 2 == 0)

    def path(self, node: int) -> tuple[int, ...]:
        """Return the 0-based sibling indices that lead from the root to a node.

        Examples
        --------
        >>> import gametree as gt
        >>> gt.Tree.from_nested([5, [3, 4]]).path(4)
        (1, 1)
        """
        steps: list[int] = []
        while node:
            parent = int(self.parent[node])
            steps.append(self.children(parent).index(node))
            node = parent
        return tuple(reversed(steps))

    def node(self, path: Sequence[int]) -> int:
        """Return the node that a path of 0-based sibling indices leads to.

        Examples
        --------
        >>> import gametree as gt
        >>> gt.Tree.from_nested([5, [3, 4]]).node([1, 1])
        4
        """
        node = 0
        for step in path:
            node = self.children(node)[step]
        return node

    def name(self, node: int) -> str:
        """Return the thesis' name of a node: p for the root, p21 for the first child of its second child.

        Sibling numbers above 9 are set apart by dots (p2.11.1), because p2111 would be another node.

        Examples
        --------
        >>> import gametree as gt
        >>> gt.Tree.from_nested([5, [3, 4]]).name(4)
        'p22'
        """
        steps = [i + 1 for i in self.path(node)]
        return "p" + ("." if any(step > 9 for step in steps) else "").join(map(str, steps))

    # -- values ------------------------------------------------------------------------------------------------------

    def plain(self, value: float) -> float:
        """Return a value of this tree the way its leaves were given: as an int if all leaves are whole numbers."""
        return int(value) if self.integral and np.isfinite(value) else float(value)

    @cached_property
    def backed_up(self) -> NDArray[np.float64]:
        """The minimax value of every node, from MAX's point of view (Muszycka 1985, section 1.2)."""
        value = self.values.copy()
        by_level = np.argsort(self.level, kind="stable")
        for nodes in reversed(np.split(by_level, np.cumsum(np.bincount(self.level))[:-1])[1:]):
            better = np.fmax if self.level[nodes[0]] % 2 else np.fmin
            better.at(value, self.parent[nodes], value[nodes])
        return _frozen(value)

    def to_nested(self) -> Any:
        """Return the tree as nested lists: the inverse of `from_nested`.

        Examples
        --------
        >>> import gametree as gt
        >>> gt.Tree.from_nested(([5], (3, 4))).to_nested()
        [[5], [3, 4]]
        """
        if self.n_nodes == 1:
            return self.plain(self.leaves[0])
        lists: dict[int, list[Any]] = {0: []}
        for node in range(1, self.n_nodes):
            if self.is_leaf(node):
                lists[int(self.parent[node])].append(self.plain(self.values[node]))
            else:
                lists[node] = []
                lists[int(self.parent[node])].append(lists[node])
        return lists[0]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tree):
            return NotImplemented
        return (
            self.n_nodes == other.n_nodes
            and np.array_equal(self.end, other.end)
            and np.array_equal(self.leaves, other.leaves)
        )

    def __hash__(self) -> int:
        return hash((self.n_nodes, self.leaves.tobytes()))

    def __repr__(self) -> str:
        if self.n_leaves <= 12:
            return f"Tree.from_nested({self.to_nested()!r})"
        kind = (
            f"U({self.width},{self.depth})" if self.is_uniform else f"width {self.width}, depth {self.depth}"
        )
        return f"<Tree: {kind}, {self.n_nodes} nodes, {self.n_leaves} leaves>"


def _frozen(array: NDArray[Any]) -> NDArray[Any]:
    array.setflags(write=False)
    return array


def _explicit(uniform: UniformArrays) -> NestedArrays:
    """Write out the arrays of a uniform tree: in preorder, a node at level k is followed by the nodes below it."""
    width, depth, leaves, span, offset = uniform
    n_nodes = int(offset[-1] + span[0])
    check_memory(f"U({width},{depth}) with its {n_nodes} nodes written out", n_nodes * BYTES_PER_NODE)
    below = [int(offset[depth - k] + span[k]) for k in range(depth + 1)]
    end = np.empty(n_nodes, dtype=np.int64)
    parent = np.empty(n_nodes, dtype=np.int64)
    values = np.full(n_nodes, np.nan)
    numbers = np.zeros(1, dtype=np.int64)
    parent[0], end[0] = -1, n_nodes
    for k in range(1, depth + 1):
        children = numbers[:, None] + 1 + below[k] * np.arange(width)
        parent[children] = numbers[:, None]
        numbers = children.ravel()
        end[numbers] = numbers + below[k]
    values[numbers] = leaves
    for array in (end, parent, values):
        array.setflags(write=False)
    return NestedArrays(end, parent, values)


def _is_node(item: Any) -> bool:
    return isinstance(item, list | tuple) or (isinstance(item, np.ndarray) and item.ndim > 0)


def _place(place: tuple[int, ...]) -> str:
    return "".join(f"[{i}]" for i in place) or "the root"


def _check_node(item: Any, place: tuple[int, ...]) -> None:
    if len(item) == 0:
        raise ValueError(
            f"node at {_place(place)} is empty: a node needs at least one child, a leaf must be a number"
        )
    if len(place) >= MAX_DEPTH:
        raise ValueError(
            f"nested is deeper than {MAX_DEPTH} levels at {_place(place[:5])}...: that is the most allowed"
        )


def _leaf_value(item: Any, place: tuple[int, ...]) -> float:
    if isinstance(item, np.ndarray):
        item = item.item()
    if isinstance(item, bool) or not isinstance(item, numbers.Real):
        raise ValueError(f"leaf at {_place(place)} is {item!r}: a leaf must be a finite number")
    try:
        value = float(item)
    except OverflowError:
        value = np.inf
    if not np.isfinite(value):
        raise ValueError(f"leaf at {_place(place)} is {item!r}: a leaf must be a finite number")
    if isinstance(item, numbers.Integral) and int(value) != int(item):
        raise ValueError(
            f"leaf at {_place(place)} is {item!r}: a whole number that a float can't hold exactly"
        )
    return value


def _uniform_shape(nested: Any) -> tuple[int, int] | None:
    """Return (width, depth) if the nesting is that of a uniform tree wider than 1; None otherwise."""
    width = len(nested)
    row, depth = [nested], 0
    while row and all(_is_node(item) and len(item) == width for item in row):
        depth += 1
        if depth > MAX_DEPTH or width < 2:
            return None
        row = [child for item in row for child in item]
    return None if any(_is_node(item) for item in row) else (width, depth)


def _leaves_of(nested: Any) -> Iterator[tuple[Any, tuple[int, ...]]]:
    waiting: list[tuple[Any, tuple[int, ...]]] = [(nested, ())]
    while waiting:
        item, place = waiting.pop()
        if _is_node(item):
            waiting.extend((item[i], (*place, i)) for i in reversed(range(len(item))))
        else:
            yield item, place
