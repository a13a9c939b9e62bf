"""One cell of every table and some claims, computed alone: the same as among all others."""

import math

import pytest

from companion.pathology import findings, tables
from companion.published.claims import COLUMN
from companion.recomputation import Recomputed, recompute_row
from gametree.experiment import sampled_quality

PARAMETERS = {"decisions": 300, "seed": 5, "highest": 7, "widest": 3, "b_star_trees": 20}


@pytest.fixture(scope="module")
def judged():
    cells = tables.printed()
    quality = tables.with_theory(sampled_quality(tables.samples(300, 5, 7, 3)))
    own = tables.beside(cells, quality, tables.described_quality(5))
    return findings.judged_cells(cells, own, tables.sample_of_nau(cells, own))


def same(one, other):
    return one == other or (math.isnan(one) and math.isnan(other))


@pytest.mark.parametrize("table", tables.TABLES)
def test_a_cell_alone_is_what_it_is_among_all(judged, table):
    part = judged[(judged["table"] == table) & (judged["ours"] < 1)]
    wanted = (part if len(part) else judged[judged["table"] == table]).iloc[2]
    found = recompute_row("pathology", table, wanted["row"], wanted["column"], PARAMETERS)
    assert found["verdict"] == wanted["verdict"]
    numbers = [name for name in Recomputed._fields if name != "verdict"]
    assert all(same(found[name], wanted[name]) for name in numbers)


@pytest.mark.parametrize(
    ("table", "row", "verdict"),
    [
        ("5.1", "err-rises-always", "differs"),
        ("5.3", "pearl-wider-sooner", "agrees"),
        ("5.3", "dependent-pathology", "inconclusive"),
        ("5.3", "xx-like-xix", "agrees"),
        ("5.3", "product-pearl-rises", "inconclusive"),
        ("5.3", "product-pearl-own", "inconclusive"),
        ("5.3", "depth-1-incremental", "differs"),
    ],
)
def test_a_claim_alone_is_judged(table, row, verdict):
    found = recompute_row("pathology", table, row, COLUMN, PARAMETERS)
    assert found["row"] == row and found["verdict"] == verdict
    assert set(Recomputed._fields) <= set(found)


def test_numbers_in_prose_are_judged_alone():
    found = recompute_row("pathology", "5.2", "Figure 54: p2", "product", PARAMETERS)
    assert (found["published"], found["verdict"]) == (0.286, "exact")
