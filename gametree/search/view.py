"""What a search kernel sees of a tree: a handful of questions, answered for each way of storing one.

A kernel is written once, against the functions of this module; numba compiles it for every kind of view.  A
node is a pair (level, number): in a `Nested` view the number is the preorder number, in a `Uniform` view it
counts the nodes of a level from the left.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import types
from numba.extending import overload, register_jitable

from gametree._compile import pointer
from gametree.generate.lazy import HashedArrays, LazyArrays, hashed_value, lazy_value
from gametree.tree import NestedArrays, UniformArrays

ROOT_LEVEL, ROOT = np.int64(0), np.int64(0)
"""Where a search begins.

Not plain zeros: numba would compile a recursive kernel for the literal 0 that calls the one for any int64,
and such pairs crash when they are loaded from disk (numba issue 6061).
"""


class Nested(NamedTuple):
    """Pointers to the arrays of a tree of any shape."""

    end: Any
    parent: Any
    values: Any


class Uniform(NamedTuple):
    """Pointers to the leaves of a uniform tree, and to the leaves below and the nodes above each level."""

    width: int
    depth: int
    leaves: Any
    span: Any
    offset: Any


class Hashed(NamedTuple):
    """A uniform tree whose leaves have hashes of their numbers as values (`gametree.generate.lazy`)."""

    width: int
    depth: int
    key: int
    span: Any
    offset: Any


class Lazy(NamedTuple):
    """A uniform tree whose values are computed from those of the nodes above, on demand."""

    width: int
    depth: int
    key: int
    scheme: int
    p: float
    low: Any
    high: Any
    span: Any
    offset: Any
    parents: Any
    children: Any
    state: Any


def is_a(numba_type: Any, *classes: type) -> bool:
    """Whether a numba type is that of one of these named tuples."""
    return isinstance(numba_type, types.BaseNamedTuple) and numba_type.instance_class in classes


def view_of(arrays: Any) -> Any:
    """Turn the arrays of a tree into a view (only inside compiled code; the caller keeps the arrays alive)."""
    raise NotImplementedError


@overload(view_of, strict=False)
def _view_of(arrays: Any) -> Any:
    if is_a(arrays, NestedArrays):
        return lambda arrays: Nested(pointer(arrays.end), pointer(arrays.parent), pointer(arrays.values))
    if is_a(arrays, UniformArrays):
        return lambda arrays: Uniform(
            arrays.width, arrays.depth, pointer(arrays.leaves), pointer(arrays.span), pointer(arrays.offset)
        )
    if is_a(arrays, HashedArrays):
        return lambda arrays: Hashed(
            arrays.width, arrays.depth, arrays.key, pointer(arrays.span), pointer(arrays.offset)
        )
    if is_a(arrays, LazyArrays):
        return lambda arrays: Lazy(
            arrays.width, arrays.depth, arrays.key, arrays.scheme, arrays.p,
            pointer(arrays.low), pointer(arrays.high), pointer(arrays.span), pointer(arrays.offset),
            pointer(arrays.parents), pointer(arrays.children), pointer(arrays.state),
        )  # fmt: skip
    return None


def _question(name: str, nested: Any, uniform: Any, doc: str, hashed: Any = None, lazy: Any = None) -> Any:
    """Make a function that kernels can call on any view; all uniform trees answer alike unless they say otherwise."""

    def question(view: Any, level: int, node: int) -> Any:
        raise NotImplementedError

    question.__name__, question.__doc__ = name, doc

    @overload(question, strict=False)
    def choose(view: Any, level: Any, node: Any) -> Any:
        if is_a(view, Nested):
            return nested
        if is_a(view, Hashed) and hashed is not None:
            return hashed
        if is_a(view, Lazy) and lazy is not None:
            return lazy
        return uniform if is_a(view, Uniform, Hashed, Lazy) else None

    return question


is_leaf = _question(
    "is_leaf",
    lambda view, level, node: view.end[node] == node + 1,
    lambda view, level, node: level == view.depth,
    "Whether the node has no children.",
)
first_child = _question(
    "first_son",
    lambda view, level, node: node + 1,
    lambda view, level, node: node * view.width,
    "The leftmost child, at level + 1.",
)
past_children = _question(
    "past_sons",
    lambda view, level, node: view.end[node],
    lambda view, level, node: node * view.width + view.width,
    "A number that every child is below, and that the right sibling of the last child would have.",
)
right_sibling = _question(
    "right_sibling",
    lambda view, level, node: view.end[node],
    lambda view, level, node: node + 1,
    "The next sibling to the right (or `past_sons` of the parent).",
)
parent_of = _question(
    "parent_of",
    lambda view, level, node: view.parent[node],
    lambda view, level, node: node // view.width,
    "The parent, at level - 1.",
)
static_value = _question(
    "static_value",
    lambda view, level, node: view.values[node],
    lambda view, level, node: view.leaves[node],
    "The static value of a leaf, from MAX's point of view.",
    hashed=lambda view, level, node: hashed_value(view, node),
    lazy=lambda view, level, node: lazy_value(view, node),
)
place_of = _question(
    "place_of",
    lambda view, level, node: node,
    lambda view, level, node: node * view.span[level],
    "Where the node's subtree begins, on a scale on which subtrees are ranges and left means less.",
)
past_place = _question(
    "past_place",
    lambda view, level, node: view.end[node],
    lambda view, level, node: (node + 1) * view.span[level],
    "Where the node's subtree ends on the scale of `place_of`.",
)
identity = _question(
    "identity",
    lambda view, level, node: node,
    lambda view, level, node: view.offset[level] + node,
    "A number below `n_nodes` that no other node of the tree has.",
)


@register_jitable
def _climbs(view: Any, level: int, node: int) -> int:
    climbed = 0
    while view.parent[node] >= 0:
        node = view.parent[node]
        climbed += 1
    return climbed


leaf_level = _question(
    "leaf_level",
    _climbs,
    lambda view, level, node: view.depth,
    "The level of a leaf that only its number is known of.",
)


@register_jitable
def negamax_value(view: Any, level: int, node: int) -> float:
    """Return a leaf's static value for the player whose turn it would be (Muszycka 1985, section 1.2)."""
    value = static_value(view, level, node)
    return -value if level & 1 else value
