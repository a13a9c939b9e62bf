"""Frames of runs, summed up: for Figures A-1 to A-15, and for comparing all searches (Zenzel 1989, section 4.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.chance_nodes.findings import label, with_time
from companion.chance_nodes.study import THESIS_ERRORS

if TYPE_CHECKING:
    import pandas as pd

BAND = (0.1, 0.9)
"""The quantiles over trees that bands reach from and to."""


def thesis_runs(frame: pd.DataFrame, heuristic_cost: float = 0.0) -> pd.DataFrame:
    """Return the runs without a heuristic or with one of the thesis' errors, with their `search` and `time`."""
    kept = frame[frame["error"].isna() | frame["error"].isin(THESIS_ERRORS)]
    names = [label(method, error) for method, error in zip(kept["method"], kept["error"], strict=True)]
    return with_time(kept, heuristic_cost).assign(search=names)


def by_group(frame: pd.DataFrame, heuristic_cost: float) -> pd.DataFrame:
    """Return mean and band of memory, nodes and time per depth, branch factor, search and group of runs.

    A group is an order, over both kinds of probabilities, or a kind of probabilities, over all orders: each is one
    of the figures of the appendix.
    """
    import pandas as pd

    runs = thesis_runs(frame, heuristic_cost)
    parts = []
    for column in ("order", "probabilities"):
        for criterion in ("memory", "nodes", "time"):
            grouped = runs.groupby(["depth", "branch", column, "search"])[criterion]
            low, high = (grouped.quantile(q) for q in BAND)
            part = pd.DataFrame({"mean": grouped.mean(), "low": low, "high": high}).reset_index()
            parts.append(part.rename(columns={column: "group"}).assign(criterion=criterion))
    return pd.concat(parts, ignore_index=True)


def share_of_leaves(frame: pd.DataFrame, order: str) -> pd.DataFrame:
    """Return which part of the leaves each search evaluates in trees of one order: mean and band."""
    import pandas as pd

    runs = thesis_runs(frame[frame["order"] == order])
    runs = runs.assign(share=runs["leaves"] / runs["branch"] ** runs["depth"])
    grouped = runs.groupby(["depth", "branch", "search"])["share"]
    low, high = (grouped.quantile(q) for q in BAND)
    return pd.DataFrame({"mean": grouped.mean(), "low": low, "high": high}).reset_index()


def affordable_cost(frame: pd.DataFrame) -> pd.DataFrame:
    """Return what a call of the heuristic may cost, in visits, before alpha-cutoff takes less time than AOC*.

    Negative where AOC* takes more visits even if the heuristic is free.
    """
    runs = thesis_runs(frame)
    means = runs.groupby(["depth", "branch", "order", "search"])[["visits", "estimates"]].mean()
    alpha = means["visits"].xs("alpha-cutoff", level="search")
    names = [
        name for name in ("AOC-I", "AOC-II", "AOC-III") if name in means.index.get_level_values("search")
    ]
    found = {
        name: (alpha - means["visits"].xs(name, level="search")) / means["estimates"].xs(name, level="search")
        for name in names
    }
    return alpha.to_frame().assign(**found).drop(columns="visits").reset_index()
