"""Everything that notebook 08 measures, from its parameters: searches from many first guesses, checks, memory."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd

from companion.explanations.trace_data import number_label
from companion.solution_trees.calls import call_trace
from companion.solution_trees.small_trees import TIED, all_checks, deep_pvs, smallest_farther
from gametree._checks import check_count
from gametree.examples import critical_tree
from gametree.experiment.forest import UniformForest, search_forest, workspace_for
from gametree.experiment.runner import results
from gametree.generate import generate, lazy_tree
from gametree.generate.known_value import KnownValue, known_value_leaves, known_value_tree
from gametree.generate.recipes import seed_number
from gametree.search import STRATEGIES, best_move, check_options, memory_of, search, strategy_named
from gametree.search.search_tree import CALLS
from gametree.tree import Tree, levels_of

VALUE, LOW, HIGH = (int(KnownValue._field_defaults[name]) for name in ("value", "low", "high"))
"""The value of all trees of Figure 5, and the ends of the scale."""

SIZE = ["width", "depth", "ordering"]
"""What makes a class of trees."""

Run = tuple[str, float]
"""A strategy with its option (NaN if it has none)."""


# -- the effect of a first guess (Figure 5) ----------------------------------------------------------------------------


def first_guess_runs(
    classes: Sequence[KnownValue], runs: Sequence[Run], trees: int, seed: int | np.random.Generator
) -> pd.DataFrame:
    """Search trees of known value with several strategies, all on the same trees.

    Parameters
    ----------
    classes : sequence of KnownValue
        Sizes and qualities of ordering.
    runs : sequence of (strategy, option)
        ``("sss-0", 504)`` is SSS-0 from the guess 504; the option is NaN for a strategy that takes none.
    trees : int
        Trees per class.
    seed : int or numpy Generator
        Tree number i depends on the seed, the class and i only.

    Returns
    -------
    pandas.DataFrame
        A row per class, tree and run: width, depth, ordering, tree, strategy, option, leaves, nodes, visits, calls.
        (nodes without the root; calls of S-alpha-beta, 0 for strategies that make none.)
    """
    start = seed_number(seed)
    check_count("trees", trees, 1, 10**9)
    for made in classes:
        made.check()
    for run in runs:
        _options(run)
    work = [(made, start, number, tuple(runs)) for made in classes for number in range(trees)]
    return pd.DataFrame([row for rows in results(_search_one, work) for row in rows])


def _options(run: Run) -> tuple[float, ...]:
    name, option = run
    strategy = strategy_named(name)
    if len(strategy.options) > 1:
        raise ValueError(f"runs has {name!r}: it must be a strategy with at most one option")
    given = {} if np.isnan(option) else {(strategy.options[0].name if strategy.options else "option"): option}
    return tuple(check_options(strategy, given).values())


def _search_one(work: tuple[KnownValue, int, int, tuple[Run, ...]]) -> list[dict[str, Any]]:
    """Make one tree and search it by all runs."""
    made, seed, number, runs = work
    leaves = np.empty((1, made.width**made.depth))
    known_value_leaves(made, seed, number, leaves[0])
    forest = UniformForest(made.width, made.depth, leaves, *levels_of(made.width, made.depth))
    workspace = workspace_for(forest)
    counts = np.empty((1, 3), dtype=np.int64)
    rows = []
    for stamp, run in enumerate(runs, start=1):
        name, option = run
        search_forest(STRATEGIES[name], forest, workspace, stamp, counts, _options(run))
        calls = int(workspace.kept.state[CALLS]) if STRATEGIES[name].keeps_tree else 0
        about = {"width": made.width, "depth": made.depth, "ordering": made.ordering, "tree": number}
        found = dict(zip(("leaves", "nodes", "visits"), map(int, counts[0]), strict=True))
        rows.append(about | {"strategy": name, "option": option} | found | {"calls": calls})
    return rows


def mean_nodes(frame: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    """Return mean, standard deviation and count of nodes by some columns, and half the width of a 95 % interval."""
    found = frame.groupby(by)["nodes"].agg(["mean", "std", "count"])
    found["half"] = 1.96 * found["std"].fillna(0) / np.sqrt(found["count"])
    return found.reset_index()


def outward(frame: pd.DataFrame) -> Iterator[tuple[Any, list[pd.DataFrame]]]:
    """Yield, per class, the nodes of SSS-0 by tree and guess, on both sides of the value, the nearest guess first."""
    for size, part in frame[frame["strategy"] == "sss-0"].groupby(SIZE):
        nodes = part.pivot(index="tree", columns="option", values="nodes")
        yield size, [nodes.loc[:, :VALUE].iloc[:, ::-1], nodes.loc[:, VALUE:]]


def steps_away(frame: pd.DataFrame) -> pd.DataFrame:
    """Return what the farther of two neighbouring guesses on one side of the value costs more, on the same trees.

    Columns: width, depth, ordering, near, far, more (mean nodes), z (in standard errors; 0 where all trees agree).
    """
    rows = []
    for size, sides in outward(frame):
        for nodes in sides:
            for near, far in pairwise(nodes):
                more = (nodes[far] - nodes[near]).to_numpy(dtype=float)
                error = more.std(ddof=1) / np.sqrt(len(more)) if len(more) > 1 else 0.0
                rows.append((*size, near, far, more.mean(), more.mean() / error if error > 0 else 0.0))
    return pd.DataFrame(rows, columns=[*SIZE, "near", "far", "more", "z"])


def farther_is_cheaper(frame: pd.DataFrame) -> pd.DataFrame:
    """Return, per class, on what part of the trees some farther guess costs fewer nodes than a nearer one."""
    rows = []
    for size, sides in outward(frame):
        cheaper = np.any([(np.diff(nodes.to_numpy(), axis=1) < 0).any(axis=1) for nodes in sides], axis=0)
        rows.append((*size, len(sides[0]), float(np.mean(cheaper))))
    return pd.DataFrame(rows, columns=[*SIZE, "trees", "part of them"])


def value_at_most(width: int, depth: int, part: float) -> float:
    """Return the probability that U(width, depth) is worth at most what a `part` of independent leaves are."""
    for level in range(depth - 1, -1, -1):
        # 1 - (1 - part)^width, exact for tiny parts too
        part = -math.expm1(width * math.log1p(-part)) if level & 1 else part**width
    return part


def leaf_quantiles(made: KnownValue, seed: int, parts: Sequence[float]) -> list[float]:
    """Return quantiles of the leaf values of the first tree of a class."""
    made.check()
    leaves = np.empty(made.width**made.depth)
    known_value_leaves(made, seed_number(seed), 0, leaves)
    return [float(q) for q in np.quantile(leaves, parts)]


# -- the study ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Study:
    """The experiments of the chapter: the notebook's parameters of the same names, and what is measured with them once.

    Examples
    --------
    >>> Study(1994, 2, 4, [[3, 4]], [0, 100], 10, [2, 3], 2, 1).guesses
    [0, 500, 504, 999]
    """

    seed: int
    trees: int
    n_guesses: int
    sizes: Sequence[Sequence[int]]
    steps: Sequence[int]
    small: int
    depths: Sequence[int]
    memory_width: int
    memory_trees: int

    # -- what is measured ----------------------------------------------------------------------------------------------

    @property
    def guesses(self) -> list[int]:
        """The first guesses of Figure 5: evenly spaced, and the value itself among them."""
        n = check_count("n_guesses", self.n_guesses, 3, HIGH - LOW + 1)
        spaced = {round(float(g)) for g in np.linspace(LOW, HIGH, n)}
        if VALUE not in spaced:
            spaced = {round(float(g)) for g in np.linspace(LOW, HIGH, n - 1)} | {VALUE}
        return sorted(spaced)

    @cached_property
    def runs(self) -> pd.DataFrame:
        """The searches of Figure 5, with everything that is compared on its trees."""
        classes = [KnownValue(w, d, q) for w, d in self.sizes for q in (1 / w, 0.25, 0.5, 0.9, 1.0)]
        plan = [("sss-0", float(g)) for g in self.guesses] + [("mtd(f)", float(VALUE))]
        plan += [("sss-4", float(step)) for step in self.steps]
        plan += [(name, math.nan) for name in ("alphabeta", "sss-2", "dual-sss-2", "sss*")]
        return first_guess_runs(classes, plan, self.trees, self.seed)

    @cached_property
    def means(self) -> pd.DataFrame:
        """The mean nodes of SSS-0 by class of trees and first guess."""
        guessed = self.runs[self.runs["strategy"] == "sss-0"]
        return mean_nodes(guessed, [*SIZE, "option"]).rename(columns={"option": "guess"})

    @cached_property
    def saved(self) -> pd.DataFrame:
        """The part of nodes that guessing the value saves against other searches, by class of trees."""

        def mean(part: pd.Series[bool]) -> pd.Series[float]:
            return self.runs[part].groupby(SIZE)["nodes"].mean()

        strategy = self.runs["strategy"]
        at_value = mean((strategy == "sss-0") & (self.runs["option"] == VALUE))
        found = at_value.rename("guessing the value").to_frame()
        for name in ("sss-2", "dual-sss-2", "alphabeta"):
            found[name] = mean(strategy == name)
            found[f"gain on {name}"] = 1 - at_value / found[name]
        return found.reset_index()

    @cached_property
    def checks(self) -> pd.DataFrame:
        """How often what is claimed of every tree held on small ones."""
        return all_checks(self.small, self.seed)

    @cached_property
    def pvs(self) -> dict[int, pd.DataFrame]:
        """PVS as described and as listed on U(2,6), by the number of leaf values (0: no two are equal)."""
        return {k: deep_pvs(max(self.small // 5, 10), self.seed, k) for k in (0, TIED)}

    @cached_property
    def by_step(self) -> pd.DataFrame:
        """The mean nodes of SSS-4 by ordering and step, on trees of the first size."""
        return mean_nodes(self.stepped, ["ordering", "option"])

    @property
    def stepped(self) -> pd.DataFrame:
        """The searches of SSS-4 on trees of the first size."""
        part = self.of_size(self.sizes[0])
        return part[part["strategy"] == "sss-4"]

    def of_size(self, size: Sequence[int]) -> pd.DataFrame:
        """Return the searches of Figure 5 on trees of one width and depth."""
        return self.runs[(self.runs["width"] == size[0]) & (self.runs["depth"] == size[1])]

    @property
    def step(self) -> int:
        """The step with which the variation of SSS-4 is tried."""
        return 100 if 100 in self.steps else max(self.steps)

    @cached_property
    def wide_window(self) -> pd.DataFrame:
        """What SSS-4 costs if it ends with a wide window as soon as the bounds are closer than something."""
        width, depth = self.sizes[0]
        unordered = [
            known_value_tree(width=width, depth=depth, ordering=1 / width, seed=self.seed, number=number)
            for number in range(self.trees)
        ]
        rows = []
        for close in (0.0, float(self.step), float(HIGH)):
            name, step = "sss-4-wide-window", float(self.step)
            found = [search(tree, name, step=step, close=close) for tree in unordered]
            calls = [memory_of(tree, name, step=step, close=close).calls for tree in unordered]
            rows.append(
                (close, np.mean(calls), np.mean([r.nodes for r in found]), np.mean([r.visits for r in found]))
            )
        return pd.DataFrame(rows, columns=["close", "calls", "nodes", "visits"])

    @cached_property
    def second_best(self) -> pd.Series[float]:
        """The mean leaves of second best search, for the move alone and for its value too, and of other searches."""
        trees = [
            generate("uniform", width=5, depth=5, scheme="unordered", seed=self.seed, number=k)
            for k in range(100)
        ]
        costs = {"move": np.mean([best_move(tree).leaves for tree in trees])}
        for name in ("second-best", "sss-2", "alphabeta"):
            costs[name] = np.mean([search(tree, name).leaves for tree in trees])
        return pd.Series(costs)

    @cached_property
    def memory(self) -> pd.DataFrame:
        """The entries and bytes that strategies keep, by depth of the tree, with half a 95 % interval of the bytes."""
        rows = []
        for depth in self.depths:
            for number in range(self.memory_trees):
                tree = lazy_tree(
                    width=self.memory_width, depth=depth, scheme="unordered", seed=self.seed, number=number
                )
                for name in ("sss*", "sss-2", "dual-sss-2", "mtd(f)", "s-alphabeta"):
                    used = memory_of(tree, name, guess=0.5) if name == "mtd(f)" else memory_of(tree, name)
                    rows.append((depth, name, used.entries, used.bytes))
        found = pd.DataFrame(rows, columns=["depth", "strategy", "entries", "bytes"])
        groups = found.groupby(["strategy", "depth"], sort=False)
        means = groups.agg(entries=("entries", "mean"), bytes=("bytes", "mean"), half=("bytes", "sem"))
        return means.fillna(0).reset_index().assign(half=lambda f: f["half"] * 1.96)

    # -- tables --------------------------------------------------------------------------------------------------------

    def checks_table(self) -> pd.DataFrame:
        """Return on how many trees each check held, without ties and with, and the smallest tree on which it failed."""
        wide = self.checks.pivot(index="check", columns="ties", values=["held", "smallest failure"])
        order = list(dict.fromkeys(self.checks["check"]))
        wide = wide.loc[order].reset_index()
        wide.columns = ["claim", "held, no ties", "held, ties", "fails on (no ties)", "fails on (ties)"]
        return wide.astype({"held, no ties": int, "held, ties": int})

    def saved_table(self) -> pd.DataFrame:
        """Return mean nodes by class of trees, and what guessing the value saves in per cent."""
        names = {"sss-2": "SSS-2", "dual-sss-2": "dual SSS-2", "alphabeta": "Alphabeta"}
        found = self.saved
        columns: dict[str, Any] = {
            "trees": [f"U({w},{d})" for w, d in zip(found["width"], found["depth"], strict=True)],
            "first child best, %": 100 * found["ordering"],
            "from the value": found["guessing the value"].round().astype(int),
        }
        for name, label in names.items():
            columns[label] = found[name].round().astype(int)
            columns[f"saved on {label}, %"] = (100 * found[f"gain on {name}"]).round().astype(int)
        return pd.DataFrame(columns)


# -- the worked tree ---------------------------------------------------------------------------------------------------


def on_example() -> pd.DataFrame:
    """Return what every strategy of the paper needs on our tree for Figure 1."""
    tree, rows = critical_tree(), []
    names = (
        "alphabeta", "sss*", "s-alphabeta", "sss-2", "dual-sss-2", "sss-0", "sss-4", "sss-4-wide-window", "mtd(f)",
        "second-best",
    )  # fmt: skip
    for name in names:
        found, used = search(tree, name), memory_of(tree, name)
        rows.append((name, found.value, found.leaves, found.nodes, found.visits, used.calls, used.entries))
    return pd.DataFrame(
        rows, columns=["strategy", "value", "leaves", "nodes", "visits", "calls", "entries kept"]
    )


def calls_in_words(tree: Tree, strategy: str, **options: float) -> pd.DataFrame:
    """Return the calls of a strategy in words.

    Examples
    --------
    >>> calls_in_words(critical_tree(), "sss-2")["what is asked, and found"][1]
    'is p worth at least 14? no: a max solution tree proves that it is at most 6'
    """
    traced = call_trace(tree, strategy, **options)
    texts = [traced.text(index) for index in range(len(traced))]
    return pd.DataFrame({"call": range(1, len(texts) + 1), "what is asked, and found": texts})


def farther_table() -> pd.DataFrame:
    """Return the smallest trees on which a guess farther from the value is cheaper, for one call and for SSS-0."""
    rows = []
    for what, label in (("call", "one call"), ("search", "SSS-0")):
        for ties in (True, False):
            f = smallest_farther(what, ties)
            if f:
                value = f.tree.plain(f.tree.backed_up[0])
                tree, tied = str(f.tree.to_nested()), "yes" if ties else "no"
                near, far = number_label(f.near), number_label(f.far)
                rows.append((label, tied, tree, value, near, f.near_nodes, far, f.far_nodes))
    return pd.DataFrame(
        rows, columns=["of", "ties", "tree", "value", "guess", "nodes", "farther guess", "nodes from there"]
    )
