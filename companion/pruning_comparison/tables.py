"""Tables I to XVIII and the numbers of sections 3.6.1-3.6.4, judged: ranks, cells, whole tables; and what figures show."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from companion.pruning_comparison.sample import Floats, SampledCase, SampledCases, standardised
from companion.published.cases import (
    CASES,
    LABELS,
    SCHEMES_IN_PRINT,
    SIZES,
    case_of,
    chosen_reading,
    literal_reading,
    rows_of,
    size_name,
    where_is,
)
from companion.published.cells import printed_cells, printed_values
from companion.published.deviations import TABLES, Deviations, deviations
from companion.published.newborn import newborn
from companion.published.tables import place_of
from companion.published.verdict import LIMIT, NEEDED, SCORECARD_COLUMNS, compare, number
from gametree.experiment import BATCH, frame_of

SOURCE = "muszycka1985"
DEEP = (4, 5, 6)
"""The depths that Table I is about."""

ORDER = ("exact", "agrees", "inconclusive", "misprint", "scan", "differs", "underspecified", "not yet")
"""The verdicts as tables show them; where several numbers share a cell, the last of theirs in this order is shown."""

QUOTED = ("3.6.1", "3.6.2", "3.6.3", "3.6.4")
"""The sections whose numbers are judged here."""


def judge_numbers(sample: SampledCases) -> pd.DataFrame:
    """Judge every printed number of the chapter; with `reading` and `note`."""
    parts = (judge_rankings(sample), judge_newborn(), judge_tables(sample), judge_quoted(sample))
    return pd.concat(parts, ignore_index=True)


def _frame(rows: Iterable[Any]) -> pd.DataFrame:
    return pd.DataFrame(list(rows), columns=[*SCORECARD_COLUMNS, "reading", "note"])


# -- Table I: rankings, tied where a paired test on common trees cannot separate them ----------------------------------


class Ranking(NamedTuple):
    """The strategies of one case from best to worst.

    Attributes
    ----------
    groups : tuple of tuple of str
        From the best on; the strategies of a group are tied.
    ranks : dict
        Strategy -> rank, in a tie the mean rank.
    z : float array (6, 6)
        Pooled paired differences, row less column, in standard errors; strategies as in `LABELS`.
    share : float array (6, 6)
        The differences themselves, in percent of Alphabeta's mean.
    """

    groups: tuple[tuple[str, ...], ...]
    ranks: dict[str, float]
    z: Floats
    share: Floats

    def __str__(self) -> str:
        """Return the ranking as the thesis writes it: ties in brackets."""
        parts = (group[0] if len(group) == 1 else f"[{', '.join(group)}]" for group in self.groups)
        return f"({', '.join(parts)})"


def rank(sample: SampledCases, case: int, criterion: str = "nodes", trees: int | None = None) -> Ranking:
    """Rank the strategies of a case.

    The statistic: at each size of the depths `DEEP`, the mean difference of two strategies on the same trees, in
    percent of Alphabeta's mean; these are averaged over the sizes.  Two strategies are tied if the average
    is within `LIMIT` of its standard errors, and a group of tied strategies is one in which all are.

    Parameters
    ----------
    sample : SampledCases
        What was sampled.
    case : int
        Its number in Table I, from 1 to 16.
    criterion : str
        leaves, nodes or visits.
    trees : int, optional
        Trees per size to take the standard errors for: ours by default, 50 for what the thesis could detect.
    """
    sizes = np.array([depth in DEEP for _, depth in SIZES])
    base = sample.means(criterion)[case - 1, sizes, LABELS.index("AB")]
    n = sample.n[case - 1, sizes] if trees is None else np.full(sizes.sum(), trees)
    z, share = np.zeros((2, len(LABELS), len(LABELS)))
    for a, first in enumerate(LABELS):
        for b, second in enumerate(LABELS):
            difference, sd = sample.difference(first, second, criterion)
            part, error = difference[case - 1, sizes] / base, sd[case - 1, sizes] / base / np.sqrt(n)
            share[a, b] = 100 * part.mean()
            z[a, b] = standardised(part.sum(keepdims=True), np.sqrt((error**2).sum(keepdims=True)))[0]
    order = sorted(range(len(LABELS)), key=lambda k: (share[k, 0], k))
    groups: list[list[int]] = [[order[0]]]
    for _, k in pairwise(order):
        if all(abs(z[k, member]) <= LIMIT for member in groups[-1]):
            groups[-1].append(k)
        else:
            groups.append([k])
    ranks: dict[str, float] = {}
    for group in groups:
        ranks |= dict.fromkeys((LABELS[k] for k in group), len(ranks) + (len(group) + 1) / 2)
    return Ranking(tuple(tuple(LABELS[k] for k in sorted(group)) for group in groups), ranks, z, share)


def rankings_frame(sample: SampledCases, literal: SampledCases, judged: pd.DataFrame) -> pd.DataFrame:
    """Return Table I as lists: printed (a dash where it is blank), and ours under both readings.

    `judged` is from `judge_rankings`: the verdicts on the printed ranks, under the chosen reading.
    """
    notes = printed_cells("I").drop_duplicates("row").set_index("row")
    rows = []
    for case in range(1, 17):
        row = f"case {case}"
        note = "" if notes["same_as"][row] else notes["note"][row]
        said = note.partition("printed list: ")[2].partition(";")[0] or "-"
        counts = judged[judged["row"] == row]["verdict"].value_counts()
        verdicts = ", ".join(f"{verdict} {n}" for verdict, n in counts.items())
        rows.append((case, said, str(rank(sample, case)), verdicts, str(rank(literal, case))))
    return pd.DataFrame(
        rows, columns=["case", "printed", "ours, chosen reading", "ranks", "ours, literal reading"]
    )


def judge_rankings(sample: SampledCases) -> pd.DataFrame:
    """Judge Table I rank by rank, by what 50 trees per size could detect.

    The printed rank ``differs`` if it is none of those that such an experiment leaves open, because a strategy would
    have to change places with one that is farther than `LIMIT` of its standard errors away.  It ``agrees`` if it would
    also have been noticed had it been another one: every strategy that does not tie with it on each single tree is
    at least `NEEDED` standard errors away; ``exact`` if nothing scatters.  Else it is ``inconclusive``.  The statistic
    is the printed rank less ours.
    """
    return pd.concat([judge_case(sample, number) for number in range(1, 17)], ignore_index=True)


def judge_case(sample: SampledCases, number: int) -> pd.DataFrame:
    """Judge the list of one case: rows of `judge_rankings`."""
    printed = printed_cells("I")
    ours, theirs = rank(sample, number), rank(sample, number, trees=BATCH)
    reading, n = sample.sampled[number - 1].reading, int(sample.n[number - 1].min())
    rows: list[tuple[object, ...]] = []
    for cell in rows_of(printed[printed["row"] == f"case {number}"]):
        verdict, best, worst = _judge_rank(theirs, LABELS.index(str(cell.column)), cell.value)
        mine = ours.ranks[str(cell.column)]
        note = f"ours: {ours}; with 50 trees per size ranks from {best} to {worst} are open"
        if cell.same_as:
            note += "; blank in print, the list above it is taken to go on"
        rows.append(
            (cell.source, "I", cell.row, cell.column, cell.value, math.nan, mine, math.nan, n,
             cell.value - mine, verdict, reading.name, "; ".join(filter(None, (reading.why, note))))
        )  # fmt: skip
    return _frame(rows)


def _judge_rank(theirs: Ranking, k: int, printed: float) -> tuple[str, int, int]:
    """Return the verdict on a printed rank, and the ranks that 50 trees per size leave open."""
    z = np.delete(theirs.z[k], k)
    best, worst = 1 + int((z > LIMIT).sum()), len(LABELS) - int((z < -LIMIT).sum())
    if not best <= printed <= worst:
        return "differs", best, worst
    apart = abs(z[z != 0])
    tied = 1 + (z > 0).sum() + (z == 0).sum() / 2
    if len(apart) and apart.min() < NEEDED:
        return "inconclusive", best, worst
    # Strategies that never differ are tied whatever the sample: the rank is known.
    good = "exact" if np.isinf(apart).all() else "agrees"
    return good if printed == tied else "differs", best, worst


# -- Table II and the text ---------------------------------------------------------------------------------------------


def judge_newborn() -> pd.DataFrame:
    """Judge Table II: theory, so every digit counts."""
    return _frame(_judge_theory(cell, cell.row, cell.column) for cell in rows_of(printed_cells("II")))


def _judge_theory(cell: Any, size: str, scheme: str) -> dict[str, Any]:
    """Judge a number of Newborn's; where the data note that its digits were cut off, ours are cut off too."""
    width, depth = map(int, size[2:-1].split(","))
    ours = newborn(width, depth, SCHEMES_IN_PRINT.get(scheme, scheme))
    as_printed = math.floor(100 * ours) / 100 if "cut off" in cell.note else ours
    note = f"expected number of leaves, computed: {ours:.4f}"
    judged = number(cell.source, cell.table, cell.row, cell.column, as_printed, note)
    return judged | {"ours": ours, "reading": "literal"}


def judge_quoted(sample: SampledCases) -> pd.DataFrame:
    """Judge the numbers quoted in sections 3.6.1-3.6.4."""
    return _frame(
        judge_number(sample, cell) for section in QUOTED for cell in rows_of(printed_cells(section))
    )


def judge_number(sample: SampledCases, cell: Any) -> dict[str, Any]:
    """Judge one of these numbers: a row of `judge_quoted`."""
    label, _, what = cell.column.partition(" ")
    if label == "Newborn":
        return _judge_theory(cell, *cell.row.split(" "))
    c, s = where_is(cell.row)
    reading = sample.sampled[c].reading
    key = (cell.source, cell.table, cell.row, cell.column)
    if what == "CPU ms":
        note = "another machine, another compiler: neither is described well enough to compare milliseconds"
        return number(*key, None, note) | {"reading": reading.name}
    k = LABELS.index(label)
    mean, sd = sample.means(what)[c, s, k], float(sample.sd(what)[c, s, k])
    judged = number(*key, mean, reading.why, sd=sd, n=int(sample.n[c, s]))
    return judged | {"reading": reading.name}


# -- Tables III to XVIII -----------------------------------------------------------------------------------------------


def judge_tables(sample: SampledCases) -> pd.DataFrame:
    """Judge Tables III-XVIII cell by cell; with `reading` and `note`."""
    return pd.concat([judge_table(sampled) for sampled in sample.sampled], ignore_index=True)


def judge_table(sampled: SampledCase) -> pd.DataFrame:
    """Judge the table of one case cell by cell; with `reading` and `note`."""
    case, reading, found = sampled
    printed = printed_cells(case.table)
    judged = compare(frame_of(found), printed, reading.using)
    notes = ["; ".join(filter(None, (reading.why, note))) for note in printed["note"]]
    return judged.assign(reading=reading.name, note=notes)


def all_deviations(
    literal: SampledCases, chosen: SampledCases, seed: int
) -> dict[tuple[str, str], Deviations]:
    """Return how far every table that scatters is off, by table and reading; both readings where they differ."""
    found = {}
    for table in TABLES:
        for sample in (literal, chosen):
            _, reading, cells = sample.sampled[case_of(table).number - 1]
            if sample is chosen and reading.name == "literal":
                continue
            own = deviations(table, cells, reading.using, seed)
            if len(own.z):
                found[table, reading.name] = own
    return found


def table_tests(found: Mapping[tuple[str, str], Deviations]) -> pd.DataFrame:
    """Return how well every table agrees as a whole, from `all_deviations`.

    Columns: `source`, `table`, `reading`, `why` (what differs from the text), `tried` (readings that were tried with the
    table in sight), and the fields of `companion.published.tables.Whole`.  `judged_tables` judges them.
    """
    rows = []
    for (table, name), own in found.items():
        read = chosen_reading if name == "chosen" else literal_reading
        tried = place_of(SOURCE, table).tried if name == "chosen" else 0
        about = {
            "source": SOURCE,
            "table": table,
            "reading": name,
            "why": read(case_of(table)).why,
            "tried": tried,
        }
        rows.append(about | own.whole()._asdict())
    return pd.DataFrame(rows)


def chance(found: Mapping[tuple[str, str], Deviations]) -> pd.DataFrame:
    """Return where 95 % of the mean squares of simulated tables fall: `low` and `high`, and the same for differences."""
    rows = []
    for (table, name), own in found.items():
        means, pairs = ((part**2).mean(axis=0) for part in (own.simulated, own.simulated_pairs))
        rows.append((table, name, *np.percentile(means, [2.5, 97.5]), *np.percentile(pairs, [2.5, 97.5])))
    return pd.DataFrame(rows, columns=["table", "reading", "low", "high", "paired_low", "paired_high"])


def tally(judged: pd.DataFrame) -> pd.DataFrame:
    """Return how many cells of each table have which verdict."""
    counts = judged.groupby(["table", "verdict"]).size().unstack(fill_value=0)
    counts = counts.reindex(index=list(TABLES), columns=[v for v in ORDER if v in counts], fill_value=0)
    counts.insert(0, "cells", counts.sum(axis=1))
    return counts.rename_axis(columns=None).reset_index()


# -- what figures show -------------------------------------------------------------------------------------------------

FIGURES = ("integer-dependent", "real-dependent", "unordered", 0.2, 0.4, 0.6, 0.8, 1.0)
"""Scheme or P of the panels of Figures 9-16, 17-24, 25-32 and 33-40, in their order."""


SHOWN_DEPTH = 4
"""The depth of the trees that these figures are about."""


def ratio_frame(sample: SampledCases, kind: str, first_figure: int) -> pd.DataFrame:
    """Return what a row of the thesis' figures shows, as ratios to Alphabeta at depth 4, for `figures.ratios`.

    The strategies search the same trees, so their ratios are known far better than their means.  The band (`low`,
    `high`) is where 95 % of ratios of means of 50 trees fall.
    """
    ratios = {label: sample.ratio(label, "AB", trees=BATCH) for label in LABELS if label != "AB"}
    rows = []
    for figure, which in enumerate(FIGURES, first_figure):
        case = next(case for case in CASES if case.kind == kind and which in (case.scheme, case.p))
        panel = f"{figure}: " + (which if isinstance(which, str) else f"P = {which}")
        printed = printed_values(case.table)
        for s, (width, depth) in enumerate(SIZES):
            if depth != SHOWN_DEPTH:
                continue
            row = size_name(width, depth, kind)
            for label, (ratio, error) in ratios.items():
                own, half = ratio[case.number - 1, s], 1.96 * error[case.number - 1, s]
                of_50 = printed[row, label] / printed[row, "AB"]
                rows.append((panel, label, width, own, own - half, own + half, of_50))
    return pd.DataFrame(rows, columns=["panel", "label", "width", "ratio", "low", "high", "printed"])


def time_frame(sample: SampledCases) -> pd.DataFrame:
    """Return CPU time over Alphabeta's at depth 4: the quartiles (`low`, `ratio`, `high`) of the eight schemes."""
    times = sample.micro / sample.micro[..., [LABELS.index("AB")]]
    rows = [
        (kind, label, width, *np.percentile(times[part, s, k], [50, 25, 75]))
        for kind, part in (("uniform", slice(0, 8)), ("nonuniform", slice(8, 16)))
        for k, label in enumerate(LABELS)
        for s, (width, depth) in enumerate(SIZES)
        if depth == SHOWN_DEPTH
    ]
    return pd.DataFrame(rows, columns=["kind", "label", "width", "ratio", "low", "high"])
