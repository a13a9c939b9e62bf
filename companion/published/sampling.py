"""Names that have moved to `companion.published.cases`."""

from companion.published.cases import LABELS, Sampler, rows_of

__all__ = ["LABELS", "Sampler", "rows_of"]
