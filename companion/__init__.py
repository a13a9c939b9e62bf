"""Five documents on game-tree search, computed again: printed numbers, studies, verdicts, figures, widgets, reports.

import companion

cells = companion.published("muszycka1985", table="III")
judged = companion.compare(frame, cells)
companion.recompute("muszycka1985", "III", "U(3,6)", "AB")
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.published import compare, published

if TYPE_CHECKING:
    from companion.recomputation import Recomputed

__all__ = ["compare", "published", "recompute"]


def recompute(source: str, table: str, row: str, column: str = "claim") -> Recomputed:
    """Compute one cell or claim of the scorecard again: `companion.recomputation.recompute`."""
    from companion import recomputation  # which imports the chapters

    return recomputation.recompute(source, table, row, column)
