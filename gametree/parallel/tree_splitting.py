"""Alphabeta on many processors, four ways of splitting the tree among them (Muszycka 1985, section 4.1).

A process belongs to a node.  To enter the node takes one unit of time of one processor; afterwards the
process only waits for those of its children, which takes none.  In every unit the processors enter the leftmost
nodes that are ready.  The methods differ in when the children of a node become ready (`_under_way_at_most`) and
in which bounds cut off a search (`bound_on`).

Bounds are read at the moment when they are needed: whenever the best value at a node rises, all searches
below it that it makes pointless end at once.
"""

from typing import NamedTuple

import numpy as np
from numba.extending import register_jitable
from numpy.typing import NDArray

from gametree._compile import Reals, Wholes, Wholes32, compiled
from gametree.parallel.ready import NOWHERE, put_ready, remove_ready, take_ready

TREE_SPLITTING, PROCESSOR_TREE, PV_SPLITTING, YOUNG_BROTHERS_WAIT = range(4)
"""The methods, as numbers."""

IDLE, READY, OPEN, OVER = range(4)
"""What can be said of a node: not reached (or given up before it was entered), ready, under search, over."""

BEST, CUTS = 1, 2
"""Places in `registers`, behind the number of ready nodes: the best child of the root; cut-offs to be carried out."""


class Splitting(NamedTuple):
    """A search under way, as the compiled functions take it: an entry per node, in preorder."""

    end: NDArray[np.int64]
    parent: NDArray[np.int64]
    level: NDArray[np.int32]
    state: NDArray[np.uint8]
    left: NDArray[np.bool_]
    """Whether a left process searches the node (tree-splitting), or it is on the leftmost path (PV-splitting)."""
    best: NDArray[np.float64]
    """The best value so far, for the player to move."""
    next_child: NDArray[np.int32]
    under_way: NDArray[np.int32]
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
"""What a `Splitting` takes beside the tree itself."""


def new_splitting(
    end: Wholes, parent: Wholes, level: Wholes32, method: int, fan_out: int, height: int
) -> Splitting:
    """Return a search about to begin, of the tree that these arrays tell the shape of."""
    n = len(end)
    return Splitting(
        end, parent, level,
        np.zeros(n, dtype=np.uint8), np.zeros(n, dtype=np.bool_), np.full(n, -np.inf),
        np.arange(1, n + 1, dtype=np.int32), np.zeros(n, dtype=np.int32),
        np.zeros(n, dtype=np.int32), np.full(n, NOWHERE, dtype=np.int32), np.zeros(n, dtype=np.int32),
        np.array([0, -1, 0], dtype=np.int64), method, fan_out, height,
    )  # fmt: skip


@register_jitable
def _under_way_at_most(s: Splitting, node: int) -> int:
    """Return how many children of a node may be ready or under search now.

    Tree-splitting: all children of a left node; of a right node one at a time, and after the first, which gives
    the temporary value, none until the left sibling's value is known.  Processor tree: as many as the
    processor has slaves, or one below the last processors.  PV-splitting: on the leftmost path all, once the
    leftmost is over; elsewhere one.  Young siblings wait: all, once the leftmost is over.
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
    """Make as many children of an open node ready as may be."""
    most = _under_way_at_most(s, node)
    while s.under_way[node] < most and s.next_child[node] < s.end[node]:
        child = s.next_child[node]
        s.next_child[node] = s.end[child]
        s.under_way[node] += 1
        s.left[child] = child == node + 1 and (s.method == TREE_SPLITTING or s.left[node])
        s.state[child] = READY
        put_ready(s.heap, s.place, s.registers, child)


@register_jitable
def open_node(s: Splitting, node: int) -> None:
    """Go on with a node that was entered and has children."""
    s.left[node] |= node == 0
    _make_ready(s, node)


@register_jitable
def _child_of_root_above(s: Splitting, node: int) -> int:
    while s.parent[node] > 0:
        node = s.parent[node]
    return node


@register_jitable
def _offer(s: Splitting, ancestor: int, node: int) -> float:
    """Return what the player to move at an ancestor already has, as a bound on the search of a node below.

    At the root, a child to the left of the best so far need only be as good: the leftmost best move is wanted.
    """
    if ancestor == 0 and s.registers[BEST] > _child_of_root_above(s, node):
        return np.nextafter(s.best[0], -np.inf)
    return s.best[ancestor]


@register_jitable
def bound_on(s: Splitting, node: int) -> float:
    """Return beta: a value for the player to move that makes going on with a node pointless.

    Tree-splitting knows shallow cut-offs only: what the parent has.  All others know the deep ones, too.
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
    """Return alpha: the best that the player to move at a node already has, there or above."""
    most = s.best[node]
    above = s.parent[node]
    while above > 0:
        above = s.parent[above]
        most = max(most, _offer(s, above, node))
        above = s.parent[above]
    return most


@register_jitable
def give_up_below(s: Splitting, node: int) -> None:
    """End all that goes on below a node."""
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
    """List the topmost nodes below whose search the new value of a node makes pointless."""
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
    """Let a node be over with a value for its player to move, and with it all parents that are then over, too."""
    while True:
        s.state[node] = OVER
        if node == 0:
            s.best[0] = value
            return
        parent = s.parent[node]
        s.under_way[parent] -= 1
        rises = -value > s.best[parent]
        if rises:
            s.best[parent] = -value
        if parent == 0 and (rises or (-value == s.best[0] and node < s.registers[BEST])):
            s.registers[BEST] = node
        no_more = s.under_way[parent] == 0 and s.next_child[parent] == s.end[parent]
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
    """Let the right children go on that have waited for the value of the left child."""
    child = s.end[node + 1]
    while child < s.end[node]:
        if s.state[child] == OPEN:
            _make_ready(s, child)
        child = s.end[child]


@register_jitable
def finish(s: Splitting, node: int, value: float) -> None:
    """Report the value of a node, for its player to move, and carry out all cut-offs that follow."""
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
    """Let a unit of time begin: enter as many ready nodes as there are processors, and return how many."""
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
    s: Splitting,
    values: Reals,
    processors: int,
    batch: Wholes32,
    times: Wholes,
    nodes: Wholes32,
    counts: Wholes,
) -> None:
    """Search a whole tree; the root is entered at time 0 and costs nothing.

    Parameters
    ----------
    s : Splitting
        The search about to begin.
    values : array
        Static values for MAX.
    processors : int
        How many nodes can be entered in one unit of time.
    batch : array
        Workspace for as many nodes.
    times, nodes : array
        Where to write down which node was entered when, as far as they reach.
    counts : array
        What it took: time, entries, leaves.
    """
    s.state[0] = OPEN
    open_node(s, 0)
    while s.state[0] != OVER:
        for i in range(enter_ready(s, processors, batch, times, nodes, counts)):
            node = batch[i]
            is_leaf = s.end[node] == node + 1
            counts[2] += is_leaf
            if s.state[node] != OPEN:
                continue  # what another processor found in this very unit has made it pointless
            if is_leaf:
                finish(s, node, -values[node] if s.level[node] & 1 else values[node])
            else:
                open_node(s, node)
