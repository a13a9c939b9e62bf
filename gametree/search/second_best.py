"""Second best search (de Bruin, Pijls & Plaat 1994, section 6): prove that one move is as good as any other.

The paper describes it in two sentences: S-alpha-beta is applied to the son of the root with the highest upper
bound, with the second highest as gamma.
"""

from typing import Any

import numpy as np
from numba.extending import register_jitable

from gametree._compile import compiled
from gametree.search.log import LEAVES, NODES, VISITS, forget, log_of, lone_root
from gametree.search.s_alphabeta import answer, is_decided, s_alphabeta
from gametree.search.search_tree import (
    CALLS,
    OPEN,
    attach,
    empty_search_tree,
    is_full,
    note_solved_line,
    update,
)
from gametree.search.view import (
    ROOT,
    ROOT_LEVEL,
    first_son,
    is_leaf,
    negamax_value,
    past_sons,
    right_sibling,
    view_of,
)
from gametree.search.window import just_below

SON_LEVEL = np.int64(1)


@register_jitable
def bound_son(view: Any, counts: Any, kept: Any, son: int, record: int, gamma: float) -> float:
    """Ask whether a son of the root is worth at least gamma to MAX; return the bound that says so, or not."""
    kept.state[CALLS] += 1
    counts[VISITS] += 1
    alpha, beta = -gamma, -just_below(gamma)
    if is_decided(kept, record, alpha, beta):
        return -answer(kept, record, beta)
    counts[NODES] += kept.sons[record] == OPEN
    if is_leaf(view, SON_LEVEL, son):
        counts[LEAVES] += 1
        value = negamax_value(view, SON_LEVEL, son)
        kept.low[record] = value
        kept.high[record] = value
        return -value
    return -s_alphabeta(view, counts, kept, SON_LEVEL, son, record, alpha, beta)


@register_jitable
def second_best_move(view: Any, counts: Any, kept: Any) -> Any:
    """Return the record of a son of the root that is proved to be as good as any other.

    The son with the highest f+ (the leftmost of several) is asked whether it is worth at least the second
    highest.  If so, its f- is no less than any other's f+: that is the proof.  If not, its f+ is now lower.
    """
    attach(view, kept, ROOT_LEVEL, ROOT, ROOT)
    while not is_full(kept):
        best, second, best_son, best_record = -np.inf, -np.inf, ROOT, ROOT
        record = kept.sons[0]
        son, stop = first_son(view, ROOT_LEVEL, ROOT), past_sons(view, ROOT_LEVEL, ROOT)
        while son < stop:
            most = -kept.low[record]
            if most > best:
                best, second, best_son, best_record = most, best, son, record
            elif most > second:
                second = most
            son = right_sibling(view, SON_LEVEL, son)
            record += 1
        if -kept.high[best_record] >= second:
            return best_record
        bound_son(view, counts, kept, best_son, best_record, second)
    return ROOT


@register_jitable
def son_number(view: Any, kept: Any, record: int) -> int:
    """Return the son of the root that a record belongs to."""
    son = first_son(view, ROOT_LEVEL, ROOT)
    for _ in range(record - kept.sons[0]):
        son = right_sibling(view, SON_LEVEL, son)
    return son


@compiled
def start_second_best(arrays: Any, log_arrays: Any, room: Any) -> float:
    """Find a best move, then its value: its upper bound is lowered until it is proved, as SSS-2 does."""
    view, log = view_of(arrays), log_of(log_arrays)
    forget(log, 0)
    if is_leaf(view, 0, 0):
        return lone_root(view, log)
    kept = empty_search_tree(room)
    record = second_best_move(view, log.counts, kept)
    while not is_full(kept) and kept.low[record] < kept.high[record]:
        bound_son(view, log.counts, kept, son_number(view, kept, record), record, -kept.low[record])
    if is_full(kept):
        return np.nan
    update(view, kept, ROOT_LEVEL, ROOT, ROOT)
    note_solved_line(view, log, kept)
    return kept.low[0]


@compiled
def start_second_best_move(arrays: Any, log_arrays: Any, room: Any) -> Any:
    """Find a best move and no more, as the paper has it; return its number."""
    view, log = view_of(arrays), log_of(log_arrays)
    kept = empty_search_tree(room)
    record = second_best_move(view, log.counts, kept)
    return record - kept.sons[0]
