"""The style that all figures share.

The colours are those of Okabe and Ito, which people with any of the common kinds of colour blindness can
tell apart.  No picture relies on them alone: lines also differ in marker and dash, bars in hatch, nodes in
outline, so that a print in grey can be read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import matplotlib as mpl
import numpy as np
from cycler import cycler
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

from companion.published.cases import COLUMNS
from gametree._checks import check_kind

PALETTE = {
    "blue": "#0072B2",
    "vermillion": "#D55E00",
    "green": "#009E73",
    "purple": "#CC79A7",
    "orange": "#E69F00",
    "sky": "#56B4E9",
    "black": "#1A1A1A",
    "yellow": "#F0E442",
}

VERDICTS: dict[str, dict[str, Any]] = {
    "exact": {"facecolor": PALETTE["blue"]},
    "agrees": {"facecolor": PALETTE["sky"], "hatch": "////"},
    "inconclusive": {"facecolor": "#D9D9D9", "hatch": "--"},
    "differs": {"facecolor": PALETTE["vermillion"], "hatch": "xxxx"},
    "misprint": {"facecolor": PALETTE["yellow"], "hatch": "...."},
    "scan": {"facecolor": "#F7EFC2"},
    "underspecified": {"facecolor": PALETTE["purple"], "hatch": "\\\\\\\\"},
    "not yet": {"facecolor": "#FFFFFF"},
}
"""How each verdict looks, in the order in which a bar shows them: colour and pattern, distinct in grey too."""

_MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
_DASHES: tuple[Any, ...] = (
    "-",
    "--",
    "-.",
    ":",
    (0, (5, 1, 1, 1, 1, 1)),
    (0, (8, 2)),
    (0, (3, 1)),
    (0, (1, 1)),
)

_STRATEGY_ORDER = (
    "branch-and-bound",
    "alphabeta",
    "palphabeta",
    "pvs",
    "scout",
    "sss*",
    "minimax",
    "falphabeta",
)
"""Which look a strategy has in every chapter: the six that the thesis compares come first."""

_INK = ".15"
"""The grey of text and axes: nearly black."""

_TICKS = {
    "color": _INK,
    "labelsize": 11,
    "major.size": 6,
    "major.width": 1.25,
    "minor.size": 4,
    "minor.width": 1,
}

_RC = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 10,
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.labelsize": 10,
    "axes.axisbelow": True,
    "axes.edgecolor": _INK,
    "axes.labelcolor": _INK,
    "axes.linewidth": 1.25,
    "axes.spines.top": False,
    "axes.spines.right": False,
    **{f"{axis}tick.{name}": value for axis in "xy" for name, value in _TICKS.items()},
    "text.color": _INK,
    "grid.color": "#DDDDDD",
    "grid.linewidth": 1,
    "legend.fontsize": 11,
    "legend.frameon": False,
    "legend.title_fontsize": 12,
    "lines.linewidth": 1.8,
    "lines.markersize": 6,
    "lines.solid_capstyle": "round",
    "patch.edgecolor": "w",
    "patch.force_edgecolor": True,
    "hatch.linewidth": 0.7,
    "figure.facecolor": "white",
    "axes.facecolor": "white",
    "savefig.facecolor": "white",
    "savefig.dpi": 160,
    # The same picture must give the same bytes every time: ids are hashed with this salt, not a random one.
    "svg.hashsalt": "gametree",
    # Letters as outlines: a picture looks the same wherever it is opened, and labels fit what was measured.
    "svg.fonttype": "path",
}


def _settings() -> dict[str, Any]:
    cycle = cycler(color=list(PALETTE.values()), marker=list(_MARKERS), linestyle=list(_DASHES))
    return {**_RC, "axes.prop_cycle": cycle}


def apply() -> None:
    """Set the style for all pictures that follow: for the first cell of a notebook."""
    mpl.rcParams.update(_settings())  # type: ignore[arg-type]


@contextmanager
def styled() -> Iterator[None]:
    """Set the style for what is drawn inside a ``with styled():`` block or a function decorated with ``@styled()``."""
    with mpl.rc_context(_settings()):  # type: ignore[arg-type]
        yield


def look(name: str) -> dict[str, Any]:
    """Return colour, marker and dash of a strategy's line, the same in every chapter.

    Strategies without a look of their own share those there are, in the order of their names' characters.
    """
    check_kind("name", name, str, "the name of a strategy")
    known = name in _STRATEGY_ORDER
    number = _STRATEGY_ORDER.index(name) if known else sum(map(ord, name)) % len(_MARKERS)
    return {"color": list(PALETTE.values())[number], "marker": _MARKERS[number], "linestyle": _DASHES[number]}


WIDE = 10.4
"""Inches of a picture that fills the page: fitted to a column of 848 pixels, 9.5 points are still 8."""


def look_of(label: str) -> dict[str, Any]:
    """Return the look of a strategy, by its printed label or by its name."""
    name = COLUMNS.get(label, label)
    return look(next((known for known in COLUMNS.values() if name.startswith(known)), name))


LINE: dict[str, Any] = {"marker": "", "linestyle": "-"}
"""A plain line, where the style would add a marker and a dash."""

REFERENCE: dict[str, Any] = {"color": "#777777", "linewidth": 1, "linestyle": "--", "marker": ""}
"""A line that says where something would be: theory, chance, equality."""


def panels(
    columns: int, height: float, *, rows: int = 1, width: float = WIDE, **shared: Any
) -> tuple[Figure, Any]:
    """Return a figure of so many inches, and its axes in reading order; `shared` as for `Figure.subplots`."""
    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, np.ravel(figure.subplots(rows, columns, **shared))


def legend_below(
    figure: Figure, handles: Sequence[Any] | Axes, columns: int | None = None, **style: Any
) -> None:
    """Put one legend for all panels below them, in one line if not told how many columns it has.

    It has these entries, or those of one of the panels.
    """
    if isinstance(handles, Axes):
        handles = handles.get_legend_handles_labels()[0]
    figure.legend(handles=handles, loc="outside lower center", ncols=columns or len(handles), **style)


def key(label: str, color: str, marker: str | None = "", linestyle: Any = "", **style: Any) -> Line2D:
    """Return an entry of a legend: a mark, or a line."""
    return Line2D([], [], color=color, marker=marker, linestyle=linestyle, label=label, **style)


def plain_numbers(axis: Axis) -> None:
    """Let a logarithmic axis have plain numbers at 1, 2, 5, 10 and so on, and nothing between them."""
    axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axis.set_minor_locator(NullLocator())
