"""Counts of every search on every tree of the experiment, and comparisons of them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from companion.chance_nodes.experiment import THESIS_ORDERS
from companion.chance_nodes.summaries import ALPHA, AOC, thesis_runs
from companion.published.claims import Case

Floats = NDArray[np.float64]
Size = tuple[int, int]

CRITERIA = ("leaves", "nodes", "time", "memory")


class Counts:
    """What every search counted on every tree, by size, kind of probabilities, order and search.

    Parameters
    ----------
    frame : DataFrame
        What `runs` returned.
    heuristic_cost : float
        What asking for a range takes, in visits; `time` is counted with it, never measured.
    """

    def __init__(self, frame: pd.DataFrame, heuristic_cost: float):
        named = thesis_runs(frame, heuristic_cost).sort_values("replicate", kind="stable")
        keys = ["depth", "branch", "probabilities", "order", "search"]
        self._of: dict[Any, Floats] = {
            key: part[list(CRITERIA)].to_numpy(dtype=float) for key, part in named.groupby(keys, sort=False)
        }
        self.sizes: list[Size] = sorted({key[:2] for key in self._of})
        self.kinds = sorted({key[2] for key in self._of})

    def __call__(
        self,
        criterion: str,
        search: str,
        size: Size,
        order: str | None = None,
        kind: str | None = None,
    ) -> Floats:
        """Return a count per replicate: over the thesis' orders and all kinds of probabilities if none is named."""
        orders = THESIS_ORDERS if order is None else (order,)
        kinds = self.kinds if kind is None else [kind]
        place = CRITERIA.index(criterion)
        found = [self._of[(*size, k, o, search)][:, place] for k in kinds for o in orders]
        return np.mean(found, axis=0)


def less(one: Floats, other: Floats) -> Case:
    """Return the case for one count being less than another on the same trees, relative to the other.

    Examples
    --------
    >>> import numpy as np
    >>> less(np.array([1.0, 3.0]), np.array([2.0, 6.0]))
    Case(effect=0.5, error=0.25)
    """
    difference, scale = other - one, float(other.mean())
    return Case(float(difference.mean()) / scale, standard_error(difference) / scale)


def less_apart(one: Floats, other: Floats) -> Case:
    """Return the same for counts on different trees."""
    scale = float(other.mean())
    return Case(
        (scale - float(one.mean())) / scale, math.hypot(standard_error(one), standard_error(other)) / scale
    )


def standard_error(counts: Floats) -> float:
    """Return the standard error of a mean count; never 0, as if one tree more or less might differ by one."""
    n = len(counts)
    return max(float(counts.std(ddof=1)) / math.sqrt(n), 1 / n)


def ratio(one: Floats, other: Floats) -> Case:
    """Return the ratio of two mean counts on the same trees, with its standard error."""
    part = float(one.mean() / other.mean())
    return Case(part, standard_error(one - part * other) / float(other.mean()))


# -- tables of the page ------------------------------------------------------------------------------------------------


def relative_costs(counts: Counts) -> pd.DataFrame:
    """Return what AOC* costs in parts of what alpha-cutoff costs, per size, criterion and error.

    `low` and `high` are the least and the greatest over five groups of trees: the three orders, over both kinds of
    probabilities, and the two kinds, over all orders. The appendix of the thesis has a figure for each of them.
    """
    groups = [(order, None) for order in THESIS_ORDERS] + [(None, kind) for kind in counts.kinds]
    rows = []
    for size, criterion, search in itertools.product(counts.sizes, ("memory", "nodes", "time"), AOC):
        whole, *parts = (
            ratio(counts(criterion, search, size, *group), counts(criterion, ALPHA, size, *group))
            for group in [(None, None), *groups]
        )
        ends = [part.effect for part in parts]
        rows.append((*size, criterion, search, whole.effect, whole.error, min(ends), max(ends)))
    names = ["depth", "branch", "criterion", "search", "ratio", "error", "low", "high"]
    return pd.DataFrame(rows, columns=names)


def by_order(counts: Counts, searches: Sequence[str], orders: Sequence[str]) -> pd.DataFrame:
    """Return the nodes that searches touch on average in random order, and in other orders in per cent of that."""
    rows = []
    for search, size in itertools.product(searches, counts.sizes):
        drawn = counts("nodes", search, size, "random").mean()
        others = (100 * counts("nodes", search, size, order).mean() / drawn for order in orders)
        rows.append((search, *size, drawn, *others))
    return pd.DataFrame(rows, columns=["search", "depth", "branch", "random", *orders])


def variants(counts: Counts) -> pd.DataFrame:
    """Return the means of all searches, with their variants, on the largest trees of the thesis, by order."""
    searches = [ALPHA, f"{ALPHA}-all", *(f"{name}{end}" for name in AOC for end in ("", " deepest"))]
    rows = [
        (search, order, *(counts(name, search, counts.sizes[-1], order).mean() for name in CRITERIA))
        for search, order in itertools.product(searches, THESIS_ORDERS)
    ]
    return pd.DataFrame(rows, columns=["search", "order", *CRITERIA])
