"""Single cells of chapter 3 computed again: the same as when everything is computed."""

from __future__ import annotations

import math

import pytest

from companion.pruning_comparison.study import Study
from companion.published.cases import CASES
from companion.published.claims import COLUMN
from companion.recomputation import recompute_row

SOURCE = "muszycka1985"
PARAMETERS = {"trees": 100, "precision": 0.2, "single": 3, "order_trees": 2, "seed": 7}


@pytest.fixture(scope="module")
def judged():
    return Study(**PARAMETERS).results["judged"]


def same(found, wanted) -> bool:
    """Whether two judged rows are the same, bit for bit."""
    names = ("published", "ours", "sd", "n", "statistic", "verdict")
    both = ((found[name], wanted[name]) for name in names)
    return all(a == b or (math.isnan(a) and math.isnan(b)) for a, b in both)


@pytest.mark.parametrize(
    "table", ["I", "II", "3.6.1", "3.6.2", "3.6.3", "3.6.4", *(case.table for case in CASES)]
)
def test_a_cell_of_every_table_comes_out_as_in_the_notebook(judged, table):
    rows = judged[(judged["table"] == table) & (judged["column"] != COLUMN)]
    wanted = rows.iloc[len(rows) * 2 // 3]
    assert same(
        recompute_row("pruning_comparison", table, wanted["row"], wanted["column"], PARAMETERS), wanted
    )


def test_a_quoted_number_of_theory_comes_out_as_in_the_notebook(judged):
    wanted = judged[judged["column"] == "Newborn leaves"].iloc[0]
    assert same(
        recompute_row("pruning_comparison", "3.6.2", wanted["row"], wanted["column"], PARAMETERS), wanted
    )


def test_a_claim_comes_out_as_in_the_notebook(judged):
    wanted = judged[judged["column"] == COLUMN].iloc[0]
    assert same(
        recompute_row("pruning_comparison", wanted["table"], wanted["row"], COLUMN, PARAMETERS), wanted
    )


def test_another_seed_gives_other_numbers(judged):
    wanted = judged[(judged["table"] == "III") & (judged["row"] == "U(3,6)")].iloc[0]
    assert not same(
        recompute_row("pruning_comparison", "III", "U(3,6)", wanted["column"], PARAMETERS | {"seed": 8}),
        wanted,
    )
