"""Minimal windows."""

import numpy as np

from gametree._compile import bits_of, float_of, register_jitable

MINIMAL = 0.0
"""The width that stands for "no number lies strictly inside"."""

UNIT = 1.0
"""The width that the thesis prints: minimal only if all static values are whole numbers, and smaller than 2**53.

Beyond that m + 1 can be m itself, and a search with such windows can return another value than the tree's."""


@register_jitable
def above(m: float, width: float) -> float:
    """Return the upper end of the window that begins at m: m + width, or for MINIMAL the next float after m."""
    if width > 0:
        return m + width
    bits = bits_of(m + 0.0)  # adding zero turns -0.0 into 0.0
    return float_of(bits + 1 if bits >= 0 else bits - 1)


@register_jitable
def just_above(m: float) -> float:
    """Return the next float after m; infinity stays what it is."""
    return m if m == np.inf else above(m, MINIMAL)


@register_jitable
def just_below(m: float) -> float:
    """Return the float before m; minus infinity stays what it is."""
    return -just_above(-m)
