"""The searches in plain Python, line by line as the papers give them.

They are what the notebooks show, and what the kernels are tested against.
"""

from gametree.reference.alphabeta import (
    alphabeta,
    alphabeta_iterative,
    falphabeta,
    palphabeta,
    palphabeta_unit_window,
)
from gametree.reference.branch_and_bound import branch_and_bound
from gametree.reference.minimax import negamax
from gametree.reference.pvs import pvs, pvs_unit_window
from gametree.reference.recorder import Recorder, Step, Triple, number_text
from gametree.reference.s_alphabeta import (
    dual_sss_2,
    mtd_f,
    s_alphabeta,
    s_alphabeta_once,
    second_best,
    second_best_move,
    sss_0,
    sss_2,
    sss_4,
    sss_4_wide_window,
)
from gametree.reference.scout import (
    scout,
    scout_as_printed,
    scout_campbell_marsland,
    scout_campbell_marsland_unit_window,
    scout_minimax,
    scout_minimax_as_printed,
    scout_minimax_with_test_as_printed,
    scout_testm,
    test,
    test_minimax,
    test_minimax_as_printed,
    testm,
)
from gametree.reference.search_tree import SearchTree
from gametree.reference.sss_star import sss_star, sss_star_newest_first, sss_star_ready_first

__all__ = [
    "Recorder",
    "SearchTree",
    "Step",
    "Triple",
    "alphabeta",
    "alphabeta_iterative",
    "branch_and_bound",
    "dual_sss_2",
    "falphabeta",
    "mtd_f",
    "negamax",
    "number_text",
    "palphabeta",
    "palphabeta_unit_window",
    "pvs",
    "pvs_unit_window",
    "s_alphabeta",
    "s_alphabeta_once",
    "scout",
    "scout_as_printed",
    "scout_campbell_marsland",
    "scout_campbell_marsland_unit_window",
    "scout_minimax",
    "scout_minimax_as_printed",
    "scout_minimax_with_test_as_printed",
    "scout_testm",
    "second_best",
    "second_best_move",
    "sss_0",
    "sss_2",
    "sss_4",
    "sss_4_wide_window",
    "sss_star",
    "sss_star_newest_first",
    "sss_star_ready_first",
    "test",
    "test_minimax",
    "test_minimax_as_printed",
    "testm",
]
