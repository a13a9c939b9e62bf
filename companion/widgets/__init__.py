"""What notebooks show and let people move: traces of searches, and a stepper through any of them.

from companion import widgets

widgets.SearchStepper.still()      # the state that the widget starts in, for readers without a kernel
widgets.SearchStepper()            # the widget
"""

from companion.widgets.prose import frame, say, show_end, source, table
from companion.widgets.search import SearchStepper, SearchWalk, parse_tree

__all__ = [
    "SearchStepper",
    "SearchWalk",
    "frame",
    "parse_tree",
    "say",
    "show_end",
    "source",
    "table",
]
