"""One printed number or claim of chapter 3, judged again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from companion.pruning_comparison.experiment import Experiment
from companion.pruning_comparison.quoted import judge_newborn, judge_number
from companion.pruning_comparison.rankings import judge_case
from companion.pruning_comparison.study import Study, judge_table, sample_case
from companion.published.cases import CASES, SIZES, TreeCase, where_is
from companion.published.cells import printed_cells
from companion.published.claims import COLUMN, judged_claim, row_of
from companion.published.readings import chosen_reading
from companion.published.sampling import LABELS, Sampler, rows_of
from gametree.experiment import CRITERIA


def recompute(
    source: str, table: str, row: str, column: str, parameters: Mapping[str, Any]
) -> dict[str, Any]:
    """Return one judged row of notebook 03, computed again from its parameters.

    A cell of Tables III-XVIII takes the trees of its size, a rank or a number in the text those of its case, a claim
    all of them.
    """
    if column == COLUMN:
        own = next(found for found in Experiment(**parameters).findings if found.claim == row)
        return row_of(judged_claim(own), table, row, column)
    if table == "I":
        number = int(row.removeprefix("case "))
        return row_of(judge_case(_study_of(CASES[number - 1], parameters), number), table, row, column)
    if table == "II":
        return row_of(judge_newborn(), table, row, column)
    case = next((case for case in CASES if case.table == table), None)
    if case is not None:
        size = next(size for size in SIZES if f"({size[0]},{size[1]})" == row[1:])
        sampled = sample_case(case, _sampler(parameters, (size,)), chosen_reading)
        return row_of(judge_table(sampled), table, row, column)
    cells = printed_cells(table)
    cell = next(rows_of(cells[(cells["row"] == row) & (cells["column"] == column)]))
    return judge_number(_study_of(CASES[where_is(row)[0]], parameters), cell)


def _sampler(parameters: Mapping[str, Any], sizes: tuple[tuple[int, int], ...] = SIZES) -> Sampler:
    return Sampler(parameters["trees"], parameters["seed"], parameters["precision"], sizes=sizes)


def _study_of(case: TreeCase, parameters: Mapping[str, Any]) -> Study:
    """Return a study that has one case in the place of all."""
    sampled = sample_case(case, _sampler(parameters), chosen_reading)
    return Study.of([sampled] * len(CASES), np.zeros((16, 24, 0, len(LABELS), len(CRITERIA)), dtype=np.int64))
