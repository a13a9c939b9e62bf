"""Tables XIX-XXVIII of Muszycka 1985: what each cell is about, ours, and how every table does as a whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from companion.published.cells import printed_at_depth_1, published
from companion.published.tables import BY_NAU, DEPENDENT, OWN, SIMULATED, Whole, whole_table
from companion.published.verdict import OF_A_PROBABILITY
from gametree.backup.decisions import RULES, Sample, outcomes
from gametree.backup.dependent_games import SCHEMES, dependent_quality
from gametree.experiment.runner import results
from gametree.theory.p_games import p_game_quality

Floats = NDArray[np.float64]
Column = tuple[str, int, int]
"""Game, width and terminal level: what a printed column is about."""

SOURCE = "muszycka1985"
TABLES = {
    "XIX": ("pearl", "minimax"),
    "XX": ("pearl", "minimax"),
    "XXI": ("incremental", "minimax"),
    "XXII": ("incremental", "minimax"),
    "XXIII": ("integer-dependent", "minimax"),
    "XXIV": ("real-dependent", "minimax"),
    "XXV": ("pearl", "product"),
    "XXVI": ("incremental", "product"),
    "XXVII": ("pearl", "product"),
    "XXVIII": ("incremental", "product"),
}
"""Game and backing-up rule of each table."""

GAMES = {"pearl": "Pearl-games", "incremental": "incremental games"}
"""The games that are played, and what they are called."""

TREES = 20_000
"""Trees of the thesis' own experiment (section 5.3): said once, of Table XX."""

VARIANT_SIZES = ((2, 4), (3, 4), (4, 4), (2, 5), (3, 5), (2, 6), (3, 6))
"""Width and terminal level of the games on which undescribed variants of dependent values are tried."""


PLACE = ["game", "rule", "w", "t", "d"]
"""What a number is about: game, backing-up rule, width, terminal level and depth."""


def with_places(cells: pd.DataFrame) -> pd.DataFrame:
    """Return cells with what they are about (`PLACE`): from t=5,d=1 and w=2, or from d=5 and t=9 (width 2).

    >>> with_places(printed())[["w", "t", "d"]].iloc[0].tolist()
    [2, 5, 1]
    """
    labels = cells["row"] + "," + cells["column"]
    numbers = {name: labels.str.extract(rf"{name}=(\d+)", expand=False) for name in "wtd"}
    numbers["w"] = numbers["w"].fillna("2")
    game, rule = ([TABLES[table][k] for table in cells["table"]] for k in (0, 1))
    return cells.assign(game=game, rule=rule, **{name: found.astype(int) for name, found in numbers.items()})


def samples(decisions: int, seed: int, highest: int = 13, widest: int = 6) -> list[Sample]:
    """Return what has to be played for all tables: width 2 up to level `highest`, others at levels 5, 6 and 7."""
    sizes = [(2, t) for t in range(3, highest + 1)]
    sizes += [(w, t) for w in range(3, widest + 1) for t in (5, 6, 7)]
    return [Sample(game, w, t, decisions, seed) for game in ("pearl", "incremental") for w, t in sizes]


def printed() -> pd.DataFrame:
    """Return the printed cells of Tables XIX-XXVIII."""
    cells = published(SOURCE)
    return cells[cells["table"].isin(list(TABLES))]


def columns_of(cells: pd.DataFrame) -> dict[str, list[Column]]:
    """Return game, width and terminal level of the printed columns of played games, by table."""
    found: dict[str, list[Column]] = {table: [] for table in cells["table"].unique()}
    columns = with_places(cells)[["table", "game", "w", "t"]].drop_duplicates()
    for table, game, w, t in columns[columns["game"].isin(list(GAMES))].itertuples(index=False):
        found[table].append((game, w, t))
    return found


def samples_of(cells: pd.DataFrame, decisions: int, seed: int, highest: int, widest: int) -> list[Sample]:
    """Return those of `samples` that printed cells are about."""
    wanted = {column for columns in columns_of(cells).values() for column in columns}
    return [s for s in samples(decisions, seed, highest, widest) if (s.game, s.w, s.t) in wanted]


def with_theory(frame: pd.DataFrame) -> pd.DataFrame:
    """Return sampled qualities with a column ``theory``: exact for minimax in Pearl-games, NaN elsewhere."""
    exact = {(w, t): p_game_quality(w, t) for w, t in sorted(set(zip(frame.w, frame.t, strict=True)))}
    known = (frame.game == "pearl") & (frame.rule == "minimax")
    theory = [
        exact[w, t][d - 1] if k else np.nan
        for k, w, t, d in zip(known, frame.w, frame.t, frame.d, strict=True)
    ]
    return frame.assign(theory=theory)


def distances_from_theory(quality: pd.DataFrame) -> pd.Series:
    """Return how far sampled qualities are from theory, in standard errors.

    Where nearly all decisions are ties, too few others are left for a standard error: such cells are left out.
    """
    sampled = quality[
        quality["theory"].notna() & (quality["sd"] > 0) & (quality["n"] - quality["tied"] >= 25)
    ]
    return (sampled["probability"] - sampled["theory"]) / (sampled["sd"] / np.sqrt(sampled["n"]))


# -- ours for the printed cells ----------------------------------------------------------------------------------------


def described_quality(seed: int) -> pd.DataFrame:
    """Return D of games with dependent values as the thesis describes them, 500 trees per size of its tables."""
    names = ("integer-dependent", "real-dependent")
    sizes = [(w, t) for t in (4, 5, 6) for w in (2, 3, 4, 5)]
    return pd.concat(
        [dependent_quality(name, w, t, 500, seed) for name in names for w, t in sizes], ignore_index=True
    )


def beside(cells: pd.DataFrame, quality: pd.DataFrame, described: pd.DataFrame | None) -> pd.DataFrame:
    """Return what we have for printed cells: ``ours``, ``sd`` of a decision and ``n`` decisions (inf if exact).

    Parameters
    ----------
    cells : DataFrame
        Published cells of `TABLES`.
    quality : DataFrame
        From `with_theory`: theory is preferred where there is one.
    described : DataFrame, optional
        From `described_quality`, if cells are about games with dependent values.
    """
    if described is not None:
        # As the thesis describes these games, nothing is left to chance.
        exact = described.assign(game=described["scheme"], rule="minimax", theory=described["probability"])
        quality = pd.concat([quality, exact])
    known = quality[[*PLACE, "theory", "probability", "sd", "n"]]
    found = with_places(cells).merge(known, how="left", on=PLACE).set_index(cells.index)
    sampled = found["theory"].isna()
    ours = np.where(sampled, found["probability"], found["theory"])
    own = pd.DataFrame({"ours": ours, "sd": found["sd"], "n": found["n"].where(sampled, np.inf)}, dtype=float)
    own[found["d"] >= found["t"]] = 1.0, 0.0, np.inf
    return own


def fitted_size(variance: float, square: Any) -> Any:
    """Return the sample size that gives such mean squares (less what rounding to three digits does), in hundreds.

    Examples
    --------
    >>> float(fitted_size(0.2, 0.2 / 4000))
    4000.0
    """
    return np.maximum(np.round(variance / np.maximum(square - 0.001**2 / 12, 1e-9), -2), 100.0)


def sample_of_nau(cells: pd.DataFrame, own: pd.DataFrame) -> int:
    """Return how large a sample scatters around theory as Table XIX does, to the nearest hundred."""
    use = (cells["table"] == "XIX") & (own["sd"] > 0)
    square = ((cells["best"][use] - own["ours"][use]).to_numpy() ** 2).mean()
    return int(fitted_size(float((own["sd"][use].to_numpy() ** 2).mean()), square))


def as_printed(judged: pd.DataFrame) -> pd.DataFrame:
    """Return judged cells with what they are about, and as ``probability`` what was printed, or meant."""
    return with_places(judged).assign(probability=judged["corrected"].fillna(judged["published"]))


def with_errors(judged: pd.DataFrame, nau_sample: int) -> pd.DataFrame:
    """Return judged cells with the standard error of the difference from ours, at the sample size they are judged by."""
    sample = np.where(judged["table"].isin(BY_NAU), nau_sample, TREES)
    return judged.assign(error=judged["sd"] * np.sqrt(1 / sample + 1 / judged["n"]))


def distances_by_ties(judged: pd.DataFrame, quality: pd.DataFrame) -> pd.DataFrame:
    """Return how far the thesis' own tables are from ours (root mean square) if ties count half, wrong or right."""
    counted = quality.assign(
        wrong=quality["right"] / quality["n"], ok=(quality["right"] + quality["tied"]) / quality["n"]
    ).set_index(PLACE)
    places = with_places(judged)
    rows = []
    for table in OWN:
        part = places[(places["table"] == table) & (places["sd"] > 0)].set_index(PLACE)["published"]
        ours = (counted[name].loc[part.index] for name in ("probability", "wrong", "ok"))
        rows.append((table, *(np.sqrt(((part.to_numpy() - own.to_numpy()) ** 2).mean()) for own in ours)))
    return pd.DataFrame(rows, columns=["table", "ties half", "ties wrong", "ties right"])


def of_width_two(
    quality: pd.DataFrame, printed: pd.DataFrame, lengths: Iterable[int]
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return ours and what is printed for both rules at width 2, of games with so many moves."""
    rules, found = ["minimax", "product"], [*lengths]
    ours, theirs = (f[(f["w"] == 2) & f["t"].isin(found) & f["rule"].isin(rules)] for f in (quality, printed))
    return ours, theirs


def of_seven_moves(quality: pd.DataFrame, printed: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return ours and what is printed for minimax in games of seven moves."""
    ours, theirs = (f[(f["t"] == 7) & (f["rule"] == "minimax")] for f in (quality, printed))
    return ours, theirs


# -- does deeper search decide better? ---------------------------------------------------------------------------------


def change(quality: pd.DataFrame, game: str, rule: str, w: int, t: int) -> float:
    """Return D at the last two depths that do not see the end, less D at the first two (means)."""
    part = quality.set_index(PLACE[:4]).sort_index().loc[[(game, rule, w, t)]].sort_values("d")
    return rise(part["theory"].fillna(part["probability"]).to_numpy()[: t - 2])


def rise(quality: Any) -> float:
    """Return the mean of the last two depths less that of the first two; `quality` has no depth that sees the end."""
    return float(quality[-2:].mean() - quality[:2].mean())


def rise_in_theory(w: int, t: int) -> float:
    """Return the `rise` of minimax in Pearl-games, exactly.

    Examples
    --------
    >>> rise_in_theory(2, 7) > 0 > rise_in_theory(2, 8)
    True
    """
    return rise(p_game_quality(w, t)[: t - 2])


def onset(theory: Any) -> int:
    """Return the first depth from which one more move decides worse; one beyond the last depth if there is none.

    Parameters
    ----------
    theory : array
        The probability of a correct decision by depth, from depth 1 on, without the depths that see the end.

    Examples
    --------
    >>> onset(np.array([0.8, 0.9, 0.7])), onset(np.array([0.7, 0.8, 0.9]))
    (2, 4)
    """
    down = np.flatnonzero(np.diff(theory) < 0)
    return int(down[0]) + 1 if len(down) else len(theory) + 1


def rules_side_by_side(quality: pd.DataFrame) -> pd.DataFrame:
    """Return D of width 2 by game, t and d (beyond 1, and not near the end), one column per rule."""
    inner = quality[(quality["w"] == 2) & (quality["d"] < quality["t"] - 1) & (quality["d"] > 1)]
    return inner.pivot_table(index=["game", "t", "d"], columns="rule", values="probability")


def gains_of_average(quality: pd.DataFrame) -> pd.DataFrame:
    """Return how the average of minimax and product fares against both, by game."""
    gains = ["better than minimax", "better than the product", "mean gain over the better of both"]
    rows = {
        game: (
            len(part),
            (part["average"] > part["minimax"]).mean(),
            (part["average"] > part["product"]).mean(),
            (part["average"] - part[["minimax", "product"]].max(axis=1)).mean(),
        )
        for game, part in rules_side_by_side(quality).groupby(level="game")
    }
    return pd.DataFrame.from_dict(rows, orient="index", columns=["cells", *gains]).rename_axis("game")


# -- dependent values that the thesis does not describe ----------------------------------------------------------------


def variant_quality(trees: int, seed: int) -> pd.DataFrame:
    """Return D of games with dependent values drawn in ways that the thesis does not describe."""
    names = [name for name in SCHEMES if not SCHEMES[name].distinct]
    return pd.concat(
        [dependent_quality(name, w, t, trees, seed) for name in names for w, t in VARIANT_SIZES],
        ignore_index=True,
    )


def distances_of_variants(variants: pd.DataFrame, judged: pd.DataFrame) -> pd.DataFrame:
    """Return how far Tables XXIII and XXIV are from each variant, with ties half, wrong and right.

    Columns: ``table, variant, ties, cells, root mean square distance, from, to``.
    """
    places = with_places(judged).set_index(["w", "t", "d"])
    rows = []
    for table in DEPENDENT:
        printed = places[places["table"] == table]["published"]
        printed = printed[[(w, t) in VARIANT_SIZES and d < t for w, t, d in printed.index]]
        for name, own in variants.groupby("scheme", sort=False):
            own = own.set_index(["w", "t", "d"]).loc[printed.index]
            for counted_as, part_of_ties in (("half", 0.5), ("wrong", 0.0), ("right", 1.0)):
                errors = (printed - (own["right"] + part_of_ties * own["tied"]) / own["n"]).to_numpy()
                rms = np.sqrt((errors**2).mean())
                rows.append((table, name, counted_as, len(printed), rms, errors.min(), errors.max()))
    columns = ["table", "variant", "ties", "cells", "root mean square distance", "from", "to"]
    return pd.DataFrame(rows, columns=columns)


# -- the outcome of every single game at every depth; depths and rules of a printed column share their games ------------

MOST = 10_000
"""Games that are kept one by one, per game, width and terminal level."""


class Outcomes(NamedTuple):
    """The decisions of the first games of a sample, one by one.

    Attributes
    ----------
    each : int8 array (games, depths, rules)
        2 if the decision was right, 1 if tied, 0 if wrong; for depths 1 to t - 1.
    """

    each: NDArray[np.int8]

    @property
    def twice(self) -> NDArray[np.int8]:
        """The same for depths up to t - 2, which do not see the end."""
        return self.each[:, :-1]

    def of(self, rule: str) -> Floats:
        """Return 1, 1/2 or 0 by game and depth, for one rule."""
        return self.twice[:, :, RULES.index(rule)] / 2

    def patterns(self, rule: str) -> tuple[Floats, NDArray[np.int64]]:
        """Return the distinct rows of `of`, and how many games had each."""
        rows, counts = np.unique(self.twice[:, :, RULES.index(rule)], axis=0, return_counts=True)
        return rows / 2, counts


def play(sample: Sample) -> Outcomes:
    """Play the first games of a sample, and keep each (at most `MOST`).

    Examples
    --------
    >>> play(Sample("pearl", w=2, t=5, decisions=100, seed=1)).twice.shape
    (100, 3, 3)
    """
    return Outcomes(outcomes(sample, 0, min(sample.decisions, MOST)))


def play_all(samples: Iterable[Sample]) -> Mapping[Column, Outcomes]:
    """Play several samples side by side; by game, width and terminal level."""
    # The largest first, so that no thread is left with one at the end.
    order = sorted(samples, key=lambda s: -(float(s.w) ** s.t))
    return {(s.game, s.w, s.t): found for s, found in zip(order, results(play, order), strict=True)}


# -- tests of whole tables -----------------------------------------------------------------------------------------------

# The depths of a printed column come from the same games.  So a simulated table draws whole games: for every column as many
# as the printed one has, from the games that we played, each with what it gave at every depth.

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


def fitted(cells: pd.DataFrame) -> pd.Series[bool]:
    """Return whether Nau's sample size was fitted on the games of each of some cells.

    Table XXV has the same numbers as Table XIX at depth 1, so its columns t = 5, 6 and 7 are the same games.
    """
    places = with_places(cells)
    return (places["table"] == FITTED) | ((places["table"] == "XXV") & places["t"].isin([5, 6, 7]))


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
    squares, variance = np.zeros(SIMULATED), 0.0
    for (game, rule, w, t), depths in _columns(use):
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
        From `play_all`.
    nau_sample : int
        From `sample_of_nau`.
    rng : numpy.random.Generator
        Where randomness comes from.

    Returns
    -------
    DataFrame
        ``source, table, reading, why, tried, sample`` and the fields of `Whole`, as `judged_tables` takes it.
    """
    rows = []
    sizes = sizes_fitted_again(judged, outcomes, nau_sample, rng)
    for table, columns in columns_of(judged).items():
        part = scattering(judged, table)
        for reading in readings(table, len(columns), nau_sample):
            # What is fitted is fitted anew to every simulated table.
            assumed = sizes if table in BY_NAU else np.full(SIMULATED, float(reading.sample))
            whole = _whole(part, outcomes, reading.sample, assumed, rng)
            rows.append((SOURCE, table, reading.name, reading.why, reading.tried, reading.sample, *whole))
    return pd.DataFrame(
        rows, columns=["source", "table", "reading", "why", "tried", "sample", *Whole._fields]
    )


def scattering(judged: pd.DataFrame, table: str) -> pd.DataFrame:
    """Return the numbers of a table that can speak for or against it."""
    part = judged[(judged["table"] == table) & (judged["sd"] > 0) & judged["corrected"].isna()]
    return part[~fitted(part)]


def _columns(part: pd.DataFrame) -> Iterator[tuple[Any, pd.DataFrame]]:
    """Yield the numbers of every printed column, by game, rule, width and terminal level; their depths ``d`` rise."""
    for key, column in with_places(part).groupby(PLACE[:4], sort=False):
        yield key, column.sort_values("d")


def _whole(
    part: pd.DataFrame,
    outcomes: Mapping[Column, Outcomes],
    sample: int,
    assumed: Floats,
    rng: np.random.Generator,
) -> Whole:
    """Judge the numbers of one table under one reading; `assumed` is the sample size taken for each simulated table."""
    z, simulated, matters, pairs, simulated_pairs = [], [], [], [], []
    for (game, rule, w, t), column in _columns(part):
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

DISTANCES = (f"errors at {TREES:,} per column", f"errors at {TREES:,} per table")


def errors_at_depth_1(outcomes: Mapping[Column, Outcomes], game: str, t: int, *games: int) -> Floats:
    """Return the standard errors of the difference of two numbers that are printed for depth 1 and width 2.

    Parameters
    ----------
    outcomes : mapping
        From `play_all`: how much a single decision scatters, ties counted half, is seen from our own games.
    game, t : str, int
        The game and its moves.
    games : int
        The games behind each number if 20,000 stand behind its whole table.

    Returns
    -------
    array
        With 20,000 games behind every number, and behind every table; NaN if the game was not played.
    """
    own = outcomes.get((game, 2, t))
    sd = np.nan if own is None else own.of("minimax")[:, 0].std()
    return np.asarray(sd * np.sqrt([2 / TREES, sum(1 / n for n in games)]))


def same_at_depth_1(judged: pd.DataFrame, outcomes: Mapping[Column, Outcomes]) -> pd.DataFrame:
    """Return the pairs of printed numbers that estimate one probability, and how far apart they are.

    Columns: ``minimax, product`` (the tables), ``t, by_minimax, by_product, apart``, and for the thesis' own tables the
    distance in standard errors (`errors_at_depth_1`) if every column has 20,000 trees, and if every table has.
    """
    found, columns = printed_at_depth_1(), columns_of(judged)
    found["apart"] = found["by_product"] - found["by_minimax"]
    distances = []
    for minimax, product, t, apart in zip(
        *(found[name] for name in ("minimax", "product", "t", "apart")), strict=True
    ):
        games = [TREES // len(columns[table]) for table in (minimax, product)]
        errors = errors_at_depth_1(outcomes, TABLES[minimax][0], t, *games)
        distances.append(apart / errors if minimax in OWN else (np.nan, np.nan))
    return found.assign(**dict(zip(DISTANCES, np.transpose(distances), strict=True)))
