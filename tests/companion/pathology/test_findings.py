"""Verdicts on chapter 5 that follow from what was measured, and would be others if it had been otherwise."""

import numpy as np
import pandas as pd
import pytest

import companion
from companion.pathology import findings, model, study
from gametree.experiment import sampled_quality

SAMPLE = 2000


@pytest.fixture(scope="module")
def quality():
    return study.with_theory(sampled_quality(study.samples(400, 1, highest=7, widest=3)))


@pytest.fixture(scope="module")
def cells():
    published = companion.published("muszycka1985")
    return published[published["table"].isin(list(study.TABLES))]


@pytest.fixture(scope="module")
def own(cells, quality):
    return study.beside(cells, quality, study.described_quality(1))


@pytest.fixture(scope="module")
def judged(cells, own):
    return findings.judged_cells(cells, own, SAMPLE)


def test_one_level_that_lowers_err_refutes_that_every_level_raises_it():
    rising = np.tile(np.linspace(0.1, 0.5, 11)[None, :, None], (4, 1, 8))
    assert [f.verdict for f in findings.of_uniform_trees(rising, rising)] == ["agrees", "agrees"]
    lowered = rising.copy()
    lowered[0, 5, 0] = 0.01
    assert [f.verdict for f in findings.of_uniform_trees(lowered, rising)] == ["differs", "agrees"]
    assert findings.lowered_levels(lowered) == (1, 320)


def test_terminal_nodes_do_not_cure_at_all_p_but_one():
    ten = model.errors_by_level(model.P_D, 10, model.Q)
    verdicts = {f.claim: f.verdict for f in findings.of_terminal_nodes(ten, model.terminal_nodes())}
    assert verdicts["q = 0.05: no pathology but at one p"] == "differs"
    assert verdicts["q = 0.05: where ERR rises"] == "exact"


def test_fewer_p_that_are_cured_lower_what_was_found():
    ten, found = model.errors_by_level(model.P_D, 10, model.Q), model.terminal_nodes()
    none = found._replace(cured=np.zeros_like(found.cured))
    assert findings.of_terminal_nodes(ten, found)[0].ours == found.cured.mean()
    assert findings.of_terminal_nodes(ten, none)[0].ours == 0


def test_grouping_agrees_only_if_all_of_the_printed_region_dies_out():
    share = pd.DataFrame({"of the printed region, die out": [1.0, 1.0, 1.0]})
    assert findings.of_grouping(share).verdict == "agrees"
    assert findings.of_grouping(share - 0.01).verdict == "differs"


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
    assert study.sample_of_nau(made, own) == pytest.approx(3000, abs=100)


@pytest.mark.parametrize(("z", "verdict"), [(0.5, "agrees"), (4.0, "differs")])
def test_a_table_that_scatters_more_than_its_sample_differs(judged, z, verdict):
    made = judged.assign(published=judged["ours"] + 1e-3, corrected=np.nan, statistic=z)
    assert set(findings.whole_tables(made, SAMPLE)["verdict"]) == {verdict}


def test_table_xx_would_agree_if_it_were_nau_s(judged):
    assert findings.of_table_xx(judged, SAMPLE).ours < 1
    nau = judged[judged["table"] == "XIX"]
    same = pd.concat([nau, nau.assign(table="XX")], ignore_index=True)
    assert findings.of_table_xx(same, SAMPLE).verdict == "agrees"


def test_dependent_games_are_pathological_only_if_ours_fall_too(judged):
    assert findings.of_dependent_games(judged).ours == 0
    assert findings.of_dependent_games(judged.assign(ours=judged["published"])).ours == 1


def made(quality, game, rule, rising):
    """Return qualities in which one game and rule rises or falls with depth."""
    part = (quality["game"] == game) & (quality["rule"] == rule)
    line = (0.5 + 0.01 * quality["d"] * (1 if rising else -1)).where(part, quality["probability"])
    return quality.assign(
        probability=line, theory=quality["theory"].where(~part, line if rule == "minimax" else np.nan)
    )


@pytest.mark.parametrize("rising", [True, False])
@pytest.mark.parametrize(
    ("game", "rule", "claim"),
    [
        ("incremental", "minimax", "incremental games: no pathology"),
        ("pearl", "product", "product, Pearl-games: no pathology"),
    ],
)
def test_a_game_is_pathological_if_its_quality_falls_with_depth(quality, game, rule, claim, rising):
    falling = made(quality, "pearl", "minimax", rising=False)
    found = {f.claim: f.verdict for f in findings.of_games(made(falling, game, rule, rising), 7)}
    assert found[claim] == ("agrees" if rising else "differs")


def test_the_onset_is_the_first_depth_after_which_quality_falls(quality):
    falling, rising = (made(quality, "pearl", "minimax", up) for up in (False, True))
    assert study.onset(falling, 2, 7) == 1
    assert study.onset(rising, 2, 7) == 7
    assert (
        study.change(falling, "pearl", "minimax", 2, 7) < 0 < study.change(rising, "pearl", "minimax", 2, 7)
    )


def test_tables_that_counted_ties_as_right_are_recognized(judged, quality):
    right = quality.assign(ok=(quality["right"] + quality["tied"]) / quality["n"])
    right = right.set_index(["game", "rule", "w", "t", "d"])["ok"].to_dict()
    keys = [
        (*study.TABLES[t], *study.place_of(t, r, c))
        for t, r, c in zip(judged["table"], judged["row"], judged["column"], strict=True)
    ]
    ties = study.distances_by_ties(judged.assign(published=[right.get(k, np.nan) for k in keys]), quality)
    assert ties["table"].tolist() == list(study.OWN)
    assert (ties["ties right"] == 0).all() and (ties["ties half"] > 0).all()


def test_the_average_is_held_against_both_rules(quality):
    better = study.rules_side_by_side(quality)
    gains = study.gains_of_average(quality).set_index("game")
    pearl = better.loc["pearl"]
    assert gains["cells"]["pearl"] == len(pearl)
    assert gains["better than minimax"]["pearl"] == (pearl["average"] > pearl["minimax"]).mean()


def test_variants_are_held_against_both_tables(judged):
    distances = study.distances_of_variants(study.variant_quality(50, 1), judged)
    assert set(distances["table"]) == {"XXIII", "XXIV"} and set(distances["ties"]) == {
        "half",
        "wrong",
        "right",
    }
    assert (distances["from"] <= distances["to"]).all()
    assert (distances["root mean square distance"] > 0).all()
