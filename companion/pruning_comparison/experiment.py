"""Everything that the notebook on chapter 3 shows and judges, computed on first use."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from companion.progress import part
from companion.pruning_comparison import quoted, rankings, whole_tables
from companion.pruning_comparison.findings import claims_of_study, share_beaten, with_reading
from companion.pruning_comparison.orderings import compare_orderings
from companion.pruning_comparison.smallest import BEATEN, Tried, try_all
from companion.pruning_comparison.study import Study, judge_tables, ratio_frame, time_frame
from companion.pruning_comparison.tables import tally
from companion.pruning_comparison.times import OF_TIMES, times_of_study
from companion.published.cases import LABELS, SIZES, Sampler, case_of, chosen_reading, literal_reading
from companion.published.cells import printed_cells
from companion.published.claims import Finding, judged_claims
from companion.published.deviations import TABLES, Deviations
from companion.published.newborn import newborn
from companion.published.scorecard import read_flips
from companion.published.tables import LEVEL, judged_tables, place_of
from companion.widgets import listed
from gametree.experiment import CRITERIA
from gametree.search import search
from gametree.tree import Tree

if TYPE_CHECKING:
    import pandas as pd

NOTEBOOK = "03_pruning_comparison"
SOURCE = "muszycka1985"
BAD = ("differs", "underspecified", "not yet")
"""Verdicts on numbers that are not compatible with ours, or that nothing can be said of."""


@dataclass(frozen=True)
class Experiment:
    """The sixteen cases under both readings, and what follows.

    Attributes
    ----------
    trees, precision, seed
        As for `companion.published.cases.Sampler`.
    single : int
        Trees of every size and case that are looked at one by one.
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
    def chosen(self) -> Study:
        """The cases as the chosen reading makes them."""
        return Study.sample(self.sampler, chosen_reading, self.single)

    @part
    def literal(self) -> Study:
        """The cases as the text describes them."""
        return Study.sample(self.sampler, literal_reading, self.single)

    @cached_property
    def errors(self) -> NDArray[np.float64]:
        """The standard errors of all means, in parts of the mean."""
        return np.array(
            [
                study.sd(criterion) / np.sqrt(study.n[..., None]) / study.means(criterion)
                for study in (self.chosen, self.literal)
                for criterion in CRITERIA
            ]
        )

    # -- Tables III-XVIII ----------------------------------------------------------------------------------------------

    @cached_property
    def readings(self) -> pd.DataFrame:
        """What each chosen reading changes, and in which tables: a row per reading."""
        import pandas as pd

        rows: dict[str, list[Any]] = {}
        for table in TABLES:
            case = case_of(table)
            why = chosen_reading(case).why
            if why:
                of_kind = rows.setdefault(why, [[], case.kind, place_of(SOURCE, table).tried])
                of_kind[0].append(table)
        found = [(", ".join(tables), kind, why, tried) for why, (tables, kind, tried) in rows.items()]
        return pd.DataFrame(
            found, columns=["tables", "trees", "what differs from the text", "readings tried"]
        )

    @cached_property
    def judged(self) -> pd.DataFrame:
        """The cells under the chosen reading."""
        return judge_tables(self.chosen)

    @cached_property
    def judged_literal(self) -> pd.DataFrame:
        """The cells under the literal reading."""
        return judge_tables(self.literal)

    @part
    def deviations(self) -> dict[tuple[str, str], Deviations]:
        """How far the tables are off as wholes, by table and reading."""
        return whole_tables.all_deviations(self.literal, self.chosen, self.seed)

    @cached_property
    def whole_tables(self) -> pd.DataFrame:
        """The tests of whole tables."""
        return whole_tables.table_tests(self.deviations)

    @cached_property
    def judged_whole_tables(self) -> pd.DataFrame:
        """The tests of whole tables with their verdicts, those of the scorecard."""
        return judged_tables(self.whole_tables, read_flips())

    @cached_property
    def chance(self) -> pd.DataFrame:
        """Where chance alone puts the mean squares of tables."""
        return whole_tables.chance(self.deviations)

    @cached_property
    def whole_tables_shown(self) -> pd.DataFrame:
        """The tests of whole tables for display."""
        names = {
            "mean_square": "mean z²", "mean_square_p": "p", "below": "share below ours", "sign_p": "p of signs",
            "paired": "paired z²", "paired_p": "p of pairs", "corrected_p": "least p, corrected", "resolution": "shift",
        }  # fmt: skip
        columns = ["table", "reading", *names, "verdict"]
        return self.judged_whole_tables[columns].rename(columns=names)

    def _with(self, reading: str, verdict: str) -> list[str]:
        found = self.judged_whole_tables.set_index(["table", "reading"])["verdict"]
        return [table for table in TABLES if found.get((table, reading)) == verdict]

    def _distinct(self, judged: pd.DataFrame) -> pd.DataFrame:
        """Return the cells that are printed for themselves: a number that stands for several strategies once."""
        import pandas as pd

        cells = pd.concat([printed_cells(table) for table in TABLES])
        copied = cells.set_index(["table", "row", "column"])["same_as"] != ""
        return judged[~copied.loc[pd.MultiIndex.from_frame(judged[["table", "row", "column"]])].to_numpy()]

    @cached_property
    def tally(self) -> pd.DataFrame:
        """How many distinct numbers of each table have which verdict, chosen reading."""
        return tally(self._distinct(self.judged), TABLES)

    # -- Tables I and II, the text -------------------------------------------------------------------------------------

    @cached_property
    def ranks(self) -> pd.DataFrame:
        """Table I, rank by rank."""
        return rankings.judge_rankings(self.chosen)

    @cached_property
    def ranks_literal(self) -> pd.DataFrame:
        """The same under the literal reading."""
        return rankings.judge_rankings(self.literal)

    @cached_property
    def lists(self) -> pd.DataFrame:
        """Table I as lists."""
        names = {"chosen": "ours, chosen reading", "verdicts": "ranks", "literal": "ours, literal reading"}
        return rankings.rankings_frame(self.chosen, self.literal, self.ranks).rename(columns=names)

    @cached_property
    def newborn(self) -> pd.DataFrame:
        """Table II."""
        return quoted.judge_newborn()

    @cached_property
    def newborn_shown(self) -> pd.DataFrame:
        """Table II with enough digits to show which were cut off and which rounded."""
        shown = self.newborn.assign(
            printed=[f"{value:.2f}" for value in self.newborn["published"]],
            exact=[f"{value:.4f}" for value in self.newborn["ours"]],
        )
        shown = shown[["row", "column", "printed", "exact", "verdict"]]
        return shown.rename(columns={"row": "trees", "column": "scheme", "exact": "theory"})

    @cached_property
    def theory(self) -> pd.DataFrame:
        """Alphabeta's leaves at depths 2 and 3 beside theory."""
        return quoted.theory_frame(self.chosen)

    @cached_property
    def quoted(self) -> pd.DataFrame:
        """The numbers in the text."""
        return quoted.judge_quoted(self.chosen)

    @cached_property
    def quoted_literal(self) -> pd.DataFrame:
        """The same under the literal reading."""
        return quoted.judge_quoted(self.literal)

    @cached_property
    def numbers(self) -> pd.DataFrame:
        """Every printed number of the chapter, judged."""
        import pandas as pd

        return pd.concat([self.ranks, self.newborn, self.judged, self.quoted], ignore_index=True)

    @cached_property
    def numbers_literal(self) -> pd.DataFrame:
        """The same under the literal reading."""
        import pandas as pd

        parts = [self.ranks_literal, self.newborn, self.judged_literal, self.quoted_literal]
        return pd.concat(parts, ignore_index=True)

    @cached_property
    def worse(self) -> pd.DataFrame:
        """The numbers that the chosen reading misses and the literal one does not."""
        fits = self.numbers_literal["verdict"].isin(["exact", "agrees", "inconclusive"])
        lost = self.numbers[(self.numbers["verdict"] == "differs") & fits]
        literal = self.numbers_literal.loc[lost.index]
        shown = lost[["table", "row", "column", "published", "ours", "statistic"]]
        shown = shown.assign(literal=literal["ours"], literal_z=literal["statistic"])
        return shown.rename(columns={"statistic": "z", "published": "printed", "literal_z": "literal: z"})

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
        import pandas as pd

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
        return {
            "uniform": ratio_frame(self.chosen, "uniform", 9),
            "nonuniform": ratio_frame(self.chosen, "nonuniform", 17),
        }

    @cached_property
    def times(self) -> pd.DataFrame:
        """CPU time over Alphabeta's at depth 4."""
        return time_frame(self.chosen)

    @cached_property
    def of_times(self) -> pd.DataFrame:
        """The claims on processor time, on this machine."""
        return times_of_study(self.chosen)

    # -- in words ------------------------------------------------------------------------------------------------------

    @property
    def results(self) -> dict[str, pd.DataFrame]:
        """What is kept of all this, by the name of its file."""
        import pandas as pd

        judged = pd.concat([self.numbers, self.claims], ignore_index=True)
        literal = pd.concat([self.numbers_literal, self.claims_literal], ignore_index=True)
        return {
            "judged": judged.assign(seed=self.seed),
            "literal": literal.assign(seed=self.seed),
            "whole_tables": self.whole_tables,
            "orders": self.orders,
        }

    @cached_property
    def prose(self) -> dict[str, Any]:
        """The numbers of the page's sentences, by name."""
        distinct, literal = self._distinct(self.judged), self._distinct(self.judged_literal)
        listed_ranks, listed_literal = (
            ranks[~ranks["note"].str.contains("blank in print")] for ranks in (self.ranks, self.ranks_literal)
        )
        as_printed = (listed_ranks["published"] == listed_ranks["ours"]).groupby(listed_ranks["row"]).all()
        below = self.judged_whole_tables.set_index(["table", "reading"])["below"]
        claims, deep = self.claims["verdict"].value_counts(), self.orders[self.orders["depth"] > 2]
        tables = {
            reading: {
                verdict: _tables(self._with(reading, verdict))
                for verdict in ("agrees", "differs", "inconclusive")
            }
            for reading in ("literal", "chosen")
        }
        inside = {
            kind: int(rows["printed"].between(rows["low"] - 1e-9, rows["high"] + 1e-9).sum())
            for kind, rows in self.ratios.items()
        }
        return {
            "searched": self.sampler.searched,
            "least": int(self.chosen.n.min()),
            "error": 100 * float(self.errors.max()),
            "error_median": 100 * float(np.median(self.errors)),
            "scattering": len(self.judged_whole_tables[self.judged_whole_tables["reading"] == "literal"]),
            "tables": tables,
            "literal_agree": len(self._with("literal", "agrees")),
            "literal_differ": len(self._with("literal", "differs")),
            "chosen_agree": len({*self._with("chosen", "agrees"), *self._alone("agrees")}),
            "chosen_differ": len(self._with("chosen", "differs")),
            "chosen_open": len({*self._with("chosen", "inconclusive"), *self._alone("inconclusive")}),
            "level": LEVEL,
            "distinct": len(distinct),
            "compatible": int((~distinct["verdict"].isin(BAD)).sum()),
            "compatible_literal": int((~literal["verdict"].isin(BAD)).sum()),
            "verdicts": _counted(distinct),
            "below": {table: 100 * float(below[table, "chosen"]) for table in ("XVII", "XVIII")},
            "inside": inside,
            "points": {kind: len(rows) for kind, rows in self.ratios.items()},
            "lists": len(as_printed),
            "lists_same": int(as_printed.sum()),
            "ranks": len(listed_ranks),
            "ranks_counted": _counted(listed_ranks),
            "ranks_literal": _counted(listed_literal),
            "ranks_differ": int((listed_ranks["verdict"] == "differs").sum()),
            "ranks_literal_differ": int((listed_literal["verdict"] == "differs").sum()),
            "case_16": {"chosen": _said(self.chosen, 16), "literal": _said(self.literal, 16)},
            "claims": len(self.claims),
            "claims_by": claims.reindex(["agrees", "differs", "inconclusive", "underspecified"], fill_value=0).to_dict(),
            "quoted": len(self.quoted),
            "quoted_counted": _counted(self.quoted),
            "beaten": 100 * float(self.beaten.to_numpy().mean()),
            "beaten_size": Tree.from_nested(BEATEN).n_nodes,
            "beaten_most": 100 * float(self.beaten.to_numpy().max()),
            "beaten_means": self._beaten_means(),
            "beaten_nodes": {name: search(Tree.from_nested(BEATEN), name).nodes for name in ("alphabeta", "pvs", "sss*")},
            "smaller": self.smaller.trees,
            "smaller_beaten": len(self.smaller.beaten),
            "viii": _of_viii(self.chosen),
            "not_best": 100 * float(deep["not_best"].mean()),
            "not_best_2": 100 * float(self.orders[self.orders["depth"] == 2]["not_best"].mean()),
            "perfect_costs": 100 * float(deep["perfect"].sum() / deep["best"].sum() - 1),
            "random_costs": 100 * float(deep["random"].sum() / deep["best"].sum() - 1),
            "random_beats": 100 * float(deep["beaten"].mean()),
            "newborn": self.newborn["verdict"].value_counts().reindex(["exact", "misprint"], fill_value=0).to_dict(),
            "newborn_all": len(self.newborn),
            "newborn_8_3": newborn(8, 3, "unordered"),
            "in_band": 100 * float((self.theory["ours"].abs() <= self.theory["band"]).mean()),
            "of_50": 100 * float((self.theory["printed"].abs() <= self.theory["printed_band"]).mean()),
            "time_order": self._time_order(),
            "numbers": len(self.numbers),
            "verdict": self.numbers["verdict"].value_counts().to_dict(),
            "verdict_literal": self.numbers_literal["verdict"].value_counts().to_dict(),
            "worse": len(self.worse),
            "worse_viii": int((self.worse["table"] == "VIII").sum()),
        }  # fmt: skip

    def _alone(self, verdict: str) -> list[str]:
        """Return the tables that have a verdict word by word, and no other reading."""
        return [table for table in self._with("literal", verdict) if (table, "chosen") not in self.deviations]

    def _beaten_means(self) -> str:
        z = np.max([self.chosen.z("SSS*", other) for other in LABELS if other != "SSS*"], axis=0)
        found: dict[str, list[int]] = {}
        for c, s in np.argwhere(z > 5):
            found.setdefault(f"{'U' if c < 8 else 'N'}({SIZES[s][0]},{SIZES[s][1]})", []).append(c + 1)
        return (
            listed(f"{size} in case{'s' * (len(cases) > 1)} {listed(cases)}" for size, cases in found.items())
            or "no size"
        )

    def _time_order(self) -> str:
        order = np.median(self.chosen.micro[..., 1], axis=(0, 1)).argsort()
        return listed(LABELS[k] for k in order).replace("*", r"\*")


def _tables(names: list[str]) -> str:
    return listed(names) or "none"


_SAYS = {
    "exact": ("is exact", "are exact"),
    "agrees": ("agrees", "agree"),
    "inconclusive": ("is inconclusive", "are inconclusive"),
    "differs": ("differs", "differ"),
    "misprint": ("is a misprint", "are misprints"),
    "scan": ("is damaged in the scan", "are damaged in the scan"),
    "underspecified": ("is underspecified", "are underspecified"),
}
"""Verdict -> what one number does, and what several do."""


def _counted(judged: pd.DataFrame) -> str:
    """Return how many numbers have which verdict, as a sentence has it: 22 agree, 14 are inconclusive and 6 are exact."""
    counts = judged["verdict"].value_counts()
    return listed(f"{count:,} {_SAYS[str(verdict)][count > 1]}" for verdict, count in counts.items())


def _said(study: Study, case: int) -> str:
    return str(rankings.rank(study, case)).replace("*", r"\*")


def _of_viii(study: Study) -> dict[str, float]:
    """Return SSS*'s and PVS' leaves on U(10,3) at P = 0.6: printed, and ours."""
    printed = printed_cells("VIII").set_index(["row", "column"])["value"]
    ours = study.means("leaves")[3, SIZES.index((10, 3))]
    return {
        "printed_sss": float(printed["U(10,3)", "SSS*"]), "printed_pvs": float(printed["U(10,3)", "PVS"]),
        "sss": float(ours[LABELS.index("SSS*")]), "pvs": float(ours[LABELS.index("PVS")]),
    }  # fmt: skip
