"""Pictures of what the versions of Scout visit, what a wider window and testm cost, and how long they take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.figure import Figure

from companion.plot.searches import draw_searches
from companion.plot.style import PALETTE, styled
from companion.published.cases import CASES, SIZES
from companion.scout_variants.study import TIMED, Visits, printed_visits, with_parents
from gametree.tree import Tree

if TYPE_CHECKING:
    import pandas as pd

_LABELS = {(3, 5): (5, -12), (8, 3): (6, -12), (10, 3): (7, -13), (24, 2): (-40, 12), (5, 4): (6, -12)}
"""The sizes that have a label, and how far it stands from their mark (points)."""


def draw_difference(tree: Tree, versions: tuple[str, str], nodes: set[int]) -> Figure:
    """Draw how two versions leave a tree; `nodes` are those that only one of them examines."""
    marked = {"what differs": with_parents(tree, nodes)}
    return draw_searches(tree, versions, ("nodes", "visits"), highlight=marked)


def draw_visits(found: Visits) -> Figure:
    """Draw leaf visits against visits of Scout by size, with two standard errors of a mean of 50 trees."""
    printed = printed_visits()
    with styled():
        figure = Figure(figsize=(7.4, 4.6), layout="constrained")
        axes = figure.subplots()
        for size in SIZES:
            x = found[size][:, 1, :2]
            across, up = x.mean(axis=0)
            x_error, y_error = 2 * x.std(axis=0, ddof=1) / np.sqrt(50)
            look: dict[str, Any] = {"fmt": "o", "ms": 4, "lw": 0.9, "color": PALETTE["blue"]}
            axes.errorbar(across, up, xerr=x_error, yerr=y_error, **look)
            if size in _LABELS:
                place: dict[str, Any] = {"xytext": _LABELS[size], "textcoords": "offset points"}
                axes.annotate(f"N({size[0]},{size[1]})", (across, up), fontsize=8.5, **place)
        star: dict[str, Any] = {"ms": 13, "color": PALETTE["vermillion"], "label": "printed for N(3,5)"}
        axes.plot(printed.visits, printed.leaf_visits, "*", **star)
        axes.set(
            xscale="log",
            yscale="log",
            xlabel="visits per tree (nodes entered)",
            ylabel="leaf visits per tree (leaves entered)",
            title="Scout on nonuniform trees, real-dependent values",
        )
        ticks = [2, 5, 10, 20, 50, 100]
        axes.set_xticks(ticks, map(str, ticks))
        axes.set_yticks(ticks, map(str, ticks))
        axes.minorticks_off()
        axes.legend()
    return figure


def draw_cost_by_width(by_width: pd.DataFrame) -> Figure:
    """Draw the visits that a wider window adds, and what was printed (`by_width` is from `cost_by_width`)."""
    printed = printed_visits()
    ends = printed.more_visits, printed.more_leaf_visits
    with styled():
        figure = Figure(figsize=(7.4, 4.1), layout="constrained")
        axes = figure.subplots()
        band: dict[str, Any] = {"color": "#D9D9D9", "lw": 0, "label": "N(10,3): 95 % of means of 50 trees"}
        axes.fill_between(by_width["width"], by_width["low"], by_width["high"], **band)
        for size, dash, color in (("N(10,3)", "o-", "blue"), ("U(3,6)", "s--", "black")):
            axes.plot(by_width["width"], by_width[size], dash, color=PALETTE[color], label=f"{size}: mean")
        label = f"printed for N: {ends[0]:.2f} or {ends[1]:.2f}"
        axes.axhspan(*ends, color=PALETTE["vermillion"], lw=0, label=label)
        axes.set(
            xscale="log",
            xlabel="width of the window (units of the static value)",
            ylabel="visits in addition (per tree)",
            title="What a wider window costs",
        )
        axes.set_yscale("symlog", linthresh=0.1, linscale=0.4)
        axes.set_ylim(0, 500)
        axes.set_yticks([0, 0.1, 1, 10, 100], ["0", "0.1", "1", "10", "100"])
        axes.legend(loc="upper left", fontsize=8.5)
    return figure


def draw_cost_of_testm(testm: pd.DataFrame) -> Figure:
    """Draw the nodes that testm costs, a bar per case with two standard errors (`testm` is from `cost_of_testm`)."""
    uniform = np.array([case.kind == "uniform" for case in CASES])
    kinds = ((uniform, "blue", "", "uniform"), (~uniform, "orange", "///", "nonuniform"))
    with styled():
        figure = Figure(figsize=(8.2, 4.6), layout="constrained")
        axes = figure.subplots()
        for part, color, hatch, label in kinds:
            axes.barh(
                np.flatnonzero(part),
                testm["more nodes (%)"][part],
                xerr=2 * testm["standard error"][part],
                color=PALETTE[color],
                hatch=hatch,
                edgecolor="black",
                lw=0.6,
                label=label,
            )
        axes.set_yticks(range(len(CASES)), testm["case"], fontsize=8.5)
        axes.invert_yaxis()
        axes.set(xlabel="nodes created in excess of Scout with Test (%)", title="What testm costs")
        axes.legend(loc="lower right")
    return figure


def draw_times(quartiles: pd.DataFrame) -> Figure:
    """Draw Figure 58: time against width, medians and quartiles over rounds (`quartiles` is from `quartiles`)."""
    looks = (("vermillion", "s", "--"), ("blue", "o", "-"), ("green", "^", "-."))
    with styled():
        figure = Figure(figsize=(6.8, 4.2), layout="constrained")
        axes = figure.subplots()
        for name, (color, marker, dash) in zip(TIMED, looks, strict=True):
            q = quartiles[quartiles["strategy"] == name]
            axes.errorbar(
                q["width"],
                q["median"],
                yerr=[q["median"] - q["low"], q["high"] - q["median"]],
                color=PALETTE[color],
                marker=marker,
                linestyle=dash,
                capsize=3,
                label=name,
            )
        axes.set(
            xticks=[2, 3, 4, 5],
            ylim=(0, None),
            xlabel="width (children per node)",
            ylabel="CPU time (microseconds per tree)",
            title="Figure 58, on this machine",
        )
        axes.legend()
    return figure
