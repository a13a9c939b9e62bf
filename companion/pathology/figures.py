"""Pictures about pathology: errors from level to level, and how often decisions are right, by depth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.figure import Figure

from companion.pathology.model import STARTS, errors_by_level
from companion.pathology.study import BY_NAU, GAMES
from companion.plot.quality import draw_quality
from companion.plot.style import PALETTE, styled

if TYPE_CHECKING:
    import pandas as pd


def draw_error_figures(first: int, q: float = 0.0) -> Figure:
    """Draw ERR for the four starts of the thesis, over ten levels: Figures 44-47 (q = 0) or 50-53, from number `first`."""
    fine = np.linspace(0.2, 0.9, 71)
    panels = {
        f"Figure {first + i}: err1 = {a}, err2 = {b}": (range(11), err)
        for i, ((a, b), err) in enumerate(zip(STARTS, errors_by_level(fine, 10, q), strict=True))
    }
    return draw_errors(panels, fine)


def draw_decisions(quality: pd.DataFrame, printed: pd.DataFrame, lines: str) -> Figure:
    """Draw D against depth by game and rule, a line per value of `lines` (t or w), Nau's cells as marks.

    Parameters
    ----------
    quality, printed : DataFrame
        From `with_theory` and `printed_qualities`, already cut down to what is to be seen.
    lines : str
        The column that tells lines apart.
    """
    one_rule = quality["rule"].nunique() == 1

    def with_panel(frame: pd.DataFrame) -> pd.DataFrame:
        games = frame["game"].map(GAMES)
        return frame.assign(panel=games if one_rule else games + ", " + frame["rule"])

    picture = with_panel(quality).assign(error=1.96 * quality["sd"] / np.sqrt(quality["n"]))
    by_nau = with_panel(printed[printed["table"].isin(BY_NAU)])
    return draw_quality(picture, panels="panel", lines=lines, printed=by_nau, label=lines + " = {}")


def draw_errors(panels: Mapping[str, tuple[Any, Any]], probabilities: Any, columns: int = 2) -> Figure:
    """Draw ERR against the probability that a leaf is WIN, one line per level above the leaves (Figures 44-47, 50-53).

    Parameters
    ----------
    panels : mapping
        Title -> (levels, ERR): the numbers of levels above the leaves, and ERR as (levels, probabilities).
    probabilities : array
        The probabilities along the horizontal axis.
    columns : int
        Panels side by side.
    """
    rows = -(-len(panels) // columns)
    with styled():
        figure = Figure(figsize=(min(5.2 * columns, 11.0), 3.4 * rows + 0.3), layout="constrained")
        grid = figure.subplots(rows, columns, squeeze=False, sharey=True, sharex=True)
        for axes, (title, (levels, err)) in zip(grid.flat, panels.items(), strict=False):
            for level, line in zip(levels, err, strict=True):
                grey = 0.75 * (1 - level / max(levels)) if level else 0.0
                axes.plot(
                    probabilities,
                    line,
                    color=str(grey) if level else PALETTE["vermillion"],
                    linestyle="-" if level else "--",
                    marker="",
                    linewidth=0.8 + 0.14 * level,
                )
                axes.annotate(
                    str(level),
                    (probabilities[-1], line[-1]),
                    xytext=(3, 0),
                    textcoords="offset points",
                    size=7,
                    va="center",
                    color=str(grey) if level else PALETTE["vermillion"],
                )
            axes.axhline(0.5, color="#888888", linewidth=0.8, linestyle=":", marker="")
            axes.set_title(title)
        for axes in grid[-1]:
            axes.set_xlabel("probability that a leaf is WIN, $p_d$")
        for axes in grid[:, 0]:
            axes.set_ylabel("probability of a wrong decision, ERR")
    return figure


def draw_map(p: Any, q: Any, change: Any, fixed: tuple[Any, Any], critical: float, title: str) -> Figure:
    """Draw where in (p, q) errors grow: dark where ERR has risen, and the curve on which p stays what it is.

    Parameters
    ----------
    p, q : arrays
        The axes of the map.
    change : array (q, p)
        ERR at the root less ERR at the leaves.
    fixed : pair of arrays
        The curve (p, q) of fixed points.
    critical : float
        The density of terminal nodes from which on errors die out on that curve too.
    title : str
        The title.
    """
    with styled():
        figure = Figure(figsize=(7.2, 4.4), layout="constrained")
        axes = figure.subplots()
        shades = axes.contourf(p, q, change, levels=12, cmap="Greys")
        axes.contour(p, q, change, levels=[0.0], colors=[PALETTE["vermillion"]], linewidths=2.0)
        axes.plot(*fixed, color=PALETTE["blue"], linestyle="--", marker="", label="p stays what it is")
        axes.axhline(critical, color=PALETTE["green"], linestyle="-.", marker="", label="critical density")
        axes.plot([], [], color=PALETTE["vermillion"], linestyle="-", marker="", label="ERR unchanged")
        figure.colorbar(shades, ax=axes, label="change of ERR (dark: grows)")
        axes.set(
            xlabel="probability that a leaf is WIN, $p$",
            ylabel="density of terminal nodes, $q$",
            title=title,
            xlim=(p[0], p[-1]),
            ylim=(q[0], q[-1]),
        )
        legend = axes.legend(fontsize=8.5, loc="upper right", frameon=True)
        legend.get_frame().set_facecolor("white")
    return figure


def draw_path(path: Any, q: float, w: int) -> Figure:
    """Draw how err1, err2, p and ERR go from level to level, and the way of (err1, err2) in its plane."""
    levels = range(len(path.p))
    with styled():
        figure = Figure(figsize=(10.4, 3.8), layout="constrained")
        left, right = figure.subplots(1, 2)
        for name, line in (("err1", path.err1), ("err2", path.err2), ("p", path.p)):
            left.plot(levels, line, markersize=4.5, label=name)
        err = (path.err1 + path.err2) / 2
        left.plot(
            levels, err, markersize=4.5, linewidth=2.6, label="ERR", color=PALETTE["black"], linestyle="-"
        )
        left.set(xlabel="levels above the leaves", ylabel="probability", ylim=(-0.03, 1.03))
        left.set_title(f"width {w}, terminal nodes q = {q:g}")
        left.legend(fontsize=8.5, ncols=4, loc="lower center", bbox_to_anchor=(0.5, -0.36))
        right.plot(path.err1, path.err2, color=PALETTE["blue"], linestyle="-", marker="o", markersize=4)
        right.plot(
            path.err1[:1], path.err2[:1], color=PALETTE["vermillion"], marker="s", linestyle="", markersize=9
        )
        right.annotate(
            "leaves",
            (path.err1[0], path.err2[0]),
            xytext=(8, 6),
            textcoords="offset points",
            bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 1},
        )
        right.plot([0, 1], [1, 0], color="#888888", linestyle=":", marker="", linewidth=1)
        right.annotate("ERR = 0.5", (0.62, 0.40), color="#555555", size=8.5)
        right.set(xlabel="err1", ylabel="err2", xlim=(-0.03, 1.03), ylim=(-0.03, 1.03))
        right.set_title("the way of (err1, err2)")
    return figure
