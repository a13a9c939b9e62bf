"""Small trees on which versions of Scout differ."""

from __future__ import annotations

from companion.scout_variants.study import UNIT_WINDOW
from gametree.examples import figure_57, figure_57_in_full
from gametree.tree import Tree

ASKED = ("scout", "scout-testm")
"""Scout with Test, and with testm."""

WINDOWS = ("scout", UNIT_WINDOW)
"""Scout with Test, and with Alphabeta in the window as printed."""

CAPTION = figure_57_in_full()[0]
"""A tree with the nodes of the caption of Figure 57."""

SMALLEST = figure_57()[0]
"""The smallest tree in which testm examines what Test does not."""

FEWER = Tree.from_nested([1, [[1, 2], 0]])
"""The smallest tree in which it is the other way round."""

CLOSE = Tree.from_nested([0, [[0.5, 0.25], 0]])
"""A tree whose values lie closer than the printed window is wide."""
