"""The scorecard in figures: shares of verdicts, and distances in standard errors against what chance allows."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from scipy.special import betaincinv, ndtr, ndtri

from companion.plot.style import PALETTE, WIDE, key, legend_below, styled
from companion.plot.style import VERDICTS as VERDICT_LOOKS
from companion.published.scorecard import SHORT
from companion.published.tables import place_of
from companion.published.verdict import LIMIT, VERDICTS

if TYPE_CHECKING:
    import pandas as pd

OUTCOME_LOOKS = {
    "literally": ("as the text says", "exact"),
    "under a chosen reading": ("under a chosen reading", "agrees"),
    "inconclusive": ("undecided", "inconclusive"),
    "not": ("not reproduced", "differs"),
    "not judged": ("cannot be judged", "underspecified"),
    "not yet": ("not yet", "not yet"),
}
"""What became of a table -> how the legend calls it, and the verdict whose look it has."""

COLUMNS_PER_ROW = 6
"""Strategies that the thesis tried on the same 50 trees."""

DARK, LIGHT = "#C4C4C4", "#E8E8E8"
"""The bands that chance alone explains."""

FARTHEST = 6.0
"""Standard errors that a picture shows; what is farther off stands at its edge."""


@styled()
def outcome_map(tables: pd.DataFrame) -> Figure:
    """Draw a square for every printed table, with its number, by document, that shows whether it was reproduced."""
    rows = _map_rows(tables)
    widest = max(len(row) for row in rows.values())
    figure = Figure(figsize=(9.6, 0.62 * len(rows) + 0.9), layout="constrained")
    axes = figure.subplots()
    for y, (name, row) in enumerate(rows.items()):
        axes.text(-0.25, y, name, ha="right", va="center", fontsize=9.5)
        for x, (table, outcome) in enumerate(row):
            style = VERDICT_LOOKS[OUTCOME_LOOKS[outcome][1]]
            axes.barh(y, 0.94, 0.8, x, edgecolor=PALETTE["black"], linewidth=0.6, **style)
            axes.text(
                x + 0.47, y, table, ha="center", va="center", fontsize=9.2,
                bbox={"boxstyle": "round,pad=0.12", "facecolor": "white", "edgecolor": "none"},
            )  # fmt: skip
    axes.set(xlim=(-0.1, widest), ylim=(len(rows) - 0.5, -0.5))
    axes.axis("off")
    used = set(tables["outcome"])
    handles = [
        Patch(label=label, edgecolor=PALETTE["black"], linewidth=0.6, **VERDICT_LOOKS[verdict])
        for outcome, (label, verdict) in OUTCOME_LOOKS.items()
        if outcome in used
    ]
    legend_below(figure, handles, fontsize=9.5)
    return figure


def _map_rows(tables: pd.DataFrame) -> dict[str, list[tuple[str, str]]]:
    """Return heading -> tables with their outcomes; the thesis' tables of chapter 5 have a row of their own."""
    rows: dict[str, list[tuple[str, str]]] = {}
    for row in tables.to_dict("records"):
        name = SHORT[row["source"]]
        if row["source"] == "muszycka1985":
            chapter = 5 if place_of(row["source"], row["table"]).notebook == "05_pathology" else 3
            name += f", chapter {chapter}"
        rows.setdefault(name, []).append((row["table"], row["outcome"]))
    return rows


@styled()
def verdict_bars(panels: Mapping[str, Mapping[str, pd.DataFrame]]) -> Figure:
    """Draw one bar per printed table or text, divided by verdict, with the rows that count.

    Parameters
    ----------
    panels : mapping
        Heading of a column of bars -> heading of a group -> rows of `scorecard.by_table`; rows that count nothing
        have no bar.
    """
    panels = {
        heading: {name: rows[rows["counted"] > 0] for name, rows in groups.items()}
        for heading, groups in panels.items()
    }
    tallest = max(sum(len(rows) + 1.4 for rows in groups.values()) for groups in panels.values())
    figure = Figure(figsize=(WIDE, 0.225 * tallest + 1.15), layout="constrained")
    all_axes = np.atleast_1d(figure.subplots(1, len(panels), sharey=True))
    for axes, (heading, groups) in zip(all_axes, panels.items(), strict=True):
        _bars(axes, groups)
        axes.set(xlim=(0, 100), xlabel="share of what counts (%)", title=heading)
    all_axes[0].set_ylim(tallest - 0.6, -0.6)
    handles = [
        Patch(label=verdict, edgecolor=PALETTE["black"], linewidth=0.6, **look)
        for verdict, look in VERDICT_LOOKS.items()
        if any(rows[verdict].any() for groups in panels.values() for rows in groups.values())
    ]
    legend_below(figure, handles, math.ceil(len(handles) / 2), handlelength=2.2, handleheight=1.1)
    return figure


def _bars(axes: Axes, groups: Mapping[str, pd.DataFrame]) -> None:
    y = 0.0
    for name, rows in groups.items():
        axes.text(0, y, name, fontsize=9.5, style="italic", va="center", clip_on=False)
        y += 1
        for row in rows.to_dict("records"):
            left = 0.0
            for verdict, look in VERDICT_LOOKS.items():
                share = 100 * row[verdict] / max(row["counted"], 1)
                if share:
                    axes.barh(y, share, 0.74, left, edgecolor=PALETTE["black"], linewidth=0.6, **look)
                left += share
            axes.text(-1.5, y, str(row["table"]), ha="right", va="center", fontsize=9.5)
            axes.text(101.5, y, str(row["counted"]), ha="left", va="center", fontsize=9.5)
            y += 1
        y += 0.4
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)


def shares(tables: pd.DataFrame) -> str:
    """Return the rows of `scorecard.by_table` in words, for people who can't see the bars."""
    return "; ".join(
        f"{row['source']} {row['table']}: " + ", ".join(f"{row[v]} {v}" for v in VERDICTS if row[v])
        for row in tables[tables["counted"] > 0].to_dict("records")
    )


def beyond(groups: Mapping[str, Sequence[float]]) -> str:
    """Return how many distances of each group are beyond the limit, in words."""
    return "; ".join(
        f"{name}: {len(z)} cells, {sum(abs(x) > LIMIT for x in z)} beyond {LIMIT:.0f}"
        for name, z in groups.items()
    )


@styled()
def z_quantiles(groups: Mapping[str, Sequence[float]]) -> Figure:
    """Draw, per group, the distances in standard errors against the quantiles that chance alone would give.

    The dark band holds 95 % of the points if all cells are independent.  The six columns of a row share their
    trees, so the truth lies between it and the light band: that of a sixth as many independent cells.
    """
    columns = 3
    rows = math.ceil(len(groups) / columns)
    figure = Figure(figsize=(WIDE, 3.0 * rows + 0.3), layout="constrained")
    grid = figure.subplots(rows, min(columns, len(groups)), sharex=True, sharey=True, squeeze=False)
    for axes in grid.flat[len(groups) :]:
        axes.axis("off")
    if len(groups) < grid.size:
        _explain(grid.flat[len(groups)])
    for axes in grid.flat[max(0, len(groups) - columns) : len(groups)]:
        axes.tick_params(labelbottom=True)  # also where nothing stands below
        axes.set_xlabel("expected by chance alone (standard errors)")
    for axes, (name, statistics) in zip(grid.flat, groups.items(), strict=False):
        _quantiles(axes, np.sort(np.asarray(statistics, dtype=float)))
        axes.set_title(f"{name.replace('-', '–')}\n", fontsize=9.5)
        axes.text(0, 1.02, _counted(statistics), transform=axes.transAxes, fontsize=9.5)
    figure.supylabel("printed less ours (standard errors)", fontsize=10)
    return figure


def _explain(axes: Axes) -> None:
    """Say beside the last panel what the signs in all of them mean."""
    handles = [
        key("a printed number", PALETTE["blue"], "o", markersize=4),
        key("farther off than shown", PALETTE["vermillion"], "x", markersize=5),
        key("as chance alone would have it", PALETTE["black"], linestyle="-", linewidth=0.8),
        key("limit of a verdict", PALETTE["black"], linestyle=":", linewidth=0.8),
        Patch(color=DARK, label="95 %, if all cells are independent"),
        Patch(color=LIGHT, label="95 %, if only a sixth of them are"),
    ]
    axes.legend(handles=handles, loc="center left", bbox_to_anchor=(0.1, 0.5)).set_in_layout(False)


def _counted(statistics: Sequence[float]) -> str:
    z = np.abs(np.asarray(statistics, dtype=float))
    square = float(np.mean(z**2))
    decimals = 0 if square >= 100 else 1
    return f"{len(z)} cells, {int((z > LIMIT).sum())} beyond {LIMIT:.0f}, mean square {square:.{decimals}f}"


def _quantiles(axes: Axes, z: np.ndarray[Any, Any]) -> None:
    n = len(z)
    share = (np.arange(n) + 0.5) / n
    expected = ndtri(share)
    # A few points are enough for a band: it is smooth.
    some = ndtr(np.linspace(expected[0], expected[-1], 60))
    for size, shade in ((max(n / COLUMNS_PER_ROW, 1.0), LIGHT), (n, DARK)):
        low, high = (
            ndtri(betaincinv(some * size + 0.5, (1 - some) * size + 0.5, edge)) for edge in (0.025, 0.975)
        )
        axes.fill_between(ndtri(some), low, high, color=shade, linewidth=0)
    axes.axline((0, 0), slope=1, color=PALETTE["black"], linewidth=0.8, linestyle="-", marker="")
    for edge in (-LIMIT, LIMIT):
        axes.axhline(edge, color=PALETTE["black"], linewidth=0.6, linestyle=":")
    inside = np.abs(z) <= FARTHEST
    # Thousands of points as outlines would make the page heavy.
    dots: dict[str, Any] = {"linestyle": "none", "rasterized": True}
    axes.plot(expected[inside], z[inside], "o", markersize=2.6, color=PALETTE["blue"], **dots)
    beyond = np.sign(z[~inside]) * FARTHEST
    axes.plot(expected[~inside], beyond, "x", markersize=4, color=PALETTE["vermillion"], **dots)
    axes.set(xlim=(-3.6, 3.6), ylim=(-FARTHEST - 0.4, FARTHEST + 0.4))


assert set(VERDICT_LOOKS) == set(VERDICTS), "every verdict has a look"
