"""One step of a search as a picture, all steps as a table, and the interactive map of alpha-cutoff against AOC*."""

from __future__ import annotations

import html
import math
from typing import Any

import pandas as pd
from IPython.display import HTML

from companion import plot
from companion.chance_nodes.counts import ALPHA, with_time
from companion.chance_nodes.figures import EXPECTED, LARGE, describe_chance, draw_chance_tree, percent
from companion.explanations.trace_data import MOST_NODES
from companion.widgets.charts import HeatMap, choices, rounded
from companion.widgets.tables import trace_table
from gametree.chance import ChanceTrace, Tree, trace


def still(figure: int, caption: str, tree: Tree, method: str, step: int = 0) -> HTML:
    """Return what an explorer of this search shows at a step, as a numbered figure."""
    traced = trace(tree, method)
    snapshot = traced.snapshot(step)
    number = range(len(traced))[step] + 1
    over = number == len(traced)
    solution = traced.result.solution if over else ()
    drawn = draw_chance_tree(
        tree, snapshot=snapshot, solution=solution, over=over, layout=plot.tidy_layout(tree.shape)
    )
    words = f"{method}, step {number} of {len(traced)}. {describe_chance(tree, snapshot)}"
    return HTML(plot.captioned(figure, plot.image_html(drawn, words), caption))


def table(traced: ChanceTrace, caption: str = "") -> HTML:
    """Return the trace of a search as a table that scrolls; rows with a cut-off are bold."""
    rows = traced.frame()
    body = ""
    for row in rows.itertuples(index=False):
        weight = "bold" if row[list(rows.columns).index("cut off")] else "normal"
        cells = "".join(f'<td style="text-align:left">{html.escape(str(cell))}</td>' for cell in row)
        body += f'<tr style="font-weight:{weight}">{cells}</tr>'
    return trace_table(caption or f"{traced.method}, step by step", map(str, rows.columns), body)


# -- the break-even error of the heuristic, and the cost of AOC* by error ----------------------------------------------

LEAST = 0.1
"""The error with the full colour of those below `EXPECTED`."""


def costs_by_error(runs: pd.DataFrame, criterion: str, heuristic_cost: float) -> pd.DataFrame:
    """Return what AOC* costs in parts of what alpha-cutoff costs: a row per size and order, a column per error."""
    kept = with_time(runs[runs["method"].isin([ALPHA, "aoc*"])], heuristic_cost)
    means = kept.pivot_table(
        index=["depth", "branch", "order"], columns=kept["error"].fillna(-1), values=criterion, aggfunc="mean"
    )
    return means.drop(columns=-1).div(means[-1], axis=0)


def shade(error: float) -> float:
    """Return the colour of an error, from -1 to 1; -2, a colour of its own, if AOC* is ahead whatever the error.

    >>> shade(math.inf), shade(1000.0), shade(EXPECTED), shade(0.1)
    (-2.0, -1.0, -0.0, 1.0)
    """
    if math.isinf(error):
        return -2.0
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
        costs: Any = costs_by_error(runs, str(criterion), heuristic_cost)
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
                    [
                        f"95 % limits {percent(cell['low'])} and {percent(cell['high'])}"
                        if cell["low"] < cell["high"]
                        else ""
                        for cell in row
                    ]
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
        y={"label": "AOC* / alpha-cutoff", "name": "error at which both cost the same:", "digits": 2},
        rule={"y": 1, "text": "alpha-cutoff"},
        shade={
            "low": f"AOC* ahead beyond the {percent(EXPECTED)} of the thesis",
            "high": f"alpha-cutoff ahead before {percent(EXPECTED)}",
            "never": "never: AOC* costs less however little it is told",
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
