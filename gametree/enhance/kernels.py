"""Alphabeta, PVS and Scout with ordering, table and killers (Muszycka 1985, sections 2.2, 2.4, 2.5 and 4.2 to 4.4).

And MTD, which asks Alphabeta with minimal windows until bounds meet (Plaat, Schaeffer, Pijls & de Bruin 1996).

Static values are read in one place, `evaluate`, and nodes entered in one place, `enter`.  So `evaluations` is the
cost of ordering, and `leaves`, `nodes` and `visits` have the same meaning as for the plain strategies.

    LEAVES, NODES    distinct leaves, and distinct nodes other than the root, that were entered
    VISITS           how often a node other than the root was entered
    EVALUATIONS      distinct nodes whose static value was read: to order them, or as leaves
    LOOKUPS          lookups of a position in the table
    HITS             lookups that found it
    ANSWERS          lookups that decided the search, so that the node was not searched
    REPLACED         entries replaced by another position
    KILLER_TRIES     children searched early as killers, where a cut-off was possible
    KILLER_CUTS      those of them that caused one
    OTHER_TRIES      the other children searched where a cut-off was possible
    OTHER_CUTS       those of them that caused one

**The transposition table** (section 4.3, after Marsland & Campbell).  An entry holds the result of searching a position: a
lower and an upper bound of its value for the player to move (equal if the search was completed), the depth of that search
(its draft), and the best move found.  An entry of at least the required depth replaces the search: by its value if the
search was completed, else its bounds narrow the window.  Any entry, a shallower one too, names the move to search first.
The thesis accepts deeper entries, the rule DEEPER.  They see beyond the horizon, so the result need not be the minimax
value of the tree.  With the rule EQUAL only entries of exactly the required depth replace a search, and the value is that
of minimax.  A bucket holds two entries: the deepest, and the latest of the others.  Leaves are never in it.

**The order of children** (section 4.2, after Slagle & Dixon; Figure 43).  Fixed: the children of a node are evaluated
statically, and searched from the most promising to the least.  Dynamic: before the most promising child is searched, its
own children are evaluated.  As soon as one of them makes it less promising than the second best by more than a margin, it
is moved back to its new place, at most once, and the next child is considered.  Leaves are not ordered: evaluating them
is searching them.  So nothing is ordered at the last level but one, and nothing is moved back at the level above.  A move
from the table is searched first, then the killers.

**Killers** (section 4.4, after Akl & Newborn): every level has a list of moves that have cut off at that level, the latest
first.  Where such a move is legal, it is searched early.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametree._compile import compiled, pointer, register_jitable
from gametree.generate.random import mix
from gametree.search.scout import AT_LEAST
from gametree.search.window import MINIMAL, above, just_above, just_below

(
    LEAVES, NODES, VISITS, EVALUATIONS, LOOKUPS, HITS, ANSWERS, REPLACED,
    KILLER_TRIES, KILLER_CUTS, OTHER_TRIES, OTHER_CUTS,
) = range(12)  # fmt: skip
N_COUNTS = 12

AS_GIVEN, FIXED, DYNAMIC = range(3)
"""How children are ordered."""

EQUAL, DEEPER = range(2)
"""Which entries of the table may replace a search: those of the same depth only, or deeper ones too."""

ROOT_LEVEL, ROOT = np.int64(0), np.int64(0)
"""Not plain zeros: see `gametree.search.view.ROOT`."""


class TreeArrays(NamedTuple):
    """A `GameTree` as the kernels take it."""

    end: NDArray[np.int64]
    position: NDArray[np.uint64]
    move: NDArray[np.int32]
    estimate: NDArray[np.float64]


class TableArrays(NamedTuple):
    """A transposition table, two entries to a bucket; an entry with a draft of -1 is empty."""

    key: NDArray[np.uint64]
    lower: NDArray[np.float64]
    upper: NDArray[np.float64]
    draft: NDArray[np.int32]
    move: NDArray[np.int32]
    buckets: int
    rule: int


class WorkArrays(NamedTuple):
    """Counts, marks of nodes entered and evaluated, and a row per level for the children of the current node."""

    counts: NDArray[np.int64]
    entered: NDArray[np.int32]
    evaluated: NDArray[np.int32]
    order: NDArray[np.int64]
    promise: NDArray[np.float64]
    status: NDArray[np.int8]
    killers: NDArray[np.int32]
    best: NDArray[np.int64]
    stride: int
    n_killers: int


class EnhancedState(NamedTuple):
    """The argument of a recursive kernel; in kernels, with pointers in place of the arrays (`_compile.pointer`)."""

    tree: TreeArrays
    table: TableArrays
    work: WorkArrays
    ordering: int
    margin: float
    horizon: int
    stamp: int


@register_jitable
def is_leaf(s: EnhancedState, level: int, node: int) -> bool:
    """Whether a node has no children, or none within the horizon."""
    return level == s.horizon or s.tree.end[node] == node + 1


@register_jitable
def evaluate(s: EnhancedState, level: int, node: int) -> float:
    """Return the static value of a node for the player whose turn it is there."""
    if s.work.evaluated[node] != s.stamp:
        s.work.evaluated[node] = s.stamp
        s.work.counts[EVALUATIONS] += 1
    value = s.tree.estimate[node]
    return -value if level & 1 else value


@register_jitable
def enter(s: EnhancedState, level: int, node: int) -> bool:
    """Enter a node other than the root, and return whether it is a leaf."""
    leaf = is_leaf(s, level, node)
    s.work.counts[VISITS] += 1
    if s.work.entered[node] != s.stamp:
        s.work.entered[node] = s.stamp
        s.work.counts[NODES] += 1
        s.work.counts[LEAVES] += leaf
    return leaf


@register_jitable
def lone_root(s: EnhancedState) -> float:
    """Evaluate a root that is itself a leaf: one leaf, no node, no visit."""
    s.work.counts[LEAVES] += 1
    return evaluate(s, 0, 0)


@register_jitable
def record_pv(s: EnhancedState, level: int, child: int) -> None:
    """Record the best child so far, if its parent is the root."""
    if level == 0:
        s.work.best[0] = child


# -- the transposition table -------------------------------------------------------------------------------------------

BYTES_PER_ENTRY = 8 + 8 + 8 + 4 + 4
"""Memory of key, two bounds, draft and move."""

NO_MOVE = -1


@register_jitable
def bucket_of(s: EnhancedState, node: int) -> np.int64:
    """Return the first of the two places where the position of a node may be."""
    return 2 * np.int64(mix(s.tree.position[node]) % np.uint64(s.table.buckets))


@register_jitable
def look_up(s: EnhancedState, level: int, node: int) -> tuple[float, float, int]:
    """Return a lower bound, an upper bound, and the move to be searched first (or NO_MOVE)."""
    lower, upper, move = -np.inf, np.inf, NO_MOVE
    if s.table.buckets == 0:
        return lower, upper, move
    s.work.counts[LOOKUPS] += 1
    wanted = s.horizon - level
    known, fits = -1, False
    first = bucket_of(s, node)
    for place in range(first, first + 2):
        draft = s.table.draft[place]
        if draft < 0 or s.table.key[place] != s.tree.position[node]:
            continue
        usable = draft == wanted if s.table.rule == EQUAL else draft >= wanted
        # An entry that can replace the search comes before one that can't, then the deeper of the two.
        if (usable and not fits) or (usable == fits and draft > known):
            known, fits, move = draft, usable, s.table.move[place]
            lower, upper = (s.table.lower[place], s.table.upper[place]) if usable else (-np.inf, np.inf)
    s.work.counts[HITS] += known >= 0
    return lower, upper, move


@register_jitable
def answered(s: EnhancedState) -> None:
    """Count a node that need not be searched."""
    s.work.counts[ANSWERS] += 1


@register_jitable
def settled(s: EnhancedState, lower: float, upper: float, alpha: float, beta: float) -> tuple[bool, float]:
    """Return whether bounds decide a search with the window from alpha to beta, and the value to return if so."""
    enough = lower >= beta or lower == upper
    if enough or upper <= alpha:
        answered(s)
        return True, lower if enough else upper
    return False, 0.0


@register_jitable
def write(s: EnhancedState, place: int, node: int, draft: int, lower: float, upper: float, move: int) -> None:
    """Fill one place."""
    s.table.key[place] = s.tree.position[node]
    s.table.draft[place] = draft
    s.table.lower[place] = lower
    s.table.upper[place] = upper
    s.table.move[place] = move


@register_jitable
def store(s: EnhancedState, level: int, node: int, lower: float, upper: float, best: int) -> None:
    """Store what a search has proved of a node; `best` is the best child, or -1 if none is known."""
    if s.table.buckets == 0:
        return
    draft = s.horizon - level
    move = s.tree.move[best] if best >= 0 else NO_MOVE
    first = bucket_of(s, node)
    for place in range(first, first + 2):
        if s.table.draft[place] == draft and s.table.key[place] == s.tree.position[node]:
            lower_too, upper_too = max(lower, s.table.lower[place]), min(upper, s.table.upper[place])
            if lower_too <= upper_too:  # with the rule DEEPER, two searches may contradict each other
                lower, upper = lower_too, upper_too
            write(s, place, node, draft, lower, upper, move if move >= 0 else s.table.move[place])
            return
    second = first + 1
    place = first if draft >= s.table.draft[first] else second
    s.work.counts[REPLACED] += s.table.draft[second] >= 0 and (place == second or s.table.draft[first] >= 0)
    if place == first:  # the former deepest becomes the latest of the others
        s.table.key[second] = s.table.key[first]
        s.table.draft[second] = s.table.draft[first]
        s.table.lower[second] = s.table.lower[first]
        s.table.upper[second] = s.table.upper[first]
        s.table.move[second] = s.table.move[first]
    write(s, place, node, draft, lower, upper, move)


# -- the order of children ---------------------------------------------------------------------------------------------

OPEN, TAKEN, KILLER = range(3)
"""The status of a child: its promise may still be revised, or not, or it is a killer."""


@register_jitable
def move_to(s: EnhancedState, old: int, new: int) -> None:
    """Move an element of a row to another place; those between shift by one."""
    child, promise, status = s.work.order[old], s.work.promise[old], s.work.status[old]
    step = 1 if new > old else -1
    while old != new:
        s.work.order[old] = s.work.order[old + step]
        s.work.promise[old] = s.work.promise[old + step]
        s.work.status[old] = s.work.status[old + step]
        old += step
    s.work.order[new], s.work.promise[new], s.work.status[new] = child, promise, status


@register_jitable
def pin(s: EnhancedState, row: int, front: int, n: int, move: int, status: int) -> int:
    """Put the child that a move leads to in place `front`, if there is one, and return the next front."""
    for i in range(front, n):
        if s.tree.move[s.work.order[row + i]] == move:
            s.work.status[row + i] = status
            move_to(s, row + i, row + front)
            return front + 1
    return front


@register_jitable
def line_up(s: EnhancedState, level: int, p: int, first_move: int) -> int:
    """Put the children of p in the row of its level, in order, and return how many there are."""
    row = level * s.work.stride
    orders = s.ordering != AS_GIVEN and level + 1 < s.horizon
    revises = s.ordering == DYNAMIC and level + 2 < s.horizon
    n = 0
    child = p + 1
    while child < s.tree.end[p]:
        s.work.order[row + n] = child
        s.work.status[row + n] = OPEN if revises and not is_leaf(s, level + 1, child) else TAKEN
        if orders:
            s.work.promise[row + n] = -evaluate(s, level + 1, child)
            place = n
            while place > 0 and s.work.promise[row + place - 1] < s.work.promise[row + n]:
                place -= 1
            move_to(s, row + n, row + place)
        n += 1
        child = s.tree.end[child]
    front = 0
    if first_move >= 0:
        front = pin(s, row, front, n, first_move, TAKEN)
    for k in range(s.work.n_killers):
        killer = s.work.killers[level * s.work.n_killers + k]
        if killer >= 0:
            front = pin(s, row, front, n, killer, KILLER)
    return n


@register_jitable
def revised(s: EnhancedState, level: int, child: int, promise: float, least: float) -> float:
    """Evaluate the children of a child until its promise falls below `least`, and return what its promise is then."""
    grandchild = child + 1
    worst = promise
    first = True
    while grandchild < s.tree.end[child]:
        value = evaluate(s, level + 2, grandchild)
        if first or value < worst:
            worst = value
            first = False
        if worst < least:
            return worst
        grandchild = s.tree.end[grandchild]
    return worst


@register_jitable
def next_child(s: EnhancedState, level: int, place: int, n: int) -> int:
    """Return the next child to search, after moving back those whose promise has fallen."""
    row = level * s.work.stride
    while s.work.status[row + place] == OPEN and place + 1 < n:
        s.work.status[row + place] = TAKEN
        least = s.work.promise[row + place + 1] - s.margin
        promise = revised(s, level, s.work.order[row + place], s.work.promise[row + place], least)
        s.work.promise[row + place] = promise
        if promise < least:
            new = place
            while new + 1 < n and s.work.promise[row + new + 1] > promise:
                new += 1
            move_to(s, row + place, row + new)
    return s.work.order[row + place]


@register_jitable
def tried(s: EnhancedState, level: int, place: int, cut: bool) -> None:
    """Count a child searched where a cut-off was possible; if it caused one, its move becomes a killer of the level."""
    killer = s.work.status[level * s.work.stride + place] == KILLER
    s.work.counts[KILLER_TRIES if killer else OTHER_TRIES] += 1
    if not cut:
        return
    s.work.counts[KILLER_CUTS if killer else OTHER_CUTS] += 1
    if s.work.n_killers == 0:
        return
    row = level * s.work.n_killers
    move = s.tree.move[s.work.order[level * s.work.stride + place]]
    last = 0
    while last < s.work.n_killers - 1 and s.work.killers[row + last] != move:
        last += 1
    while last > 0:
        s.work.killers[row + last] = s.work.killers[row + last - 1]
        last -= 1
    s.work.killers[row] = move


@register_jitable
def cuts_off(s: EnhancedState, level: int, place: int, m: float, high: float) -> bool:
    """Whether m, the best value so far, ends the search of a node; counts the child where a cut-off was possible."""
    if high < np.inf:
        tried(s, level, place, m >= high)
    return m >= high


# -- the searches ------------------------------------------------------------------------------------------------------

ALPHABETA, PVS, SCOUT, MTD = range(4)
"""The strategies, as numbers: their places in `gametree.enhance.STRATEGIES`, and one for all `gametree.enhance.DRIVERS`."""


@compiled
def alphabeta(s: EnhancedState, level: int, p: int, alpha: float, beta: float) -> float:
    """Search node p with alpha < beta, both from the point of view of the player to move at p.

    Returns m with: m = value(p) if alpha < m < beta; value(p) <= m if m <= alpha; value(p) >= m if m >= beta.
    Unlike the thesis' Alphabeta it fails soft, so that the value returned can be stored as a bound; without
    any enhancement it enters the same nodes.  Of equally good children the first in the order of search is kept.
    """
    lower, upper, first_move = look_up(s, level, p)
    known, value = settled(s, lower, upper, alpha, beta)
    if known:
        return value
    low, high = max(alpha, lower), min(beta, upper)
    m, best = -np.inf, -1
    n = line_up(s, level, p, first_move)
    for place in range(n):
        child = next_child(s, level, place, n)
        if enter(s, level + 1, child):
            value = -evaluate(s, level + 1, child)
        else:
            value = -alphabeta(s, level + 1, child, -high, -max(low, m))
        if value > m:
            m, best = value, child
            record_pv(s, level, child)
        if cuts_off(s, level, place, m, high):
            break
    store(s, level, p, m if m > low else lower, m if m < high else upper, best)
    return m


@compiled
def pvs(s: EnhancedState, level: int, p: int, alpha: float, beta: float) -> float:
    """Search node p with alpha < beta, both from the point of view of the player to move at p.

    The contract on bounds is that of `alphabeta`.  The thesis searches a child again whenever a minimal window
    has shown it to be better than the best so far, even if it lies outside the window of p; that search would have an
    empty window and prove nothing to store.  So here a child is searched again only if it may lie inside.  Without any
    enhancement it takes fewer visits than the thesis' PVS, and, rarely, fewer nodes too.
    """
    lower, upper, first_move = look_up(s, level, p)
    known, value = settled(s, lower, upper, alpha, beta)
    if known:
        return value
    low, high = max(alpha, lower), min(beta, upper)
    m, best = -np.inf, -1
    n = line_up(s, level, p, first_move)
    for place in range(n):
        child = next_child(s, level, place, n)
        bound = max(low, m)
        if enter(s, level + 1, child):
            value = -evaluate(s, level + 1, child)
        elif place == 0:
            value = -pvs(s, level + 1, child, -high, -low)
        else:
            value = -pvs(s, level + 1, child, -above(bound, MINIMAL), -bound)
            if bound < value < high:
                enter(s, level + 1, child)
                value = -pvs(s, level + 1, child, -high, -value)
        if value > m:
            m, best = value, child
            record_pv(s, level, child)
        if cuts_off(s, level, place, m, high):
            break
    store(s, level, p, m if m > low else lower, m if m < high else upper, best)
    return m


@compiled
def test(s: EnhancedState, level: int, p: int, v: float, op: bool) -> bool:
    """Return whether the value of p, for the player to move at p, is at least v (op) or greater than v (not op).

    The answer is stored as a bound; if it is yes, with the move that has proved it.
    """
    lower, upper, first_move = look_up(s, level, p)
    if lower > v or (op and lower == v):
        answered(s)
        return True
    if upper < v or (not op and upper == v):
        answered(s)
        return False
    n = line_up(s, level, p, first_move)
    for place in range(n):
        child = next_child(s, level, place, n)
        if enter(s, level + 1, child):
            value = evaluate(s, level + 1, child)
            holds = value > -v or (value == -v and not op)
        else:
            holds = test(s, level + 1, child, -v, not op)
        tried(s, level, place, not holds)
        if not holds:
            store(s, level, p, max(lower, v if op else above(v, MINIMAL)), upper, child)
            return True
    store(s, level, p, lower, min(upper, -above(-v, MINIMAL) if op else v), -1)
    return False


@compiled
def scout(s: EnhancedState, level: int, p: int) -> float:
    """Return the value of p for the player to move at p; of equally good children the first one searched is kept."""
    lower, upper, first_move = look_up(s, level, p)
    if lower == upper:
        answered(s)
        return lower
    m, best = -np.inf, -1
    n = line_up(s, level, p, first_move)
    for place in range(n):
        if m >= upper:  # nothing better is left
            break
        child = next_child(s, level, place, n)
        if enter(s, level + 1, child):
            value = -evaluate(s, level + 1, child)
            if place > 0 and value > m:
                enter(s, level + 1, child)
        elif place == 0:
            value = -scout(s, level + 1, child)
        elif not test(s, level + 1, child, -m, AT_LEAST):
            enter(s, level + 1, child)
            value = -scout(s, level + 1, child)
        else:
            continue
        if value > m:
            m, best = value, child
            record_pv(s, level, child)
    store(s, level, p, m, m, best)
    return m


@compiled
def mtd(s: EnhancedState, guess: float) -> float:
    """Return the value of the root, by searches with minimal windows that begin at a guess.

    A search that fails high proves a lower bound and a move that reaches it; the last such move is a best one.
    """
    lower, upper, value, best = -np.inf, np.inf, guess, -1
    while lower < upper:
        beta = just_above(value) if value == lower else value
        value = alphabeta(s, ROOT_LEVEL, ROOT, just_below(beta), beta)
        if value < beta:
            upper = value
        else:
            lower, best = value, s.work.best[0]
    record_pv(s, ROOT_LEVEL, best)
    return value


@compiled
def start(strategy: int, arrays: EnhancedState, guess: float) -> float:
    """Search the tree down to a horizon with one of the strategies, with an open window, or beginning at a guess."""
    s = pointer(arrays)
    if is_leaf(s, 0, 0):
        return lone_root(s)
    if strategy == ALPHABETA:
        return alphabeta(s, ROOT_LEVEL, ROOT, -np.inf, np.inf)
    if strategy == PVS:
        return pvs(s, ROOT_LEVEL, ROOT, -np.inf, np.inf)
    if strategy == MTD:
        return mtd(s, guess)
    return scout(s, ROOT_LEVEL, ROOT)
