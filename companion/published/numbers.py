"""Names that have moved to `companion.published.verdict`."""

from companion.published.verdict import judged_numbers, number

__all__ = ["judged_numbers", "number"]
