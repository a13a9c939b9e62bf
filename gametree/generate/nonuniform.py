"""Nonuniform trees N(w,d): fan-outs at most w, leaves at most at level d (Muszycka 1985, section 3.2).

The thesis says that a uniform random number generator controlled the fan-outs and that nodes with fan-out 0
are leaves.  `LAWS` has the readings of this by name; in each the fan-outs are uniform on a range:

    nonuniform          1..w for the root (a tree to be searched has a move), 0..w for other nodes above
                        level d: the literal one
    nonuniform-narrow   1..w for the root, 0..w-1 for other nodes: the one that fits Tables XI and XII
    nonuniform-levels   the same, but one draw for all nodes of a level: the one that fits Tables XIV-XVIII
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametree._compile import Reals, Wholes, compiled, pointer, register_jitable
from gametree.generate.random import Stream, between, stream
from gametree.generate.values import UNORDERED, fill_children, move_best_leaf, orders_leaves, root_value

ROOT, ROOT_LEVEL = np.int64(0), np.int64(0)
"""Not plain zeros, for the reason given in `gametree.search.view`."""

LAWS = {
    "nonuniform": (1, 0, 0, 0, 0),
    "nonuniform-narrow": (1, 0, 0, -1, 0),
    "nonuniform-levels": (1, 0, 0, -1, 1),
}
"""Kind -> least fan-out of the root, its greatest less w, the same for other nodes; whether levels share a draw."""


def fan_out_law(kind: str, width: int) -> NDArray[np.int64]:
    """Return the least and the greatest fan-out of the root, and of other nodes; and 1 if levels share a draw."""
    root_least, root_most, least, most, shared = LAWS[kind]
    return np.array([root_least, width + root_most, least, width + most, shared], dtype=np.int64)


class _Plan(NamedTuple):
    """The argument of `grow`, which takes it with pointers in place of the arrays, so that recursive calls are cheap."""

    shape: Stream
    draws: Stream
    scheme: int
    p: float
    low: Wholes
    high: Wholes
    law: Wholes
    drawn: Wholes
    width: int
    depth: int
    assigned: Reals
    end: Wholes
    parent: Wholes
    values: Reals


@register_jitable
def draw_fan_out(state: Stream, level: int, law: Wholes, depth: int, drawn: Wholes) -> int:
    """Draw the number of children of a node, or return that drawn for its level.

    `law` has the least and the greatest fan-out of the root, those of other nodes, and whether levels share a draw.
    """
    if level == depth:
        return 0
    if drawn[level] >= 0:
        return drawn[level]
    fan_out = between(state, law[0], law[1]) if level == 0 else between(state, law[2], law[3])
    if law[4]:
        drawn[level] = fan_out
    return fan_out


@compiled
def count_nodes(state: Stream, level: int, law: Wholes, depth: int, limit: int, drawn: Wholes) -> int:
    """Return the number of nodes of the subtree that the stream describes; stop once it exceeds `limit`."""
    n_nodes = 1
    for _ in range(draw_fan_out(state, level, law, depth, drawn)):
        if n_nodes <= limit:
            n_nodes += count_nodes(state, level + 1, law, depth, limit - n_nodes, drawn)
    return n_nodes


@register_jitable
def carries_values(scheme: int) -> bool:
    """Whether nodes pass values to their children; otherwise leaves draw theirs directly."""
    return scheme != UNORDERED and not orders_leaves(scheme)


@compiled
def grow(plan: _Plan, node: int, level: int, value: float) -> int:
    """Write the subtree of `node` into the arrays, in preorder, and return the number of the next free node.

    Fan-outs come from the stream `shape`, values from `draws`; `value` is that of the node, and `assigned`
    holds the values of the children of one node per level.
    """
    fan_out = draw_fan_out(plan.shape, level, plan.law, plan.depth, plan.drawn)
    following = node + 1
    plan.values[node] = np.nan
    if fan_out == 0:
        if not carries_values(plan.scheme):
            value = float(between(plan.draws, plan.low[plan.depth], plan.high[plan.depth]))
        plan.values[node] = value
    elif carries_values(plan.scheme):
        fill_children(
            plan.draws, plan.assigned, level * plan.width, fan_out, level, value,
            plan.scheme, plan.p, plan.low, plan.high, plan.depth,
        )  # fmt: skip
    for child in range(fan_out):
        plan.parent[following] = node
        following = grow(plan, following, level + 1, plan.assigned[level * plan.width + child])
    plan.end[node] = following
    if orders_leaves(plan.scheme) and fan_out > 0:
        order_leaves(plan, node, level)
    return following


@register_jitable
def order_leaves(plan: _Plan, node: int, level: int) -> None:
    """Order the leaves among the children of a node (see `move_best_leaf`)."""
    first, last, best = -1, -1, -1
    child = node + 1
    while child < plan.end[node]:
        if plan.end[child] == child + 1:
            if first < 0:
                first = best = child
            last = child
            value, record = plan.values[child], plan.values[best]
            if value < record if level & 1 else value > record:
                best = child
        child = plan.end[child]
    if first >= 0:
        move_best_leaf(plan.draws, plan.values, best, first, last, plan.p)


@compiled
def nonuniform_size(
    seed: int,
    cell: np.uint64,
    number: int,
    law: Wholes,
    depth: int,
    limit: int,
    states: Stream,
    drawn: Wholes,
) -> int:
    """Return the number of nodes of tree `number` of a cell, or a number above `limit` if it has more."""
    states[0] = stream(seed, cell, number)
    drawn[:] = -1
    return count_nodes(pointer(states), ROOT_LEVEL, pointer(law), depth, limit, pointer(drawn))


@compiled
def nonuniform_arrays(
    seed: int, cell: np.uint64, number: int, scheme: int, p: float, low: Wholes, high: Wholes, law: Wholes,
    width: int, depth: int, assigned: Reals, end: Wholes, parent: Wholes, values: Reals, states: Stream, drawn: Wholes,
) -> int:  # fmt: skip
    """Write tree `number` of a cell into the arrays and return its number of nodes.

    `states` holds two streams, `drawn` one fan-out per level.  (They belong to the caller,
    because an array made here would be freed as soon as only a pointer to it is left.)
    """
    shape, draws = states[:1], states[1:]
    shape[0] = stream(seed, cell, number)
    draws[0] = stream(~np.uint64(seed), cell, number)
    plan = _Plan(shape, draws, scheme, p, low, high, law, drawn, width, depth, assigned, end, parent, values)
    parent[0] = -1
    drawn[:] = -1
    return grow(pointer(plan), ROOT, ROOT_LEVEL, root_value(draws, scheme, low, high, depth))


def expected_nodes(law: NDArray[np.int64], depth: int) -> float:
    """Return the mean number of nodes.

    >>> from gametree.generate.nonuniform import expected_nodes, fan_out_law
    >>> expected_nodes(fan_out_law("nonuniform", 4), depth=3)
    18.5
    """
    root, other = (law[0] + law[1]) / 2, (law[2] + law[3]) / 2
    try:
        return 1 + float(root) * sum(float(other) ** k for k in range(depth))
    except OverflowError:
        return math.inf
