"""What the thesis concludes from its experiment (Zenzel 1989, sections 4.2 and 5.0), put to a frame of runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from companion.chance_nodes.study import THESIS_ERRORS
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
