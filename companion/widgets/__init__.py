"""What notebooks show and let people move: stories of searches, and a stepper through any of them.

from companion import widgets

widgets.stepper_picture()      # the state that the widget starts in, for readers without a kernel
widgets.stepper()              # the widget
"""

from companion.widgets.prose import frame, say, show_end, source, table
from companion.widgets.stepper import Stepper, stepper, stepper_picture
from companion.widgets.walk import Walk, parse_tree

__all__ = [
    "Stepper",
    "Walk",
    "frame",
    "parse_tree",
    "say",
    "show_end",
    "source",
    "stepper",
    "stepper_picture",
    "table",
]
