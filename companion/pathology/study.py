"""All that the notebook on pathology measures; each part is computed on first use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from companion.pathology import b_star, findings, model, tables
from companion.pathology.tables import Column, Outcomes
from companion.progress import part
from companion.published.claims import judged_claims
from companion.published.scorecard import read_flips, settled
from companion.published.tables import judged_tables
from companion.published.verdict import judged_numbers
from gametree.experiment import sampled_quality


@dataclass(frozen=True)
class Study:
    """The experiments of chapter 5, and their verdicts.

    Parameters
    ----------
    decisions : int
        Between a forced win and a forced loss, per size of a game.
    highest, widest : int
        Moves of the longest games of width 2, and the width of the widest games of 5, 6 or 7 moves.
    dependent_trees, b_star_trees, model_trees : int
        Trees per undescribed variant of dependent values and size, per size for B*, and for the error model.
    seed : int
        Where all randomness comes from.

    Examples
    --------
    >>> Study(decisions=50, highest=5, widest=3).quality.shape[0]
    180
    """

    decisions: int = 20_000
    highest: int = 13
    widest: int = 6
    dependent_trees: int = 20_000
    b_star_trees: int = 400
    model_trees: int = 40_000
    seed: int = 1985

    # -- games that are played -------------------------------------------------------------------------

    @part
    def quality(self) -> pd.DataFrame:
        """The probability of a correct decision by game, rule, width, moves and depth; with theory where there is one."""
        games = tables.samples(self.decisions, self.seed, self.highest, self.widest)
        kept = {s: self.outcomes[s.game, s.w, s.t].each for s in games if (s.game, s.w, s.t) in self.outcomes}
        return tables.with_theory(sampled_quality(games, known=kept))

    @part
    def outcomes(self) -> Mapping[Column, Outcomes]:
        """The first games of every printed column, one by one."""
        return tables.play_all(
            tables.samples_of(self.cells, self.decisions, self.seed, self.highest, self.widest)
        )

    @part
    def described(self) -> pd.DataFrame:
        """Games with dependent values, as the thesis describes them."""
        return tables.described_quality(self.seed)

    @part
    def variants(self) -> pd.DataFrame:
        """Games with dependent values, as the thesis does not describe them."""
        return tables.variant_quality(self.dependent_trees, self.seed)

    @cached_property
    def dependent(self) -> pd.DataFrame:
        """All games with dependent values that were played."""
        return pd.concat([self.described, self.variants])

    # -- printed numbers -------------------------------------------------------------------------------

    @cached_property
    def cells(self) -> pd.DataFrame:
        """What is printed in Tables XIX-XXVIII."""
        return tables.printed()

    @cached_property
    def own(self) -> pd.DataFrame:
        """Ours, cell by cell."""
        return tables.beside(self.cells, self.quality, self.described)

    @cached_property
    def nau_sample(self) -> int:
        """How many games of Nau's would scatter as Table XIX does."""
        return tables.sample_of_nau(self.cells, self.own)

    @cached_property
    def _judged(self) -> pd.DataFrame:
        return findings.judged_cells(self.cells, self.own, self.nau_sample)

    @part
    def whole_tables(self) -> pd.DataFrame:
        """Every table as a whole, under every reading."""
        rng = np.random.default_rng(self.seed)
        return tables.table_tests(self._judged, self.outcomes, self.nau_sample, rng)

    @cached_property
    def whole_verdicts(self) -> pd.DataFrame:
        """The verdicts on whole tables, those of the scorecard."""
        return judged_tables(self.whole_tables, read_flips())

    @cached_property
    def judged(self) -> pd.DataFrame:
        """The verdict on every printed cell, with the reason where it differs."""
        return findings.with_reasons(self._judged, self.whole_tables)

    @property
    def pearl_tables(self) -> pd.DataFrame:
        """Tables XIX and XX, judged: as above, or alone if not all games have been played."""
        cells = self.cells[self.cells["table"].isin(["XIX", "XX"])]
        return self._judged if "_judged" in vars(self) else findings.judged_alone(self, cells)

    @cached_property
    def informative(self) -> pd.DataFrame:
        """The cells that are not 1 by definition, judged as on the scorecard, with the error that chance allows."""
        of_interest = settled(self.judged)[~self.cells["trivial"].to_numpy()]
        return tables.with_errors(tables.as_printed(of_interest), self.nau_sample)

    @cached_property
    def printed(self) -> pd.DataFrame:
        """The printed numbers of played games, as a frame like `quality`."""
        found = tables.as_printed(self.judged)
        return found[found["game"].isin(list(tables.GAMES)) & (found["d"] <= found["t"])]

    @cached_property
    def same(self) -> pd.DataFrame:
        """Numbers that must be equal, whatever the program was."""
        return tables.same_at_depth_1(self.judged, self.outcomes)

    @part
    def distances_of_variants(self) -> pd.DataFrame:
        """How far Tables XXIII and XXIV are from games that the thesis does not describe."""
        return tables.distances_of_variants(self.variants, self.judged)

    # -- the error model and B* ------------------------------------------------------------------------

    @part
    def farthest_from_cases(self) -> float:
        """How far the formulae of the model are from the sum over all cases."""
        return model.farthest_from_cases(np.random.default_rng(self.seed))

    @part
    def simulation(self) -> pd.DataFrame:
        """The recurrence of the model beside random trees."""
        return model.simulated(self.model_trees, np.random.default_rng(self.seed))

    @part
    def saving(self) -> pd.DataFrame:
        """What B* saves."""
        return b_star.saving(self.b_star_trees, self.seed)

    # -- verdicts --------------------------------------------------------------------------------------

    @cached_property
    def claims(self) -> pd.DataFrame:
        """The verdicts on what the text claims."""
        return judged_claims(findings.NOTEBOOK, findings.measures.findings(self))

    @cached_property
    def everything(self) -> pd.DataFrame:
        """Every judged row: cells, claims and numbers in prose."""
        numbers = judged_numbers([*findings.of_figure_54(), findings.of_b_star(self.saving)])
        rows = pd.concat([self.judged, self.claims, numbers], ignore_index=True)
        return rows.assign(seed=self.seed).fillna({"reading": "literal"})
