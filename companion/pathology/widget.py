"""Interactive pathology: errors from level to level, and decisions by depth."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from companion.widgets.charts import Curves, HeatMap, choices, rounded
from gametree.theory.error_model import Errors, trajectory, wrong_decision

RULES = ("minimax", "product", "average")
ERRS = tuple(round(0.05 * k, 2) for k in range(1, 9))
PS = tuple(round(0.05 * k, 2) for k in range(1, 20))
QS = (0.0, 0.05, 0.1, 0.2)
WIDTHS = (2, 3, 4)
DEPTH = 12
START = {"err": 0.1, "p": 0.6, "width": 2, "q": 0.05}
"""Where the map of errors starts: close to the fixed point of p, where errors grow for many levels."""

GAME = ["pearl", 2, 7]
"""Where the curves start: game, width and moves."""


def path_at_start() -> Errors:
    """Return the errors behind the cell in which the map starts, level by level."""
    return trajectory(START["err"], START["err"], START["p"], DEPTH, int(START["width"]), START["q"])


def describe_start() -> str:
    """Return where the errors go from there.

    >>> describe_start()[:66]
    'Width 2, q = 0.05: ERR goes from 0.100 at the leaves to 0.237 afte'
    """
    path = path_at_start()
    err = wrong_decision(path)
    return (
        f"Width {START['width']}, q = {START['q']:g}: ERR goes from {err[0]:.3f} at the leaves to {err[-1]:.3f} after "
        f"{DEPTH} levels; err1 ends at {path.err1[-1]:.3f}, err2 at {path.err2[-1]:.3f}, p at {path.p[-1]:.3f}."
    )


def decisions_at_start(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the part of a frame of decisions with which the curves start."""
    game, width, moves = GAME
    return frame[
        (frame["game"] == game) & (frame["w"] == width) & (frame["t"] == moves) & (frame["rule"] == "minimax")
    ]


def quality_curves(quality: pd.DataFrame, printed: pd.DataFrame) -> Curves:
    """Return the probability of a correct decision by depth, for every game that was played, and what was printed.

    Parameters
    ----------
    quality, printed : pandas.DataFrame
        Those of a `Study`.  Depths that see the end decide right by definition: they are left out.
    """
    ours, theirs = (frame[frame["d"] < frame["t"] - 1] for frame in (quality, printed))
    series = []
    lines: Any = ours.groupby(["game", "w", "t", "rule"], sort=False)
    for (game, width, moves, rule), line in lines:
        line = line.sort_values("d")
        half = 1.96 * line["sd"] / np.sqrt(line["n"])
        series.append(
            {
                "at": [game, int(width), int(moves)],
                "line": rule,
                "x": line["d"].tolist(),
                "y": rounded(line["probability"]),
                "half": rounded(half, 2),
            }
        )
    played = [part["at"] for part in series]
    cells: Any = theirs.itertuples()
    points = [
        {
            "at": [cell.game, int(cell.w), int(cell.t)], "line": cell.rule, "x": int(cell.d), "y": cell.probability,
            "text": f"Table {cell.table} prints {cell.probability:g}: {cell.verdict}", "far": cell.verdict == "differs",
        }
        for cell in cells
        if [cell.game, cell.w, cell.t] in played
    ]  # fmt: skip
    return Curves(
        title="Probability of a correct decision by depth",
        choices=choices("game", "width", "moves", sliders=["width", "moves"]),
        start=GAME,
        lines={"label": "rules", "names": list(RULES), "shown": ["minimax"]},
        x={"label": "depth"},
        y={"label": "correct decisions", "digits": 3},
        series=series,
        printed=points,
    )


def error_map() -> HeatMap:
    """Return ERR after every number of levels, by what err and p are at the leaves, by q and by width."""
    err, p = np.meshgrid(ERRS, PS, indexing="ij")
    maps: list[dict[str, Any]] = []
    for width in WIDTHS:
        for q in QS:
            path = trajectory(err, err, p, DEPTH, width, q)
            levels = np.rint(1000 * np.asarray(wrong_decision(path))).astype(int)
            maps.append({"at": [width, q], "curves": np.moveaxis(levels, 0, -1).tolist()})
    return HeatMap(
        title="ERR: the probability of a wrong decision, by err and p at the leaves",
        choices=choices("width", "q", sliders=["width", "q"]),
        start=[START["width"], START["q"]],
        rows={"label": "err", "values": list(ERRS)},
        columns={"label": "p", "values": list(PS)},
        x={"name": "depth", "label": "depth: levels above the leaves", "values": list(range(DEPTH + 1))},
        y={"label": "ERR", "from": 0, "to": 0.5, "unit": 1000, "digits": 3},
        shade={
            "from_first": 0.25,
            "low": "fewer errors than at the leaves",
            "high": "more errors than at the leaves",
        },
        cell=[ERRS.index(START["err"]), PS.index(START["p"])],
        at=10,
        maps=maps,
    )
