"""Pictures of solution trees, of search trees that are kept between calls, and of what a first guess is worth."""

from __future__ import annotations

from collections.abc import Sequence
from math import isinf
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from companion.plot.labels import number_label
from companion.plot.layout import Layout
from companion.plot.style import PALETTE, styled
from companion.plot.tree import draw_tree, draw_trees
from companion.solution_trees.calls import CallTrace, proof, root_bounds
from gametree.theory.solution_trees import critical_types, optimal_solution_tree
from gametree.tree import Tree

if TYPE_CHECKING:
    import pandas as pd

UPPER, LOWER = "max solution tree: an upper bound", "min solution tree: a lower bound"

_LINES: tuple[tuple[str, str, Any], ...] = (
    ("blue", "o", "-"),
    ("vermillion", "s", "--"),
    ("green", "^", "-."),
    ("purple", "D", ":"),
    ("black", "v", (0, (5, 1, 1, 1))),
)


def bound_label(lower: float, upper: float) -> str:
    """Return two bounds in as few characters as possible: 4, ≤5, ≥3, 3–5; empty if nothing is known."""
    if lower == upper:
        return number_label(lower)
    if isinf(lower) and isinf(upper):
        return ""
    if isinf(lower):
        return f"≤{number_label(upper)}"
    return f"≥{number_label(lower)}" if isinf(upper) else f"{number_label(lower)}–{number_label(upper)}"


def draw_solution_trees(tree: Tree) -> Figure:
    """Draw a tree, an optimal max and an optimal min solution tree in it, and the critical tree with its node types."""
    upper, lower = optimal_solution_tree(tree, "max"), optimal_solution_tree(tree, "min")
    types = critical_types(tree, upper, lower)

    def values(nodes: Any) -> dict[int, float | str]:
        return {n: float(tree.backed_up[n]) for n in nodes}

    panels: dict[str, dict[str, Any]] = {
        "Figure 1: a game tree with f-values": {"tree": tree},
        "Figure 3: the critical tree, with node types": {
            "tree": tree,
            "highlight": {UPPER: upper.nodes, LOWER: lower.nodes},
            "values": {n: str(t) for n, t in types.items()},
        },
        f"Figure 2: max solution tree, f+ = {number_label(upper.value)}": {
            "tree": tree,
            "highlight": {UPPER: upper.nodes},
            "values": values(upper.nodes),
        },
        f"Figure 2: min solution tree, f- = {number_label(lower.value)}": {
            "tree": tree,
            # The first set has the first look: an empty one keeps both pictures in step.
            "highlight": {UPPER: (), LOWER: lower.nodes},
            "values": values(lower.nodes),
        },
    }
    return draw_trees(panels, columns=2, compact=True)


def draw_call(traced: CallTrace, index: int, layout: Layout | None = None, title: str = "") -> Axes:
    """Draw the search tree after a call: f- and f+ in its nodes, and the solution trees that prove the root's."""
    call = traced[index]
    known = {n: bound_label(call.lower[n], call.upper[n]) for n in call.lower}
    known[0] = bound_label(*root_bounds(traced.tree, call))
    return draw_tree(
        traced.tree,
        snapshot=call.snapshot(),
        values={n: text for n, text in known.items() if text},
        highlight={
            UPPER: proof(traced.tree, call, "max"),
            LOWER: proof(traced.tree, call, "min"),
        },
        principal=traced.result.line if index == len(traced) - 1 else (),
        layout=layout,
        title=title,
    )


def draw_bounds(traced: CallTrace, index: int) -> Figure:
    """Draw how f- and f+ of the root close in on the value, up to a call."""
    bounds = np.array([root_bounds(traced.tree, call) for call in traced.calls])
    shown = np.array([b if np.isfinite(b) else np.nan for b in bounds.ravel()]).reshape(bounds.shape)
    number = np.arange(1, len(traced) + 1)
    so_far = slice(0, index + 1)
    with styled():
        figure = Figure(figsize=(6.6, 2.6), layout="constrained")
        ax = figure.subplots()
        ax.axhline(traced.result.value, color="#777777", linewidth=0.9, linestyle=":", label="the value")
        looks = (("f+, upper bound", 1, "vermillion", "v", "--"), ("f-, lower bound", 0, "blue", "^", "-"))
        for label, column, color, marker, line in looks:
            ax.plot(
                number[so_far],
                shown[so_far, column],
                color=PALETTE[color],
                marker=marker,
                linestyle=line,
                drawstyle="steps-post",
                label=label,
            )
        finite = shown[np.isfinite(shown)]
        low, high = float(finite.min()), float(finite.max())
        workspace = 0.12 * max(high - low, 1.0)
        ax.set(
            xlim=(0.5, len(traced) + 0.5),
            ylim=(low - workspace, high + workspace),
            xlabel="call",
            ylabel="bounds of the root",
        )
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
        ax.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False)
    return figure


def draw_first_guess(summary: pd.DataFrame, value: float, titles: Sequence[str]) -> Figure:
    """Draw Figure 5: mean nodes over the first guess, a line per ordering, a panel per size, with 95 % bands.

    Parameters
    ----------
    summary : DataFrame
        width, depth, ordering, guess, mean, half (half the width of the band).
    value : float
        The value of the trees.
    titles : sequence of str
        What stands above the panels.
    """
    sizes = list(dict.fromkeys(zip(summary["width"], summary["depth"], strict=True)))
    with styled():
        figure = Figure(figsize=(5.4 * len(sizes), 4.2), layout="constrained")
        axes = np.atleast_1d(figure.subplots(1, len(sizes)))
        for ax, (width, depth), title in zip(axes, sizes, titles, strict=True):
            part = summary[(summary["width"] == width) & (summary["depth"] == depth)]
            for (color, marker, line), (ordering, rows) in zip(
                _LINES, part.groupby("ordering"), strict=False
            ):
                rows = rows.sort_values("guess")
                guess, mean, half = (rows[name].to_numpy() for name in ("guess", "mean", "half"))
                ax.plot(
                    guess,
                    mean,
                    color=PALETTE[color],
                    marker=marker,
                    markersize=3.5,
                    linestyle=line,
                    label="1/w" if ordering == 1 / width else f"{float(ordering):.0%}",
                )
                ax.fill_between(
                    guess, mean - half, mean + half, color=PALETTE[color], alpha=0.18, linewidth=0
                )
            ax.axvline(value, color="#777777", linewidth=0.9, linestyle=":")
            ax.set(xlabel="first guess of SSS-0", ylabel="nodes expanded", title=title)
            ax.set_ylim(bottom=0)
        axes[-1].legend(title="first child best", frameon=False, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return figure


def draw_lines(
    frame: pd.DataFrame, x: str, y: str, by: str, xlabel: str, ylabel: str, *, log: str = "", title: str = ""
) -> Figure:
    """Draw a line per group over x; `log` names the axes that are logarithmic; `half`, if there, gives the bands."""
    with styled():
        figure = Figure(figsize=(6.8, 3.6), layout="constrained")
        ax = figure.subplots()
        for (color, marker, line), (name, rows) in zip(_LINES, frame.groupby(by, sort=False), strict=False):
            across, up = rows[x].to_numpy(), rows[y].to_numpy()
            ax.plot(
                across, up, color=PALETTE[color], marker=marker, markersize=4, linestyle=line, label=str(name)
            )
            if "half" in rows:
                half = rows["half"].to_numpy()
                ax.fill_between(across, up - half, up + half, color=PALETTE[color], alpha=0.18, linewidth=0)
        ax.set(xlabel=xlabel, ylabel=ylabel, title=title)
        if "x" in log:
            ax.set_xscale("log")
        if "y" in log:
            ax.set_yscale("log")
        ax.legend(title=by, frameon=False, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return figure
