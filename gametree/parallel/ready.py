"""The nodes that are ready to be entered: a binary heap from which the leftmost is taken, or any one removed.

Nodes are numbered in preorder, so the smallest number is the leftmost; `place` has the position of every node in the heap.
`size` is an array of one number, so that compiled functions can change it.
"""

from gametree._compile import Wholes, Wholes32, register_jitable

NOWHERE = -1


@register_jitable
def put_ready(heap: Wholes32, place: Wholes32, size: Wholes, node: int) -> None:
    """Add a node."""
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
