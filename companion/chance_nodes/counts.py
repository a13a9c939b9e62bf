"""What the searches of Zenzel 1989's experiment counted: summarized, compared, and where two of them break even.

- `Counts`, `less`, `ratio`: counts of every search on every tree, and comparisons of them.
- `by_group`: Figures A-1 to A-15 as numbers.
- `leaves_saved`, `affordable_cost`: beside Star1 and Star2, and how dear the heuristic may be.
- `break_even`: at which error of the heuristic alpha-cutoff becomes the better choice, which the thesis leaves open.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from companion.chance_nodes.experiment import THESIS_ERRORS, THESIS_ORDERS
from companion.published.claims import Case
from gametree._checks import check_name

Floats = NDArray[np.float64]
Size = tuple[int, int]

CRITERIA = ("leaves", "nodes", "time", "memory")
ALPHA = "alpha-cutoff"
AOC = ("AOC-I", "AOC-II", "AOC-III")


def label(method: str, error: float) -> str:
    """Return the thesis' name of a search: AOC-I for AOC* with an error of 10 %."""
    if not method.startswith("aoc*"):
        return method
    name = AOC[THESIS_ERRORS.index(error)] if error in THESIS_ERRORS else f"AOC* {error:g}"
    return f"{name} deepest" if method == "aoc*-deepest" else name


def with_time(frame: pd.DataFrame, heuristic_cost: float) -> pd.DataFrame:
    """Return runs with a column `time`: a unit per visit, and `heuristic_cost` per range that was evaluated."""
    return frame.assign(time=frame["visits"] + heuristic_cost * frame["estimates"])


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
    runs = thesis_runs(frame, heuristic_cost)
    parts = []
    for column in ("order", "probabilities"):
        for criterion in ("memory", "nodes", "time"):
            grouped = runs.groupby(["depth", "branch", column, "search"])[criterion]
            low, high = (grouped.quantile(q) for q in BAND)
            part = pd.DataFrame({"mean": grouped.mean(), "low": low, "high": high}).reset_index()
            parts.append(part.rename(columns={column: "group"}).assign(criterion=criterion))
    return pd.concat(parts, ignore_index=True)


def leaves_saved(frame: pd.DataFrame, order: str) -> pd.DataFrame:
    """Return which part of the leaves each search leaves out in trees of one order: mean and standard error."""
    runs = thesis_runs(frame[frame["order"] == order])
    runs = runs.assign(saved=1 - runs["leaves"] / runs["branch"] ** runs["depth"])
    grouped = runs[~runs["search"].str.contains("deepest")].groupby(["depth", "branch", "search"])["saved"]
    return pd.DataFrame({"mean": grouped.mean(), "error": grouped.sem()}).reset_index()


def affordable_cost(frame: pd.DataFrame) -> pd.DataFrame:
    """Return what a call of the heuristic may cost, in visits, before alpha-cutoff takes less time than AOC*.

    Negative where AOC* takes more visits even if the heuristic is free.
    """
    runs = thesis_runs(frame)
    means = runs.groupby(["depth", "branch", "order", "search"])[["visits", "estimates"]].mean()
    alpha = means["visits"].xs("alpha-cutoff", level="search")
    found = {
        name: (alpha - means["visits"].xs(name, level="search")) / means["estimates"].xs(name, level="search")
        for name in AOC
    }
    return alpha.to_frame().assign(**found).drop(columns="visits").reset_index()


def crossing(errors: Floats, aoc: Floats, alpha: float) -> float:
    """Return the least error at which AOC* costs as much as alpha-cutoff; infinity if it never does.

    Parameters
    ----------
    errors : array
        Errors in increasing order; the last may be infinite.
    aoc : array
        What AOC* costs at each of them.
    alpha : float
        What alpha-cutoff costs.

    Notes
    -----
    Between two errors the cost is taken to be linear in e / (1 + e), which makes infinity an end like any
    other.  If AOC* costs as much at the least error already, that error is returned.
    """
    scale = np.where(np.isinf(errors), 1.0, errors / (1 + np.where(np.isinf(errors), 0, errors)))
    above = np.flatnonzero(aoc >= alpha)
    if len(above) == 0:
        return math.inf
    k = int(above[0])
    if k == 0:
        return float(errors[0])
    part = (alpha - aoc[k - 1]) / (aoc[k] - aoc[k - 1])
    t = float(scale[k - 1] + part * (scale[k] - scale[k - 1]))
    return t / (1 - t) if t < 1 else math.inf


def break_even(
    frame: pd.DataFrame, criterion: str, heuristic_cost: float = 0.0, seed: int = 0, resamples: int = 200
) -> pd.DataFrame:
    """Return the error at which alpha-cutoff and AOC* are equal, per depth, branch factor and order.

    Parameters
    ----------
    frame : DataFrame
        What `runs` returned, with a range of errors.
    criterion : {"nodes", "time", "memory"}
        What is compared.
    heuristic_cost : float
        What asking for a range takes, in visits; for `time`.
    seed, resamples : int
        Of the bootstrap over replicates that gives `low` and `high`, the limits of 95 %.
    """
    check_name("criterion", criterion, ("nodes", "time", "memory"))
    timed = with_time(frame[frame["method"].isin([ALPHA, "aoc*"])], heuristic_cost)
    rng = np.random.default_rng(seed)
    rows = []
    for (depth, branch, order), part in timed.groupby(["depth", "branch", "order"], sort=False):
        by_tree = part.pivot_table(
            index="replicate", columns=part["error"].fillna(-1), values=criterion, aggfunc="mean"
        )
        errors = by_tree.columns.to_numpy()[1:].astype(float)
        costs = by_tree.to_numpy()
        drawn = rng.integers(0, len(costs), (resamples, len(costs)))
        samples = [costs.mean(axis=0), *(costs[row].mean(axis=0) for row in drawn)]
        found, *again = (crossing(errors, sample[1:], sample[0]) for sample in samples)
        # Order statistics, not interpolation: some crossings are infinite.
        low, high = np.quantile(again, [0.025, 0.975], method="nearest")
        rows.append((depth, branch, order, found, float(low), float(high)))
    return pd.DataFrame(rows, columns=["depth", "branch", "order", "error", "low", "high"])


# -- counts tree by tree ------------------------------------------------------------------------------------------------


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
