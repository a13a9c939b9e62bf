"""Pictures of Knuth & Moore's analysis: the tree of pi, growth against degree, the first analysis against the truth."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from companion.plot.layout import tidy_layout
from companion.plot.style import PALETTE, styled
from gametree.tree import Tree

if TYPE_CHECKING:
    import pandas as pd

WIDE = 11.0
"""Inches of a picture that fills the page."""

INK, PALE = "#1A1A1A", "#BDBDBD"

_PRINTED: dict[str, Any] = {
    "color": "#555555", "linestyle": "", "marker": "o", "markersize": 7, "markerfacecolor": "none",
    "markeredgewidth": 0.8,
}  # fmt: skip
"""How printed values look: rings around our own."""


def examined_trees(
    tree: Tree,
    panels: Mapping[str, Collection[int]],
    values: Mapping[str, Mapping[int, float]],
    ringed: Collection[int] = (),
) -> Figure:
    """Draw a tree of many leaves once per search: what was examined in black with its value, the rest pale.

    Parameters
    ----------
    tree : Tree
        The tree.
    panels : mapping
        Title -> the nodes that were examined.
    values : mapping
        Title -> node -> the value that the search gave it, from the point of view of the player to move.
    ringed : collection of int
        Nodes to mark with a ring in every panel.
    """
    layout = tidy_layout(tree)
    with styled():
        figure = Figure(figsize=(WIDE, 2.35 * len(panels) + 0.4))
        axes = np.atleast_1d(figure.subplots(len(panels), 1))
        figure.subplots_adjust(left=0.01, right=0.99, top=0.97, bottom=0.05, hspace=0.16)
        for ax, (title, nodes) in zip(axes, panels.items(), strict=True):
            _examined(ax, tree, layout.x, set(nodes), values[title], set(ringed))
            ax.set_title(title)
        handles = [
            Line2D([], [], color=INK, linestyle="-", marker="", label="examined"),
            Line2D([], [], color=PALE, linestyle=":", marker="", label="not examined"),
        ]
        if ringed:
            ring = {**_PRINTED, "color": PALETTE["vermillion"], "markeredgewidth": 1.4}
            handles.append(Line2D([], [], **ring, label="left out by a deep cut-off"))
        figure.legend(handles=handles, loc="lower center", ncols=3)
    return figure


def _examined(
    ax: Axes, tree: Tree, x: Any, nodes: set[int], values: Mapping[int, float], ringed: set[int]
) -> None:
    ax.set_axis_off()
    ax.set(xlim=(-1, tree.n_leaves), ylim=(-tree.depth - 0.45, 0.3))
    for node in range(1, tree.n_nodes):
        parent, level = int(tree.parent[node]), int(tree.level[node])
        seen = node in nodes
        ax.plot(
            [x[parent], x[node]], [1 - level - 0.16, -level + (0.16 if level < tree.depth else 0.2)],
            color=INK if seen else PALE, linestyle="-" if seen else ":", marker="",
            linewidth=0.9 if seen else 0.7, zorder=1,
        )  # fmt: skip
    for node in range(tree.n_nodes):
        seen = node == 0 or node in nodes
        text = _plain(values[node]) if node in values else ""
        ax.text(
            x[node], -float(tree.level[node]), text, ha="center", va="center", color=INK if seen else PALE,
            fontsize=8 if tree.is_leaf(node) else 9, weight="bold" if seen else "normal",
        )  # fmt: skip
        if node in ringed:
            ax.plot(
                x[node], -float(tree.level[node]), color=PALETTE["vermillion"], marker="o", markersize=11,
                markerfacecolor="none", markeredgewidth=1.4, linestyle="",
            )  # fmt: skip


_TYPES = {
    1: (PALETTE["orange"], INK),
    2: ("#CFE4F2", INK),
    3: (PALETTE["green"], "#FFFFFF"),
    0: ("#FFFFFF", PALE),
}
"""Type of a position -> its fill, and the colour of its number."""


def types_of_positions(tree: Tree, types: Sequence[int], examined: Collection[int], title: str = "") -> Axes:
    """Draw a tree with the type of every position in its node; what was not examined is dotted.

    Parameters
    ----------
    tree : Tree
        A tree of at most 64 leaves or so.
    types : sequence of int
        The type of each node: 1, 2, 3, or 0 for a position that is not critical.
    examined : collection of int
        The nodes that a search examined.
    title : str
        What to write above.
    """
    layout = tidy_layout(tree)
    seen = {*examined, 0}
    step = min(0.62, (WIDE - 0.8) / tree.n_leaves)
    wide, high = max(6.4, step * tree.n_leaves + 0.8), 0.85 * tree.depth + 1.35
    size = min(15.0, 62 * step)
    with styled():
        figure = Figure(figsize=(wide, high))
        ax = figure.add_axes((0.02, 0.42 / high, 0.96, 1 - 0.8 / high))
        ax.set_axis_off()
        ax.set(xlim=(-0.8, tree.n_leaves - 0.2), ylim=(-tree.depth - 0.5, 0.3))
        ax.set_title(title)
        for node in range(1, tree.n_nodes):
            parent, level = int(tree.parent[node]), int(tree.level[node])
            ax.plot(
                [layout.x[parent], layout.x[node]], [1 - level, -level], color=INK if node in seen else PALE,
                linestyle="-" if node in seen else ":", marker="", linewidth=1.3 if node in seen else 1.0, zorder=1,
            )  # fmt: skip
        for node in range(tree.n_nodes):
            fill, ink = _TYPES[int(types[node])]
            x, y = layout.x[node], -float(tree.level[node])
            ax.plot(
                x, y, marker="s" if tree.is_max(node) else "o", markersize=size, markerfacecolor=fill,
                markeredgecolor=INK if node in seen else PALE, markeredgewidth=1.1, linestyle="", zorder=2,
            )  # fmt: skip
            if types[node]:
                ax.text(
                    x,
                    y - 0.02,
                    str(int(types[node])),
                    ha="center",
                    va="center",
                    color=ink,
                    fontsize=0.6 * size,
                )
            if tree.is_leaf(node) and tree.n_leaves <= 32:
                ax.text(
                    x, y - 0.24 - 0.008 * size, _plain(float(f"{tree.values[node]:.3g}")), ha="center", va="top",
                    fontsize=7, color=INK if node in seen else PALE,
                )  # fmt: skip
        handles = [
            Line2D([], [], marker="o", linestyle="", markersize=9, markerfacecolor=_TYPES[kind][0],
                   markeredgecolor=INK, label=label)
            for kind, label in ((1, "type 1"), (2, "type 2"), (3, "type 3"), (0, "not critical"))
        ]  # fmt: skip
        handles.append(Line2D([], [], color=PALE, linestyle=":", marker="", label="not examined"))
        figure.legend(handles=handles, loc="lower center", ncols=5)
    return ax


def _plain(value: float) -> str:
    return f"{value:g}".replace("-", "−")


_GROWTH = (
    ("r*(d)", "r*(d), upper bound", "vermillion", "^", "-."),
    ("r1(d)", "r1(d), upper bound", "orange", "v", ":"),
    ("r(d)", "r(d), computed", "black", "", "-"),
    ("r0(d)", "r0(d), lower bound", "blue", "s", "--"),
    ("xi", "Alphabeta, ξ/(1−ξ)", "green", "D", (0, (5, 1, 1, 1))),
    ("root", "best case, √d", "purple", "", (0, (1, 1))),
)


def growth(frame: pd.DataFrame, printed: pd.DataFrame) -> Figure:
    """Draw branching factors against the degree, divided by d^0.75, and their local exponents.

    Parameters
    ----------
    frame : DataFrame
        `d` and the columns named in `_GROWTH`.
    printed : DataFrame
        `d`, `r0(d)`, `r1(d)`, `r*(d)`: Table 1.
    """
    with styled():
        figure = Figure(figsize=(WIDE, 4.4), layout="constrained")
        left, right = figure.subplots(1, 2)
        d = frame["d"].to_numpy(dtype=float)
        middle = np.sqrt(d[1:] * d[:-1])
        for name, label, color, marker, dash in _GROWTH:
            y = frame[name].to_numpy(dtype=float)
            looks: dict[str, Any] = {
                "color": PALETTE[color], "linestyle": dash, "marker": marker, "markersize": 4, "linewidth": 1.4,
            }  # fmt: skip
            left.plot(d, y / d**0.75, label=label, **looks)
            right.plot(middle, np.diff(np.log(y)) / np.diff(np.log(d)), **looks)
        at = printed["d"].to_numpy(dtype=float)
        for number, name in enumerate(("r0(d)", "r1(d)", "r*(d)")):
            label = "Table 1, as printed" if number == 0 else "_"
            left.plot(at, printed[name] / at**0.75, **_PRINTED, label=label)
        right.plot(
            middle, 1 - 1 / np.log(middle), color="#777777", marker="", linewidth=3, alpha=0.5, linestyle="-"
        )
        right.annotate(
            "d / ln d", (middle[-1], 1 - 1 / np.log(middle[-1])), xytext=(0, 6), textcoords="offset points",
            ha="right", color="#555555", fontsize=9,
        )  # fmt: skip
        right.axhline(0.76, color="#555555", linewidth=0.9, linestyle="--", marker="")
        right.text(d[-1], 0.74, "0.76", color="#555555", fontsize=9, ha="right")
        left.set(xscale="log", xlabel="degree d", ylabel="branching factor / $d^{0.75}$", ylim=(0, None))
        right.set(xscale="log", xlabel="degree d", ylabel="local exponent of d", ylim=(0.45, 1.0))
        left.set_title("Branching factors: no power is flat for long")
        right.set_title("How fast they grow")
        figure.legend(loc="outside lower center", ncols=4)
    return figure


def first_analysis(frame: pd.DataFrame, sampled: pd.DataFrame) -> Figure:
    """Draw what the first analysis gives, relative to the truth, against the height, with sampled means.

    Parameters
    ----------
    frame : DataFrame
        `d`, `h`, `first` (first analysis), `upper` (the recurrence (37)) and `true`.
    sampled : DataFrame
        `d`, `h`, `mean`, `error`: sampled trees, with their standard error.
    """
    degrees = list(dict.fromkeys(frame["d"]))
    with styled():
        figure = Figure(figsize=(WIDE, 3.6), layout="constrained")
        axes = np.atleast_1d(figure.subplots(1, len(degrees), sharey=True))
        for ax, d in zip(axes, degrees, strict=True):
            part, points = frame[frame["d"] == d], sampled[sampled["d"] == d]
            true = part.set_index("h")["true"]
            ax.axhline(0, color=INK, linewidth=1, linestyle="-", marker="")
            for name, label, color, marker, dash in (
                ("upper", "upper bound (37)", "vermillion", "^", "-."),
                ("first", "first analysis", "blue", "s", "--"),
            ):
                ax.plot(
                    part["h"], 100 * (part[name] / part["true"] - 1), label=label, color=PALETTE[color],
                    marker=marker, linestyle=dash, markersize=4,
                )  # fmt: skip
            at = true.loc[points["h"]].to_numpy()
            ax.errorbar(
                points["h"], 100 * (points["mean"] / at - 1), yerr=196 * points["error"] / at, color=INK, marker="o",
                markersize=4, linestyle="", capsize=3, label="sampled trees, 95 % interval",
            )  # fmt: skip
            ax.set(title=f"degree {d}", xlabel="height h")
            ax.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes[0].set_ylabel("leaves of F1, difference\nfrom the truth (%)")
        handles, labels = axes[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=3)
    return figure


def models(frame: pd.DataFrame, d: int) -> Figure:
    """Draw the leaves of F1 and F2 in several models of values against the height, relative to the fewest possible.

    Parameters
    ----------
    frame : DataFrame
        `model`, `strategy`, `h`, `theory` (NaN where there is none), `mean`, `error` and `minimum`.
    d : int
        The degree.
    """
    looks: tuple[tuple[str, str, str, Any], ...] = (
        ("independent", "blue", "o", "-"),
        ("sums", "orange", "s", "--"),
        ("totally dependent", "green", "^", "-."),
    )
    with styled():
        figure = Figure(figsize=(WIDE, 3.9), layout="constrained")
        axes = figure.subplots(1, 2, sharey=True)
        for ax, strategy, title in zip(
            axes,
            ("branch-and-bound", "alphabeta"),
            ("F1, without deep cut-offs", "F2, Alphabeta"),
            strict=True,
        ):
            for model, color, marker, dash in looks:
                part = frame[(frame["model"] == model) & (frame["strategy"] == strategy)]
                ax.errorbar(
                    part["h"], part["mean"] / part["minimum"], yerr=1.96 * part["error"] / part["minimum"],
                    color=PALETTE[color], marker=marker, linestyle="", capsize=3, markersize=5,
                )  # fmt: skip
                line = part["theory"].fillna(part["mean"])
                ax.plot(part["h"], line / part["minimum"], color=PALETTE[color], linestyle=dash, marker="")
            ax.axhline(1, color="#777777", linewidth=1, linestyle=":", marker="")
            ax.set(title=title, xlabel="height h")
            ax.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes[0].set_ylabel("leaves, relative to the fewest")
        handles = [
            Line2D([], [], color=PALETTE[color], marker=marker, linestyle=dash, label=model)
            for model, color, marker, dash in looks
        ]
        figure.legend(handles=handles, loc="outside lower center", ncols=3)
        figure.suptitle(
            f"Degree {d}: points are sampled (95 % interval), lines theory where there is one", fontsize=10
        )
    return figure


def shares(frame: pd.DataFrame, labels: Sequence[str]) -> Figure:
    """Draw in what part of random trees perfect ordering is not the best order, with 95 % intervals."""
    n = frame["trees"].to_numpy(dtype=float)
    share = frame["not best"].to_numpy(dtype=float) / n
    # Wilson's interval: it stays between 0 and 1, and says something for 0 too.
    z = 1.96
    middle = (share + z**2 / (2 * n)) / (1 + z**2 / n)
    half = z / (1 + z**2 / n) * np.sqrt(share * (1 - share) / n + z**2 / (4 * n**2))
    with styled():
        figure = Figure(figsize=(7.6, 3.4), layout="constrained")
        ax = figure.subplots()
        at = np.arange(len(share))
        ax.bar(at, 100 * share, 0.6, color=PALETTE["sky"], edgecolor=INK, linewidth=0.8)
        low, high = share - (middle - half), middle + half - share
        ax.errorbar(
            at,
            100 * share,
            yerr=100 * np.clip([low, high], 0, None),
            color=INK,
            linestyle="",
            marker="",
            capsize=4,
        )
        ax.set_xticks(at, labels)
        ax.set(ylabel="not the best order (% of trees)", xlabel="random trees, put into perfect order")
    return figure
