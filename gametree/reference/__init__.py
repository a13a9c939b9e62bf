"""The searches in plain Python, line by line as the papers give them.

The notebooks show them, and the kernels are tested against them.
"""

import functools
import inspect
import math
from collections.abc import Callable
from typing import Any

from gametree._checks import as_float, check_count, check_flag, check_kind, shown
from gametree.reference.alphabeta import (
    alphabeta,
    alphabeta_iterative,
    branch_and_bound,
    falphabeta,
    negamax,
    palphabeta,
    palphabeta_unit_window,
    pvs,
    pvs_unit_window,
)
from gametree.reference.recorder import Recorder, Step, Triple
from gametree.reference.s_alphabeta import (
    SearchTree,
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


def _checked(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a search that checks its arguments once, at the top; those of the papers call themselves."""
    signature = inspect.signature(function)

    @functools.wraps(function)
    def checked(*args: Any, **kwargs: Any) -> Any:
        given = signature.bind(*args, **kwargs).arguments
        x = given["x"]
        check_kind("x", x, Recorder, "a Recorder of a tree")
        for name, value in given.items():
            if name in ("p", "n", "root"):
                check_count(name, value, 0, x.tree.n_nodes - 1)
            elif name in ("alpha", "beta", "bound", "v", "guess", "step", "close") and math.isnan(
                as_float(value)
            ):
                raise ValueError(f"{name} is {shown(value)}: it must be a number")
            elif name in ("step", "close") and not value >= 0:
                raise ValueError(f"{name} is {shown(value)}: it must be a number not less than 0")
            elif name == "op":
                check_flag(name, value)
            elif name == "s":
                check_kind(name, value, SearchTree, "a SearchTree of the same tree")
                if value.tree is not x.tree:
                    raise ValueError(f"s is {shown(value)}: it must be a SearchTree of the tree of x")
            elif name == "above" and not callable(value):
                raise TypeError(f"above is a {type(value).__name__}: it must be a function of a number")
        return function(*args, **kwargs)

    return checked


for _name in __all__:
    if inspect.isfunction(globals()[_name]):
        globals()[_name] = _checked(globals()[_name])
