"""Names that have moved to `companion.published.scorecard`."""

from companion.published.scorecard import FLIPS, read_flips

__all__ = ["FLIPS", "read_flips"]
