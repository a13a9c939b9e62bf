"""Names that have moved to `companion.plot.legend`."""

from companion.plot.legend import (
    BADGE,
    BANDS,
    CURRENT,
    CUT,
    CUT_GAP,
    CUT_WIDTH,
    FAINT,
    GONE,
    INK,
    LOOKS,
    PRINCIPAL_WIDTH,
    PRUNED_DASHES,
    QUIET,
    WINDOW,
    Look,
)

__all__ = [
    "BADGE",
    "BANDS",
    "CURRENT",
    "CUT",
    "CUT_GAP",
    "CUT_WIDTH",
    "FAINT",
    "GONE",
    "INK",
    "LOOKS",
    "PRINCIPAL_WIDTH",
    "PRUNED_DASHES",
    "QUIET",
    "WINDOW",
    "Look",
]
