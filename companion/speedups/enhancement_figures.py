"""Pictures of chapter 4, sections 4.2 to 4.4: what ordering, table and killers save, and how they work together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, MaxNLocator, NullLocator

from companion.plot.style import PALETTE, styled

if TYPE_CHECKING:
    import pandas as pd

WIDE = 11.0
PANELS = 3
"""Panels side by side."""

LINES: tuple[dict[str, Any], ...] = (
    {"color": PALETTE["black"], "marker": "o", "linestyle": "-"},
    {"color": PALETTE["blue"], "marker": "s", "linestyle": "--"},
    {"color": PALETTE["vermillion"], "marker": "^", "linestyle": "-."},
    {"color": PALETTE["green"], "marker": "D", "linestyle": ":"},
    {"color": PALETTE["orange"], "marker": "v", "linestyle": (0, (5, 1, 1, 1))},
    {"color": PALETTE["purple"], "marker": "P", "linestyle": (0, (8, 2))},
    {"color": PALETTE["sky"], "marker": "X", "linestyle": (0, (3, 1))},
)
"""Styles of lines that differ in grey too."""


def _panels(names: Sequence[str], height: float = 2.7) -> tuple[Figure, list[Axes]]:
    columns = 2 if len(names) == 4 else min(PANELS, len(names))
    rows = -(-len(names) // columns)
    figure = Figure(figsize=(WIDE, height * rows + 0.5), layout="constrained")
    axes = np.atleast_1d(figure.subplots(rows, columns, sharex=False)).ravel()
    for ax in axes[len(names) :]:
        ax.set_axis_off()
    for ax, name in zip(axes, names, strict=False):
        ax.set_title(name, fontsize=9)
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
        ax.set_xlabel("depth of search")
    return figure, list(axes[: len(names)])


def _mean_line(ax: Axes, rows: pd.DataFrame, column: str, style: Mapping[str, Any], log: bool) -> None:
    """Draw the mean over starts against depth, with its standard error; of logarithms on a logarithmic axis.

    Depths that most starts do not reach are left out: a mean over others would mislead.
    """
    values = rows.assign(drawn=np.log(rows[column]) if log else rows[column])
    grouped = values.groupby("depth")["drawn"].agg(["mean", "std", "count"])
    grouped = grouped[grouped["count"] > grouped["count"].max() / 2]
    error = (grouped["std"].fillna(0) / np.sqrt(grouped["count"])).to_numpy()
    mean = grouped["mean"].to_numpy()
    depth = grouped.index.to_numpy()
    low, middle, high = (np.exp(v) if log else v for v in (mean - error, mean, mean + error))
    ax.plot(depth, middle, markersize=5, **style)
    ax.fill_between(depth, low, high, color=style["color"], alpha=0.18, linewidth=0)


def _legend(figure: Figure, labels: Sequence[str]) -> None:
    handles = [
        Line2D([], [], markersize=5, label=label, **style)
        for label, style in zip(labels, LINES, strict=False)
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=len(handles))


def cost_above_minimum(frame: pd.DataFrame, searches: Mapping[str, str]) -> Figure:
    """Draw leaves, in multiples of the fewest that prove the value, against depth: a panel per game.

    Parameters
    ----------
    frame : DataFrame
        What `measure` returned.
    searches : mapping
        Label of a search -> what the legend calls it.  All leaves of the tree are drawn too.
    """
    ratio = frame.assign(ratio=frame["leaves"] / frame["fewest"], whole=frame["all"] / frame["fewest"])
    games = list(dict.fromkeys(frame["game"]))
    with styled():
        figure, axes = _panels(games)
        for ax, game in zip(axes, games, strict=True):
            part = ratio[ratio["game"] == game]
            _mean_line(ax, part.drop_duplicates(["start", "depth"]), "whole", LINES[0], log=True)
            for style, search in zip(LINES[1:], searches, strict=False):
                _mean_line(ax, part[part["search"] == search], "ratio", style, log=True)
            ax.set_yscale("log")
            ax.axhline(1, color="#888888", linewidth=0.8)
            ax.set_ylabel("leaves / minimum")
        _legend(figure, ["all leaves", *searches.values()])
    return figure


def relative_cost(
    frame: pd.DataFrame, searches: Mapping[str, str], to: str, column: str, ylabel: str
) -> Figure:
    """Draw what searches cost, relative to another one, against depth: a panel per game."""
    keys = ["game", "start", "depth"]
    base = frame[frame["search"] == to].set_index(keys)[column]
    games = list(dict.fromkeys(frame["game"]))
    with styled():
        figure, axes = _panels(games)
        for ax, game in zip(axes, games, strict=True):
            for style, search in zip(LINES, searches, strict=False):
                part = frame[(frame["game"] == game) & (frame["search"] == search)].set_index(keys)
                ratio = (part[column] / base.reindex(part.index)).rename("ratio").reset_index()
                _mean_line(ax, ratio, "ratio", style, log=True)
            ax.axhline(1, color="#888888", linewidth=0.8)
            ax.set_ylabel(ylabel)
        _legend(figure, list(searches.values()))
    return figure


def savings(frame: pd.DataFrame, searches: Mapping[str, str], by: str = "game", claim: Any = None) -> Figure:
    """Draw the percentage of leaves saved against depth: a panel per value of a column, a line per search.

    Parameters
    ----------
    frame : DataFrame
        What `saved` returned.
    searches : mapping
        Label of a search -> what the legend calls it.
    by : str
        The column that makes the panels.
    claim : number or pair of numbers, optional
        What was claimed: drawn as a line, or as a band.
    """
    panels = list(dict.fromkeys(frame[by]))
    with styled():
        figure, axes = _panels([str(panel) for panel in panels])
        for ax, panel in zip(axes, panels, strict=True):
            if isinstance(claim, tuple):
                ax.axhspan(*claim, color="#EEEEEE", zorder=0)
            elif claim is not None:
                ax.axhline(claim, color="#888888", linewidth=0.8)
            for style, search in zip(LINES, searches, strict=False):
                part = frame[(frame[by] == panel) & (frame["search"] == search)]
                _mean_line(ax, part, "saved", style, log=False)
            ax.set_ylim(top=103)
            ax.set_ylabel("leaves saved, %")
        _legend(figure, list(searches.values()))
    return figure


def effects(summary: pd.DataFrame) -> Figure:
    """Draw the effects of a factorial experiment and their interactions: a panel per strategy, a mark per game.

    Parameters
    ----------
    summary : DataFrame
        What `summary` returned.
    """
    strategies, games = (list(dict.fromkeys(summary[name])) for name in ("strategy", "game"))
    names = list(dict.fromkeys(summary["effect"]))
    place = {name: len(names) - number for number, name in enumerate(names)}
    step = 0.7 / len(games)
    with styled():
        figure = Figure(figsize=(WIDE, 0.62 * len(names) + 1.4), layout="constrained")
        axes = np.atleast_1d(figure.subplots(1, len(strategies), sharey=True, sharex=True))
        for ax, strategy in zip(axes, strategies, strict=True):
            for number, (game, style) in enumerate(zip(games, LINES, strict=False)):
                rows = summary[(summary["strategy"] == strategy) & (summary["game"] == game)]
                y = [place[effect] + step * ((len(games) - 1) / 2 - number) for effect in rows["effect"]]
                ax.errorbar(
                    rows["mean"], y, xerr=rows["error"], color=style["color"], marker=style["marker"],
                    linestyle="", markersize=5, elinewidth=1.2,
                )  # fmt: skip
            ax.axvline(0, color="#888888", linewidth=0.8)
            for below in range(1, len(names)):
                ax.axhline(below + 0.5, color="#E5E5E5", linewidth=0.6)
            ax.set_title(strategy)
            ax.set_xlabel("leaves are multiplied by")
            ax.xaxis.set_major_locator(MaxNLocator(integer=True))
            ax.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"1/{2**-x:g}" if x < 0 else f"{2**x:g}"))
            ax.yaxis.set_minor_locator(NullLocator())
            ax.set_yticks([place[name] for name in names], names)
        handles = [
            Line2D([], [], color=style["color"], marker=style["marker"], linestyle="", label=game)
            for game, style in zip(games, LINES, strict=False)
        ]
        figure.legend(handles=handles, loc="outside lower center", ncols=len(handles))
    return figure


def table_sizes(frame: pd.DataFrame) -> Figure:
    """Draw the percentage of leaves saved against the entries of the table: a line per game.

    Parameters
    ----------
    frame : DataFrame
        What `saved` returned, with searches that differ in `table`.
    """
    games = list(dict.fromkeys(frame["game"]))
    with styled():
        figure = Figure(figsize=(7.5, 3.6), layout="constrained")
        ax = figure.subplots()
        for game, style in zip(games, LINES, strict=False):
            part = frame[(frame["game"] == game) & (frame["table"] > 0)]
            grouped = part.groupby("table")["saved"].agg(["mean", "std", "count"])
            error = grouped["std"].fillna(0) / np.sqrt(grouped["count"])
            ax.errorbar(
                grouped.index, grouped["mean"], yerr=error, markersize=5, capsize=2, label=game, **style
            )
        ax.set_xscale("log", base=2)
        ax.set_xlabel("entries of the table")
        ax.set_ylabel("leaves saved, %")
        ax.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    return figure


def leaves_by_depth(frame: pd.DataFrame, enhanced: str, title: str) -> Figure:
    """Draw leaves against depth: all of the tree, plain Alphabeta's, and those of the enhanced search.

    Parameters
    ----------
    frame : DataFrame
        Columns depth, all, plain and enhanced.
    enhanced : str
        What the enhanced search is called.
    title : str
        What was searched.
    """
    lines = {
        "all": ("all leaves", PALETTE["black"], "o", ":"),
        "plain": ("Alphabeta", PALETTE["blue"], "s", "--"),
        "enhanced": (enhanced, PALETTE["vermillion"], "^", "-"),
    }
    with styled():
        figure = Figure(figsize=(7.5, 3.6), layout="constrained")
        ax = figure.subplots()
        for column, (label, colour, marker, style) in lines.items():
            ax.plot(frame["depth"], frame[column], color=colour, marker=marker, linestyle=style, label=label)
        ax.set_yscale("log")
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
        ax.set_xlabel("depth of search")
        ax.set_ylabel("leaves")
        ax.set_title(title)
        ax.legend(loc="upper left")
    return figure
