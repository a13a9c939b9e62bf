"""The explorer of calls as a still picture, and the curves of first guesses."""

from __future__ import annotations

from typing import Any

import pandas as pd
from IPython.display import HTML

from companion import plot
from companion.solution_trees.calls import CallTrace, call_trace, root_bounds
from companion.solution_trees.figures import bound_label, draw_bounds, draw_call, ordering_label
from companion.solution_trees.study import VALUE
from companion.widgets.charts import Curves, choices, rounded
from gametree.tree import Tree


def still(figure: int, caption: str, tree: Tree, strategy: str, call: int = 0) -> HTML:
    """Return the search tree after a call of S-alpha-beta and the bounds so far, as a numbered figure."""
    traced = call_trace(tree, strategy)
    bounds = [bound_label(*root_bounds(tree, each)) or "none" for each in traced.calls[: call + 1]]
    closing = f"Bounds of the root, call by call: {', '.join(bounds)}."
    pictures = plot.image_html(draw_call(traced, call, plot.tidy_layout(tree)), describe(traced, call))
    pictures += plot.image_html(draw_bounds(traced, call), closing)
    return HTML(plot.captioned(figure, pictures, caption))


def describe(traced: CallTrace, index: int) -> str:
    """Return the alternative text of the picture of the tree."""
    call, tree = traced[index], traced.tree
    known = (
        f"{tree.name(n)} {label}"
        for n in sorted(call.lower)
        if not tree.is_leaf(n) and (label := bound_label(call.lower[n], call.upper[n]))
    )
    return (
        f"{traced.strategy}, call {index + 1} of {len(traced)}: {traced.text(index)}. "
        f"Known of the inner nodes: {', '.join(known)}."
    )


def first_guess_curves(means: pd.DataFrame, saved: pd.DataFrame) -> Curves:
    """Return the mean nodes of SSS-0 by its first guess, a line per ordering.

    Parameters
    ----------
    means, saved : pandas.DataFrame
        Those of a `Study`: with `saved` comes what Alphabeta costs on the same trees.
    """
    alphabeta = saved.set_index(["width", "depth", "ordering"])["alphabeta"]
    series: list[dict[str, Any]] = []
    lines: Any = means.groupby(["width", "depth", "ordering"], sort=False)
    for (width, depth, ordering), line in lines:
        by_guess = line.sort_values("guess")
        series.append(
            {
                "at": [int(width), int(depth)],
                "line": ordering_label(float(ordering), int(width)),
                "base": rounded([alphabeta[width, depth, ordering]])[0],
                "x": rounded(by_guess["guess"]),
                "y": rounded(by_guess["mean"]),
                "half": rounded(by_guess["half"], 3),
            }
        )
    names = list(dict.fromkeys(part["line"] for part in series))
    return Curves(
        title="Nodes that SSS-0 expands, by its first guess",
        choices=choices("width", "depth"),
        start=series[0]["at"],
        lines={"label": "first child best", "names": names, "shown": names},
        relative="in % of Alphabeta on the same trees",
        x={"label": "first guess"},
        y={"label": "nodes (mean)", "log": True, "digits": 0},
        rules=[{"x": VALUE, "text": "the value"}],
        at=VALUE,
        series=series,
    )
