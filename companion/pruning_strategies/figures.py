"""Pictures of what strategies leave out, of solution trees, and of what deep cut-offs save."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from companion.plot.searches import draw_searches
from companion.plot.style import look, styled
from companion.plot.tree import draw_tree
from companion.pruning_strategies.study import SEVEN
from gametree.theory.solution_trees import SolutionTree
from gametree.tree import Tree

if TYPE_CHECKING:
    import pandas as pd


def draw_pruned(tree: Tree, node: int, names: Sequence[str]) -> Figure:
    """Draw how strategies leave a tree in which one node matters: some examine it, some do not."""
    marked = {"the node that matters": {node, int(tree.parent[node])}}
    return draw_searches(tree, names, ["nodes"], highlight=marked, columns=len(names))


def draw_all(tree: Tree) -> Figure:
    """Draw how all strategies leave a tree, with the continuation that each found."""
    columns = 2 if tree.n_leaves <= 16 else 1
    return draw_searches(tree, SEVEN, ["leaves", "visits"], principal=True, columns=columns, compact=True)


def draw_plans(tree: Tree, plans: Sequence[SolutionTree]) -> Axes:
    """Draw solution trees in their tree."""
    drawn = {f"value {plan.value}": plan.nodes for plan in plans}
    return draw_tree(tree, values=False, highlight=drawn, title="Figure 7: two of the solution trees")


def draw_share_saved(saved: pd.DataFrame) -> Figure:
    """Draw the share of nodes that Alphabeta saves by depth, with 95 % intervals (`saved` is from `share_saved`)."""
    with styled():
        figure = Figure(figsize=(6, 3.4), layout="constrained")
        axes = figure.subplots()
        error = 1.96 * saved["error"]
        axes.errorbar(saved.index, saved["mean"], yerr=error, capsize=4, **look("alphabeta"))
        axes.set(
            xlabel="depth of the tree (levels)",
            ylabel="nodes saved (% of Branch-and-bound's)",
            title="Alphabeta against Branch-and-bound, U(3, depth)",
            xticks=saved.index,
        )
    return figure
