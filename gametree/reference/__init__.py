"""The searches in plain Python, line by line as the papers give them.

They are what the notebooks show, and what the kernels are tested against.
"""

from gametree.reference.alphabeta import alphabeta
from gametree.reference.alphabeta_iterative import alphabeta_iterative
from gametree.reference.branch_and_bound import branch_and_bound
from gametree.reference.examination import Examination, Step, Triple, number_text
from gametree.reference.falphabeta import falphabeta
from gametree.reference.minimax import negamax
from gametree.reference.palphabeta import palphabeta, palphabeta_unit_window
from gametree.reference.pvs import pvs, pvs_unit_window
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
from gametree.reference.sss_star import sss_star, sss_star_newest_first

__all__ = [
    "Examination",
    "Step",
    "Triple",
    "alphabeta",
    "alphabeta_iterative",
    "branch_and_bound",
    "falphabeta",
    "negamax",
    "number_text",
    "palphabeta",
    "palphabeta_unit_window",
    "pvs",
    "pvs_unit_window",
    "scout",
    "scout_as_printed",
    "scout_campbell_marsland",
    "scout_campbell_marsland_unit_window",
    "scout_minimax",
    "scout_minimax_as_printed",
    "scout_minimax_with_test_as_printed",
    "scout_testm",
    "sss_star",
    "sss_star_newest_first",
    "test",
    "test_minimax",
    "test_minimax_as_printed",
    "testm",
]
