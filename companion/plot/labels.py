"""Numbers and windows as short labels, and how much room a label takes."""

from __future__ import annotations

from functools import lru_cache

from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path

from gametree.story import number_label, window_label

__all__ = ["number_label", "text_height", "text_width", "window_label"]

POINTS_PER_INCH = 72


@lru_cache(maxsize=4096)
def text_width(text: str, points: float, bold: bool = False) -> float:
    """Return the width of a label in inches."""
    font = FontProperties(family="DejaVu Sans", size=points, weight="bold" if bold else "normal")
    width, _, _ = text_to_path.get_text_width_height_descent(text, font, ismath=False)
    return float(width) / POINTS_PER_INCH


def text_height(points: float) -> float:
    """Return the height of a line of text in inches, with a little air."""
    return 1.25 * points / POINTS_PER_INCH
