"""What notebooks say, show and let people move: prose with numbers, tables, and an explorer of trees and searches.

%load_ext companion.widgets

from companion import widgets

widgets.frame(rows, "caption")                  # a table
widgets.TreeExplorer.still(2, "caption")        # Figure 2: what the explorer shows at first, for readers without scripts
widgets.TreeExplorer()                          # the explorer
"""

from typing import TYPE_CHECKING

from gametree._later import imported_later

if TYPE_CHECKING:
    from companion.widgets.prose import fill, listed, load_ipython_extension, number, source
    from companion.widgets.tables import claims, frame, show_end, table, verdict
    from companion.widgets.tree_explorer import TreeExplorer

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

# An explorer is there at once, without matplotlib and pandas, which tables need.
_PLACES = {
    "prose": ("fill", "listed", "load_ipython_extension", "number", "source"),
    "tables": ("claims", "frame", "show_end", "table", "verdict"),
    "tree_explorer": ("TreeExplorer",),
}
__getattr__ = imported_later(
    __name__, {name: f"{__name__}.{module}" for module, names in _PLACES.items() for name in names}
)
