"""The searches of trees with chance nodes as compiled kernels.

Each returns the gain of the root and leaves counts and choices in its `LogArrays`:

LEAVES      distinct leaves evaluated
NODES       distinct nodes touched, the root excluded
VISITS      pieces of work on nodes, the root excluded
HELD        nodes in memory now
MEMORY      the most there were at once
ESTIMATES   ranges asked for (AOC* only)
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametree._compile import compiled, pointer, register_jitable
from gametree.chance.tree import CHANCE, LEAF, ChanceArrays

LEAVES, NODES, VISITS, HELD, MEMORY, ESTIMATES = range(6)
N_COUNTS = 6
ROOT = np.int64(0)
"""Not a plain zero: see `gametree.search.view.ROOT`."""


class LogArrays(NamedTuple):
    """Counts, and the best child of every decision node."""

    counts: NDArray[np.int64]
    choice: NDArray[np.int64]


class WorkspaceArrays(NamedTuple):
    """The data of a search per node; nothing need be initialized."""

    lower: NDArray[np.float64]
    upper: NDArray[np.float64]
    total: NDArray[np.float64]
    size: NDArray[np.int64]
    next: NDArray[np.int64]
    stack: NDArray[np.int64]
    status: NDArray[np.int64]


class ChanceView(NamedTuple):
    """The argument of a kernel; where it calls itself, with pointers in place of the arrays (`_compile.pointer`)."""

    tree: ChanceArrays
    log: LogArrays
    workspace: WorkspaceArrays
    known: NDArray[np.float64]
    """A row (low, high) per node, as gains, or no row at all (AOC* only)."""
    sign: float
    """The factor that turns a value into a gain: -1 for costs."""
    low: float
    high: float
    """Bounds on the gains of leaves."""


_LEFT_OUT: Any = ()


@register_jitable
def for_recursion(view: ChanceView) -> ChanceView:
    """Return pointers to what a recursive kernel needs, and no more: every field makes its calls slower."""
    t, w = view.tree, view.workspace
    tree = ChanceArrays(t.end, _LEFT_OUT, _LEFT_OUT, t.kind, t.values, t.probability, t.after)
    workspace = WorkspaceArrays(w.lower, w.upper, w.total, w.size, w.next, _LEFT_OUT, _LEFT_OUT)
    return pointer(ChanceView(tree, view.log, workspace, _LEFT_OUT, view.sign, view.low, view.high))


def new_log(n_nodes: int) -> LogArrays:
    """Return an empty log for a tree of this size."""
    return LogArrays(np.zeros(N_COUNTS, dtype=np.int64), np.zeros(n_nodes, dtype=np.int64))


def new_workspace(n_nodes: int) -> WorkspaceArrays:
    """Return a workspace for a search of a tree of this size."""
    reals = np.empty((3, n_nodes))
    wholes = np.empty((4, n_nodes), dtype=np.int64)
    return WorkspaceArrays(*reals, *wholes)


@register_jitable
def hold(counts: NDArray[np.int64], node: int) -> None:
    """Count a node that is touched for the first time, and kept in memory."""
    counts[HELD] += 1
    counts[MEMORY] = max(counts[MEMORY], counts[HELD])
    counts[NODES] += node != 0


@register_jitable
def enter(view: ChanceView, node: int) -> None:
    """Touch a node for the first time in a recursive search."""
    view.log.counts[VISITS] += node != 0
    hold(view.log.counts, node)


@register_jitable
def gain(view: ChanceView, leaf: int) -> float:
    """Evaluate a leaf."""
    view.log.counts[LEAVES] += 1
    return view.sign * view.tree.values[leaf]


@register_jitable
def keep_better(view: ChanceView, node: int, child: int, better: bool, before: int, kept: int) -> int:
    """Keep the nodes below a child if it is better than all before it, otherwise release them; return how many are kept.

    `before` nodes were held when the search of the child began, `kept` of them below the former best.
    """
    grown = view.log.counts[HELD] - before
    if not better:
        view.log.counts[HELD] -= grown
        return kept
    view.log.counts[HELD] -= kept
    view.log.choice[node] = child
    return grown


# -- Expectimax (Zenzel 1989, section 2.1) -----------------------------------------------------------------------------


@compiled
def expectimax(view: ChanceView, node: int) -> float:
    """Return the gain of a node; of equally good children the leftmost is chosen."""
    tree, log = view.tree, view.log
    enter(view, node)
    if tree.kind[node] == LEAF:
        return gain(view, node)
    child, stop = node + 1, tree.end[node]
    if tree.kind[node] == CHANCE:
        total = 0.0
        while child < stop:
            total += tree.probability[child] * expectimax(view, child)
            child = tree.end[child]
        return total
    best, kept = -np.inf, 0
    while child < stop:
        before = log.counts[HELD]
        value = expectimax(view, child)
        kept = keep_better(view, node, child, value > best, before, kept)
        best = max(best, value)
        child = tree.end[child]
    return best


@compiled
def start_expectimax(view: ChanceView) -> float:
    """Search the whole tree."""
    return expectimax(for_recursion(view), ROOT)


# -- Star1 (Ballard 1983; Zenzel 1989, sections 3.1.2 and 3.1.3), and Star2, which probes first ------------------------


@compiled
def star1(view: ChanceView, node: int, alpha: float, beta: float) -> float:
    """Return v with: v = gain if alpha < v < beta; gain <= v if v <= alpha; gain >= v if v >= beta.

    It fails soft: v is the tightest bound available.  Of equally good children the leftmost is chosen.
    """
    tree, log = view.tree, view.log
    enter(view, node)
    if tree.kind[node] == LEAF:
        return gain(view, node)
    child, stop = node + 1, tree.end[node]
    if tree.kind[node] == CHANCE:
        total = 0.0
        while child < stop:
            p, after = tree.probability[child], tree.after[child]
            least = (alpha - total - after * view.high) / p
            most = (beta - total - after * view.low) / p
            value = star1(view, child, max(view.low, least), max(view.low, min(most, view.high)))
            total += p * value
            if value <= least:
                return total + after * view.high
            if value >= most:
                return total + after * view.low
            child = tree.end[child]
        return total
    best, kept = -np.inf, 0
    while child < stop and best < beta:
        before = log.counts[HELD]
        value = star1(view, child, max(alpha, best), beta)
        kept = keep_better(view, node, child, value > best, before, kept)
        best = max(best, value)
        child = tree.end[child]
    return best


@compiled
def start_star1(view: ChanceView) -> float:
    """Search the whole tree; no value can be outside the window from `low` to `high`."""
    return star1(for_recursion(view), ROOT, view.low, view.high)


NOT_PROBED, PROBED = np.int64(0), np.int64(1)


@register_jitable
def mean(view: ChanceView, node: int, bound: NDArray[np.float64], without: int) -> float:
    """Return the mean of a bound over the children of a chance node, one of them left out."""
    total = 0.0
    child = node + 1
    while child < view.tree.end[node]:
        if child != without:
            total += view.tree.probability[child] * bound[child]
        child = view.tree.end[child]
    return total


@compiled
def star2(view: ChanceView, node: int, alpha: float, beta: float, probed: int) -> float:
    """Return v as Star1 does.

    A decision node that was probed (`probed`) continues with its second child; `workspace.total` has the value of the first
    and `workspace.size` the nodes held below it.  While a chance node is being searched, `workspace.lower` and
    `workspace.upper` are the bounds of its children.
    """
    tree, log, workspace = view.tree, view.log, view.workspace
    if probed:
        log.counts[VISITS] += 1
    else:
        enter(view, node)
    if tree.kind[node] == LEAF:
        return gain(view, node)
    stop = tree.end[node]
    if tree.kind[node] != CHANCE:
        child, best, kept = node + 1, -np.inf, np.int64(0)
        if probed:
            child, best, kept = tree.end[child], workspace.total[node], workspace.size[node]
        while child < stop and best < beta:
            before = log.counts[HELD]
            value = star2(view, child, max(alpha, best), beta, NOT_PROBED)
            kept = keep_better(view, node, child, value > best, before, kept)
            best = max(best, value)
            child = tree.end[child]
        return best
    child = node + 1
    while child < stop:
        workspace.lower[child], workspace.upper[child] = view.low, view.high
        child = tree.end[child]
    child = node + 1
    while child < stop:
        if tree.kind[child] != CHANCE:
            least = (alpha - mean(view, node, workspace.upper, child)) / tree.probability[child]
            most = (beta - mean(view, node, workspace.lower, child)) / tree.probability[child]
            enter(view, child)
            first = child + 1
            if tree.kind[child] == LEAF:
                value = gain(view, child)
            else:
                before = log.counts[HELD]
                value = star2(
                    view, first, max(view.low, least), max(view.low, min(most, view.high)), NOT_PROBED
                )
                workspace.total[child] = value
                workspace.size[child] = keep_better(view, child, first, True, before, 0)
            if first == tree.end[child] or tree.end[first] == tree.end[child]:
                workspace.lower[child] = workspace.upper[child] = value
            elif value > max(view.low, least):
                workspace.lower[child] = value
            if workspace.upper[child] <= least:
                return mean(view, node, workspace.upper, -1)
            if workspace.lower[child] >= most:
                return mean(view, node, workspace.lower, -1)
        child = tree.end[child]
    child = node + 1
    while child < stop:
        if workspace.lower[child] < workspace.upper[child]:
            least = (alpha - mean(view, node, workspace.upper, child)) / tree.probability[child]
            most = (beta - mean(view, node, workspace.lower, child)) / tree.probability[child]
            probe = NOT_PROBED if tree.kind[child] == CHANCE else PROBED
            value = star2(view, child, max(view.low, least), max(view.low, min(most, view.high)), probe)
            workspace.lower[child] = workspace.upper[child] = value
            if value <= least:
                return mean(view, node, workspace.upper, -1)
            if value >= most:
                return mean(view, node, workspace.lower, -1)
        child = tree.end[child]
    return mean(view, node, workspace.lower, -1)


@compiled
def start_star2(view: ChanceView) -> float:
    """Search the whole tree; no value can be outside the window from `low` to `high`."""
    return star2(for_recursion(view), ROOT, view.low, view.high, NOT_PROBED)


# -- alpha-cutoff (Zenzel 1989, section 3.2), and its variant that improves all children (section 5.0) -----------------


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


# -- AOC* (Zenzel 1989, section 3.3) -----------------------------------------------------------------------------------


TIP, EXPANDED, PRUNED = 0, 1, 3
"""The status of a node of AOC*'s search tree T: a leaf of T, expanded, cut off; or SOLVED (expanded or terminal)."""


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
