"""What the thesis prints and concludes (Zenzel 1989), found again.

- `judge_claims`: its conclusions (sections 4.2 and 5.0), put to a frame of runs.
- `by_group`, `share_of_leaves`, `affordable_cost`: runs summed up, for Figures A-1 to A-15 and beyond.
- `break_even`: at which error of the heuristic alpha-cutoff becomes the better choice, which it asks and leaves open.
- `table_2`, `not_monotone`: the worked examples, in the form in which Tables 2 and 3 print them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from companion.chance_nodes.study import THESIS_ERRORS
from gametree.chance.examples import TABLE_3, figure_6, figure_8
from gametree.chance.trace import ChanceTrace, trace
from gametree.tree import check_count

if TYPE_CHECKING:
    import pandas as pd

ALPHA = "alpha-cutoff"
AOC = ("AOC-I", "AOC-II", "AOC-III")
DEEPEST = tuple(f"{name} deepest" for name in AOC)
BATCH = 10
"""Replicates of each kind in the thesis."""

NEARLY = 0.05
"""What counts as nearly identical, or nearly every node: within a twentieth."""

Size = tuple[int, int]


def label(method: str, error: float) -> str:
    """Return the thesis' name of a search: AOC-I for AOC* with an error of 10 %."""
    if not method.startswith("aoc*"):
        return method
    name = AOC[THESIS_ERRORS.index(error)] if error in THESIS_ERRORS else f"AOC* {error:g}"
    return f"{name} deepest" if method == "aoc*-deepest" else name


def with_time(frame: pd.DataFrame, heuristic_cost: float) -> pd.DataFrame:
    """Return runs with a column `time`: a unit per visit, and `heuristic_cost` per range that was asked for."""
    return frame.assign(time=frame["visits"] + heuristic_cost * frame["estimates"])


class Means:
    """Mean counts by size, probabilities, order and search."""

    def __init__(self, frame: pd.DataFrame):
        keys = ["depth", "branch", "probabilities", "order", "method", "error"]
        grouped = frame.groupby(keys, dropna=False, sort=False)[["nodes", "time", "memory"]].mean()
        self._means = {
            (depth, branch, probabilities, order, label(method, error)): values
            for (depth, branch, probabilities, order, method, error), values in zip(
                grouped.index, grouped.to_numpy(), strict=True
            )
        }
        self.sizes: list[Size] = sorted({key[:2] for key in self._means})
        self.probabilities = sorted({key[2] for key in self._means})
        self.orders = sorted({key[3] for key in self._means})

    def __call__(
        self,
        criterion: str,
        search: str,
        size: Size,
        order: str | None = None,
        probabilities: str | None = None,
    ) -> float:
        """Return the mean of a criterion, over all orders or kinds of probabilities if none is named."""
        place = ("nodes", "time", "memory").index(criterion)
        orders = self.orders if order is None else [order]
        kinds = self.probabilities if probabilities is None else [probabilities]
        found = [self._means[(*size, kind, each, search)][place] for kind in kinds for each in orders]
        return float(np.mean(found))


Cases = Callable[[Means], Iterator[bool]]


@dataclass(frozen=True)
class Claim:
    """A sentence of the thesis, and the cases that it speaks of."""

    section: str
    text: str
    cases: Cases


def _everywhere(criterion: str) -> Cases:
    def cases(m: Means) -> Iterator[bool]:
        for size in m.sizes:
            for kind in m.probabilities:
                for order in m.orders:
                    for search in AOC:
                        yield m(criterion, search, size, order, kind) < m(criterion, ALPHA, size, order, kind)

    return cases


def _less_memory(m: Means) -> Iterator[bool]:
    for size in m.sizes:
        if size[1] > 4:
            for search in AOC:
                yield m("memory", ALPHA, size) < m("memory", search, size)


def _memory_by_branch(m: Means) -> Iterator[bool]:
    for depth in sorted({size[0] for size in m.sizes}):
        sizes = [size for size in m.sizes if size[0] == depth]
        for search in AOC:
            ratios = [m("memory", ALPHA, size) / m("memory", search, size) for size in sizes]
            yield all(np.diff(ratios) < 0)


def _scatter_less(criterion: str, searches: Sequence[str], large: bool = False) -> Cases:
    def cases(m: Means) -> Iterator[bool]:
        for size in m.sizes[-1:] if large else m.sizes:
            for search in searches:
                scatter, uniform = (m(criterion, search, size, None, k) for k in ("scatter", "uniform"))
                yield scatter < uniform

    return cases


def _scatter_same(m: Means) -> Iterator[bool]:
    for size in m.sizes:
        for search in AOC:
            scatter, uniform = (m("nodes", search, size, None, k) for k in ("scatter", "uniform"))
            yield abs(scatter / uniform - 1) < NEARLY


def _nearly_all(m: Means) -> Iterator[bool]:
    for depth, branch in m.sizes:
        below_root = sum(branch**k for k in range(1, depth + 1))
        yield m("nodes", ALPHA, (depth, branch), "worst") > (1 - NEARLY) * below_root


def _order(first: str, second: str, searches: Sequence[str]) -> Cases:
    def cases(m: Means) -> Iterator[bool]:
        for size in m.sizes:
            for search in searches:
                yield m("nodes", search, size, first) < m("nodes", search, size, second)

    return cases


def _deepest_poorer(criterion: str) -> Cases:
    def cases(m: Means) -> Iterator[bool]:
        for size in m.sizes:
            if size[0] > 2:
                for near, deep in zip(AOC, DEEPEST, strict=True):
                    yield m(criterion, near, size) < m(criterion, deep, size)

    return cases


def _all_at_once(m: Means) -> Iterator[bool]:
    for size in m.sizes:
        for order in m.orders:
            yield m("nodes", "alpha-cutoff-all", size, order) < m("nodes", ALPHA, size, order)


def _error_matters(m: Means) -> Iterator[bool]:
    for size in m.sizes:
        yield m("nodes", "AOC-I", size) < m("nodes", "AOC-II", size) < m("nodes", "AOC-III", size)


CLAIMS = (
    Claim("4.2", "AOC* touches fewer nodes than alpha-cutoff, in all cases", _everywhere("nodes")),
    Claim("4.2", "AOC* takes less time than alpha-cutoff, in all cases", _everywhere("time")),
    Claim("4.2", "above branch factor 4, alpha-cutoff uses less memory than AOC*", _less_memory),
    Claim(
        "4.2", "the larger the branch factor, the better alpha-cutoff's memory compares", _memory_by_branch
    ),
    Claim("4.2", "alpha-cutoff: scatter takes less time than uniform", _scatter_less("time", [ALPHA])),
    Claim("4.2", "alpha-cutoff: scatter touches fewer nodes than uniform", _scatter_less("nodes", [ALPHA])),
    Claim("4.2", "AOC*: scatter and uniform touch nearly as many nodes", _scatter_same),
    Claim("4.2", "AOC*: in large trees scatter takes less time", _scatter_less("time", AOC, large=True)),
    Claim("4.2", "alpha-cutoff touches nearly every node in worst order", _nearly_all),
    Claim("4.2", "perfect before random order, alpha-cutoff", _order("perfect", "random", [ALPHA])),
    Claim("4.2", "random before worst order, alpha-cutoff", _order("random", "worst", [ALPHA])),
    Claim("4.2", "perfect before random order, AOC*", _order("perfect", "random", AOC)),
    Claim("4.2", "random before worst order, AOC*", _order("random", "worst", AOC)),
    Claim("5.0", "nearest leaf first touches fewer nodes than deepest first", _deepest_poorer("nodes")),
    Claim("5.0", "nearest leaf first takes less time than deepest first", _deepest_poorer("time")),
    Claim("5.0", "improving all sons at once makes alpha-cutoff touch fewer nodes", _all_at_once),
    Claim("abstract", "the worse the heuristic, the more nodes AOC* touches", _error_matters),
)
"""Each is judged by its cases: the kinds of trees, and the searches, that it speaks of."""


def judge_claims(frame: pd.DataFrame, heuristic_cost: float) -> pd.DataFrame:
    """Return how each of `CLAIMS` fares: in the means of all runs, and in batches of ten replicates, as the thesis had.

    Parameters
    ----------
    frame : DataFrame
        What `runs` returned for the thesis' orders and errors (others are left out).
    heuristic_cost : float
        What asking for a range takes, in visits.

    Returns
    -------
    DataFrame
        section, claim, cases, hold (how many of them), in_tens (in what part of the batches all of them
        hold), verdict: agrees if all hold, else differs.
    """
    import pandas as pd

    check_count("replicates of the frame", int(frame["replicate"].max()) + 1, BATCH, 10**9)
    timed = with_time(frame[frame["error"].isin(THESIS_ERRORS) | frame["error"].isna()], heuristic_cost)
    whole = Means(timed)
    full = (int(frame["replicate"].max()) + 1) // BATCH
    batches = [Means(part) for number, part in timed.groupby(timed["replicate"] // BATCH) if number < full]
    rows = []
    for claim in CLAIMS:
        cases = list(claim.cases(whole))
        in_tens = float(np.mean([all(claim.cases(batch)) for batch in batches]))
        verdict = "agrees" if all(cases) else "differs"
        rows.append((claim.section, claim.text, len(cases), sum(cases), in_tens, verdict))
    return pd.DataFrame(rows, columns=["section", "claim", "cases", "hold", "in_tens", "verdict"])


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


def crossing(errors: NDArray[np.float64], aoc: NDArray[np.float64], alpha: float) -> float:
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
    import pandas as pd

    if criterion not in ("nodes", "time", "memory"):
        raise ValueError(f"criterion is {criterion!r}: it must be one of nodes, time, memory")
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


def table_2() -> ChanceTrace:
    """Return the alpha-cutoff search of Figure 6, with values from 0 to 10: a step per line of Table 2."""
    return trace(figure_6(), "alpha-cutoff", low=0, high=10)


def table_2_cells(traced: ChanceTrace) -> dict[tuple[str, str], float]:
    """Return what Table 2 prints, by line and column: the operator, and value, lower and upper of each state."""
    cells: dict[tuple[str, str], float] = {}
    for number, step in enumerate(traced, start=1):
        line = f"line={number}"
        if step.operator is not None:
            cells[line, "operator"] = step.operator
        for place, state in enumerate(step.open or (), start=1):
            if state.value is not None:
                cells[line, f"{place}: value"] = state.value
            if state.range is not None and traced.tree.is_chance(state.node):
                cells[line, f"{place}: lower"], cells[line, f"{place}: upper"] = state.range
    return cells


def not_monotone() -> list[tuple[str, str]]:
    """Return the nodes of Figure 8 whose h exceeds the least h of their children, with that child.

    Section 3.3.2 relies on costs that never decrease when they are revised ("monotone restriction").  At such a
    node the revised cost is less than the h it replaces.
    """
    tree = figure_8()
    pairs = []
    for node in map(tree.node, TABLE_3):
        children = [tree.names[child] for child in tree.children(node)]
        if tree.is_chance(node) or children[0] not in TABLE_3:
            continue
        least = min(children, key=lambda child: TABLE_3[child][0])
        if TABLE_3[least][0] < TABLE_3[tree.names[node]][0]:
            pairs.append((tree.names[node], least))
    return pairs
