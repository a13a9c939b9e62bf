"""Figures of what strategies visit and prune, of solution trees, and of what deep cut-offs save."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from companion.plot.describe import describe_searches as describe_searches
from companion.plot.style import PALETTE, look, panels, styled
from companion.plot.tree import draw_searches, draw_tree
from companion.pruning_strategies.study import LABELS, SEVEN, visits_by_node
from gametree.theory.solution_trees import SolutionTree
from gametree.tree import Tree

_SHADES = ("#FFFFFF", "#D3E7F4", PALETTE["sky"], PALETTE["blue"])
"""Of a node that is pruned, visited once, twice, more often."""

_MOST_NAMED = 40
"""Nodes that still have room for a name and a number each."""


@styled()
def draw_visits(tree: Tree) -> Figure:
    """Draw how often each strategy enters each node: the tree above, a row of cells per strategy below."""
    places = np.arange(tree.n_nodes) - 1.0
    places[0] = places[tree.children(0)].mean() if tree.children(0) else 0.0
    figure, (above, below) = panels(
        1, 4.9, rows=2, width=9.3, sharex=True, height_ratios=[tree.depth + 1.6, len(SEVEN) + 0.4]
    )
    _draw_hanging(above, tree, places)
    for row, name in enumerate(SEVEN):
        _draw_row(below, row, visits_by_node(tree, name)[1:], tree.n_nodes <= _MOST_NAMED)
    right = tree.n_nodes - 1 + 0.6
    below.text(right, -0.9, "visits", fontsize=9.5, ha="center", va="center")
    below.set(
        ylim=(len(SEVEN) - 0.4, -1.3),
        xlim=(-0.7, right + 0.5),
        yticks=range(len(SEVEN)),
        yticklabels=[LABELS[name] for name in SEVEN],
    )
    below.tick_params(length=0, labelbottom=False, labelsize=10)
    for axes in (above, below):
        axes.spines[:].set_visible(False)
    return figure


def _draw_hanging(axes: Axes, tree: Tree, places: np.ndarray) -> None:
    """Draw a tree with one column per node, each child hanging from a line at its parent's level."""
    named = tree.n_nodes <= _MOST_NAMED
    for k in range(1, tree.n_nodes):
        above, level = int(tree.parent[k]), float(tree.level[k])
        x = [places[above], places[k], places[k]]
        axes.plot(x, [1 - level, 1 - level, -level], color="#1A1A1A", lw=1.0, ls="-", marker="", zorder=1)
    for k in range(tree.n_nodes):
        y, leaf, marker = -float(tree.level[k]), tree.is_leaf(k), "s" if tree.is_max(k) else "o"
        size = 42 if leaf else 130
        axes.scatter(places[k], y, s=size, marker=marker, facecolor="white", edgecolor="#1A1A1A", zorder=2)
        if named and leaf:
            axes.text(
                places[k], y - 0.28, f"{tree.values[k]:g}", ha="center", va="top", fontsize=9.5, weight="bold"
            )
        if named and k:
            look: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": 8.5, "color": "#6B6B6B"}
            axes.text(places[k], -tree.depth - 0.95, tree.name(k), **look)
    axes.set(ylim=(-tree.depth - 1.2, 0.35), yticks=[])
    axes.tick_params(length=0, labelbottom=False)


def _draw_row(axes: Axes, row: int, visits: np.ndarray, numbered: bool) -> None:
    """Draw a cell per node, darker the oftener it is visited, and their sum."""
    for column, count in enumerate(visits):
        shade = min(int(count), len(_SHADES) - 1)
        cell = Rectangle(
            (column - 0.44, row - 0.42), 0.88, 0.84, facecolor=_SHADES[shade], edgecolor="#C2C2C2", lw=0.8
        )
        if not count:
            cell.set(linestyle=(0, (2, 2)), facecolor="#FFFFFF")
        axes.add_patch(cell)
        if count and numbered:
            color = "white" if shade > 2 else "#1A1A1A"
            axes.text(column, row, str(count), ha="center", va="center", fontsize=9, color=color)
    axes.text(len(visits) + 0.6, row, str(visits.sum()), ha="center", va="center", fontsize=10, weight="bold")


def describe_visits(side: pd.DataFrame) -> str:
    """Return in words what `draw_visits` shows; `side` is from `side_by_side`."""
    details = [
        f"{LABELS[n]} {v} visits to {k} nodes"
        for n, v, k in zip(side.strategy, side.visits, side.nodes, strict=True)
    ]
    rows = "A row of cells per strategy, one cell per node, shaded by how often the node is visited"
    return f"{rows}: {', '.join(details)}."


def draw_pruned(tree: Tree, node: int, names: Sequence[str]) -> Figure:
    """Draw how strategies leave a tree in which one node matters: some examine it, some do not."""
    marked = {"the branch that matters": {node, int(tree.parent[node])}}
    return draw_searches(tree, names, ["nodes"], called=LABELS, highlight=marked, columns=len(names))


def draw_plans(tree: Tree, plans: Sequence[SolutionTree]) -> Axes:
    """Draw the first and the best of some solution trees in their tree."""
    drawn = {f"solution tree worth {plan.value}": plan.nodes for plan in _first_and_best(plans)}
    return draw_tree(tree, values=False, highlight=drawn)


def describe_plans(tree: Tree, plans: Sequence[SolutionTree]) -> str:
    """Return in words what `draw_plans` shows."""
    details = (
        f"value {p.value}: {', '.join(map(tree.name, sorted(p.nodes)))}" for p in _first_and_best(plans)
    )
    return f"A tree with two solution trees marked in it; {'; '.join(details)}."


def _first_and_best(plans: Sequence[SolutionTree]) -> tuple[SolutionTree, SolutionTree]:
    return plans[0], max(plans, key=lambda plan: plan.value)


@styled()
def draw_share_saved(saved: pd.DataFrame) -> Figure:
    """Draw the share of nodes that Alphabeta saves by depth, with 95 % intervals (`saved` is from `share_saved`)."""
    figure, (axes,) = panels(1, 3.2, width=7)
    error = 1.96 * saved["error"]
    axes.errorbar(saved.index, saved["mean"], yerr=error, capsize=4, **look("alphabeta"))
    axes.set(
        xlabel="depth of the tree (levels)",
        ylabel="nodes saved\n(% of Branch-and-bound's)",
        xticks=saved.index,
    )
    axes.set_ylim(bottom=-1)
    return figure


def describe_share_saved(saved: pd.DataFrame) -> str:
    """Return in words what `draw_share_saved` shows."""
    details = ", ".join(f"depth {depth}: {mean:.1f} %" for depth, mean in saved["mean"].items())
    return f"Share of Branch-and-bound's nodes that Alphabeta saves, with 95 % intervals: {details}."
