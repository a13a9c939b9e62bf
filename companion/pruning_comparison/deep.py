"""Trees too deep to store: what every strategy costs on U(w,d) far beyond depth 6, where the thesis had to stop.

The trees are `gametree.lazy_tree`s with independent values.  Depth after depth, a strategy gets as many trees as a
given number of visits pays for, one at least, and it ends where one tree would cost too much.  Both are judged by how
its visits have grown so far, never by the clock: the same arguments give the same numbers on every machine.

A strategy that enters nodes again is counted in two ways.  `looks`: every time that it looks at a leaf; this takes no
memory that grows with the tree.  `leaves`: each leaf once; this needs a table of all nodes entered, and so ends sooner.
For the others there is no difference, and only `leaves` are given.  SSS* always needs its list OPEN, w^ceil(d/2)
triples at most, and the searches by S-alpha-beta the tree that they keep.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametree.experiment.runner import Progress, run
from gametree.experiment.sweeps import check_strategies
from gametree.generate import lazy_tree
from gametree.generate.recipe import seed_number
from gametree.search import STRATEGIES, search
from gametree.theory import expected, expected_scout
from gametree.tree import check_count

if TYPE_CHECKING:
    import pandas as pd

THEORY = {
    ("branch-and-bound", "leaves"): expected.branch_and_bound,
    ("alphabeta", "leaves"): expected.alphabeta,
    ("sss*", "leaves"): expected.sss_star,
    ("scout", "looks"): expected_scout.leaf_evaluations,
}
"""What there is a formula for: strategy and criterion."""

FEW = 10
"""Fewer trees than this give no interval: their scatter is too uncertain."""


class Chain(NamedTuple):
    """One strategy on one width, from shallow to deep; `distinct` as for `gametree.search`."""

    width: int
    strategy: str
    distinct: bool

    def counted(self) -> tuple[str, str]:
        """Return what the two columns of counts are."""
        again = STRATEGIES[self.strategy].revisits_nodes
        return ("leaves" if self.distinct or not again else "looks"), "visits"


class DeepCell(NamedTuple):
    """The trees number 0 to n - 1 of one size, and what searches them."""

    chain: Chain
    depth: int
    n: int
    seed: int

    @property
    def size(self) -> float:
        """One of the depths that the chain may reach."""
        return 1.0

    @property
    def name(self) -> str:
        """Strategy and size."""
        return f"{self.chain.strategy} on U({self.chain.width},{self.depth})"


class Key(NamedTuple):
    """What a column of counts is about."""

    width: int
    depth: int
    strategy: str
    criterion: str


@dataclass(frozen=True)
class Effort:
    """How much may be spent.

    Attributes
    ----------
    trees : int
        The most trees of one size.
    cell_visits : float
        About how many visits the trees of one size may cost together.
    tree_visits : float
        About how many visits a single tree may cost: where it would be more, a strategy has come to its end.
    table_visits : float
        The same where nodes must be distinguished, in a table of 8 to 88 bytes per node entered, or where the strategy
        keeps a search tree.
    """

    trees: int = 1000
    cell_visits: float = 1e7
    tree_visits: float = 1e8
    table_visits: float = 1e7


@dataclass(frozen=True)
class DeepStudy:
    """The counts of single trees: number i of two columns of one size is the same tree."""

    counts: Mapping[Key, NDArray[np.int64]]
    seed: int

    def frame(self) -> pd.DataFrame:
        """Return one row per (width, depth, strategy, criterion) with mean, sd (NaN for a single tree), n and seed."""
        import pandas as pd

        rows = [
            (*key, counts.mean(), counts.std(ddof=1) if len(counts) > 1 else np.nan, len(counts), self.seed)
            for key, counts in self.counts.items()
        ]
        return pd.DataFrame(rows, columns=[*Key._fields, "mean", "sd", "n", "seed"])

    def ratios(self, pairs: Iterable[Quotient]) -> pd.DataFrame:
        """Return quotients of mean costs on the same trees: columns as those of `cost_ratios`, and n."""
        import pandas as pd

        rows = []
        for pair in pairs:
            for (width, depth, *which), counts in self.counts.items():
                other = self.counts.get(Key(width, depth, *pair.below))
                if tuple(which) == pair.above and other is not None:
                    n = min(len(counts), len(other))
                    value, error = _paired_ratio(counts[:n], other[:n])
                    rows.append((pair.name, width, depth, value, value - error, value + error, n))
        return pd.DataFrame(rows, columns=["ratio", "width", "depth", "value", "low", "high", "n"])

    def joined(self, other: DeepStudy) -> DeepStudy:
        """Return this study with what another one, of the same seed, has beyond it."""
        if other.seed != self.seed:
            raise ValueError(f"other has the seed {other.seed}: it must be that of this study, {self.seed}")
        beyond = {key: counts for key, counts in other.counts.items() if key not in self.counts}
        return DeepStudy({**self.counts, **beyond}, self.seed)


class Quotient(NamedTuple):
    """A quotient of two costs, each a strategy and a criterion."""

    above: tuple[str, str]
    below: tuple[str, str]

    @property
    def name(self) -> str:
        """The quotient in words."""
        return f"{' '.join(self.above)} / {' '.join(self.below)}"


def _paired_ratio(above: NDArray[np.int64], below: NDArray[np.int64]) -> tuple[float, float]:
    """Return the quotient of two means on the same trees and the half-width of its 95 % interval."""
    ratio = float(above.mean() / below.mean())
    if len(above) < FEW:
        return ratio, np.nan
    rest = (above - ratio * below).std(ddof=1) / below.mean()
    return ratio, float(1.96 * rest / len(above) ** 0.5)


def deep_costs(
    depths: Mapping[int, Iterable[int]],
    strategies: Sequence[str],
    *,
    effort: Effort,
    seed: int | np.random.Generator,
    checkpoint: str | Path | None = None,
    progress: bool = True,
) -> DeepStudy:
    """Search lazy trees with independent values, from shallow to as deep as the effort allows.

    Parameters
    ----------
    depths : mapping
        For every width, the depths that are wanted, in rising order.
    strategies : sequence of str
        Names from `STRATEGIES`.
    effort : Effort
        How much may be spent.
    seed : int or numpy Generator
        Tree number i of a size is ``lazy_tree(..., scheme="unordered", seed=seed, number=i)``.
    checkpoint : path, optional
        A folder where finished sizes are kept, and found again by the next call.
    progress : bool
        Tell how far the work has come.
    """
    chosen, start = check_strategies(strategies), seed_number(seed)
    wanted = {check_count("width", width, 2, 1000): _rising(given) for width, given in depths.items()}
    # Those that count each leaf once come first: of their visits and those of the others the latter, more, are kept.
    chains = [
        Chain(width, name, distinct)
        for width in wanted
        for name in chosen
        for distinct in ((True, False) if STRATEGIES[name].revisits_nodes else (False,))
    ]

    found: dict[Chain, dict[int, NDArray[np.int64]]] = {chain: {} for chain in chains}

    def next_cells() -> list[DeepCell]:
        cells = [_next_cell(chain, wanted[chain.width], found[chain], effort, start) for chain in chains]
        return [cell for cell in cells if cell]

    with Progress("deep trees", shown=progress) as bar:
        # How many trees a depth gets, and whether any, is judged by the depths before: so one depth after the other.
        while cells := next_cells():
            going_on = {cell.chain for cell in cells}
            bar.total = sum(len(wanted[c.width] if c in going_on else found[c]) for c in chains)
            for cell, (counts,) in run(_search_all, cells, checkpoint=checkpoint, progress=bar):
                found[cell.chain][cell.depth] = counts
    return DeepStudy(
        {
            Key(chain.width, depth, chain.strategy, criterion): counts[:, column]
            for chain in chains
            for depth, counts in found[chain].items()
            for column, criterion in enumerate(chain.counted())
        },
        start,
    )


def _rising(depths: Iterable[int]) -> list[int]:
    found = [check_count("depth", depth, 1, 61) for depth in depths]
    if found != sorted(set(found)):
        raise ValueError(f"depths is {found!r}: it must be in rising order")
    return found


def _next_cell(
    chain: Chain, depths: Sequence[int], found: Mapping[int, NDArray[np.int64]], effort: Effort, seed: int
) -> DeepCell | None:
    """Return the next depth of a chain with as many trees as the effort allows; None if that is not even one."""
    if len(found) == len(depths):
        return None
    known = [(depth, float(counts[:, 1].mean())) for depth, counts in found.items()]
    predicted = _predicted(known, depths[len(found)], chain.width)
    remembers = chain.distinct or STRATEGIES[chain.strategy].keeps_tree
    if predicted > (effort.table_visits if remembers else effort.tree_visits):
        return None
    n = int(np.clip(effort.cell_visits / predicted, 1, effort.trees))
    return DeepCell(chain, depths[len(found)], n, seed)


def _predicted(known: Sequence[tuple[int, float]], depth: int, width: int) -> float:
    """Return how many visits a tree will cost, from the two depths before; at first, three to a leaf of Alphabeta."""
    if len(known) < 2:
        return 3 * expected.alphabeta(width, depth)
    (first, few), (second, more) = known[-2:]
    return float(more * (more / few) ** ((depth - second) / (second - first)))


def _search_all(cell: DeepCell) -> tuple[NDArray[np.int64]]:
    """Return leaves (or looks) and visits, a row per tree."""
    chain, counts = cell.chain, np.empty((cell.n, 2), dtype=np.int64)
    for number in range(cell.n):
        tree = lazy_tree(
            width=chain.width, depth=cell.depth, scheme="unordered", seed=cell.seed, number=number
        )
        found = search(tree, chain.strategy, distinct=chain.distinct)
        counts[number] = found.leaves, found.visits
    return (counts,)


def deep_theory(depths: Mapping[int, Iterable[int]]) -> pd.DataFrame:
    """Return what the formulas of `THEORY` give: width, depth, strategy, criterion, mean.

    Scout's takes seconds for a deep tree, so it is left out beyond depth 40.
    """
    import pandas as pd

    rows = [
        (width, depth, strategy, criterion, cost(width, depth))
        for width, wanted in depths.items()
        for depth in wanted
        for (strategy, criterion), cost in THEORY.items()
        if strategy != "scout" or depth <= 40
    ]
    return pd.DataFrame(rows, columns=["width", "depth", "strategy", "criterion", "mean"])


def growth_factors(costs: pd.DataFrame) -> pd.DataFrame:
    """Return branching factors by leaves, estimated in two ways, each with a 95 % interval (`_low`, `_high`).

    `root` is the d-th root of the mean cost, as the branching factor is defined in the limit.  `growth` is the growth
    per level from depth d - 2 to depth d, as a geometric mean: two levels, because odd and even depths differ.  It
    comes to the limit sooner, but scatters more; NaN where d - 2 is missing.  Intervals are NaN for fewer than `FEW`
    trees.
    """
    import pandas as pd

    of = costs[costs["criterion"] == "leaves"]
    rows = []
    for (width, strategy), line in of.groupby(["width", "strategy"], sort=False):
        by_depth = {int(row["depth"]): (row["mean"], _relative_error(row)) for _, row in line.iterrows()}
        for depth, (mean, error) in by_depth.items():
            before, error_before = by_depth.get(depth - 2, (np.nan, np.nan))
            # The relative error of a root is that share of the error of what is below it.
            root = _interval(mean ** (1 / depth), error / depth)
            growth = _interval((mean / before) ** 0.5, np.hypot(error, error_before) / 2)
            rows.append((width, depth, strategy, "leaves", *root, *growth))
    columns = ["root", "root_low", "root_high", "growth", "growth_low", "growth_high"]
    return pd.DataFrame(rows, columns=["width", "depth", "strategy", "criterion", *columns])


def _interval(value: float, error: float) -> tuple[float, float, float]:
    return value, value * (1 - 1.96 * error), value * (1 + 1.96 * error)


def _relative_error(row: pd.Series) -> float:
    """Return the standard error of a mean as a share of it: none for theory."""
    if "n" not in row.index:
        return 0.0
    return float(row["sd"] / row["n"] ** 0.5 / row["mean"]) if row["n"] >= FEW else np.nan


def cost_ratios(theory: pd.DataFrame, pairs: Iterable[Quotient]) -> pd.DataFrame:
    """Return quotients of exact costs, as `deep_theory` gives them: ratio, width, depth, value."""
    import pandas as pd

    known = {Key(*row[:4]): row[4] for row in theory.itertuples(index=False)}
    rows = [
        (pair.name, width, depth, value / known[Key(width, depth, *pair.below)])
        for pair in pairs
        for (width, depth, *which), value in known.items()
        if tuple(which) == pair.above and Key(width, depth, *pair.below) in known
    ]
    return pd.DataFrame(rows, columns=["ratio", "width", "depth", "value"])
