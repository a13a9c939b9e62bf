"""The upper end of a window that begins at m."""

from __future__ import annotations

from math import inf, nextafter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    Window = Callable[[float], float]


def minimal(m: float) -> float:
    """Return the next number after m: nothing lies strictly between."""
    return nextafter(m, inf)


def unit(m: float) -> float:
    """Return m + 1, as the thesis prints it: nothing lies strictly between if all values are whole numbers."""
    return m + 1


def before(m: float) -> float:
    """Return the number before m: nothing lies strictly between."""
    return nextafter(m, -inf)
