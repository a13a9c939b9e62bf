"""The searches in plain Python, line by line as the papers give them.

They are what the notebooks show, and what the kernels are tested against.
"""

from gametree.reference.alphabeta import alphabeta
from gametree.reference.alphabeta_iterative import alphabeta_iterative
from gametree.reference.branch_and_bound import branch_and_bound
from gametree.reference.dual_sss_2 import dual_sss_2
from gametree.reference.examination import Examination, Step, Triple, number_text
from gametree.reference.falphabeta import falphabeta
from gametree.reference.minimax import negamax
from gametree.reference.mtd_f import mtd_f
from gametree.reference.palphabeta import palphabeta, palphabeta_unit_window
from gametree.reference.pvs import pvs, pvs_unit_window
from gametree.reference.s_alphabeta import s_alphabeta, s_alphabeta_once
from gametree.reference.scout import scout, test
from gametree.reference.scout_as_printed import (
    scout_as_printed,
    scout_minimax_as_printed,
    scout_minimax_with_test_as_printed,
    test_minimax_as_printed,
)
from gametree.reference.scout_campbell_marsland import (
    scout_campbell_marsland,
    scout_campbell_marsland_unit_window,
)
from gametree.reference.scout_minimax import scout_minimax, test_minimax
from gametree.reference.scout_testm import scout_testm, testm
from gametree.reference.search_tree import SearchTree
from gametree.reference.second_best import second_best, second_best_move
from gametree.reference.sss_0 import sss_0
from gametree.reference.sss_2 import sss_2
from gametree.reference.sss_4 import sss_4
from gametree.reference.sss_4_wide_window import sss_4_wide_window
from gametree.reference.sss_star import sss_star, sss_star_newest_first
from gametree.reference.sss_star_ready_first import sss_star_ready_first

__all__ = [
    "Examination",
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
