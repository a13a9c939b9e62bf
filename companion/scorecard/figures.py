"""The scorecard in pictures: shares of verdicts, and distances in standard errors against what chance allows."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from scipy.stats import beta, norm

from companion.plot.style import PALETTE, styled
from companion.plot.style import VERDICTS as VERDICT_LOOKS
from companion.published.verdict import LIMIT, VERDICTS

if TYPE_CHECKING:
    import pandas as pd

COLUMNS_PER_ROW = 6
"""Strategies that the thesis tried on the same 50 trees."""

FARTHEST = 6.0
"""Standard errors that a picture shows; what is farther off stands at its edge."""


def verdict_bars(panels: Mapping[str, Mapping[str, pd.DataFrame]]) -> Figure:
    """Draw one bar per printed table or text, divided by verdict, with the rows that count.

    Parameters
    ----------
    panels : mapping
        Heading of a column of bars -> heading of a group -> rows of `scorecard.by_table`.
    """
    tallest = max(sum(len(rows) + 1.4 for rows in groups.values()) for groups in panels.values())
    with styled():
        figure = Figure(figsize=(10.4, 0.215 * tallest + 1.15), layout="constrained")
        all_axes = np.atleast_1d(figure.subplots(1, len(panels), sharey=True))
        for axes, (heading, groups) in zip(all_axes, panels.items(), strict=True):
            _bars(axes, groups)
            axes.set(xlim=(0, 100), xlabel="share of what counts (%)", title=heading)
        all_axes[0].set_ylim(tallest - 0.6, -0.6)
        handles = [
            Patch(label=verdict, edgecolor=PALETTE["black"], linewidth=0.6, **look)
            for verdict, look in VERDICT_LOOKS.items()
        ]
        figure.legend(
            handles=handles,
            loc="outside lower center",
            ncols=len(handles) // 2,
            handlelength=2.2,
            handleheight=1.1,
        )
    return figure


def _bars(axes: Axes, groups: Mapping[str, pd.DataFrame]) -> None:
    y = 0.0
    for name, rows in groups.items():
        axes.text(0, y, name, fontsize=8.5, style="italic", va="center", clip_on=False)
        y += 1
        for row in rows.to_dict("records"):
            left = 0.0
            for verdict, look in VERDICT_LOOKS.items():
                share = 100 * row[verdict] / max(row["counted"], 1)
                if share:
                    axes.barh(y, share, 0.74, left, edgecolor=PALETTE["black"], linewidth=0.6, **look)
                left += share
            axes.text(-1.5, y, str(row["table"]), ha="right", va="center", fontsize=8.5)
            axes.text(101.5, y, str(row["counted"]), ha="left", va="center", fontsize=8)
            y += 1
        y += 0.4
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)


def tiles_html(counts: Mapping[str, int]) -> str:
    """Return the number of cells per verdict as a row of tiles, in the colours of `verdict_bars`."""
    colours = {verdict: look["facecolor"] for verdict, look in VERDICT_LOOKS.items()} | {"not yet": "#BBBBBB"}
    tiles = "".join(
        '<div role="listitem" style="flex:1 1 6.5em;border:1px solid currentColor;border-radius:6px;'
        f'border-top:0.5em solid {colour};padding:0.5em 0.7em">'
        f'<div style="font-size:1.5em;font-weight:bold">{counts[verdict]:,}</div><div>{verdict}</div></div>'
        for verdict, colour in colours.items()
    )
    return (
        f'<div role="list" style="display:flex;flex-wrap:wrap;gap:0.6em;font-family:sans-serif">{tiles}</div>'
    )


def z_quantiles(groups: Mapping[str, Sequence[float]], columns: int = 3) -> Figure:
    """Draw, per group, the distances in standard errors against the quantiles that chance alone would give.

    The dark band holds 95 % of the points if all cells are independent.  The six columns of a row share their
    trees, so the truth lies between it and the light band: that of a sixth as many independent cells.
    """
    rows = math.ceil(len(groups) / columns)
    with styled():
        figure = Figure(figsize=(10.4, 3.0 * rows + 0.3), layout="constrained")
        grid = figure.subplots(rows, min(columns, len(groups)), sharex=True, sharey=True, squeeze=False)
        for axes in grid.flat[len(groups) :]:
            axes.set_visible(False)
        for axes in grid.flat[max(0, len(groups) - columns) : len(groups)]:
            axes.tick_params(labelbottom=True)  # also where nothing stands below
        for axes, (name, statistics) in zip(grid.flat, groups.items(), strict=False):
            _quantiles(axes, np.sort(np.asarray(statistics, dtype=float)))
            axes.set_title(f"{name}\n", fontsize=9)
            axes.text(0, 1.02, _counted(statistics), transform=axes.transAxes, fontsize=8.5)
        figure.supxlabel("expected by chance alone (standard errors)", fontsize=10)
        figure.supylabel("printed less ours (standard errors)", fontsize=10)
    return figure


def _counted(statistics: Sequence[float]) -> str:
    z = np.abs(np.asarray(statistics, dtype=float))
    return f"{len(z)} cells, {int((z > LIMIT).sum())} beyond {LIMIT:.0f}, mean square {np.mean(z**2):.3g}"


def _quantiles(axes: Axes, z: np.ndarray[Any, Any]) -> None:
    n = len(z)
    share = (np.arange(n) + 0.5) / n
    expected = norm.ppf(share)
    # A few points are enough for a band: it is smooth.
    some = norm.cdf(np.linspace(expected[0], expected[-1], 60))
    for size, shade in ((max(n / COLUMNS_PER_ROW, 1.0), "#E8E8E8"), (n, "#C4C4C4")):
        low, high = (
            norm.ppf(beta.ppf(edge, some * size + 0.5, (1 - some) * size + 0.5)) for edge in (0.025, 0.975)
        )
        axes.fill_between(norm.ppf(some), low, high, color=shade, linewidth=0)
    axes.axline((0, 0), slope=1, color=PALETTE["black"], linewidth=0.8, linestyle="-", marker="")
    for edge in (-LIMIT, LIMIT):
        axes.axhline(edge, color=PALETTE["black"], linewidth=0.6, linestyle=":")
    inside = np.abs(z) <= FARTHEST
    # Thousands of points as outlines would make the page heavy.
    dots: dict[str, Any] = {"linestyle": "none", "rasterized": True}
    axes.plot(expected[inside], z[inside], "o", markersize=2.6, color=PALETTE["blue"], **dots)
    axes.plot(
        expected[~inside],
        np.sign(z[~inside]) * FARTHEST,
        "x",
        markersize=4,
        color=PALETTE["vermillion"],
        **dots,
    )
    axes.set(xlim=(-3.6, 3.6), ylim=(-FARTHEST - 0.4, FARTHEST + 0.4))


assert set(VERDICT_LOOKS) == set(VERDICTS), "every verdict has a look"
