"""One axis from independent to perfectly ordered values: what searches cost on it, and how well they decide."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, product
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

import gametree as gt
from companion.beyond.claims import Asked
from companion.published.claims import Case, Finding, case_of_mean, finding
from gametree.generate import LazyTree, critical_tree
from gametree.search import at_least
from gametree.theory import critical_games, xi
from gametree.theory.p_games import p_game_quality

SEARCHES = ("test", "alphabeta", "scout", "pvs", "sss*", "mtd(f)")
EXACT = ("test", "alphabeta", "scout")
"""The searches whose costs on critical games follow from a recurrence."""

RATES = (0.25, 0.5, 0.75, 1.0)
ORDERS = (0.5, 0.7, 0.9)
MANY = 500
VALUES = (2, 4, 8, 16)
HEIGHTS = (25, 50, 100, 200, 400)
LAWS = ("uniform", "binomial")
FORWARD_VALUES = (3, 5, 9, 17)
"""Laws from which children are drawn in the forward model, and over how many values: from -n to n."""

SMALL = ((2, 6), (2, 10), (2, 14), (3, 4), (3, 7), (3, 10))
"""Sizes at which sampled costs are put beside exact ones."""

WIDTH = 3
"""The width of the trees on which all six searches are compared."""

CRITICAL, ORDERED, INDEPENDENT = "critical", "P-ordered", "independent"
GAMES = {2: 14, 3: 9}
"""Width -> moves of the games in which an evaluation counts squares."""

COUNTED_RATES = (0.1, 0.25, 0.7, 0.8, 0.9, 1.0)
SMALL_ERROR, CLEAR = 0.001, 0.1


class Class(NamedTuple):
    """A class of trees of width `WIDTH`: a family, and its parameter, the rate or the probability of a best child first."""

    family: str
    parameter: float

    def tree(self, depth: int, seed: int, number: int) -> LazyTree:
        """Return one of its trees."""
        made: dict[str, Any] = {"width": WIDTH, "depth": depth, "seed": seed, "number": number}
        if self.family == CRITICAL:
            return critical_tree(rate=self.parameter, values=MANY, **made)
        if self.family == ORDERED:
            return gt.lazy_tree(scheme="ordered", p=self.parameter, largest=MANY, **made)
        return gt.lazy_tree(scheme="unordered", **made)

    @property
    def middle(self) -> float:
        """What MTD(f) begins with: the middle of the values."""
        return 0.5 if self.family == INDEPENDENT else MANY / 2


CLASSES = (
    Class(INDEPENDENT, math.nan),
    *(Class(CRITICAL, rate) for rate in (*reversed(RATES), 0.0)),
    *(Class(ORDERED, p) for p in (1 / WIDTH, *ORDERS, 1.0)),
)


def law(name: str, values: int) -> list[float]:
    """Return one of `LAWS`: all values equally likely, or as heads among coins.

    >>> law("binomial", 3)
    [0.25, 0.5, 0.25]
    """
    if name == "uniform":
        return [1 / values] * values
    return [math.comb(values - 1, heads) / 2 ** (values - 1) for heads in range(values)]


def proofs(tree: LazyTree, value: float) -> int:
    """Return the leaves of two Tests that prove a value: it is at least this, and not at least the next.

    >>> proofs(critical_tree(width=2, depth=2, rate=0.0, seed=1), 2)
    4
    """
    above = value + 1 if tree.integral else float(np.nextafter(value, math.inf))
    return at_least(tree, value).leaves + at_least(tree, above).leaves


def leaves_of(made: Class, depth: int, trees: int, seed: int) -> np.ndarray:
    """Return the distinct leaves of all searches, one row per tree."""
    rows = []
    for number in range(trees):
        tree = made.tree(depth, seed, number)
        plain = gt.search(tree, "alphabeta")
        others = [gt.search(tree, name).leaves for name in SEARCHES[2:-1]]
        guided = gt.search(tree, "mtd(f)", guess=made.middle)
        rows.append([proofs(tree, plain.value), plain.leaves, *others, guided.leaves])
    return np.array(rows, dtype=float)


def pvs_evaluations(made: Class, depth: int, trees: int, seed: int) -> np.ndarray:
    """Return how often PVS evaluates a leaf, and the leaves of Alphabeta, one row per tree."""
    forest = (made.tree(depth, seed, number) for number in range(trees))
    return np.array(
        [
            (gt.search(tree, "pvs", distinct=False).leaves, gt.search(tree, "alphabeta").leaves)
            for tree in forest
        ],
        dtype=float,
    )


@dataclass(frozen=True)
class AxisStudy(Asked):
    """The measurements of the section: the entries of the notebook's parameter ``axis``, and what follows from them.

    Attributes
    ----------
    small_trees : int
        Trees a class where sampled costs stand beside exact ones.
    trees, depths : int, list of int
        Trees a class on which all searches are compared, and how deep they are, in growing order.
    height : int
        How high exact costs are followed, one of `HEIGHTS`.
    seed : int
        Where randomness comes from.

    Examples
    --------
    >>> study = AxisStudy(small_trees=5, trees=2, depths=[2, 4], height=50, seed=1)
    >>> study.leaves.shape
    (132, 8)
    """

    section = "axis"

    small_trees: int
    trees: int
    depths: list[int]
    height: int
    seed: int

    # -- exact costs ---------------------------------------------------------------------------------------------------

    @property
    def heights(self) -> tuple[int, ...]:
        """The heights at which exact costs are compared."""
        return tuple(h for h in HEIGHTS if h <= self.height)

    @cached_property
    def exact(self) -> dict[tuple[int, int, float], critical_games.Costs]:
        """The expected leaves at all heights, by width, values and rate."""
        return {
            (b, values, g): critical_games.expected_leaves(b, self.height, g, values)
            for b, values, g in product((2, 3), VALUES, RATES)
        }

    @cached_property
    def constants(self) -> pd.DataFrame:
        """Alphabeta and Scout in times of Test, by class and height, with their growth over the last two levels."""
        return self._constants(self.exact, "rate")

    @cached_property
    def forward_exact(self) -> dict[tuple[int, int, str], critical_games.Costs]:
        """The expected leaves in the forward model at all heights, by width, values and law."""
        return {
            (b, values, name): critical_games.forward_leaves(b, self.height, law(name, values))
            for b, values, name in product((2, 3), FORWARD_VALUES, LAWS)
        }

    @cached_property
    def forward(self) -> pd.DataFrame:
        """The same as `constants` in the forward model."""
        return self._constants(self.forward_exact, "law")

    def _constants(self, exact: Mapping[tuple[int, int, Any], critical_games.Costs], by: str) -> pd.DataFrame:
        rows = []
        for key, costs in exact.items():
            for h in self.heights:
                r = [math.sqrt(cost[h] / cost[h - 2]) for cost in costs]
                ratios = costs.alphabeta[h] / costs.test[h], costs.scout[h] / costs.test[h]
                rows.append((*key, h, *r, *ratios))
        growth = [f"growth of {name}" for name in EXACT]
        return pd.DataFrame(
            rows, columns=["b", "values", by, "height", *growth, "alphabeta / test", "scout / test"]
        )

    def distances(self, found: pd.DataFrame) -> dict[int, float]:
        """Return, by height, how far the growth of Alphabeta or Scout is from that of Test in any class at most."""
        for name in EXACT[1:]:
            distance = (found[f"growth of {name}"] - found["growth of test"]).abs()
            found = found.assign(**{name: distance})
        worst = found.groupby("height")[list(EXACT[1:])].max().max(axis=1)
        return {int(h): float(worst[h]) for h in self.heights}

    # -- sampled costs -------------------------------------------------------------------------------------------------

    @cached_property
    def costs(self) -> pd.DataFrame:
        """Sampled means of Test, Alphabeta and Scout on critical games beside the exact ones."""
        rows = []
        for (b, depth), values, rate in product(SMALL, (2, 16), RATES):
            theory = critical_games.expected_leaves(b, depth, rate, values)
            counts = []
            for number in range(self.small_trees):
                tree = critical_tree(
                    width=b, depth=depth, rate=rate, values=values, seed=self.seed, number=number
                )
                plain = gt.search(tree, "alphabeta")
                evaluations = gt.search(tree, "scout", distinct=False).leaves
                counts.append((proofs(tree, plain.value), plain.leaves, evaluations))
            mean, error = _mean(np.array(counts, dtype=float))
            rows += [
                (b, depth, values, rate, name, mean[k], error[k], theory[k][depth])
                for k, name in enumerate(EXACT)
            ]
        columns = ["b", "depth", "values", "rate", "search", "mean", "error", "exact"]
        return pd.DataFrame(rows, columns=columns)

    @cached_property
    def win_loss(self) -> pd.DataFrame:
        """The growth of Test on win-loss games, sampled, beside that of theory: critical ones and independent ones."""
        rows = []
        for b, (low, high) in {2: (10, 18), 3: (6, 12)}.items():
            cases = [(CRITICAL, g, critical_games.failures(b, g)) for g in RATES]
            for family, g, k in [*cases, (INDEPENDENT, math.nan, critical_games.independent_failures(b))]:
                shallow, deep = (
                    _mean(_tested(family, b, d, g, self.small_trees, self.seed)[:, None]) for d in (low, high)
                )
                growth, error = _growth(shallow, deep, high - low)
                rows.append((b, family, g, k, critical_games.growth(b, k), float(growth[0]), float(error[0])))
        columns = ["b", "family", "rate", "failures", "theory", "growth", "error"]
        return pd.DataFrame(rows, columns=columns)

    @cached_property
    def counts(self) -> dict[tuple[Class, int], np.ndarray]:
        """The leaves of all searches, by class and depth."""
        return {
            (made, depth): leaves_of(made, depth, self.trees, self.seed)
            for made in CLASSES
            for depth in self.depths
        }

    @cached_property
    def leaves(self) -> pd.DataFrame:
        """Mean distinct leaves by class, depth and search, and in times of Test's two proofs."""
        rows = []
        for (made, depth), counts in self.counts.items():
            mean, error = _mean(counts)
            rows += [
                (*made, depth, name, mean[k], error[k], mean[k] / mean[0], len(counts))
                for k, name in enumerate(SEARCHES)
            ]
        columns = ["family", "parameter", "depth", "search", "mean", "error", "in tests", "n"]
        return pd.DataFrame(rows, columns=columns)

    @cached_property
    def growths(self) -> pd.DataFrame:
        """The growth of leaves per level between the two greatest depths, by class and search."""
        low, high = self.depths[-2:]
        rows = []
        for made in CLASSES:
            growth, error = _growth(_mean(self.counts[made, low]), _mean(self.counts[made, high]), high - low)
            rows += [(*made, name, growth[k], error[k]) for k, name in enumerate(SEARCHES)]
        return pd.DataFrame(rows, columns=["family", "parameter", "search", "growth", "error"])

    @cached_property
    def again(self) -> tuple[float, float]:
        """By what factor the leaf evaluations of PVS, in times of Alphabeta's leaves, grow over the last step of depth."""
        low, high = (
            pvs_evaluations(Class(CRITICAL, 1.0), d, self.trees, self.seed) for d in self.depths[-2:]
        )
        logs, variances = [], []
        for counts in (low, high):
            mean = counts.mean(axis=0)
            logs.append(math.log(mean[0] / mean[1]))
            variances.append(float(np.var(counts[:, 0] / mean[0] - counts[:, 1] / mean[1])) / len(counts))
        factor = math.exp(logs[1] - logs[0])
        return factor, factor * math.sqrt(math.fsum(variances))

    # -- decisions -----------------------------------------------------------------------------------------------------

    @cached_property
    def quality(self) -> pd.DataFrame:
        """The share of right decisions by width, rate and depth, if the evaluation counts squares; NaN is a P-game."""
        rows = []
        for w, moves in GAMES.items():
            for g in COUNTED_RATES:
                rows += [
                    (w, g, d, q) for d, q in enumerate(critical_games.decision_quality(w, moves, g), start=1)
                ]
            rows += [(w, math.nan, d, q) for d, q in enumerate(p_game_quality(w, moves), start=1)]
        return pd.DataFrame(rows, columns=["w", "rate", "depth", "right"])

    # -- what is judged ------------------------------------------------------------------------------------------------

    @cached_property
    def findings(self) -> list[Finding]:
        """What was measured for every claim that was written down beforehand."""
        return [
            self._costs(),
            self._same_growth("axis-same-growth", self.constants),
            self._larger_constant("axis-larger-constant", self.constants, self.constants["values"] == 2),
            self._same_growth("axis-forward-growth", self.forward),
            self._larger_constant("axis-forward-constant", self.forward, self.forward["law"] == "uniform"),
            self._fewer("axis-distinct", ("scout",), independent=False),
            self._fewer("axis-best-first", ("sss*", "mtd(f)"), independent=True),
            self._pvs(),
            _threshold(),
            self._count_pathology(),
        ]

    def _costs(self) -> Finding:
        off = (self.costs["mean"] / self.costs["exact"] - 1).abs()
        cases = [
            Case(0.15 - o, e) for o, e in zip(off, self.costs["error"] / self.costs["exact"], strict=True)
        ]
        z = (self.costs["mean"] - self.costs["exact"]) / self.costs["error"]
        note = f"{len(cases)} means, at most {off.max():.1%} off; mean $z^2$ {(z**2).mean():.2f}"
        return finding("axis-costs", cases, note)

    def _same_growth(self, claim: str, found: pd.DataFrame) -> Finding:
        distances = self.distances(found)
        pairs = list(pairwise(distances.values()))
        found_at = ", ".join(f"{d:.2g} at {h}" for h, d in distances.items())
        return finding(claim, [b < 0.75 * a for a, b in pairs], f"greatest distance {found_at}")

    def _larger_constant(self, claim: str, found: pd.DataFrame, part: pd.Series[bool]) -> Finding:
        found = found[found["height"] == min(200, self.heights[-1])]
        logs = np.log(found["alphabeta / test"] / found["scout / test"])
        part = part[found.index]
        larger = [f"{(logs[one] > 0).sum() or 'none'} of {one.sum()}" for one in (part, ~part)]
        names = (
            ("with 2 values", "with more") if "rate" in found else ("of the uniform law", "of the binomial")
        )
        note = f"larger in {larger[0]} classes {names[0]} and in {larger[1]} {names[1]}"
        return finding(claim, [Case(float(effect)) for effect in logs], note)

    def _fewer(self, claim: str, names: tuple[str, ...], independent: bool) -> Finding:
        cases = []
        for made in CLASSES:
            # At both perfect ends every search examines a smallest tree, and nothing is compared.
            if made in (Class(CRITICAL, 0.0), Class(ORDERED, 1.0)):
                continue
            if made.family == INDEPENDENT and not independent:
                continue
            counts = self.counts[made, self.depths[-1]]
            base = counts[:, SEARCHES.index("alphabeta")]
            for name in names:
                saved = (base - counts[:, SEARCHES.index(name)]) / base.mean()
                cases.append(case_of_mean(saved))
        least, most = min(case.effect for case in cases), max(case.effect for case in cases)
        return finding(claim, cases, f"saves {least:.1%} to {most:.1%} of Alphabeta's leaves")

    def _pvs(self) -> Finding:
        factor, error = self.again
        return finding("axis-pvs-looks", [Case(factor - 1, error)], f"factor {factor:.2f} ± {error:.2f}")

    def _count_pathology(self) -> Finding:
        found = self.quality.dropna().pivot(index=["w", "rate"], columns="depth", values="right")
        change = (found[4] - found[1]).rename("change").reset_index()
        worse = change["rate"].between(0.7, 0.9)
        # Not worse means no change or a gain, up to rounding.
        cases = [
            c < 0 if w else c > -1e-9
            for c, w in zip(change["change"], worse, strict=True)
        ]  # fmt: skip
        return finding("axis-count-pathology", cases, f"changes from {change['change'].min():+.3f}")

    # -- what the prose says -------------------------------------------------------------------------------------------

    def ratio(self, name: str, values: int, rate: float, b: int = 2, height: int = 200) -> float:
        """Return Alphabeta or Scout in times of Test, exact."""
        costs = self.exact[b, values, rate]
        h = min(height, self.heights[-1])
        return float(getattr(costs, name)[h] / costs.test[h])

    def in_tests(self, made: Class, name: str) -> float:
        """Return the leaves of a search in times of Test's at the greatest depth."""
        mean = self.counts[made, self.depths[-1]].mean(axis=0)
        return float(mean[SEARCHES.index(name)] / mean[0])

    def growth(self, made: Class, name: str = "test") -> float:
        """Return the measured growth of a search."""
        found = self.growths
        here = (found["family"] == made.family) & (found["search"] == name)
        if made.family != INDEPENDENT:
            here &= found["parameter"] == made.parameter
        return float(found["growth"][here].iloc[0])

    @cached_property
    def crossing(self) -> int:
        """The least height from which on Alphabeta costs more than Scout, for 16 values, width 2 and rate 1."""
        costs = self.exact[2, 16, 1.0]
        below = np.flatnonzero(costs.alphabeta <= costs.scout)
        return int(below[-1]) + 1

    def _ends(self) -> dict[str, float | str]:
        """Return the growth of Test with many values on independent trees and on critical ones, and which is harder."""
        ends = Class(INDEPENDENT, math.nan), Class(CRITICAL, 1.0)
        independent, critical = (self.growth(made) for made in ends)
        found = self.growths[self.growths["search"] == "test"].set_index("family")["error"]
        error = math.hypot(found[INDEPENDENT], found[CRITICAL].iloc[0])
        clear = independent - critical > 3 * error
        return {
            "many independent": independent,
            "many critical": critical,
            "many": "it is the other way round" if clear else "so small a sample tells nothing",
        }

    @cached_property
    def prose(self) -> dict[str, float | str]:
        """The numbers that the prose of the notebook names."""
        found = self.claims.set_index("id")
        k2, k3 = (critical_games.independent_failures(b) for b in (2, 3))
        z = (self.win_loss["growth"] - self.win_loss["theory"]).abs() / self.win_loss["error"]
        height = min(200, self.heights[-1])
        few, most = (
            self.forward_exact[2, values, "uniform"] for values in (FORWARD_VALUES[0], FORWARD_VALUES[-1])
        )
        forward = {"3 values": few, "most": most}
        of_3 = {name: self.in_tests(Class(CRITICAL, 1.0), name) for name in SEARCHES}
        return {
            **{f"verdict {name}": verdict for name, verdict in found["verdict"].items()},
            **{f"note {name}": note for name, note in found["what we found"].items()},
            "pearl 2": critical_games.growth(2, k2),
            "pearl 3": critical_games.growth(3, k3),
            "saks 2": critical_games.growth(2, 0.5),
            "saks 3": critical_games.growth(3, 1.0),
            "failures 2": k2,
            "as rate 2": 2 * k2,
            "largest z": float(z.max()),
            "win-loss cases": len(z),
            "alphabeta 2 values": self.ratio("alphabeta", 2, 1.0),
            "scout 2 values": self.ratio("scout", 2, 1.0),
            "alphabeta 16 values": self.ratio("alphabeta", 16, 1.0),
            "scout 16 values": self.ratio("scout", 16, 1.0),
            "forward values": FORWARD_VALUES[-1],
            **{
                f"forward {name} {named}": float(getattr(costs, name)[height] / costs.test[height])
                for named, costs in forward.items()
                for name in EXACT[1:]
            },
            "height": height,
            "crossing": self.crossing,
            **{f"in tests {name}": share for name, share in of_3.items()},
            "again": self.again[0],
            "threshold 2": critical_games.error_threshold(2),
            "threshold 3": critical_games.error_threshold(3),
            "independent rate 3": _equal_rate(3),
            **self._ends(),
            "most values": VALUES[-1],
            "many values": MANY,
            "depth": self.depths[-1],
            "trees": self.trees,
        }


def _mean(counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return means and their standard errors, column by column."""
    return counts.mean(axis=0), counts.std(axis=0, ddof=1) / math.sqrt(len(counts))


def _growth(
    low: tuple[np.ndarray, np.ndarray], high: tuple[np.ndarray, np.ndarray], levels: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return the growth per level from means at two depths, and its standard error."""
    growth = (high[0] / low[0]) ** (1 / levels)
    return growth, growth / levels * np.hypot(low[1] / low[0], high[1] / high[0])


def _tested(family: str, b: int, depth: int, rate: float, trees: int, seed: int) -> np.ndarray:
    """Return the leaves of one Test between win and loss, for each of many trees."""
    if family == CRITICAL:
        forest = (
            (critical_tree(width=b, depth=depth, rate=rate, seed=seed, number=number), 2.0)
            for number in range(trees)
        )
    else:
        # The bound at which nodes of all heights are won equally often.
        bound = 1 - xi(b) if depth % 2 == 0 else xi(b)
        forest = (
            (gt.lazy_tree(width=b, depth=depth, scheme="unordered", seed=seed, number=number), bound)
            for number in range(trees)
        )
    return np.array([at_least(tree, bound).leaves for tree, bound in forest], dtype=float)


def _threshold() -> Finding:
    cases = []
    for w, side in product((2, 3, 5, 8), (-1, 1)):
        rate = critical_games.error_threshold(w) + side * CLEAR
        quality = critical_games.quality_with_errors(w, 9, rate, SMALL_ERROR)
        cases.append(Case(side * float(quality[0] - quality[8])))
    return finding("axis-error-threshold", cases, f"least effect {min(c.effect for c in cases):.2g}")


def _equal_rate(b: int) -> float:
    """Return the rate at which critical games cost as much as independent ones."""
    from scipy.optimize import brentq

    k = critical_games.independent_failures(b)
    return float(brentq(lambda g: critical_games.failures(b, g) - k, 0, 1))
