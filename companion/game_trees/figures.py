"""Figures of a tree in both frameworks, of all values in both, and of how the trees of the experiments are made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from companion.game_trees.study import DEPENDENT, ORDERS, SCHEMES, WIDTHS, assigned_values, label_of
from companion.plot.layout import tidy_layout
from companion.plot.style import PALETTE, panels, styled
from companion.plot.tree import draw_trees
from gametree.generate import generate
from gametree.search import search
from gametree.tree import Tree

_SHOWN = 20
_PICTURED = 96
"""The seed of the trees drawn as examples, whatever the experiments' is: leaves on three levels, all cases shown."""

_WIDE = 9.3
"""Inches that a page shows at their own size."""

_RULES = {
    "unordered": "leaves: a permutation of 1, ..., 9",
    "integer-dependent": "+1, +2, +3 to siblings, summed along the path",
    "real-dependent": "the same, divided by $3^L$ on level $L$",
    "ordered": "bold: the child that inherits its parent's value",
}


def draw_frameworks(tree: Tree) -> Figure:
    """Draw a tree with its values under minimax and under negamax, the principal continuation marked."""
    line = search(tree, "minimax").line
    return draw_trees(
        {name: {"tree": tree, "principal": line, "framework": name} for name in ("minimax", "negamax")}
    )


@styled()
def draw_values(nodes: pd.DataFrame) -> Figure:
    """Draw negamax against minimax values of the nodes of the first 20 trees (from `Study.compared`)."""
    looks = ((True, "s", "blue", "MAX to move"), (False, "o", "vermillion", "MIN to move"))
    figure, (axes,) = panels(1, 3.8, width=7.0)
    for to_move, marker, color, label in looks:
        part = nodes[(nodes["tree"] < _SHOWN) & (nodes["MAX to move"] == to_move)]
        look: dict[str, Any] = {"ms": 4, "mfc": "none", "linestyle": "none", "color": PALETTE[color]}
        axes.plot(part["minimax"], part["negamax"], marker, label=label, **look)
    axes.axhline(0, color="#9A9A9A", lw=0.8, marker="", ls="-", zorder=0)
    axes.set(xlabel="minimax value, for MAX", ylabel="negamax value, for the player to move")
    figure.legend(loc="outside upper left", ncols=2)
    return figure


@styled()
def draw_shapes() -> Figure:
    """Draw a uniform and a nonuniform tree of width 3 and depth 3."""
    trees = {
        f"{name}(3,3), {kind}": generate(kind, width=3, depth=3, scheme="unordered", seed=_PICTURED)
        for name, kind in (("U", "uniform"), ("N", "nonuniform"))
    }
    figure, parts = panels(2, 2.6, width=_WIDE, width_ratios=[max(t.n_leaves, 9) for t in trees.values()])
    for axes, (title, tree) in zip(parts, trees.items(), strict=True):
        _sketch(axes, tree, {}, {}, set())
        axes.set_title(title)
    return figure


@styled()
def draw_schemes() -> Figure:
    """Draw a U(3,2) with values by each of the four schemes, and how they came about."""
    figure = Figure(figsize=(_WIDE, 5.6), layout="constrained")
    for axes, (scheme, rule) in zip(figure.subplots(2, 2).flat, _RULES.items(), strict=True):
        p = 0.6 if scheme == "ordered" else None
        tree = generate("uniform", width=3, depth=2, scheme=scheme, p=p, seed=_PICTURED)
        _sketch(axes, tree, *_labels(tree, scheme))
        axes.set_title(f"{label_of(scheme, p)}\n", fontsize=11)
        axes.text(0, 1.03, rule, transform=axes.transAxes, fontsize=9.5)
    return figure


def _labels(tree: Tree, scheme: str) -> tuple[dict[int, str], dict[int, str], set[int]]:
    """Return what stands in or below nodes, what on the branch above them, and which of them inherit a value."""
    everything = range(tree.n_nodes)
    if scheme not in DEPENDENT:
        ordered = scheme == "ordered"
        at_nodes = {k: f"{tree.backed_up[k]:g}" for k in everything if ordered or tree.is_leaf(k)}
        above = tree.parent
        inherits = {k for k in everything if k and ordered and tree.backed_up[k] == tree.backed_up[above[k]]}
        return at_nodes, {}, inherits
    given = assigned_values(tree, scheme)
    sums = {0: 0.0}
    for k in everything[1:]:
        sums[k] = sums[int(tree.parent[k])] + given[k]
    parts = [1 if scheme == "integer-dependent" else tree.width ** int(level) for level in tree.level]
    at_nodes = {k: _fraction(sums[k], parts[k]) for k in everything}
    return at_nodes, {k: f"+{_fraction(given[k], parts[k])}" for k in everything[1:]}, set()


def _fraction(value: float, parts: int) -> str:
    return f"{value:.0f}" if parts == 1 else f"{value * parts:.0f}/{parts}"


def _sketch(
    axes: Axes, tree: Tree, at_nodes: Mapping[int, str], on_branches: Mapping[int, str], bold: set[int]
) -> None:
    """Draw a small tree: squares for MAX, circles for MIN, dots for leaves."""
    x, y = tidy_layout(tree)
    for k in range(1, tree.n_nodes):
        above = int(tree.parent[k])
        width = 3.2 if k in bold else 1.1
        axes.plot(
            [x[above], x[k]], [-y[above], -y[k]], color="#1A1A1A", lw=width, marker="", ls="-", zorder=1
        )
        if k in on_branches:
            # Further down where leaves crowd: branches of one node are further apart there.
            at = 0.76 if tree.is_leaf(k) else 0.5
            place = (x[above] + at * (x[k] - x[above]), -y[above] - at * (y[k] - y[above]))
            look: dict[str, Any] = {"boxstyle": "square,pad=0.08", "facecolor": "white", "edgecolor": "none"}
            axes.text(
                *place, on_branches[k], ha="center", va="center", bbox=look, fontsize=9, color=PALETTE["blue"]
            )
    for k in range(tree.n_nodes):
        leaf, text = tree.is_leaf(k), at_nodes.get(k, "")
        marker = "s" if tree.is_max(k) else "o"
        size = 30 if leaf else 560 if at_nodes else 60
        axes.scatter(x[k], -y[k], s=size, marker=marker, facecolor="#D3E7F4", edgecolor="#1A1A1A", zorder=2)
        axes.text(
            x[k], -y[k] - (0.14 if leaf else 0), text, ha="center", va="top" if leaf else "center", fontsize=9.5,
            fontweight="bold", zorder=3,
        )  # fmt: skip
    axes.set(xlim=(-0.6, x.max() + 0.6), ylim=(-y.max() - 0.45, 0.3))
    axes.set_axis_off()


@styled()
def draw_order(order: pd.DataFrame) -> Figure:
    """Draw how often the leftmost child is a best one, by width and scheme (`Study.order`), with 95 % intervals."""
    looks: dict[str, dict[str, Any]] = {
        "unordered": {"color": PALETTE["black"], "marker": "o", "ls": "-"},
        "integer-dependent": {"color": PALETTE["vermillion"], "marker": "^", "ls": "--"},
        "real-dependent": {"color": PALETTE["green"], "marker": "s", "ls": ":", "mfc": "none", "ms": 9},
    }
    ordered = {label_of("ordered", p) for p in ORDERS}
    figure, (axes,) = panels(1, 4.2, width=_WIDE)
    for label in SCHEMES:
        part = order[order["scheme"] == label]
        look: dict[str, Any] = looks.get(
            label, {"color": PALETTE["blue"], "marker": ".", "ls": "-", "lw": 1.2}
        )
        name = label if label in looks else None
        axes.errorbar(part["width"], part["share"], yerr=1.96 * part["error"], capsize=3, label=name, **look)
        if label in ordered:
            y = float(part["share"].iloc[-1])
            axes.text(max(WIDTHS) + 0.2, y, label, va="center", color=PALETTE["blue"])
    axes.set(
        xlabel="width of the tree",
        ylabel="leftmost child is a best one\n(% of inner nodes)",
        xticks=WIDTHS,
        yticks=np.arange(0, 101, 20),
        xlim=(1.7, 11.9),
        ylim=(0, 106),
    )
    figure.legend(loc="outside upper left", ncols=3)
    return figure
