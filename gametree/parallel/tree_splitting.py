"""Alphabeta on many processors: four ways of splitting the tree among them (Muszycka 1985, section 4.1).

Every node has a process.  Entering the node takes one unit of time of one processor; waiting for the processes of its
children takes none.  In every unit the processors enter the leftmost nodes that are ready.  The methods differ in when the
children of a node become ready (`_most_active`) and in which bounds cut off a search (`bound_on`).

Bounds take effect immediately: whenever the best value at a node rises, all searches below it that can no longer
matter end at once.

The nodes that are ready form a binary heap from which the leftmost is taken, or any one removed.  Nodes are numbered in
preorder, so the smallest number is the leftmost; `place` has the position of every node in the heap.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametree._compile import Reals, Wholes, Wholes32, compiled, pointer, register_jitable

NOWHERE = -1
"""The place of a node that is not in the heap of ready ones."""

TREE_SPLITTING, PROCESSOR_TREE, PV_SPLITTING, YOUNG_BROTHERS_WAIT = range(4)

IDLE, READY, OPEN, OVER = range(4)
"""The states of a node: not reached (or given up before it was entered), ready, under search, over."""

BEST, CUTS = 1, 2
"""Places in `registers`, after the number of ready nodes: the best child of the root; pending cut-offs."""


class Splitting(NamedTuple):
    """The state of a search: an entry per node, in preorder; in kernels with pointers in place of the arrays."""

    end: NDArray[np.int64]
    parent: NDArray[np.int64]
    level: NDArray[np.int32]
    state: NDArray[np.uint8]
    left: NDArray[np.bool_]
    """Whether a left process searches the node (tree-splitting), or it is on the leftmost path (PV-splitting)."""
    best: NDArray[np.float64]
    """The best value so far, for the player to move."""
    next_child: NDArray[np.int32]
    active: NDArray[np.int32]
    """Children that are ready or under search."""
    heap: NDArray[np.int32]
    place: NDArray[np.int32]
    cuts: NDArray[np.int32]
    registers: NDArray[np.int64]
    method: int
    fan_out: int
    height: int
    """Width and depth of the tree of processors."""


BYTES_PER_NODE = 1 + 1 + 8 + 5 * 4
"""Memory of a `Splitting` per node, besides the tree itself."""


def new_splitting(
    end: Wholes, parent: Wholes, level: Wholes32, method: int, fan_out: int, height: int
) -> Splitting:
    """Return the initial state of a search of the tree with this shape."""
    n = len(end)
    return Splitting(
        end, parent, level,
        np.zeros(n, dtype=np.uint8), np.zeros(n, dtype=np.bool_), np.full(n, -np.inf),
        np.arange(1, n + 1, dtype=np.int32), np.zeros(n, dtype=np.int32),
        np.zeros(n, dtype=np.int32), np.full(n, NOWHERE, dtype=np.int32), np.zeros(n, dtype=np.int32),
        np.array([0, -1, 0], dtype=np.int64), method, fan_out, height,
    )  # fmt: skip


@register_jitable
def put_ready(heap: Wholes32, place: Wholes32, size: Wholes, node: int) -> None:
    """Add a node; `size` is an array of one number at least, so that it can be changed."""
    size[0] += 1
    _up(heap, place, size[0] - 1, node)


@register_jitable
def take_ready(heap: Wholes32, place: Wholes32, size: Wholes) -> int:
    """Remove and return the leftmost node; there must be one."""
    node = heap[0]
    remove_ready(heap, place, size, node)
    return node


@register_jitable
def remove_ready(heap: Wholes32, place: Wholes32, size: Wholes, node: int) -> None:
    """Remove a node."""
    at = place[node]
    place[node] = NOWHERE
    size[0] -= 1
    last = heap[size[0]]
    if at == size[0]:
        return
    # The last node takes the empty place, and moves up or down from there.
    if at > 0 and heap[(at - 1) // 2] > last:
        _up(heap, place, at, last)
        return
    below = 2 * at + 1
    while below < size[0]:
        if below + 1 < size[0] and heap[below + 1] < heap[below]:
            below += 1
        if heap[below] > last:
            break
        heap[at] = heap[below]
        place[heap[at]] = at
        at = below
        below = 2 * at + 1
    heap[at] = last
    place[last] = at


@register_jitable
def _up(heap: Wholes32, place: Wholes32, at: int, node: int) -> None:
    while at > 0 and heap[(at - 1) // 2] > node:
        heap[at] = heap[(at - 1) // 2]
        place[heap[at]] = at
        at = (at - 1) // 2
    heap[at] = node
    place[node] = at


@register_jitable
def _most_active(s: Splitting, node: int) -> int:
    """Return how many children of a node may be ready or under search now.

    Tree-splitting: all children of a left node; of a right node one at a time, and after the first, which gives
    the temporary value, none until the value of the left sibling is known.  Processor tree: as many as the
    processor has slaves, or one below the last processors.  PV-splitting: on the leftmost path all, once the
    leftmost is over; elsewhere one.  Young Brothers Wait: all, once the leftmost is over.
    """
    every = int(s.end[node]) - node
    first_is_over = s.state[node + 1] == OVER
    if s.method == TREE_SPLITTING:
        if s.left[node]:
            return every
        return 1 if not first_is_over or s.state[s.parent[node] + 1] == OVER else 0
    if s.method == PROCESSOR_TREE:
        return s.fan_out if s.level[node] < s.height else 1
    if s.method == PV_SPLITTING and not s.left[node]:
        return 1
    return every if first_is_over else 1


@register_jitable
def _make_ready(s: Splitting, node: int) -> None:
    """Make as many children of an open node ready as the method allows."""
    most = _most_active(s, node)
    while s.active[node] < most and s.next_child[node] < s.end[node]:
        child = s.next_child[node]
        s.next_child[node] = s.end[child]
        s.active[node] += 1
        s.left[child] = child == node + 1 and (s.method == TREE_SPLITTING or s.left[node])
        s.state[child] = READY
        put_ready(s.heap, s.place, s.registers, child)


@register_jitable
def open_node(s: Splitting, node: int) -> None:
    """Make the first children of a node ready that was entered."""
    s.left[node] |= node == 0
    _make_ready(s, node)


@register_jitable
def _child_of_root_above(s: Splitting, node: int) -> int:
    while s.parent[node] > 0:
        node = s.parent[node]
    return node


@register_jitable
def _offer(s: Splitting, ancestor: int, node: int) -> float:
    """Return the best value so far at an ancestor, as a bound on the search of a node below.

    At the root, a child to the left of the best so far need only be as good: of equal moves the leftmost is chosen.
    """
    if ancestor == 0 and s.registers[BEST] > _child_of_root_above(s, node):
        return np.nextafter(s.best[0], -np.inf)
    return s.best[ancestor]


@register_jitable
def bound_on(s: Splitting, node: int) -> float:
    """Return beta: the value for the player to move that cuts off the search of a node.

    Tree-splitting makes only shallow cut-offs, by the parent's bound; the other methods make deep ones, too.
    """
    most = -np.inf
    above = s.parent[node]
    while above >= 0:
        most = max(most, _offer(s, above, node))
        if s.method == TREE_SPLITTING or s.parent[above] < 0:
            break
        above = s.parent[s.parent[above]]
    return -most


@register_jitable
def floor_under(s: Splitting, node: int) -> float:
    """Return alpha: the best value so far of the player to move at a node, there or above."""
    most = s.best[node]
    above = s.parent[node]
    while above > 0:
        above = s.parent[above]
        most = max(most, _offer(s, above, node))
        above = s.parent[above]
    return most


@register_jitable
def give_up_below(s: Splitting, node: int) -> None:
    """End all searches below a node."""
    at = node + 1
    while at < s.end[node]:
        if s.state[at] == OPEN:
            s.state[at] = IDLE
            at += 1
            continue
        if s.state[at] == READY:
            remove_ready(s.heap, s.place, s.registers, at)
        if s.state[at] != OVER:
            s.state[at] = IDLE
        at = s.end[at]


@register_jitable
def _find_cuts_below(s: Splitting, node: int) -> None:
    """List the topmost nodes below whose search the new value of a node cuts off."""
    at = node + 1
    while at < s.end[node]:
        if s.state[at] != OPEN:
            at = s.end[at]
        elif (s.level[at] - s.level[node]) & 1 and s.best[at] >= -_offer(s, node, at):
            s.cuts[s.registers[CUTS]] = at
            s.registers[CUTS] += 1
            at = s.end[at]
        else:
            at = s.end[at] if s.method == TREE_SPLITTING else at + 1


@register_jitable
def _report(s: Splitting, node: int, value: float) -> None:
    """End the search of a node with a value for its player to move, and of all ancestors that it completes."""
    while True:
        s.state[node] = OVER
        if node == 0:
            s.best[0] = value
            return
        parent = s.parent[node]
        s.active[parent] -= 1
        rises = -value > s.best[parent]
        if rises:
            s.best[parent] = -value
        if parent == 0 and (rises or (-value == s.best[0] and node < s.registers[BEST])):
            s.registers[BEST] = node
        no_more = s.active[parent] == 0 and s.next_child[parent] == s.end[parent]
        if not no_more:
            if s.best[parent] < bound_on(s, parent):
                if rises:
                    _find_cuts_below(s, parent)
                if s.method == TREE_SPLITTING and node == parent + 1:
                    _pass_on_left_value(s, parent)
                _make_ready(s, parent)
                return
            give_up_below(s, parent)
        node, value = parent, s.best[parent]


@register_jitable
def _pass_on_left_value(s: Splitting, node: int) -> None:
    """Continue the right children that have waited for the value of the left child."""
    child = s.end[node + 1]
    while child < s.end[node]:
        if s.state[child] == OPEN and s.next_child[child] < s.end[child]:
            _make_ready(s, child)
        child = s.end[child]


@register_jitable
def finish(s: Splitting, node: int, value: float) -> None:
    """Report the value of a node, for its player to move, and make all cut-offs that follow."""
    _report(s, node, value)
    while s.registers[CUTS] > 0:
        s.registers[CUTS] -= 1
        cut = s.cuts[s.registers[CUTS]]
        if s.state[cut] == OPEN:
            give_up_below(s, cut)
            _report(s, cut, s.best[cut])


@register_jitable
def enter_ready(
    s: Splitting, processors: int, batch: Wholes32, times: Wholes, nodes: Wholes32, counts: Wholes
) -> int:
    """Begin a unit of time: enter as many ready nodes as there are processors, and return how many."""
    counts[0] += 1
    size = 0
    while size < processors and s.registers[0] > 0:
        node = take_ready(s.heap, s.place, s.registers)
        s.state[node] = OPEN
        batch[size] = node
        size += 1
        if counts[1] < len(nodes):
            times[counts[1]], nodes[counts[1]] = counts[0], node
        counts[1] += 1
    return size


@compiled
def run_splitting(
    arrays: Splitting,
    values: Reals,
    processors: int,
    batch: Wholes32,
    times: Wholes,
    nodes: Wholes32,
    counts: Wholes,
) -> None:
    """Search a whole tree; the root is entered at time 0 and costs nothing.

    At most `processors` nodes are entered in a unit of time; `batch` is workspace for as many.  Which node was entered
    when is written to `times` and `nodes`, as far as there is space, and the cost to `counts`: time, entries, leaves.
    """
    s = pointer(arrays)
    s.state[0] = OPEN
    open_node(s, 0)
    while s.state[0] != OVER:
        for i in range(enter_ready(s, processors, batch, times, nodes, counts)):
            node = batch[i]
            is_leaf = s.end[node] == node + 1
            counts[2] += is_leaf
            if s.state[node] != OPEN:
                continue  # cut off by another processor in this same unit
            if is_leaf:
                finish(s, node, -values[node] if s.level[node] & 1 else values[node])
            else:
                open_node(s, node)
