"""The verdicts on Knuth & Moore 1975; that they can fail."""

import math
from dataclasses import replace

import numpy as np
import pytest

import gametree as gt
from companion.alphabeta_analysis import findings, tables
from companion.alphabeta_analysis.study import exponent_of, fitted_powers, local_exponents, recurrence_54
from companion.published.claims import (
    Case,
    about,
    all_claims,
    judge_claim,
    judged_claim,
    verdict_on,
)
from companion.recomputation import study_of
from gametree.examples import pi_tree
from gametree.theory import minimum_leaves, totally_dependent

PARAMETERS = {
    "seed": 1975, "trees": 20, "sampled": 600, "sums_trees": 20, "heights": 5, "degrees": [60, 200, 1000],
    "value_samples": 2, "widget_d": 3,
}  # fmt: skip
STUDY = study_of("alphabeta_analysis", PARAMETERS)


@pytest.fixture(scope="module")
def judged():
    return findings.judged(STUDY).set_index(["table", "row", "column"])


def test_one_claim_is_refuted_and_what_is_suggested_garbled_or_not_described_is_not_judged(judged):
    claims = judged.xs("claim", level="column")
    assert set(claims[claims.verdict == "differs"].index) == {("S9", "km-corollary-4")}
    open_ones = claims[claims.verdict == "underspecified"].index.get_level_values("row")
    exponents = {f"km-exponent-{which}" for which in ("eye", "fit", "deep")}
    assert set(open_ones) == {"km-half-of-type-3", "km-second-order", "km-dependencies"} | exponents


def test_damage_of_the_scan_is_no_misprint_and_no_success(judged):
    damaged = judged[judged.corrected.notna()]
    assert len(damaged) == 11
    assert set(damaged.verdict) == {"scan"}
    assert set(judged.loc["1"].verdict) == {"exact", "scan"}
    assert "misprint" not in set(judged.verdict)


def test_a_mean_agrees_with_a_formula_only_if_it_is_near_and_the_sample_large_enough():
    near, far, vague = [(100.1, 0.5)], [(103.0, 0.5)], [(100.1, 5.0)]
    found = []
    for means in (near, far, vague):
        values, errors = zip(*means, strict=True)
        found.append(verdict_on("km-theorem-6", findings.as_predicted(values, errors, [100.0])))
    assert found == ["agrees", "differs", "inconclusive"]
    assert findings.as_predicted([3.0], [0.0], [3.0]) == [Case(1.0)]
    assert findings.as_predicted([3.0], [0.0], [3.1]) == [Case(-1.0)]


def test_breaking_the_ties_of_figure_2_brings_back_most_of_the_missing_leaves():
    leaves, more = (replace(STUDY, seed=3, sampled=4 * draws).ties_broken for draws in (2000, 2500))
    assert abs(leaves.mean() - 47.0) < 4.5 * 5.7 / math.sqrt(2000)
    assert abs(leaves.std(ddof=1) - 5.7) < 0.5
    assert gt.search(pi_tree(), "branch-and-bound").leaves == 36
    assert (leaves == more[:2000]).all()


def test_chiefly_would_be_refuted_if_a_third_of_the_leaves_came_back():
    assert verdict_on("km-chiefly", [Case(0.34, 0.01)]) == "differs"


def test_corollary_4_the_constant_of_its_proof_is_negative_for_degrees_3_to_6():
    assert [d for d in range(3, 200) if tables.constant(d) < 0] == [3, 4, 5, 6]
    assert tables.constant(7) == pytest.approx(28.57, abs=0.005)
    # An exact quotient that exceeds any fixed multiple: the corollary asks for one that holds at every height.
    for d, h in ((3, 200), (4, 400), (5, 1000)):
        assert totally_dependent.alphabeta_leaves(d, h) > 1000 * minimum_leaves(d, h)
    assert totally_dependent.alphabeta_leaves(7, 1000) < 29 * minimum_leaves(7, 1000)


def test_recurrence_54_must_begin_with_d():
    assert recurrence_54(3, 5, 3) == pytest.approx(float(totally_dependent.branch_and_bound_leaves(3, 5)))
    seen = STUDY.dependent
    row = seen[(seen.strategy == "branch-and-bound") & (seen.width == 3) & (seen.depth == 5)].iloc[0]
    assert abs(row["mean"] - recurrence_54(3, 5, 3)) < 4.5 * row.error
    assert row["mean"] - recurrence_54(3, 5, 1) > 20 * row.error


def test_both_fitted_exponents_have_one_tolerance_which_tells_all_printed_ones_apart():
    two = [all_claims()[f"km-exponent-{which}"] for which in ("fit", "deep")]
    assert {(claim.quantifier, claim.margin) for claim in two} == {("about", 0.005)}
    assert all(claim.unsaid for claim in two), "how it was fitted is not said, so a miss refutes nothing"
    assert all_claims()["km-exponent-eye"].quantifier == "suggestion"
    printed = (0.72, 0.75, 0.76)
    for which in ("fit", "deep"):
        claim = all_claims()[f"km-exponent-{which}"]
        held = [x for x in printed if judge_claim("about", [about(claim, x)]) == "agrees"]
        assert held == [claim.value]


@pytest.mark.parametrize("factor", [1.0, 1.7])
def test_a_power_is_found_again_by_every_way_to_fit_that_can_know_it(factor):
    fits = fitted_powers(STUDY.growth.assign(made=factor * STUDY.growth.d**0.62), "made", 10, 30)
    exact = [how for how, x in fits.items() if x == pytest.approx(0.62)]
    assert exact == [how for how in fits if factor == 1.0 or how.startswith("C")]


def test_no_way_to_fit_r0_gives_the_printed_exponent():
    judged = findings.measures.finding("km-exponent-fit", STUDY)
    assert judged.ours == pytest.approx(0.771, abs=0.0005)
    (row,) = judged_claim(judged).to_dict("records")
    assert row["verdict"] == "underspecified" and "not said" in row["note"]


def test_local_exponents_are_those_of_the_order_that_was_put_in():
    table = STUDY.growth.assign(made=STUDY.growth.d / np.log(STUDY.growth.d))
    for d, exponent in local_exponents(table, "made"):
        assert exponent == pytest.approx(exponent_of(1, d), abs=0.01)


def test_f1_and_f2_part_on_level_4_and_not_above():
    assert all(STUDY.same_shallow)
    f1, f2 = (gt.search(pi_tree(), name).nodes for name in ("branch-and-bound", "alphabeta"))
    assert f1 > f2
