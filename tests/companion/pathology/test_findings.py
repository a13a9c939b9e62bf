"""Verdicts on chapter 5 that follow from what was measured, and would be others if it had been otherwise."""

import math
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from companion.pathology import findings, model, tables
from companion.pathology.tables import Outcomes
from companion.published.claims import claims_of, judge_claim, judged_claims, verdict_on
from gametree.experiment import sampled_quality

SAMPLE = 2000


@pytest.fixture(scope="module")
def quality():
    return tables.with_theory(sampled_quality(tables.samples(400, 1, highest=7, widest=3)))


@pytest.fixture(scope="module")
def cells():
    return tables.printed()


@pytest.fixture(scope="module")
def described():
    return tables.described_quality(1)


@pytest.fixture(scope="module")
def own(cells, quality, described):
    return tables.beside(cells, quality, described)


@pytest.fixture(scope="module")
def judged(cells, own):
    return findings.judged_cells(cells, own, SAMPLE)


def verdict(found):
    """Return the verdict on the claim of a finding."""
    return verdict_on(found.claim, found.cases)


def measured(claim, **study):
    """Return what is measured for a claim by a study that has found only this."""
    return findings.measures.finding(claim, SimpleNamespace(**study))


def verdicts(*claims, **study):
    return {claim: verdict(measured(claim, **study)) for claim in claims}


@pytest.fixture
def of_model(monkeypatch):
    """Let functions of the model return something else."""
    return lambda **found: [
        monkeypatch.setattr(model, f, lambda *_, own=own: own) for f, own in found.items()
    ]


def made_of(twice):
    """Return outcomes with these up to depth t - 2; at the next, which sees the end, all are right."""
    return Outcomes(np.pad(twice, ((0, 0), (0, 1), (0, 0)), constant_values=2))


def rising(games, depths, up=True):
    """Return games in which each depth of both rules decides right a tenth more (or less) often than the one before."""
    right = np.arange(games)[:, None] % 10 < (np.arange(depths) if up else depths - np.arange(depths))
    return made_of(np.repeat(2 * right[:, :, None].astype(np.int8), 3, axis=2))


# -- the error model ---------------------------------------------------------------------------------------------------


def test_one_level_that_lowers_err_refutes_that_every_level_raises_it(of_model):
    up = np.tile(np.linspace(0.1, 0.5, 11)[None, :, None], (4, 1, 8))
    of_model(errors_by_level=up)
    assert set(verdicts("err-rises-always", "err-to-half").values()) == {"agrees"}
    lowered = up.copy()
    lowered[0, 5, 0] = 0.01
    of_model(errors_by_level=lowered)
    found = verdicts("err-rises-always", "err-to-half")
    assert found == {"err-rises-always": "differs", "err-to-half": "agrees"}
    assert findings.lowered_levels(lowered) == (1, 320)


def test_err_that_ends_farther_from_a_half_refutes_that_it_migrates_there(of_model):
    of_model(errors_by_level=np.tile(np.linspace(0.4, 0.1, 11)[None, :, None], (4, 1, 8)))
    assert verdict(measured("err-to-half")) == "differs"


def test_only_a_sum_of_exactly_one_speaks_against_misleading_evaluations(of_model):
    assert verdicts("err-misleading", "err-free") == {
        "err-misleading": "differs",
        "err-free": "agrees",
    }
    grid = model.grid_of_starts()
    of_model(grid_of_starts=model.Grid(grid.err, np.where(grid.total == 1, 0.9, grid.total), grid.none))
    assert verdict(measured("err-misleading")) == "agrees"


def test_an_area_away_from_a_half_refutes_that_it_migrates_there(of_model):
    claims = ("err-to-half-continuous", "err-to-half-discrete", "err-zero-only", "err-zero-may")
    assert set(verdicts(*claims).values()) == {"agrees"}
    ends = model.ends_of_many_values()
    ends["ERR, six values"][0, 0] = 0.4
    both, one = model.ends_by_positive_errors()
    of_model(ends_of_many_values=ends, ends_by_positive_errors=(both * 0, one + 1))
    assert verdicts(*claims) == {
        "err-to-half-continuous": "agrees",
        "err-to-half-discrete": "differs",
        "err-zero-only": "differs",
        "err-zero-may": "inconclusive",
    }


def test_terminal_nodes_do_not_cure_at_all_p_but_one():
    expected = {
        "terminal-cures": "differs",
        "err-falls-tested": "differs",
        "err-rises-at-0.6": "agrees",
        "err-falls-figures": "differs",
        "err-falls-quicker": "underspecified",
    }
    assert verdicts(*expected) == expected


def test_the_points_of_the_cycle_are_those_of_print_up_to_two_units_of_the_last_digit(of_model):
    err2, err1 = model.cycle_of_errors()
    assert abs(err2 - 0.8089) == pytest.approx(0.0002, abs=5e-5)
    assert round(err1, 3) == 0.842
    assert set(verdicts("terminal-point-err2", "terminal-point-err1").values()) == {"agrees"}
    of_model(cycle_of_errors=(err2 + 0.06, err1))
    assert verdict(measured("terminal-point-err2")) == "differs"


def test_grouping_agrees_only_if_all_of_the_printed_region_dies_out(of_model):
    assert verdict(measured("grouping-thresholds")) == "differs"
    of_model(grouping=model.grouping().assign(**{"of the printed region, die out": 1.0}))
    assert verdict(measured("grouping-thresholds")) == "agrees"


def test_every_claim_of_the_model_is_judged_without_a_game_played():
    for name, claim in claims_of(findings.NOTEBOOK).items():
        assert claim.table != "5.1" or measured(name).note


# -- the tables --------------------------------------------------------------------------------------------------------


def test_every_cell_is_judged_in_the_order_of_print(cells, judged):
    assert judged["row"].tolist() == cells["row"].tolist()
    unplayed = judged["ours"].isna()
    assert (judged["verdict"][unplayed] == "not yet").all() and unplayed.any()
    assert not (judged["verdict"][~unplayed] == "not yet").any()


def test_ours_prefers_theory_to_the_sample(cells, own, quality):
    in_theory = cells["table"].isin(["XIX", "XX"]) & (own["sd"] > 0)
    assert np.isinf(own["n"][in_theory]).all()
    sampled = (cells["table"] == "XXI") & (own["sd"] > 0)
    assert (own["n"][sampled] == quality["n"].iloc[0]).all()


def test_a_sample_of_nau_is_found_again_from_its_scatter(cells, own):
    rng = np.random.default_rng(1)
    noise = own["sd"] / np.sqrt(3000) * rng.choice([-1.0, 1.0], len(own))
    made = cells.assign(best=own["ours"] + noise)
    assert tables.sample_of_nau(made, own) == pytest.approx(3000, abs=100)


def test_no_number_is_judged_by_a_sample_size_that_was_fitted_to_it(cells, own, judged):
    sampled = judged[judged["sd"] > 0]
    same_games = (sampled["table"] == "XXV") & sampled["column"].isin(["t=5", "t=6", "t=7"])
    fitted = (sampled["table"] == "XIX") | same_games
    assert (sampled["verdict"][fitted] == "underspecified").all()
    assert not (sampled["verdict"][~fitted] == "underspecified").any()
    far = findings.judged_cells(cells.assign(value=cells["value"] + 0.2), own, SAMPLE)
    assert (far["verdict"][sampled.index[fitted]] == "underspecified").all()
    assert (far["verdict"][sampled.index[~fitted & sampled["corrected"].isna()]] == "differs").all()


def test_the_thesis_is_judged_by_its_own_words_and_nau_by_a_chosen_size(judged):
    by_table = judged.groupby("table")["reading"].unique().map(set)
    assert all(by_table[table] == {"literal"} for table in ("XIX", *tables.OWN, "XXIII", "XXIV"))
    assert all(by_table[table] == {"chosen"} for table in ("XXI", "XXVI"))
    assert by_table["XXV"] == {"literal", "chosen"}


def test_dependent_values_as_described_give_no_printed_number_below_one(judged):
    part = judged[judged["table"].isin(["XXIII", "XXIV"])]
    assert ((part["verdict"] == "differs") == (part["published"] < 1)).all()


def test_reasons_tell_bias_from_scatter(judged):
    whole = {
        "cells": 10,
        "mean_square": 9.0,
        "below": 0.9,
        "sample": 20_000,
        "beyond_3": 1,
        "expected_beyond_3": 0.2,
    }
    p_values = {"XX": (0.001, 0.5), "XXII": (0.001, 0.001), "XXVI": (0.5, 0.5)}
    wholes = pd.DataFrame(
        [whole | {"table": t, "mean_square_p": p, "sign_p": q} for t, (p, q) in p_values.items()]
    )
    some = judged[judged["table"].isin([*p_values, "XXIII"])].assign(verdict="differs", note="")
    notes = findings.with_reasons(some, wholes).groupby("table")["note"].first()
    assert notes["XX"].startswith("scatter, not bias: 9 of its 10 numbers lie below ours")
    assert notes["XXII"].startswith("a bias: 9 of its 10 numbers lie below ours")
    assert notes["XXVI"].startswith("beyond three standard errors: 1 of the 10 numbers")
    assert "permutation" in notes["XXIII"]
    kept = findings.with_reasons(some.assign(verdict="agrees", note="x"), wholes)
    assert set(kept["note"]) == {"x"}


def test_table_xx_is_like_nau_s_unless_a_number_is_far_away(judged):
    assert verdicts("xx-like-xix", "xx-sample-sizes", pearl_tables=judged) == {
        "xx-like-xix": "agrees",
        "xx-sample-sizes": "underspecified",
    }
    first = judged.index[(judged["table"] == "XX") & (judged["sd"] > 0)][0]
    moved = judged.assign(published=judged["published"].where(judged.index != first, 0.0))
    assert verdict(measured("xx-like-xix", pearl_tables=moved)) == "differs"


# -- games -------------------------------------------------------------------------------------------------------------


def test_pearl_games_that_are_pathological_in_theory_but_for_one_terminal_level():
    found = verdicts("pearl-binary-rises", "pearl-binary-falls", "pearl-wide-falls")
    assert set(found.values()) == {"agrees"}, "tends to: five lengths of six do"
    assert verdict(measured("pearl-wider-sooner")) == "agrees"
    assert [t for t in range(5, 14) if tables.rise_in_theory(2, t) < 0] == [8, 10, 11, 12, 13]


@pytest.mark.parametrize(("up", "found"), [(True, "agrees"), (False, "differs")])
def test_a_game_is_pathological_if_its_quality_falls_with_depth(cells, up, found):
    columns = {column for some in tables.columns_of(cells).values() for column in some}
    made = {column: rising(4000, column[2] - 2, up) for column in columns if column[2] <= 7}
    by_claim = verdicts("incremental-rises", "product-pearl-rises", outcomes=made, cells=cells)
    assert set(by_claim.values()) == {found}


def test_a_step_that_chance_leaves_open_is_inconclusive():
    twice = np.ones((4000, 2, 3), dtype=np.int8)
    twice[:3, 1], twice[3:5, 1] = 2, 0
    (step,) = findings.steps(made_of(twice), "product")
    assert step.effect == pytest.approx(0.5 / 4000) and 0 < step.effect < step.error
    assert judge_claim("always", [step]) == "inconclusive"


@pytest.mark.parametrize(("lead", "found"), [(1, "agrees"), (-1, "differs"), (0, "differs")])
def test_the_product_is_held_against_minimax_in_the_same_games(cells, lead, found):
    twice = np.ones((100, 3, 3), dtype=np.int8)
    twice[:, :, 0] += lead
    games = {("incremental", 2, 5): made_of(twice)}
    own = measured("product-incremental-lower", outcomes=games, cells=cells)
    assert own.cases == ((lead / 2, 0.0),)
    assert verdict(own) == found


def fairly(cells, highest=7):
    """Return games of width 2 that are decided right, by all rules, as often as the thesis prints for the product."""
    values = {
        (t, r, c): v for t, r, c, v in cells[["table", "row", "column", "value"]].itertuples(index=False)
    }
    rng = np.random.default_rng(1)
    made = {}
    for game, table in (("pearl", "XXVII"), ("incremental", "XXVIII")):
        for t in range(4, highest + 1):
            right = [values[table, f"d={d}", f"t={t}"] for d in range(1, t - 1)]
            twice = 2 * (rng.random((4000, t - 2, 1)) < np.array(right)[:, None]).astype(np.int8)
            made[game, 2, t] = made_of(np.repeat(twice, 3, axis=2))
    return made


def printed_otherwise(cells, changes):
    """Return the printed cells with other values in some of them."""
    keys = zip(cells["table"], cells["row"], cells["column"], strict=True)
    return cells.assign(value=[changes.get(key, v) for key, v in zip(keys, cells["value"], strict=True)])


def test_numbers_that_must_be_equal_at_depth_1_contradict_each_other_beyond_chance_only(cells):
    played = fairly(cells)
    claims = ("depth-1-incremental", "depth-1-pearl")
    found = verdicts(*claims, outcomes=played, cells=cells)
    assert found["depth-1-incremental"] == "differs" and found["depth-1-pearl"] == "inconclusive"
    pairs = {"XX": "XXVII", "XXII": "XXVIII"}
    values = cells.set_index(["table", "row", "column"])["value"]
    equal = {
        (minimax, f"t={t},d=1", "w=2"): values[product, "d=1", f"t={t}"]
        for minimax, product in pairs.items()
        for t in (5, 6, 7)
    }
    mended = verdicts(*claims, outcomes=played, cells=printed_otherwise(cells, equal))
    assert mended["depth-1-incremental"] == "agrees"
    assert mended["depth-1-pearl"] == "inconclusive", "equal, but so few trees would not have shown 0.05"
    apart = equal | {("XX", "t=6,d=1", "w=2"): 0.7}
    found = measured("depth-1-pearl", outcomes=played, cells=printed_otherwise(cells, apart))
    assert verdict(found) == "differs"


def test_a_printed_fall_refutes_that_there_is_no_pathology_only_beyond_chance(cells):
    played = fairly(cells)
    own = measured("product-pearl-own", outcomes=played, cells=cells)
    assert verdict(own) == "inconclusive" and own.note.endswith("falling: 0.790 to 0.784 at t = 7")
    fall = printed_otherwise(cells, {("XXVII", "d=3", "t=7"): 0.7})
    assert verdict(measured("product-pearl-own", outcomes=played, cells=fall)) == "differs"


def test_the_printed_lead_of_minimax_is_held_against_chance(cells):
    played = fairly(cells)
    lower, equal, higher = (
        printed_otherwise(
            cells,
            {
                ("XXII", f"t={t},d={d}", "w=2"): float(
                    cells.set_index(["table", "row", "column"])["value"]["XXVIII", f"d={d}", f"t={t}"]
                )
                + lead * (d > 1)
                for t in (5, 6, 7)
                for d in range(1, t - 1)
            },
        )
        for lead in (0.03, 0.0, -0.03)
    )
    found = [
        verdict(measured("product-incremental-own", outcomes=played, cells=made))
        for made in (lower, equal, higher)
    ]
    assert found == ["agrees", "inconclusive", "differs"]


def test_dependent_games_are_pathological_only_if_ours_fall_too(described):
    claims = ("dependent-usually-rises", "dependent-pathology")
    assert verdicts(*claims, described=described) == {
        "dependent-usually-rises": "differs",
        "dependent-pathology": "inconclusive",
    }
    falling = described.assign(probability=1 - 0.1 * described["d"])
    assert verdicts(*claims, described=falling) == {
        "dependent-usually-rises": "differs",
        "dependent-pathology": "agrees",
    }
    rising = described.assign(probability=0.1 * described["d"])
    assert verdicts(*claims, described=rising) == {
        "dependent-usually-rises": "agrees",
        "dependent-pathology": "inconclusive",
    }


def test_all_claims_of_the_chapter_have_a_finding(cells, judged, described):
    columns = {column for some in tables.columns_of(cells).values() for column in some}
    games = {column: rising(50, column[2] - 2) for column in columns if 4 <= column[2] <= 7}
    games |= fairly(cells)
    study = SimpleNamespace(cells=cells, pearl_tables=judged, described=described, outcomes=games)
    found = findings.measures.findings(study)
    assert len(judged_claims(findings.NOTEBOOK, found)) == len(claims_of(findings.NOTEBOOK))


def test_figure_54_is_exact_and_b_star_can_not_be_computed():
    assert [n["verdict"] for n in findings.of_figure_54()] == ["exact"] * 4
    saving = pd.DataFrame({"saved, palay": [0.4, 0.7], "saved, palay, of all nodes": [0.9, 0.99]})
    own = findings.of_b_star(saving)
    assert own["verdict"] == "underspecified" and math.isnan(own["ours"])
    assert "40 to 70 per cent" in own["note"]


# -- readings of ties, other rules, other games ------------------------------------------------------------------------


def test_the_onset_is_the_first_depth_after_which_quality_falls():
    line = np.linspace(0.5, 0.9, 5)
    assert tables.onset(line) == 6 and tables.onset(line[::-1]) == 1
    assert tables.rise(line) > 0 > tables.rise(line[::-1])


def test_tables_that_counted_ties_as_right_are_recognized(judged, quality):
    right = quality.assign(ok=(quality["right"] + quality["tied"]) / quality["n"])
    right = right.set_index(tables.PLACE)["ok"]
    places = tables.with_places(judged).set_index(tables.PLACE).index
    ties = tables.distances_by_ties(judged.assign(published=right.reindex(places).to_numpy()), quality)
    assert ties["table"].tolist() == list(tables.OWN)
    assert (ties["ties right"] == 0).all() and (ties["ties half"] > 0).all()


def test_the_average_is_held_against_both_rules(quality):
    better = tables.rules_side_by_side(quality)
    gains = tables.gains_of_average(quality)
    pearl = better.loc["pearl"]
    assert gains["cells"]["pearl"] == len(pearl)
    assert gains["better than minimax"]["pearl"] == (pearl["average"] > pearl["minimax"]).mean()


def test_variants_are_held_against_both_tables(judged):
    distances = tables.distances_of_variants(tables.variant_quality(50, 1), judged)
    assert set(distances["table"]) == {"XXIII", "XXIV"} and set(distances["ties"]) == {
        "half",
        "wrong",
        "right",
    }
    assert (distances["from"] <= distances["to"]).all()
    assert (distances["root mean square distance"] > 0).all()
