"""What a first guess is worth, to move: Figure 5 of de Bruin, Pijls & Plaat 1994 by size, ordering and guess."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.solution_trees.figures import ordering_label
from companion.solution_trees.first_guess import VALUE
from companion.widgets.charts import Curves, choices, rounded

if TYPE_CHECKING:
    import pandas as pd


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
