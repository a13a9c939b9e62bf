"""Colours, outlines and dashes of nodes and edges; no two differ in colour alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.plot.state import State
from companion.plot.style import PALETTE

INK, QUIET, FAINT, GONE = "#1A1A1A", "#6B6B6B", "#808080", "#C2C2C2"
"""Greys from text to what is pruned."""

CUT, CUT_WIDTH, CUT_GAP = PALETTE["vermillion"], 1.8, 0.022
"""The mark of a cut-off: two short bars, this many inches from their middle."""

CURRENT, WINDOW = PALETTE["orange"], PALETTE["blue"]
"""The colours of the ring around the node of the last step, and of windows."""

PRINCIPAL_WIDTH = 3.4
PRUNED_DASHES = (0, (4, 2.5))
BADGE = "round,pad=0.03,rounding_size=0.05"
"""The box around a number in the order of evaluation."""


@dataclass(frozen=True)
class Look:
    """How a node in some state looks: no two looks differ in colour alone."""

    fill: str
    outline: str
    text: str
    line: Any = "-"
    width: float = 1.2


LOOKS = {
    State.PLAIN: Look("#FFFFFF", INK, INK),
    State.WAITING: Look("#FFFFFF", FAINT, FAINT, width=0.9),
    State.VISITED: Look("#D3E7F4", INK, INK),
    State.STACK: Look(PALETTE["blue"], INK, "#FFFFFF"),
    State.LIVE: Look("#FBF3B0", INK, INK, line=(0, (1.2, 1.2)), width=1.5),
    State.SOLVED: Look(PALETTE["green"], INK, "#FFFFFF", width=1.5),
    State.PRUNED: Look("#F4F4F4", GONE, FAINT, line=(0, (2.5, 1.5)), width=0.9),
}

BANDS = (
    (PALETTE["orange"], "-"),
    (PALETTE["sky"], (0, (1.4, 0.5))),
    (PALETTE["purple"], (0, (0.5, 0.4))),
    (PALETTE["green"], (0, (3, 0.5))),
)
"""Colours and dashes of highlighted sets of nodes."""
