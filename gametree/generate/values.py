"""Value schemes: how leaves get their static values (Muszycka 1985, sections 3.3 and 3.5).

    unordered          independent: a random permutation of 1..M on the M leaves of a uniform tree; on the leaves
                       of a nonuniform one, whole numbers from 1..500, drawn with replacement
    integer-dependent  the children of a node with fan-out f get 1..f in random order; a leaf's value is the sum
                       along its path
    real-dependent     likewise, with 1/f^L, ..., f/f^L, where L is the level of the children
    ordered            the leftmost child of a node is a best child with probability p
    ordered-reset      another reading of the same, which fits Tables VI-IX far better
    ordered-leaves     a third one, which fits Tables XIV-XVIII far better

and further readings, which fit some tables better still (`ordered-reset-second`, `unordered-best-last`).

A node's fan-out, its value and its children's values are drawn from the root downwards.  For `ordered`, every
node carries its own minimax value v; with probability p its leftmost child inherits v, otherwise some other
child does, chosen at random, and the leftmost gets a value that is strictly worse for the player to move; all
other children get values that are not better, uniform over those there are.  So that something strictly worse always
exists, nodes at level L have values in a range that shrinks by one per level above the leaves: `ordered_ranges`.

For `ordered-reset`, a node carries a value v, which need not be its minimax value.  With probability p its
leftmost child inherits v and the others get values that are not better, uniform over those there are; otherwise
v is dropped, and all children get fresh values, uniform over all.  So the leftmost child is not a best child with
probability exactly p, as the thesis states.

For `ordered-reset-second`, moreover, the second child of a node that has dropped its value is slightly better than the
first: by 1 to `STEP`, all equally likely.  This fits Table VI within sampling error.

For `ordered-leaves`, all leaves get values from 1..500, drawn with replacement.  Then, among the leaves that are
children of one node, the one that is best for the player to move changes places with the first, with probability p,
and otherwise with the last.  Nodes above the leaves are left in random order.  `unordered-best-last` is the same
with p = 0: the best leaf is always the last.

`CRITICAL` is not a scheme of the thesis: see `gametree.generate.critical_games`.
"""

import numpy as np
from numpy.typing import NDArray

from gametree._compile import Reals, Wholes, register_jitable
from gametree.generate.random import Stream, below, bernoulli, between, fill_permutation

(
    UNORDERED,
    INTEGER_DEPENDENT,
    REAL_DEPENDENT,
    ORDERED,
    ORDERED_RESET,
    ORDERED_RESET_SECOND,
    ORDERED_LEAVES,
    UNORDERED_BEST_LAST,
    CRITICAL,
) = range(9)
SCHEMES = {
    "unordered": UNORDERED,
    "integer-dependent": INTEGER_DEPENDENT,
    "real-dependent": REAL_DEPENDENT,
    "ordered": ORDERED,
    "ordered-reset": ORDERED_RESET,
    "ordered-reset-second": ORDERED_RESET_SECOND,
    "ordered-leaves": ORDERED_LEAVES,
    "unordered-best-last": UNORDERED_BEST_LAST,
}

LARGEST = 500
"""K in Muszycka 1985: the greatest static value of ordered trees, and of unordered nonuniform ones."""

STEP = 25
"""How much better the second child is at most, for `ordered-reset-second`: fitted to Table VI; 10 to 50 do as well."""


def ordered_ranges(depth: int, largest: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return, per level, the least and the greatest value that a node may have in an ordered tree."""
    low = np.ones(depth + 1, dtype=np.int64)
    high = np.full(depth + 1, largest, dtype=np.int64)
    for level in range(depth - 1, -1, -1):
        low[level] = low[level + 1] + (level % 2 == 0)
        high[level] = high[level + 1] - (level % 2 == 1)
    return low, high


@register_jitable(forceinline=True)
def fill_ordered(
    state: Stream,
    out: Reals,
    start: int,
    fan_out: int,
    level: int,
    value: float,
    p: float,
    low: Wholes,
    high: Wholes,
) -> None:
    """Write the values of the children of a node at `level` with this minimax value; one of them inherits it."""
    leader = 0
    if fan_out > 1 and not bernoulli(state, p):
        leader = 1 + below(state, fan_out - 1)
    v = np.int64(value)
    for i in range(fan_out):
        worse = np.int64(i == 0 and leader > 0)
        if i == leader:
            out[start + i] = v
        elif level & 1:
            out[start + i] = between(state, v + worse, high[level + 1])
        else:
            out[start + i] = between(state, low[level + 1], v - worse)


@register_jitable
def fill_ordered_reset(
    state: Stream,
    out: Reals,
    start: int,
    fan_out: int,
    level: int,
    value: float,
    p: float,
    largest: int,
    step: int,
) -> None:
    """Write the values of the children of a node at `level`; with probability 1 - p its own value is dropped.

    If `step` is not 0 and the value is dropped, the second child is better than the first by 1 to `step`.
    """
    v = np.int64(value)
    if bernoulli(state, p):
        out[start] = v
        for i in range(1, fan_out):
            out[start + i] = between(state, v, largest) if level & 1 else between(state, 1, v)
        return
    for i in range(fan_out):
        if i == 1 and step > 0:
            better = between(state, 1, step)
            out[start + 1] = max(1, out[start] - better) if level & 1 else min(largest, out[start] + better)
        else:
            out[start + i] = between(state, 1, largest)


@register_jitable
def fill_critical(
    state: Stream, out: Reals, start: int, fan_out: int, level: int, value: float, rate: float, largest: int
) -> None:
    """Let one child inherit the value; each of the others is, with probability `rate`, worse if anything is."""
    v = np.int64(value)
    low, high = (v + 1, largest) if level & 1 else (1, v - 1)
    heir = below(state, fan_out)
    for i in range(fan_out):
        worse = i != heir and low <= high and bernoulli(state, rate)
        out[start + i] = between(state, low, high) if worse else v


@register_jitable
def orders_leaves(scheme: int) -> bool:
    """Whether leaves are drawn independently and then ordered among their siblings."""
    return scheme in (ORDERED_LEAVES, UNORDERED_BEST_LAST)


@register_jitable
def move_best_leaf(state: Stream, values: Reals, best: int, first: int, last: int, p: float) -> None:
    """Exchange the best of some sibling leaves with the first, with probability p, or with the last."""
    place = first if bernoulli(state, p) else last  # without p it is NaN, and the last is taken
    values[best], values[place] = values[place], values[best]


@register_jitable
def fill_ordered_leaves(
    state: Stream, out: Reals, first: int, fan_out: int, min_moves: bool, least: int, most: int, p: float
) -> None:
    """Draw the values of sibling leaves, and move the one that is best for the player to move at their parent."""
    best = first
    for leaf in range(first, first + fan_out):
        out[leaf] = between(state, least, most)
        if out[leaf] < out[best] if min_moves else out[leaf] > out[best]:
            best = leaf
    move_best_leaf(state, out, best, first, first + fan_out - 1, p)


@register_jitable
def root_value(state: Stream, scheme: int, low: Wholes, high: Wholes, depth: int) -> float:
    """Return the value of the root: 0, except in ordered and critical trees."""
    if scheme == ORDERED:
        return float(between(state, low[0], high[0]))
    if scheme in (ORDERED_RESET, ORDERED_RESET_SECOND, CRITICAL):
        return float(between(state, low[depth], high[depth]))
    return 0.0


@register_jitable(forceinline=True)
def fill_children(
    state: Stream, out: Reals, start: int, fan_out: int, level: int, value: float,
    scheme: int, p: float, low: Wholes, high: Wholes, depth: int,
) -> None:  # fmt: skip
    """Write the values of the children of a node at `level`, in any scheme but the unordered one."""
    if scheme == ORDERED:
        fill_ordered(state, out, start, fan_out, level, value, p, low, high)
    elif scheme == ORDERED_RESET:
        fill_ordered_reset(state, out, start, fan_out, level, value, p, high[depth], 0)
    elif scheme == ORDERED_RESET_SECOND:
        fill_ordered_reset(state, out, start, fan_out, level, value, p, high[depth], STEP)
    elif scheme == CRITICAL:
        fill_critical(state, out, start, fan_out, level, value, p, high[depth])
    elif scheme == INTEGER_DEPENDENT:
        fill_permutation(state, out, start, fan_out, value, 1.0)
    else:
        fill_permutation(state, out, start, fan_out, value, float(fan_out) ** -(level + 1))
