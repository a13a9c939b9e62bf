"""Nonuniform trees N(w,d): fan-outs at most w, leaves at most at level d (Muszycka 1985, section 3.2).

The thesis says that a uniform random number generator controlled the fan-outs and that nodes with fan-out 0
are leaves.  Read literally: the root's fan-out is uniform on 1..w (a tree to be searched has a move), any
other node's above level d on 0..w.
"""

from typing import Any

import numpy as np
from numba.extending import register_jitable

from gametree._compile import compiled
from gametree.generate.random import between, fill_permutation, stream
from gametree.generate.values import INTEGER_DEPENDENT, ORDERED, UNORDERED, fill_ordered

ROOT, ROOT_LEVEL = np.int64(0), np.int64(0)
"""Not plain zeros, for the reason given in `gametree.search.view`."""


@register_jitable
def draw_fan_out(state: Any, level: int, width: int, depth: int) -> int:
    """Draw the number of sons of a node."""
    if level == depth:
        return 0
    return between(state, 1 if level == 0 else 0, width)


@compiled
def count_nodes(state: Any, level: int, width: int, depth: int, limit: int) -> int:
    """Return how many nodes the subtree that the stream describes has; give up once there are more than `limit`."""
    n_nodes = 1
    for _ in range(draw_fan_out(state, level, width, depth)):
        if n_nodes <= limit:
            n_nodes += count_nodes(state, level + 1, width, depth, limit - n_nodes)
    return n_nodes


@compiled
def grow(
    shape: Any,
    draws: Any,
    node: int,
    level: int,
    value: float,
    scheme: int,
    p: float,
    low: Any,
    high: Any,
    width: int,
    depth: int,
    assigned: Any,
    end: Any,
    parent: Any,
    values: Any,
) -> int:
    """Write the subtree of `node` into the arrays, in preorder, and return the number of the next free node.

    Fan-outs come from the stream `shape`, values from `draws`; `value` is what the node carries, `assigned`
    has room for the values of the sons of one node per level.
    """
    fan_out = draw_fan_out(shape, level, width, depth)
    following = node + 1
    values[node] = np.nan
    if fan_out == 0:
        values[node] = between(draws, low[depth], high[depth]) if scheme == UNORDERED else value
    elif scheme != UNORDERED:
        start = level * width
        if scheme == ORDERED:
            fill_ordered(draws, assigned, start, fan_out, level, value, p, low, high)
        elif scheme == INTEGER_DEPENDENT:
            fill_permutation(draws, assigned, start, fan_out, value, 1.0)
        else:
            fill_permutation(draws, assigned, start, fan_out, value, float(fan_out) ** -(level + 1))
    for son in range(fan_out):
        parent[following] = node
        following = grow(
            shape, draws, following, level + 1, assigned[level * width + son],
            scheme, p, low, high, width, depth, assigned, end, parent, values,
        )  # fmt: skip
    end[node] = following
    return following


def expected_nodes(width: int, depth: int) -> float:
    """Return the mean number of nodes of N(width, depth)."""
    root, other = (1 + width) / 2, width / 2
    return 1 + root * sum(other**k for k in range(depth))


@compiled
def nonuniform_size(seed: int, cell: int, number: int, width: int, depth: int, limit: int, state: Any) -> int:
    """Return the number of nodes of tree `number` of a cell, or something above `limit` if it has more."""
    state[0] = stream(seed, cell, number)
    return count_nodes(state, ROOT_LEVEL, width, depth, limit)


@compiled
def nonuniform_arrays(
    seed: int,
    cell: int,
    number: int,
    scheme: int,
    p: float,
    low: Any,
    high: Any,
    width: int,
    depth: int,
    assigned: Any,
    end: Any,
    parent: Any,
    values: Any,
    states: Any,
) -> int:
    """Write tree `number` of a cell into the arrays and return its number of nodes."""
    shape, draws = states[:1], states[1:]
    shape[0] = stream(seed, cell, number)
    draws[0] = stream(~np.uint64(seed), cell, number)
    parent[0] = -1
    root_value = float(between(draws, low[0], high[0])) if scheme == ORDERED else 0.0
    return grow(
        shape,
        draws,
        ROOT,
        ROOT_LEVEL,
        root_value,
        scheme,
        p,
        low,
        high,
        width,
        depth,
        assigned,
        end,
        parent,
        values,
    )
