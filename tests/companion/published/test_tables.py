"""Printed tables as wholes: where they are judged, and tests that can fail in different ways."""

import importlib
import json

import numpy as np
import pandas as pd
import pytest

from companion.published import tables as tb
from companion.published.cells import CELLS, read_cells

RNG = np.random.default_rng(5)
CHANCE = RNG.normal(size=(24, tb.SIMULATED))
MATTERS = [8.0] * 24


def test_every_printed_table_has_a_place_and_no_other_has():
    claimed = {(row.source, row.table) for row in claims()}
    assert {(r["source"], r["table"]) for r in read_cells()} | claimed == set(tb.places())
    assert {place.kind for place in tb.places().values()} == {"table", "text"}


def claims():
    from companion.published.claims import all_claims

    return all_claims().values()


@pytest.mark.parametrize("place", sorted(set(tb.places().values())), ids=str)
def test_the_section_and_the_function_that_a_place_names_exist(place):
    notebook = json.loads((CELLS.parents[2] / "notebooks" / f"{place.notebook}.ipynb").read_text("utf-8"))
    lines = [
        line.strip()
        for c in notebook["cells"]
        if c["cell_type"] == "markdown"
        for line in "".join(c["source"]).split("\n")
    ]
    headings = [line.lstrip("#").strip() for line in lines if line.startswith("#")]
    assert place.section in headings
    module, _, name = place.function.rpartition(".")
    assert callable(getattr(importlib.import_module(module), name))


def test_a_place_says_how_many_readings_were_tried_with_the_numbers_in_sight():
    assert tb.place_of("knuth1975", "1").tried == 0
    assert tb.place_of("muszycka1985", "VI").tried > 1


def test_an_unknown_table_is_refused_with_what_is_allowed():
    with pytest.raises(ValueError, match="source is 'someone': it must be one of muszycka1985"):
        tb.notebook_of("someone", "I")
    with pytest.raises(ValueError, match="table is 'L': it must be one of"):
        tb.notebook_of("muszycka1985", "L")
    with pytest.raises(ValueError, match=r"table is 'L': it must be one of S3, S4, S6, S7, 1, S8, S9$"):
        tb.notebook_of("knuth1975", "L")


def test_each_test_sees_what_the_others_do_not():
    noise = RNG.normal(size=24)
    fine = tb.whole_table(noise, CHANCE, MATTERS)
    assert min(fine.mean_square_p, fine.sign_p) > 0.01
    wild = tb.whole_table(2 * noise, CHANCE, MATTERS)
    assert wild.mean_square_p < 0.001
    assert wild.sign_p == fine.sign_p
    shifted = tb.whole_table(abs(noise), CHANCE, MATTERS)
    assert shifted.sign_p < 0.001
    assert shifted.mean_square_p == fine.mean_square_p
    pairs = tb.whole_table(noise, CHANCE, MATTERS, 3 * noise, CHANCE)
    assert pairs.paired_p < 0.001
    assert np.isnan(fine.paired_p)


def test_p_values_are_uniform_where_only_chance_is_at_work():
    p = np.array(
        [
            [whole.mean_square_p, whole.sign_p]
            for whole in (tb.whole_table(RNG.normal(size=24), CHANCE, MATTERS) for _ in range(300))
        ]
    )
    assert abs((p[:, 0] < 0.05).mean() - 0.05) < 0.04
    assert (
        p[:, 1] < 0.05
    ).mean() < 0.09  # signs are few: their p-values are coarse, and too large rather than too small
    assert p.min() >= 1 / (1 + tb.SIMULATED)


def test_a_p_value_counts_the_printed_table_and_those_that_are_as_far_off():
    simulated = np.array([1.0, 2.0, 3.0])
    assert [tb.simulated_p(x, simulated) for x in (0.5, 2.0, 2.5, 9.0)] == [1.0, 0.75, 0.5, 0.25]


def test_a_table_that_would_just_have_shown_what_matters_agrees():
    row = {"source": "muszycka1985", "table": "IX", "reading": "literal"} | dict.fromkeys(tb.TESTS, 0.5)
    frame = pd.DataFrame([row | {"resolution": resolution} for resolution in (0.999, 1.0, 1.001)])
    assert tb.judged_tables(frame, {})["verdict"].tolist() == ["agrees", "agrees", "inconclusive"]


def test_holm_divides_the_level_among_all_tests():
    assert tb.holm([0.001] + [0.5] * 49)[0] == pytest.approx(0.05)
    assert tb.holm([0.01, np.nan, 0.04]).tolist() == pytest.approx([0.02, np.nan, 0.04], nan_ok=True)


def test_a_table_differs_if_one_test_fails_after_correction_and_decides_nothing_without_power_or_by_the_help_of_others():
    row = tb.whole_table(RNG.normal(size=24), CHANCE, MATTERS)._asdict() | {
        "source": "muszycka1985",
        "reading": "chosen",
        "mean_square_p": 0.3,
        "sign_p": 0.5,
    }
    fits, does_not, is_helped_by_others_alone, has_no_power = "VI", "VII", "VIII", "IX"
    frame = pd.DataFrame(
        [
            row | {"table": fits, "paired_p": 0.4, "resolution": 0.5},
            row | {"table": does_not, "paired_p": 0.0002, "resolution": 0.5},
            row | {"table": is_helped_by_others_alone, "paired_p": 0.01, "resolution": 0.5},
            row | {"table": has_no_power, "paired_p": np.nan, "resolution": 1.2},
        ]
    )
    verdicts = ["agrees", "differs", "inconclusive", "inconclusive"]
    assert tb.judged_tables(frame, {})["verdict"].tolist() == verdicts
    other_seeds = {(fits, "chosen"), (does_not, "literal")}
    flips = {("muszycka1985", t, tb.WHOLE, reading): "differs 8, agrees 2" for t, reading in other_seeds}
    flipped = tb.judged_tables(frame, flips)
    assert flipped["verdict"].tolist() == ["inconclusive", *verdicts[1:]]
    assert flipped["seeds"].tolist() == ["differs 8, agrees 2", "", "", ""]


def test_the_resolution_is_the_common_shift_that_would_have_been_seen():
    scale = 4.0
    whole = tb.whole_table(CHANCE[:, 0], CHANCE, [scale] * 24)
    assert whole.resolution == pytest.approx(tb.NEEDED / scale / np.sqrt(24), rel=0.05)


def test_the_tables_of_another_experiment_change_nothing_and_those_of_the_same_one_do():
    def row(table, p):
        tests = dict.fromkeys(tb.TESTS, 0.5) | {"paired_p": p}
        return {"source": "muszycka1985", "table": table, "reading": "literal", "resolution": 0.5} | tests

    alone = [row("VI", 0.004), row("VII", 0.01)]
    beside_games = [row("XX", 0.0002), *alone, row("XXII", 0.0003)]
    beside_others = [*alone, *(row(table, 0.4) for table in ("VIII", "IX", "XI"))]
    own, games, others = (
        tb.judged_tables(pd.DataFrame(rows), {}).set_index("table").loc[["VI", "VII"]]
        for rows in (alone, beside_games, beside_others)
    )
    assert own.equals(games)
    assert own["corrected_p"].tolist() == pytest.approx([0.024, 0.05])
    assert own["verdict"].tolist() == ["differs", "inconclusive"]
    assert others["corrected_p"].tolist() == pytest.approx([0.06, 0.14])
