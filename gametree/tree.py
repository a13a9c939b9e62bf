"""Game trees as flat, immutable arrays.

Nodes are numbered in preorder: the root is 0, the leftmost child of `n` is `n + 1`, and the subtree of `n` is
the range from `n` up to (not including) `end[n]`.  So "to the left of" means "has the smaller
number".  Levels, fan-outs and names follow Muszycka 1985, section 1.1: the root is at level 0, MAX moves
at even levels, MIN at odd ones.
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from gametree._checks import as_float, check_count, check_kind, many, shown
from gametree._memory import check_memory
from gametree.nodes import PlainTree, StoredTree, place_text

MAX_DEPTH = 250
"""The deepest tree that is accepted: the plain-Python searches recurse once per level."""

BYTES_PER_NODE = 8 + 8 + 4 + 8
"""Memory of `end`, `parent`, `level` and `values` per node."""

FEW_NODES = 10_000
"""Up to so many nodes a tree is kept in plain lists too, once a plain-Python search has asked for them."""


class NestedArrays(NamedTuple):
    """A tree of any shape, as the kernels take it."""

    end: NDArray[np.int64]
    parent: NDArray[np.int64]
    values: NDArray[np.float64]


class UniformArrays(NamedTuple):
    """A uniform tree, as the kernels take it: child i of node n of a level is number ``n * width + i`` of the next level.

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


def check_stored_tree(tree: Any, name: str = "tree") -> None:
    """Raise a TypeError unless `tree` is a stored `Tree`."""
    check_kind(name, tree, Tree, "a Tree, as Tree.from_nested or generate make it")


def plain_number(value: Any, integral: bool) -> float:
    """Return a value of a tree as an int if all its leaves are whole numbers, else as a float."""
    number = as_float(value)
    if number != number and not isinstance(value, numbers.Real):
        raise ValueError(f"value is {shown(value)}: it must be a number")
    return int(number) if integral and math.isfinite(number) else number


def levels_of(width: int, depth: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return, per level of U(width, depth), the leaves below one node and the number of nodes above the level."""
    span = np.array([width ** (depth - k) for k in range(depth + 1)], dtype=np.int64)
    above = [sum(width**j for j in range(k)) for k in range(depth + 1)]
    return span, np.array(above, dtype=np.int64)


class Tree(StoredTree):
    """An immutable game tree with MAX to move at the root and static values, from MAX's point of view, at the leaves.

    Build one with `Tree.from_nested`, `Tree.uniform` or `gametree.generate`.

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
        check_kind(
            "arrays", arrays, (NestedArrays, UniformArrays), "NestedArrays or UniformArrays; see from_nested"
        )
        _check_arrays(arrays)
        self._hold(arrays)

    def _hold(self, arrays: NestedArrays | UniformArrays) -> None:
        self._arrays = arrays
        for array in arrays:
            if isinstance(array, np.ndarray):
                array.setflags(write=False)

    @classmethod
    def _made(cls, arrays: NestedArrays | UniformArrays, whole_numbers: bool = False) -> Self:
        """Return the tree of arrays that were made here, and need no check; not even whether leaves are whole numbers."""
        tree = cls.__new__(cls)
        tree._hold(arrays)
        if whole_numbers:
            vars(tree)["integral"] = True
        return tree

    # -- construction ------------------------------------------------------------------------------------------------

    @classmethod
    def from_nested(cls, nested: Any) -> Tree:
        """Build a tree from nested lists: a list is a node with its children, a number is a leaf's static value for MAX.

        A ValueError names the place, such as ``[0][2]``, if a node is empty, a leaf is not a finite number that a
        float holds exactly, or the nesting is deeper than `MAX_DEPTH`.  If the tree would not fit into memory (a small
        structure may contain the same list many times), a MemoryError says so before it is built.

        >>> import gametree as gt
        >>> gt.Tree.from_nested([5, [3, 4]]).values.tolist()
        [nan, 5.0, nan, 3.0, 4.0]
        >>> gt.Tree.from_nested([5, [3, []]])
        Traceback (most recent call last):
            ...
        ValueError: node at [1][1] is empty: a node needs at least one child, a leaf must be a number
        """
        rows = _rows(nested)
        if rows is None:
            refuse_unfolding(nested)
            rows = _checked_rows(nested)
        *inner, (_, last) = rows
        width = len(nested) if inner else 0
        if width > 1 and all((fan == width).all() for fan, _ in inner) and len(last) == width ** len(inner):
            return cls.uniform(width, len(inner), last)
        return cls._made(_preorder(rows))

    @classmethod
    def uniform(cls, width: int, depth: int, leaves: Any) -> Tree:
        """Build U(width, depth) from the static values of its leaves, from left to right.

        The tree takes 8 bytes per leaf; `end`, `parent`, `level` and `values` are computed when first used.

        >>> import gametree as gt
        >>> gt.Tree.uniform(2, 2, [1, 2, 3, 4]).to_nested()
        [[1, 2], [3, 4]]
        """
        width = check_count("width", width, 1, 2**31)
        depth = check_count("depth", depth, 0, MAX_DEPTH)
        values = _exact_floats("leaves", leaves)
        if values.shape != (width**depth,):
            raise ValueError(
                f"leaves has shape {values.shape}: U({width},{depth}) has {many(width**depth)} leaves in one row"
            )
        if not np.isfinite(values).all():
            bad = int(np.flatnonzero(~np.isfinite(values))[0])
            raise ValueError(f"leaves[{bad}] is {values[bad]}: a leaf must be a finite number")
        return cls._made(UniformArrays(width, depth, values, *levels_of(width, depth)))

    # -- shape -------------------------------------------------------------------------------------------------------

    @property
    def arrays(self) -> NestedArrays | UniformArrays:
        """The tree as the kernels take it."""
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
        # A node's level is the number of proper subtrees that contain it.
        opened = np.ones(self.n_nodes, dtype=np.int32)
        closed = np.bincount(self.end, minlength=self.n_nodes + 1)[: self.n_nodes]
        return _frozen(np.cumsum(opened - closed, dtype=np.int32) - 1)

    # -- nodes -------------------------------------------------------------------------------------------------------

    def in_lists(self) -> StoredTree:
        """Return the tree as Python reads it fastest, node by node: the same nodes in plain lists, if they are few."""
        return self if self.n_nodes > FEW_NODES else self._lists

    @cached_property
    def _lists(self) -> PlainTree:
        return PlainTree(*(array.tolist() for array in (self.end, self.parent, self.level, self.values)))

    def checked(self, node: Any) -> int:
        """Return a node's number, checked: numpy would take a negative one from the end."""
        if type(node) is int and 0 <= node < self.n_nodes:
            return node
        return check_count("node", node, 0, self.n_nodes - 1)

    def node(self, path: Sequence[int]) -> int:
        """Return the node that a path of 0-based sibling indices leads to.

        >>> import gametree as gt
        >>> gt.Tree.from_nested([5, [3, 4]]).node([1, 1])
        4
        """
        if isinstance(path, str | bytes | set | frozenset) or not hasattr(path, "__iter__"):
            raise ValueError(f"path is {shown(path)}: it must be 0-based sibling indices, such as [1, 0]")
        node = 0
        for place, step in enumerate(path):
            children = self.children(node)
            if not children:
                raise ValueError(
                    f"path is {shown(path)}: it must end after {place} steps, at the leaf {node}"
                )
            node = children[check_count(f"path[{place}]", step, 0, len(children) - 1)]
        return node

    # -- values ------------------------------------------------------------------------------------------------------

    def plain(self, value: float) -> float:
        """Return a value of this tree as an int if all leaves are whole numbers, else as a float."""
        return plain_number(value, self.integral)

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
        return hash((self.n_nodes, (self.leaves + 0.0).tobytes()))  # -0.0 equals 0.0

    def __repr__(self) -> str:
        if self.n_leaves <= 12:
            return f"Tree.from_nested({self.to_nested()!r})"
        kind = (
            f"U({self.width},{self.depth})" if self.is_uniform else f"width {self.width}, depth {self.depth}"
        )
        return f"<Tree: {kind}, {self.n_nodes} nodes, {self.n_leaves} leaves>"


def _check_arrays(arrays: NestedArrays | UniformArrays) -> None:
    """Refuse arrays that describe no tree: kernels follow them without looking."""
    for name, array in arrays._asdict().items():
        if name in ("width", "depth"):
            continue
        dtype = np.dtype(np.float64 if name in ("leaves", "values") else np.int64)
        if not isinstance(array, np.ndarray) or array.dtype != dtype or array.ndim != 1:
            raise ValueError(f"arrays.{name} is {shown(array)}: it must be a row of numbers of type {dtype}")
        if not array.flags.c_contiguous:
            raise ValueError(
                f"arrays.{name} is not contiguous: it must be, as numpy.ascontiguousarray makes it"
            )
    if isinstance(arrays, UniformArrays):
        check_count("arrays.width", arrays.width, 1, 2**31)
        check_count("arrays.depth", arrays.depth, 0, MAX_DEPTH)
        n_leaves = arrays.width**arrays.depth
        fits = len(arrays.leaves) == n_leaves and all(
            map(np.array_equal, (arrays.span, arrays.offset), levels_of(arrays.width, arrays.depth))
        )
        values, wanted = arrays.leaves, f"those of U({arrays.width},{arrays.depth})"
    else:
        fits = _is_preorder(arrays)
        values, wanted = arrays.values, f"those of one tree in preorder, at most {MAX_DEPTH} levels deep"
        if fits:
            is_leaf = arrays.end == np.arange(1, len(values) + 1)
            fits, values = bool(np.isnan(values[~is_leaf]).all()), values[is_leaf]
    if not fits:
        raise ValueError(f"arrays is {shown(arrays)}: its arrays must be {wanted}")
    if not np.isfinite(values).all():
        raise ValueError(f"arrays has a leaf {values[~np.isfinite(values)][0]}: it must be a finite number")


def _is_preorder(arrays: NestedArrays) -> bool:
    """Whether `end` and `parent` describe the same tree, whose nodes stand in preorder."""
    end, parent, n = arrays.end, arrays.parent, len(arrays.end)
    node = np.arange(n)
    if not n or len(parent) != n or len(arrays.values) != n or parent[0] != -1 or end[0] != n:
        return False
    if not ((end > node).all() and (end <= n).all() and (parent[1:] >= 0).all() and (parent < node).all()):
        return False
    inner = node[end > node + 1]
    around = end[parent[1:]]  # where the subtree of the parent ends
    followed = node[1:][end[1:] < around]  # those with a sibling to their right, which begins where they end
    return bool(
        (parent[inner + 1] == inner).all()
        and (end[1:] <= around).all()
        and (parent[end[followed]] == parent[followed]).all()
        and np.cumsum(1 - np.bincount(end, minlength=n + 1)[:n]).max() <= MAX_DEPTH + 1
    )


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
    return NestedArrays(*map(_frozen, (end, parent, values)))


def _exact_floats(name: str, given: Any) -> NDArray[np.float64]:
    """Return numbers as a new array of floats; refuse text, Booleans, masked values and inexact integers."""
    if isinstance(given, np.ma.MaskedArray) and np.ma.getmaskarray(given).any():
        bad = int(np.flatnonzero(np.ma.getmaskarray(given).ravel())[0])
        raise ValueError(f"{name}[{bad}] is masked: a leaf must be a finite number")
    if not isinstance(given, np.ndarray):
        given = list(given) if isinstance(given, range | Iterator) else given
        if isinstance(given, str | bytes) or not hasattr(given, "__len__"):
            raise ValueError(f"{name} is {shown(given)}: it must be a list or an array of numbers")
        if not set(map(type, given)) <= _PLAIN:
            _refuse_items(name, given)
    try:
        array = np.asarray(given)
    except (ValueError, TypeError, OverflowError):
        array = np.empty(0, dtype=np.str_)
    if array.dtype.kind in "iuO" and array.size:
        # A whole number that a float can't hold is at least 2**53, and so is the float that it becomes.
        try:
            floats = array.astype(np.float64)
            suspect = bool((np.abs(floats) >= 2.0**53).any()) or array.dtype.kind == "O"
        except (ValueError, TypeError, OverflowError):
            suspect = True
        if suspect:
            _refuse_items(name, array.ravel().tolist())
    if array.dtype.kind not in "fiuO":
        _refuse_items(name, np.ravel(array).tolist() if isinstance(given, np.ndarray) else given)
        raise ValueError(f"{name} is {shown(given)}: it must be a list or an array of numbers")
    return np.array(array, dtype=np.float64, order="C")


_PLAIN = {int, float, np.float64, np.int64}
"""Types of leaves that need no further check."""


def _refuse_items(name: str, items: Any) -> None:
    """Raise the error of the first item that is not a number that a float holds exactly."""
    for place, item in enumerate(items):
        if _is_node(item):
            continue  # an error of shape, raised later
        _leaf_value(item, f"{name}[{place}]")


def _is_node(item: Any) -> bool:
    return isinstance(item, list | tuple) or (isinstance(item, np.ndarray) and item.ndim > 0)


def _check_node(item: Any, place: tuple[int, ...]) -> None:
    if len(item) == 0:
        raise ValueError(
            f"node at {place_text(place)} is empty: a node needs at least one child, a leaf must be a number"
        )
    if len(place) >= MAX_DEPTH:
        raise ValueError(
            f"nested is deeper than {MAX_DEPTH} levels at {place_text(place[:5])}...: that is the most allowed"
        )
    if isinstance(item, np.ma.MaskedArray) and np.ma.getmaskarray(item).any():
        raise ValueError(f"node at {place_text(place)} is a masked array: a leaf must be a finite number")


def _leaf_value(item: Any, where: str) -> float:
    if item is np.ma.masked:
        raise ValueError(f"{where} is masked: a leaf must be a finite number")
    if isinstance(item, np.ndarray):
        item = item.item()
    value = as_float(item)
    if not np.isfinite(value):
        raise ValueError(f"{where} is {shown(item)}: a leaf must be a finite number")
    if isinstance(item, numbers.Integral) and int(value) != int(item):
        raise ValueError(f"{where} is {shown(item)}: a whole number that a float can't hold exactly")
    return value


Row = tuple[NDArray[np.int64], NDArray[np.float64]]
"""A level of a tree, from left to right: fan-outs of its nodes, and values of the leaves among them."""

MANY_NODES = 2**16
"""From this size on, if the same list occurs in several places, nodes are counted before they are listed."""


def _rows(nested: Any) -> list[Row] | None:
    """Return the levels of nested lists, quickly; None if anything needs a closer check."""
    rows: list[Row] = []
    row, n_nodes, next_check = [nested], 1, MANY_NODES
    while row:
        kinds = set(map(type, row))
        inner, leaves = row, []
        if kinds <= _PLAIN:
            inner, leaves = [], row
        elif not kinds <= {list, tuple}:
            inner = [item for item in row if _is_node(item)]
            leaves = [item for item in row if not _is_node(item)]
        if not kinds <= _PLAIN | {list, tuple, np.ndarray} or not set(map(type, leaves)) <= _PLAIN:
            return None
        fan = np.fromiter(map(len, inner), np.int64, len(inner))
        try:
            values = np.array(leaves, dtype=np.float64)
        except OverflowError:
            return None
        if not (np.abs(values) < 2.0**53).all() or not fan.all() or (inner and len(rows) == MAX_DEPTH):
            return None
        n_nodes += int(fan.sum())
        if n_nodes > next_check:
            next_check = 16 * n_nodes
            if len(set(map(id, inner))) < len(inner):
                refuse_unfolding(nested)
        if leaves and inner:
            is_inner = np.fromiter(map(_is_node, row), np.bool_, len(row))
            all_fan = np.zeros(len(row), dtype=np.int64)
            all_fan[is_inner] = fan
            fan = all_fan
        elif leaves:
            fan = np.zeros(len(row), dtype=np.int64)
        rows.append((fan, values))
        row = list(chain.from_iterable(inner))
    return rows


def refuse_unfolding(nested: Any, below: Callable[[Any], Sequence[Any]] = list) -> None:
    """Refuse nested lists that make more nodes than fit into memory; a list in many places is counted in each.

    `below` returns the children of a list or tuple.

    >>> nested = [1, 2]
    >>> for _ in range(60):
    ...     nested = [nested, nested]
    >>> refuse_unfolding(nested)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    MemoryError: nested with its 4611686018427387903 nodes would need 1.29e+05 PB of memory; at most ...
    """
    level: dict[int, tuple[Any, int]] = {id(nested): (nested, 1)}
    n_nodes = 1
    for _ in range(MAX_DEPTH + 1):
        lower: dict[int, tuple[Any, int]] = {}
        for item, times in level.values():
            if isinstance(item, list | tuple):
                children = below(item)
                n_nodes += times * len(children)
                for child in children:
                    if isinstance(child, list | tuple):
                        _, before = lower.get(id(child), (child, 0))
                        lower[id(child)] = (child, before + times)
            elif _is_node(item):
                n_nodes += times * item.size
        level = lower
    if level and n_nodes > MANY_NODES:
        raise ValueError(f"nested is deeper than {MAX_DEPTH} levels: that is the most allowed")
    check_memory(f"nested with its {many(n_nodes)} nodes", n_nodes * BYTES_PER_NODE)


def _checked_rows(nested: Any) -> list[Row]:
    """Return the levels of nested lists, node by node; raise the error of the first that is not allowed."""
    levels: list[tuple[list[int], list[float]]] = []
    waiting: list[tuple[Any, tuple[int, ...]]] = [(nested, ())]
    while waiting:
        item, place = waiting.pop()
        if len(place) == len(levels):
            levels.append(([], []))
        fans, values = levels[len(place)]
        if _is_node(item):
            _check_node(item, place)
            fans.append(len(item))
            waiting.extend((item[i], (*place, i)) for i in reversed(range(len(item))))
        else:
            values.append(_leaf_value(item, f"leaf at {place_text(place)}"))
            fans.append(0)
    return [(np.array(fans, dtype=np.int64), np.array(values, dtype=np.float64)) for fans, values in levels]


def _preorder(rows: list[Row]) -> NestedArrays:
    """Return the arrays of a tree whose levels are given from left to right."""
    sizes = [np.ones(len(rows[-1][0]), dtype=np.int64)]
    for fan, _ in reversed(rows[:-1]):
        upto = np.concatenate([[0], np.cumsum(sizes[-1])])
        last = np.cumsum(fan)
        sizes.append(1 + upto[last] - upto[last - fan])
    sizes.reverse()
    n_nodes = int(sizes[0][0])
    end, parent = np.empty(n_nodes, dtype=np.int64), np.empty(n_nodes, dtype=np.int64)
    values = np.full(n_nodes, np.nan)
    nodes = np.zeros(1, dtype=np.int64)
    parent[0] = -1
    for k, (fan, leaves) in enumerate(rows):
        end[nodes] = nodes + sizes[k]
        values[nodes[fan == 0]] = leaves
        if k + 1 < len(rows):
            before = np.concatenate([[0], np.cumsum(sizes[k + 1])])
            first = np.repeat(before[np.cumsum(fan) - fan], fan)
            above = np.repeat(nodes, fan)
            nodes = above + 1 + before[:-1] - first
            parent[nodes] = above
    return NestedArrays(end, parent, values)
