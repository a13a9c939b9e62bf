"""Pictures of trees with chance nodes, and of the experiment on them (Zenzel 1989)."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import LogNorm
from matplotlib.figure import Figure
from matplotlib.patches import Circle, Patch, Rectangle
from matplotlib.ticker import LogLocator, NullFormatter, ScalarFormatter

from companion.plot.describe import MOST_LISTED
from companion.plot.labels import number_label
from companion.plot.layout import Layout, tidy_layout
from companion.plot.legend import Entry, draw_legend, legend_height
from companion.plot.marks import (
    CURRENT,
    CUT,
    CUT_WIDTH,
    FAINT,
    GONE,
    INK,
    LOOKS,
    PRINCIPAL_WIDTH,
    PRUNED_DASHES,
    QUIET,
    WINDOW,
)
from companion.plot.picture import bare_axes, fit
from companion.plot.sizes import check_drawable, sizes_for
from companion.plot.state import State
from companion.plot.style import PALETTE, styled
from gametree.chance.trace import ChanceSnapshot, range_text
from gametree.chance.tree import Tree

if TYPE_CHECKING:
    import pandas as pd

MARGIN, TOP, TITLE = 0.55, 0.45, 0.35
LEAVES_SHARE = 7.8
"""Inches that the leaves share: a tree of sixteen fits on a page, with a range at every node."""
STATES = {
    State.WAITING: "not yet looked at",
    State.VISITED: "looked at, with its range if known",
    State.SOLVED: "value known",
    State.PRUNED: "cut off",
}
"""What the colours of nodes mean here."""

LARGE = 10.0
"""An error beyond which a heuristic says next to nothing: larger ones are not told apart."""

SEARCHES = {
    "alpha-cutoff": (PALETTE["black"], "o", "-"),
    "AOC-I": (PALETTE["blue"], "s", "--"),
    "AOC-II": (PALETTE["orange"], "^", "-."),
    "AOC-III": (PALETTE["vermillion"], "D", ":"),
    "star1": (PALETTE["green"], "v", (0, (5, 1, 1, 1))),
    "star2": (PALETTE["purple"], "P", (0, (8, 2))),
    "alpha-cutoff-all": (PALETTE["sky"], "X", (0, (3, 1))),
}
"""Colour, marker and dash of every search in the pictures of the experiment; the thesis has the first four."""


def states(tree: Tree, snapshot: ChanceSnapshot | None) -> list[State]:
    """Return how every node stands; all are PLAIN if there is no moment."""
    if snapshot is None:
        return [State.PLAIN] * tree.n_nodes
    found = [State.WAITING] * tree.n_nodes
    for node in snapshot.touched:
        low, high = snapshot.ranges.get(node, (0.0, 1.0))
        found[node] = State.VISITED if low < high else State.SOLVED
    for node in snapshot.pruned | snapshot.dead:
        found[node] = State.PRUNED
    return found


def draw_chance_tree(
    tree: Tree,
    *,
    snapshot: ChanceSnapshot | None = None,
    ranges: dict[str, tuple[float, float]] | None = None,
    solution: Collection[int] = (),
    over: bool = False,
    title: str = "",
    layout: Layout | None = None,
    legend: bool = True,
) -> Axes:
    """Draw a tree with chance nodes, and how a search of it stands.

    Parameters
    ----------
    tree : Tree
        A tree of at most `plot.MOST_LEAVES` leaves.
    snapshot : ChanceSnapshot, optional
        How a search stands (`gametree.chance.trace`): ranges, values, what is cut off.
    ranges : dict, optional
        Name -> range, to be written at nodes besides those that the snapshot has.
    solution : collection of int
        Nodes of the solution tree: arcs between them are bold.
    over : bool
        Whether the search has ended: then no last step is marked.
    title : str
        What to write above.
    layout : Layout, optional
        Where the nodes go, if it has been computed before.
    legend : bool
        Whether to explain, below, the marks that occur.
    """
    check_drawable(tree.shape)
    picture = _Picture(tree, snapshot, dict(ranges or {}), set(solution), over, title, layout)
    with styled():
        return picture.draw(legend)


@dataclass
class _Picture:
    """A tree with chance nodes on its way to paper: each method draws one kind of mark."""

    tree: Tree
    snapshot: ChanceSnapshot | None
    ranges: dict[str, tuple[float, float]]
    solution: set[int]
    over: bool
    title: str
    layout: Layout | None = None

    def __post_init__(self) -> None:
        self.layout = self.layout or tidy_layout(self.tree.shape)
        tight = sizes_for(self.tree.shape, self.layout, compact=True)
        self.sizes = replace(tight, step=float(np.clip(LEAVES_SHARE / self.tree.n_leaves, tight.step, 0.72)))
        self.states = states(self.tree, self.snapshot)

    def draw(self, legend: bool) -> Axes:
        assert self.layout is not None
        tree, sizes = self.tree, self.sizes
        entries = self._entries() if legend else []
        across = 2 * MARGIN + (tree.n_leaves - 1) * sizes.step
        width = max(across, 6.4)
        drop = sizes.drop + 0.28
        top = TOP + (TITLE if self.title else 0)
        height = top + tree.depth * drop + 0.75 + legend_height(entries, width)
        self.ax = bare_axes(Figure(figsize=(width, height)), (0, 0, 1, 1))
        fit(self.ax, width, height)
        self.x = (width - across) / 2 + MARGIN + sizes.step * self.layout.x
        self.y = height - top - drop * self.layout.y
        if self.title:
            self._text(0.2, height - 0.2, self.title, 11, weight="bold", ha="left")
        self._arcs()
        self._probabilities()
        self._cuts()
        self._nodes()
        self._labels()
        draw_legend(self.ax, entries, width, legend_height(entries, width), 1.0)
        return self.ax

    def _entries(self) -> list[Entry]:
        plain = LOOKS[State.PLAIN]
        marks = [
            (True, "decision (OR)", "max", plain),
            (bool((self.tree.kind == 2).any()), "chance, with probabilities", "min", plain),
            *((state in self.states, text, "node", LOOKS[state]) for state, text in STATES.items()),
            (self.snapshot is not None and not self.over, "last step", "current", None),
            (bool(self._cut_arcs()), "cut-off", "cut", None),
            (bool(self.solution), "solution tree", "principal", None),
        ]
        return [Entry(rank, text, kind, look) for rank, (here, text, kind, look) in enumerate(marks) if here]

    def _cut_arcs(self) -> list[int]:
        """Return the nodes that are cut off while their parents are not."""
        parent = self.tree.shape.parent
        return [
            node
            for node in range(1, self.tree.n_nodes)
            if self.states[node] is State.PRUNED and self.states[int(parent[node])] is not State.PRUNED
        ]

    def _arcs(self) -> None:
        kinds: dict[tuple[str, float, Any], list[Any]] = {}
        parent = self.tree.shape.parent
        for node in range(1, self.tree.n_nodes):
            up = int(parent[node])
            look: tuple[str, float, Any] = (INK, 1.3, "-")
            if node in self.solution and up in self.solution:
                look = (INK, PRINCIPAL_WIDTH, "-")
            elif self.states[node] is State.PRUNED:
                look = (GONE, 0.9, PRUNED_DASHES)
            elif self.states[node] is State.WAITING:
                look = (FAINT, 0.9, "-")
            kinds.setdefault(look, []).append([(self.x[up], self.y[up]), (self.x[node], self.y[node])])
        for (color, width, line), segments in kinds.items():
            self.ax.add_collection(
                LineCollection(segments, colors=color, linewidths=width, linestyles=[line], zorder=2)
            )

    def _probabilities(self) -> None:
        parent = self.tree.shape.parent
        box = {"boxstyle": "square,pad=0.06", "facecolor": "white", "edgecolor": "none"}
        for node in range(1, self.tree.n_nodes):
            up = int(parent[node])
            if self.tree.is_chance(up):
                x, y = (0.42 * a[up] + 0.58 * a[node] for a in (self.x, self.y))
                text = f"{self.tree.probability[node]:.2g}".lstrip("0")
                quiet = self.states[node] in (State.PRUNED, State.WAITING)
                self._text(x, y, text, 7.5, color=FAINT if quiet else QUIET, bbox=box, zorder=3)

    def _cuts(self) -> None:
        bars = []
        parent = self.tree.shape.parent
        for node in self._cut_arcs():
            up = int(parent[node])
            start = np.array([self.x[up], self.y[up]])
            along = np.array([self.x[node], self.y[node]]) - start
            length = float(np.hypot(*along))
            along /= length
            across = np.array([-along[1], along[0]]) * 0.085
            for shift in (-0.022, 0.022):
                middle = start + along * (0.3 * length + shift)
                bars.append([middle - across, middle + across])
        self.ax.add_collection(LineCollection(bars, colors=CUT, linewidths=CUT_WIDTH, zorder=4))

    def _nodes(self) -> None:
        current = self.snapshot.node if self.snapshot is not None and not self.over else None
        for node in range(self.tree.n_nodes):
            look = LOOKS[self.states[node]]
            patch = self._shape(node, 0.0)
            patch.set(facecolor=look.fill, edgecolor=look.outline, linewidth=look.width, linestyle=look.line)
            patch.set_zorder(5)
            self.ax.add_patch(patch)
            if node == current:
                ring = self._shape(node, 0.05)
                ring.set(fill=False, edgecolor=CURRENT, linewidth=2.6, zorder=6)
                self.ax.add_patch(ring)

    def _shape(self, node: int, more: float) -> Patch:
        x, y = float(self.x[node]), float(self.y[node])
        if self.tree.is_chance(node):
            return Circle((x, y), self.sizes.radius + more)
        side = (0.62 if self.tree.is_leaf(node) else 0.9) * self.sizes.radius + more
        return Rectangle((x - side, y - side), 2 * side, 2 * side)

    def _labels(self) -> None:
        box = {"boxstyle": "round,pad=0.12", "facecolor": "white", "edgecolor": "none", "alpha": 0.85}
        own = {} if self.snapshot is None else self.snapshot.ranges
        given = {self.tree.node(name): bounds for name, bounds in self.ranges.items()}
        known = {**given, **own}
        for node in range(self.tree.n_nodes):
            x, y = float(self.x[node]), float(self.y[node])
            look = LOOKS[self.states[node]]
            name = self.tree.names[node]
            small = 6.5 if self.tree.is_leaf(node) else 9.0
            self._text(x, y, name, small * min(1.0, 2.2 / (1 + len(name))), color=look.text, zorder=7)
            if self.tree.is_leaf(node):
                unseen = self.states[node] in (State.WAITING, State.PRUNED) and node not in known
                color = FAINT if unseen else INK
                value = number_label(float(self.tree.shape.values[node]))
                self._text(x, y - 0.3, value, 9, color=color, weight="normal" if unseen else "bold")
            elif node in known:
                text = _short_range(known[node])
                dead = self.states[node] is State.PRUNED
                self._text(
                    x,
                    y + self.sizes.radius + 0.13,
                    text,
                    8,
                    color=FAINT if dead else WINDOW,
                    bbox=box,
                    zorder=8,
                )

    def _text(self, x: float, y: float, text: str, points: float, **options: Any) -> None:
        look = {"color": INK, "ha": "center", "va": "center_baseline", "zorder": 4, **options}
        self.ax.text(float(x), float(y), text, fontsize=points, **look)


def _short_range(bounds: tuple[float, float]) -> str:
    low, high = (number_label(float(f"{bound:.4g}")) for bound in bounds)
    return f"[{low}, {high}]" if bounds[0] < bounds[1] else low


def describe_chance(tree: Tree, snapshot: ChanceSnapshot | None = None) -> str:
    """Return what a picture of a tree with chance nodes shows, in words."""
    leaves = [number_label(value) for value in tree.leaves.tolist()]
    more = f", and {len(leaves) - MOST_LISTED} more" if len(leaves) > MOST_LISTED else ""
    parts = [
        f"Tree of depth {tree.depth} with decision and chance nodes",
        f"values of the leaves from left to right: {', '.join(leaves[:MOST_LISTED])}{more}",
    ]
    if snapshot is None:
        return "; ".join(parts) + "."
    inner = [n for n in snapshot.ranges if not tree.is_leaf(n)]
    known = (
        ", ".join(f"{tree.names[n]} {range_text(snapshot.ranges[n])}" for n in inner[:MOST_LISTED]) or "none"
    )
    cut = [
        n
        for n in sorted(snapshot.pruned | snapshot.dead)
        if int(tree.shape.parent[n]) not in snapshot.pruned | snapshot.dead
    ]
    gone = ", ".join(tree.names[n] for n in cut) or "nothing"
    parts += [
        f"ranges and values known: {known}",
        f"cut off: {gone}",
        f"leaves evaluated: {len(snapshot.order)}",
    ]
    return "; ".join(parts) + "."


def figures_a(summary: pd.DataFrame, criterion: str, axis: str, numbers: Sequence[int]) -> Figure:
    """Draw five of Figures A-1 to A-15: a criterion over the branch factor, per order and kind of probabilities.

    Parameters
    ----------
    summary : DataFrame
        A row per depth, branch, group, search and criterion: mean, low, high.
    criterion : str
        Which one.
    axis : str
        What to write beside the axis.
    numbers : sequence of int
        The numbers of the five figures.
    """
    groups = ["perfect", "worst", "random", "uniform", "scatter"]
    rows = summary[summary["criterion"] == criterion]
    depths = sorted(rows["depth"].unique())
    with styled():
        figure = Figure(figsize=(11.1, 2.5 * len(depths) + 0.9), layout="constrained")
        panels = figure.subplots(len(depths), len(groups), sharex=True, sharey="row", squeeze=False)
        for row, depth in zip(panels, depths, strict=True):
            for ax, group, number in zip(row, groups, numbers, strict=True):
                part = rows[(rows["depth"] == depth) & (rows["group"] == group)]
                _lines(ax, part[part["search"].isin(list(SEARCHES)[:4])], bands=True)
                ax.set_yscale("log")
                ax.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
                ax.yaxis.set_major_formatter(ScalarFormatter())
                ax.yaxis.set_minor_formatter(NullFormatter())
                if depth == depths[0]:
                    kind = "order" if group in groups[:3] else "probabilities"
                    ax.set_title(f"A-{number}: {group} {kind}", fontsize=9)
            row[0].set_ylabel(f"{axis}\ndepth {depth}")
        for ax in panels[-1]:
            ax.set_xlabel("branch factor")
        handles, labels = panels[0, 0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=len(labels))
    return figure


def _lines(ax: Axes, part: pd.DataFrame, bands: bool) -> None:
    """Draw a line for each search, with its band if wanted."""
    for search, (color, marker, dash) in SEARCHES.items():
        line = part[part["search"] == search].sort_values("branch")
        if len(line) == 0:
            continue
        if bands:
            ax.fill_between(line["branch"], line["low"], line["high"], color=color, alpha=0.18, linewidth=0)
        ax.plot(
            line["branch"],
            line["mean"],
            color=color,
            marker=marker,
            linestyle=dash,
            label=search,
            markersize=5,
        )
    ax.set_xscale("log")
    branches = sorted(part["branch"].unique())
    ax.set_xticks(branches, [str(b) for b in branches])
    ax.minorticks_off()


def draw_shares(shares: pd.DataFrame, order: str) -> Figure:
    """Draw which part of the leaves every search evaluates (`share_of_leaves`), over the branch factor."""
    depths = sorted(shares["depth"].unique())
    with styled():
        figure = Figure(figsize=(4.6 * len(depths), 4.3), layout="constrained")
        panels = figure.subplots(1, len(depths), sharey=True, squeeze=False)[0]
        for ax, depth in zip(panels, depths, strict=True):
            _lines(ax, shares[shares["depth"] == depth], bands=False)
            ax.set_title(f"depth {depth}, {order} order")
            ax.set(xlabel="branch factor", ylim=(0, 1.03))
        panels[0].set_ylabel("part of the leaves evaluated")
        handles, labels = panels[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=4)
    return figure


def draw_map(maps: dict[str, pd.DataFrame]) -> Figure:
    """Draw at which error alpha-cutoff becomes the better choice: a row per criterion, a panel per order.

    Parameters
    ----------
    maps : dict
        What to write beside a row -> what `break_even` returned.
    """
    orders = list(dict.fromkeys(order for frame in maps.values() for order in frame["order"]))
    norm = LogNorm(0.1, LARGE)
    with styled():
        # Large enough for every cell's two lines of text, and for three columns and two rows at least.
        branches, depths = (
            max(frame[name].nunique() for frame in maps.values()) for name in ("branch", "depth")
        )
        wide, high = max(3.1, 1.05 * branches + 0.3), max(2.3, 0.6 * depths + 1.1)
        figure = Figure(figsize=(wide * len(orders) + 1.7, high * len(maps) + 0.6), layout="constrained")
        panels = figure.subplots(len(maps), len(orders), squeeze=False)
        image = None
        for row, (name, frame) in zip(panels, maps.items(), strict=True):
            for ax, order in zip(row, orders, strict=True):
                part = frame[frame["order"] == order]
                grid = part.pivot(index="depth", columns="branch", values="error")
                shown = np.clip(grid.to_numpy(), 0.1, LARGE)
                image = ax.imshow(shown, norm=norm, cmap="cividis", aspect="auto", origin="lower")
                _write_cells(ax, part, grid)
                ax.set_title(f"{name}, {order} order", fontsize=10)
                ax.set(xlabel="branch factor", ylabel="depth")
        assert image is not None
        bar = figure.colorbar(image, ax=panels, label="error from which alpha-cutoff is better", shrink=0.9)
        bar.set_ticks([0.1, 0.5, 1, 5, LARGE], labels=["10 %", "50 %", "100 %", "500 %", "> 1000 % or never"])
        bar.minorticks_off()
    return figure


def _write_cells(ax: Axes, part: pd.DataFrame, grid: pd.DataFrame) -> None:
    """Write every error into its cell, and below it the limits of 95 %."""
    ax.set_xticks(range(len(grid.columns)), [str(b) for b in grid.columns])
    ax.set_yticks(range(len(grid.index)), [str(d) for d in grid.index])
    ax.tick_params(length=0)
    cells: Any = part.itertuples()
    for cell in cells:
        place = list(grid.columns).index(cell.branch), list(grid.index).index(cell.depth)
        dark = cell.error < 1.2
        text = percent(cell.error)
        ends = (f"{100 * end:.0f}" if end < LARGE else f"{100 * LARGE:.0f}+" for end in (cell.low, cell.high))
        limits = f"\n{' to '.join(ends)}" if cell.error < LARGE else ""
        ax.text(*place, text + limits, ha="center", va="center", color="white" if dark else INK, fontsize=8.5)


def percent(error: float) -> str:
    """Return an error as text: 75 %, > 1000 %, or never."""
    if math.isinf(error):
        return "never"
    return f"{100 * error:.0f} %" if error < LARGE else f"> {100 * LARGE:.0f} %"
