"""Widgets for JupyterLab: edit or roll a tree, choose a strategy, and walk through the search step by step.

from gametree import explore

explore.stepper_picture()      # the state that the widget starts in, for readers without a kernel
explore.stepper()              # the widget
"""

from gametree.explore.stepper import Stepper, stepper, stepper_picture
from gametree.explore.walk import Walk, parse_tree

__all__ = ["Stepper", "Walk", "parse_tree", "stepper", "stepper_picture"]
