"""Measure what aids save: one row per tree and search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.game_tree import GameTree
from gametree.speedup.minimum import fewest_leaves
from gametree.speedup.narrow import narrowed
from gametree.speedup.options import Options
from gametree.speedup.run import Result, search
from gametree.speedup.starts import Start

if TYPE_CHECKING:
    import pandas as pd

TABLE = 2**18
"""Entries of the tables in measurements: more than any search there stores, unless said otherwise."""

KILLERS = 2
"""Killers per level in measurements, unless said otherwise."""

Searches = Mapping[str, Mapping[str, Any]]
"""Label -> the arguments of `search`, `strategy` included; `spreads` is a margin in units of `spread`."""

ORDERED: Searches = {
    "alphabeta": {"strategy": "alphabeta"},
    "alphabeta, fixed": {"strategy": "alphabeta", "ordering": "fixed"},
    "alphabeta, dynamic": {"strategy": "alphabeta", "ordering": "dynamic"},
    "alphabeta, patient": {"strategy": "alphabeta", "ordering": "dynamic", "spreads": 1},
    "pvs": {"strategy": "pvs"},
    "pvs, fixed": {"strategy": "pvs", "ordering": "fixed"},
    "pvs, dynamic": {"strategy": "pvs", "ordering": "dynamic"},
}
"""What section 4.2 compares; the patient one puts a son back only if it disappoints by as much as positions differ."""

MEMORIES: Searches = {
    "none": {"strategy": "alphabeta"},
    "table": {"strategy": "alphabeta", "table": TABLE},
    "table, deeper too": {"strategy": "alphabeta", "table": TABLE, "rule": "deeper"},
    "killers": {"strategy": "alphabeta", "killers": KILLERS},
    "table and killers": {"strategy": "alphabeta", "table": TABLE, "killers": KILLERS},
}
"""What sections 4.3 and 4.4 compare."""

DEEPENED: Searches = {
    "none": {"strategy": "alphabeta"},
    "all aids": {"strategy": "alphabeta", "ordering": "fixed", "table": TABLE, "killers": KILLERS},
    "deepening": {"strategy": "alphabeta", "table": TABLE, "killers": KILLERS, "deepening": True},
    "all aids, deepening": {
        "strategy": "alphabeta", "ordering": "fixed", "table": TABLE, "killers": KILLERS, "deepening": True,
    },
}  # fmt: skip
"""Is it worth while to search to depth 1, 2, ... first, for the sake of the best moves in the table?"""


def table_sizes(sizes: Sequence[int]) -> Searches:
    """Return Alphabeta without a table, and with tables of so many entries."""
    tables = {f"table {size}": {"strategy": "alphabeta", "table": size} for size in sizes}
    return {"none": {"strategy": "alphabeta"}, **tables}


COLUMNS = ("game", "start", "width", "depth", "search", *Options._fields, *Result._fields, "all", "fewest")


def measure(
    starts: Sequence[Start],
    depths: Sequence[int],
    searches: Searches,
    *,
    width: int | None = None,
    executor: Executor | None = None,
) -> pd.DataFrame:
    """Search every start to every depth in several ways.

    Parameters
    ----------
    starts : sequence of Start
        What to search.
    depths : sequence of int
        How deep; a start is left out where that is beyond its `deepest`.
    searches : mapping
        Label -> arguments of `search`.
    width : int, optional
        How many moves are looked at in each position, the most promising ones; all if left out.
    executor : Executor, optional
        Where to work: threads do, since searching needs no lock.  The frame is the same with any.

    Returns
    -------
    DataFrame
        One row per start, depth and search: `COLUMNS`, which are the options and the results of the search,
        all leaves of the tree, and the fewest that can prove its value.  `width` is 0 where all moves are
        looked at.
    """
    import pandas as pd

    cases = [
        (start, depth, width or 0, searches) for start in starts for depth in depths if depth <= start.deepest
    ]
    found = list(map(_rows, cases) if executor is None else executor.map(_rows, cases))
    return pd.DataFrame([row for rows in found for row in rows], columns=list(COLUMNS))


def _rows(case: tuple[Start, int, int, Searches]) -> list[tuple[Any, ...]]:
    start, depth, width, searches = case
    tree = start.grow(depth)
    if width:
        tree = narrowed(tree, width)
    least = fewest_leaves(tree)
    rows = []
    for label, given in searches.items():
        arguments = dict(given)
        if "spreads" in arguments:
            arguments["margin"] = arguments.pop("spreads") * spread(tree)
        options, result = Options(**arguments), search(tree, **arguments)
        rows.append((start.game, start.name, width, depth, label, *options, *result, tree.n_leaves, least))
    return rows


def spread(tree: GameTree) -> float:
    """Return how much estimates differ after two moves: the median distance from their median."""
    estimates = tree.estimate[tree.level == min(2, tree.depth)]
    return float(np.median(np.abs(estimates - np.median(estimates))))


def saved(frame: pd.DataFrame, without: str, criterion: str = "leaves") -> pd.DataFrame:
    """Return the frame with `saved`: the percentage by which each search needs less than the one called `without`."""
    keys = ["game", "start", "width", "depth"]
    base = frame[frame["search"] == without].set_index(keys)[criterion]
    if base.empty:
        raise ValueError(f"without is {without!r}: it must be one of {', '.join(frame['search'].unique())}")
    before = base.reindex(frame.set_index(keys).index).to_numpy()
    return frame.assign(saved=100 * (1 - frame[criterion].to_numpy() / before))


def correlations(starts: Sequence[Start], depth: int) -> pd.DataFrame:
    """Return how static values go with backed-up ones: the rank correlation over all internal nodes of a level.

    Columns: game, start, level, nodes, correlation (NaN where one of the two is constant).
    """
    import pandas as pd

    rows = []
    for start in starts:
        tree = start.grow(depth)
        for level in range(1, depth):
            nodes = np.flatnonzero((tree.level == level) & (tree.fan_out > 0))
            value = _rank_correlation(tree, nodes)
            rows.append((start.game, start.name, level, len(nodes), value))
    return pd.DataFrame(rows, columns=["game", "start", "level", "nodes", "correlation"])


def _rank_correlation(tree: GameTree, nodes: Any) -> float:
    from scipy.stats import rankdata

    ranks = [rankdata(values[nodes]) for values in (tree.estimate, tree.backed_up)] if len(nodes) > 1 else []
    if not ranks or any(rank.min() == rank.max() for rank in ranks):
        return float("nan")
    return float(np.corrcoef(*ranks)[0, 1])
