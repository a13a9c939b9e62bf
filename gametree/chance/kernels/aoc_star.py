"""AOC* (Zenzel 1989, section 3.3)."""

import numpy as np

from gametree._compile import compiled, pointer, register_jitable
from gametree.chance.kernels.log import ESTIMATES, HELD, LEAVES, VISITS, ChanceView, WorkspaceArrays, hold
from gametree.chance.tree import CHANCE, LEAF, ChanceArrays

TIP, EXPANDED, SOLVED, PRUNED = 0, 1, 2, 3
"""The status of a node of the search tree T: a leaf of T, expanded, SOLVED (expanded or terminal), cut off."""


@register_jitable
def generate(view: ChanceView, informed: bool, node: int) -> None:
    """Put a node into T with its known range; a terminal node is SOLVED."""
    tree, log, workspace = view.tree, view.log, view.workspace
    log.counts[VISITS] += node != 0
    hold(log.counts, node)
    workspace.size[node] = 1
    if tree.kind[node] == LEAF:
        log.counts[LEAVES] += 1
        workspace.lower[node] = workspace.upper[node] = view.sign * tree.values[node]
        workspace.status[node] = SOLVED
        return
    log.counts[ESTIMATES] += 1
    workspace.status[node] = TIP
    workspace.lower[node], workspace.upper[node] = view.low, view.high
    if informed:
        workspace.lower[node], workspace.upper[node] = view.known[2 * node], view.known[2 * node + 1]


@register_jitable
def select(view: ChanceView, far: int) -> int:
    """Follow the marked connectors to the leaf to expand: the one of least far * level, and leftmost."""
    tree, log, workspace = view.tree, view.log, view.workspace
    chosen = -1
    workspace.stack[0] = 0
    top = 0
    while top >= 0:
        node = workspace.stack[top]
        top -= 1
        if workspace.status[node] == SOLVED:
            continue
        log.counts[VISITS] += node != 0
        if workspace.status[node] == TIP:
            less = chosen < 0 or far * tree.level[node] < far * tree.level[chosen]
            if less or (tree.level[node] == tree.level[chosen] and node < chosen):
                chosen = node
        elif tree.kind[node] == CHANCE:
            child = node + 1
            while child < tree.end[node]:
                top += 1
                workspace.stack[top] = child
                child = tree.end[child]
        else:
            top += 1
            workspace.stack[top] = log.choice[node]
    return chosen


@register_jitable
def revise_chance(tree: ChanceArrays, workspace: WorkspaceArrays, m: int) -> tuple[float, float, bool]:
    """Return the range of a chance node from those of its children, and whether they are all SOLVED."""
    low = high = 0.0
    done = True
    child = m + 1
    while child < tree.end[m]:
        low += tree.probability[child] * workspace.lower[child]
        high += tree.probability[child] * workspace.upper[child]
        done = done and workspace.status[child] == SOLVED
        child = tree.end[child]
    return low, high, done


@register_jitable
def revise_decision(view: ChanceView, m: int) -> tuple[float, float, bool, int]:
    """Mark the most promising child of a decision node, cut off hopeless ones; return range and whether it is SOLVED."""
    tree, log, workspace = view.tree, view.log, view.workspace
    floor, high, marked = -np.inf, -np.inf, -1
    child = m + 1
    while child < tree.end[m]:
        if workspace.status[child] != PRUNED:
            floor = max(floor, workspace.lower[child])
            if workspace.upper[child] > high:
                high, marked = workspace.upper[child], child
        child = tree.end[child]
    log.choice[m] = marked
    lost = 0
    child = m + 1
    while child < tree.end[m]:
        if workspace.status[child] != PRUNED and workspace.upper[child] < floor:
            workspace.status[child] = PRUNED
            lost += workspace.size[child]
        child = tree.end[child]
    log.counts[HELD] -= lost
    return floor, high, workspace.status[marked] == SOLVED, lost


@register_jitable
def aoc_star(arrays: ChanceView, far: int) -> float:
    """Return the gain of the root.

    A visit is a node generated, passed while the partial solution tree is traced, or revised.  In memory is
    the search tree T without the nodes that are cut off.  `known` has a row (low, high) per node, or no row at all.
    """
    view, informed = pointer(arrays), len(arrays.known) > 0
    tree, log, workspace = view.tree, view.log, view.workspace
    generate(view, informed, 0)
    while workspace.status[0] != SOLVED:
        n = select(view, far)
        grown = 0
        child = n + 1
        while child < tree.end[n]:
            generate(view, informed, child)
            grown += 1
            child = tree.end[child]
        workspace.status[n] = EXPANDED
        m = n
        changed = True
        while m >= 0:
            workspace.size[m] += grown
            if changed:
                log.counts[VISITS] += m != 0
                if tree.kind[m] == CHANCE:
                    least, most, done = revise_chance(tree, workspace, m)
                else:
                    least, most, done, lost = revise_decision(view, m)
                    grown -= lost
                    workspace.size[m] -= lost
                if done:
                    workspace.status[m] = SOLVED
                    least = most
                else:
                    most = min(workspace.upper[m], most)
                    least = min(max(workspace.lower[m], least), most)
                changed = done or least != workspace.lower[m] or most != workspace.upper[m]
                workspace.lower[m], workspace.upper[m] = least, most
            m = tree.parent[m]
    return workspace.lower[0]


@compiled
def start_aoc_star(view: ChanceView) -> float:
    """Search the whole tree, expanding the leaf of the partial solution tree that is nearest the root."""
    return aoc_star(view, 1)


@compiled
def start_aoc_star_deepest(view: ChanceView) -> float:
    """Search the whole tree, expanding the deepest leaf of the partial solution tree."""
    return aoc_star(view, -1)
