"""The claims in words of chapter 3: what is measured for them, and how it comes out."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import gametree as gt
from companion.pruning_comparison import findings
from companion.pruning_comparison.sample import SampledCases, sample_case
from companion.pruning_comparison.single_trees import BEATEN, fewer_than_sss, try_all
from companion.published.cases import CASES, LABELS, SIZES, Sampler, literal_reading
from companion.published.claims import (
    Finding,
    all_claims,
    claims_of,
    decided,
    finding,
    verdict_on,
)
from gametree.experiment import CRITERIA
from gametree.theory import expected
from gametree.theory.expected_scout import leaf_evaluations


@pytest.fixture(scope="module")
def study():
    """Sample the sixteen cases as the text has them; few trees, so that only what is certain comes out."""
    return SampledCases.draw(Sampler(200, seed=5), literal_reading, single=20)


@pytest.fixture(scope="module")
def found(study):
    return {each.claim: each for each in findings.measures.findings(findings.Samples(study, study))}


def test_comparisons_are_summed_up_in_words_and_nothing_is_said_of_none():
    assert findings.outcome_of(["a"], [True]) == "it holds"
    assert findings.outcome_of(["a"], [None]) == "it is open"
    assert findings.outcome_of(["a", "b"], [True, True]) == "2 of 2 comparisons hold"
    assert findings.outcome_of(["a", "b"], [True, None]) == "1 of 2 comparisons hold, 1 is open"
    names = [*"abcde"]
    assert findings.outcome_of(names, [False] * 4 + [None]) == (
        "0 of 5 comparisons hold, 1 is open, 4 do not hold (a; b; c; ...)"
    )


def test_the_order_by_visits_may_change_in_as_many_ways_as_are_named(found):
    assert len(found["cmp-visits-change"].cases) == len(findings.ORDER_CHANGES)


def verdict(each):
    return verdict_on(each.claim, each.cases)


def changed(study, criterion, label, factor):
    """Return the study with the counts of one strategy multiplied, as if it did that much more on every tree."""
    j, k = CRITERIA.index(criterion), LABELS.index(label)
    mean, covariance, single = study.mean.copy(), study.covariance.copy(), study.single.copy()
    mean[..., k, j] *= factor
    covariance[:, :, j, k, :] *= factor
    covariance[:, :, j, :, k] *= factor
    single[..., k, j] = single[..., k, j] * factor
    return replace(study, mean=mean, covariance=covariance, single=single)


def test_every_claim_of_chapter_3_in_words_has_one_finding_and_a_criterion(found):
    assert set(findings.measures) == set(found) == set(claims_of("03_pruning_comparison"))
    assert all(all_claims()[name].criterion != "to be written" for name in found)
    assert all(each.note for each in found.values())


def test_claims_on_time_and_limits_are_not_judged(found):
    for name in (*findings.OF_TIMES, "cmp-scout-ab-unity"):
        assert found[name].cases == ()
        assert verdict(found[name]) == "underspecified"


@pytest.mark.parametrize(
    "name", ["cmp-ab-bounds", "cmp-ab-is-bb", "cmp-depth-2-equal", "cmp-perfect-equal", "cmp-sss-within-ab"]
)
def test_what_is_true_on_every_tree_agrees_on_any_sample(found, name):
    assert verdict(found[name]) == "agrees"


@pytest.mark.parametrize(
    ("name", "criterion", "label", "factor"),
    [
        ("cmp-ab-bounds", "leaves", "AB", 20),
        ("cmp-perfect-least", "leaves", "PVS", 2),
        ("cmp-ab-above-sss", "leaves", "SSS*", 3),
        ("cmp-bb-most", "nodes", "AB", 9),
        ("cmp-pvs-second", "nodes", "PVS", 2),
        ("cmp-middle-better", "nodes", "AB", 0.1),
        ("cmp-perfect-equal", "nodes", "Scout", 2),
        ("cmp-real-equal", "nodes", "PAB", 2),
        ("cmp-real-sss", "nodes", "SSS*", 4),
        ("cmp-leaves-ranking", "leaves", "BB", 0.01),
        ("cmp-depth-3-equal", "nodes", "BB", 2),
        ("cmp-depth-2-equal", "nodes", "AB", 2),
        ("cmp-ab-is-bb", "nodes", "BB", 2),
        ("cmp-sss-within-ab", "nodes", "SSS*", 4),
        ("cmp-newborn", "leaves", "AB", 1.5),
        ("cmp-scout-ab-ratio-all", "leaves", "Scout", 2),
        ("cmp-ab-visits", "visits", "AB", 9),
        ("cmp-visits-3-pab", "visits", "PAB", 9),
        ("cmp-pvs-visits", "visits", "PVS", 0.1),
        ("cmp-sss-visits-last", "visits", "SSS*", 0.1),
    ],
)
def test_a_claim_fails_on_a_study_that_contradicts_it(study, name, criterion, label, factor):
    false = changed(study, criterion, label, factor)
    own = finding(name, findings.MEASURED[name](false).values(), "false")
    assert verdict(own) == "differs"


def test_the_rule_for_ties_of_the_source_decides_on_sss_and_alphabeta(study):
    newest_first = changed(study, "nodes", "SSS*", 4)
    found = findings.measures.finding("cmp-sss-within-ab", findings.Samples(newest_first, study))
    assert verdict(found) == "agrees"


def test_equal_means_speak_for_a_claim_only_if_it_allows_ties(study):
    perfect = np.arange(1, 17) == 6
    allowed = findings._extreme(study, "nodes", "SSS*", perfect)
    refused = findings._extreme(study, "nodes", "SSS*", perfect, ties=False)
    assert all(decided(list(allowed.values())))
    assert not any(decided(list(refused.values())))


def test_the_comparison_that_speaks_least_for_a_claim_is_taken(study):
    worse = changed(study, "nodes", "Scout", 0.01)
    cases = findings._extreme(worse, "nodes", "SSS*", sizes=findings.DEEP)
    assert all(name.endswith("SSS* and Scout") for name in cases)
    assert all(case.effect < 0 for case in cases.values())


def test_a_list_ranks_a_case_over_its_sizes(study):
    cases = findings.MEASURED["cmp-depth-2-order"](study)
    assert len(cases) == len(CASES) * 5
    effect, error = findings._difference(study, "nodes", "SSS*", "AB")
    shallow = [depth == 2 for _, depth in SIZES]
    assert cases["case 1, SSS* and AB"].effect == pytest.approx(effect[0, shallow].mean())
    assert cases["case 1, SSS* and AB"].error == pytest.approx(np.sqrt((error[0, shallow] ** 2).sum()) / 8)


def test_the_error_of_a_ratio_is_that_of_resampled_trees(study):
    leaves = study.single[0, 10, :, :, 0].astype(float)
    rng = np.random.default_rng(1)
    picks = leaves[rng.integers(len(leaves), size=(4000, len(leaves)))].mean(axis=1)
    resampled = (picks[:, 0] / picks[:, 5]).std()
    mean, covariance = study.mean.copy(), study.covariance.copy()
    mean[0, 10, :, 0], covariance[0, 10, 0] = leaves.mean(axis=0), np.cov(leaves.T)
    few = replace(study, mean=mean, covariance=covariance, n=np.full_like(study.n, len(leaves)))
    assert few.ratio("AB", "SSS*")[1][0, 10] == pytest.approx(resampled, rel=0.1)


def test_the_remarks_on_printed_tables_are_true():
    from companion.published.cells import printed_cells

    iii, viii, x = (printed_cells(t).set_index(["row", "column"])["best"] for t in ("III", "VIII", "X"))
    deep = [f"U({w},{d})" for w, d in SIZES if d >= 3]
    assert all(iii[row, "Scout"] < iii[row, "AB"] for row in deep)
    assert viii["U(10,3)", "PVS"] < viii["U(10,3)", "SSS*"]
    assert all(x[row, "SSS*"] == x[row, "AB"] for row in deep)
    assert leaf_evaluations(20, 5) / expected.alphabeta(20, 5) == pytest.approx(0.97, abs=0.005)
    assert findings._in_print("cmp-p-uniform").startswith("of the printed means of 50 trees, 550 of 576")


def test_seven_nodes_and_no_fewer_suffice_to_beat_sss():
    tree = gt.Tree.from_nested(BEATEN)
    assert tree.n_nodes == 7
    assert fewer_than_sss(tree) == ["PAB", "Scout", "PVS"]
    assert [gt.search(tree, name).nodes for name in ("sss*", "alphabeta", "pvs")] == [6, 6, 5]
    tried = try_all(6)
    assert (tried.trees, tried.beaten) == (1782, [])


def test_all_orders_of_values_are_tried_once():
    # Two leaves can be ordered in 3 ways, ties included, and three in 13.
    assert try_all(2).trees == 1
    assert try_all(3).trees == 1 + 3 + 1
    assert try_all(4).trees == 5 + 13 + 3 * 3 + 1


def test_what_is_shown_of_times_follows_the_times(study):
    micro = np.ones_like(study.micro)
    micro[..., LABELS.index("AB")] = 0.5
    micro[[5, 13]] /= 4
    micro[[1, 9]] *= 4
    micro[:8] **= 2
    seen = findings.times_of_study(replace(study, micro=micro)).set_index("claim")["for_it"]
    turned = findings.times_of_study(replace(study, micro=1 / micro)).set_index("claim")["for_it"]
    assert seen["cmp-time-less-sharp"] == 1
    for name in ("cmp-time-ab", "cmp-time-perfect", "cmp-time-disorder"):
        assert (seen[name], turned[name]) == (1, 0)


def test_open_holds_a_leaf_of_every_branch_of_a_solution_tree():
    longest = {name: case.effect + 1 for name, case in findings._longest_open().items()}
    assert longest == {f"U({w},{d})": w ** ((d + 1) // 2) for w, d in SIZES}
    assert all_claims()["cmp-storage"].trivial


def test_a_claim_is_read_literally_where_the_chosen_reading_changes_nothing():
    frame = pd.DataFrame({"ours": [1.0, 0.5, np.nan], "n": [3, 3, np.nan], "statistic": [2.0, 1.0, np.nan]})
    other = frame.assign(statistic=[2.0, 0.9, np.nan])
    assert findings.with_reading(frame, other)["reading"].tolist() == ["literal", "chosen", "literal"]


# -- the five quoted bounds --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def unordered():
    first = sample_case(CASES[0], Sampler(400, seed=5), literal_reading)
    return SampledCases.of([first] * 16, np.zeros((16, 24, 0, 6, 3), dtype=np.int64))


BOUNDS = [
    *("cmp-scout-factor", "cmp-sss-factor", "cmp-ab-sss-lower", "cmp-ab-sss-upper", "cmp-scout-ab-upper"),
]


def bounds(sample: SampledCases) -> dict[str, Finding]:
    return {name: findings.measures.finding(name, findings.Samples(sample, sample)) for name in BOUNDS}


def verdicts(sample: SampledCases) -> dict[str, str]:
    return {name: verdict(found) for name, found in bounds(sample).items()}


def test_the_quoted_bounds_hold(unordered):
    assert set(verdicts(unordered).values()) == {"agrees"}


def test_the_least_ratio_of_alphabeta_to_sss_is_719_to_668_at_width_2_and_depth_3(unordered):
    ours = {name: found.ours for name, found in bounds(unordered).items()}
    assert ours["cmp-ab-sss-lower"] == pytest.approx(float(Fraction(719, 668)))
    assert ours["cmp-scout-factor"] == pytest.approx(4.128, abs=0.001)
    assert ours["cmp-sss-factor"] == pytest.approx(1.273, abs=0.001)


def test_a_scout_with_a_third_more_leaves_would_break_its_bounds(unordered):
    mean = unordered.mean.copy()
    mean[0, :, LABELS.index("Scout"), 0] *= 4 / 3
    found = verdicts(replace(unordered, mean=mean))
    assert found["cmp-scout-ab-upper"] == "differs"
    mean[0, :, LABELS.index("Scout"), 0] *= 3
    assert verdicts(replace(unordered, mean=mean))["cmp-scout-factor"] == "differs"
    assert found["cmp-ab-sss-lower"] == "agrees"
