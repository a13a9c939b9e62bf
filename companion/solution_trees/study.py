"""Everything that notebook 08 measures, from its parameters, and the values that its text names."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from companion.plot import number_label
from companion.solution_trees import findings
from companion.solution_trees.calls import call_trace
from companion.solution_trees.first_guess import (
    HIGH,
    LOW,
    SIZE,
    VALUE,
    by_guess,
    farther_is_cheaper,
    first_guess_runs,
    gains,
    guesses_between,
    leaf_quantiles,
    smallest_farther,
    steps_away,
    value_at_most,
)
from companion.solution_trees.small_trees import TIED, all_checks, deep_pvs
from gametree.examples import critical_tree
from gametree.generate import generate, lazy_tree
from gametree.generate.known_value import KnownValue, known_value_tree
from gametree.search import best_move, memory_of, search
from gametree.tree import Tree

LOOPS = ("SSS-2", "dual SSS-2", "SSS-0", "SSS-4", "SSS-4 with a wide window", "MTD(f)")
"""The searches that call S-alpha-beta in a loop, as the checks on small trees name them."""

PRINTED = (5, 9)
"""Width and depth of the trees of Figure 5."""


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
        """The first guesses of Figure 5."""
        return guesses_between(LOW, HIGH, VALUE, self.n_guesses)

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
        return by_guess(self.runs)

    @cached_property
    def saved(self) -> pd.DataFrame:
        """What guessing the value saves, by class of trees."""
        return gains(self.runs, VALUE)

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
        stepped = self._stepped()
        found = stepped.groupby(["ordering", "option"])["nodes"].agg(["mean", "std", "count"]).reset_index()
        found["half"] = 1.96 * found["std"].fillna(0) / np.sqrt(found["count"])
        return found

    def _stepped(self) -> pd.DataFrame:
        part = findings.of_size(self, self.sizes[0])
        return part[part["strategy"] == "sss-4"]

    @property
    def step(self) -> int:
        """The step with which the variation of SSS-4 is tried."""
        return 100 if 100 in self.steps else max(self.steps)

    @cached_property
    def wide_window(self) -> pd.DataFrame:
        """What SSS-4 costs if it ends with a wide window as soon as the bounds are closer than something."""
        width, depth = self.sizes[0]
        made = KnownValue(width, depth, 1 / width)
        unordered = [known_value_tree(made, self.seed, number) for number in range(self.trees)]
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

    @cached_property
    def judged(self) -> pd.DataFrame:
        """Every number and every claim of the paper, judged."""
        return findings.judged(self)

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

    # -- what the prose says -------------------------------------------------------------------------------------------

    @cached_property
    def prose(self) -> dict[str, float | str]:
        """The numbers that the prose of the notebook names."""
        return self._opening() | self._ties() | self._guessing() | self._stepping() | self._keeping()

    def _held(self, *names: str, ties: bool | None = None) -> tuple[int, int]:
        """Return on how many small trees some checks held, and of how many."""
        part = self.checks[self.checks["check"].isin(names)]
        if ties is not None:
            part = part[part["ties"] == ties]
        return int(part["held"].sum()), int(part["trees"].sum())

    def _opening(self) -> dict[str, float | str]:
        inside, searches = self._held(*(f"{name} surpasses Alphabeta" for name in LOOPS))
        tally = self.judged["verdict"].value_counts()
        (first,) = (
            self.saved[self.saved["width"] == PRINTED[0]].sort_values("ordering").head(1).to_dict("records")
        )
        away = steps_away(self.runs, VALUE)
        crooked = farther_is_cheaper(self.runs, VALUE).set_index(SIZE)["part of them"]
        return {
            "same": self._held("SSS-2 expands the nodes of SSS*", ties=False)[0],
            "small": self.small,
            "inside": inside,
            "searches": searches,
            "saved": first["gain on sss-2"],
            "saved on Alphabeta": first["gain on alphabeta"],
            "rising": int((away["more"] >= 0).sum()),
            "away": len(away),
            "crooked": crooked[*PRINTED, 1 / PRINTED[0]],
            "rows": len(self.judged),
            "differ": f"{tally['differs']} differ" if "differs" in tally else "none differs",
            **{
                name: int(tally.get(name, 0))
                for name in ("agrees", "differs", "inconclusive", "underspecified")
            },
        }

    def _ties(self) -> dict[str, float | str]:
        scout, of = self._held("Scout surpasses Alphabeta", ties=False)
        listing = [frame["listing"] for frame in self.pvs.values()]
        types = findings.same_types(self)
        return {
            **{f"parted {k}": findings.parted(self, k) for k in (2, TIED, 10)},
            "Scout outside": 1 - scout / of,
            "listing outside": sum(int((~held).sum()) for held in listing),
            "listed": sum(map(len, listing)),
            "types": sum(types),
            "typed": len(types),
        }

    def _guessing(self) -> dict[str, float | str]:
        (width, depth), parts = self.sizes[0], (0.25, 0.5, 0.75)
        chance = value_at_most(width, depth, (VALUE - LOW + 1) / (HIGH - LOW + 1))
        quartiles = leaf_quantiles(KnownValue(width, depth, 1 / width), self.seed, parts)
        gained = findings.gains_by_ordering(self, PRINTED)
        ends = findings.ends(self)
        return {
            "runs": len(self.runs),
            "trees": len(self.runs.groupby(["width", "depth", "ordering", "tree"])),
            "per class": self.trees,
            "guesses": len(self.guesses),
            "ends": sum(ends),
            "of ends": len(ends),
            "most on SSS-2": self.saved["gain on sss-2"].max(),
            "most on dual": self.saved["gain on dual-sss-2"].max(),
            **{f"gain {q:.0%}": case.effect for q, case in gained.items()},
            **{f"error {q:.0%}": case.error for q, case in gained.items()},
            "value": VALUE,
            "chance": f"$10^{{{math.ceil(math.log10(max(chance, 1e-300)))}}}$",
            "quartiles": ", ".join(f"{q:.0f}" for q in quartiles),
            "even": ", ".join(f"{LOW + q * (HIGH - LOW):.0f}" for q in parts),
        }

    def _stepping(self) -> dict[str, float | str]:
        means = self.by_step.set_index(["ordering", "option"])["mean"].unstack()
        best, calls = means.min(axis=1), self._stepped().groupby("option")["calls"].mean()
        first, last = self.wide_window.iloc[0], self.wide_window.iloc[-1]
        costs = self.second_best
        return {
            "calls": calls[0.0],
            "step": self.step,
            "fewer calls": calls[float(self.step)],
            "ideal": HIGH - VALUE,
            "best steps": ", ".join(f"{step:.0f}" for step in sorted(set(means.idxmin(axis=1)) - {0})),
            "step gain": (1 - best / means[0.0]).max(),
            "largest": max(self.steps),
            "overshot": (means[float(max(self.steps))] / best - 1).max(),
            "null calls": first["calls"],
            "wide calls": last["calls"],
            "wide nodes": last["nodes"] / first["nodes"] - 1,
            "wide visits": last["visits"] / first["visits"] - 1,
            "move": costs["move"],
            "with value": costs["second-best"],
            "SSS-2 leaves": costs["sss-2"],
            "Alphabeta leaves": costs["alphabeta"],
            "move saves": 1 - costs["move"] / costs["second-best"],
        }

    def _keeping(self) -> dict[str, float | str]:
        deepest, width = max(self.depths), self.memory_width
        upper = 2 * (deepest // 4)
        kept = self.memory.set_index(["strategy", "depth"])

        def growth(name: str) -> float:
            ratio = kept["bytes"][name, deepest] / kept["bytes"][name, upper]
            return float(ratio ** (1 / (deepest - upper)))

        return {
            "deepest": deepest,
            "width": width,
            "kept": kept["entries"]["sss-2", deepest],
            "OPEN": kept["entries"]["sss*", deepest],
            "OPEN at most": width ** ((deepest + 1) // 2),
            "times": kept["bytes"]["sss-2", deepest] / kept["bytes"]["sss*", deepest],
            "from depth": upper,
            "growth": growth("sss-2"),
            "growth of OPEN": growth("sss*"),
            "root of width": width**0.5,
        }


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


def story(tree: Tree, strategy: str, **options: float) -> pd.DataFrame:
    """Return the calls of a strategy in words.

    Examples
    --------
    >>> story(critical_tree(), "sss-2")["what is asked, and found"][1]
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
