"""What enhancements a search can have, and the check of what was asked for."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from gametree._checks import as_float, check_flag, check_kind, check_name, shown
from gametree.enhance.state import AS_GIVEN, DEEPER, DYNAMIC, EQUAL, FIXED
from gametree.enhance.table import BYTES_PER_ENTRY
from gametree.games.game_tree import GameTree
from gametree.search.strategies import UnknownStrategyError
from gametree.tree import check_count, check_memory

STRATEGIES = ("alphabeta", "pvs", "scout")
"""The strategies that can be enhanced."""

DRIVERS = {"mtd(f)": 0.0, "sss*": math.inf, "dual*": -math.inf}
"""Searches by minimal windows, and where they begin: MTD(f) at the value of the depth before, the others at a bound.

With a table that forgets nothing, and without ties, ``"sss*"`` is SSS*, and ``"dual*"`` its dual.
"""

ORDERINGS = {"none": AS_GIVEN, "fixed": FIXED, "dynamic": DYNAMIC}
"""How children can be ordered."""

RULES = {"equal": EQUAL, "deeper": DEEPER}
"""Which entries of the table may stand for a search."""

MOST_KILLERS = 64
LARGEST_TABLE = 2**40


class Options(NamedTuple):
    """The enhancements of a search, checked.

    Attributes
    ----------
    strategy : str
        One of `STRATEGIES` or `DRIVERS`.
    ordering : str
        One of `ORDERINGS`.
    margin : float
        How much less promising than the second best a child must turn out to be, to be put back.
    table : int
        Entries of the transposition table; 0 for none.
    rule : str
        One of `RULES`.
    killers : int
        Killer moves per level; 0 for none.
    deepening : bool
        Whether to search to depth 1, 2, ... first.
    """

    strategy: str
    ordering: str = "none"
    margin: float = 0.0
    table: int = 0
    rule: str = "equal"
    killers: int = 0
    deepening: bool = False


def check(tree: Any, options: Options) -> Options:
    """Return the options if they can be had for this tree; otherwise raise an error that says what is allowed."""
    check_kind("tree", tree, GameTree, "a GameTree, whose nodes carry position, move and estimate")
    check_name("strategy", options.strategy, (*STRATEGIES, *DRIVERS), UnknownStrategyError)
    check_name("ordering", options.ordering, ORDERINGS)
    check_name("rule", options.rule, RULES)
    margin, table = options.margin, options.table
    if not 0 <= as_float(margin) < math.inf:
        raise ValueError(f"margin is {shown(margin)}: it must be a finite number of at least 0")
    entries = check_count("table", table, 0, LARGEST_TABLE)
    if entries % 2:
        raise ValueError(f"table is {table}: it must be an even number, because a bucket holds two entries")
    check_memory(f"table = {entries} entries", BYTES_PER_ENTRY * entries)
    killers = check_count("killers", options.killers, 0, MOST_KILLERS)
    check_flag("deepening", options.deepening)
    return options._replace(margin=float(margin), table=entries, killers=killers)
