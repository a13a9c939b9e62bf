"""Names that have moved to `companion.published.cases`."""

from companion.published.cases import SCORECARD, Means, printed_leaves

__all__ = ["SCORECARD", "Means", "printed_leaves"]
