"""Tables III-XVIII as wholes: tables simulated from batches, and what counts in them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from companion.pruning_comparison.sample import SampledCases
from companion.pruning_comparison.tables import all_deviations, chance, table_tests
from companion.published import deviations as module
from companion.published.cases import SIZES, Sampler, case_of, chosen_reading, literal_reading
from companion.published.cells import printed_cells
from companion.published.deviations import TABLES, deviations, together
from companion.published.tables import SIMULATED, Whole, judged_tables
from gametree.experiment import cells


@pytest.fixture(scope="module")
def sampler():
    return Sampler(1000, seed=5)


@pytest.fixture(scope="module")
def compared(sampler):
    read = (literal_reading, chosen_reading)
    return all_deviations(*(SampledCases.draw(sampler, one, single=2) for one in read), seed=5)


@pytest.fixture(scope="module")
def wholes(compared):
    return table_tests(compared)


def test_a_table_that_passes_lies_within_the_reach_of_chance(compared, wholes):
    both = chance(compared).merge(wholes, on=["table", "reading"])
    inside = both["mean_square"].between(both["low"], both["high"])
    assert (
        (both["mean_square_p"][inside] > 0.024).all() and (both["low"] < 1).all() and (both["high"] > 1).all()
    )


def test_every_table_that_scatters_is_there_under_each_of_its_readings(wholes):
    assert list(wholes.columns) == ["source", "table", "reading", "why", "tried", *Whole._fields]
    literal, chosen = (wholes[wholes["reading"] == name].set_index("table") for name in ("literal", "chosen"))
    assert list(literal.index) == [table for table in TABLES if table != "X"]
    assert set(literal.index) - set(chosen.index) == {"III"}
    assert (literal["tried"] == 0).all() and (literal["why"] == "").all()
    assert (chosen["tried"] > 1).all() and (chosen["why"] != "").all()


def test_numbers_that_were_printed_once_count_once_and_corrected_ones_not_at_all(wholes):
    counted = wholes[wholes["reading"] == "literal"].set_index("table")["cells"]
    assert counted["V"] == 72 - 8, "of three columns, BB's and SSS*'s do not scatter where nothing is random"
    assert counted["VIII"] == 143
    assert counted["III"] == 144


def test_the_literal_reading_of_ordered_trees_fails_and_of_unordered_ones_does_not(wholes):
    verdicts = judged_tables(wholes, {}).set_index(["table", "reading"])["verdict"]
    assert all(verdicts[table, "literal"] == "differs" for table in ("VI", "VII", "VIII", "IX", "XIII"))
    assert all(verdicts[table, "literal"] != "differs" for table in ("III", "V"))
    assert verdicts["IV", "chosen"] == "agrees" and verdicts["IV", "literal"] == "differs"


def test_the_simulation_hangs_on_its_seed_alone(sampler):
    found = sampler.cells("uniform", "unordered")
    first, again, other = (deviations("III", found, {}, seed) for seed in (5, 5, 6))
    assert (first.simulated == again.simulated).all() and (first.z == other.z).all()
    assert (first.simulated != other.simulated).any()
    assert first.simulated.shape == (144, SIMULATED)


def test_half_of_the_sizes_has_the_same_draws_as_all_of_them(sampler):
    found = sampler.cells("uniform", "unordered")
    everything, half = deviations("III", found, {}, 5), deviations("III", found, {}, 5, sizes=SIZES[1::2])
    rows = [6 * size + column for size in range(1, 24, 2) for column in range(6)]
    assert (half.z == everything.z[rows]).all()
    assert (half.simulated == everything.simulated[rows]).all()


def test_all_columns_of_a_size_come_from_the_same_batch(sampler):
    found = sampler.cells("uniform", "unordered")
    own = deviations("III", found, {}, 5)
    # At depth 2 all but SSS* examine the same leaves.
    assert np.allclose(own.simulated[:5], own.simulated[0])
    assert not np.allclose(own.simulated[5], own.simulated[0])
    assert not np.allclose(own.simulated[6], own.simulated[0])


def test_several_tables_together_count_all_their_numbers(sampler):
    cases = [case_of(table) for table in ("III", "IV")]
    parts = [deviations(c.table, sampler.cells(c.kind, c.scheme), {}, 5) for c in cases]
    both = together(parts)
    assert len(both.z) == 288 and both.simulated.shape == (288, SIMULATED)
    assert both.whole().mean_square == pytest.approx(np.mean([part.whole().mean_square for part in parts]))


def test_a_difference_where_ours_never_differ_counts_as_far_off_and_no_more(sampler, monkeypatch):
    found = sampler.cells("uniform", "unordered")
    printed = printed_cells("III").copy()
    wrong = (printed["row"] == "U(2,2)") & (printed["column"] == "BB")
    printed.loc[wrong, "best"] += 100
    monkeypatch.setattr(module, "printed_cells", lambda table: printed)
    own = deviations("III", found, {}, 5)
    assert own.impossible == 1
    assert (own.pairs == module.FARTHEST).sum() == 1


def test_fifty_trees_of_our_own_pass_as_a_whole_table_about_as_often_as_they_should(sampler, monkeypatch):
    found = sampler.cells("uniform", "unordered")
    printed = printed_cells("III").copy().assign(note="", same_as="", corrected=math.nan)
    by_place = {(row.row, row.column): i for i, row in zip(printed.index, printed.itertuples(), strict=True)}
    names = dict(zip(("alphabeta", "branch-and-bound", "palphabeta", "scout", "pvs", "sss*"),
                     ("AB", "BB", "PAB", "Scout", "PVS", "SSS*"), strict=True))  # fmt: skip
    p_values = []
    for seed in range(40):
        of_50 = cells(
            "uniform",
            "unordered",
            sizes=SIZES,
            strategies=tuple(names),
            trees=50,
            seed=100 + seed,
            progress=False,
        )
        for cell in of_50:
            for k, name in enumerate(cell.strategies):
                place = (f"U({cell.width},{cell.depth})", names[name])
                printed.loc[by_place[place], "best"] = cell.sums.mean()[k, 0]
        monkeypatch.setattr(module, "printed_cells", lambda table: printed)
        whole = deviations("III", found, {}, seed).whole()
        p_values.append((whole.mean_square_p, whole.sign_p, whole.paired_p))
    assert ((np.mean(p_values, axis=0) > 0.3) & (np.mean(p_values, axis=0) < 0.7)).all()
    assert (np.mean(np.array(p_values) < 0.05, axis=0) < 0.2).all()
