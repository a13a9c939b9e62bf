"""What was printed, and how ours is judged beside it: cells, claims, verdicts, the scorecard."""

from companion.published.cells import SOURCES, published
from companion.published.verdict import compare

__all__ = ["SOURCES", "compare", "published"]
