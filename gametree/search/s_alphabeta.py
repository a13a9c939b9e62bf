"""S-alpha-beta and the searches based on it (de Bruin, Pijls & Plaat 1994).

S-alpha-beta (Figure 4) is Alphabeta on a search tree that is kept between calls.  The others call it on the root
repeatedly, with windows that close in on the value: from above (SSS-2, which is SSS*), from below (its dual), from a
guess (SSS-0, MTD(f)) or in steps (SSS-4).  Second best search (section 6) calls it on the children of the root, to find a
best move rather than a value.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gametree._compile import compiled, pointer, register_jitable
from gametree.search.log import LEAVES, NODES, VISITS, Log
from gametree.search.search_tree import (
    CALLS,
    OPEN,
    SearchTreeArrays,
    attach,
    empty_search_tree,
    is_full,
    record_solved_line,
    update,
)
from gametree.search.start import calling, start
from gametree.search.view import (
    ROOT,
    ROOT_LEVEL,
    Node,
    View,
    first_child,
    is_leaf,
    negamax_value,
    past_children,
    right_sibling,
)
from gametree.search.window import just_above, just_below

Counts = NDArray[np.int64]
"""The counts of a `Log`."""


@register_jitable
def is_decided(kept: SearchTreeArrays, record: int, alpha: float, beta: float) -> bool:
    """Whether the bounds of a node decide a call with this window (the first line of Figure 4)."""
    low, high = kept.low[record], kept.high[record]
    return alpha >= high or low >= beta or low == high


@register_jitable
def answer(kept: SearchTreeArrays, record: int, beta: float) -> float:
    """Return the bound that decides such a call."""
    low = kept.low[record]
    return low if low >= beta else kept.high[record]


@compiled
def s_alphabeta(
    view: View,
    counts: Counts,
    kept: SearchTreeArrays,
    level: int,
    p: Node,
    record: int,
    alpha: float,
    beta: float,
) -> float:
    """Search inner node p with alpha < beta, both for the player to move at p; its bounds must not decide the call.

    Returns g with, for the player to move: g = high(p) >= value(p) if g <= alpha; g = low(p) = high(p) =
    value(p) if alpha < g < beta; g = low(p) <= value(p) if g >= beta.  `low` and `high` are the bounds that
    the search tree establishes, after the call.  The paper treats MAX and MIN nodes separately; here both are one case.

    The bounds of p in the loop are those on entry, as in the paper, which updates them at the end.  Comparing with the
    current bounds would save calls that return at once, but no expansion.

    Every call on a node other than the root counts as a visit, and the first on each, when it is open, as a node or a
    leaf.
    """
    low, high = kept.low[record], kept.high[record]
    if kept.children[record] == OPEN:
        attach(view, kept, level, p, record)
        if is_full(kept):
            return np.nan
    g = -np.inf
    a = max(alpha, low)
    below = kept.children[record]
    child, stop = first_child(view, level, p), past_children(view, level, p)
    while child < stop:
        counts[VISITS] += 1
        if is_decided(kept, below, -beta, -a):
            value = -answer(kept, below, -a)
        elif is_leaf(view, level + 1, child):
            counts[LEAVES] += 1
            counts[NODES] += 1
            value = -negamax_value(view, level + 1, child)
            kept.low[below] = -value
            kept.high[below] = -value
        else:
            counts[NODES] += kept.children[below] == OPEN
            value = -s_alphabeta(view, counts, kept, level + 1, child, below, -beta, -a)
            if is_full(kept):
                return np.nan
        g = max(g, value)
        a = max(a, g)
        if g >= min(beta, high):
            break
        child = right_sibling(view, level + 1, child)
        below += 1
    update(view, kept, level, p, record)
    return g


@register_jitable
def bound_root(view: View, counts: Counts, kept: SearchTreeArrays, alpha: float, beta: float) -> float:
    """Call S-alpha-beta on the root."""
    kept.state[CALLS] += 1
    if is_decided(kept, 0, alpha, beta):
        return answer(kept, 0, beta)
    return s_alphabeta(view, counts, kept, ROOT_LEVEL, ROOT, ROOT, alpha, beta)


def start_keeping(search: Callable[..., Any]) -> Any:
    """Compile ``search(view, counts, kept) -> value``, which works on a search tree, for all trees (as `start` does)."""
    return start(calling(search, _with_search_tree))


def _with_search_tree(view: View, log: Log, workspace: SearchTreeArrays) -> float:
    kept = empty_search_tree(workspace)
    g = _search(view, log.counts, kept)
    if not is_full(kept):
        record_solved_line(view, log, kept)
    return g


def _search(view: View, counts: Counts, kept: SearchTreeArrays) -> float:
    """Be replaced by the function given to `start_keeping`."""
    raise NotImplementedError


@start_keeping
def start_s_alphabeta(view: View, counts: Counts, kept: SearchTreeArrays) -> float:
    """Search the whole tree by one call with an open window: Alphabeta, but the search tree is kept."""
    return bound_root(view, counts, kept, -np.inf, np.inf)


@start_keeping
def start_sss_2(view: View, counts: Counts, kept: SearchTreeArrays) -> float:
    """SSS-2 (section 5): SSS* as a sequence of searches that each lower an upper bound.

    Each call tests whether the value is below the best upper bound so far, and either lowers that bound by building a
    better max solution tree, or finds the min solution tree that proves it.
    """
    g = np.inf
    while True:
        gamma = g
        g = bound_root(view, counts, kept, just_below(gamma), gamma)
        if g == gamma or is_full(kept):
            return g


@start_keeping
def start_dual_sss_2(view: View, counts: Counts, kept: SearchTreeArrays) -> float:
    """Dual SSS-2 (section 5): from minus infinity up, each call finds a better min solution tree."""
    g = -np.inf
    while True:
        gamma = g
        g = bound_root(view, counts, kept, gamma, just_above(gamma))
        if g == gamma or is_full(kept):
            return g


@start_keeping
def start_sss_0(view: View, counts: Counts, kept: SearchTreeArrays) -> float:
    """SSS-0 (section 5): from a first guess, the option, down or up to the value.

    Each call tests whether the value is the guess, less or more: its window contains the guess and nothing else, so it is
    not a null window.  The bound returned is the next guess.
    """
    g = kept.options[0]
    while True:
        gamma = g
        g = bound_root(view, counts, kept, just_below(gamma), just_above(gamma))
        if g == gamma or is_full(kept):
            return g


@start_keeping
def start_sss_4(view: View, counts: Counts, kept: SearchTreeArrays) -> float:
    """SSS-4, Stepwise State Space Search (section 5): down in big steps; the option is the step.

    From plus infinity down as in SSS-2, but each time `step` below the upper bound just found.  That may overshoot: once a
    call has found a lower bound instead, the search climbs from there like dual SSS-2.
    """
    step = kept.options[0]
    g = np.inf
    while True:
        gamma = g
        g = bound_root(view, counts, kept, just_below(gamma), just_above(gamma))
        g = max(g - step, kept.low[0])
        if g == gamma or is_full(kept):
            return g


@start_keeping
def start_sss_4_wide_window(view: View, counts: Counts, kept: SearchTreeArrays) -> float:
    """SSS-4 that ends with a wide window (section 5, a variation); the options are the step and how close.

    Like SSS-4 until the bounds of the root are at most `close` apart; then one call with the window between them
    finds the value.  With `close` not less than `step` that is the call after the first overshoot.
    """
    step, close = kept.options[0], kept.options[1]
    g = np.inf
    while kept.high[0] - kept.low[0] > close:
        gamma = g
        g = bound_root(view, counts, kept, just_below(gamma), just_above(gamma))
        g = max(g - step, kept.low[0])
        if is_full(kept):
            return g
    if kept.low[0] < kept.high[0]:
        bound_root(view, counts, kept, kept.low[0], kept.high[0])
    return kept.high[0]


@start_keeping
def start_mtd_f(view: View, counts: Counts, kept: SearchTreeArrays) -> float:
    """MTD(f) (Plaat, Schaeffer, Pijls & de Bruin 1996): like SSS-0, with null windows only; the option is the guess.

    Each call tests whether the value is below gamma: the bound returned last, or, if that was a lower bound, the next
    number.  It ends when the bounds of the root have met.
    """
    g = kept.options[0]
    while kept.low[0] < kept.high[0]:
        gamma = just_above(g) if g == kept.low[0] else g
        g = bound_root(view, counts, kept, just_below(gamma), gamma)
        if is_full(kept):
            return g
    return g


CHILD_LEVEL = np.int64(1)


@register_jitable
def bound_child(
    view: View, counts: Counts, kept: SearchTreeArrays, child: Node, record: int, gamma: float
) -> float:
    """Test whether a child of the root is worth at least gamma to MAX; return the bound that decides it."""
    kept.state[CALLS] += 1
    counts[VISITS] += 1
    alpha, beta = -gamma, -just_below(gamma)
    if is_decided(kept, record, alpha, beta):
        return -answer(kept, record, beta)
    counts[NODES] += kept.children[record] == OPEN
    if is_leaf(view, CHILD_LEVEL, child):
        counts[LEAVES] += 1
        value = negamax_value(view, CHILD_LEVEL, child)
        kept.low[record] = value
        kept.high[record] = value
        return -value
    return -s_alphabeta(view, counts, kept, CHILD_LEVEL, child, record, alpha, beta)


@register_jitable
def second_best_move(view: View, counts: Counts, kept: SearchTreeArrays) -> np.int64:
    """Return the record of a child of the root that is proved to be as good as any other.

    In the paper's two sentences, S-alpha-beta is applied to the child of the root with the highest upper bound, with the
    second highest as gamma.  So the child with the highest f+ (the leftmost of several) is tested for being worth at
    least the second highest.  If so, its f- is no less than any other's f+: that is the proof.
    If not, its f+ is now lower.
    """
    attach(view, kept, ROOT_LEVEL, ROOT, ROOT)
    while not is_full(kept):
        best, second, best_child, best_record = -np.inf, -np.inf, ROOT, ROOT
        record = kept.children[0]
        child, stop = first_child(view, ROOT_LEVEL, ROOT), past_children(view, ROOT_LEVEL, ROOT)
        while child < stop:
            most = -kept.low[record]
            if most > best:
                best, second, best_child, best_record = most, best, child, record
            elif most > second:
                second = most
            child = right_sibling(view, CHILD_LEVEL, child)
            record += 1
        if -kept.high[best_record] >= second:
            return best_record
        bound_child(view, counts, kept, best_child, best_record, second)
    return ROOT


@register_jitable
def child_number(view: View, kept: SearchTreeArrays, record: int) -> Node:
    """Return the child of the root that a record belongs to."""
    child = first_child(view, ROOT_LEVEL, ROOT)
    for _ in range(record - kept.children[0]):
        child = right_sibling(view, CHILD_LEVEL, child)
    return child


@start_keeping
def start_second_best(view: View, counts: Counts, kept: SearchTreeArrays) -> float:
    """Second best search (section 6), then its value: the upper bound is lowered until it is proved, as in SSS-2."""
    record = second_best_move(view, counts, kept)
    while not is_full(kept) and kept.low[record] < kept.high[record]:
        bound_child(view, counts, kept, child_number(view, kept, record), record, -kept.low[record])
    if is_full(kept):
        return np.nan
    update(view, kept, ROOT_LEVEL, ROOT, ROOT)
    return kept.low[0]


@compiled
def start_second_best_move(arrays: View, log_arrays: Log, workspace: SearchTreeArrays) -> np.int64:
    """Find only a best move of an inner root, as in the paper; return its number."""
    view, log = pointer(arrays), pointer(log_arrays)
    kept = empty_search_tree(workspace)
    record = second_best_move(view, log.counts, kept)
    return record - kept.children[0]
