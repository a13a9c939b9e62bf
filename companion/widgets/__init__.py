"""What notebooks say, show and let people move: prose with numbers, tables, and an explorer of trees and searches.

%load_ext companion.widgets

from companion import widgets

widgets.frame(rows, "caption")                  # a table
widgets.TreeExplorer.still(2, "caption")        # Figure 2: what the explorer shows at first, for readers without scripts
widgets.TreeExplorer()                          # the explorer
"""

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
