"""Figures that answer at once: all they can show is in their state, so that neither page nor notebook computes.

What each state holds stands at the head of its component in `companion.widgets.web`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from companion.widgets.live import Live


class _Chosen(Live):
    """A figure with a part per combination of choices, each with its combination as ``at``."""

    parts: ClassVar[str]

    def __init__(self, **state: Any) -> None:
        offered = [part["at"] for part in state[self.parts]]
        if list(state["start"]) not in offered:
            raise ValueError(
                f"start is {state['start']}: it must be one of the {len(offered)} combinations that exist"
            )
        super().__init__(**state)


class Curves(_Chosen):
    """Lines over one axis by choices, with bands, and printed points with their verdicts.

    Examples
    --------
    >>> line = {"at": ["pearl"], "line": "minimax", "x": [1, 2], "y": [0.9, 0.8]}
    >>> named = {"label": "rules", "names": ["minimax"], "shown": ["minimax"]}
    >>> axes = {"x": {"label": "depth"}, "y": {"label": "quality"}}
    >>> Curves(title="Quality", choices=[{"name": "game"}], start=["pearl"], lines=named, series=[line], **axes).component
    'curves'
    """

    component = "curves"
    parts = "series"

    def describe(self) -> str:
        """Return in words what is shown before anybody moves anything."""
        state = self.state
        shown = [
            part
            for part in state["series"]
            if part["at"] == list(state["start"]) and part["line"] in state["lines"]["shown"]
        ]
        lines = (
            f"{part['line']}: "
            + ", ".join(f"{x} {y:g}" for x, y in zip(part["x"], part["y"], strict=True) if y is not None)
            for part in shown
        )
        where = ", ".join(
            f"{choice['name']} {value}"
            for choice, value in zip(state["choices"], state["start"], strict=True)
        )
        return f"{state['title']}, {where}. By {state['x']['label']}: {'; '.join(lines)}."


class HeatMap(_Chosen):
    """A map of coloured cells by choices, and the curve behind the cell that was chosen."""

    component = "map"
    parts = "maps"


class Boards(Live):
    """Boards of a G-game whose elements can be turned over, and what every search decides on them."""

    component = "boards"


class Machine(_Chosen):
    """Who searches what when: the timeline of k processors."""

    component = "machine"
    parts = "runs"


class PositionTypes(_Chosen):
    """Uniform trees with the types of their positions, and what a search examines of them."""

    component = "positions"
    parts = "trees"


def rounded(values: Iterable[float], digits: int = 4) -> list[float | None]:
    """Return numbers for a state: with so many significant digits, and nothing where there is no number.

    >>> rounded([1234567, 0.123456, 2.0, float("nan")])
    [1235000, 0.1235, 2, None]
    """
    found: list[float | None] = []
    for value in values:
        if not math.isfinite(value):
            found.append(None)
            continue
        short = float(f"{value:.{digits}g}")
        found.append(int(short) if short.is_integer() else short)
    return found


def choices(*names: str, sliders: Sequence[str] = ()) -> list[Mapping[str, Any]]:
    """Return the controls of a figure by name, those that are sliders marked.

    >>> choices("game", "width", sliders=["width"])
    [{'name': 'game'}, {'name': 'width', 'slider': True}]
    """
    return [{"name": name, "slider": True} if name in sliders else {"name": name} for name in names]
