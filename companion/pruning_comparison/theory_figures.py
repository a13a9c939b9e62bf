"""Figures of theory beside samples: Table III, growth of costs with depth, and limits of their quotients."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from companion.plot.style import PALETTE, WIDE, look_of, styled

if TYPE_CHECKING:
    import pandas as pd

    from companion.pruning_comparison.theory import TheoryStudy

_PLAIN: dict[str, Any] = {"marker": "", "linestyle": "-"}
_MARKERS = "os^DvPX*"
_NAMES = {"AB": "Alphabeta", "BB": "Branch-and-bound", "SSS*": "SSS*"}


@styled()
def draw_table_iii(known: pd.DataFrame) -> Figure:
    """Draw how far our means and the printed ones are from theory, in per cent, a panel per strategy.

    `known` is `TheoryStudy.known`.
    """
    panels = list(dict.fromkeys(known["panel"]))
    figure = Figure(figsize=(WIDE, 2.0 * len(panels) + 0.9), layout="constrained")
    axes = np.atleast_1d(figure.subplots(len(panels), 1, sharex=True, sharey=True))
    for ax, panel in zip(axes, panels, strict=True):
        part = known[known["panel"] == panel].sort_values(["depth", "width"])
        at, band = np.arange(len(part)), 100 * part["printed_band"]
        ax.bar(at, 2 * band, 0.8, -band, color="#DDDDDD", label="95 % of means of 50 trees")
        ax.axhline(0, color="#777777", linewidth=1, linestyle="--", marker="")
        ax.errorbar(
            at, 100 * part["ours"], yerr=100 * part["band"], color=PALETTE["blue"], marker="o", linestyle="",
            markersize=4, capsize=3, label="ours, 95 % interval",
        )  # fmt: skip
        look: dict[str, Any] = {"color": "#1A1A1A", "marker": "x", "linestyle": "", "markersize": 7}
        ax.plot(at, 100 * part["printed"], **look, label="thesis, 50 trees")
        ax.set_xticks(at, part["size"], rotation=45, ha="right", rotation_mode="anchor")
        ax.set_title(_NAMES[panel])
    axes[0].margins(y=0.1)
    axes[-1].set_xlabel("size (width, depth)")
    figure.supylabel("leaves, difference from theory (%)", fontsize=10)
    handles, labels = axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=3)
    return figure


@styled()
def draw_growth(study: TheoryStudy, column: str = "root") -> Figure:
    """Draw branching factors over their limit against depth, a panel per width, on one scale.

    Points have 95 % intervals (hollow: too few trees for one); lines are exact.  `column` is `root`, the d-th root of
    the leaves, or `growth`, their growth per level; of the latter only points with an interval are drawn.
    """
    sampled, theory = study.factors, study.exact_factors
    if column == "growth":
        sampled = sampled.dropna(subset="growth_low")
    figure = Figure(figsize=(WIDE, 4.6), layout="constrained")
    axes = np.atleast_1d(figure.subplots(1, len(study.limits), sharey=True))
    for ax, (width, limit) in zip(axes, study.limits.items(), strict=True):
        for strategy, line in theory[theory["width"] == width].groupby("strategy", sort=False):
            ax.plot(
                line["depth"], line[column] / limit, color=look_of(str(strategy))["color"], lw=1, **_PLAIN
            )
        strategies = sampled[sampled["width"] == width].groupby("strategy", sort=False)
        for k, (strategy, points) in enumerate(strategies):
            style, names = look_of(str(strategy)), [column, f"{column}_low", f"{column}_high"]
            relative = points.assign(**{name: points[name] / limit for name in names})
            # Beside one another: at one depth the strategies cost much the same.
            relative["depth"] = points["depth"] + 0.2 * (k - len(strategies) / 2)
            _points(ax, relative, column, style["color"], style["marker"])
        ax.axhline(1, color="#555555", linewidth=1.2, linestyle="--", marker="")
        ax.axhline(width**0.5 / limit, color="#555555", linewidth=1.2, linestyle=":", marker="")
        ax.set(title=f"width {width}", xlabel="depth")
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    what = "$d$-th root of the leaves" if column == "root" else "growth of the leaves per level"
    axes[0].set_ylabel(f"{what}, over $\\xi/(1-\\xi)$")
    handles: list[Artist] = [
        Line2D([], [], **{**look_of(name), "linestyle": ""}, label=name)
        for name in dict.fromkeys(sampled["strategy"])
    ]
    handles += _keys(hollow=column == "root")
    grey: dict[str, Any] = {"color": "#555555", "marker": ""}
    handles.append(Line2D([], [], **grey, linestyle="--", label="limit of Alphabeta, $\\xi/(1-\\xi)$"))
    handles.append(Line2D([], [], **grey, linestyle=":", label="perfect order, $\\sqrt{w}$"))
    figure.legend(handles=handles, loc="outside lower center", ncols=5)
    return figure


@styled()
def draw_ratios(
    sampled: pd.DataFrame, theory: pd.DataFrame, claimed: Mapping[str, tuple[float, float]]
) -> Figure:
    """Draw quotients of costs against depth, a panel each on one scale, over the interval that was claimed.

    `sampled` is as `companion.pruning_comparison.deep.DeepStudy.ratios` makes it, `theory` as `cost_ratios` does;
    a quotient may be missing in one of them.
    """
    widths = list(dict.fromkeys([*theory["width"], *sampled["width"]]))
    looks = {width: (list(PALETTE.values())[k], _MARKERS[k]) for k, width in enumerate(widths)}
    figure = Figure(figsize=(WIDE, 4.2), layout="constrained")
    axes = np.atleast_1d(figure.subplots(1, len(claimed), sharey=True))
    for ax, (name, between) in zip(axes, claimed.items(), strict=True):
        ax.axhspan(*between, color="#E4E4E4", linewidth=0)
        for width, (color, marker) in looks.items():
            line = theory[(theory["ratio"] == name) & (theory["width"] == width)]
            ax.plot(line["depth"], line["value"], color=color, linewidth=1, **_PLAIN)
            points = sampled[(sampled["ratio"] == name) & (sampled["width"] == width)]
            points = points.rename(columns={"low": "value_low", "high": "value_high"})
            _points(ax, points, "value", color, marker)
        title = name.replace(" / ", " /\n").replace("sss*", "SSS*").replace("alphabeta", "Alphabeta")
        ax.set_title(title.replace("scout", "Scout"), fontsize=10)
        ax.set_xlabel("depth")
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes[0].set_ylabel("quotient of means")
    handles: list[Artist] = [
        Line2D([], [], color=color, marker=marker, linestyle="", label=f"width {width}")
        for width, (color, marker) in looks.items()
    ]
    handles += [*_keys(hollow=True), Patch(color="#E4E4E4", label="as quoted")]
    figure.legend(handles=handles, loc="outside lower center", ncols=len(handles))
    return figure


def _points(ax: Axes, points: pd.DataFrame, column: str, color: str, marker: str) -> None:
    """Draw points with intervals; hollow where there are too few trees for one."""
    look: dict[str, Any] = {"color": color, "marker": marker, "linestyle": "", "markersize": 4.5}
    low, high = points[f"{column}_low"], points[f"{column}_high"]
    several = low.notna()
    sides = [(points[column] - low)[several], (high - points[column])[several]]
    ax.errorbar(
        points["depth"][several], points[column][several], yerr=sides, **look, elinewidth=0.8, capsize=1.5
    )
    ax.plot(points["depth"][~several], points[column][~several], **look, markerfacecolor="white")


def _keys(hollow: bool) -> list[Artist]:
    few = Line2D([], [], color="#777777", marker="o", markerfacecolor="white", linestyle="")
    few.set_label("fewer than 10 trees")
    exact = Line2D([], [], color="#777777", linewidth=1, label="exact", **_PLAIN)
    return [few, exact] if hollow else [exact]
