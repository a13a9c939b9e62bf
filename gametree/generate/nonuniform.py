"""Nonuniform trees N(w,d): fan-outs at most w, leaves at most at level d (Muszycka 1985, section 3.2).

The thesis says that a uniform random number generator controlled the fan-outs and that nodes with fan-out 0
are leaves.  `LAWS` has its readings by name; in each the fan-outs are independent and uniform on a range:

    nonuniform          1..w for the root (a tree to be searched has a move), 0..w for other nodes above
                        level d: the literal one
    nonuniform-narrow   1..w for the root, 0..w-1 for other nodes: the one that fits Tables XI and XII
"""

from typing import Any, NamedTuple

import numpy as np
from numba.extending import register_jitable
from numpy.typing import NDArray

from gametree._compile import compiled, pointer
from gametree.generate.random import between, stream
from gametree.generate.values import UNORDERED, fill_sons, root_value

ROOT, ROOT_LEVEL = np.int64(0), np.int64(0)
"""Not plain zeros, for the reason given in `gametree.search.view`."""

LAWS = {"nonuniform": (1, 0, 0, 0), "nonuniform-narrow": (1, 0, 0, -1)}
"""Kind -> least fan-out of the root, its greatest less w, least fan-out of other nodes, their greatest less w."""


def fan_out_law(kind: str, width: int) -> NDArray[np.int64]:
    """Return the least and the greatest fan-out of the root, and of other nodes."""
    root_least, root_most, least, most = LAWS[kind]
    return np.array([root_least, width + root_most, least, width + most], dtype=np.int64)


class Plan(NamedTuple):
    """What `grow` needs, as scalars and pointers, so that a recursive call is cheap."""

    shape: Any
    draws: Any
    scheme: int
    p: float
    low: Any
    high: Any
    law: Any
    width: int
    depth: int
    assigned: Any
    end: Any
    parent: Any
    values: Any


@register_jitable
def draw_fan_out(state: Any, level: int, law: Any, depth: int) -> Any:
    """Draw the number of sons of a node; `law` has the least and the greatest, for the root and for other nodes."""
    if level == depth:
        return 0
    return between(state, law[0], law[1]) if level == 0 else between(state, law[2], law[3])


@compiled
def count_nodes(state: Any, level: int, law: Any, depth: int, limit: int) -> int:
    """Return how many nodes the subtree that the stream describes has; give up once there are more than `limit`."""
    n_nodes = 1
    for _ in range(draw_fan_out(state, level, law, depth)):
        if n_nodes <= limit:
            n_nodes += count_nodes(state, level + 1, law, depth, limit - n_nodes)
    return n_nodes


@compiled
def grow(plan: Any, node: int, level: int, value: float) -> int:
    """Write the subtree of `node` into the arrays, in preorder, and return the number of the next free node.

    Fan-outs come from the stream `shape`, values from `draws`; `value` is what the node carries, `assigned`
    has room for the values of the sons of one node per level.
    """
    fan_out = draw_fan_out(plan.shape, level, plan.law, plan.depth)
    following = node + 1
    plan.values[node] = np.nan
    if fan_out == 0:
        if plan.scheme == UNORDERED:
            value = float(between(plan.draws, plan.low[plan.depth], plan.high[plan.depth]))
        plan.values[node] = value
    elif plan.scheme != UNORDERED:
        fill_sons(
            plan.draws, plan.assigned, level * plan.width, fan_out, level, value,
            plan.scheme, plan.p, plan.low, plan.high, plan.depth,
        )  # fmt: skip
    for son in range(fan_out):
        plan.parent[following] = node
        following = grow(plan, following, level + 1, plan.assigned[level * plan.width + son])
    plan.end[node] = following
    return following


@compiled
def nonuniform_size(seed: int, cell: Any, number: int, law: Any, depth: int, limit: int, states: Any) -> int:
    """Return the number of nodes of tree `number` of a cell, or something above `limit` if it has more."""
    states[0] = stream(seed, cell, number)
    return count_nodes(pointer(states), ROOT_LEVEL, pointer(law), depth, limit)


@compiled
def nonuniform_arrays(
    seed: int, cell: Any, number: int, scheme: int, p: float, low: Any, high: Any, law: Any, width: int, depth: int,
    assigned: Any, end: Any, parent: Any, values: Any, states: Any,
) -> int:  # fmt: skip
    """Write tree `number` of a cell into the arrays and return its number of nodes.

    `states` has room for two streams.  (Like all that pointers are taken of, it belongs to the caller: an
    array made here would be freed as soon as only a pointer to it is left.)
    """
    shape, draws = states[:1], states[1:]
    shape[0] = stream(seed, cell, number)
    draws[0] = stream(~np.uint64(seed), cell, number)
    plan = Plan(
        pointer(shape), pointer(draws), scheme, p, pointer(low), pointer(high), pointer(law), width, depth,
        pointer(assigned), pointer(end), pointer(parent), pointer(values),
    )  # fmt: skip
    parent[0] = -1
    return grow(plan, ROOT, ROOT_LEVEL, root_value(draws, scheme, low, high, depth))


def expected_nodes(law: NDArray[np.int64], depth: int) -> float:
    """Return the mean number of nodes."""
    root, other = (law[0] + law[1]) / 2, (law[2] + law[3]) / 2
    return 1 + float(root) * sum(float(other) ** k for k in range(depth))
