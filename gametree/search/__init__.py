"""Searching: one strategy per file, the registry of strategies, and `search` itself."""

from gametree.search.run import SearchResult, search, search_in_python
from gametree.search.strategies import STRATEGIES, Strategy, strategy_named

__all__ = ["STRATEGIES", "SearchResult", "Strategy", "search", "search_in_python", "strategy_named"]
