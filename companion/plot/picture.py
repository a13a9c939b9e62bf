"""The picture of one tree: each method draws one kind of mark."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.patches import Circle, FancyBboxPatch, Patch, Rectangle
from numpy.typing import NDArray

from companion.explanations.trace_data import number_label, window_label
from companion.plot.describe import State, check_shown, classify, cut_edges
from companion.plot.layout import (
    MOST_LEAVES,
    LabelRow,
    Layout,
    check_drawable,
    label_row,
    sizes_for,
    text_height,
    text_width,
    tidy_layout,
)
from companion.plot.legend import (
    BADGE,
    BANDS,
    CURRENT,
    CUT,
    CUT_GAP,
    CUT_WIDTH,
    FAINT,
    GONE,
    INK,
    LOOKS,
    PRINCIPAL_WIDTH,
    PRUNED_DASHES,
    QUIET,
    WINDOW,
    Entry,
    draw_legend,
    legend_height,
)
from gametree._checks import check_count, check_flag, check_kind, check_name
from gametree.trace import Snapshot
from gametree.tree import Tree

LEFT, RIGHT = 0.72, 0.62
"""Inches beside the outermost leaves: for the names of the players, and for a window."""

TITLE_POINTS = 11

Window = tuple[float | None, float | None]


FRAMEWORKS = ("minimax", "negamax")

_KINDS = (
    ("values", (bool, Mapping), "True, False or a mapping from nodes to numbers or texts"),
    ("windows", Mapping, "a mapping from nodes to pairs of bounds"),
    ("principal", Sequence, "moves from the root, such as SearchResult.line"),
    ("highlight", Mapping, "a mapping from names to lists of nodes"),
    ("title", str, "text"),
    ("layout", Layout, "a Layout, as tidy_layout returns it"),
)
"""What options must be that are neither names nor flags."""


class Drawing:
    """What pictures of trees share: places of nodes on axes, in inches, and marks that are drawn there.

    Attributes
    ----------
    ax, scale : Axes, float
        Where it is drawn, and how much smaller than in inches.
    shape : Tree
        The tree, without what is special about its nodes.
    x, y : float array
        The place of every node.
    states : list of State
        The state of every node.
    """

    ax: Axes
    scale: float
    shape: Tree
    x: NDArray[np.float64]
    y: NDArray[np.float64]
    states: list[State]

    def draw_edges(
        self, nodes: Iterable[int], color: str, width: float, line: Any, zorder: float = 2, alpha: float = 1
    ) -> None:
        """Draw the edges above these nodes."""
        parent = self.shape.parent
        segments = [[(self.x[parent[n]], self.y[parent[n]]), (self.x[n], self.y[n])] for n in nodes]
        look: dict[str, Any] = {"colors": color, "linestyles": [line], "alpha": alpha, "capstyle": "butt"}
        self.ax.add_collection(LineCollection(segments, linewidths=width * self.scale, zorder=zorder, **look))

    def draw_cuts(self, reach: Callable[[float, float], float], half: float, gid: str | None = None) -> None:
        """Put two short bars across every edge that a cut was made on.

        Parameters
        ----------
        reach : callable
            How far from the parent they stand, given the length of the edge and its height.
        half : float
            Half the length of a bar.
        gid : str, optional
            The name of all of them in the picture.
        """
        bars = []
        for node in cut_edges(self.shape, self.states):
            parent = int(self.shape.parent[node])
            start = np.array([self.x[parent], self.y[parent]])
            along = np.array([self.x[node], self.y[node]]) - start
            length = float(np.hypot(*along))
            along /= length
            across = np.array([-along[1], along[0]]) * half
            for shift in (-CUT_GAP, CUT_GAP):
                middle = start + along * (reach(length, abs(along[1])) + shift)
                bars.append([middle - across, middle + across])
        width = CUT_WIDTH * self.scale
        self.ax.add_collection(LineCollection(bars, colors=CUT, linewidths=width, zorder=4, gid=gid))

    def write(self, x: float, y: float, text: str, points: float, **options: Any) -> None:
        """Write a text around a place."""
        look = {"color": INK, "ha": "center", "va": "center_baseline", "zorder": 4, **options}
        self.ax.text(float(x), float(y), text, fontsize=points * self.scale, **look)


@dataclass
class Picture(Drawing):
    """A tree and the options of `companion.plot.draw_tree`; each method draws one kind of mark."""

    tree: Tree
    snapshot: Snapshot | None = None
    values: bool | Mapping[int, float | str] = True
    static: bool = True
    framework: str = "minimax"
    windows: Mapping[int, Window] | None = None
    names: bool = True
    principal: Sequence[int] = ()
    highlight: Mapping[str, Collection[int]] | None = None
    title: str = ""
    compact: bool = False
    layout: Layout | None = None

    def __post_init__(self) -> None:
        """Check the options and bring them into the form in which they are drawn."""
        check_drawable(self.tree)
        check_shown(self.tree, self.snapshot)
        check_name("framework", self.framework, FRAMEWORKS)
        for name in ("static", "names", "compact"):
            check_flag(name, getattr(self, name))
        for name, kind, wanted in _KINDS:
            if (given := getattr(self, name)) is not None:
                check_kind(name, given, kind, wanted)
        for name, nodes in (self.highlight or {}).items():
            check_kind(f"highlight[{name!r}]", nodes, Collection, "a list of nodes")
            for node in nodes:
                check_count(f"a node of highlight[{name!r}]", node, 0, self.tree.n_nodes - 1)
        self.shape = self.tree
        self.negamax = self.framework == "negamax"
        self.places = self.layout or tidy_layout(self.tree)
        self.sizes = sizes_for(self.tree, self.places, self.compact)
        self.window = {**(self.windows or {}), **(self.snapshot.windows if self.snapshot else {})}
        self.line = tuple(self.tree.node(self.principal[: k + 1]) for k in range(len(self.principal)))
        self.sets = dict(self.highlight or {})
        self.states = classify(self.tree, self.snapshot)
        self.over = self.snapshot is not None and self.snapshot.over
        self.rows = self._leaf_rows()

    # -- the whole ---------------------------------------------------------------------------------

    def size(self, entries: Sequence[Entry]) -> tuple[float, float]:
        """Return width and height, in inches, with a legend of these entries."""
        least = 5.2 if entries else 2.4
        width = max(self._across(), least, text_width(self.title, TITLE_POINTS, bold=True) + 0.5)
        below = sum(row.height + 0.03 for row in self.rows.values()) + self.sizes.leaf_radius + 0.2
        return width, self._top() + self.tree.depth * self.sizes.drop + below + legend_height(entries, width)

    def _across(self) -> float:
        return LEFT + (self.tree.n_leaves - 1) * self.sizes.step + RIGHT

    def _top(self) -> float:
        return 0.76 if self.title else 0.42

    def draw(self, entries: Sequence[Entry], ax: Axes | None) -> Axes:
        """Draw everything, into a new figure of fitting size or into `ax`."""
        width, height = self.size(entries)
        self.ax = bare_axes(Figure(figsize=(width, height)), (0, 0, 1, 1)) if ax is None else ax
        self.scale = fit(self.ax, width, height)
        self.x = LEFT + (width - self._across()) / 2 + self.sizes.step * self.places.x
        self.y = height - self._top() - self.sizes.drop * self.places.y
        if self.title:
            self.write(0.2, height - 0.12, self.title, TITLE_POINTS, weight="bold", ha="left", va="top")
        self._levels()
        self._bands()
        self._edges()
        # Children hang close together below their parent, so the mark is nearer to the child.
        self.draw_cuts(
            lambda _, steep: self.sizes.drop * 0.6 / steep, min(0.085, 0.24 * self.sizes.step), "cuts"
        )
        self._nodes()
        self._node_values()
        self._node_names()
        self._leaf_labels()
        self._windows()
        self._merits()
        draw_legend(self.ax, entries, width, legend_height(entries, width), self.scale)
        return self.ax

    def legend_entries(self) -> list[Entry]:
        """Return an entry for every kind of mark that occurs."""
        marks = [
            (True, "MAX to move", "max", LOOKS[State.PLAIN]),
            (True, "MIN to move", "min", LOOKS[State.PLAIN]),
            *((state in self.states, state.value, "node", LOOKS[state]) for state in list(State)[1:]),
            (self.snapshot is not None and not self.over, "last step", "current", None),
            (State.PRUNED in self.states, "cut-off", "cut", None),
            (self.snapshot is not None and bool(self.snapshot.order), "order of evaluation", "order", None),
            (bool(self._window_labels()), self._window_legend(), "window", None),
            (bool(self.line), "principal continuation", "principal", None),
        ]
        entries = [
            Entry(rank, text, kind, look) for rank, (here, text, kind, look) in enumerate(marks) if here
        ]
        bands = [Entry(len(marks) + i, name, "band", band=_band(i)) for i, name in enumerate(self.sets)]
        return entries + bands

    def _window_legend(self) -> str:
        return "window for the player to move" if self.negamax else "window for MAX"

    # -- marks -------------------------------------------------------------------------------------

    def _levels(self) -> None:
        """Write at the left who moves at each level."""
        for level in range(self.tree.depth + 1):
            y = float(self.y[np.flatnonzero(self.tree.level == level)[0]])
            self.write(0.12, y, "MIN" if level % 2 else "MAX", self.sizes.name_points, color=FAINT, ha="left")

    def _edges(self) -> None:
        nodes = range(1, self.tree.n_nodes)
        bold = set(self.line)
        for kind, color, width, line in (
            ("waiting", FAINT, 0.9, "-"),
            ("pruned", GONE, 0.9, PRUNED_DASHES),
            ("searched", INK, 1.3, "-"),
            ("principal", INK, PRINCIPAL_WIDTH, "-"),
        ):
            self.draw_edges(
                (n for n in nodes if self._edge_kind(n, bold) == kind), color, width, line, zorder=2
            )

    def _edge_kind(self, node: int, bold: set[int]) -> str:
        if node in bold:
            return "principal"
        return {State.PRUNED: "pruned", State.WAITING: "waiting"}.get(self.states[node], "searched")

    def _bands(self) -> None:
        """Lay a broad band along the edges inside each highlighted set, narrower for each further set."""
        for number, nodes in enumerate(self.sets.values()):
            color, line = _band(number)
            inside = {n for n in nodes if n and int(self.tree.parent[n]) in nodes}
            width = max(9.0 - 2.5 * number, 3.0)
            self.draw_edges(sorted(inside), color, width, line, zorder=1, alpha=0.75)

    def _nodes(self) -> None:
        current = self._current()
        bold = {0, *self.line} if self.line else set()
        for node in range(self.tree.n_nodes):
            look = LOOKS[self.states[node]]
            width = 2.6 if node in bold else look.width
            patch = self._shape(node, self._radius(node))
            patch.set(
                facecolor=look.fill,
                edgecolor=INK if node in bold else look.outline,
                linewidth=width * self.scale,
                linestyle="-" if node in bold else look.line,
                zorder=5,
                gid=f"node-{self.tree.name(node)}",
            )
            self.ax.add_patch(patch)
            if node == current:
                ring = self._shape(node, self._radius(node) + min(0.055, 0.1 * self.sizes.step + 0.02))
                ring.set(fill=False, edgecolor=CURRENT, linewidth=2.6 * self.scale, zorder=6, gid="current")
                self.ax.add_patch(ring)

    def _shape(self, node: int, radius: float) -> Patch:
        x, y = float(self.x[node]), float(self.y[node])
        if self.tree.is_max(node):
            side = 0.9 * radius
            return Rectangle((x - side, y - side), 2 * side, 2 * side)
        return Circle((x, y), radius)

    def _radius(self, node: int) -> float:
        return self.sizes.leaf_radius if self.tree.is_leaf(node) else self.sizes.radius

    def _node_values(self) -> None:
        for node, text in self._texts_in_nodes().items():
            room = 1.62 * self.sizes.radius
            points = self.sizes.value_points
            points *= min(1.0, room / text_width(text, points, bold=True))
            color = LOOKS[self.states[node]].text
            self.write(self.x[node], self.y[node], text, points, color=color, weight="bold", zorder=7)

    def _texts_in_nodes(self) -> dict[int, str]:
        """Return what is written inside the nodes that have children: values, bounds, answers of Test, merits."""
        if self.values is False:
            return {}
        inner = [n for n in range(self.tree.n_nodes) if not self.tree.is_leaf(n)]
        if isinstance(self.values, Mapping):
            given = {n: self.values[n] for n in inner if n in self.values}
            return {n: v if isinstance(v, str) else self._value_label(n, float(v)) for n, v in given.items()}
        if self.snapshot is None:
            return {n: self._value_label(n, float(self.tree.backed_up[n])) for n in inner}
        texts = {n: "yes" if self.snapshot.answers[n] else "no" for n in inner if n in self.snapshot.answers}
        for n in inner:
            if n in self.snapshot.values:
                texts[n] = self._value_label(n, self.snapshot.values[n], self.snapshot.bounds.get(n, ""))
        texts.update({t.node: number_label(t.merit) for t in self.snapshot.open or () if t.node in inner})
        return texts

    def _value_label(self, node: int, value: float, bound: str = "") -> str:
        if self.negamax and not self.tree.is_max(node):
            value, bound = -value, {"≤": "≥", "≥": "≤"}.get(bound, "")
        return bound + number_label(value)

    def _node_names(self) -> None:
        """Write the name of each node that has children to its left, if there is room."""
        if not self.names:
            return
        for node in range(self.tree.n_nodes):
            name = self.tree.name(node)
            room = self._room_beside(node, -1)
            if not self.tree.is_leaf(node) and text_width(name, self.sizes.name_points) + 0.08 < room:
                ring = 0.09 if node == self._current() else 0.0
                x, y = self.x[node] - self.sizes.radius - 0.05 - ring, self.y[node]
                # Nearly level edges would run through it: the root's stands higher, others on white.
                y += 0.6 * self.sizes.radius if node == 0 else 0.0
                box = {"boxstyle": "square,pad=0.05", "facecolor": "white", "edgecolor": "none"}
                self.write(
                    x,
                    y,
                    name,
                    self.sizes.name_points,
                    color=self._quiet(node),
                    ha="right",
                    bbox=box,
                    zorder=3,
                )

    def _room_beside(self, node: int, side: int) -> float:
        """Return the inches between a node and its neighbour, on its level, at the left (-1) or right (1)."""
        level = np.flatnonzero(self.tree.level == self.tree.level[node])
        place = int(np.searchsorted(level, node)) + side
        if place == len(level):
            return 10.0
        end = float(self.x[level[place]]) if place >= 0 else 0.45
        gap = abs(float(self.x[node]) - end)
        return gap - self._radius(node) - (self._radius(int(level[place])) if place >= 0 else 0.0)

    def _leaf_rows(self) -> dict[str, LabelRow]:
        """Return what stands below the leaves, from top to bottom: value, order of evaluation, name."""
        tree = self.tree
        leaves = [n for n in range(tree.n_nodes) if tree.is_leaf(n)]
        rows = {}
        if self.static:
            labels = {n: self._value_label(n, float(tree.values[n])) for n in leaves}
            rows["value"] = label_row(labels, self.sizes.value_points, self.sizes, bold=True)
        if self.snapshot is not None:
            # The row is there from the first step on: otherwise pictures of one search would differ in size.
            points = self.sizes.name_points
            labels = {n: str(k) for n, k in self.snapshot.order.items()}
            rows["order"] = LabelRow(labels, points, False, text_height(points) + 0.04)
        if self.names and not self.compact:
            labels = {n: tree.name(n) for n in leaves}
            rows["name"] = label_row(labels, self.sizes.name_points, self.sizes)
        return rows

    def _leaf_labels(self) -> None:
        below = self.sizes.leaf_radius + 0.08
        for kind, row in self.rows.items():
            for leaf, text in row.labels.items():
                self._leaf_label(kind, leaf, text, row, float(self.y[leaf]) - below)
            below += row.height + 0.03

    def _leaf_label(self, kind: str, leaf: int, text: str, row: LabelRow, top: float) -> None:
        gid = f"{kind}-{self.tree.name(leaf)}"
        x = float(self.x[leaf])
        if kind == "order":
            middle = top - row.height / 2
            half = max(text_width(text, row.points) / 2 + 0.035, 0.085)
            tall = text_height(row.points) - 0.02
            badge = FancyBboxPatch(
                (x - half + 0.03, middle - tall / 2 + 0.03),
                2 * half - 0.06,
                tall - 0.06,
                boxstyle=BADGE,
                facecolor=INK,
                edgecolor="none",
                zorder=3,
            )
            self.ax.add_patch(badge)
            self.write(x, middle, text, row.points, color="white", gid=gid)
            return
        known = self.states[leaf] not in (State.WAITING, State.PRUNED)
        color = (INK if known else FAINT) if kind == "value" else self._quiet(leaf)
        weight = "bold" if kind == "value" else "normal"
        rotation = 90 if row.upright else 0
        self.write(x, top, text, row.points, va="top", color=color, weight=weight, rotation=rotation, gid=gid)

    def _window_labels(self) -> list[tuple[int, str]]:
        """Return the nodes that have a window, and the window (in a tight tree not leaves: no room)."""
        tight = self.tree.n_leaves > MOST_LEAVES // 3
        shown = (n for n in self.window if not (tight and self.tree.is_leaf(n)))
        return [(n, text) for n in shown if (text := window_label(*self._window(n)))]

    def _window(self, node: int) -> Window:
        """Return the window of a node, from the point of view that values are shown from."""
        low, high = self.window[node]
        if self.negamax and not self.tree.is_max(node):
            return None if high is None else -high, None if low is None else -low
        return low, high

    def _windows(self) -> None:
        """Write windows beside their nodes, or above them; only those on the stack may hide what is there."""
        points = self.sizes.name_points + 0.5
        look = {"boxstyle": "round,pad=0.15", "facecolor": "white", "edgecolor": WINDOW}
        box = {**look, "linewidth": 0.8 * self.scale}
        for node, text in self._window_labels():
            wide = text_width(text, points) + 0.2
            free = min(self._room_beside(node, 1), self._room_beside(node, -1)) + self._radius(node)
            above = wide / 2 < free or (self.snapshot is not None and node in self.snapshot.stack)
            radius = self._radius(node) + 0.1
            if wide < self._room_beside(node, 1) - self._name_room(node):
                self.write(
                    self.x[node] + radius,
                    self.y[node],
                    text,
                    points,
                    color=WINDOW,
                    ha="left",
                    bbox=box,
                    zorder=8,
                )
            elif above:
                y = self.y[node] + radius + text_height(points) / 2
                self.write(self.x[node], y, text, points, color=WINDOW, bbox=box, zorder=8)

    def _name_room(self, node: int) -> float:
        """Return the inches that the name of the right neighbour takes."""
        return (
            text_width("p" + "0" * int(self.tree.level[node]), self.sizes.name_points) if self.names else 0.0
        )

    def _merits(self) -> None:
        """Write the merit of each leaf on OPEN above it: L 40 if it is LIVE, S 40 if it is SOLVED."""
        for triple in (self.snapshot.open or ()) if self.snapshot else ():
            if not self.tree.is_leaf(triple.node):
                continue
            points = self.sizes.name_points
            text = f"{triple.status[0]} {number_label(triple.merit)}"
            if text_width(text, points) + 0.1 > self.sizes.step:
                text = number_label(triple.merit)
            box = {"boxstyle": "round,pad=0.12", "facecolor": "white", "edgecolor": "none"}
            y = self.y[triple.node] + self.sizes.leaf_radius + 0.06
            color = "#00694D" if triple.status == "SOLVED" else INK
            self.write(self.x[triple.node], y, text, points, color=color, va="bottom", bbox=box, zorder=6)

    # -- helpers -----------------------------------------------------------------------------------

    def _current(self) -> int | None:
        """Return the node of the last step, unless the search has ended."""
        return self.snapshot.node if self.snapshot and not self.over else None

    def _quiet(self, node: int) -> str:
        return FAINT if self.states[node] in (State.WAITING, State.PRUNED) else QUIET


def _band(number: int) -> tuple[str, Any]:
    return BANDS[number % len(BANDS)]


def bare_axes(figure: Figure, box: tuple[float, float, float, float]) -> Axes:
    """Add axes without frame or ticks to a figure; `box` is left, bottom, width and height as parts of it."""
    ax = figure.add_axes(box)
    ax.set_axis_off()
    return ax


def fit(ax: Axes, width: float, height: float) -> float:
    """Make axes show `width` by `height` inches, and return how much smaller than that they are on paper."""
    figure = ax.get_figure(root=True)
    assert figure is not None
    box = ax.get_position()
    paper = figure.get_size_inches()
    ax.set(xlim=(0, width), ylim=(0, height), aspect="equal")
    ax.set_axis_off()
    return float(min(box.width * paper[0] / width, box.height * paper[1] / height))
