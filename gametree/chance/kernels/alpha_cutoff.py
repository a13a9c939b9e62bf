"""alpha-cutoff (Zenzel 1989, section 3.2): the state space operator of Table 1 on a stack.

alpha-cutoff that improves all children of a decision node at once (proposed in Zenzel 1989, section 5.0).
"""

from typing import Any

import numpy as np
from numba.extending import register_jitable

from gametree._compile import compiled
from gametree.chance.kernels.log import HELD, LEAVES, ROOT, VISITS, enter, gain, hold, view_of
from gametree.chance.tree import CHANCE, LEAF

NO_RANGE, RANGE, SOLVED = 0, 1, 2
"""How much is known of a node that was on OPEN."""


@register_jitable
def start_node(tree: Any, log: Any, workspace: Any, status: Any, sign: float, node: int) -> None:
    """Put a node on OPEN for the first time; a terminal node is SOLVED."""
    hold(log.counts, node)
    workspace.size[node] = 1
    workspace.next[node] = node + 1
    workspace.total[node] = 0.0
    status[node] = NO_RANGE
    if tree.kind[node] == LEAF:
        log.counts[LEAVES] += 1
        solve(workspace, status, node, sign * tree.values[node])


@register_jitable
def solve(workspace: Any, status: Any, node: int, value: float) -> None:
    """Label a node SOLVED."""
    workspace.lower[node] = workspace.upper[node] = value
    status[node] = SOLVED


@register_jitable
def next_child(tree: Any, log: Any, workspace: Any, status: Any, sign: float, node: int) -> int:
    """Return the next unprocessed child of a node, ready for OPEN."""
    child = workspace.next[node]
    workspace.next[node] = tree.end[child]
    start_node(tree, log, workspace, status, sign, child)
    return child


@register_jitable
def loser_of(workspace: Any, status: Any, a: int, b: int) -> int:
    """Return which of two siblings can be cut off, or -1; of two SOLVED ones of equal value, the one at the right."""
    if workspace.upper[a] < workspace.lower[b]:
        return a
    if workspace.upper[b] < workspace.lower[a]:
        return b
    return max(a, b) if status[a] == SOLVED and status[b] == SOLVED else -1


@compiled
def start_alpha_cutoff(
    tree: Any, log: Any, workspace: Any, sign: float, low: float, high: float, known: Any
) -> float:
    """Return the gain of the root.

    OPEN is `workspace.stack`, its front at the top; every state taken from it but the root's is a visit.  In
    memory are the nodes that were put on OPEN and are not cut off: those under way, and the solution trees
    of the SOLVED ones.  A deviation from Table 1, and what it says in trees that do not alternate: see
    `gametree.chance.reference.alpha_cutoff`.
    """
    opened, status = workspace.stack, workspace.status
    start_node(tree, log, workspace, status, sign, 0)
    opened[0] = 0
    top = 0
    while True:
        i = opened[top]
        if i == 0 and status[i] == SOLVED:
            return workspace.lower[0]
        log.counts[VISITS] += i != 0
        parent = tree.parent[i]
        competes = i != 0 and tree.kind[parent] != CHANCE
        if status[i] == NO_RANGE:
            opened[top] = next_child(tree, log, workspace, status, sign, i)
            continue
        if status[i] == SOLVED and not competes:
            workspace.total[parent] += tree.probability[i] * workspace.lower[i]
            workspace.lower[parent] = workspace.total[parent] + tree.after[i] * low
            workspace.upper[parent] = workspace.total[parent] + tree.after[i] * high
            status[parent] = SOLVED if workspace.lower[parent] == workspace.upper[parent] else RANGE
            workspace.size[parent] += workspace.size[i]
            opened[top] = parent
            continue
        if competes and top > 0 and tree.parent[opened[top - 1]] == parent:
            sibling = opened[top - 1]
            loser = loser_of(workspace, status, i, sibling)
            if loser >= 0:
                log.counts[HELD] -= workspace.size[loser]
                top -= 1
                opened[top] = i + sibling - loser
            elif status[i] == SOLVED:
                opened[top - 1], opened[top] = i, sibling
            elif status[sibling] == SOLVED:
                opened[top] = next_child(tree, log, workspace, status, sign, i)
            else:
                opened[top - 1] = i
                opened[top] = next_child(tree, log, workspace, status, sign, sibling)
        elif competes and workspace.next[parent] < tree.end[parent]:
            top += 1
            opened[top] = next_child(tree, log, workspace, status, sign, parent)
        elif status[i] != SOLVED:
            opened[top] = next_child(tree, log, workspace, status, sign, i)
        else:
            log.choice[parent] = i
            solve(workspace, status, parent, workspace.lower[i])
            workspace.size[parent] += workspace.size[i]
            opened[top] = parent


OUT = -1
"""What `view.next` has for a child that was cut off."""


@register_jitable
def cut_off(view: Any, node: int) -> int:
    """Cut off the children of a decision node that can't be best; return the best once it is certain, else -1."""
    floor, open_children = -np.inf, 0
    child = node + 1
    while child < view.end[node]:
        if view.next[child] != OUT:
            floor = max(floor, view.lower[child])
        child = view.end[child]
    best = -1
    child = node + 1
    while child < view.end[node]:
        if view.next[child] != OUT and view.upper[child] >= floor:
            open_children += view.lower[child] < view.upper[child]
            best = child if best < 0 else best
        child = view.end[child]
    child = node + 1
    while child < view.end[node]:
        lost = view.upper[child] < floor or (open_children == 0 and child != best)
        if view.next[child] != OUT and lost:
            view.next[child] = OUT
            view.counts[HELD] -= view.size[child]
        child = view.end[child]
    return best if open_children == 0 else -1


@compiled
def alpha_cutoff_all(view: Any, node: int) -> float:
    """Return the gain of a node; of equal children the leftmost is chosen.

    Of each child that competes, `view.next` is its next unprocessed child, `view.lower` and `view.upper` its
    range, `view.size` what is held below it.
    """
    enter(view, node)
    if view.kind[node] == LEAF:
        return gain(view, node)
    stop = view.end[node]
    if view.kind[node] == CHANCE:
        total = 0.0
        child = node + 1
        while child < stop:
            total += view.probability[child] * alpha_cutoff_all(view, child)
            child = view.end[child]
        return total
    child = node + 1
    while child < stop:
        view.next[child], view.total[child], view.size[child] = child + 1, 0.0, 0
        view.lower[child], view.upper[child] = -np.inf, np.inf
        child = view.end[child]
    best = -1
    while best < 0:
        child = node + 1
        while child < stop:
            if view.next[child] != OUT and view.lower[child] < view.upper[child]:
                before = view.counts[HELD]
                if view.kind[child] == CHANCE:
                    part = view.next[child]
                    if part == child + 1:
                        enter(view, child)
                    view.next[child] = view.end[part]
                    view.total[child] += view.probability[part] * alpha_cutoff_all(view, part)
                    view.lower[child] = view.total[child] + view.after[part] * view.low
                    view.upper[child] = view.total[child] + view.after[part] * view.high
                else:
                    value = alpha_cutoff_all(view, child)
                    view.lower[child] = view.upper[child] = value
                view.size[child] += view.counts[HELD] - before
            child = view.end[child]
        best = cut_off(view, node)
    view.choice[node] = best
    return view.lower[best]


@compiled
def start_alpha_cutoff_all(
    tree: Any, log: Any, workspace: Any, sign: float, low: float, high: float, known: Any
) -> float:
    """Search the whole tree."""
    return alpha_cutoff_all(view_of(tree, log, workspace, sign, low, high), ROOT)
