"""Five documents on game-tree search, computed again: printed numbers, studies, verdicts, figures, widgets, reports.

import companion

cells = companion.published("muszycka1985", table="III")
judged = companion.compare(frame, cells)
"""

from companion.published import compare, published

__all__ = ["compare", "published"]
