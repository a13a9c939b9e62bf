"""All that the notebook measures, each experiment run once, on first use."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import pandas as pd

from companion.chance_nodes import findings
from companion.chance_nodes.counts import Counts, break_even, by_group
from companion.chance_nodes.experiment import THESIS_SIZES, Size, runs
from companion.published.claims import judged_claims, judged_rows
from gametree.chance.draws import ORDERS

NOTEBOOK = "10_chance_nodes"
BUDGETS = ("nodes", "time", "memory")
"""In what the two searches are compared on the map."""


@dataclass(frozen=True)
class Study:
    """The experiments of the notebook, made from its parameters of the same names.

    Parameters
    ----------
    trees, replicates : int
        Random trees of each kind: for the conclusions of the thesis, and for the map.
    resamples : int
        Of the bootstrap behind the limits in the map.
    seed : int
        Where randomness comes from.
    heuristic_cost : float
        Cost of evaluating a range, in visits.
    sizes : sequence of (depth, branch)
        The trees of the map; those of the thesis always come first.
    errors : sequence of float
        Errors of the heuristic; the map adds a heuristic that says nothing.
    """

    trees: int
    replicates: int
    resamples: int
    seed: int
    heuristic_cost: float
    sizes: Sequence[Sequence[int]]
    errors: Sequence[float]

    @cached_property
    def counts(self) -> Counts:
        """All searches of the thesis' kinds of trees, and of both readings of perfect and worst order."""
        return Counts(runs(replicates=self.trees, seed=self.seed, orders=ORDERS), self.heuristic_cost)

    @cached_property
    def gains(self) -> Counts:
        """The thesis' searches if the same leaves are gains, on half as many trees as the map has."""
        few = max(self.replicates // 2, 10)
        return Counts(runs(replicates=few, seed=self.seed, goal="max"), self.heuristic_cost)

    @cached_property
    def thesis_sized(self) -> pd.DataFrame:
        """All searches of the thesis' kinds of trees with every error, and with a heuristic that says nothing."""
        return self._runs(THESIS_SIZES)

    @cached_property
    def runs(self) -> pd.DataFrame:
        """The same for all sizes."""
        further = [Size(*size) for size in self.sizes if tuple(size) not in THESIS_SIZES]
        parts = [self.thesis_sized, self._runs(further)] if further else [self.thesis_sized]
        return pd.concat(parts, ignore_index=True)

    def _runs(self, sizes: Sequence[Size]) -> pd.DataFrame:
        return runs(sizes, (*self.errors, math.inf), self.replicates, self.seed)

    @cached_property
    def crossings(self) -> pd.DataFrame:
        """The map: the error at which AOC* costs as much as alpha-cutoff, per budget, size and order."""
        return pd.concat(
            [
                break_even(self.runs, name, self.heuristic_cost, self.seed, self.resamples).assign(
                    criterion=name
                )
                for name in BUDGETS
            ],
            ignore_index=True,
        )

    @cached_property
    def least_break_even(self) -> float:
        """The least error at which AOC* costs as much as alpha-cutoff on trees of the thesis, in nodes or time."""
        return min(
            float(break_even(self.thesis_sized, name, self.heuristic_cost, resamples=1)["error"].min())
            for name in ("nodes", "time")
        )

    @cached_property
    def figures_a(self) -> pd.DataFrame:
        """Figures A-1 to A-15 of the thesis as numbers, for all sizes."""
        return by_group(self.runs, self.heuristic_cost)

    @cached_property
    def claims(self) -> pd.DataFrame:
        """The conclusions of the thesis, judged."""
        return judged_claims(NOTEBOOK, findings.all_findings(self))

    @cached_property
    def printed(self) -> pd.DataFrame:
        """The printed numbers of the thesis, judged."""
        parts = (findings.judged_table_2(), findings.judged_table_3(), findings.judged_text_numbers())
        return pd.concat(parts, ignore_index=True)

    @cached_property
    def judged(self) -> pd.DataFrame:
        """All that is judged, for the scorecard: under which reading, and with which seed."""
        return judged_rows(self.seed, self.claims, self.printed, chosen=findings.CHOSEN)
