"""Numbers and windows as short labels, and how much room a label takes."""

from __future__ import annotations

from functools import lru_cache
from math import inf, nextafter

from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path

from gametree.reference import number_text

POINTS_PER_INCH = 72


def number_label(value: float) -> str:
    """Return a number for a picture: whole numbers in full, others with three significant digits."""
    if value in (inf, -inf):
        return number_text(value).lstrip("+")
    return number_text(value) if value == int(value) else f"{value:.3g}".replace("-", "−")


def window_label(low: float | None, high: float | None) -> str:
    """Return a window as text: (6, 40), with a dot where there is no bound; empty if there is none at all.

    A minimal window, inside which no number lies, is written with the next number above or below:
    (12, 12⁺), (12⁻, 12).
    """
    if low is None and high is None:
        return ""
    if low is not None and high is not None and nextafter(low, inf) == high:
        # One is a value of the tree, the other its neighbour: the value is the one that is short to write.
        if len(repr(low)) <= len(repr(high)):
            return f"({number_label(low)}, {number_label(low)}⁺)"
        return f"({number_label(high)}⁻, {number_label(high)})"
    return f"({'·' if low is None else number_label(low)}, {'·' if high is None else number_label(high)})"


@lru_cache(maxsize=4096)
def text_width(text: str, points: float, bold: bool = False) -> float:
    """Return the width of a label in inches."""
    font = FontProperties(family="DejaVu Sans", size=points, weight="bold" if bold else "normal")
    width, _, _ = text_to_path.get_text_width_height_descent(text, font, ismath=False)
    return float(width) / POINTS_PER_INCH


def text_height(points: float) -> float:
    """Return the height of a line of text in inches, with a little air."""
    return 1.25 * points / POINTS_PER_INCH
