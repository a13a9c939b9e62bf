"""Tests of whole Tables III-XVIII, under the literal and under a chosen reading."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from companion.pruning_comparison.study import Study
from companion.published.cases import Reading, case_of, chosen_reading, literal_reading
from companion.published.deviations import TABLES, Deviations, deviations
from companion.published.tables import place_of

if TYPE_CHECKING:
    import pandas as pd

SOURCE = "muszycka1985"
_READ = {"literal": literal_reading, "chosen": chosen_reading}


def all_deviations(literal: Study, chosen: Study, seed: int) -> dict[tuple[str, str], Deviations]:
    """Return how far every table that scatters is from a study, by table and reading; both readings where they differ."""
    found = {}
    for table in TABLES:
        for study in (literal, chosen):
            _, reading, cells = study.sampled[case_of(table).number - 1]
            if study is chosen and reading.name == "literal":
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
    import pandas as pd

    rows = []
    for (table, name), own in found.items():
        reading: Reading = _READ[name](case_of(table))
        tried = place_of(SOURCE, table).tried if name == "chosen" else 0
        about = {"source": SOURCE, "table": table, "reading": name, "why": reading.why, "tried": tried}
        rows.append(about | own.whole()._asdict())
    return pd.DataFrame(rows)


def chance(found: Mapping[tuple[str, str], Deviations]) -> pd.DataFrame:
    """Return where 95 % of the mean squares of simulated tables fall: `low` and `high`, and the same for differences."""
    import pandas as pd

    rows = []
    for (table, name), own in found.items():
        means, pairs = ((part**2).mean(axis=0) for part in (own.simulated, own.simulated_pairs))
        rows.append((table, name, *np.percentile(means, [2.5, 97.5]), *np.percentile(pairs, [2.5, 97.5])))
    columns = ["table", "reading", "low", "high", "paired_low", "paired_high"]
    return pd.DataFrame(rows, columns=columns)
