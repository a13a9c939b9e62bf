"""What theory says of unordered uniform trees: Table III beside exact expectations, and trees far beyond depth 6.

The deep trees are `gametree.lazy_tree`s, never stored.  Depth after depth, a strategy gets as many of them as a given
number of visits pays for, one at least, and it ends where one tree would cost too much.  Both are judged by how its
visits have grown so far, never by the clock: the same arguments give the same numbers on every machine.

A strategy that enters nodes again is counted in two ways.  `leaf evaluations`: a leaf each time that it is examined; this
takes no memory that grows with the tree.  `leaves`: each leaf once; this needs a table of all nodes entered, and so ends
sooner.  For the others there is no difference, and only `leaves` are given.  SSS* always needs its list OPEN, w^ceil(d/2)
triples at most, and the searches by S-alpha-beta the tree that they keep.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from companion.pruning_comparison.sample import SampledCases
from companion.published.cases import CASES, COLUMNS, LABELS, SIZES, size_name
from companion.published.cells import printed_values
from companion.published.newborn import newborn
from gametree._checks import check_count
from gametree.experiment import cells
from gametree.experiment.runner import run
from gametree.experiment.sums import BATCH
from gametree.experiment.sweeps import check_strategies
from gametree.generate import lazy_tree
from gametree.generate.recipes import seed_number
from gametree.search import STRATEGIES, search
from gametree.theory import expected, expected_scout, no_deep_cutoffs

EVALUATIONS = "leaf evaluations"

THEORY: dict[tuple[str, str], Callable[[int, int], float]] = {
    ("branch-and-bound", "leaves"): expected.branch_and_bound,
    ("alphabeta", "leaves"): expected.alphabeta,
    ("sss*", "leaves"): expected.sss_star,
    ("scout", EVALUATIONS): expected_scout.leaf_evaluations,
}
"""What there is a formula for: strategy and criterion.  Distinct leaves of the others have none that we know."""

COMPARED = ("branch-and-bound", "alphabeta", "palphabeta", "pvs", "scout", "sss*")
"""The strategies that the thesis compares, in its order."""

FAR_STRATEGIES = ("alphabeta", "sss*")
"""Those that are followed farthest."""

FEW = 10
"""Fewer trees than this give no interval: their scatter is too uncertain."""

FAR = 150
"""A depth at which growth per level is that of the limit."""

WIDTHS, DEPTHS, SCOUT_DEPTHS = (2, 3, 5, 10, 20), (2, 3, 6, 20, 200), (2, 3, 6, 20, 30)
"""Sizes at which quotients of expectations are computed; Scout's take seconds when a tree is deep."""


class Quotient(NamedTuple):
    """A quotient of two costs, each a strategy and a criterion."""

    above: tuple[str, str]
    below: tuple[str, str]

    @property
    def name(self) -> str:
        """The quotient in words."""
        return f"{' '.join(self.above)} / {' '.join(self.below)}"


QUOTED = {
    Quotient(("alphabeta", "leaves"), ("sss*", "leaves")): (1.1, 3.0),
    Quotient(("scout", "leaves"), ("alphabeta", "leaves")): (1.0, 1.275),
    Quotient(("scout", EVALUATIONS), ("alphabeta", "leaves")): (1.0, 1.275),
}
"""Quotients of costs -> the interval that the thesis quotes for them (Roizen & Pearl, Pearl)."""

# -- Tables II and III beside theory -----------------------------------------------------------------------------------


def beside_theory(
    panel: str, size: tuple[int, int], theory: float, of_50: float, mean: float, sd: float, n: int
) -> dict[str, Any]:
    """Return a mean of ours and a printed one beside theory, for `figures.against_theory`.

    `ours` and `printed` are their relative deviations; `band` and `printed_band` the 95 % half-widths of these if theory is
    right; `z_ours` and `z_printed` the deviations in standard errors.
    """
    error, error_50 = sd / math.sqrt(n), sd / math.sqrt(BATCH)
    return {
        "panel": panel, "size": f"({size[0]},{size[1]})", "width": size[0], "depth": size[1],
        "theory": theory, "mean": mean, "of_50": of_50, "n": n,
        "ours": mean / theory - 1, "printed": of_50 / theory - 1,
        "band": 1.96 * error / theory, "printed_band": 1.96 * error_50 / theory,
        "z_ours": np.divide(mean - theory, error), "z_printed": np.divide(of_50 - theory, error_50),
    }  # fmt: skip


def newborn_frame(sample: SampledCases) -> pd.DataFrame:
    """Return Alphabeta's leaves at depths 2 and 3 beside Newborn's theory (`beside_theory`), a panel per scheme."""
    k, means, sd = LABELS.index("AB"), sample.means("leaves"), sample.sd("leaves")
    rows = []
    for c, scheme in ((0, "unordered"), (6, "integer-dependent")):
        printed = printed_values(CASES[c].table)
        for s, size in enumerate(SIZES):
            if size[1] <= 3:
                theory, of_50 = newborn(*size, scheme), printed[size_name(*size), "AB"]
                rows.append(
                    beside_theory(scheme, size, theory, of_50, means[c, s, k], sd[c, s, k], sample.n[c, s])
                )
    return pd.DataFrame(rows)


def table_iii(trees: int, seed: int) -> pd.DataFrame:
    """Return all cells of Table III beside theory (`beside_theory`), a panel per column; NaN where no formula is known."""
    printed, strategies = printed_values("III"), tuple(COLUMNS.values())
    found = cells(
        "uniform", "unordered", sizes=SIZES, strategies=strategies, trees=trees, seed=seed, progress=False
    )
    rows = []
    for k, (label, strategy) in enumerate(COLUMNS.items()):
        formula = THEORY.get((strategy, "leaves"), lambda w, d: math.nan)
        for size, cell in zip(SIZES, found, strict=True):
            ours = cell.sums.mean()[k, 0], cell.sums.sd()[k, 0], cell.sums.n
            rows.append(beside_theory(label, size, formula(*size), printed[size_name(*size), label], *ours))
    return pd.DataFrame(rows)


# -- deep trees --------------------------------------------------------------------------------------------------------


class Chain(NamedTuple):
    """One strategy on one width, from shallow to deep; `distinct` as for `gametree.search`."""

    width: int
    strategy: str
    distinct: bool

    def counted(self) -> tuple[str, str]:
        """Return what the two columns of counts are."""
        again = STRATEGIES[self.strategy].revisits_nodes
        return ("leaves" if self.distinct or not again else EVALUATIONS), "visits"


class DeepCell(NamedTuple):
    """The trees number 0 to n - 1 of one size, and what searches them."""

    chain: Chain
    depth: int
    n: int
    seed: int


class Key(NamedTuple):
    """What some counts are about."""

    width: int
    depth: int
    strategy: str
    criterion: str


Costs = dict[Key, NDArray[np.int64]]
"""The counts of single trees: number i of two entries of one size is the same tree."""


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


ONE_TREE = Effort(trees=1, tree_visits=1e12)
"""A single tree of every size, whatever it takes."""


def deep_costs(
    depths: Mapping[int, Iterable[int]],
    strategies: Sequence[str],
    *,
    effort: Effort,
    seed: int | np.random.Generator,
) -> Costs:
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

    # How many trees a depth gets, and whether any, is judged by the depths before: so one depth after the other.
    while cells := next_cells():
        for cell, (counts,) in run(_search_all, cells):
            found[cell.chain][cell.depth] = counts
    return {
        Key(chain.width, depth, chain.strategy, criterion): counts[:, column]
        for chain in chains
        for depth, counts in found[chain].items()
        for column, criterion in enumerate(chain.counted())
    }


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
    """Return leaves, or their evaluations, and visits, a row per tree."""
    chain, counts = cell.chain, np.empty((cell.n, 2), dtype=np.int64)
    for number in range(cell.n):
        tree = lazy_tree(
            width=chain.width, depth=cell.depth, scheme="unordered", seed=cell.seed, number=number
        )
        found = search(tree, chain.strategy, distinct=chain.distinct)
        counts[number] = found.leaves, found.visits
    return (counts,)


def cost_frame(costs: Costs) -> pd.DataFrame:
    """Return one row per (width, depth, strategy, criterion) with mean, sd (NaN for a single tree) and n."""
    rows = [
        (*key, counts.mean(), counts.std(ddof=1) if len(counts) > 1 else np.nan, len(counts))
        for key, counts in costs.items()
    ]
    return pd.DataFrame(rows, columns=[*Key._fields, "mean", "sd", "n"])


def cost_ratios(costs: Costs, pairs: Iterable[Quotient]) -> pd.DataFrame:
    """Return quotients of mean costs on the same trees: ratio, width, depth, value, its 95 % interval low and high, n."""
    rows = []
    for pair in pairs:
        for (width, depth, *which), counts in costs.items():
            other = costs.get(Key(width, depth, *pair.below))
            if tuple(which) == pair.above and other is not None:
                n = min(len(counts), len(other))
                value, error = _paired_ratio(counts[:n], other[:n])
                rows.append((pair.name, width, depth, value, value - error, value + error, n))
    return pd.DataFrame(rows, columns=["ratio", "width", "depth", "value", "low", "high", "n"])


def _paired_ratio(above: NDArray[np.int64], below: NDArray[np.int64]) -> tuple[float, float]:
    """Return the quotient of two means on the same trees and the half-width of its 95 % interval."""
    ratio = float(above.mean() / below.mean())
    if len(above) < FEW:
        return ratio, np.nan
    rest = (above - ratio * below).std(ddof=1) / below.mean()
    return ratio, float(1.96 * rest / len(above) ** 0.5)


def deep_theory(depths: Mapping[int, Iterable[int]]) -> pd.DataFrame:
    """Return what the formulas of `THEORY` give: width, depth, strategy, criterion, mean.

    Scout's takes seconds for a deep tree, so it is left out beyond depth 40.
    """
    rows = [
        (width, depth, strategy, criterion, cost(width, depth))
        for width, wanted in depths.items()
        for depth in wanted
        for (strategy, criterion), cost in THEORY.items()
        if strategy != "scout" or depth <= 40
    ]
    return pd.DataFrame(rows, columns=["width", "depth", "strategy", "criterion", "mean"])


def theory_ratios(theory: pd.DataFrame, pairs: Iterable[Quotient]) -> pd.DataFrame:
    """Return quotients of exact costs, as `deep_theory` gives them: ratio, width, depth, value."""
    means = theory.set_index(["strategy", "criterion", "width", "depth"])["mean"].sort_index()
    known = [pair for pair in pairs if pair.above in THEORY and pair.below in THEORY]
    values = [(means.loc[pair.above] / means.loc[pair.below]).dropna() for pair in known]
    return (
        pd.concat(values, keys=[pair.name for pair in known], names=["ratio"]).rename("value").reset_index()
    )


def growth_factors(costs: pd.DataFrame) -> pd.DataFrame:
    """Return branching factors by leaves, estimated in two ways, each with a 95 % interval (`_low`, `_high`).

    `root` is the d-th root of the mean cost, as the branching factor is defined in the limit.  `growth` is the growth
    per level from depth d - 2 to depth d, as a geometric mean: two levels, because odd and even depths differ.  It
    comes to the limit sooner, but scatters more; NaN where d - 2 is missing.  Intervals are NaN for fewer than `FEW`
    trees, and of no width for theory, which has no `n`.
    """
    found = costs[costs["criterion"] == "leaves"].set_index(["width", "strategy", "depth"])
    mean, (width, strategy, depth) = found["mean"], map(found.index.get_level_values, range(3))
    error = (found["sd"] / found["n"] ** 0.5 / mean).where(found["n"] >= FEW) if "n" in found else 0 * mean
    two_up = pd.MultiIndex.from_arrays([width, strategy, depth + 2])
    before, error_before = (each.set_axis(two_up).reindex(found.index) for each in (mean, error))
    # The relative error of a root is that share of the error of what is below it.
    parts = {
        "root": (mean ** (1 / depth), error / depth),
        "growth": ((mean / before) ** 0.5, np.hypot(error, error_before) / 2),
    }
    factors = found[["criterion"]]
    for name, (value, relative) in parts.items():
        low, high = (value * (1 + side * 1.96 * relative) for side in (-1, 1))
        factors = factors.assign(**{name: value, f"{name}_low": low, f"{name}_high": high})
    return factors.reset_index()


# -- all of it ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TheoryStudy:
    """How much is sampled and from what seed; what came out, each experiment run once.

    Attributes
    ----------
    trees : int
        Random trees per size of Table III.
    seed : int
        Of all trees.
    sizes : sequence
        Pairs of a width and the greatest depth of the deep trees.
    deep_trees : int
        Deep trees per size at most.
    visits : sequence of float
        About how many visits the deep trees of one size may cost together; a single one; a single one where nodes
        must be distinguished (see `Effort`).
    far_sizes : sequence
        Sizes of which a single tree is searched by `FAR_STRATEGIES`, whatever it takes.
    """

    trees: int
    seed: int
    sizes: Sequence[Sequence[int]]
    deep_trees: int
    visits: Sequence[float]
    far_sizes: Sequence[Sequence[int]] = ()

    # -- Table III ---------------------------------------------------------------------------------------

    @cached_property
    def table_iii(self) -> pd.DataFrame:
        """`table_iii` of the seed."""
        return table_iii(self.trees, self.seed)

    @cached_property
    def known(self) -> pd.DataFrame:
        """The cells of Table III that there is a formula for."""
        return self.table_iii.dropna(subset="theory")

    @cached_property
    def beside(self) -> pd.DataFrame:
        """Those cells as a table for people: theory, ours and the printed mean, a row per size."""
        kinds = {"theory": "theory", "mean": "ours", "of_50": "printed"}
        by_size = self.known.set_index(["panel", "depth", "width", "size"])
        wide = {
            f"{panel} {name}": by_size.loc[panel, kind]
            for panel in ("AB", "BB", "SSS*")
            for kind, name in kinds.items()
        }
        return pd.DataFrame(wide).sort_index().reset_index().drop(columns=["depth", "width"]).round(2)

    # -- deep trees --------------------------------------------------------------------------------------

    @cached_property
    def deep(self) -> Costs:
        """The costs of deep trees: many of each size as far as the effort goes, then single ones."""
        depths = {width: range(1, deepest + 1) for width, deepest in self.sizes}
        many = deep_costs(depths, COMPARED, effort=Effort(self.deep_trees, *self.visits), seed=self.seed)
        far: dict[int, list[int]] = {}
        for width, depth in self.far_sizes:
            far.setdefault(width, []).append(depth)
        single = deep_costs(far, FAR_STRATEGIES, effort=ONE_TREE, seed=self.seed)
        return many | {key: counts for key, counts in single.items() if key not in many}

    @cached_property
    def costs(self) -> pd.DataFrame:
        """The means of `deep`, a row per width, depth, strategy and criterion."""
        return cost_frame(self.deep)

    @cached_property
    def deepest(self) -> pd.DataFrame:
        """How deep each strategy was followed, and what it cost there."""
        of = self.costs[self.costs["criterion"] != "visits"].sort_values("depth")
        last = of.groupby(["width", "strategy", "criterion"], sort=False).tail(1)
        shown = last.sort_values(["width", "strategy", "criterion"])
        return shown[["width", "strategy", "criterion", "depth", "n", "mean"]].rename(columns={"n": "trees"})

    @cached_property
    def theory(self) -> pd.DataFrame:
        """`deep_theory` at even depths."""
        return deep_theory({width: range(2, deepest + 1, 2) for width, deepest in self.sizes})

    @cached_property
    def factors(self) -> pd.DataFrame:
        """Branching factors of the sampled trees at even depths."""
        found = growth_factors(self.costs)
        return found[found["depth"] % 2 == 0]

    @cached_property
    def exact_factors(self) -> pd.DataFrame:
        """Branching factors by theory."""
        return growth_factors(self.theory)

    @property
    def limits(self) -> dict[int, float]:
        """Width -> the limit of the branching factor of Alphabeta, xi / (1 - xi)."""
        return {width: expected.pearl_branching_factor(width) for width, _ in self.sizes}

    @cached_property
    def far_growth(self) -> pd.DataFrame:
        """Exact growth per level at depth `FAR`, beside Pearl's limit and Knuth & Moore's bounds for F1."""
        costs = {
            "Alphabeta": expected.alphabeta,
            "SSS*": expected.sss_star,
            "Branch-and-bound": expected.branch_and_bound,
        }
        rows = [
            {"width": width, "ξ/(1−ξ)": limit}
            | {name: (cost(width, FAR) / cost(width, FAR - 2)) ** 0.5 for name, cost in costs.items()}
            | {"r0(w)": no_deep_cutoffs.r0(width), "r1(w)": no_deep_cutoffs.r1(width)}
            for width, limit in self.limits.items()
        ]
        return pd.DataFrame(rows)

    # -- quotients ---------------------------------------------------------------------------------------

    @cached_property
    def quotients(self) -> pd.DataFrame:
        """Quotients of the costs on the same trees."""
        return cost_ratios(self.deep, QUOTED)

    @cached_property
    def exact_quotients(self) -> pd.DataFrame:
        """The same by theory, where there is one."""
        return theory_ratios(self.theory, QUOTED)

    @cached_property
    def ab_over_sss(self) -> pd.DataFrame:
        """Alphabeta's leaves over those of SSS*, exactly: a row per width, a column per depth."""
        return _table_of(lambda w, d: expected.alphabeta(w, d) / expected.sss_star(w, d), DEPTHS)

    @cached_property
    def evaluations_over_ab(self) -> pd.DataFrame:
        """Scout's leaf evaluations over Alphabeta's leaves, exactly: a row per width, a column per depth."""
        return _table_of(
            lambda w, d: expected_scout.leaf_evaluations(w, d) / expected.alphabeta(w, d), SCOUT_DEPTHS
        )

    def check(self, prose: Mapping[str, Any]) -> None:
        """Assert what the sentences say (`prose.of_theory`); for the end of a notebook."""
        known, far, factors, again = self.known, self.far_growth, self.factors, self.evaluations_over_ab
        assert (known["z_ours"].abs() < 4.5).all(), known[known["z_ours"].abs() >= 4.5]
        assert 85 <= prose["printed_inside"] <= 100
        assert prose["off"] < 1e-3 and (far["Branch-and-bound"] > 1.1 * far["ξ/(1−ξ)"]).all()
        assert far["Branch-and-bound"].between(far["r0(w)"], far["r1(w)"]).all()
        both = factors.merge(
            self.exact_factors, on=["width", "depth", "strategy", "criterion"], suffixes=("", "_exact")
        )
        error = (both["root_high"] - both["root"]) / 1.96
        z = ((both["root"] - both["root_exact"]) / error)[error > 0]
        assert len(z) > 10 and (z.abs() < 4.5).all(), both[z.abs() >= 4.5]
        many = factors[(factors["depth"] >= 6) & factors["root_low"].notna()]
        assert (many["root"] > many["width"] ** 0.5).all()
        exact = self.ab_over_sss.drop(columns=["width", "d = 3"]).to_numpy()
        assert ((exact > 1.099999) & (exact < 3)).all()
        assert round(prose["least"], 1) == 1.1 and prose["greatest_distinct"] < 1.275
        assert (again[again["width"] <= 5].drop(columns="width") > 1.275).all(axis=None)
        assert prose["again_wide"] < 1


def _table_of(quotient: Any, depths: tuple[int, ...]) -> pd.DataFrame:
    return pd.DataFrame(
        [{"width": width} | {f"d = {d}": quotient(width, d) for d in depths} for width in WIDTHS]
    )
