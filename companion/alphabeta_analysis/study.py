"""Everything that notebook 07 measures, from its parameters."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from companion.alphabeta_analysis import growth, random_costs, theorems
from companion.alphabeta_analysis.theorems import KINDS, Figure5
from companion.progress import part

PREDICTED = 48
"""Leaves of Fig. 2 that (23) predicts, as printed."""

TEACHERS = ("sss*", "scout", "pvs")
"""Searches that teach Alphabeta an order: those that read few leaves."""

TAUGHT = (("uniform", (3, 4)), ("uniform", (2, 6)), ("nonuniform", (4, 5)), ("nonuniform", (6, 3)))
"""The trees that they are put to."""


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

    # -- section 3 ---------------------------------------------------------------------------------------

    @part
    def iterative(self) -> list[bool]:
        """`theorems.iterative_equals_f2`."""
        return theorems.iterative_equals_f2(self.trees, self.seed)

    @part
    def same_shallow(self) -> list[bool]:
        """`theorems.same_above_level_4`."""
        return theorems.same_above_level_4(self.trees, self.seed)

    # -- section 6 ---------------------------------------------------------------------------------------

    @part
    def theorem_1(self) -> pd.DataFrame:
        """`theorems.theorem_1` of all kinds of trees."""
        return theorems.theorem_1(KINDS, self.trees, self.seed)

    @part
    def corollary_1(self) -> list[bool]:
        """`theorems.corollary_1`."""
        return theorems.corollary_1([(2, 6), (3, 4), (5, 3)], self.trees // 4, self.seed)

    @part
    def infinite_roots(self) -> list[bool]:
        """`theorems.infinite_roots`."""
        return theorems.infinite_roots([(2, 5), (2, 6), (3, 4)], self.trees // 4, self.seed)

    @part
    def order_at_type_3(self) -> list[bool]:
        """`theorems.order_at_type_3` of all kinds of trees."""
        return theorems.order_at_type_3(KINDS, self.trees // 4, self.seed)

    @part
    def corollary_2(self) -> pd.DataFrame:
        """`theorems.corollary_2` of N(3,5), with enough trees to detect 10 % on every level."""
        return theorems.corollary_2(3, 5, 20 * self.trees, self.seed)

    @part
    def theorem_2(self) -> pd.DataFrame:
        """`theorems.theorem_2` of the strategies that read few leaves."""
        return theorems.theorem_2(TEACHERS, TAUGHT, self.trees, self.seed)

    @part
    def corollary_3(self) -> list[bool]:
        """`theorems.at_least_the_minimum`."""
        return theorems.at_least_the_minimum(self.trees, self.seed)

    # -- section 7 ---------------------------------------------------------------------------------------

    @part
    def without_cutoffs(self) -> list[bool]:
        """`theorems.values_without_cutoffs`."""
        return theorems.values_without_cutoffs(self.trees, self.seed)

    @part
    def figure_5(self) -> Figure5:
        """`theorems.figure_5`."""
        return theorems.figure_5(self.value_samples, self.seed)

    @part
    def ties_broken(self) -> NDArray[np.int64]:
        """`random_costs.ties_broken`."""
        return random_costs.ties_broken(max(self.sampled // 4, 100), self.seed)

    @part
    def few_values(self) -> pd.DataFrame:
        """`random_costs.few_values`."""
        return random_costs.few_values(max(self.sampled // 4, 100), self.seed)

    @part
    def exact_costs(self) -> pd.DataFrame:
        """`random_costs.exact_costs`."""
        return random_costs.exact_costs()

    @part
    def growth(self) -> pd.DataFrame:
        """`growth.growth_table`."""
        return growth.growth_table(self.degrees)

    # -- section 9 ---------------------------------------------------------------------------------------

    @part
    def independent(self) -> pd.DataFrame:
        """`random_costs.independent`."""
        return random_costs.independent(self.heights, self.sampled, self.seed)

    @part
    def dependent(self) -> pd.DataFrame:
        """`random_costs.dependent`."""
        return random_costs.dependent(self.heights, self.sampled, self.seed)

    @part
    def models(self) -> pd.DataFrame:
        """`random_costs.models`: independent values, totally dependent ones, sums along branches."""
        sums = random_costs.sums(self.heights, self.sums_trees, self.seed)
        return random_costs.models(self.independent, self.dependent, sums)

    @part
    def dependent_roots(self) -> list[float]:
        """`theorems.dependent_roots`."""
        return theorems.dependent_roots(self.trees, self.seed)
