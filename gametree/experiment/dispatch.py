"""Strategies by number: what compiled loops can choose from."""

from typing import Any

from gametree._compile import compiled
from gametree.search.alphabeta import (
    start_alphabeta,
    start_alphabeta_iterative,
    start_falphabeta,
    start_palphabeta,
    start_palphabeta_unit_window,
)
from gametree.search.branch_and_bound import start_branch_and_bound
from gametree.search.log import ABSENT, NODES, VISITS, Log, Marks
from gametree.search.minimax import start_minimax
from gametree.search.pvs import start_pvs, start_pvs_unit_window
from gametree.search.s_alphabeta import (
    start_dual_sss_2,
    start_mtd_f,
    start_s_alphabeta,
    start_second_best,
    start_sss_0,
    start_sss_2,
    start_sss_4,
    start_sss_4_wide_window,
)
from gametree.search.scout import (
    start_scout,
    start_scout_campbell_marsland,
    start_scout_campbell_marsland_unit_window,
    start_scout_minimax,
    start_scout_testm,
)
from gametree.search.sss_star import start_sss_star, start_sss_star_newest_first

NUMBERS = {
    name: number
    for number, name in enumerate(
        (
            "minimax",
            "branch-and-bound",
            "alphabeta",
            "palphabeta",
            "pvs",
            "scout",
            "sss*",
            "scout-minimax",
            "scout-campbell-marsland",
            "scout-testm",
            "falphabeta",
            "palphabeta-unit-window",
            "pvs-unit-window",
            "scout-campbell-marsland-unit-window",
            "sss*-newest-first",
            "alphabeta-iterative",
            "s-alphabeta",
            "sss-2",
            "dual-sss-2",
            "sss-0",
            "sss-4",
            "mtd(f)",
            "sss-4-wide-window",
            "second-best",
        )
    )
}
"""The number of each strategy in `run_strategy`."""


@compiled
def run_strategy(
    number: int, arrays: Any, counts: Any, marks: Any, stamp: int, workspace: Any, kept: Any
) -> float:
    """Search a tree with a strategy given by its number; add to counts; return the value.

    Strategies that enter no node twice count only visits; their nodes are the same.  `workspace` is for OPEN, `kept`
    for a search tree, with the options of the strategy.
    """
    once = Log(counts, ABSENT, ABSENT)
    again = Log(counts, Marks(marks, stamp), ABSENT)
    if number == 3:
        return start_palphabeta(arrays, again, workspace)
    if number == 4:
        return start_pvs(arrays, again, workspace)
    if number == 5:
        return start_scout(arrays, again, workspace)
    if number == 7:
        return start_scout_minimax(arrays, again, workspace)
    if number == 8:
        return start_scout_campbell_marsland(arrays, again, workspace)
    if number == 9:
        return start_scout_testm(arrays, again, workspace)
    if number == 11:
        return start_palphabeta_unit_window(arrays, again, workspace)
    if number == 12:
        return start_pvs_unit_window(arrays, again, workspace)
    if number == 13:
        return start_scout_campbell_marsland_unit_window(arrays, again, workspace)
    if number == 6:
        return start_sss_star(arrays, once, workspace)
    if number == 14:
        return start_sss_star_newest_first(arrays, once, workspace)
    if number == 16:
        return start_s_alphabeta(arrays, once, kept)
    if number == 17:
        return start_sss_2(arrays, once, kept)
    if number == 18:
        return start_dual_sss_2(arrays, once, kept)
    if number == 19:
        return start_sss_0(arrays, once, kept)
    if number == 20:
        return start_sss_4(arrays, once, kept)
    if number == 21:
        return start_mtd_f(arrays, once, kept)
    if number == 22:
        return start_sss_4_wide_window(arrays, once, kept)
    if number == 23:
        return start_second_best(arrays, once, kept)
    value = 0.0
    if number == 0:
        value = start_minimax(arrays, once, workspace)
    elif number == 1:
        value = start_branch_and_bound(arrays, once, workspace)
    elif number == 2:
        value = start_alphabeta(arrays, once, workspace)
    elif number == 10:
        value = start_falphabeta(arrays, once, workspace)
    elif number == 15:
        value = start_alphabeta_iterative(arrays, once, workspace)
    counts[NODES] = counts[VISITS]
    return value
