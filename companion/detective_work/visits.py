"""The visits that section 3.6.3 of the thesis quotes, beside ours and beside the leaves of the same trees."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from companion.published.cases import CASES, COLUMNS, SIZES, where_is
from companion.published.cells import printed_cells
from companion.published.numbers import number
from companion.published.readings import chosen_reading
from companion.published.sampling import Sampler, rows_of
from gametree.experiment import CRITERIA, counts_of
from gametree.generate import recipe

if TYPE_CHECKING:
    import pandas as pd

LEAVES, VISITS = CRITERIA.index("leaves"), CRITERIA.index("visits")


def visits_frame(sampler: Sampler, single: int) -> pd.DataFrame:
    """Return the quoted visits beside ours.

    Parameters
    ----------
    sampler : Sampler
        What samples the trees, as the chosen reading makes them.
    single : int
        Trees that are looked at one by one, for `missing`.

    Returns
    -------
    DataFrame
        `trees`, `strategy`, `printed`, `ours`, `z`, `of_ours` (printed over ours), `leaves_of_ours` (the same of the
        leaves), and for Branch-and-bound, whose visits are nodes, `missing`: how many inner nodes our trees have, at the
        printed number of leaves, beyond the printed ones.
    """
    import pandas as pd

    rows = []
    for cell in rows_of(printed_cells("3.6.3")):
        label = cell.column.split(" ")[0]
        c, s = where_is(cell.row)
        case, reading = CASES[c], chosen_reading(CASES[c])
        found = sampler.cells(reading.kind, reading.scheme, case.p)[s]
        k = found.strategies.index((COLUMNS | dict(reading.using))[label])
        means, sd = found.sums.mean()[k], float(found.sums.sd()[k, VISITS])
        ours = float(means[VISITS])
        judged = number(cell.source, cell.table, cell.row, cell.column, ours, sd=sd, n=found.sums.n)
        in_table = printed_cells(case.table).set_index(["row", "column"])["best"]
        leaves = float(in_table[cell.row.split(" ")[0], label])
        missing = math.nan
        if label == "BB":
            made = recipe(reading.kind, reading.scheme, *SIZES[s], case.p)
            counts = counts_of(made, (COLUMNS[label],), sampler.seed, 0, single)[:, 0]
            line = np.polyfit(counts[:, LEAVES], counts[:, VISITS] - counts[:, LEAVES], 1)
            missing = float(np.polyval(line, leaves)) - (cell.value - leaves)
        of_ours, leaves_of_ours = cell.value / ours, leaves / float(means[LEAVES])
        rows.append(
            (cell.row, label, cell.value, ours, judged["statistic"], of_ours, leaves_of_ours, missing)
        )
    columns = ["trees", "strategy", "printed", "ours", "z", "of_ours", "leaves_of_ours", "missing"]
    return pd.DataFrame(rows, columns=columns)
