"""Searching: one strategy per file, the registry of strategies, and `search` itself."""

from gametree.search.run import Memory, SearchResult, memory_of, search, search_in_python
from gametree.search.strategies import STRATEGIES, Option, Strategy, check_options, strategy_named

__all__ = [
    "STRATEGIES",
    "Memory",
    "Option",
    "SearchResult",
    "Strategy",
    "check_options",
    "memory_of",
    "search",
    "search_in_python",
    "strategy_named",
]
