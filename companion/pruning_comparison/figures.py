"""Pictures of chapter 3: leaves and CPU time against width, verdicts of whole tables, distributions of leaves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from numpy.typing import NDArray

from companion.plot.layout import tidy_layout
from companion.plot.style import _LOOKS, PALETTE, WIDE, look_of, styled
from gametree.tree import Tree

_NEUTRAL = "#F2F2F2"


def small_multiples(rows: pd.DataFrame, ylabel: str, *, printed: bool = True, columns: int = 4) -> Figure:
    """Draw one panel per value of `panel`, with a line per strategy over the width of the tree.

    Parameters
    ----------
    rows : DataFrame
        Columns `panel`, `label`, `width`, `mean`, `low`, `high` and, for printed points, `printed`.
    ylabel : str
        What is drawn, with its unit.
    printed : bool
        Whether there are printed points.
    columns : int
        Panels side by side.
    """
    panels = list(dict.fromkeys(rows["panel"]))
    n_rows = -(-len(panels) // columns)
    with styled():
        figure = Figure(figsize=(WIDE, 2.75 * n_rows + 0.6))
        axes = np.atleast_2d(figure.subplots(n_rows, columns, sharex=True, sharey=True))
        _margins(figure, axes.shape, left=0.7, right=0.1, bottom=0.95, top=0.3, across=0.2, down=0.35)
        for ax, panel in zip(axes.flat, panels, strict=False):
            _draw_panel(ax, rows[rows["panel"] == panel], printed)
            ax.set_title(panel, fontsize=9)
            _log_scale(ax)
        for ax in axes.flat[len(panels) :]:
            ax.set_axis_off()
        for ax in axes[-1]:
            ax.set_xlabel("width of the tree")
        for ax in axes[:, 0]:
            ax.set_ylabel(ylabel)
        labels = list(dict.fromkeys(rows["label"]))
        handles = [Line2D([], [], **look_of(label), label=label, markersize=5) for label in labels]
        if printed:
            handles.append(
                Line2D([], [], color="#1A1A1A", marker="x", linestyle="", label="printed (50 trees)")
            )
        figure.legend(handles=handles, loc="lower center", ncols=len(handles))
    return figure


def _margins(
    figure: Figure,
    panels: tuple[int, ...],
    left: float,
    right: float,
    bottom: float,
    top: float,
    across: float,
    down: float,
) -> None:
    """Set margins and gaps between panels, in inches: looking for good ones takes as long as all the drawing."""
    wide, tall = figure.get_size_inches()
    rows, columns = panels
    width = (wide - left - right - across * (columns - 1)) / columns
    height = (tall - bottom - top - down * (rows - 1)) / rows
    figure.subplots_adjust(
        left=left / wide, right=1 - right / wide, bottom=bottom / tall, top=1 - top / tall,
        wspace=across / width, hspace=down / height,
    )  # fmt: skip


def _log_scale(ax: Axes) -> None:
    """Make the y-axis logarithmic, with plain numbers at 1, 2, 5, 10 and so on, and nothing between them."""
    ax.set_yscale("log")
    ax.yaxis.set_major_locator(mpl.ticker.LogLocator(subs=(1, 2, 5)))
    ax.yaxis.set_major_formatter(mpl.ticker.FuncFormatter(lambda value, _: f"{value:g}"))
    ax.yaxis.set_minor_locator(mpl.ticker.NullLocator())


def _draw_panel(ax: Axes, rows: pd.DataFrame, printed: bool) -> None:
    for label, line in rows.groupby("label", sort=False):
        style = look_of(str(label))
        ax.fill_between(
            line["width"], line["low"], line["high"], color=style["color"], alpha=0.13, linewidth=0
        )
        ax.plot(line["width"], line["mean"], **style, linewidth=1.2, markersize=3.5)
    if printed:
        ax.plot(rows["width"], rows["printed"], color="#1A1A1A", marker="x", linestyle="", markersize=6)
    ax.set_xticks(sorted(set(rows["width"])))


def z_map(judged: pd.DataFrame, tables: Sequence[str], columns: int = 8) -> Figure:
    """Draw Tables III-XVIII as maps of distances: a row per size, a column per strategy, circles beyond 3 errors."""
    n_rows = -(-len(tables) // columns)
    with styled():
        figure = Figure(figsize=(WIDE, 3.9 * n_rows + 0.3))
        axes = np.atleast_2d(figure.subplots(n_rows, columns, sharey="row"))
        _margins(figure, axes.shape, left=0.8, right=1.0, bottom=0.5, top=0.3, across=0.08, down=0.75)
        for ax, table in zip(axes.flat, tables, strict=False):
            cells = judged[judged["table"] == table]
            rows, labels = list(dict.fromkeys(cells["row"])), list(_LOOKS)
            z = cells.pivot(index="row", columns="column", values="statistic").loc[rows, labels].to_numpy()
            image = ax.imshow(np.clip(z, -5, 5), cmap="PuOr", vmin=-5, vmax=5, aspect="auto")
            down, across = np.nonzero(abs(z) > 3)
            ax.scatter(
                across, down, s=14, facecolors="white", edgecolors="#1A1A1A", linewidths=0.9, marker="o"
            )
            ax.set_title(table, fontsize=10)
            ax.set_xticks(range(len(labels)), labels, rotation=90, fontsize=7)
            ax.set_yticks(range(len(rows)), [row[1:] for row in rows], fontsize=7)
            ax.tick_params(length=0)
        bar = figure.colorbar(image, cax=figure.add_axes((1 - 0.85 / WIDE, 0.25, 0.02, 0.5)))
        bar.set_label("printed less ours (standard errors)")
        for ax in axes[:, 0]:
            ax.set_ylabel("(width, depth)")
    return figure


def mean_squares(fits: pd.DataFrame, title: str = "") -> Figure:
    """Draw the mean squares of every table under every reading, of means and of paired differences; broken: chance."""
    tables, readings = list(dict.fromkeys(fits["table"])), list(dict.fromkeys(fits["reading"]))
    with styled():
        figure = Figure(figsize=(min(WIDE, 5.6 + 1.1 * len(tables)), 3.6), layout="constrained")
        panels = figure.subplots(1, 2, sharey=True)
        colors, markers = list(PALETTE.values()), ("o", "s", "^", "D", "v", "P", "X", "*")
        for ax, column, what in zip(
            panels, ("mean_square", "paired"), ("means", "differences from AB"), strict=True
        ):
            for k, reading in enumerate(readings):
                rows = fits[fits["reading"] == reading].set_index("table").reindex(tables)
                shift = (k - (len(readings) - 1) / 2) * min(0.12, 0.7 / len(readings))
                fill = colors[k % 8] if k < 8 else "none"
                ax.plot(
                    np.arange(len(tables)) + shift, rows[column], linestyle="", marker=markers[k % 8],
                    color=colors[k % 8], markerfacecolor=fill, label=reading,
                )  # fmt: skip
            ax.axhline(1, color="#777777", linestyle="--", linewidth=1, marker="")
            ax.set(xticks=range(len(tables)), xticklabels=tables, title=what, xlabel="table")
            ax.set_xlim(-0.6, len(tables) - 0.4)
            _log_scale(ax)
            ax.grid(axis="y")
        panels[0].set_ylabel("mean z² (1: chance)")
        figure.suptitle(title, fontsize=10, x=0.01, ha="left")
        handles, labels = panels[0].get_legend_handles_labels()
        # As many columns as the longest name leaves room for.
        workspace = figure.get_figwidth() / (0.55 + 0.075 * max(map(len, readings)))
        ncols = max(1, min(3, int(workspace)))
        figure.legend(handles, labels, loc="outside lower center", fontsize=8, ncols=ncols)
    return figure


def shares(table: pd.DataFrame, label: str, title: str = "") -> Figure:
    """Draw shares (0 to 1) as a map with the percentages written in; rows and columns are those of the frame."""
    values = table.to_numpy(dtype=float)
    with styled():
        figure = Figure(
            figsize=(min(WIDE, 2.2 + 0.42 * values.shape[1]), 1.4 + 0.27 * values.shape[0]),
            layout="constrained",
        )
        ax = figure.subplots()
        top = max(float(np.nanmax(values)), 1e-9)
        image = ax.imshow(values, cmap="Oranges", vmin=0, vmax=top, aspect="auto")
        for (i, j), value in np.ndenumerate(values):
            if value > 0:
                text = f"{100 * value:.0f}" if value >= 0.095 else f"{100 * value:.1f}"
                color = "white" if value > 0.65 * top else "#1A1A1A"
                ax.text(j, i, text, ha="center", va="center", fontsize=7, color=color)
        ax.set_xticks(range(values.shape[1]), table.columns, rotation=90, fontsize=8)
        ax.set_yticks(range(values.shape[0]), table.index, fontsize=8)
        ax.tick_params(length=0)
        ax.set(xlabel="size (width, depth)", ylabel=table.index.name or "", title=title)
        bar = figure.colorbar(image, ax=ax, shrink=0.8, pad=0.01)
        bar.ax.yaxis.set_major_formatter(mpl.ticker.PercentFormatter(1, decimals=0))
        bar.set_label(label)
    return figure


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
    with styled():
        # Fixed margins: the widget draws this often, and looking for better ones takes as long as the drawing.
        wide = max(6.4, 1.6 + 1.1 * len(counts))
        figure = Figure(figsize=(wide, 3.6))
        ax = figure.add_axes((0.8 / wide, 0.23, 1 - 1.0 / wide, 0.67))
        for at, (name, values) in enumerate(counts.items()):
            _draw_distribution(ax, at, values, look_of(name)["color"], printed.get(name))
        ax.set_xticks(range(len(counts)), [name.replace("-", "-\n", 1) for name in counts], fontsize=8)
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
        figure.legend(handles=handles, loc="lower center", ncols=len(handles), fontsize=8)
    return figure


def _draw_distribution(
    ax: Axes, at: int, values: NDArray[np.int64], color: str, printed: float | None
) -> None:
    low, first, middle, third, high = np.percentile(values, [5, 25, 50, 75, 95])
    mean = values.mean()
    sd = values.std(ddof=1) if len(values) > 1 else 0.0
    plain: dict[str, Any] = {"marker": "", "linestyle": "-"}
    ax.plot([at, at], [low, high], color=color, linewidth=1, **plain)
    ax.bar(
        at, third - first, 0.56, bottom=first, color=color, alpha=0.35, edgecolor=color, linewidth=1, zorder=2
    )
    ax.plot([at - 0.28, at + 0.28], [middle, middle], color=color, linewidth=1.6, **plain)
    if printed is not None:
        spread = 1.96 * sd / np.sqrt(50)
        ax.bar(at + 0.38, 2 * spread, 0.1, bottom=mean - spread, color="#999999", alpha=0.5, zorder=2)
        ax.plot(at + 0.38, printed, color="#1A1A1A", marker="x", linestyle="", markersize=7, zorder=5)
    error = 1.96 * sd / np.sqrt(len(values))
    ax.errorbar(
        at, mean, yerr=error, color="#1A1A1A", marker="D", markersize=4, linestyle="", capsize=3, zorder=4
    )


def what_was_pruned(tree: Tree, examined: Mapping[str, set[int]], title: str = "") -> Figure:
    """Draw a tree above a row of cells per strategy: a leaf's cell is dark if it was evaluated, blank if pruned."""
    layout = tidy_layout(tree)
    leaves = np.flatnonzero(tree.fan_out == 0)
    grid = np.array([[leaf in nodes for leaf in leaves.tolist()] for nodes in examined.values()], dtype=float)
    with styled():
        wide, rows = WIDE - 1.6, 0.26 * len(examined)
        tall = 2.75 + rows
        figure = Figure(figsize=(wide, tall))
        left = (0.5 + 0.068 * max(map(len, examined), default=0)) / wide
        bottom = figure.add_axes((left, 0.55 / tall, 0.98 - left, rows / tall))
        top = figure.add_axes((left, (0.65 + rows) / tall, 0.98 - left, 1.75 / tall), sharex=bottom)
        nodes = np.arange(1, tree.n_nodes)
        parent = tree.parent[nodes]
        lines = np.stack(
            [
                np.column_stack([layout.x[parent], -layout.y[parent]]),
                np.column_stack([layout.x[nodes], -layout.y[nodes]]),
            ],
            axis=1,
        )
        thin = 1.1 if len(leaves) <= 100 else 0.35
        top.add_collection(LineCollection(list(lines), colors="#555555", linewidths=thin))
        top.set(ylim=(-tree.depth - 0.15, 0.15), ylabel="level", title=title)
        top.set_yticks([-level for level in range(tree.depth + 1)], list(map(str, range(tree.depth + 1))))
        top.tick_params(bottom=False, labelbottom=False)
        bottom.imshow(
            grid,
            aspect="auto",
            interpolation="nearest",
            vmin=0,
            vmax=1,
            cmap=ListedColormap([_NEUTRAL, PALETTE["blue"]]),
            extent=(-0.5, len(leaves) - 0.5, len(examined) - 0.5, -0.5),
        )
        for k in range(1, len(examined)):
            bottom.axhline(k - 0.5, color="white", linewidth=2, linestyle="-", marker="")
        if len(leaves) <= 81:
            for k in range(1, len(leaves)):
                bottom.axvline(k - 0.5, color="white", linewidth=0.8, linestyle="-", marker="")
        names = [f"{name}: {int(row.sum())}" for name, row in zip(examined, grid, strict=True)]
        bottom.set_yticks(range(len(examined)), names, fontsize=8)
        bottom.set_xlabel(
            f"leaves from left to right ({len(leaves)}; dark: evaluated, pale: pruned; the number: evaluated)"
        )
        bottom.tick_params(left=False)
        # Half a leaf of room on both sides, for a tree of one leaf too.
        top.set_xlim(-0.5, len(leaves) - 0.5)
    return figure
