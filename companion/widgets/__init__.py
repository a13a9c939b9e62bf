"""What notebooks say, show and let people move: prose with numbers, tables, and an explorer of trees and searches.

%load_ext companion.widgets

from companion import widgets

widgets.frame(rows, "caption")                  # a table
widgets.TreeExplorer.still(2, "caption")        # Figure 2: what the explorer shows at first, for readers without scripts
widgets.TreeExplorer()                          # the explorer
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.widgets.prose import fill, listed, load_ipython_extension, number, source
    from companion.widgets.tables import claims, frame, show_end, table, verdict
    from companion.widgets.tree_explorer import TreeExplorer

# Imported when they are asked for: an explorer is there at once, without matplotlib and pandas, which tables need.
_PLACES = {
    "prose": ("fill", "listed", "load_ipython_extension", "number", "source"),
    "tables": ("claims", "frame", "show_end", "table", "verdict"),
    "tree_explorer": ("TreeExplorer",),
}

__all__ = [
    "TreeExplorer",
    "claims",
    "fill",
    "frame",
    "listed",
    "load_ipython_extension",
    "number",
    "show_end",
    "source",
    "table",
    "verdict",
]


def __getattr__(name: str) -> Any:
    for module, names in _PLACES.items():
        if name in names:
            return getattr(import_module(f"companion.widgets.{module}"), name)
    raise AttributeError(f"module 'companion.widgets' has no attribute {name!r}")
