"""Tables XIX-XXVIII against themselves and against theory: checks that need the printed numbers only.

A search to depth 1 backs nothing up: it compares the static values of the moves.  So the tables for minimax and those
for the product rule must have the same probabilities of a correct decision at depth 1, up to chance.  And for minimax in
Pearl-games the probability is known exactly (`gametree.theory.p_games`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from companion.published.cells import printed_cells
from companion.published.sampling import rows_of
from companion.published.verdict import LIMIT
from gametree.theory.p_games import p_game_quality

if TYPE_CHECKING:
    import pandas as pd

TREES = 20_000
"""Trees that section 5.3 names, of Table XX."""


class Pair(NamedTuple):
    """Two tables of the same games, by minimax and by product; `by` says whose games they are."""

    game: str
    by: str
    minimax: str
    product: str


PAIRS = (
    Pair("Pearl-games", "Nau", "XIX", "XXV"),
    Pair("Pearl-games", "thesis", "XX", "XXVII"),
    Pair("incremental games", "Nau", "XXI", "XXVI"),
    Pair("incremental games", "thesis", "XXII", "XXVIII"),
)

LEVELS = (5, 6, 7)
"""The terminal levels that both tables of a pair have, at width 2."""


def depth_1() -> pd.DataFrame:
    """Return what both tables of a pair print at depth 1 and width 2, and how far apart that is.

    Returns
    -------
    DataFrame
        `game`, `by`, `minimax`, `product` (the tables), `t`, `by_minimax`, `by_product`, `apart`, `error` (of the
        difference, if each number stands for 20,000 trees), `z` and `theory` (NaN in incremental games).

    Examples
    --------
    >>> found = depth_1()
    >>> int((abs(found["z"][found["by"] == "thesis"]) > 3).sum()), int((found["apart"][found["by"] == "Nau"] != 0).sum())
    (3, 0)
    """
    import pandas as pd

    rows = []
    for pair in PAIRS:
        minimax, product = _printed(pair.minimax), _printed(pair.product)
        for t in LEVELS:
            one, other = minimax[f"t={t},d=1", "w=2"], product["d=1", f"t={t}"]
            pooled = (one + other) / 2
            error = float(np.sqrt(2 * pooled * (1 - pooled) / TREES))
            theory = p_game_quality(2, t)[0] if pair.game == "Pearl-games" else np.nan
            rows.append((*pair, t, one, other, other - one, error, (other - one) / error, theory))
    columns = [*Pair._fields, "t", "by_minimax", "by_product", "apart", "error", "z", "theory"]
    return pd.DataFrame(rows, columns=columns)


def against_theory() -> pd.DataFrame:
    """Return Tables XIX and XX, minimax in Pearl-games, beside exact probabilities, where they do not see the end.

    Returns
    -------
    DataFrame
        `table`, `w`, `t`, `d`, `printed`, `theory`, and `z` for 20,000 trees.
    """
    import pandas as pd

    rows = []
    for table in ("XIX", "XX"):
        for cell in rows_of(printed_cells(table)):
            t, d = (int(part.partition("=")[2]) for part in cell.row.split(","))
            w, value = int(cell.column.partition("=")[2]), cell.best
            if d < t - 1:  # one move before the end the search sees who wins
                theory = float(p_game_quality(w, t)[d - 1])
                z = (value - theory) / np.sqrt(theory * (1 - theory) / TREES)
                rows.append((table, w, t, d, value, theory, z))
    return pd.DataFrame(rows, columns=["table", "w", "t", "d", "printed", "theory", "z"])


def implied_trees(beside: pd.DataFrame) -> float:
    """Return how many trees per number would scatter around theory as a printed table does."""
    variance = (beside["theory"] * (1 - beside["theory"])).mean()
    return float(variance / ((beside["printed"] - beside["theory"]) ** 2).mean())


def below_one() -> pd.DataFrame:
    """Return, for Tables XXIII and XXIV, how many printed numbers there are and how many are not 1.

    With the values that the text describes, every child of the root keeps its lead over its siblings whatever lies
    below it, so every search decides correctly and every number must be 1.
    """
    import pandas as pd

    rows = []
    for table in ("XXIII", "XXIV"):
        printed = _printed(table)
        rows.append((table, len(printed), int((printed < 1).sum()), float(printed.min())))
    return pd.DataFrame(rows, columns=["table", "numbers", "below_one", "least"])


def contradicting(pairs: pd.DataFrame) -> pd.DataFrame:
    """Return the pairs that are farther apart than chance allows."""
    return pairs[abs(pairs["z"]) > LIMIT]


def _printed(table: str) -> pd.Series[float]:
    return printed_cells(table).set_index(["row", "column"])["best"]
