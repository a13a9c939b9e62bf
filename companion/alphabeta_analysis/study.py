"""Everything that notebook 07 measures: theorems put to random trees, costs in random order, growth beyond Table 1."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.optimize import curve_fit

from companion.alphabeta_analysis import all_orders
from companion.progress import part
from companion.published.cases import rows_of
from gametree._checks import check_count
from gametree.examples import pi_tree
from gametree.experiment import sweep
from gametree.experiment.runner import results
from gametree.generate import generate
from gametree.reference import Recorder, alphabeta, branch_and_bound
from gametree.search import STRATEGIES, search, search_in_python
from gametree.theory import (
    branch_sums,
    critical,
    expected,
    minimum_leaves,
    no_deep_cutoffs,
    optimality,
    totally_dependent,
    true_growth,
)
from gametree.theory.optimality import perfectly_ordered, reordered
from gametree.trace import Trace, trace
from gametree.tree import Tree

PREDICTED = 48
"""Leaves of Fig. 2 that (23) predicts, as printed."""

PROCEDURES = {"branch-and-bound": "F1", "alphabeta": "F2"}
"""Name of a strategy -> what the paper calls it."""

DEGREE = 3
"""The degree at which all models of dependency are compared."""

KINDS: tuple[tuple[str, tuple[int, int]], ...] = (
    ("uniform", (2, 6)), ("uniform", (3, 4)), ("uniform", (5, 3)),
    ("nonuniform", (3, 4)), ("nonuniform", (4, 4)), ("nonuniform", (5, 5)),
)  # fmt: skip
"""The trees that theorems are put to: kind, and width and depth."""

TEACHERS = ("sss*", "scout", "pvs")
"""Searches that teach Alphabeta an order: those that read few leaves."""

TAUGHT = (("uniform", (3, 4)), ("uniform", (2, 6)), ("nonuniform", (4, 5)), ("nonuniform", (6, 3)))
"""The trees that they are put to."""

BOUNDS = {"r0(d)": no_deep_cutoffs.r0, "r1(d)": no_deep_cutoffs.r1, "r*(d)": no_deep_cutoffs.r_star}
"""The columns of Table 1."""

ORDERS = {"r0(d)": 1.0, "r*(d)": 1.0, "r1(d)": 0.5}
"""Bound -> the power of log d that its order d / (log d)^power has, as the paper proves."""


def random_trees(kind: str, size: tuple[int, int], trees: int, seed: int) -> Iterator[Tree]:
    """Yield the first trees, with independent values, of the sequence that belongs to a seed."""
    for number in range(check_count("trees", trees, 1, 10**7)):
        yield generate(kind, width=size[0], depth=size[1], scheme="unordered", seed=seed, number=number)


def searched(tree: Tree, *window: float, by: Callable[..., float] = alphabeta) -> Recorder:
    """Return what F2, or another procedure in Python, examines in a tree, called with this window."""
    x = Recorder(tree)
    by(x, 0, *window)
    return x


def examined_by_level(tree: Tree, *window: float) -> NDArray[np.int64]:
    """Return how many positions of each level Alphabeta examines, called with this window."""
    return np.bincount(tree.level[[0, *searched(tree, *window).nodes]], minlength=tree.depth + 1)


def is_precise(tree: Tree, x: Recorder) -> bool:
    """Whether a search has examined precisely the critical positions of a tree."""
    return x.nodes | {0} == set(np.flatnonzero(critical.types(tree)).tolist())


def share_of_type_3(d: int, h: int) -> float:
    """Return what part of the critical positions of U(d,h) is of type 3, the leaves left out: they have no order."""
    second = sum(d ** ((level + 1) // 2) - 1 for level in range(h))
    third = sum(d ** (level // 2) - 1 for level in range(h))
    return third / (h + second + third)


# -- deep cut-offs -----------------------------------------------------------------------------------------------------


class DeepCutoff(NamedTuple):
    """A cut-off of F2 that F1 is not able to make.

    Attributes
    ----------
    node : int
        The node whose search ends.
    left_out : tuple of int
        Its children that F1 examines and F2 does not.
    bound : float
        The value, for MAX, that is already sure.
    holder : int
        The node above, three levels or more, whose player has it.
    """

    node: int
    left_out: tuple[int, ...]
    bound: float
    holder: int


def deep_cutoffs(tree: Tree) -> list[DeepCutoff]:
    """Return the deep cut-offs in a tree, in the order in which F2 makes them.

    Examples
    --------
    >>> import gametree as gt
    >>> from companion.alphabeta_analysis.study import deep_cutoffs
    >>> tree, _ = gt.examples.figure_4()
    >>> deep_cutoffs(tree)
    [DeepCutoff(node=4, left_out=(6,), bound=1.0, holder=0)]
    """
    shallow = trace(tree, "branch-and-bound").snapshot().visited
    traced = trace(tree, "alphabeta")
    window = {step.node: (step.low, step.high) for step in traced if step.event == "enter"}
    found = []
    for step in traced:
        left_out = tuple(child for child in step.pruned if child in shallow)
        if left_out:
            found.append(DeepCutoff(step.node, left_out, *_holder(traced, window, step.node)))
    return found


def _holder(
    traced: Trace, window: dict[int, tuple[float | None, float | None]], node: int
) -> tuple[float, int]:
    """Return the bound that a search was cut off by, and the node whose best child so far it comes from."""
    tree = traced.tree
    side = 1 if tree.is_max(node) else 0
    bound = window[node][side]
    assert bound is not None
    above = int(tree.parent[node])
    while window[above][side] == bound:
        above = int(tree.parent[above])
    return bound, above


# -- the experiments ---------------------------------------------------------------------------------------------------


class Figure5(NamedTuple):
    """Fig. 5, found again.

    Attributes
    ----------
    placements : int
        Ways to place eight leaves a and eight leaves b, up to the order of children.
    forcing : list of arrays
        Those in which F2 makes a cut-off in every order: 0 stands for a, 1 for b.
    f2, f1 : list of int
        The fewest cut-offs over all orders of the first of them, per set of distinct values.
    """

    placements: int
    forcing: list[NDArray[np.float64]]
    f2: list[int]
    f1: list[int]


@dataclass(frozen=True)
class Study:
    """How much is sampled, and from what seed; each experiment runs once, on first use.

    Attributes
    ----------
    seed : int
        Of the random trees.
    trees : int
        Random trees per kind, for theorems.
    sampled : int
        Random trees per size, for means.
    sums_trees : int
        Random trees per size of the model of sums.
    heights : int
        The highest trees of degree 3 that are sampled.
    degrees : tuple of int
        Degrees beyond Table 1.
    value_samples : int
        Sets of values tried on the tree of Fig. 5.
    """

    seed: int
    trees: int
    sampled: int
    sums_trees: int
    heights: int
    degrees: tuple[int, ...]
    value_samples: int

    # -- section 3 -----------------------------------------------------------------------------------------------------

    @part
    def iterative(self) -> list[bool]:
        """Whether the iterative procedure of section 3 returns the value, counts and line of F2, per tree."""
        kinds = (("uniform", (3, 5)), ("uniform", (2, 8)), ("nonuniform", (4, 6)))
        found = [
            search(tree, "alphabeta-iterative") == search(tree, "alphabeta")
            for kind, size in kinds
            for tree in random_trees(kind, size, self.trees, self.seed)
        ]
        found += [
            search_in_python(tree, "alphabeta-iterative") == search(tree, "alphabeta")
            for tree in random_trees("nonuniform", (4, 5), 50, self.seed)
        ]
        return [*found, search(pi_tree(), "alphabeta-iterative") == search(pi_tree(), "alphabeta")]

    @part
    def same_shallow(self) -> list[bool]:
        """Whether F1 and F2 examine the same positions on levels 1 to 3, per tree."""
        kinds = (("uniform", (3, 5)), ("uniform", (5, 3)), ("nonuniform", (4, 5)))
        return [
            all(
                tree.level[node] > 3
                for node in searched(tree, by=branch_and_bound).nodes ^ searched(tree).nodes
            )
            for kind, size in kinds
            for tree in random_trees(kind, size, self.trees, self.seed)
        ]

    # -- section 6 -----------------------------------------------------------------------------------------------------

    @part
    def theorem_1(self) -> pd.DataFrame:
        """Random trees in perfect order, and what Alphabeta examines of them, beside the critical positions (Theorem 1).

        One row per kind and size: trees; how many have precisely the critical positions examined; how many were not
        in their best order (`not best`); mean leaves in perfect order, and in the best order there is.
        """
        rows = []
        for kind, size in KINDS:
            found = []
            for tree in random_trees(kind, size, self.trees, self.seed):
                ordered = perfectly_ordered(tree).tree
                x = searched(ordered)
                found.append((is_precise(ordered, x), len(x.leaves), optimality.fewest_leaves(tree)))
            precise, perfect, best = np.array(found, dtype=float).T
            not_best = int((perfect > best).sum())
            rows.append((kind, *size, self.trees, int(precise.sum()), not_best, perfect.mean(), best.mean()))
        columns = ["kind", "width", "depth", "trees", "critical", "not best", "perfect order", "best order"]
        return pd.DataFrame(rows, columns=columns)

    @part
    def corollary_1(self) -> list[bool]:
        """Whether every level of a perfectly ordered uniform tree has the positions of (13) examined, per tree."""
        return [
            examined_by_level(perfectly_ordered(tree).tree).tolist()
            == [critical.on_level(width, level) for level in range(depth + 1)]
            for width, depth in ((2, 6), (3, 4), (5, 3))
            for tree in random_trees("uniform", (width, depth), self.trees // 4, self.seed)
        ]

    @part
    def infinite_roots(self) -> list[bool]:
        """Whether the levels of trees with won and lost leaves only cost what the paper says of infinite roots, per tree.

        The tree is in perfect order and Alphabeta is called with the two values as infinity.  A won root costs
        d^floor(l/2) positions on level l, a lost one d^ceil(l/2).
        """
        found = []
        for width, depth in ((2, 5), (2, 6), (3, 4)):
            for number in range(self.trees // 4):
                rng = np.random.default_rng([self.seed, width, depth, number])
                tree = Tree.uniform(width, depth, rng.choice([-1.0, 1.0], width**depth))
                extra = 0 if tree.backed_up[0] > 0 else 1
                by_level = examined_by_level(perfectly_ordered(tree).tree, -1, 1)
                found.append(by_level.tolist() == [width ** ((k + extra) // 2) for k in range(depth + 1)])
        return found

    @part
    def order_at_type_3(self) -> list[bool]:
        """Whether turning round the children of all positions of type 3 changes nothing in perfect order, per tree."""
        found = []
        for kind, size in KINDS:
            for tree in random_trees(kind, size, self.trees // 4, self.seed):
                ordered = perfectly_ordered(tree).tree
                third = np.flatnonzero(critical.types(ordered) == 3).tolist()
                turned, origin = reordered(
                    ordered, {node: ordered.children(node)[::-1] for node in third if ordered.children(node)}
                )
                after = {int(origin[node]) for node in searched(turned).nodes}
                found.append(after == searched(ordered).nodes)
        return found

    @part
    def corollary_2(self) -> pd.DataFrame:
        """What Alphabeta examines, level by level, in perfectly ordered N(3,5) (Corollary 2).

        One row per level: the formula (14); mean and standard error over trees whose values were drawn so that the
        first child is best (`drawn`), and over trees with independent values that were sorted (`sorted`).  There are
        enough trees to detect 10 % on every level.
        """
        width, depth = 3, 5
        levels = range(1, depth + 1)
        counts: dict[str, list[list[int]]] = {"drawn": [], "sorted": []}
        for number in range(20 * self.trees):
            drawn, plain = (
                generate(
                    "nonuniform", width=width, depth=depth, scheme=scheme, p=p, seed=self.seed, number=number
                )
                for scheme, p in (("ordered", 1.0), ("unordered", None))
            )
            for name, tree in (("drawn", drawn), ("sorted", perfectly_ordered(plain).tree)):
                counts[name].append([*examined_by_level(tree)[1:].tolist(), *[0] * (depth - tree.depth)])
        nonterminal = [1.0, *[width / (width + 1)] * (depth - 1)]
        successors = [(width + 1) / 2, *[width / 2] * (depth - 1)]
        formula = [critical.expected_on_level(nonterminal[:k], successors[:k]) for k in levels]
        frame = pd.DataFrame({"level": list(levels), "formula": formula})
        for name, found in counts.items():
            table = np.array(found)
            frame[name] = table.mean(axis=0)
            frame[f"{name} error"] = table.std(axis=0, ddof=1) / len(table) ** 0.5
        return frame

    @part
    def theorem_2(self) -> pd.DataFrame:
        """Random trees reordered by what searches examined (Theorem 2), and searched again by Alphabeta.

        One row per kind, size and strategy: trees; how many of them have no leaf examined that the strategy did
        not examine (`within`) and have precisely the critical positions examined (`critical`); mean leaves of
        the strategy, of Alphabeta as the tree stands, and of Alphabeta in the new order.
        """
        rows = []
        for kind, size in TAUGHT:
            for strategy in TEACHERS:
                found = [_taught(tree, strategy) for tree in random_trees(kind, size, self.trees, self.seed)]
                within, precise, *leaves = np.array(found, dtype=float).T
                means = [each.mean() for each in leaves]
                rows.append(
                    (kind, *size, strategy, self.trees, int(within.sum()), int(precise.sum()), *means)
                )
        columns = ["kind", "width", "depth", "strategy", "trees", "within", "critical"]
        return pd.DataFrame(rows, columns=[*columns, "its leaves", "Alphabeta before", "Alphabeta after"])

    @part
    def corollary_3(self) -> list[bool]:
        """Whether a strategy reads at least the leaves of (17), per tree; and per tree, whether Alphabeta can."""
        found = []
        for size in ((3, 4), (2, 6)):
            least = minimum_leaves(*size)
            for tree in random_trees("uniform", size, max(self.trees // 20, 5), self.seed):
                found += [search(tree, name).leaves >= least for name in STRATEGIES]
                found.append(search(perfectly_ordered(tree).tree, "alphabeta").leaves == least)
        return found

    # -- section 7 -----------------------------------------------------------------------------------------------------

    @part
    def without_cutoffs(self) -> list[bool]:
        """Whether the values that section 7 constructs make Alphabeta examine every leaf, per shape."""
        return [
            search(optimality.without_cutoffs(tree), "alphabeta").leaves == tree.n_leaves
            for kind, size in KINDS
            for tree in random_trees(kind, size, max(self.trees // 20, 5), self.seed)
        ]

    @part
    def figure_5(self) -> Figure5:
        """The tree of Fig. 5, looked for, and its cut-offs in all orders for some sets of values."""
        placements = list(all_orders.placements())
        forcing = [placement for placement in placements if all_orders.forced(placement) > 0]
        rng = np.random.default_rng(self.seed)
        tried = [all_orders.with_distinct_values(forcing[0], rng) for _ in range(self.value_samples)]
        f2, f1 = (results(partial(all_orders.fewest_cutoffs, deep=deep), tried) for deep in (True, False))
        return Figure5(len(placements), forcing, list(f2), list(f1))

    @part
    def ties_broken(self) -> NDArray[np.int64]:
        """The leaves that F1 examines in the tree of Fig. 1 when its equal leaves are put into random order.

        Leaves of different value keep their order; number i depends on the seed and i only.
        """
        tree = pi_tree()
        shifts = (
            np.random.default_rng([self.seed, number]).random(tree.n_leaves) for number in range(self._few)
        )
        trees = (Tree.uniform(3, 4, tree.leaves + shift) for shift in shifts)
        return np.array([search(each, "branch-and-bound").leaves for each in trees])

    @property
    def _few(self) -> int:
        return max(self.sampled // 4, 100)

    @part
    def few_values(self) -> pd.DataFrame:
        """The leaves of F1 and F2 on U(3,4) if each leaf is one of a few values, beside distinct values.

        Columns: strategy, mean, sd, n, values, distinct (the exact mean for distinct values), error, z.
        """
        frames = [
            sampled_leaves(partial(_with_values, values), self._few, self.seed).assign(values=values)
            for values in (2, 10, 100, 10_000)
        ]
        found = pd.concat(frames, ignore_index=True)
        distinct = {"branch-and-bound": true_growth.leaves(3, 4), "alphabeta": expected.alphabeta(3, 4)}
        found["distinct"] = found["strategy"].map(distinct)
        found["error"] = found["sd"] / np.sqrt(found["n"])
        return found.assign(z=(found["mean"] - found["distinct"]) / found["error"])

    @part
    def exact_costs(self) -> pd.DataFrame:
        """The leaves of F1 up to h = 12: by the `first` analysis, by the `upper` bound (37), and exactly (`true`)."""
        rows = []
        for d in (2, 3, 5):
            upper = [1.0, float(d)]
            for _ in range(2, 13):
                upper.append(upper[-1] + (no_deep_cutoffs.level_2(d) - d) * upper[-2])
            rows += [
                (d, h, float(no_deep_cutoffs.first_analysis(d, h)), upper[h], true_growth.leaves(d, h))
                for h in range(1, 13)
            ]
        return pd.DataFrame(rows, columns=["d", "h", "first", "upper", "true"])

    @property
    def costs_at_last(self) -> pd.DataFrame:
        """The same at the greatest height."""
        return self.exact_costs[self.exact_costs["h"] == self.exact_costs["h"].max()]

    @part
    def growth(self) -> pd.DataFrame:
        """Branching factors for d = 2 to 31 and further degrees: d, the columns of Table 1, r(d), xi, root.

        `xi` is that of Alphabeta with deep cut-offs (Pearl 1982), `root` the square root of d.
        """
        table = pd.DataFrame({"d": [*range(2, 32), *self.degrees]})
        for name, bound in (
            *BOUNDS.items(),
            ("r(d)", true_growth.r),
            ("xi", expected.pearl_branching_factor),
        ):
            table[name] = [bound(int(d)) for d in table["d"]]
        table["root"] = np.sqrt(table["d"])
        return table

    # -- section 9 -----------------------------------------------------------------------------------------------------

    @part
    def independent(self) -> pd.DataFrame:
        """The leaves of F1 and F2 for independent values (`sampled_costs`)."""
        highest = {2: 10, 3: self.heights, 5: max(self.heights - 2, 3)}
        sizes = [(d, h) for d, most in highest.items() for h in range(2, most + 1)]
        return sampled_costs("unordered", sizes, self.sampled, self.seed)

    @part
    def dependent(self) -> pd.DataFrame:
        """The leaves of F1 and F2 for totally dependent values (`sampled_costs`)."""
        sizes = [*((DEGREE, h) for h in range(2, self.heights + 1)), (2, 6), (5, 4), (8, 3)]
        return sampled_costs("real-dependent", sizes, self.sampled, self.seed)

    @part
    def sums(self) -> pd.DataFrame:
        """The leaves of F1 and F2 in the model of sums along branches, up to a height."""
        frames = [
            sampled_leaves(partial(branch_sums.tree, DEGREE, h), self.sums_trees, self.seed).assign(h=h)
            for h in range(2, self.heights + 1)
        ]
        return pd.concat(frames)

    @part
    def models(self) -> pd.DataFrame:
        """Mean leaves of F1 and F2 in three models: independent values, totally dependent ones, sums along branches.

        Columns: model, strategy, d, h, theory (NaN where we know no formula), mean, error, minimum, z.
        """
        theory: dict[tuple[str, str], Callable[[int, int], Any]] = {
            ("independent", "branch-and-bound"): true_growth.leaves,
            ("independent", "alphabeta"): expected.alphabeta,
            ("totally dependent", "branch-and-bound"): totally_dependent.branch_and_bound_leaves,
            ("totally dependent", "alphabeta"): totally_dependent.alphabeta_leaves,
        }
        rows = [
            (model, r.strategy, r.width, r.depth, float(theory[model, r.strategy](r.width, r.depth)), r.mean, r.error)
            for model, part in (("independent", self.independent), ("totally dependent", self.dependent))
            for r in rows_of(part)
        ]  # fmt: skip
        level_2 = float(branch_sums.p(DEGREE).sum())
        rows += [
            (
                "sums",
                r.strategy,
                DEGREE,
                r.h,
                level_2 if r.h == 2 else math.nan,
                r.mean,
                r.sd / math.sqrt(r.n),
            )
            for r in rows_of(self.sums)
        ]
        frame = pd.DataFrame(rows, columns=["model", "strategy", "d", "h", "theory", "mean", "error"])
        frame["minimum"] = [minimum_leaves(r.d, r.h) for r in rows_of(frame)]
        frame["z"] = (frame["mean"] - frame["theory"]) / frame["error"].where(frame["error"] > 1e-9)
        return frame

    @part
    def dependent_roots(self) -> list[float]:
        """The values of totally dependent trees U(3,4), rounded to what a float holds of them."""
        trees = (
            generate("uniform", width=3, depth=4, scheme="real-dependent", seed=self.seed, number=k)
            for k in range(self.trees)
        )
        return [round(float(tree.backed_up[0]), 9) for tree in trees]


def _with_values(values: int, rng: np.random.Generator) -> Tree:
    """Return a U(3,4) each of whose leaves is one of so many values."""
    return Tree.uniform(3, 4, rng.integers(0, values, 81).astype(float))


def _taught(tree: Tree, strategy: str) -> tuple[bool, bool, int, int, int]:
    leaves = optimality.examined(tree, strategy)
    ordered, origin = optimality.best_order(tree, leaves)
    x = searched(ordered)
    within = {int(origin[leaf]) for leaf in x.leaves} <= leaves
    return within, is_precise(ordered, x), len(leaves), search(tree, "alphabeta").leaves, len(x.leaves)


# -- costs in random order ---------------------------------------------------------------------------------------------


def sampled_leaves(make: Callable[[np.random.Generator], Tree], trees: int, seed: int) -> pd.DataFrame:
    """Return mean, sd and n of the leaves that F1 and F2 examine in trees made from a generator each."""
    forest = (
        make(np.random.default_rng([seed, number])) for number in range(check_count("trees", trees, 2, 10**7))
    )
    counts = np.array([[search(tree, name).leaves for name in PROCEDURES] for tree in forest], dtype=float)
    means = {"mean": counts.mean(axis=0), "sd": counts.std(axis=0, ddof=1), "n": trees}
    return pd.DataFrame({"strategy": list(PROCEDURES)} | means)


def sampled_costs(scheme: str, sizes: Sequence[tuple[int, int]], trees: int, seed: int) -> pd.DataFrame:
    """Return the mean leaves of F1 and F2 on uniform trees, with the standard errors (`error`)."""
    frame = sweep(
        "uniform", scheme, sizes=list(sizes), strategies=list(PROCEDURES), trees=trees, seed=seed, progress=False
    )  # fmt: skip
    leaves = frame[frame["criterion"] == "leaves"]
    return leaves.assign(error=leaves["sd"] / np.sqrt(leaves["n"]))


def recurrence_54(d: int, h: int, first: float) -> float:
    """Return A_h of recurrence (54), leaves of F1 in totally dependent trees, if A_1 is `first`.

    Examples
    --------
    >>> round(recurrence_54(3, 5, 3), 2), round(recurrence_54(3, 5, 1), 2)
    (85.45, 36.6)
    """
    harmonic = float(totally_dependent.harmonic(d))
    before, now = 1.0, first
    for _ in range(h - 1):
        before, now = now, harmonic * now + (d - harmonic) * before
    return now


# -- how branching factors grow ----------------------------------------------------------------------------------------


def slope(table: pd.DataFrame, name: str, low: int, high: int) -> float:
    """Return x of the best C d^x on a range of degrees, by least squares of the logarithms."""
    part = table[table["d"].between(low, high)]
    return float(np.polyfit(np.log(part["d"]), np.log(part[name]), 1)[0])


def power_alone(table: pd.DataFrame, name: str, low: int, high: int) -> float:
    """Return x of the best d^x on a range of degrees, by least squares of the logarithms."""
    part = table[table["d"].between(low, high)]
    logs = np.log(part["d"])
    return float((logs * np.log(part[name])).sum() / (logs**2).sum())


def fitted_powers(table: pd.DataFrame, name: str, low: int, high: int) -> dict[str, float]:
    """Return x of the best power of d on a range of degrees, by each way to fit it with least squares."""
    part = table[table["d"].between(low, high)]
    d, r = part["d"].to_numpy(dtype=float), part[name].to_numpy(dtype=float)
    with_factor, alone = slope(table, name, low, high), power_alone(table, name, low, high)
    (_, of_values), _ = curve_fit(lambda d, c, x: c * d**x, d, r, p0=(1.0, with_factor))
    (alone_of_values,), _ = curve_fit(lambda d, x: d**x, d, r, p0=(alone,))
    return {
        "C d^x, logarithms": with_factor,
        "d^x, logarithms": alone,
        "C d^x, values": float(of_values),
        "d^x, values": float(alone_of_values),
    }


def local_exponents(table: pd.DataFrame, name: str) -> list[tuple[float, float]]:
    """Return, for neighbouring degrees from 31 on, the degree between them and the exponent of d from one to the other."""
    far = table[table["d"] >= 31]
    d, r = far["d"].to_numpy(dtype=float), far[name].to_numpy()
    exponents = np.diff(np.log(r)) / np.diff(np.log(d))
    return list(zip(np.sqrt(d[1:] * d[:-1]).tolist(), exponents.tolist(), strict=True))


def exponent_of(order: float, d: float) -> float:
    """Return the local exponent of d / (log d)^order at a degree."""
    return 1 - order / math.log(d)


class Exponents(NamedTuple):
    """Powers of d fitted to a branching factor by least squares of the logarithms.

    Attributes
    ----------
    with_factor, wide : float
        x of C d^x over d = 10 to 30, and over d = 2 to 30.
    alone : float
        x of d^x over d = 10 to 30.
    far : float
        The local exponent between the last two degrees.
    far_degree : float
        The degree between them.
    """

    with_factor: float
    wide: float
    alone: float
    far: float
    far_degree: float


def exponents(table: pd.DataFrame) -> dict[str, Exponents]:
    """Return the exponents of the columns of Table 1, of r(d), and of Alphabeta (`xi`)."""
    found = {}
    for name in ("r0(d)", "r(d)", "r1(d)", "r*(d)", "xi"):
        far_degree, far = local_exponents(table, name)[-1]
        found[name] = Exponents(
            slope(table, name, 10, 30),
            slope(table, name, 2, 30),
            power_alone(table, name, 10, 30),
            far,
            far_degree,
        )
    return found
