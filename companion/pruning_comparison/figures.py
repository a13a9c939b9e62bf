"""Figures of chapter 3: whole tables by reading, leaves and CPU time against width, distributions of leaves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from numpy.typing import NDArray

from companion.plot.style import PALETTE, VERDICTS, WIDE, look_of, styled
from companion.published.cases import LABELS, case_of, rows_of
from companion.published.deviations import TABLES

_PLAIN: dict[str, Any] = {"marker": "", "linestyle": "-"}


@styled()
def by_table(wholes: pd.DataFrame, chance: pd.DataFrame) -> Figure:
    """Draw the mean squares of every table under both readings: of means, and of differences between strategies.

    Parameters
    ----------
    wholes : DataFrame
        Judged tables, `companion.published.tables.judged_tables`.
    chance : DataFrame
        Where the mean squares of simulated tables fall, `whole_tables.chance`.
    """
    names = {table: _class(table) for table in TABLES}
    at = {table: -place for place, table in enumerate(TABLES)}
    figure = Figure(figsize=(WIDE, 6.6), layout="constrained")
    axes = figure.subplots(1, 2, sharey=True, sharex=True)
    parts = (("mean_square", "", "means"), ("paired", "paired_", "differences between strategies"))
    for ax, (column, prefix, title) in zip(axes, parts, strict=True):
        for table in dict.fromkeys(chance["table"]):
            own = chance[chance["table"] == table]
            low, high = own.iloc[-1][f"{prefix}low"], own.iloc[-1][f"{prefix}high"]
            bar = {"color": "#BBBBBB", "linewidth": 9, "solid_capstyle": "butt"}
            ax.plot([low, high], [at[table]] * 2, **bar, **_PLAIN)
        for table in dict.fromkeys(wholes["table"]):
            own = wholes[wholes["table"] == table]
            ax.plot(own[column], [at[table]] * len(own), color="#999999", linewidth=1.2, **_PLAIN)
        for row in rows_of(wholes):
            marker = "s" if row.reading == "literal" else "o"
            look = VERDICTS[row.verdict]["facecolor"]
            ax.plot(
                getattr(row, column), at[row.table], marker=marker, color=look, markersize=9,
                markeredgecolor="#1A1A1A", markeredgewidth=0.8, linestyle="",
            )  # fmt: skip
        ax.text(1, at["X"], "exact: nothing is left to chance", fontsize=9.5, va="center", ha="left")
        ax.set(xscale="log", title=title, xlabel="mean z² of the table (1: chance)")
        ax.grid(axis="x", alpha=0.5)
        _plain_numbers(ax.xaxis)
    axes[0].set_yticks(list(at.values()), [f"{name}  {table}" for table, name in names.items()], fontsize=9.5)
    open_mark: dict[str, Any] = {"color": "white", "markeredgecolor": "#1A1A1A", "linestyle": ""}
    verdicts = {"agrees": "agrees", "inconclusive": "undecided", "differs": "differs"}
    handles = [
        Line2D([], [], marker="s", label="literal reading", **open_mark),
        Line2D([], [], marker="o", label="chosen reading", **open_mark),
        *(
            mpl.patches.Patch(facecolor=VERDICTS[name]["facecolor"], edgecolor="#1A1A1A", label=label)
            for name, label in verdicts.items()
        ),
        mpl.patches.Patch(color="#BBBBBB", label="95 % of simulated tables"),
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=len(handles), fontsize=9.5)
    return figure


def _class(table: str) -> str:
    case = case_of(table)
    return f"{case.kind}, " + (case.scheme if case.p is None else f"P = {case.p}")


@styled()
def ratios(rows: pd.DataFrame) -> Figure:
    """Draw leaves over Alphabeta's against the width, a panel per figure of the thesis; bands and points are of 50 trees.

    `rows` is from `study.ratio_frame`.
    """
    columns = 4
    panels = list(dict.fromkeys(rows["panel"]))
    labels = list(dict.fromkeys(rows["label"]))
    figure = Figure(figsize=(WIDE, 2.9 * -(-len(panels) // columns) + 0.5), layout="constrained")
    axes = np.atleast_2d(figure.subplots(-(-len(panels) // columns), columns, sharex=True, sharey=True))
    for ax, panel in zip(axes.flat, panels, strict=False):
        part = rows[rows["panel"] == panel]
        ax.axhline(1, color="#777777", linewidth=1, linestyle="--", marker="")
        for k, label in enumerate(labels):
            _draw_ratio(ax, part[part["label"] == label], look_of(label), 0.13 * (k - (len(labels) - 1) / 2))
        ax.set_title(panel, fontsize=10.5)
        ax.set_xticks(sorted(set(rows["width"])))
    for ax in axes[-1]:
        ax.set_xlabel("width of the tree")
    for ax in axes[:, 0]:
        ax.set_ylabel("leaves / Alphabeta's")
    handles = [
        Line2D([], [], color=look_of(label)["color"], marker=look_of(label)["marker"], label=label)
        for label in labels
    ]
    handles += [
        Line2D([], [], color="#1A1A1A", marker="o", linestyle="", label="ours, with 95 % of samples of 50"),
        Line2D([], [], color="#1A1A1A", marker="o", mfc="none", mew=1.5, linestyle="", label="printed"),
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=len(handles), fontsize=9.5)
    return figure


def _draw_ratio(ax: Axes, rows: pd.DataFrame, look: dict[str, Any], shift: float) -> None:
    """Draw a strategy beside the others: its ratios with bars, and the printed ones as open markers of the same kind."""
    x = rows["width"] + shift
    error = (rows["high"] - rows["ratio"]).to_numpy()
    style: dict[str, Any] = {"color": look["color"], "marker": look["marker"], "linestyle": ""}
    ax.errorbar(x, rows["ratio"], yerr=error, markersize=3.5, elinewidth=3.5, alpha=0.55, **style)
    ax.plot(x, rows["printed"], markersize=6.5, mfc="none", mew=1.5, **style)


@styled()
def theory(rows: pd.DataFrame) -> Figure:
    """Draw how far Alphabeta's leaves, ours and the printed ones, are from theory; `rows` is `quoted.theory_frame`."""
    panels = list(dict.fromkeys(rows["panel"]))
    figure = Figure(figsize=(WIDE, 3.6), layout="constrained")
    axes = np.atleast_1d(figure.subplots(1, len(panels), sharey=True))
    for ax, panel in zip(axes, panels, strict=True):
        part = rows[rows["panel"] == panel].reset_index()
        at, band = np.arange(len(part)), 100 * part["printed_band"]
        style: dict[str, Any] = {"color": "#BBBBBB", "alpha": 0.4, "linewidth": 0}
        ax.fill_between(at, -band, band, label="95 % of means of 50 trees", **style)
        style = {"color": PALETTE["blue"], "marker": "o", "linestyle": "", "markersize": 4, "capsize": 2}
        ours, error = 100 * part["ours"], 100 * part["band"]
        ax.errorbar(at, ours, yerr=error, label="ours, 95 % interval", **style)
        style = {"color": "#1A1A1A", "marker": "x", "linestyle": ""}
        ax.plot(at, 100 * part["printed"], label="thesis, 50 trees", **style)
        ax.axhline(0, color="#777777", linewidth=1, linestyle="--", marker="")
        ax.set_xticks(at, part["size"], rotation=90, fontsize=9.5)
        ax.set(title=panel, xlabel="size (width, depth)")
    axes[0].set_ylabel("leaves, difference from theory (%)")
    handles, labels = axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=3)
    for ax in figure.axes:
        ax.tick_params(axis="x", labelsize=9.5)
    return figure


@styled()
def times(rows: pd.DataFrame) -> Figure:
    """Draw CPU time over Alphabeta's against the width, by kind of tree; bands: the middle of the eight schemes."""
    figure = Figure(figsize=(WIDE, 3.8), layout="constrained")
    axes = figure.subplots(1, 2, sharey=True)
    for ax, (kind, part) in zip(axes, rows.groupby("kind", sort=False), strict=True):
        for label, line in part.groupby("label", sort=False):
            style = look_of(str(label))
            ax.fill_between(
                line["width"], line["low"], line["high"], color=style["color"], alpha=0.12, linewidth=0
            )
            ax.plot(line["width"], line["ratio"], **style, label=str(label))
        ax.set(title=f"{kind} trees", xlabel="width of the tree (depth 4)", xticks=sorted(set(part["width"])))
    axes[0].set_ylabel("CPU time / Alphabeta's (this machine)")
    figure.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=6)
    return figure


def _margins(
    figure: Figure, panels: tuple[int, ...], left: float, right: float, bottom: float, top: float, across: float,
    down: float,
) -> None:  # fmt: skip
    """Set margins and gaps between panels, in inches: automatic layout takes as long as all the drawing."""
    wide, tall = figure.get_size_inches()
    rows, columns = panels
    width = (wide - left - right - across * (columns - 1)) / columns
    height = (tall - bottom - top - down * (rows - 1)) / rows
    figure.subplots_adjust(
        left=left / wide, right=1 - right / wide, bottom=bottom / tall, top=1 - top / tall,
        wspace=across / width, hspace=down / height,
    )  # fmt: skip


def _plain_numbers(axis: mpl.axis.Axis) -> None:
    """Let a logarithmic axis have plain numbers at 1, 2, 5, 10 and so on, and nothing between them."""
    axis.set_major_locator(mpl.ticker.LogLocator(subs=(1, 2, 5)))
    axis.set_major_formatter(mpl.ticker.FuncFormatter(lambda value, _: f"{value:g}"))
    axis.set_minor_locator(mpl.ticker.NullLocator())


@styled()
def z_map(judged: pd.DataFrame) -> Figure:
    """Draw Tables III-XVIII as maps of distances: a row per size, a column per strategy, circles beyond 3 errors."""
    columns = 8
    n_rows = -(-len(TABLES) // columns)
    figure = Figure(figsize=(WIDE, 4.5 * n_rows + 0.3))
    axes = np.atleast_2d(figure.subplots(n_rows, columns, sharey="row"))
    _margins(figure, axes.shape, left=0.85, right=1.0, bottom=0.6, top=0.3, across=0.08, down=0.85)
    for ax, table in zip(axes.flat, TABLES, strict=False):
        cells = judged[judged["table"] == table]
        rows, labels = list(dict.fromkeys(cells["row"])), list(LABELS)
        z = cells.pivot(index="row", columns="column", values="statistic").loc[rows, labels].to_numpy()
        image = ax.imshow(np.clip(z, -5, 5), cmap="PuOr_r", vmin=-5, vmax=5, aspect="auto")
        if (cells["verdict"] == "exact").all():
            ax.text(2.5, 11.5, "exact", rotation=90, ha="center", va="center", fontsize=12)
        down, across = np.nonzero(abs(z) > 3)
        ax.scatter(across, down, s=16, facecolors="white", edgecolors="#1A1A1A", linewidths=0.9, marker="o")
        ax.set_title(table, fontsize=11)
        ax.set_xticks(range(len(labels)), labels, rotation=90, fontsize=9.5)
        ax.set_yticks(range(len(rows)), [row[1:] for row in rows], fontsize=9.5)
        ax.tick_params(length=0)
    for ax in axes[:, 0]:
        ax.set_ylabel("size (width, depth)")
    bar = figure.colorbar(image, cax=figure.add_axes((1 - 0.85 / WIDE, 0.3, 0.02, 0.4)), extend="both")
    bar.set_label("printed less ours (standard errors)")
    return figure


@styled()
def shares(table: pd.DataFrame, label: str) -> Figure:
    """Draw shares (0 to 1) as a map with the percentages written in; rows and columns are those of the frame."""
    values = table.to_numpy(dtype=float)
    figure = Figure(
        figsize=(min(WIDE, 2.2 + 0.42 * values.shape[1]), 1.6 + 0.3 * values.shape[0]), layout="constrained"
    )
    ax = figure.subplots()
    top = max(float(np.nanmax(values)), 1e-9)
    image = ax.imshow(values, cmap="Oranges", vmin=0, vmax=top, aspect="auto")
    for (i, j), value in np.ndenumerate(values):
        if value > 0:
            text = f"{100 * value:.0f}" if value >= 0.095 else f"{100 * value:.1f}"
            color = "white" if value > 0.65 * top else "#1A1A1A"
            ax.text(j, i, text, ha="center", va="center", fontsize=9.5, color=color)
    ax.set_xticks(range(values.shape[1]), table.columns, rotation=90, fontsize=9.5)
    ax.set_yticks(range(values.shape[0]), table.index, fontsize=9.5)
    ax.tick_params(length=0)
    ax.set(xlabel="size (width, depth)", ylabel=table.index.name or "")
    bar = figure.colorbar(image, ax=ax, shrink=0.8, pad=0.01)
    bar.ax.yaxis.set_major_formatter(mpl.ticker.PercentFormatter(1, decimals=0))
    bar.set_label(label)
    return figure


@styled()
def distributions(
    counts: Mapping[str, NDArray[np.int64]],
    printed: Mapping[str, float],
    title: str,
    ylabel: str = "leaves per tree",
) -> Figure:
    """Draw how the leaves of single trees are distributed, a column per strategy.

    The box holds the middle half of the trees, the whiskers 90 %; the diamond is the mean with a 95 %
    interval, the cross a printed mean, and the grey bar behind it where 95 % of means of 50 trees fall.
    """
    wide = max(6.4, 1.6 + 1.1 * len(counts))
    figure = Figure(figsize=(wide, 3.6))
    ax = figure.add_axes((0.8 / wide, 0.23, 1 - 1.0 / wide, 0.67))
    for at, (name, values) in enumerate(counts.items()):
        _draw_distribution(ax, at, values, look_of(name)["color"], printed.get(name))
    ax.set_xticks(range(len(counts)), [name.replace("-", "-\n", 1) for name in counts], fontsize=9)
    ax.set(ylabel=ylabel, title=title, xlim=(-0.6, len(counts) - 0.4))
    handles = [
        mpl.patches.Patch(facecolor="#DDDDDD", edgecolor="#555555", label="middle half of the trees"),
        Line2D([], [], color="#1A1A1A", marker="D", linestyle="", label="mean, 95 % interval"),
    ]
    if printed:
        handles += [
            mpl.patches.Patch(facecolor="#999999", alpha=0.5, label="95 % of means of 50"),
            Line2D([], [], color="#1A1A1A", marker="x", linestyle="", label="printed"),
        ]
    figure.legend(handles=handles, loc="lower center", ncols=len(handles), fontsize=8.5)
    return figure


def _draw_distribution(
    ax: Axes, at: int, values: NDArray[np.int64], color: str, printed: float | None
) -> None:
    low, first, middle, third, high = np.percentile(values, [5, 25, 50, 75, 95])
    mean = values.mean()
    sd = values.std(ddof=1) if len(values) > 1 else 0.0
    ax.plot([at, at], [low, high], color=color, linewidth=1, **_PLAIN)
    ax.bar(
        at, third - first, 0.56, bottom=first, color=color, alpha=0.35, edgecolor=color, linewidth=1, zorder=2
    )
    ax.plot([at - 0.28, at + 0.28], [middle, middle], color=color, linewidth=1.6, **_PLAIN)
    if printed is not None:
        spread = 1.96 * sd / np.sqrt(50)
        ax.bar(at + 0.38, 2 * spread, 0.1, bottom=mean - spread, color="#999999", alpha=0.5, zorder=2)
        ax.plot(at + 0.38, printed, color="#1A1A1A", marker="x", linestyle="", markersize=7, zorder=5)
    error = 1.96 * sd / np.sqrt(len(values))
    ax.errorbar(
        at, mean, yerr=error, color="#1A1A1A", marker="D", markersize=4, linestyle="", capsize=3, zorder=4
    )
