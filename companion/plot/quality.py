"""Lines of decision quality against the depth of search, shared by the chapters on pathology and on G-games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from companion.plot.style import WIDE, styled

if TYPE_CHECKING:
    import pandas as pd


_PRINTED: dict[str, Any] = {
    "color": "#555555",
    "linestyle": "",
    "marker": "o",
    "markersize": 9,
    "markerfacecolor": "none",
    "markeredgewidth": 0.8,
}
"""How printed values look: rings around our own."""


def draw_quality(
    frame: pd.DataFrame,
    *,
    panels: str,
    lines: str,
    printed: pd.DataFrame | None = None,
    columns: int = 2,
    ylabel: str = "probability of a correct decision",
    titles: Mapping[Any, str] | None = None,
    label: str = "{}",
    low: float = 0.45,
) -> Figure:
    """Draw the probability of a correct decision against the depth of the search.

    Parameters
    ----------
    frame : DataFrame
        Columns ``d`` and ``probability``, optionally ``error`` (half a 95 % interval), and those named next.
    panels, lines : str
        The columns whose values make panels, and lines within a panel.
    printed : DataFrame, optional
        The same columns: printed values, drawn as open markers over the lines.
    columns : int
        Panels side by side.
    ylabel, titles, label, low
        Label of the vertical axis, titles of panels, label of a line by its value, and where the axis begins.
    """
    names = list(dict.fromkeys(frame[panels]))
    rows = -(-len(names) // columns)
    with styled():
        figure = Figure(figsize=(min(5.2 * columns, WIDE), 3.5 * rows + 0.2), layout="constrained")
        grid = figure.subplots(rows, columns, squeeze=False, sharey=True)
        for axes, name in zip(grid.flat, names, strict=False):
            part = frame[frame[panels] == name]
            known = None if printed is None else printed[printed[panels] == name]
            _draw_lines(axes, part, known, lines, label)
            axes.set_title((titles or {}).get(name, str(name)))
            axes.set_xlabel("depth of the search, d")
            axes.set_ylim(low, 1.02)
            axes.axhline(0.5, color="#888888", linewidth=0.8, linestyle=":", marker="")
        for axes in grid[:, 0]:
            axes.set_ylabel(ylabel)
        for axes in list(grid.flat)[len(names) :]:
            axes.set_axis_off()
    return figure


def _draw_lines(axes: Axes, part: pd.DataFrame, known: pd.DataFrame | None, lines: str, label: str) -> None:
    for value in dict.fromkeys(part[lines]):
        line = part[part[lines] == value].sort_values("d")
        (drawn,) = axes.plot(line.d, line.probability, markersize=4.5, label=label.format(value))
        if "error" in line:
            axes.fill_between(
                line.d,
                line.probability - line.error,
                line.probability + line.error,
                color=drawn.get_color(),
                alpha=0.2,
                linewidth=0,
            )
        if known is not None:
            points = known[known[lines] == value]
            axes.plot(
                points.d,
                points.probability,
                **_PRINTED,
            )
    if known is not None:
        axes.plot([], [], label="printed", **_PRINTED)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.legend(fontsize=9.5)
