"""Names that have moved to `companion.published.cases`."""

from companion.published.cases import Reading, chosen_reading, literal_reading

__all__ = ["Reading", "chosen_reading", "literal_reading"]
