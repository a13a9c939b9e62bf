"""What a search kernel sees of a tree: a handful of questions, answered for each way of storing one.

A kernel is written once, against the functions of this module; numba compiles it for every kind of view.  A
node is a pair (level, number): in a stored tree of any shape the number is the preorder number, in a uniform tree it
counts the nodes of a level from the left.  A lazy tree of any shape has the numbers of the uniform one that it is cut from.
"""

from typing import Any

import numpy as np
from numba import types

from gametree._compile import chosen_by_type, register_jitable
from gametree.generate.lazy import (
    HashedArrays,
    LazyArrays,
    NonuniformArrays,
    fan_out,
    hashed_value,
    lazy_row,
    lazy_value,
    nonuniform_value,
)
from gametree.tree import NestedArrays, UniformArrays

ROOT_LEVEL, ROOT = np.int64(0), np.int64(0)
"""Where a search begins.

Not plain zeros: numba would compile a recursive kernel for the literal 0 that calls the one for any int64,
and such pairs crash when they are loaded from disk (numba issue 6061).
"""


View = NestedArrays | UniformArrays | HashedArrays | LazyArrays | NonuniformArrays
"""What kernels take as a tree: its named tuple of arrays, with pointers in place of the arrays (`_compile.pointer`)."""

Node = int
"""The number of a node among those of its level, or in preorder: which of the two depends on the view."""

UNIFORM = UniformArrays, HashedArrays, LazyArrays, NonuniformArrays
"""The views of uniform trees, and of those that are cut from one."""


def is_a(numba_type: Any, *classes: type) -> bool:
    """Whether a numba type is that of one of these named tuples."""
    return isinstance(numba_type, types.BaseNamedTuple) and numba_type.instance_class in classes


def _question(
    name: str,
    nested: Any,
    uniform: Any,
    doc: str,
    hashed: Any = None,
    lazy: Any = None,
    nonuniform: Any = None,
) -> Any:
    """Make a function that kernels can call on any view; all uniform trees answer alike unless they say otherwise."""

    def choose(view: Any, level: Any, node: Any) -> Any:
        if is_a(view, NestedArrays):
            return nested
        if is_a(view, HashedArrays) and hashed is not None:
            return hashed
        if is_a(view, LazyArrays) and lazy is not None:
            return lazy
        if is_a(view, NonuniformArrays) and nonuniform is not None:
            return nonuniform
        return uniform if is_a(view, *UNIFORM) else None

    choose.__name__, choose.__doc__ = name, doc
    return chosen_by_type(choose)


is_leaf = _question(
    "is_leaf",
    lambda view, level, node: view.end[node] == node + 1,
    lambda view, level, node: level == view.depth,
    "Whether the node has no children.",
    nonuniform=lambda view, level, node: fan_out(view, level, node) == 0,
)
first_child = _question(
    "first_child",
    lambda view, level, node: node + 1,
    lambda view, level, node: node * view.width,
    "The leftmost child, at level + 1.",
)
past_children = _question(
    "past_children",
    lambda view, level, node: view.end[node],
    lambda view, level, node: node * view.width + view.width,
    "A number that every child is below, and that the right sibling of the last child would have.",
    nonuniform=lambda view, level, node: node * view.width + fan_out(view, level, node),
)
right_sibling = _question(
    "right_sibling",
    lambda view, level, node: view.end[node],
    lambda view, level, node: node + 1,
    "The next sibling to the right (or `past_children` of the parent).",
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
    nonuniform=nonuniform_value,
)
has_leaf_row = _question(
    "has_leaf_row",
    lambda view, level, node: False,
    lambda view, level, node: level + 1 == view.depth,
    "Whether all children of an inner node are leaves, and their numbers follow one another; False in `NestedArrays`.",
)
leaf_row = _question(
    "leaf_row",
    lambda view, level, node: (view.values, node + 1),
    lambda view, level, node: (view.leaves, node * view.width),
    "Where the static values of the children of a node with `has_leaf_row` are stored: an array, and the first place.",
    lazy=lambda view, level, node: (view.children, lazy_row(view, node)),
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
def negamax_value(view: View, level: int, node: Node) -> float:
    """Return a leaf's static value for the player whose turn it would be (Muszycka 1985, section 1.2)."""
    value = static_value(view, level, node)
    return -value if level & 1 else value
