"""Game-tree search from 1975 to 1994, compiled and counted.

import gametree as gt

tree = gt.Tree.from_nested([[[12, 8], 6, [11, 14, 20]], [[40], [8, 47, 17, 23]]])
gt.search(tree, "alphabeta")

"The thesis" is Muszycka 1985 or, where there are chance nodes, Zenzel 1989; docs/bibliography.md has all sources.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree._later import imported_later
from gametree.generate import generate, lazy_tree
from gametree.search import STRATEGIES, SearchResult, search
from gametree.trace import Trace, trace
from gametree.tree import Tree

if TYPE_CHECKING:
    from gametree.experiment import sweep

__version__ = "0.1.0"

__all__ = [
    "STRATEGIES",
    "SearchResult",
    "Trace",
    "Tree",
    "generate",
    "lazy_tree",
    "search",
    "sweep",
    "trace",
]

# Imported when they are first used, so that importing stays quick.
_LATER = {
    "sweep": "gametree.experiment",
    **{
        name: f"gametree.{name}"
        for name in ("backup", "chance", "enhance", "examples", "experiment", "games", "parallel", "theory")
    },
}
__getattr__ = imported_later(__name__, _LATER)


def __dir__() -> list[str]:
    return sorted({*__all__, *_LATER, "__version__"})
