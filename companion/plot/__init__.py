"""Figures: one shared style, trees drawn as trees, and alternative text.

from companion import plot

plot.draw_tree(tree, snapshot=gt.trace(tree, "alphabeta").snapshot())  # matplotlib axes
plot.svg(tree), plot.png(tree)                                      # the picture itself
plot.show(1, axes, caption="...", alt=plot.describe(tree))           # in a notebook: Figure 1, with alternative text
"""

from companion.plot.describe import State, classify, cut_edges, describe
from companion.plot.layout import MOST_LEAVES, MOST_LEVELS, Layout, check_drawable, tidy_layout
from companion.plot.output import captioned, image_html, png, save, show, svg, to_png, to_svg
from companion.plot.style import PALETTE, apply, look, styled
from companion.plot.tree import draw_tree, draw_trees

__all__ = [
    "MOST_LEAVES",
    "MOST_LEVELS",
    "PALETTE",
    "Layout",
    "State",
    "apply",
    "captioned",
    "check_drawable",
    "classify",
    "cut_edges",
    "describe",
    "draw_tree",
    "draw_trees",
    "image_html",
    "look",
    "png",
    "save",
    "show",
    "styled",
    "svg",
    "tidy_layout",
    "to_png",
    "to_svg",
]
