"""SSS* on many processors, two ways (Muszycka 1985, section 4.1, after Kumar & Kanal).

Different starting bounds: every processor searches the whole tree, each with another merit for the root's
first triple.  One that starts from b and returns less has found the value; one that returns b has only shown
that the value is at least b.  The one that starts from infinity always succeeds.

Disjoint parts: the children of the root are divided among the processors.  Each runs SSS* on its part, and gives
up as soon as nothing on its OPEN is better than what another one has already found.

Every node that is created, a LIVE triple taken from OPEN, takes one unit of time; SOLVED triples take
none.  Triples below a solved MAX node are not purged but skipped when their turn comes.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametree._compile import Flags, Reals, Wholes, Wholes32, compiled, pointer, register_jitable

LIVE, SOLVED = 1, 2


class Parts(NamedTuple):
    """Several processes of SSS*, each on some neighbouring children of the root.

    An entry per node, in preorder, or (`first`, `size`) per process.  OPEN of a process is a heap in the
    stretch of `heap` that belongs to its nodes.  In kernels there are pointers in place of the arrays.
    """

    end: NDArray[np.int64]
    parent: NDArray[np.int64]
    level: NDArray[np.int32]
    values: NDArray[np.float64]
    status: NDArray[np.uint8]
    """The status of a node's triple, now or when it was taken."""
    merit: NDArray[np.float64]
    heap: NDArray[np.int32]
    first: NDArray[np.int64]
    """The first node of each part, and one past the last of all."""
    size: NDArray[np.int64]


BYTES_PER_NODE = 1 + 8 + 4


def new_parts(
    end: Wholes,
    parent: Wholes,
    level: Wholes32,
    values: Reals,
    children: Sequence[int],
    processes: int,
) -> Parts:
    """Divide the root's children (`children`, in order) among processes: neighbours together, numbers nearly equal."""
    n = len(end)
    first = [children[len(children) * i // processes] for i in range(processes)]
    return Parts(
        end, parent, level, values,
        np.zeros(n, dtype=np.uint8), np.zeros(n), np.zeros(n, dtype=np.int32),
        np.array([*first, n], dtype=np.int64), np.zeros(processes, dtype=np.int64),
    )  # fmt: skip


@register_jitable
def _stands_above(s: Parts, node: int, other: int) -> bool:
    """Whether a triple comes before another: greater merit, or the same and further to the left."""
    return s.merit[node] > s.merit[other] or (s.merit[node] == s.merit[other] and node < other)


@register_jitable
def _insert(s: Parts, process: int, node: int, status: int, merit: float) -> None:
    s.status[node], s.merit[node] = status, merit
    start, at = s.first[process], s.size[process]
    s.size[process] += 1
    while at > 0 and _stands_above(s, node, s.heap[start + (at - 1) // 2]):
        s.heap[start + at] = s.heap[start + (at - 1) // 2]
        at = (at - 1) // 2
    s.heap[start + at] = node


@register_jitable
def _take(s: Parts, process: int) -> int:
    start = s.first[process]
    top = s.heap[start]
    s.size[process] -= 1
    last, at, below = s.heap[start + s.size[process]], 0, 1
    while below < s.size[process]:
        if below + 1 < s.size[process] and _stands_above(s, s.heap[start + below + 1], s.heap[start + below]):
            below += 1
        if not _stands_above(s, s.heap[start + below], last):
            break
        s.heap[start + at] = s.heap[start + below]
        at, below = below, 2 * below + 1
    s.heap[start + at] = last
    return top


@register_jitable
def _is_purged(s: Parts, node: int) -> bool:
    """Whether a MAX node above is solved."""
    above = s.parent[node]
    while above > 0:
        if s.status[above] == SOLVED and s.level[above] & 1 == 0:
            return True
        above = s.parent[above]
    return False


@register_jitable
def _solve(s: Parts, process: int, node: int) -> None:
    """Put the successor of a SOLVED triple of a node below the first level on OPEN."""
    parent, merit = s.parent[node], s.merit[node]
    if s.level[node] & 1 or s.end[node] == s.end[parent]:
        _insert(s, process, parent, SOLVED, merit)
    else:
        _insert(s, process, s.end[node], LIVE, merit)


@register_jitable
def _create(s: Parts, process: int, node: int) -> None:
    """Put the successors of a LIVE triple on OPEN."""
    merit = s.merit[node]
    if s.end[node] == node + 1:
        _insert(s, process, node, SOLVED, min(merit, s.values[node]))
    elif s.level[node] & 1:
        _insert(s, process, node + 1, LIVE, merit)
    else:
        child = node + 1
        while child < s.end[node]:
            _insert(s, process, child, LIVE, merit)
            child = s.end[child]


@register_jitable
def _next_live(s: Parts, process: int, best: float, counts: Wholes) -> int:
    """Process SOLVED triples until a LIVE one is on top, and return 0; or return the solved child of the root.

    Returns -1 if nothing on OPEN is better than `best`.
    """
    while s.size[process] > 0:
        top = s.heap[s.first[process]]
        if _is_purged(s, top):
            _take(s, process)
        elif s.merit[top] <= best:
            return -1
        elif s.status[top] == LIVE:
            return 0
        else:
            counts[1] += 1
            _take(s, process)
            if s.parent[top] == 0:
                return top
            _solve(s, process, top)
    return -1


@compiled
def run_parts(
    arrays: Parts,
    bound: float,
    limit: int,
    running: Flags,
    entered: Flags,
    who: Wholes32,
    times: Wholes,
    nodes: Wholes32,
    counts: Wholes,
) -> tuple[float, int]:
    """Run all processes until the value is known, or for `limit` units; return the value and the best child.

    They start from the merit `bound`, and `running` is true for each in the beginning; `entered` is true for a node
    once it is created.  Which process created which node when is written to `who`, `times` and `nodes`, as far as
    there is space, and the cost to `counts`: time, visits, leaves, distinct nodes, then the leaves created by each
    process.
    """
    s = pointer(arrays)
    for process in range(len(running)):
        child = s.first[process]
        while child < s.first[process + 1]:
            _insert(s, process, child, LIVE, bound)
            child = s.end[child]
    best, best_child, created = -np.inf, -1, 0
    while True:
        found, found_child = best, best_child
        for process in range(len(running)):
            if running[process]:
                top = _next_live(s, process, best, counts)
                running[process] = top == 0
                if top > 0 and s.merit[top] > found:
                    found, found_child = s.merit[top], top
        best, best_child = found, found_child
        goes_on = False
        for process in range(len(running)):
            if running[process] and s.merit[s.heap[s.first[process]]] <= best:
                running[process] = False
            goes_on |= running[process]
        if not goes_on or counts[0] >= limit:
            break
        counts[0] += 1
        for process in range(len(running)):
            if not running[process]:
                continue
            node = _take(s, process)
            counts[1] += 1
            if created < len(nodes):
                who[created], times[created], nodes[created] = process, counts[0], node
            created += 1
            is_leaf = s.end[node] == node + 1
            counts[4 + process] += is_leaf
            if not entered[node]:
                entered[node] = True
                counts[2] += is_leaf
                counts[3] += 1
            _create(s, process, node)
    return best, best_child
