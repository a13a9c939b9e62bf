"""Tables XIX-XXVIII of Muszycka 1985: which cell is about which game, rule, width, level and depth."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gametree.backup.decisions import Sample
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

BY_NAU = ("XIX", "XXI", "XXV", "XXVI")
"""The tables that the thesis quotes from Nau; it does not say how many games he played."""

TREES = 20_000
"""Deciding trees per cell in the thesis' own tables (section 5.3)."""


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
