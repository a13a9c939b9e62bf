"""Figures of trees with chance nodes, and of the experiment on them (Zenzel 1989)."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import LinearSegmentedColormap, TwoSlopeNorm
from matplotlib.figure import Figure
from matplotlib.patches import Patch, Rectangle

from companion.chance_nodes.counts import AOC
from companion.chance_nodes.experiment import THESIS_ERRORS, THESIS_SIZES, WITHOUT_HEURISTIC
from companion.explanations.trace_data import number_label
from companion.plot.describe import MOST_LISTED, State, cut_edges, shortened
from companion.plot.layout import Layout, check_drawable, sizes_for, text_width, tidy_layout
from companion.plot.legend import (
    CURRENT,
    FAINT,
    GONE,
    INK,
    LOOKS,
    PRINCIPAL_WIDTH,
    PRUNED_DASHES,
    QUIET,
    WINDOW,
    Entry,
    diamond,
    draw_legend,
    legend_height,
)
from companion.plot.picture import Drawing, bare_axes, fit
from companion.plot.style import PALETTE, WIDE, legend_below, panels, styled
from gametree.chance.recorder import range_text
from gametree.chance.trace import ChanceSnapshot
from gametree.chance.tree import Tree

MARGIN, TOP = 0.55, 0.45
LEAVES_SHARE = 7.8
"""Inches that the leaves share: a tree of sixteen fits on a page, with a range at every node."""
STATES = {
    State.WAITING: "not yet looked at",
    State.VISITED: "looked at, with its range if known",
    State.SOLVED: "value known",
    State.PRUNED: "node cut off",
}
"""What the colours of nodes mean here."""

LARGE = 10.0
"""An error beyond which a heuristic says next to nothing: larger ones are not distinguished."""

EXPECTED = 0.5
"""The error beyond which the thesis expects alpha-cutoff to be the better choice."""

BUDGETS = {"nodes": "nodes touched", "time": "time", "memory": "memory"}
"""What the criteria are called in pictures."""

NAMES = {
    "alpha-cutoff": "alpha-cutoff",
    "alpha-cutoff-all": "alpha-cutoff, all children at once",
    "star1": "Star1",
    "star2": "Star2",
}
"""What the searches without a heuristic are called in pictures."""

NEVER = PALETTE["green"]
_COLORS = LinearSegmentedColormap.from_list(
    "break-even", [PALETTE["vermillion"], "#F7F7F7", PALETTE["blue"]]
).with_extremes(over="#004466")
_NORM = TwoSlopeNorm(math.log10(EXPECTED), math.log10(0.1), math.log10(LARGE))

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

SMALLEST = 8.0
"""Points of the smallest letters; a name that does not fit its node at this size is left out."""


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


@styled()
def draw_chance_tree(
    tree: Tree,
    *,
    snapshot: ChanceSnapshot | None = None,
    solution: Collection[int] = (),
    over: bool = False,
    layout: Layout | None = None,
) -> Axes:
    """Draw a tree with chance nodes, and how a search of it stands.

    Parameters
    ----------
    tree : Tree
        A tree of at most `plot.MOST_LEAVES` leaves.
    snapshot : ChanceSnapshot, optional
        How a search stands (`gametree.chance.trace`): ranges, values, what is cut off.
    solution : collection of int
        Nodes of the solution tree: arcs between them are bold.
    over : bool
        Whether the search has ended: then no last step is marked.
    layout : Layout, optional
        Where the nodes go, if it has been computed before.
    """
    check_drawable(tree.shape)
    return _Picture(tree, snapshot, set(solution), over, layout).draw()


@dataclass
class _Picture(Drawing):
    """A tree with chance nodes on its way to paper: each method draws one kind of mark."""

    tree: Tree
    snapshot: ChanceSnapshot | None
    solution: set[int]
    over: bool
    layout: Layout | None = None

    def __post_init__(self) -> None:
        self.shape = self.tree.shape
        self.layout = self.layout or tidy_layout(self.shape)
        tight = sizes_for(self.tree.shape, self.layout, compact=True)
        self.sizes = replace(tight, step=float(np.clip(LEAVES_SHARE / self.tree.n_leaves, tight.step, 0.72)))
        self.states = states(self.tree, self.snapshot)

    def draw(self) -> Axes:
        assert self.layout is not None
        tree, sizes = self.tree, self.sizes
        entries = self._entries()
        across = 2 * MARGIN + (tree.n_leaves - 1) * sizes.step
        width = max(across, 6.4)
        drop = sizes.drop + 0.28
        height = TOP + tree.depth * drop + 0.75 + legend_height(entries, width)
        self.ax = bare_axes(Figure(figsize=(width, height)), (0, 0, 1, 1))
        self.scale = fit(self.ax, width, height)
        self.x = (width - across) / 2 + MARGIN + sizes.step * self.layout.x
        self.y = height - TOP - drop * self.layout.y
        self._arcs()
        self._probabilities()
        self.draw_cuts(lambda length, _: 0.3 * length, 0.085)
        self._nodes()
        self._labels()
        draw_legend(self.ax, entries, width, legend_height(entries, width), self.scale)
        return self.ax

    def _entries(self) -> list[Entry]:
        plain = LOOKS[State.PLAIN]
        marks = [
            (True, "decision (OR)", "max", plain),
            (bool((self.tree.kind == 2).any()), "chance, with probabilities", "chance", plain),
            *((state in self.states, text, "node", LOOKS[state]) for state, text in STATES.items()),
            (self.snapshot is not None and not self.over, "last step", "current", None),
            (bool(cut_edges(self.tree.shape, self.states)), "cut-off", "cut", None),
            (bool(self.solution), "solution tree", "principal", None),
        ]
        return [Entry(rank, text, kind, look) for rank, (here, text, kind, look) in enumerate(marks) if here]

    def _arcs(self) -> None:
        kinds: dict[tuple[str, float, Any], list[int]] = {}
        for node in range(1, self.tree.n_nodes):
            look: tuple[str, float, Any] = (INK, 1.3, "-")
            if node in self.solution and int(self.shape.parent[node]) in self.solution:
                look = (INK, PRINCIPAL_WIDTH, "-")
            elif self.states[node] is State.PRUNED:
                look = (GONE, 0.9, PRUNED_DASHES)
            elif self.states[node] is State.WAITING:
                look = (FAINT, 0.9, "-")
            kinds.setdefault(look, []).append(node)
        for look, nodes in kinds.items():
            self.draw_edges(nodes, *look)

    def _probabilities(self) -> None:
        parent = self.tree.shape.parent
        box = {"boxstyle": "square,pad=0.2", "facecolor": "white", "edgecolor": "none"}
        for node in range(1, self.tree.n_nodes):
            up = int(parent[node])
            if self.tree.is_chance(up):
                x, y = (0.42 * a[up] + 0.58 * a[node] for a in (self.x, self.y))
                text = f"{self.tree.probability[node]:.2g}".lstrip("0")
                quiet = self.states[node] in (State.PRUNED, State.WAITING)
                self.write(x, y, text, SMALLEST, color=FAINT if quiet else QUIET, bbox=box, zorder=3)

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
            return diamond(x, y, 1.25 * self._half(node) + more)
        side = self._half(node) + more
        return Rectangle((x - side, y - side), 2 * side, 2 * side)

    def _half(self, node: int) -> float:
        """Return half the width of a node."""
        part = 0.62 if self.tree.is_leaf(node) else 1.0 if self.tree.is_chance(node) else 0.9
        return part * self.sizes.radius

    def _labels(self) -> None:
        box = {"boxstyle": "round,pad=0.12", "facecolor": "white", "edgecolor": "none", "alpha": 0.85}
        known = {} if self.snapshot is None else self.snapshot.ranges
        for node in range(self.tree.n_nodes):
            x, y = float(self.x[node]), float(self.y[node])
            look = LOOKS[self.states[node]]
            name = self.tree.names[node]
            if text_width(name, SMALLEST) < 2 * self._half(node):
                self.write(x, y, name, SMALLEST, color=look.text, zorder=7)
            if self.tree.is_leaf(node):
                unseen = self.states[node] in (State.WAITING, State.PRUNED) and node not in known
                color = FAINT if unseen else INK
                value = number_label(float(self.tree.shape.values[node]))
                self.write(x, y - 0.3, value, 9, color=color, weight="normal" if unseen else "bold")
            elif node in known:
                text = _short_range(known[node])
                dead = self.states[node] is State.PRUNED
                above = y + self.sizes.radius + 0.13
                x = self._beside_arc(node, text_width(text, SMALLEST), above)
                self.write(x, above, text, SMALLEST, color=QUIET if dead else WINDOW, bbox=box, zorder=8)

    def _beside_arc(self, node: int, wide: float, y: float) -> float:
        """Return where a label of this width stands above a node so that the arc from its parent misses it."""
        x, up = float(self.x[node]), int(self.tree.shape.parent[node])
        if node == 0 or self.x[up] == x:
            return x
        slope = (self.x[up] - x) / (self.y[up] - self.y[node])
        arc, half, away = x + slope * (y - float(self.y[node])), wide / 2 + 0.07, -np.sign(slope)
        return float(arc + away * half) if abs(arc - x) < half else x


def _short_range(bounds: tuple[float, float]) -> str:
    low, high = (number_label(float(f"{bound:.4g}")) for bound in bounds)
    return f"[{low}, {high}]" if bounds[0] < bounds[1] else low


def describe_chance(tree: Tree, snapshot: ChanceSnapshot | None = None) -> str:
    """Return what a picture of a tree with chance nodes shows, in words."""
    parts = [
        f"Tree of depth {tree.depth} with decision and chance nodes",
        f"values of the leaves from left to right: {shortened(map(number_label, tree.leaves.tolist()))}",
    ]
    if snapshot is None:
        return "; ".join(parts) + "."
    inner = [n for n in snapshot.ranges if not tree.is_leaf(n)]
    known = (
        ", ".join(f"{tree.names[n]} {range_text(snapshot.ranges[n])}" for n in inner[:MOST_LISTED]) or "none"
    )
    cut = cut_edges(tree.shape, states(tree, snapshot))
    gone = ", ".join(tree.names[n] for n in cut) or "nothing"
    parts += [
        f"ranges and values known: {known}",
        f"cut off: {gone}",
        f"leaves evaluated: {len(snapshot.order)}",
    ]
    return "; ".join(parts) + "."


@styled()
def draw_map(crossings: pd.DataFrame) -> Figure:
    """Draw at which error alpha-cutoff becomes the better choice: a panel per criterion, sizes down, orders across.

    Colours part at `EXPECTED`. Sizes that the thesis does not have stand below a line.

    Parameters
    ----------
    crossings : DataFrame
        What `break_even` returned for several criteria, the column `criterion` says which.
    """
    criteria, orders = list(dict.fromkeys(crossings["criterion"])), sorted(set(crossings["order"]))
    sizes = list(dict.fromkeys(zip(crossings["depth"], crossings["branch"], strict=True)))
    figure = Figure(figsize=(WIDE, 0.47 * len(sizes) + 1.75), layout="constrained")
    grid = figure.subplots(1, len(criteria), sharey=True, squeeze=False)[0]
    for ax, criterion in zip(grid, criteria, strict=True):
        cells: Any = crossings[crossings["criterion"] == criterion].itertuples()
        for cell in cells:
            _map_cell(ax, cell, orders.index(cell.order), sizes.index((cell.depth, cell.branch)))
        ax.set(xlim=(-0.5, len(orders) - 0.5), ylim=(len(sizes) - 0.5, -0.5))
        ax.set_title(BUDGETS.get(criterion, criterion))
        ax.set_xticks(range(len(orders)), [f"{order}\norder" for order in orders], fontsize=9.5)
        ax.set_yticks(range(len(sizes)), [f"depth {d}, width {b}" for d, b in sizes], fontsize=9.5)
        ax.tick_params(length=0)
        ax.spines[:].set_visible(False)
        printed = sum(size in THESIS_SIZES for size in sizes)
        if 0 < printed < len(sizes):
            ax.axhline(printed - 0.5, color=INK, linewidth=1.6, marker="")
    bar = figure.colorbar(
        ScalarMappable(_NORM, _COLORS), ax=grid, location="bottom", extend="max", aspect=45, pad=0.03
    )
    bar.set_label("error of the heuristic at which both searches cost the same", fontsize=9.5)
    ticks = (0.1, 0.25, EXPECTED, 1, 2.5, 5, LARGE)
    bar.set_ticks([math.log10(e) for e in ticks], labels=[percent(e) for e in ticks], fontsize=9.5)
    bar.minorticks_off()
    never = Patch(facecolor=NEVER, label="never: AOC* costs less however little it is told")
    figure.legend(handles=[never], loc="outside upper right", fontsize=9.5)
    return figure


def _map_cell(ax: Axes, cell: Any, x: int, y: int) -> None:
    """Draw an error, and below it the limits of 95 % where they say more than the error does."""
    color = NEVER if math.isinf(cell.error) else _COLORS(_NORM(math.log10(cell.error)))
    ax.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=color, edgecolor="white", linewidth=1.5))
    ends = [percent(end).removesuffix("\u00a0%").replace("> ", ">") for end in (cell.low, cell.high)]
    limits = f"{ends[0]} or more" if ends[1].startswith(">") else "–".join(ends)
    limits = limits if ends[0] != ends[1] else ""
    ink = "white" if cell.error >= 0.7 * LARGE else INK
    above = 0.17 if limits else 0
    ax.text(
        x, y - above, percent(cell.error), ha="center", va="center", color=ink, fontsize=10.5, weight="bold"
    )
    ax.text(x, y + 0.24, limits, ha="center", va="center", color=ink, fontsize=9.5)


def percent(error: float) -> str:
    r"""Return an error as text.

    >>> percent(0.755), percent(20), percent(math.inf)
    ('76\xa0%', '> 1000\xa0%', 'never')
    """
    if math.isinf(error):
        return "never"
    return f"{100 * error:.0f}\u00a0%" if error <= LARGE else f"> {100 * LARGE:.0f}\u00a0%"


@styled()
def draw_relative(costs: pd.DataFrame) -> Figure:
    """Draw what AOC* costs in parts of what alpha-cutoff costs (`relative_costs`): a panel per depth."""
    depths, branches = (sorted(costs[name].unique()) for name in ("depth", "branch"))
    start = {criterion: k * (len(branches) + 0.7) for k, criterion in enumerate(BUDGETS)}
    figure, grid = panels(len(depths), 4.8, sharey=True)
    for ax, depth in zip(grid, depths, strict=True):
        ax.axhline(1, color=SEARCHES["alpha-cutoff"][0], linewidth=1.2, marker="")
        for k, search in enumerate(AOC):
            part = costs[(costs["depth"] == depth) & (costs["search"] == search)]
            x = part["criterion"].map(start) + part["branch"].map(branches.index) + 0.24 * (k - 1)
            ends = [part["ratio"] - part["low"], part["high"] - part["ratio"]]
            label = f"{search}: ranges off by at most {percent(THESIS_ERRORS[k])}"
            color, marker, _ = SEARCHES[search]
            look = {"color": color, "fmt": marker, "markersize": 6, "elinewidth": 1.8, "capsize": 2.5}
            ax.errorbar(x, part["ratio"], yerr=ends, label=label, **look)
        for criterion, name in BUDGETS.items():
            middle = start[criterion] + (len(branches) - 1) / 2
            ax.text(
                middle, 0.99, name, transform=ax.get_xaxis_transform(), ha="center", va="top", weight="bold"
            )
        ticks = [first + k for first in start.values() for k in range(len(branches))]
        ax.set_xticks(ticks, [str(b) for b in branches] * len(start), fontsize=9.5)
        ax.set_yscale("log")
        ax.set_ylim(0.04, 5)
        ax.set_yticks([0.05, 0.1, 0.2, 0.5, 1, 2], ["0.05", "0.1", "0.2", "0.5", "1", "2"], fontsize=9.5)
        ax.minorticks_off()
        ax.grid(axis="y")
        ax.set_axisbelow(True)
        ax.set_title(f"depth {depth}")
        ax.set_xlabel("width")
    grid[0].set_ylabel("cost of AOC* / cost of alpha-cutoff")
    legend_below(figure, grid[0], fontsize=9.5)
    return figure


@styled()
def draw_saved(saved: pd.DataFrame) -> Figure:
    """Draw which part of the leaves the searches without a heuristic save (`leaves_saved`), with limits of 95 %."""
    own = saved[saved["search"].isin(WITHOUT_HEURISTIC)]
    sizes = sorted(set(zip(own["depth"], own["branch"], strict=True)))
    place = {size: k + 0.6 * sorted({d for d, _ in sizes}).index(size[0]) for k, size in enumerate(sizes)}
    figure, (ax,) = panels(1, 4.5)
    ax.axhspan(25, 30, color="#E3E3E3", linewidth=0)
    ax.text(-0.3, 27.5, "Star1 in Ballard's trees, which have an opponent", va="center", fontsize=9.5)
    for k, search in enumerate(WITHOUT_HEURISTIC):
        color, marker, dash = SEARCHES[search]
        for depth in sorted(own["depth"].unique()):
            part = own[(own["search"] == search) & (own["depth"] == depth)].sort_values("branch")
            x = [place[depth, b] + 0.08 * (k - 1.5) for b in part["branch"]]
            ax.errorbar(
                x, 100 * part["mean"], yerr=196 * part["error"], color=color, marker=marker, linestyle=dash,
                capsize=2.5, elinewidth=1.2, label=NAMES[search] if depth == own["depth"].min() else None,
            )  # fmt: skip
    ax.set_xticks(list(place.values()), [f"depth {d}\nwidth {b}" for d, b in place], fontsize=9.5)
    ax.set(ylim=(0, 31), ylabel="leaves saved (%)")
    ax.grid(axis="y")
    ax.set_axisbelow(True)
    figure.legend(loc="outside lower center", ncols=len(NAMES), fontsize=9.5)
    return figure
