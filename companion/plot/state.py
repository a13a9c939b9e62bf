"""Names that have moved to `companion.plot.describe`."""

from companion.plot.describe import State, classify, cut_edges

__all__ = ["State", "classify", "cut_edges"]
