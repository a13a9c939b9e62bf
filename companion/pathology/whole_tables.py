"""Tests of whole Tables XIX-XXVIII: their sample sizes by reading, and tables simulated with our games.

The depths of a printed column come from the same games.  So a simulated table draws whole games: for every column as
many as the printed one has, from the games that we played, each with what it gave at every depth.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from companion.pathology.outcomes import Column, Floats, Outcomes
from companion.pathology.tables import (
    BY_NAU,
    OWN,
    TABLES,
    TREES,
    GameSetting,
    columns_of,
    fitted_size,
    place_of,
)
from companion.published.tables import SIMULATED, Whole, whole_table
from companion.published.verdict import OF_A_PROBABILITY

if TYPE_CHECKING:
    import pandas as pd

SOURCE = "muszycka1985"
DIGITS = 3
"""Digits after the point in print; simulated tables are rounded as well."""

FITTED = "XIX"
"""The table on which Nau's sample size is fitted, because theory is known for it: it can't be judged by that size."""


class SampleReading(NamedTuple):
    """A way to read how many games stand behind every number of a table.

    Attributes
    ----------
    name : str
        ``literal`` or ``chosen``.
    sample : int
        Games per number.
    why : str
        What it rests on.
    tried : int
        How many readings were tried with the printed numbers in sight; 0 for the literal one.
    """

    name: str
    sample: int
    why: str
    tried: int


def readings(table: str, columns: int, nau_sample: int) -> list[SampleReading]:
    """Return the readings of a table with so many columns, the one by which its cells are judged first.

    Examples
    --------
    >>> [(r.name, r.sample) for r in readings("XX", 9, 4400)]
    [('literal', 20000), ('chosen', 2222)]
    >>> readings("XIX", 14, 4400)
    []
    """
    if table in OWN:
        each = f"{TREES:,} trees for every column"
        said = each if table == "XX" else f"{each}, as for Table XX (similar experiments)"
        return [
            SampleReading("literal", TREES, said, 0),
            SampleReading("chosen", TREES // columns, f"{TREES:,} trees for the whole table", 2),
        ]
    if table in BY_NAU and table != FITTED:
        return [
            SampleReading(
                "chosen", nau_sample, f"not stated; the sample size that Table {FITTED} scatters like", 1
            )
        ]
    return []


def is_fitted(table: str, place: GameSetting) -> bool:
    """Whether Nau's sample size was fitted on the games of a cell.

    Table XXV has the same numbers as Table XIX at depth 1, so its columns t = 5, 6 and 7 are the same games.
    """
    return table == FITTED or (table == "XXV" and place.t in (5, 6, 7))


def simulated_columns(
    outcomes: Outcomes, rule: str, sample: int, ours: float, rng: np.random.Generator, tables: int = SIMULATED
) -> Floats:
    """Return by how much simulated columns of a printed table differ from columns of ours, (depths, tables).

    Parameters
    ----------
    outcomes : Outcomes
        What the games are drawn from.
    rule : str
        The rule of the table.
    sample, ours : int, float
        Games per printed number, and per number of ours; infinite if ours is exact.
    rng : numpy.random.Generator
        Where randomness comes from.
    tables : int
        How many.
    """
    patterns, counts = outcomes.patterns(rule)
    shares = counts / counts.sum()

    def means(n: int) -> Floats:
        return np.asarray(rng.multinomial(n, shares, size=tables).astype(float) @ patterns / n).T

    exact = (shares @ patterns)[:, None]
    return means(sample).round(DIGITS) - (exact if np.isinf(ours) else means(int(ours)))


def sizes_fitted_again(
    judged: pd.DataFrame, outcomes: Mapping[Column, Outcomes], nau_sample: int, rng: np.random.Generator
) -> Floats:
    """Return the sample sizes fitted to tables simulated like XIX: how far that of the printed table can be off."""
    use = judged[(judged["table"] == FITTED) & (judged["sd"] > 0)]
    game, rule = TABLES[FITTED]
    squares, variance = np.zeros(SIMULATED), 0.0
    for (w, t), depths in _by_column(use, FITTED):
        apart = simulated_columns(outcomes[game, w, t], rule, nau_sample, np.inf, rng)[depths["d"] - 1]
        squares += (apart**2).sum(axis=0)
        variance += float((depths["sd"] ** 2).sum())
    return np.asarray(fitted_size(variance / len(use), squares / len(use)))


def table_tests(
    judged: pd.DataFrame, outcomes: Mapping[Column, Outcomes], nau_sample: int, rng: np.random.Generator
) -> pd.DataFrame:
    """Judge Tables XX-XXII and XXV-XXVIII as wholes, under every reading.

    Numbers that had to be corrected, that see the end or that Nau's sample size was fitted on are left out.

    Parameters
    ----------
    judged : DataFrame
        From `companion.pathology.findings.judged_cells`.
    outcomes : mapping
        From `companion.pathology.outcomes.play_all`.
    nau_sample : int
        From `companion.pathology.tables.sample_of_nau`.
    rng : numpy.random.Generator
        Where randomness comes from.

    Returns
    -------
    DataFrame
        ``source, table, reading, why, tried, sample`` and the fields of `Whole`, as `judged_tables` takes it.
    """
    import pandas as pd

    rows = []
    sizes = sizes_fitted_again(judged, outcomes, nau_sample, rng)
    for table, columns in columns_of(judged).items():
        part = scattering(judged, table)
        for reading in readings(table, len(columns), nau_sample):
            # What is fitted is fitted anew to every simulated table.
            assumed = sizes if table in BY_NAU else np.full(SIMULATED, float(reading.sample))
            whole = _whole(part, outcomes, reading.sample, assumed, rng)
            name, sample, why, tried = reading
            rows.append((SOURCE, table, name, why, tried, sample, *whole))
    return pd.DataFrame(
        rows, columns=["source", "table", "reading", "why", "tried", "sample", *Whole._fields]
    )


def scattering(judged: pd.DataFrame, table: str) -> pd.DataFrame:
    """Return the numbers of a table that can speak for or against it."""
    part = judged[(judged["table"] == table) & (judged["sd"] > 0) & judged["corrected"].isna()]
    places = [place_of(table, r, c) for r, c in zip(part["row"], part["column"], strict=True)]
    return part[[not is_fitted(table, place) for place in places]]


def _by_column(part: pd.DataFrame, table: str) -> Iterator[tuple[tuple[int, int], pd.DataFrame]]:
    """Yield the numbers of every printed column with their depth ``d``, which rises; by width and terminal level."""
    places = [place_of(table, r, c) for r, c in zip(part["row"], part["column"], strict=True)]
    own = part.assign(d=[place.d for place in places])
    for w, t in dict.fromkeys((place.w, place.t) for place in places):
        yield (w, t), own[[(place.w, place.t) == (w, t) for place in places]].sort_values("d")


def _whole(
    part: pd.DataFrame,
    outcomes: Mapping[Column, Outcomes],
    sample: int,
    assumed: Floats,
    rng: np.random.Generator,
) -> Whole:
    """Judge the numbers of one table under one reading; `assumed` is the sample size taken for each simulated table."""
    table = str(part["table"].iloc[0])
    game, rule = TABLES[table]
    z, simulated, matters, pairs, simulated_pairs = [], [], [], [], []
    for (w, t), column in _by_column(part, table):
        own = outcomes[game, w, t]
        n = float(column["n"].iloc[0])
        chance, chances = np.sqrt(1 / sample + 1 / n), np.sqrt(1 / assumed + 1 / n)
        depths = column["d"].to_numpy() - 1
        apart = simulated_columns(own, rule, sample, n, rng)[depths]
        off = (column["published"] - column["ours"]).to_numpy()
        sd = column["sd"].to_numpy()
        z.append(off / (sd * chance))
        simulated.append(apart / (sd[:, None] * chances))
        matters.append(OF_A_PROBABILITY / (sd * chance))
        # Steps from one depth to the next: what the games have in common is gone.
        steps = np.diff(own.of(rule)[:, depths], axis=1).std(axis=0)
        known = steps > 0
        pairs.append(np.diff(off)[known] / (steps[known] * chance))
        simulated_pairs.append(np.diff(apart, axis=0)[known] / (steps[known][:, None] * chances))
    return whole_table(*map(np.concatenate, (z, simulated, matters, pairs, simulated_pairs)))


# -- what must be equal whatever the program was -----------------------------------------------------------------------

SAME_AT_DEPTH_1 = (("XIX", "XXV"), ("XXI", "XXVI"), ("XX", "XXVII"), ("XXII", "XXVIII"))
"""Tables of the same games under the two rules: at depth 1 nothing is backed up, so there the rule does not matter."""

DISTANCES = (f"errors at {TREES:,} per column", f"errors at {TREES:,} per table")


def same_at_depth_1(judged: pd.DataFrame) -> pd.DataFrame:
    """Return the pairs of printed numbers that estimate one probability, and how far apart they are.

    Returns
    -------
    DataFrame
        ``minimax, product`` (the tables), ``t, by minimax, by product, apart``, and for the thesis' own tables the
        distance in standard errors if every column has 20,000 trees, and if every table has.  A decision is taken to be
        right or wrong with the mean of both probabilities: if ties count half, errors are smaller and distances greater.
    """
    import pandas as pd

    keys = zip(judged["table"], judged["row"], judged["column"], strict=True)
    printed = dict(zip(keys, judged["published"], strict=True))
    columns = columns_of(judged)
    rows = []
    for minimax, product in SAME_AT_DEPTH_1:
        for t in (5, 6, 7):
            one, other = printed[minimax, f"t={t},d=1", "w=2"], printed[product, "d=1", f"t={t}"]
            apart, pooled = other - one, (one + other) / 2
            # Games per number: 20,000, or the part of them that falls on each column of the table.
            of_all = sum(len(columns[table]) for table in (minimax, product))
            errors = np.sqrt(pooled * (1 - pooled) * np.array([2, of_all]) / TREES)
            distances = apart / errors if minimax in OWN else (np.nan, np.nan)
            rows.append((minimax, product, t, one, other, apart, *distances))
    return pd.DataFrame(
        rows, columns=["minimax", "product", "t", "by minimax", "by product", "apart", *DISTANCES]
    )
