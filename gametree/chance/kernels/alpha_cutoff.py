"""alpha-cutoff (Zenzel 1989, section 3.2), and its variant that improves all children of a decision node (section 5.0)."""

import numpy as np

from gametree._compile import compiled, pointer, register_jitable
from gametree.chance.kernels.log import (
    HELD,
    LEAVES,
    ROOT,
    VISITS,
    ChanceView,
    WorkspaceArrays,
    enter,
    for_recursion,
    gain,
    hold,
)
from gametree.chance.tree import CHANCE, LEAF

NO_RANGE, RANGE, SOLVED = 0, 1, 2
"""What is known of a node that was on OPEN."""


@register_jitable
def start_node(view: ChanceView, node: int) -> None:
    """Put a node on OPEN for the first time; a terminal node is SOLVED."""
    tree, log, workspace = view.tree, view.log, view.workspace
    hold(log.counts, node)
    workspace.size[node] = 1
    workspace.next[node] = node + 1
    workspace.total[node] = 0.0
    workspace.status[node] = NO_RANGE
    if tree.kind[node] == LEAF:
        log.counts[LEAVES] += 1
        solve(workspace, node, view.sign * tree.values[node])


@register_jitable
def solve(workspace: WorkspaceArrays, node: int, value: float) -> None:
    """Label a node SOLVED."""
    workspace.lower[node] = workspace.upper[node] = value
    workspace.status[node] = SOLVED


@register_jitable
def next_child(view: ChanceView, node: int) -> int:
    """Return the next unprocessed child of a node, ready for OPEN."""
    child = view.workspace.next[node]
    view.workspace.next[node] = view.tree.end[child]
    start_node(view, child)
    return child


@register_jitable
def loser_of(workspace: WorkspaceArrays, a: int, b: int) -> int:
    """Return which of two siblings can be cut off, or -1; of two SOLVED ones of equal value, the one at the right."""
    if workspace.upper[a] < workspace.lower[b]:
        return a
    if workspace.upper[b] < workspace.lower[a]:
        return b
    return max(a, b) if workspace.status[a] == SOLVED and workspace.status[b] == SOLVED else -1


@compiled
def start_alpha_cutoff(arrays: ChanceView) -> float:
    """Return the gain of the root.

    OPEN is `workspace.stack`, its front at the top; every state taken from it but the root's is a visit.  In memory are
    the nodes that were put on OPEN and are not cut off: those being searched, and the solution trees of the SOLVED
    ones.  `gametree.chance.reference.alpha_cutoff` explains a deviation from Table 1, and trees that do not alternate.
    """
    view = pointer(arrays)
    tree, log, workspace = view.tree, view.log, view.workspace
    opened, status = workspace.stack, workspace.status
    start_node(view, 0)
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
            opened[top] = next_child(view, i)
            continue
        if status[i] == SOLVED and not competes:
            workspace.total[parent] += tree.probability[i] * workspace.lower[i]
            workspace.lower[parent] = workspace.total[parent] + tree.after[i] * view.low
            workspace.upper[parent] = workspace.total[parent] + tree.after[i] * view.high
            status[parent] = SOLVED if workspace.lower[parent] == workspace.upper[parent] else RANGE
            workspace.size[parent] += workspace.size[i]
            opened[top] = parent
            continue
        if competes and top > 0 and tree.parent[opened[top - 1]] == parent:
            sibling = opened[top - 1]
            loser = loser_of(workspace, i, sibling)
            if loser >= 0:
                log.counts[HELD] -= workspace.size[loser]
                top -= 1
                opened[top] = i + sibling - loser
            elif status[i] == SOLVED:
                opened[top - 1], opened[top] = i, sibling
            elif status[sibling] == SOLVED:
                opened[top] = next_child(view, i)
            else:
                opened[top - 1] = i
                opened[top] = next_child(view, sibling)
        elif competes and workspace.next[parent] < tree.end[parent]:
            top += 1
            opened[top] = next_child(view, parent)
        elif status[i] != SOLVED:
            opened[top] = next_child(view, i)
        else:
            log.choice[parent] = i
            solve(workspace, parent, workspace.lower[i])
            workspace.size[parent] += workspace.size[i]
            opened[top] = parent


OUT = -1
"""The entry of `workspace.next` for a child that was cut off."""


@register_jitable
def cut_off(view: ChanceView, node: int) -> int:
    """Cut off the children of a decision node that can't be best; return the best once it is certain, else -1."""
    tree, log, workspace = view.tree, view.log, view.workspace
    floor, open_children = -np.inf, 0
    child = node + 1
    while child < tree.end[node]:
        if workspace.next[child] != OUT:
            floor = max(floor, workspace.lower[child])
        child = tree.end[child]
    best = -1
    child = node + 1
    while child < tree.end[node]:
        if workspace.next[child] != OUT and workspace.upper[child] >= floor:
            open_children += workspace.lower[child] < workspace.upper[child]
            best = child if best < 0 else best
        child = tree.end[child]
    child = node + 1
    while child < tree.end[node]:
        lost = workspace.upper[child] < floor or (open_children == 0 and child != best)
        if workspace.next[child] != OUT and lost:
            workspace.next[child] = OUT
            log.counts[HELD] -= workspace.size[child]
        child = tree.end[child]
    return best if open_children == 0 else -1


@compiled
def alpha_cutoff_all(view: ChanceView, node: int) -> float:
    """Return the gain of a node; of equal children the leftmost is chosen.

    Of each child that competes, `workspace.next` is its next unprocessed child, `workspace.lower` and `workspace.upper` its
    range, `workspace.size` the nodes held below it.
    """
    tree, log, workspace = view.tree, view.log, view.workspace
    enter(view, node)
    if tree.kind[node] == LEAF:
        return gain(view, node)
    stop = tree.end[node]
    if tree.kind[node] == CHANCE:
        total = 0.0
        child = node + 1
        while child < stop:
            total += tree.probability[child] * alpha_cutoff_all(view, child)
            child = tree.end[child]
        return total
    child = node + 1
    while child < stop:
        workspace.next[child], workspace.total[child], workspace.size[child] = child + 1, 0.0, 0
        workspace.lower[child], workspace.upper[child] = -np.inf, np.inf
        child = tree.end[child]
    best = -1
    while best < 0:
        child = node + 1
        while child < stop:
            if workspace.next[child] != OUT and workspace.lower[child] < workspace.upper[child]:
                before = log.counts[HELD]
                if tree.kind[child] == CHANCE:
                    part = workspace.next[child]
                    if part == child + 1:
                        enter(view, child)
                    workspace.next[child] = tree.end[part]
                    workspace.total[child] += tree.probability[part] * alpha_cutoff_all(view, part)
                    workspace.lower[child] = workspace.total[child] + tree.after[part] * view.low
                    workspace.upper[child] = workspace.total[child] + tree.after[part] * view.high
                else:
                    value = alpha_cutoff_all(view, child)
                    workspace.lower[child] = workspace.upper[child] = value
                workspace.size[child] += log.counts[HELD] - before
            child = tree.end[child]
        best = cut_off(view, node)
    log.choice[node] = best
    return workspace.lower[best]


@compiled
def start_alpha_cutoff_all(view: ChanceView) -> float:
    """Search the whole tree."""
    return alpha_cutoff_all(for_recursion(view), ROOT)
