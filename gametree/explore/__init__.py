"""What notebooks show and let people move: stories of searches, and a stepper through any of them.

from gametree import explore

explore.stepper_picture()      # the state that the widget starts in, for readers without a kernel
explore.stepper()              # the widget
"""

from gametree.explore.stepper import Stepper, stepper, stepper_picture
from gametree.explore.telling import frame, say, show_end, source, table
from gametree.explore.walk import Walk, parse_tree

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
