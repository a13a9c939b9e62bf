"""The map of costs: leaves relative to Alphabeta's by width, depth and order; a cell opens a race on such a tree."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from companion.explanations.trace_data import MOST_NODES
from companion.published.cases import CASES, COLUMNS, SCORECARD, SIZES
from companion.published.cells import records
from companion.widgets.charts import HeatMap, choices

BASE = "alphabeta"
"""What all others are compared with."""

FULL = 2.0
"""The ratio, or its inverse, that has the full colour."""


def cost_map(scorecard: Path = SCORECARD) -> HeatMap:
    """Return leaves relative to Alphabeta's on uniform trees, ours beside the printed, as a scorecard has them.

    Ours, and the verdicts, are those of the text read word by word; where the scorecard has another reading, its verdicts
    stand beside them.

    Examples
    --------
    >>> drawn = cost_map().state
    >>> place = drawn["rows"]["values"].index(6), drawn["columns"]["values"].index(3)
    >>> unordered = next(part for part in drawn["maps"] if part["at"] == ["sss*", "unordered"])
    >>> "printed 173.34 and 253.56" in unordered["note"][place[0]][place[1]]
    True
    >>> ordered = next(part for part in drawn["maps"] if part["at"] == ["palphabeta", "ordered P = 0.6"])
    >>> ordered["note"][drawn["rows"]["values"].index(3)][place[1]]  # doctest: +ELLIPSIS
    'Ours, with the text read word by word, 14.90 and 15.70 leaves, ... inconclusive, inconclusive)'
    """
    found = {
        (row["table"], row["row"], COLUMNS[row["column"]]): row
        for row in records(scorecard)
        if row["source"] == "muszycka1985" and row["column"] in COLUMNS and row["literal"]
    }
    widths = sorted({width for width, _ in SIZES})
    depths = sorted({depth for _, depth in SIZES})
    maps: list[dict[str, Any]] = []
    for strategy in COLUMNS.values():
        for case in CASES if strategy != BASE else ():
            if case.kind != "uniform":
                continue
            cells = [
                [
                    _cell(
                        *(found.get((case.table, f"U({width},{depth})", name)) for name in (strategy, BASE))
                    )
                    for width in widths
                ]
                for depth in depths
            ]
            chance = {} if case.p is None else {"p": case.p}
            maps.append(
                {
                    "at": [strategy, " P = ".join([case.scheme, *(f"{p:g}" for p in chance.values())])],
                    **{part: [[cell[part] for cell in row] for row in cells] for part in ("text", "shade", "note")},
                    "example": {"kind": case.kind, "scheme": case.scheme, "seed": 1} | chance,
                    "race": [BASE, strategy],
                }
            )  # fmt: skip
    return HeatMap(
        title="Leaves relative to Alphabeta's, by width, depth and order",
        choices=choices("strategy", "order"),
        start=["sss*", "unordered"],
        rows={"label": "depth", "values": depths},
        columns={"label": "width", "values": widths},
        y={"label": "leaves, relative to Alphabeta's,"},
        shade={"low": "fewer leaves than Alphabeta", "high": "more"},
        cell=[depths.index(3), widths.index(3)],
        examples=[
            [{"width": width, "depth": depth} if _fits(width, depth) else None for width in widths]
            for depth in depths
        ],
        maps=maps,
    )


def _cell(own: dict[str, str] | None, base: dict[str, str] | None) -> dict[str, Any]:
    """Return what a cell says of a strategy and of Alphabeta, and its colour."""
    if own is None or base is None:
        return {"text": "–", "shade": None, "note": "Not in the thesis"}
    ours = [float(row["literal"]) for row in (own, base)]
    printed = [float(row["corrected"] or row["published"]) for row in (own, base)]
    reading = verdicts = ""
    if own["reading"] == "chosen":
        reading = ", with the text read word by word,"
        verdicts = f" (with the reading that the scorecard has chosen: {own['verdict']}, {base['verdict']})"
    return {
        "text": f"{ours[0] / ours[1]:.2f}",
        "shade": round(max(-1.0, min(1.0, math.log(ours[0] / ours[1], FULL))), 3),
        "note": (
            f"Ours{reading} {ours[0]:.2f} and {ours[1]:.2f} leaves, printed {printed[0]:.2f} and {printed[1]:.2f};"
            f" verdicts: {own['literal_verdict']}, {base['literal_verdict']}{verdicts}"
        ),
    }


def _fits(width: int, depth: int) -> bool:
    return sum(width**level for level in range(depth + 1)) <= MOST_NODES
