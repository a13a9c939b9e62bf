"""Colours, outlines and dashes of nodes and edges, no two of which differ in colour alone; the legend explains them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import Circle, FancyBboxPatch, Patch, Rectangle, RegularPolygon

from companion.plot.describe import State
from companion.plot.layout import text_width
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

LEGEND_POINTS = 9.0
ROW = 0.26
"""Inches from one line to the next."""


@dataclass(frozen=True)
class Entry:
    """A line of the legend: a mark and what it means."""

    rank: int
    """Where it stands in the legend."""
    text: str
    kind: str
    look: Look | None = None
    band: tuple[str, Any] | None = None


def united(lists: Iterable[Sequence[Entry]]) -> list[Entry]:
    """Return the entries of several pictures, each once, in the usual order."""
    return sorted(
        {entry.text: entry for entries in lists for entry in entries}.values(), key=lambda e: e.rank
    )


def _rows(entries: Sequence[Entry], width: float) -> list[list[tuple[float, Entry]]]:
    """Return the entries line by line, each with its place from the left."""
    rows: list[list[tuple[float, Entry]]] = []
    x = width
    for entry in entries:
        wide = 0.36 + text_width(entry.text, LEGEND_POINTS) + 0.22
        if not rows or x + wide > width - 0.1:
            rows.append([])
            x = 0.2
        rows[-1].append((x, entry))
        x += wide
    return rows


def legend_height(entries: Sequence[Entry], width: float) -> float:
    """Return the inches that a legend takes below a picture of this width."""
    rows = len(_rows(entries, width))
    return ROW * rows + 0.14 if rows else 0.0


def draw_legend(ax: Axes, entries: Sequence[Entry], width: float, top: float, scale: float) -> None:
    """Draw a legend from `top` downwards."""
    for number, row in enumerate(_rows(entries, width)):
        y = top - ROW / 2 - ROW * number
        for x, entry in row:
            _draw_mark(ax, entry, x + 0.14, y, scale)
            ax.text(x + 0.34, y, entry.text, fontsize=LEGEND_POINTS * scale, color=INK, va="center_baseline")


def diamond(x: float, y: float, reach: float) -> Patch:
    """Return the shape of a chance node, in pictures as in the explorer."""
    return RegularPolygon((x, y), 4, radius=reach)


def _draw_mark(ax: Axes, entry: Entry, x: float, y: float, scale: float) -> None:
    """Draw the mark of a line of the legend, about a quarter of an inch wide."""
    text: dict[str, Any] = {"fontsize": LEGEND_POINTS * scale, "ha": "center", "va": "center_baseline"}

    def line(width: float, **style: Any) -> None:
        ax.plot([x - 0.13, x + 0.13], [y, y], linewidth=width * scale, marker="", **style)

    if entry.look is not None:
        look = entry.look
        shape: Patch = Rectangle((x - 0.07, y - 0.07), 0.14, 0.14)
        if entry.kind == "min":
            shape = Circle((x, y), 0.075)
        elif entry.kind == "chance":
            shape = diamond(x, y, 0.095)
        shape.set(
            facecolor=look.fill, edgecolor=look.outline, linewidth=look.width * scale, linestyle=look.line
        )
        ax.add_patch(shape)
    elif entry.kind == "current":
        ax.add_patch(Circle((x, y), 0.08, fill=False, edgecolor=CURRENT, linewidth=2.6 * scale))
    elif entry.kind == "cut":
        line(0.9, color=GONE, linestyle=PRUNED_DASHES)
        for bar in (x - CUT_GAP, x + CUT_GAP):
            style: dict[str, Any] = {"color": CUT, "linewidth": CUT_WIDTH * scale, "linestyle": "-"}
            ax.plot([bar, bar], [y - 0.075, y + 0.075], marker="", **style)
    elif entry.kind == "order":
        badge: dict[str, Any] = {"boxstyle": BADGE, "facecolor": INK, "edgecolor": "none"}
        ax.add_patch(FancyBboxPatch((x - 0.055, y - 0.035), 0.11, 0.07, **badge))
        ax.text(x, y, "1", color="white", **text)
    elif entry.kind == "window":
        ax.text(x, y, "( , )", color=WINDOW, **text)
    elif entry.kind == "principal":
        line(PRINCIPAL_WIDTH, color=INK, linestyle="-")
    elif entry.band is not None:
        color, dashes = entry.band
        line(7, color=color, linestyle=dashes, solid_capstyle="butt", dash_capstyle="butt", alpha=0.75)
