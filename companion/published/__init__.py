"""The printed numbers and claims, and how ours are judged beside them: cells, claims, verdicts, the scorecard."""

from companion.published.cells import SOURCES, published
from companion.published.verdict import compare

__all__ = ["SOURCES", "compare", "published"]
