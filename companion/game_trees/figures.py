"""Pictures of one tree in both frameworks, and of all values in both."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.figure import Figure

from companion.plot.style import PALETTE, styled
from companion.plot.tree import draw_trees
from gametree.search import search
from gametree.tree import Tree

if TYPE_CHECKING:
    import pandas as pd

_SHOWN = 20


def draw_frameworks(tree: Tree) -> Figure:
    """Draw a tree with its values under minimax and under negamax, the principal continuation marked."""
    line = search(tree, "minimax").line
    return draw_trees(
        {name: {"tree": tree, "principal": line, "framework": name} for name in ("minimax", "negamax")}
    )


def draw_values(nodes: pd.DataFrame) -> Figure:
    """Draw negamax against minimax values of the nodes of the first 20 trees (from `compare_frameworks`)."""
    looks = ((True, "s", "blue", "MAX to move"), (False, "o", "vermillion", "MIN to move"))
    with styled():
        figure = Figure(figsize=(5.2, 4.6), layout="constrained")
        axes = figure.subplots()
        for to_move, marker, color, label in looks:
            part = nodes[(nodes["tree"] < _SHOWN) & (nodes["MAX to move"] == to_move)]
            axes.plot(
                part["minimax"],
                part["negamax"],
                marker,
                ms=4,
                mfc="none",
                linestyle="none",
                color=PALETTE[color],
                label=label,
            )
        axes.set(
            xlabel="minimax value (static-value units, for MAX)",
            ylabel="negamax value (for the player to move)",
            title=f"Every node of {_SHOWN} random trees",
        )
        axes.legend()
    return figure
