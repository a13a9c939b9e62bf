"""Everything that the notebook on chapter 3 shows and judges, computed on first use."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from companion.progress import part
from companion.pruning_comparison import tables
from companion.pruning_comparison.findings import (
    OF_TIMES,
    claims_of_study,
    share_beaten,
    times_of_study,
    with_reading,
)
from companion.pruning_comparison.sample import Floats, SampledCases
from companion.pruning_comparison.single_trees import BEATEN, Tried, compare_orderings, try_all
from companion.pruning_comparison.theory import newborn_frame
from companion.published.cases import Sampler, case_of, chosen_reading, literal_reading
from companion.published.cells import printed_cells
from companion.published.claims import Finding, judged_claims
from companion.published.deviations import TABLES, Deviations
from companion.published.scorecard import read_flips
from companion.published.tables import judged_tables, place_of
from gametree.experiment import CRITERIA
from gametree.tree import Tree

NOTEBOOK = "03_pruning_comparison"


@dataclass(frozen=True)
class Study:
    """The sixteen cases under both readings, and what follows.

    Attributes
    ----------
    trees, precision, seed
        As for `companion.published.sampling.Sampler`.
    single : int
        Trees of every size and case that are examined one by one.
    order_trees : int
        Trees of every size whose orders of children are compared.
    """

    trees: int
    precision: float
    single: int
    order_trees: int
    seed: int

    # -- what is sampled -----------------------------------------------------------------------------------------------

    @cached_property
    def sampler(self) -> Sampler:
        """What samples the trees."""
        return Sampler(self.trees, self.seed, self.precision, timed=True)

    @part
    def chosen(self) -> SampledCases:
        """The cases as the chosen reading makes them."""
        return SampledCases.draw(self.sampler, chosen_reading, self.single)

    @part
    def literal(self) -> SampledCases:
        """The cases as the text describes them."""
        return SampledCases.draw(self.sampler, literal_reading, self.single)

    @cached_property
    def errors(self) -> Floats:
        """The standard errors of all means, in parts of the mean."""
        return np.array(
            [
                sample.sd(criterion) / np.sqrt(sample.n[..., None]) / sample.means(criterion)
                for sample in (self.chosen, self.literal)
                for criterion in CRITERIA
            ]
        )

    # -- printed numbers -----------------------------------------------------------------------------------------------

    @cached_property
    def numbers(self) -> pd.DataFrame:
        """Every printed number of the chapter, judged under the chosen reading."""
        return tables.judge_numbers(self.chosen)

    @cached_property
    def numbers_literal(self) -> pd.DataFrame:
        """The same under the literal reading."""
        return tables.judge_numbers(self.literal)

    @property
    def judged(self) -> pd.DataFrame:
        """Tables III to XVIII, cell by cell."""
        return of_tables(self.numbers, *TABLES)

    @property
    def ranks(self) -> pd.DataFrame:
        """Table I, rank by rank."""
        return of_tables(self.numbers, "I")

    @property
    def newborn(self) -> pd.DataFrame:
        """Table II."""
        return of_tables(self.numbers, "II")

    @property
    def quoted(self) -> pd.DataFrame:
        """The numbers in the text."""
        return of_tables(self.numbers, *tables.QUOTED)

    @cached_property
    def worse(self) -> pd.DataFrame:
        """The numbers that the chosen reading misses and the literal one does not."""
        fits = self.numbers_literal["verdict"].isin(["exact", "agrees", "inconclusive"])
        lost = self.numbers[(self.numbers["verdict"] == "differs") & fits]
        literal = self.numbers_literal.loc[lost.index]
        shown = lost[["table", "row", "column", "published", "ours", "statistic"]]
        shown = shown.assign(literal=literal["ours"], literal_z=literal["statistic"])
        return shown.rename(columns={"statistic": "z", "published": "printed", "literal_z": "literal: z"})

    @cached_property
    def readings(self) -> pd.DataFrame:
        """What each chosen reading changes, and in which tables: a row per reading."""
        rows = [
            (
                table,
                case_of(table).kind,
                chosen_reading(case_of(table)).why,
                place_of(tables.SOURCE, table).tried,
            )
            for table in TABLES
            if chosen_reading(case_of(table)).why
        ]
        columns = ["tables", "trees", "what differs from the text", "readings tried"]
        by_reading = pd.DataFrame(rows, columns=columns).groupby(columns[2], sort=False, as_index=False)
        return by_reading.agg({"tables": ", ".join, "trees": "first", "readings tried": "first"})[columns]

    @cached_property
    def tally(self) -> pd.DataFrame:
        """How many distinct numbers of each of Tables III to XVIII have which verdict, chosen reading."""
        return tables.tally(distinct(self.judged))

    @cached_property
    def lists(self) -> pd.DataFrame:
        """Table I as lists."""
        return tables.rankings_frame(self.chosen, self.literal, self.ranks)

    @cached_property
    def newborn_shown(self) -> pd.DataFrame:
        """Table II with enough digits to show which were cut off and which rounded."""
        found = self.newborn
        return found[["row", "column"]].set_axis(["trees", "scheme"], axis=1).assign(
            printed=found["published"].map("{:.2f}".format),
            theory=found["ours"].map("{:.4f}".format),
            verdict=found["verdict"],
        )  # fmt: skip

    @cached_property
    def theory(self) -> pd.DataFrame:
        """Alphabeta's leaves at depths 2 and 3 beside theory."""
        return newborn_frame(self.chosen)

    # -- whole tables --------------------------------------------------------------------------------------------------

    @part
    def deviations(self) -> dict[tuple[str, str], Deviations]:
        """How far the tables are off as wholes, by table and reading."""
        return tables.all_deviations(self.literal, self.chosen, self.seed)

    @cached_property
    def whole_tables(self) -> pd.DataFrame:
        """The tests of whole tables."""
        return tables.table_tests(self.deviations)

    @cached_property
    def judged_whole_tables(self) -> pd.DataFrame:
        """The tests of whole tables with their verdicts, those of the scorecard."""
        return judged_tables(self.whole_tables, read_flips())

    @cached_property
    def chance(self) -> pd.DataFrame:
        """Where chance alone puts the mean squares of tables."""
        return tables.chance(self.deviations)

    @property
    def whole_tables_shown(self) -> pd.DataFrame:
        """The tests of whole tables for display."""
        names = {
            "mean_square": "mean z²", "mean_square_p": "p", "below": "share below ours", "sign_p": "p of signs",
            "paired": "paired z²", "paired_p": "p of pairs", "corrected_p": "least p, corrected", "resolution": "shift",
        }  # fmt: skip
        shown = self.judged_whole_tables[["table", "reading", *names, "verdict", "seeds"]]
        return shown.rename(columns=names | {"seeds": "under all seeds"})

    # -- claims --------------------------------------------------------------------------------------------------------

    @part
    def findings(self) -> list[Finding]:
        """What was measured for the claims."""
        return claims_of_study(self.chosen, self.literal)

    @cached_property
    def claims_literal(self) -> pd.DataFrame:
        """The claims under the literal reading."""
        return judged_claims(NOTEBOOK, claims_of_study(self.literal, self.literal)).assign(reading="literal")

    @cached_property
    def claims(self) -> pd.DataFrame:
        """The claims of chapter 3, judged."""
        return with_reading(judged_claims(NOTEBOOK, self.findings), self.claims_literal)

    def claims_with(self, *verdicts: str) -> pd.DataFrame:
        """Return the claims about counts that have one of these verdicts."""
        return self.claims[self.claims["verdict"].isin(verdicts) & ~self.claims["row"].isin(list(OF_TIMES))]

    @part
    def orders(self) -> pd.DataFrame:
        """Perfect ordering against the best order and a random one."""
        return compare_orderings("nonuniform-narrow", "unordered", self.order_trees, self.seed)

    @cached_property
    def orders_shares(self) -> pd.DataFrame:
        """In how many trees perfect ordering is not the best, by size."""
        sizes = [f"({w},{d})" for w, d in zip(self.orders["width"], self.orders["depth"], strict=True)]
        table = self.orders.set_axis(sizes)[["not_best", "beaten"]].T
        return table.set_axis(pd.Index(["another order is better", "a random order is better"], name=""))

    @part
    def beaten(self) -> pd.DataFrame:
        """In how many trees some strategy creates fewer nodes than SSS*, by case and size, literal reading."""
        return share_beaten(self.literal)

    @part
    def smaller(self) -> Tried:
        """All trees smaller than the smallest on which SSS* is beaten."""
        return try_all(Tree.from_nested(BEATEN).n_nodes - 1)

    @cached_property
    def ratios(self) -> dict[str, pd.DataFrame]:
        """Leaves over Alphabeta's at depth 4, Figures 9-16 and 17-24, by kind of tree."""
        figures = {"uniform": 9, "nonuniform": 17}
        return {kind: tables.ratio_frame(self.chosen, kind, first) for kind, first in figures.items()}

    @cached_property
    def times(self) -> pd.DataFrame:
        """CPU time over Alphabeta's at depth 4."""
        return tables.time_frame(self.chosen)

    @cached_property
    def of_times(self) -> pd.DataFrame:
        """The claims on processor time, on this machine."""
        return times_of_study(self.chosen)

    @property
    def results(self) -> dict[str, pd.DataFrame]:
        """What is kept of all this, by the name of its file."""
        judged = pd.concat([self.numbers, self.claims], ignore_index=True)
        literal = pd.concat([self.numbers_literal, self.claims_literal], ignore_index=True)
        return {
            "judged": judged.assign(seed=self.seed),
            "literal": literal.assign(seed=self.seed),
            "whole_tables": self.whole_tables,
            "orders": self.orders,
        }


def of_tables(judged: pd.DataFrame, *names: str) -> pd.DataFrame:
    """Return the judged numbers of some tables or sections."""
    return judged[judged["table"].isin(names)]


def distinct(judged: pd.DataFrame) -> pd.DataFrame:
    """Return the cells that are printed for themselves: a number that stands for several strategies once."""
    copied = pd.concat([printed_cells(table) for table in judged["table"].unique()])["same_as"] != ""
    return judged[~copied.to_numpy()]
