"""Figures of Knuth & Moore's analysis: searched trees, growth against degree, the first analysis against the truth."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from companion import plot
from companion.alphabeta_analysis.study import DEGREE, PROCEDURES, Study, deep_cutoffs
from companion.alphabeta_analysis.tables import over_optimum, printed_1, without_ceiling
from companion.plot.layout import tidy_layout
from companion.plot.style import PALETTE, WIDE, key, legend_below, panels, styled
from companion.published.cases import rows_of, size_name
from gametree.examples import pi_tree
from gametree.search import search
from gametree.theory import optimality, small_trees
from gametree.trace import trace
from gametree.tree import Tree

INK, PALE = "#1A1A1A", "#AAAAAA"
SMALL = 9.5
"""Points of the smallest letters: 8 where a picture that fills the page is shown."""


@styled()
def corollary_4(far: int = 400) -> Figure:
    """Draw the expected leaves of Alphabeta on totally dependent trees over the optimum, against the height."""
    # Even heights: the optimum of odd ones is another formula, and a line through both is a saw.
    heights, wrong = range(2, far + 1, 2), without_ceiling()
    figure, (ax,) = panels(1, 4.3, width=9.3)
    for d in range(wrong[0], wrong[-1] + 5):
        color, dash = ("vermillion", "-") if d in wrong else ("blue", "--")
        quotients = [over_optimum(d, h) for h in heights]
        ax.plot(heights, quotients, color=PALETTE[color], linestyle=dash, marker="", linewidth=1.6)
        if d in wrong:
            _beside(ax, far, quotients[-1], f"$d = {d}$", PALETTE[color])
    middle = over_optimum(wrong[-1] + 2, far)
    _beside(ax, far, middle, f"$d = {wrong[-1] + 1}$ to ${wrong[-1] + 4}$", PALETTE["blue"])
    ax.set(
        xlabel="height $h$ (even)",
        ylabel="leaves of alpha-beta / fewest possible",
        yscale="log",
        xlim=(0, far),
    )
    handles = [
        key(label, PALETTE[color], linestyle=dash)
        for color, dash, label in (
            ("vermillion", "-", "no ceiling: Corollary 4 fails"),
            ("blue", "--", "below a ceiling, as Corollary 4 says"),
        )
    ]
    ax.legend(handles=handles, loc="upper left")
    return figure


def _beside(ax: Axes, x: float, y: float, text: str, color: str) -> None:
    place = {"xytext": (6, 0), "textcoords": "offset points", "va": "center", "annotation_clip": False}
    ax.annotate(text, (x, y), color=color, **place)  # type: ignore[arg-type]


def pi_searched() -> Figure:
    """Draw the tree of pi's digits as F1 and F2 leave it (Figs. 2 and 3)."""
    tree = pi_tree()
    left_out = [leaf for cut in deep_cutoffs(tree) for leaf in cut.left_out]
    panels, values = {}, {}
    for name, title in PROCEDURES.items():
        traced = trace(tree, name)
        snapshot = traced.snapshot()
        title = f"{title}: {traced.result.leaves} leaves"
        panels[title] = snapshot.visited
        values[title] = {n: v if tree.is_max(n) else -v for n, v in snapshot.values.items()}
    return examined_trees(tree, panels, values, left_out)


@styled()
def examined_trees(
    tree: Tree,
    panels: Mapping[str, Collection[int]],
    values: Mapping[str, Mapping[int, float]],
    marked: Collection[int] = (),
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
    marked : collection of int
        Leaves with a triangle below them in every panel.
    """
    layout = tidy_layout(tree)
    figure = Figure(figsize=(WIDE, 2.6 * len(panels) + 0.4))
    axes = np.atleast_1d(figure.subplots(len(panels), 1))
    figure.subplots_adjust(left=0.004, right=0.996, top=0.95, bottom=0.075, hspace=0.14)
    for ax, (title, nodes) in zip(axes, panels.items(), strict=True):
        _examined(ax, tree, layout.x, set(nodes), values[title], set(marked))
        ax.set_title(title)
    handles = [
        key("examined", INK, linestyle="-"),
        key("not examined", PALE, linestyle=":"),
    ]
    if marked:
        handles.append(key("read by F1, left out by a deep cut-off of F2", **_MARK))
    figure.legend(handles=handles, loc="lower center", ncols=3)
    return figure


_MARK: dict[str, Any] = {"color": PALETTE["vermillion"], "linestyle": "", "marker": "^", "markersize": 6}


def _examined(
    ax: Axes, tree: Tree, x: Any, nodes: set[int], values: Mapping[int, float], marked: set[int]
) -> None:
    ax.set_axis_off()
    ax.set(xlim=(-0.6, tree.n_leaves - 0.4), ylim=(-tree.depth - 0.62, 0.3))
    for node in range(1, tree.n_nodes):
        _edge(ax, tree, x, node, node in nodes, (-0.2, 0.22), 0.9)
    for node in range(tree.n_nodes):
        seen, level = node == 0 or node in nodes, int(tree.level[node])
        if node in values:
            ax.text(
                x[node], -level, _plain(values[node]), ha="center", va="center", color=INK if seen else PALE,
                fontsize=SMALL, weight="bold" if seen else "normal",
            )  # fmt: skip
        if node in marked:
            ax.plot(x[node], -level - 0.4, **_MARK)


def _edge(
    ax: Axes,
    tree: Tree,
    x: Any,
    node: int,
    seen: bool = True,
    gaps: tuple[float, float] = (0, 0),
    linewidth: float = 1,
) -> None:
    """Draw the branch above a node, from its parent's place and `gaps` aside; what was not seen is dotted."""
    level = int(tree.level[node])
    look: dict[str, Any] = {"color": INK, "linestyle": "-"} if seen else {"color": PALE, "linestyle": ":"}
    place = [x[int(tree.parent[node])], x[node]], [1 - level + gaps[0], -level + gaps[1]]
    ax.plot(*place, marker="", linewidth=linewidth, zorder=1, **look)


def smaller_unordered() -> tuple[Figure, str]:
    """Draw the smallest tree whose perfect order is not its best (Fig. 4), in both orders; and say what is drawn."""
    tree = small_trees.smallest_better_unordered()
    better = min(optimality.all_orders(tree), key=lambda other: search(other.tree, "alphabeta").leaves).tree
    panels, said = {}, []
    for name, one in (("perfect order", tree), ("a better order", better)):
        traced = trace(one, "alphabeta")
        title = f"{name}: {traced.result.leaves} leaves"
        panels[title] = {"tree": one, "snapshot": traced.snapshot()}
        said.append(f"{title}: {plot.describe(one, traced.snapshot())}")
    return plot.draw_trees(panels), "Figure 4 found again. " + " ".join(said)


@styled()
def forcing(study: Study) -> Figure:
    """Draw the one placement of small leaves (a) and large leaves (b) that forces cut-offs (Fig. 5)."""
    tree = Tree.uniform(2, 4, study.figure_5.forcing[0])
    x = tidy_layout(tree).x
    figure = Figure(figsize=(9.3, 3.0))
    ax = figure.add_axes((0.02, 0.02, 0.96, 0.96))
    ax.set_axis_off()
    ax.set(xlim=(-0.6, tree.n_leaves - 0.4), ylim=(-tree.depth - 0.5, 0.3))
    for node in range(tree.n_nodes):
        level = float(tree.level[node])
        if node:
            _edge(ax, tree, x, node)
        if tree.is_leaf(node):
            large = bool(tree.values[node])
            ax.text(
                x[node], -level - 0.3, "b" if large else "a", ha="center", va="center", fontsize=12,
                color=PALETTE["vermillion" if large else "blue"], weight="bold" if large else "normal",
            )  # fmt: skip
        else:
            shape = "s" if tree.is_max(node) else "o"
            ax.plot(x[node], -level, marker=shape, color=INK, markerfacecolor="white", markersize=10)
    for shape, label in (("s", "MAX to move"), ("o", "MIN to move")):
        ax.plot([], [], marker=shape, color=INK, markerfacecolor="white", linestyle="", label=label)
    ax.legend(loc="upper left")
    return figure


_TYPES = {
    1: (PALETTE["blue"], "#FFFFFF"),
    2: (PALETTE["vermillion"], "#FFFFFF"),
    3: (PALETTE["green"], "#FFFFFF"),
    0: ("#FFFFFF", PALE),
}
"""Type of a position -> its fill, and the colour of its number."""


@styled()
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
    step = float(np.clip((WIDE - 0.8) / tree.n_leaves, 0.2, 0.62))
    wide, high = max(6.4, step * tree.n_leaves + 0.8), 0.85 * tree.depth + 1.35
    size = min(15.0, 62 * step)
    figure = Figure(figsize=(wide, high))
    ax = figure.add_axes((0.02, 0.42 / high, 0.96, 1 - 0.8 / high))
    ax.set_axis_off()
    ax.set(xlim=(-0.8, tree.n_leaves - 0.2), ylim=(-tree.depth - 0.5, 0.3))
    ax.set_title(title)
    for node in range(1, tree.n_nodes):
        _edge(ax, tree, layout.x, node, node in seen, linewidth=1.3 if node in seen else 1.0)
    for node in range(tree.n_nodes):
        fill, ink = _TYPES[int(types[node])]
        x, y = layout.x[node], -float(tree.level[node])
        ax.plot(
            x, y, marker="s" if tree.is_max(node) else "o", markersize=size, markerfacecolor=fill,
            markeredgecolor=INK if node in seen else PALE, markeredgewidth=1.1, linestyle="", zorder=2,
        )  # fmt: skip
        if types[node]:
            ax.text(
                x, y - 0.02, str(int(types[node])), ha="center", va="center", color=ink, fontsize=0.7 * size
            )
        if tree.is_leaf(node) and tree.n_leaves <= 32:
            ax.text(
                x, y - 0.2 - 0.008 * size, _plain(round(float(tree.values[node]), 2)), ha="center", va="top",
                fontsize=SMALL, color=INK if node in seen else PALE,
            )  # fmt: skip
    handles = [
        key(label, INK, "o", markersize=9, markerfacecolor=_TYPES[kind][0])
        for kind, label in ((1, "type 1"), (2, "type 2"), (3, "type 3"), (0, "not critical"))
    ]
    handles.append(key("not examined", PALE, linestyle=":"))
    figure.legend(handles=handles, loc="lower center", ncols=5)
    return ax


def _plain(value: float) -> str:
    # No "minus 0": what MIN is worth with the digit 0.
    return f"{value + 0.0:g}".replace("-", "−")


_GROWTH: tuple[tuple[str, str, str, str, Any, tuple[int, ...]], ...] = (
    ("r*(d)", "$r^*(d)$, upper bound", "vermillion", "^", "-.", (3, 7, 14, 31)),
    ("r1(d)", "$r_1(d)$, upper bound", "orange", "v", ":", (2, 5, 10, 20)),
    ("r(d)", "$r(d)$, computed", "black", "", "-", ()),
    ("r0(d)", "$r_0(d)$, lower bound", "blue", "s", "--", (2, 5, 10, 20, 31)),
    ("xi", "alpha-beta, $\\xi/(1-\\xi)$", "green", "D", (0, (5, 1, 1, 1)), ()),
)
"""Column, label, colour, marker, dash, and the degrees at which Table 1 is drawn: all thirty would merge."""


@styled()
def growth(frame: pd.DataFrame) -> Figure:
    """Draw the bounds of Table 1 over the truth, with some of its cells, and local exponents far beyond it.

    `frame` has `d` and the columns named in `_GROWTH`.
    """
    printed, narrow = printed_1().set_index("d"), frame[frame["d"] <= 31]
    figure, (left, right) = panels(2, 4.6)
    d = frame["d"].to_numpy(dtype=float)
    middle = np.sqrt(d[1:] * d[:-1])
    beyond = (np.flatnonzero(d > 31) - 1).tolist()
    for name, label, color, marker, dash, shown in _GROWTH:
        look: dict[str, Any] = {"color": PALETTE[color], "linestyle": dash, "linewidth": 1.5}
        left.plot(narrow["d"], narrow[name] / narrow["r(d)"], marker="", **look)
        y = np.log(frame[name].to_numpy(dtype=float))
        right.plot(
            middle, np.diff(y) / np.diff(np.log(d)), marker=marker, markersize=4.5, markevery=beyond, label=label,
            **look,
        )  # fmt: skip
        true = narrow.set_index("d")["r(d)"]
        for at in shown:
            value = printed.loc[at, name] / true.loc[at]
            left.plot(at, value, marker=marker, color=PALETTE[color], **_PRINTED)
    grey: dict[str, Any] = {"color": "#777777", "marker": ""}
    right.plot(middle, 1 - 1 / np.log(middle), **grey, linewidth=4, alpha=0.4, label="$d / \\ln d$")
    right.axhline(0.76, **grey, linewidth=1, linestyle="--", label="0.76, the paper's fit")
    left.set(xlabel="degree $d$", ylabel="branching factor / $r(d)$")
    right.set(xscale="log", xlabel="degree $d$", ylabel="local exponent of $d$", ylim=(0.65, 0.97))
    left.set_title("Table 1: bounds around the truth")
    right.set_title("Beyond Table 1: no power is right for long")
    hollow = key("hollow: as printed", "#555555", "o", **_PRINTED)
    legend_below(figure, [*right.get_legend_handles_labels()[0], hollow], 4)
    return figure


_PRINTED: dict[str, Any] = {
    "linestyle": "", "markersize": 8, "markerfacecolor": "white", "markeredgewidth": 1.4, "zorder": 3,
}  # fmt: skip
"""How printed values look: hollow, in the colour and shape of what they are."""


@styled()
def first_analysis(study: Study) -> Figure:
    """Draw what the first analysis and the bound (37) give, relative to the truth, against the height; sampled means."""
    frame = study.exact_costs
    found = study.independent[study.independent["strategy"] == "branch-and-bound"]
    sampled = found.rename(columns={"width": "d", "depth": "h"})
    degrees = list(dict.fromkeys(frame["d"]))
    figure, axes = panels(len(degrees), 4.0, sharey=True)
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
        ax.set(title=f"degree {d}", xlabel="height $h$")
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes[0].set_ylabel("leaves of F1, difference\nfrom the truth (%)")
    legend_below(figure, axes[0])
    return figure


@styled()
def models(study: Study) -> Figure:
    """Draw the leaves of F1 and F2 in three models of values against the height, relative to the fewest possible."""
    frame = study.models[study.models["d"] == DEGREE]
    looks: tuple[tuple[str, str, str, Any], ...] = (
        ("independent", "blue", "o", "-"),
        ("sums", "orange", "s", "--"),
        ("totally dependent", "green", "^", "-."),
    )
    figure, axes = panels(2, 3.9, sharey=True)
    titles = ("F1, without deep cut-offs", "F2, alpha-beta")
    for ax, strategy, title in zip(axes, PROCEDURES, titles, strict=True):
        for model, color, marker, dash in looks:
            part = frame[(frame["model"] == model) & (frame["strategy"] == strategy)]
            ax.errorbar(
                part["h"], part["mean"] / part["minimum"], yerr=1.96 * part["error"] / part["minimum"],
                color=PALETTE[color], marker=marker, linestyle="", capsize=3, markersize=5,
            )  # fmt: skip
            line = part["theory"].fillna(part["mean"])
            ax.plot(part["h"], line / part["minimum"], color=PALETTE[color], linestyle=dash, marker="")
        ax.axhline(1, color="#777777", linewidth=1, linestyle=":", marker="")
        ax.tick_params(labelleft=True)
        ax.set(title=title, xlabel="height $h$")
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes[0].set_ylabel("leaves, relative to the fewest")
    legend_below(figure, [key(model, PALETTE[color], marker, dash) for model, color, marker, dash in looks])
    return figure


@styled()
def shares(study: Study) -> Figure:
    """Draw in what part of random trees perfect ordering is not the best order, with 95 % intervals."""
    frame = study.theorem_1
    labels = [size_name(r.width, r.depth, r.kind) for r in rows_of(frame)]
    n = frame["trees"].to_numpy(dtype=float)
    share = frame["not best"].to_numpy(dtype=float) / n
    # Wilson's interval: it stays between 0 and 1, and says something for 0 too.
    z = 1.96
    middle = (share + z**2 / (2 * n)) / (1 + z**2 / n)
    half = z / (1 + z**2 / n) * np.sqrt(share * (1 - share) / n + z**2 / (4 * n**2))
    figure, (ax,) = panels(1, 3.4, width=7.6)
    at = np.arange(len(share))
    ax.bar(at, 100 * share, 0.6, color=PALETTE["sky"], edgecolor=INK, linewidth=0.8)
    around = 100 * np.clip([share - (middle - half), middle + half - share], 0, None)
    ax.errorbar(at, 100 * share, yerr=around, color=INK, linestyle="", marker="", capsize=4)
    ax.set_xticks(at, labels)
    ax.set(ylabel="not the best order (% of trees)", xlabel="random trees, put into perfect order")
    return figure
