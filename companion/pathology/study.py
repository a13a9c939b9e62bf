"""Tables XIX-XXVIII of Muszycka 1985: which cell is about which game, rule, width, level and depth; and ours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gametree.backup.decisions import Sample
from gametree.backup.dependent_games import SCHEMES, dependent_quality
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

TREES = 20_000
"""Deciding trees per cell in the thesis' own tables (section 5.3)."""


VARIANT_SIZES = ((2, 4), (3, 4), (4, 4), (2, 5), (3, 5), (2, 6), (3, 6))
"""Width and terminal level of the games on which undescribed variants of dependent values are tried."""


class Place(NamedTuple):
    """What a printed cell is about."""

    w: int
    t: int
    d: int


def place_of(table: str, row: str, column: str) -> Place:
    """Return width, terminal level and depth of a cell: from t=5,d=1 and w=2, or from d=5 and t=9 (width 2)."""
    labels = dict(part.split("=") for part in (*row.split(","), *column.split(",")))
    return Place(int(labels.get("w", 2)), int(labels["t"]), int(labels["d"]))


def samples(decisions: int, seed: int, highest: int = 13, widest: int = 6) -> list[Sample]:
    """Return what has to be played for all tables: width 2 up to level `highest`, others at levels 5, 6 and 7."""
    sizes = [(2, t) for t in range(3, highest + 1)]
    sizes += [(w, t) for w in range(3, widest + 1) for t in (5, 6, 7)]
    return [Sample(game, w, t, decisions, seed) for game in ("pearl", "incremental") for w, t in sizes]


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


def sample_of_nau(cells: pd.DataFrame, own: pd.DataFrame) -> int:
    """Return how large a sample scatters around theory as Table XIX does, to the nearest hundred."""
    nau = cells["table"] == "XIX"
    use = nau & (own["sd"] > 0)
    spread = ((cells["best"][use] - own["ours"][use]).to_numpy() ** 2).mean() - 0.001**2 / 12
    return int(round(float((own["sd"][use].to_numpy() ** 2).mean() / spread), -2))


def printed_qualities(judged: pd.DataFrame) -> pd.DataFrame:
    """Return the judged cells of played games as a frame like ours: ``table, game, rule, w, t, d, probability``."""
    import pandas as pd

    rows = []
    for cell in judged.assign(best=judged["corrected"].fillna(judged["published"])).itertuples():
        game, rule = TABLES[str(cell.table)]
        place = place_of(str(cell.table), str(cell.row), str(cell.column))
        if game in GAMES and place.d <= place.t:
            rows.append((cell.table, game, rule, *place, cell.best))
    return pd.DataFrame(rows, columns=["table", "game", "rule", "w", "t", "d", "probability"])


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


# -- does deeper search decide better? ---------------------------------------------------------------------------------


def by_depth(quality: pd.DataFrame, game: str, rule: str, w: int, t: int) -> pd.DataFrame:
    """Return the rows of one game, from depth 1 on."""
    return quality[
        (quality["game"] == game) & (quality["rule"] == rule) & (quality["w"] == w) & (quality["t"] == t)
    ].sort_values("d")


def change(quality: pd.DataFrame, game: str, rule: str, w: int, t: int) -> float:
    """Return D at the last two depths that do not see the end, less D at the first two (means)."""
    part = by_depth(quality, game, rule, w, t)
    best = part["theory"].fillna(part["probability"]).to_numpy()[: t - 2]
    return best[-2:].mean() - best[:2].mean()


def onset(quality: pd.DataFrame, w: int, t: int) -> int:
    """Return the first depth from which one more move decides worse in Pearl-games, in theory; t if there is none."""
    theory = by_depth(quality, "pearl", "minimax", w, t)["theory"].to_numpy()
    down = np.flatnonzero(np.diff(theory[: t - 2]) < 0)
    return int(down[0]) + 1 if len(down) else t


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
    for table in ("XXIII", "XXIV"):
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
