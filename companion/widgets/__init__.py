"""What notebooks say, show and let people move: prose with numbers, tables, traces, and a stepper through any of them.

%load_ext companion.widgets

from companion import widgets

widgets.frame(rows, "caption")                  # a table
widgets.SearchStepper.still(2, "caption")       # Figure 2: what the widget shows at first, for readers without a kernel
widgets.SearchStepper()                         # the widget
"""

from companion.widgets.prose import fill, listed, load_ipython_extension, number, source
from companion.widgets.search import SearchStepper, SearchWalk, parse_tree
from companion.widgets.tables import claims, frame, show_end, table, verdict

__all__ = [
    "SearchStepper",
    "SearchWalk",
    "claims",
    "fill",
    "frame",
    "listed",
    "load_ipython_extension",
    "number",
    "parse_tree",
    "show_end",
    "source",
    "table",
    "verdict",
]
