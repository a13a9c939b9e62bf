"""Pictures of trees too deep to store: how costs grow with depth, and where their quotients go."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from companion.plot.style import PALETTE, WIDE, look_of, styled

_PLAIN: dict[str, Any] = {"marker": "", "linestyle": "-"}
_DASHES: tuple[Any, ...] = ("--", ":")
_MARKERS = "os^DvPX*"


def draw_growth(
    sampled: pd.DataFrame,
    theory: pd.DataFrame,
    limits: Mapping[int, Mapping[str, float]],
    column: str = "root",
    ylabel: str = "d-th root of the number of leaves",
) -> Figure:
    """Draw branching factors against depth, a panel per width.

    Parameters
    ----------
    sampled, theory : DataFrame
        As `growth_factors` makes them: points with 95 % intervals (hollow: too few trees for one),
        and lines.
    limits : mapping
        For each width, known limits by name: horizontal lines.
    column : {"root", "growth"}
        Which of the two estimates.
    ylabel : str
        What is drawn.
    """
    widths = list(limits)
    with styled():
        figure = Figure(figsize=(WIDE, 4.4), layout="constrained")
        axes = np.atleast_1d(figure.subplots(1, len(widths)))
        for ax, width in zip(axes, widths, strict=True):
            for strategy, line in theory[theory["width"] == width].groupby("strategy", sort=False):
                ax.plot(line["depth"], line[column], color=look_of(str(strategy))["color"], lw=1, **_PLAIN)
            for strategy, points in sampled[sampled["width"] == width].groupby("strategy", sort=False):
                style = look_of(str(strategy))
                _points(ax, points, column, style["color"], style["marker"])
            for value, dash in zip(limits[width].values(), _DASHES, strict=False):
                ax.axhline(value, color="#555555", linewidth=1.2, linestyle=dash, marker="")
            ax.set(title=f"width {width}", xlabel="depth")
            ax.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes[0].set_ylabel(ylabel)
        strategies = list(dict.fromkeys(sampled["strategy"]))
        handles: list[Artist] = [
            Line2D([], [], **{**look_of(name), "linestyle": ""}, label=name) for name in strategies
        ]
        handles += _keys("fewer than 10 trees")
        handles += [
            Line2D([], [], color="#555555", linestyle=dash, marker="", label=name)
            for name, dash in zip(next(iter(limits.values())), _DASHES, strict=False)
        ]
        figure.legend(handles=handles, loc="outside lower center", ncols=5)
    return figure


def draw_ratios(
    sampled: pd.DataFrame, theory: pd.DataFrame, claimed: Mapping[str, tuple[float, float]]
) -> Figure:
    """Draw quotients of costs against depth, a panel each, a colour per width, over the interval that was claimed.

    `sampled` is as `companion.pruning_comparison.DeepStudy.ratios` makes it, `theory` as `cost_ratios` does;
    a quotient may be missing in one of them.
    """
    widths = list(dict.fromkeys([*theory["width"], *sampled["width"]]))
    looks = {width: (list(PALETTE.values())[k], _MARKERS[k]) for k, width in enumerate(widths)}
    with styled():
        figure = Figure(figsize=(WIDE, 4.0), layout="constrained")
        axes = np.atleast_1d(figure.subplots(1, len(claimed)))
        for ax, (name, between) in zip(axes, claimed.items(), strict=True):
            ax.axhspan(*between, color="#DDDDDD", alpha=0.6, linewidth=0)
            for width, (color, marker) in looks.items():
                line = theory[(theory["ratio"] == name) & (theory["width"] == width)]
                ax.plot(line["depth"], line["value"], color=color, linewidth=1, **_PLAIN)
                points = sampled[(sampled["ratio"] == name) & (sampled["width"] == width)]
                _points(
                    ax,
                    points.rename(columns={"low": "value_low", "high": "value_high"}),
                    "value",
                    color,
                    marker,
                )
            ax.set_title(name.replace(" / ", " /\n"), fontsize=9)
            ax.set_xlabel("depth")
            ax.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes[0].set_ylabel("quotient of means")
        handles: list[Artist] = [
            Line2D([], [], color=color, marker=marker, linestyle="", label=f"width {width}")
            for width, (color, marker) in looks.items()
        ]
        handles += [*_keys("fewer than 10 trees"), Patch(color="#DDDDDD", label="claimed")]
        figure.legend(handles=handles, loc="outside lower center", ncols=len(handles))
    return figure


def _points(ax: Axes, points: pd.DataFrame, column: str, color: str, marker: str) -> None:
    """Draw points with intervals; hollow where there are too few trees for one."""
    look: dict[str, Any] = {"color": color, "marker": marker, "linestyle": "", "markersize": 4}
    low, high = points[f"{column}_low"], points[f"{column}_high"]
    several = low.notna()
    sides = [(points[column] - low)[several], (high - points[column])[several]]
    ax.errorbar(
        points["depth"][several], points[column][several], yerr=sides, **look, elinewidth=0.8, capsize=1.5
    )
    ax.plot(points["depth"][~several], points[column][~several], **look, markerfacecolor="white")


def _keys(few: str) -> list[Artist]:
    return [
        Line2D([], [], color="#777777", marker="o", markerfacecolor="white", linestyle="", label=few),
        Line2D([], [], color="#777777", linewidth=1, label="exact", **_PLAIN),
    ]
