"""Scout on many processors: EVAL and TEST processes (Muszycka 1985, section 4.1, after Akl & Doran).

The process that evaluates a node (an E-node) creates an EVAL process for its leftmost child and, at the same
time, a TEST process for every other child (a T-node).  A TEST process descends at once, but the leaves that it
reaches wait for the leftmost child's value to be compared with.  Inside a test, the player who benefits from the T-node
tries all moves at the same time, because all must fail if the test is to exempt it; the opponent tries one move after
the other, because one is enough.  A T-node that is not exempted becomes an E-node and is evaluated from scratch; if a
sibling has raised the value meanwhile, it is tested again first.

Time, processors and the order in which nodes are entered are as in `gametree.parallel.tree_splitting`.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametree._compile import Reals, Wholes, Wholes32, compiled, pointer, register_jitable
from gametree.parallel.tree_splitting import NOWHERE, OPEN, OVER, READY, enter_ready, give_up_below, put_ready

WAITING = 4
"""A leaf of a test that has been entered before the value to compare it with is known."""

EVAL, TEST = 0, 1


class Scouting(NamedTuple):
    """The state of a search: an entry per node, in preorder; in kernels with pointers in place of the arrays."""

    end: NDArray[np.int64]
    parent: NDArray[np.int64]
    level: NDArray[np.int32]
    values: NDArray[np.float64]
    state: NDArray[np.uint8]
    role: NDArray[np.uint8]
    tested: NDArray[np.int32]
    """Inside a test: its T-node."""
    best: NDArray[np.float64]
    """E-nodes: the best value so far, for the player to move; T-nodes: the value to compare with."""
    best_child: NDArray[np.int32]
    unsettled: NDArray[np.int32]
    """Children of an E-node that are not over, or children of a node inside a test that have not failed."""
    next_child: NDArray[np.int32]
    compares: NDArray[np.bool_]
    """Whether a T-node's value to compare with is known."""
    entered: NDArray[np.bool_]
    heap: NDArray[np.int32]
    place: NDArray[np.int32]
    registers: NDArray[np.int64]


BYTES_PER_NODE = 4 + 8 + 6 * 4


def new_scouting(end: Wholes, parent: Wholes, level: Wholes32, values: Reals) -> Scouting:
    """Return the initial state of a search of a tree."""
    n = len(end)

    zeros = [np.zeros(n, dtype=dtype) for dtype in ("u1", "u1", "i4", "f8", "i4", "i4", "i4", "?", "?", "i4")]
    place, registers = np.full(n, NOWHERE, dtype=np.int32), np.zeros(1, dtype=np.int64)
    return Scouting._make([end, parent, level, values, *zeros, place, registers])


@register_jitable
def _call(s: Scouting, node: int, role: int, tested: int) -> None:
    """Create a process."""
    s.role[node] = role
    s.tested[node] = tested
    s.state[node] = READY
    put_ready(s.heap, s.place, s.registers, node)


@register_jitable
def _open_evaluated(s: Scouting, node: int) -> None:
    s.best[node] = -np.inf
    s.unsettled[node] = 0
    child = node + 1
    while child < s.end[node]:
        _call(s, child, EVAL if child == node + 1 else TEST, child)
        s.compares[child] = False
        s.unsettled[node] += 1
        child = s.end[child]


@register_jitable
def _open_tested(s: Scouting, node: int) -> None:
    """Call one child, or all where the player who benefits from the T-node moves: at odd distances from it."""
    tested = s.tested[node]
    s.next_child[node] = s.end[node + 1]
    s.unsettled[node] = 1
    _call(s, node + 1, TEST, tested)
    if (s.level[node] - s.level[tested]) & 1:
        while s.next_child[node] < s.end[node]:
            _call(s, s.next_child[node], TEST, tested)
            s.next_child[node] = s.end[s.next_child[node]]
            s.unsettled[node] += 1


@register_jitable
def _set_comparison(s: Scouting, tested: int) -> None:
    """Let a test compare with the best value of its T-node's parent, if the leftmost child's value is known.

    A T-node to the left of the best so far need only be as good.
    """
    parent = s.parent[tested]
    s.compares[tested] = s.state[parent + 1] == OVER
    if s.compares[tested]:
        s.best[tested] = _to_beat(s, parent, tested)


@register_jitable
def _to_beat(s: Scouting, parent: int, child: int) -> float:
    if child < s.best_child[parent]:
        return np.nextafter(s.best[parent], -np.inf)
    return s.best[parent]


@register_jitable
def _settle_leaf(s: Scouting, leaf: int) -> None:
    """Compare a leaf of a test, and pass the answer upwards as far as it decides anything."""
    tested = s.tested[leaf]
    value = s.values[leaf] if s.level[tested] & 1 else -s.values[leaf]
    better = value > s.best[tested]
    node = leaf
    while True:
        s.state[node] = OVER
        if node == tested:
            break
        node = s.parent[node]
        all_at_once = (s.level[node] - s.level[tested]) & 1
        if all_at_once:
            if better:
                give_up_below(s, node)
                continue
            s.unsettled[node] -= 1
            if s.unsettled[node] > 0:
                return
        elif better and s.next_child[node] < s.end[node]:
            child = s.next_child[node]
            s.next_child[node] = s.end[child]
            _call(s, child, TEST, tested)
            return
    parent = s.parent[tested]
    if not better:
        s.unsettled[parent] -= 1
    else:
        again = _to_beat(s, parent, tested) > s.best[tested]
        _call(s, tested, TEST if again else EVAL, tested)


@register_jitable
def _compare_waiting(s: Scouting, tested: int) -> None:
    """Give an active T-node the value that has just become known, and settle the leaves that have waited for it."""
    if s.state[tested] != OPEN and s.state[tested] != WAITING:
        return
    _set_comparison(s, tested)
    at = tested
    while at < s.end[tested]:
        if s.state[at] == WAITING:
            _settle_leaf(s, at)
            if s.state[tested] != OPEN:
                return
        at = at + 1 if s.state[at] == OPEN else s.end[at]


@register_jitable
def _close(s: Scouting, node: int) -> None:
    """End an E-node if all its children are over, and all ancestors that this completes."""
    while s.unsettled[node] == 0:
        s.state[node] = OVER
        if node == 0:
            return
        _hand_up(s, node, s.best[node])
        node = s.parent[node]


@register_jitable
def _hand_up(s: Scouting, node: int, value: float) -> None:
    """Pass an E-node's value, for its player to move, to its parent."""
    s.state[node] = OVER
    parent = s.parent[node]
    s.unsettled[parent] -= 1
    if -value > s.best[parent] or (-value == s.best[parent] and node < s.best_child[parent]):
        s.best[parent] = -value
        s.best_child[parent] = node
    if node == parent + 1:
        child = s.end[node]
        while child < s.end[parent]:
            _compare_waiting(s, child)
            child = s.end[child]


@register_jitable
def _go_on(s: Scouting, node: int) -> None:
    """Do what the process of a node does once the node is entered."""
    is_leaf = s.end[node] == node + 1
    if s.role[node] == EVAL:
        if is_leaf:
            _hand_up(s, node, -s.values[node] if s.level[node] & 1 else s.values[node])
            _close(s, s.parent[node])
        else:
            _open_evaluated(s, node)
        return
    tested = s.tested[node]
    if node == tested:
        _set_comparison(s, node)
    if not is_leaf:
        _open_tested(s, node)
    elif s.compares[tested]:
        _settle_leaf(s, node)
        _close(s, s.parent[tested])
    else:
        s.state[node] = WAITING


@compiled
def run_scouting(
    arrays: Scouting, processors: int, batch: Wholes32, times: Wholes, nodes: Wholes32, counts: Wholes
) -> None:
    """Search a whole tree; the arguments are those of `run_splitting`, and `counts` has distinct nodes, too."""
    s = pointer(arrays)
    s.state[0] = OPEN
    _open_evaluated(s, 0)
    while s.state[0] != OVER:
        for i in range(enter_ready(s, processors, batch, times, nodes, counts)):
            node = batch[i]
            if not s.entered[node]:
                s.entered[node] = True
                counts[2] += s.end[node] == node + 1
                counts[3] += 1
            if s.state[node] == OPEN:
                _go_on(s, node)
