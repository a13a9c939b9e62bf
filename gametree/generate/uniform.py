"""Uniform trees U(w,d): every node has w children, all leaves are at level d (Muszycka 1985, section 3.2)."""

from gametree._compile import Reals, Wholes, compiled, pointer, register_jitable
from gametree.generate.random import Stream, fill_permutation, stream
from gametree.generate.values import (
    INTEGER_DEPENDENT,
    REAL_DEPENDENT,
    UNORDERED,
    fill_children,
    fill_ordered_leaves,
    orders_leaves,
    root_value,
)


@register_jitable
def fill_leaves(
    state: Stream, scheme: int, p: float, low: Wholes, high: Wholes, width: int, depth: int, leaves: Reals
) -> None:
    """Write the static values of the leaves of a random U(width, depth), from left to right.

    Each level overwrites the one before, from its right end, so that only the memory of the leaves is needed.  For
    real-dependent values whole numbers are summed and divided once, at the end, so that rounding does not affect ties.
    """
    if scheme == UNORDERED:
        fill_permutation(state, leaves, 0, width**depth, 0.0, 1.0)
        return
    if orders_leaves(scheme):
        for first in range(0, width**depth, width):
            fill_ordered_leaves(state, leaves, first, width, depth & 1 == 0, low[depth], high[depth], p)
        return
    leaves[0] = root_value(state, scheme, low, high, depth)
    n_nodes = 1
    for level in range(depth):
        for node in range(n_nodes - 1, -1, -1):
            value = leaves[node]
            if scheme == REAL_DEPENDENT:
                fill_permutation(state, leaves, node * width, width, value * width, 1.0)
            elif scheme == INTEGER_DEPENDENT:
                fill_permutation(state, leaves, node * width, width, value, 1.0)
            else:
                fill_children(state, leaves, node * width, width, level, value, scheme, p, low, high, depth)
        n_nodes *= width
    if scheme == REAL_DEPENDENT:
        for leaf in range(n_nodes):
            leaves[leaf] /= n_nodes


@compiled
def uniform_leaves(
    seed: int,
    cell: int,
    number: int,
    scheme: int,
    p: float,
    low: Wholes,
    high: Wholes,
    width: int,
    depth: int,
    leaves: Reals,
    state: Stream,
) -> None:
    """Write the leaves of tree `number` of a cell."""
    state[0] = stream(seed, cell, number)
    fill_leaves(pointer(state), scheme, p, pointer(low), pointer(high), width, depth, pointer(leaves))
