"""Tables XIX-XXVIII of Muszycka 1985: which cell is about which game, rule, width, level and depth; and ours."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from companion.published.cells import published
from gametree.backup.decisions import SCHEMES, Sample, dependent_quality
from gametree.theory.p_games import p_game_quality

if TYPE_CHECKING:
    import pandas as pd

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

BY_NAU = ("XIX", "XXI", "XXV", "XXVI")
"""The tables that the thesis quotes from Nau; it does not say how many games he played."""

OWN = ("XX", "XXII", "XXVII", "XXVIII")
"""The thesis' own tables of these games."""

DEPENDENT = ("XXIII", "XXIV")
"""The thesis' own tables of games with dependent values."""

TREES = 20_000
"""Trees of the thesis' own experiment (section 5.3): said once, of Table XX."""

VARIANT_SIZES = ((2, 4), (3, 4), (4, 4), (2, 5), (3, 5), (2, 6), (3, 6))
"""Width and terminal level of the games on which undescribed variants of dependent values are tried."""


class GameSetting(NamedTuple):
    """What a printed cell is about."""

    w: int
    t: int
    d: int


def place_of(table: str, row: str, column: str) -> GameSetting:
    """Return width, terminal level and depth of a cell: from t=5,d=1 and w=2, or from d=5 and t=9 (width 2)."""
    labels = dict(part.split("=") for part in (*row.split(","), *column.split(",")))
    return GameSetting(int(labels.get("w", 2)), int(labels["t"]), int(labels["d"]))


def samples(decisions: int, seed: int, highest: int = 13, widest: int = 6) -> list[Sample]:
    """Return what has to be played for all tables: width 2 up to level `highest`, others at levels 5, 6 and 7."""
    sizes = [(2, t) for t in range(3, highest + 1)]
    sizes += [(w, t) for w in range(3, widest + 1) for t in (5, 6, 7)]
    return [Sample(game, w, t, decisions, seed) for game in ("pearl", "incremental") for w, t in sizes]


def printed() -> pd.DataFrame:
    """Return the printed cells of Tables XIX-XXVIII."""
    cells = published("muszycka1985")
    return cells[cells["table"].isin(list(TABLES))]


def columns_of(cells: pd.DataFrame) -> dict[str, list[tuple[str, int, int]]]:
    """Return game, width and terminal level of the printed columns of played games, by table."""
    found: dict[str, list[tuple[str, int, int]]] = {}
    for table, row, column in zip(cells["table"], cells["row"], cells["column"], strict=True):
        game, place = TABLES[table][0], place_of(table, row, column)
        of_table = found.setdefault(table, [])
        if game in GAMES and (game, place.w, place.t) not in of_table:
            of_table.append((game, place.w, place.t))
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
    import pandas as pd

    names = ("integer-dependent", "real-dependent")
    sizes = [(w, t) for t in (4, 5, 6) for w in (2, 3, 4, 5)]
    return pd.concat(
        [dependent_quality(name, w, t, 500, seed) for name in names for w, t in sizes], ignore_index=True
    )


def beside(cells: pd.DataFrame, quality: pd.DataFrame, described: pd.DataFrame) -> pd.DataFrame:
    """Return what we have for printed cells: ``ours``, ``sd`` of a decision and ``n`` decisions (inf if exact).

    Parameters
    ----------
    cells : DataFrame
        Published cells of `TABLES`.
    quality : DataFrame
        From `with_theory`: theory is preferred where there is one.
    described : DataFrame
        From `described_quality`.
    """
    import pandas as pd

    played: dict[tuple, Any] = {(r.game, r.rule, r.w, r.t, r.d): r for r in quality.itertuples()}
    dependent: dict[tuple, Any] = {(r.scheme, r.w, r.t, r.d): r for r in described.itertuples()}
    rows = []
    for cell in cells.itertuples():
        game, rule = TABLES[str(cell.table)]
        place = place_of(str(cell.table), str(cell.row), str(cell.column))
        found = played.get((game, rule, *place))
        if place.d >= place.t:
            rows.append((1.0, 0.0, np.inf))
        elif game in SCHEMES:
            own = dependent[(game, *place)]
            rows.append((own.probability, own.sd, np.inf))
        elif found is None:
            rows.append((np.nan, np.nan, np.nan))
        elif np.isnan(found.theory):
            rows.append((found.probability, found.sd, found.n))
        else:
            rows.append((found.theory, found.sd, np.inf))
    return pd.DataFrame(rows, columns=["ours", "sd", "n"], index=cells.index, dtype=float)


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


def with_places(judged: pd.DataFrame) -> pd.DataFrame:
    """Return judged cells with what they are about: ``game, rule, w, t, d``, and as ``probability`` what was printed.

    A number that needs a correction is taken as corrected.
    """
    places = [place_of(*key) for key in zip(judged["table"], judged["row"], judged["column"], strict=True)]
    return judged.assign(
        game=[TABLES[table][0] for table in judged["table"]],
        rule=[TABLES[table][1] for table in judged["table"]],
        w=[place.w for place in places],
        t=[place.t for place in places],
        d=[place.d for place in places],
        probability=judged["corrected"].fillna(judged["published"]),
    )


def with_errors(judged: pd.DataFrame, nau_sample: int) -> pd.DataFrame:
    """Return judged cells with the standard error of the difference from ours, at the sample size they are judged by."""
    sample = np.where(judged["table"].isin(BY_NAU), nau_sample, TREES)
    return judged.assign(error=judged["sd"] * np.sqrt(1 / sample + 1 / judged["n"]))


def distances_by_ties(judged: pd.DataFrame, quality: pd.DataFrame) -> pd.DataFrame:
    """Return how far the thesis' own tables are from ours (root mean square) if ties count half, wrong or right."""
    import pandas as pd

    counted = quality.assign(
        wrong=quality["right"] / quality["n"], ok=(quality["right"] + quality["tied"]) / quality["n"]
    ).set_index(["game", "rule", "w", "t", "d"])
    rows = []
    for table in OWN:
        part = judged[(judged["table"] == table) & (judged["sd"] > 0)]
        keys = [
            (*TABLES[table], *place_of(table, r, c)) for r, c in zip(part["row"], part["column"], strict=True)
        ]
        away = [
            np.sqrt(((part["published"].to_numpy() - counted[name].loc[keys].to_numpy()) ** 2).mean())
            for name in ("probability", "wrong", "ok")
        ]
        rows.append((table, *away))
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


def by_depth(quality: pd.DataFrame, game: str, rule: str, w: int, t: int) -> pd.DataFrame:
    """Return the rows of one game, from depth 1 on."""
    return quality[
        (quality["game"] == game) & (quality["rule"] == rule) & (quality["w"] == w) & (quality["t"] == t)
    ].sort_values("d")


def change(quality: pd.DataFrame, game: str, rule: str, w: int, t: int) -> float:
    """Return D at the last two depths that do not see the end, less D at the first two (means)."""
    part = by_depth(quality, game, rule, w, t)
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
    import pandas as pd

    rows = [
        (
            game,
            len(part),
            (part["average"] > part["minimax"]).mean(),
            (part["average"] > part["product"]).mean(),
            (part["average"] - part[["minimax", "product"]].max(axis=1)).mean(),
        )
        for game, part in rules_side_by_side(quality).groupby(level="game")
    ]
    gains = ["better than minimax", "better than the product", "mean gain over the better of both"]
    return pd.DataFrame(rows, columns=["game", "cells", *gains])


# -- dependent values that the thesis does not describe ----------------------------------------------------------------


def variant_quality(trees: int, seed: int) -> pd.DataFrame:
    """Return D of games with dependent values drawn in ways that the thesis does not describe."""
    import pandas as pd

    names = [name for name in SCHEMES if not SCHEMES[name].distinct]
    return pd.concat(
        [dependent_quality(name, w, t, trees, seed) for name in names for w, t in VARIANT_SIZES],
        ignore_index=True,
    )


def distances_of_variants(variants: pd.DataFrame, judged: pd.DataFrame) -> pd.DataFrame:
    """Return how far Tables XXIII and XXIV are from each variant, with ties half, wrong and right.

    Returns
    -------
    DataFrame
        ``table, variant, ties, cells, root mean square distance, from, to``.
    """
    import pandas as pd

    rows = []
    for table in DEPENDENT:
        part = judged[judged["table"] == table]
        places = [place_of(table, r, c) for r, c in zip(part["row"], part["column"], strict=True)]
        use = [k for k, p in enumerate(places) if (p.w, p.t) in VARIANT_SIZES and p.d < p.t]
        printed = part["published"].to_numpy()[use]
        for name in dict.fromkeys(variants["scheme"]):
            own = variants[variants["scheme"] == name].set_index(["w", "t", "d"])
            own = own.loc[[tuple(places[k]) for k in use]]
            for counted_as, part_of_ties in (("half", 0.5), ("wrong", 0.0), ("right", 1.0)):
                errors = printed - ((own["right"] + part_of_ties * own["tied"]) / own["n"]).to_numpy()
                rms = np.sqrt((errors**2).mean())
                rows.append((table, name, counted_as, len(use), rms, errors.min(), errors.max()))
    columns = ["table", "variant", "ties", "cells", "root mean square distance", "from", "to"]
    return pd.DataFrame(rows, columns=columns)
