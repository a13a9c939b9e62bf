"""Interactive map of alpha-cutoff against AOC*: the break-even error of the heuristic, and the cost of AOC* by error."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd

from companion.chance_nodes.figures import EXPECTED, LARGE, percent
from companion.chance_nodes.summaries import ALPHA, with_time
from companion.widgets.charts import HeatMap, choices, rounded
from gametree.trace_data import MOST_NODES

LEAST = 0.1
"""The error with the full colour of those below `EXPECTED`."""


def relative_costs(runs: pd.DataFrame, criterion: str, heuristic_cost: float) -> pd.DataFrame:
    """Return what AOC* costs in parts of what alpha-cutoff costs: a row per size and order, a column per error."""
    kept = with_time(runs[runs["method"].isin([ALPHA, "aoc*"])], heuristic_cost)
    means = kept.pivot_table(
        index=["depth", "branch", "order"], columns=kept["error"].fillna(-1), values=criterion, aggfunc="mean"
    )
    return means.drop(columns=-1).div(means[-1], axis=0)


def shade(error: float) -> float:
    """Return the colour of an error, from -1 (AOC* is ahead whatever the error) to 1.

    >>> shade(math.inf), shade(EXPECTED), shade(0.1)
    (-1.0, -0.0, 1.0)
    """
    if error >= EXPECTED:
        return -math.log(min(error, LARGE) / EXPECTED) / math.log(LARGE / EXPECTED)
    return math.log(EXPECTED / max(error, LEAST)) / math.log(EXPECTED / LEAST)


def cutoff_map(crossings: pd.DataFrame, runs: pd.DataFrame, heuristic_cost: float) -> HeatMap:
    """Return the error at which both searches cost the same, by size and order, and the curve behind it.

    Parameters
    ----------
    crossings, runs : pandas.DataFrame
        Those of a `Study`.
    heuristic_cost : float
        What asking the heuristic takes, in visits; for time.
    """
    sizes = list(dict.fromkeys(zip(crossings["depth"], crossings["branch"], strict=True)))
    orders = sorted(set(crossings["order"]))
    maps: list[dict[str, Any]] = []
    errors: list[float] = []
    for criterion, part in crossings.groupby("criterion", sort=False):
        costs: Any = relative_costs(runs, str(criterion), heuristic_cost)
        errors = [float(error) for error in costs.columns]
        cells: Any = part.set_index(["depth", "branch", "order"])
        grid: list[list[Any]] = [[cells.loc[(*size, order)] for order in orders] for size in sizes]
        maps.append(
            {
                "at": [criterion],
                "curves": [[rounded(costs.loc[(*size, order)]) for order in orders] for size in sizes],
                "text": [[percent(cell["error"]) for cell in row] for row in grid],
                "shade": [[round(shade(cell["error"]), 3) for cell in row] for row in grid],
                "note": [
                    [f"95 % limits {percent(cell['low'])} and {percent(cell['high'])}" for cell in row]
                    for row in grid
                ],
                "example": {"kind": "chance", "probabilities": "uniform", "goal": "min", "seed": 1},
                "race": [ALPHA, "aoc*"],
                "options": {"error": EXPECTED},
            }
        )
    return HeatMap(
        title="How far off AOC*'s heuristic may be before alpha-cutoff costs less",
        choices=choices("cost"),
        start=maps[0]["at"],
        rows={"label": "size", "values": [f"depth {depth}, width {branch}" for depth, branch in sizes]},
        columns={"label": "order", "values": orders},
        x={
            "label": "error of the heuristic (∞: it says nothing)",
            "values": list(range(len(errors))),
            "texts": ["∞" if math.isinf(error) else percent(error) for error in errors],
        },
        y={"label": "AOC* / alpha-cutoff", "name": "both cost the same at an error of", "digits": 2},
        rule={"y": 1, "text": "alpha-cutoff"},
        shade={
            "low": f"AOC* ahead beyond the {percent(EXPECTED)} of the thesis",
            "high": f"alpha-cutoff ahead before {percent(EXPECTED)}",
        },
        cell=[0, 0],
        examples=[
            [{"depth": depth, "width": branch, "order": order} for order in orders]
            if sum(branch**level for level in range(depth + 1)) <= MOST_NODES
            else [None] * len(orders)
            for depth, branch in ((int(depth), int(branch)) for depth, branch in sizes)
        ],
        maps=maps,
    )
