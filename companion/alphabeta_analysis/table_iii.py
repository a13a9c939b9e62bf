"""Table III with a theory column: expected leaves of unordered uniform trees, our sample, and the thesis' 50 trees."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from companion.published.cases import COLUMNS, SIZES
from companion.published.cells import printed_cells
from gametree.experiment import cells
from gametree.experiment.sums import BATCH
from gametree.theory import expected

if TYPE_CHECKING:
    import pandas as pd

THEORY = {"AB": expected.alphabeta, "BB": expected.branch_and_bound, "SSS*": expected.sss_star}
"""The columns of Table III that there is a formula for: distinct leaves of the others have none that we know."""


def table_iii(trees: int, seed: int) -> pd.DataFrame:
    """Return all cells of Table III, for `companion.plot.deviations.deviations` too.

    Returns
    -------
    pandas.DataFrame
        A row per column of the table (`panel`) and size: `theory` (NaN where no formula is known), `mean` (ours),
        `of_50` (printed); `ours` and `printed`, their relative deviations from theory; `band` and `printed_band`, the
        95 % half-widths of these if theory is right; `z_ours` and `z_printed`, the deviations in standard errors.
    """
    import pandas as pd

    printed = printed_cells("III").set_index(["row", "column"])["best"]
    found = cells(
        "uniform", "unordered", sizes=SIZES, strategies=tuple(COLUMNS.values()), trees=trees, seed=seed,
        progress=False,
    )  # fmt: skip
    rows = []
    for k, label in enumerate(COLUMNS):
        for (width, depth), cell in zip(SIZES, found, strict=True):
            theory = THEORY[label](width, depth) if label in THEORY else math.nan
            mean, sd, n = cell.sums.mean()[k, 0], cell.sums.sd()[k, 0], cell.sums.n
            of_50 = printed[f"U({width},{depth})", label]
            error, error_50 = sd / math.sqrt(n), sd / math.sqrt(BATCH)
            rows.append(
                {
                    "panel": label, "size": f"({width},{depth})", "width": width, "depth": depth,
                    "theory": theory, "mean": mean, "of_50": of_50, "n": n,
                    "ours": mean / theory - 1, "printed": of_50 / theory - 1,
                    "band": 1.96 * error / theory, "printed_band": 1.96 * error_50 / theory,
                    "z_ours": np.divide(mean - theory, error), "z_printed": np.divide(of_50 - theory, error_50),
                }
            )  # fmt: skip
    return pd.DataFrame(rows)
