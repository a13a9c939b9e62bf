"""Game-tree search from 1975 to 1994, compiled and counted.

import gametree as gt

tree = gt.Tree.from_nested([[[12, 8], 6, [11, 14, 20]], [[40], [8, 47, 17, 23]]])
gt.search(tree, "alphabeta")
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

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

_LATER = {
    "backup": "",
    "chance": "",
    "enhance": "",
    "examples": "",
    "experiment": "",
    "games": "",
    "parallel": "",
    "sweep": "gametree.experiment",
    "theory": "",
}
"""Submodules, and functions of others, that are imported when they are first used, so that importing stays quick."""


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'gametree' has no attribute {name!r}")
    if not _LATER[name]:
        return importlib.import_module(f"gametree.{name}")
    return getattr(importlib.import_module(_LATER[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})
