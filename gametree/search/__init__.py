"""Searching: one file per family of strategies, the registry of strategies, and `search` itself."""

from gametree.search.run import (
    Answer,
    BestMove,
    Memory,
    SearchResult,
    at_least,
    best_move,
    best_move_in_python,
    check_tree,
    memory_of,
    search,
    search_in_python,
)
from gametree.search.strategies import STRATEGIES, Option, Strategy, check_options, strategy_named

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
