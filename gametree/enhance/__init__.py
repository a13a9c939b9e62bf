"""Enhancements of the directional searches (Muszycka 1985, section 4.2): ordering, transposition table, killers.

>>> import gametree as gt
>>> tree = gt.games.growing_tree(width=4, depth=6, scheme="incremental", seed=1)
>>> gt.enhance.search(tree, "alphabeta", ordering="fixed", table=2**10, killers=2).leaves
233
"""

from gametree.enhance.run import (
    DRIVERS,
    ORDERINGS,
    RULES,
    STRATEGIES,
    EnhancedResult,
    search,
    search_in_python,
)

__all__ = ["DRIVERS", "ORDERINGS", "RULES", "STRATEGIES", "EnhancedResult", "search", "search_in_python"]
