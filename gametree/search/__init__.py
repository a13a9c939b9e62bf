"""Searching: one file per family of strategies, the registry of strategies, and `search` itself."""

from gametree.search.move_proof import BestMove, best_move, best_move_in_python
from gametree.search.run import Memory, SearchResult, check_tree, memory_of, search, search_in_python
from gametree.search.strategies import STRATEGIES, Option, Strategy, check_options, strategy_named
from gametree.search.threshold import Answer, at_least

__all__ = [
    "STRATEGIES",
    "Answer",
    "BestMove",
    "Memory",
    "Option",
    "SearchResult",
    "Strategy",
    "at_least",
    "best_move",
    "best_move_in_python",
    "check_options",
    "check_tree",
    "memory_of",
    "search",
    "search_in_python",
    "strategy_named",
]
