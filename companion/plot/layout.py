"""Positions of the nodes of a tree and sizes of everything drawn: roomy for a few leaves, tight for sixty."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path
from numpy.typing import NDArray

from gametree.tree import Tree, check_stored_tree

MOST_LEAVES = 64
"""The most leaves that can be drawn with labels that can be read: U(2,6) and U(4,3) still can."""

MOST_LEVELS = 24
"""The deepest tree that can be drawn."""

NAME_POINTS = 9.0
"""The size of names and of the numbers in badges: a picture of ten inches is shrunk to the column, to 8 points."""

WIDTH_OF_LEAVES = 14.5
"""Inches that the leaves of a large tree share."""

POINTS_PER_INCH = 72


class Layout(NamedTuple):
    """Places of the nodes, in steps: neighbouring leaves are one step apart, and so are neighbouring levels.

    Subtrees lie above disjoint ranges of leaves, so nodes of one level are at least one step apart, no two
    edges cross, and what is below a leaf is free for its labels.

    Attributes
    ----------
    x : float64 array
        The distance from the leftmost leaf, per node.
    y : float64 array
        The level, per node: the root is at 0, and 1 is one level further down.
    """

    x: NDArray[np.float64]
    y: NDArray[np.float64]


def tidy_layout(tree: Tree) -> Layout:
    """Return where the nodes of a tree go."""
    check_stored_tree(tree)
    is_leaf = tree.fan_out == 0
    x = np.where(is_leaf, np.cumsum(is_leaf) - 1.0, np.nan)
    for level in range(tree.depth - 1, -1, -1):
        parents = np.flatnonzero((tree.level == level) & ~is_leaf)
        x[parents] = [
            (x[children[0]] + x[children[-1]]) / 2 for children in map(tree.children, parents.tolist())
        ]
    return Layout(x, tree.level.astype(np.float64))


@lru_cache(maxsize=4096)
def text_width(text: str, points: float, bold: bool = False) -> float:
    """Return the width of a label in inches."""
    font = FontProperties(family="DejaVu Sans", size=points, weight="bold" if bold else "normal")
    width, _, _ = text_to_path.get_text_width_height_descent(text, font, ismath=False)
    return float(width) / POINTS_PER_INCH


def text_height(points: float) -> float:
    """Return the height of a line of text in inches, with a little air."""
    return 1.25 * points / POINTS_PER_INCH


@dataclass(frozen=True)
class LabelRow:
    """A row of labels below the leaves.

    Attributes
    ----------
    labels : dict
        Leaf -> text.
    points : float
        The size of the letters.
    upright : bool
        Whether the text must be turned, because it is wider than a leaf's share.
    height : float
        Inches that the row takes.
    """

    labels: dict[int, str]
    points: float
    upright: bool
    height: float


@dataclass(frozen=True)
class Sizes:
    """Sizes in inches (`value_points`, `name_points`: in points).

    Attributes
    ----------
    step : float
        Distance of neighbouring leaves.
    drop : float
        Distance of neighbouring levels.
    radius : float
        Half the width of a node with children.
    leaf_radius : float
        Half the width of a leaf.
    """

    step: float
    drop: float
    radius: float
    leaf_radius: float
    value_points: float
    name_points: float


def check_drawable(tree: Tree) -> None:
    """Raise an error if this is no tree, or nobody could read a picture of it."""
    check_stored_tree(tree)
    if tree.n_leaves > MOST_LEAVES:
        raise ValueError(
            f"tree has {tree.n_leaves} leaves: at most {MOST_LEAVES} can be drawn so that they can be read"
        )
    if tree.depth > MOST_LEVELS:
        raise ValueError(
            f"tree has depth {tree.depth}: at most {MOST_LEVELS} levels can be drawn so that they can be read"
        )


def sizes_for(tree: Tree, layout: Layout, compact: bool) -> Sizes:
    """Return the sizes for a tree: the more leaves, the less room for each, but enough for a number."""
    step = float(np.clip(WIDTH_OF_LEAVES / tree.n_leaves, 0.25, 0.42 if compact else 0.72))
    drop = float(np.clip(5.4 / max(tree.depth, 1), 0.62, 0.72 if compact else 0.95))
    radius = min(0.16 if compact else 0.2, 0.42 * step * _narrowest_gap(tree, layout))
    value_points = float(np.clip(15 * step, NAME_POINTS, 10))
    return Sizes(step, drop, radius, min(0.1, 0.3 * step), value_points, NAME_POINTS)


def label_row(labels: dict[int, str], points: float, sizes: Sizes, bold: bool = False) -> LabelRow:
    """Return a row of labels, turned upright if the widest is wider than a leaf's share."""
    widest = max((text_width(text, points, bold) for text in labels.values()), default=0.0)
    upright = widest > 0.84 * sizes.step
    height = widest + 0.06 if upright else text_height(points)
    return LabelRow(labels, points, upright, height if labels else 0.0)


def _narrowest_gap(tree: Tree, layout: Layout) -> float:
    """Return the least distance, in steps, of neighbours on a level of which one at least has children."""
    least = np.inf
    for level in range(tree.depth):
        nodes = np.flatnonzero(tree.level == level)
        has_children = tree.fan_out[nodes] > 0
        gaps = np.diff(layout.x[nodes])[has_children[:-1] | has_children[1:]]
        least = min(least, gaps.min(initial=np.inf))
    return float(min(least, 10.0))
