"""A factorial experiment: ordering, table and killers, each with and without, in all combinations."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from gametree.speedup.measuring import KILLERS, TABLE, Searches, measure
from gametree.speedup.options import STRATEGIES
from gametree.speedup.starts import Start

if TYPE_CHECKING:
    import pandas as pd

FACTORS = ("ordering", "table", "killers")
EFFECTS = {
    "ordering": (1, 0, 0),
    "table": (0, 1, 0),
    "killers": (0, 0, 1),
    "ordering × table": (1, 1, 0),
    "ordering × killers": (1, 0, 1),
    "table × killers": (0, 1, 1),
    "all three": (1, 1, 1),
}
"""Name of an effect -> which factors take part."""


def combinations() -> Searches:
    """Return all searches of the experiment; a label is the strategy and a 0 or 1 per factor."""
    return {
        f"{strategy} {ordering}{table}{killers}": {
            "strategy": strategy,
            "ordering": "fixed" if ordering else "none",
            "table": TABLE * table,
            "killers": KILLERS * killers,
        }
        for strategy in STRATEGIES
        for ordering, table, killers in product((0, 1), repeat=3)
    }


def factorial(
    starts: Sequence[Start], depth: int, executor: Executor | None = None, criterion: str = "leaves"
) -> pd.DataFrame:
    """Return the effects of aids and their interactions, one row per game, start, strategy and effect.

    The columns are game, start, strategy, effect and log2: the mean change of log2(criterion) when the factor
    is added, over all combinations of the others.  An interaction is half the difference that one factor
    makes to the effect of the other: negative if they help each other, positive if they do the same work
    twice.
    """
    import pandas as pd

    frame = measure(starts, [depth], combinations(), executor=executor)
    levels = np.array(list(product((0, 1), repeat=3)))
    rows = []
    for (game, start), part in frame.groupby(["game", "start"], sort=False):
        costs = dict(zip(part["search"], np.log2(part[criterion].to_numpy(dtype=float)), strict=True))
        for strategy in STRATEGIES:
            logs = np.array([costs[f"{strategy} {a}{b}{c}"] for a, b, c in levels])
            for effect, factors in EFFECTS.items():
                # A combination counts with + if an even number of the factors of the effect is left out.
                signs = np.prod(np.where(levels == 1, 1, -1) ** np.array(factors), axis=1)
                rows.append((game, start, strategy, effect, float(signs @ logs) / 4))
    return pd.DataFrame(rows, columns=["game", "start", "strategy", "effect", "log2"])


def summary(effects: pd.DataFrame) -> pd.DataFrame:
    """Return the mean effect per game, strategy and effect, with its standard error and, as `factor`, 2**mean."""
    grouped = effects.groupby(["game", "strategy", "effect"], sort=False)["log2"]
    table = grouped.agg(["mean", "std", "count"]).reset_index()
    error = table["std"].fillna(0) / np.sqrt(table["count"])
    return table.assign(error=error, factor=2 ** table["mean"]).drop(columns="std")
