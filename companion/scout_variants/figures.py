"""Figures of what the versions of Scout visit, what a wider window and testm cost, and how long they take."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from companion.plot.style import PALETTE, legend_below, look, panels, styled
from companion.plot.tree import draw_trees
from companion.published.cases import CASES, size_name
from companion.scout_variants.study import (
    NAMED,
    TIMED,
    UNIT_WINDOW,
    WIDTHS,
    nodes_of,
    printed_visits,
    with_parents,
)
from gametree.examples import figure_57, figure_57_in_full
from gametree.trace import trace
from gametree.tree import Tree

ASKED, WINDOWS = ("scout", "scout-testm"), ("scout", UNIT_WINDOW)
"""Scout with Test and with testm; with Test and with Alphabeta in the window as printed."""

TITLES = {"scout": "with Test", "scout-testm": "with testm", UNIT_WINDOW: "with a window of width 1"}
"""What stands above pictures of searches: how Scout asks."""

CAPTION = figure_57_in_full()[0]
"""A tree with the nodes of the caption of Figure 57."""

SMALLEST = figure_57()[0]
"""The smallest tree in which testm examines what Test does not."""

FEWER = Tree.from_nested([1, [[1, 2], 0]])
"""The smallest tree in which it is the other way round."""

CLOSE = Tree.from_nested([0, [[0.5, 0.25], 0]])
"""A tree whose values lie closer than the printed window is wide."""

VERSIONS = {
    "scout-minimax": "minimax version",
    "scout": "negamax version",
    "scout-campbell-marsland": "Campbell and Marsland's version",
}
"""What the versions that are timed are called in words."""


def draw_difference(tree: Tree, versions: tuple[str, str]) -> Figure:
    """Draw how two versions leave a tree; branches to nodes that only one of them examines are marked."""
    first, second = (nodes_of(name, tree) for name in versions)
    panels: dict[str, dict[str, Any]] = {}
    for name in versions:
        traced = trace(tree, name)
        title = f"{TITLES[name]}: {traced.result.nodes} nodes, {traced.result.visits} visits"
        panels[title] = {"tree": tree, "snapshot": traced.snapshot()}
    return draw_trees(panels, highlight={"what differs": with_parents(tree, first ^ second)})


@styled()
def draw_visits(by_size: pd.DataFrame) -> Figure:
    """Draw how far the printed visits are from ours on each size (`by_size` is from `visits_by_size`).

    Open marks are sizes on which the versions can't differ.
    """
    y = np.arange(len(by_size))
    apart = by_size["difference"].to_numpy() > 0
    distance = by_size["farthest z"].abs().to_numpy()
    named = by_size["size"] == size_name(*NAMED, "nonuniform")
    figure, (axes,) = panels(1, 5.8, width=9.3)
    axes.axvspan(0, 3, color="#E8E8E8", zorder=0, label="compatible: less than three standard errors")
    axes.hlines(y, 0, distance, color="#BBBBBB", linewidth=1, zorder=1)
    for part, face, label in (
        (apart, PALETTE["blue"], "the versions differ there, as they did in print"),
        (~apart, "white", "the versions can't differ there"),
    ):
        mark: dict[str, Any] = {
            "linestyle": "",
            "marker": "o",
            "color": PALETTE["blue"],
            "markerfacecolor": face,
        }
        axes.plot(distance[part], y[part], label=label, **mark)
    star: dict[str, Any] = {"linestyle": "", "marker": "*", "markersize": 15, "color": PALETTE["vermillion"]}
    axes.plot(distance[named], y[named], label="the size that is named", **star)
    axes.set_xscale("symlog", linthresh=3, linscale=1)
    axes.set_xlim(0, 1.6 * distance.max())
    ticks = [0, 1, 2, 3, 10, 30, 100]
    axes.set_xticks(ticks, labels=[str(tick) for tick in ticks])
    axes.minorticks_off()
    axes.set_yticks(y, labels=by_size["size"], fontsize=9)
    axes.invert_yaxis()
    axes.set_xlabel("distance of the farthest printed number from ours, in standard errors")
    legend_below(figure, axes, 2)
    return figure


@styled()
def draw_cost_by_width(by_width: pd.DataFrame) -> Figure:
    """Draw the visits that a wider window adds, and what was printed (`by_width` is from `cost_by_width`)."""
    printed = printed_visits()
    ends = printed.more_visits, printed.more_leaf_visits
    figure, (axes,) = panels(1, 4.6, width=9.3)
    band: dict[str, Any] = {"color": "#D9D9D9", "lw": 0, "label": "N(10,3): 95 % of means of 50 trees"}
    axes.fill_between(by_width["width"], by_width["low"], by_width["high"], **band)
    for size, dash, color in (("N(10,3)", "o-", "blue"), ("U(3,6)", "s--", "black")):
        look: dict[str, Any] = {"color": PALETTE[color], "label": f"{size}: mean", "clip_on": False}
        axes.plot(by_width["width"], by_width[size], dash, **look)
    label = f"printed for N: {ends[0]:.2f} or {ends[1]:.2f}"
    axes.axhspan(*ends, color=PALETTE["vermillion"], lw=0, label=label)
    axes.set(
        xscale="log",
        xlabel="width of the window (units of the static value)",
        ylabel="visits in addition (per tree)",
    )
    axes.set_xticks(WIDTHS, labels=[f"{width:g}" for width in WIDTHS])
    axes.minorticks_off()
    axes.set_yscale("symlog", linthresh=0.1, linscale=0.4)
    axes.set_ylim(0, 500)
    axes.set_yticks([0, 0.1, 1, 10, 100], ["0", "0.1", "1", "10", "100"])
    axes.legend(loc="upper left")
    return figure


@styled()
def draw_cost_of_testm(testm: pd.DataFrame) -> Figure:
    """Draw the nodes that testm costs, a bar per case with two standard errors (`testm` is from `cost_of_testm`)."""
    uniform = np.array([case.kind == "uniform" for case in CASES])
    kinds = ((uniform, "blue", "", "uniform"), (~uniform, "orange", "///", "nonuniform"))
    figure, (axes,) = panels(1, 4.9, width=9.3)
    for part, color, hatch, label in kinds:
        own = testm[part]
        bar: dict[str, Any] = {"color": PALETTE[color], "hatch": hatch, "edgecolor": "black", "lw": 0.6}
        axes.barh(
            np.flatnonzero(part), own["more nodes (%)"], xerr=2 * own["standard error"], label=label, **bar
        )
    axes.set_yticks(range(len(CASES)), testm["case"], fontsize=9.5)
    axes.invert_yaxis()
    axes.set(xlabel="nodes created in excess of Scout with Test (%)")
    axes.legend(loc="lower right")
    return figure


@styled()
def draw_times(quartiles: pd.DataFrame) -> Figure:
    """Draw Figure 58: time against width, medians and quartiles over rounds (`quartiles` is from `quartiles`)."""
    figure, (axes,) = panels(1, 4.2, width=8.0)
    for number, name in enumerate(TIMED):
        q = quartiles[quartiles["strategy"] == name]
        bars = [q["median"] - q["low"], q["high"] - q["median"]]
        x = q["width"] + 0.05 * (number - 1)
        axes.errorbar(x, q["median"], yerr=bars, capsize=3, label=VERSIONS[name], **look(name))
    axes.set(
        xticks=[2, 3, 4, 5],
        ylim=(0, None),
        xlabel="width (children per node)",
        ylabel="CPU time (microseconds per tree)",
    )
    axes.legend()
    return figure
