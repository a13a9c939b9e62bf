"""The verdicts on de Bruin, Pijls & Plaat 1994; that they can fail."""

import math

import numpy as np
import pytest

import gametree as gt
from companion.published.claims import Case, verdict_on
from companion.recomputation import study_of
from companion.solution_trees import findings, prose
from companion.solution_trees.small_trees import (
    CHECKS,
    TIED,
    all_checks,
    deep_pvs,
    described_pvs,
    expanded,
    held_on,
    small_trees,
)
from gametree.reference import Recorder

PARAMETERS = {
    "seed": 1994, "trees": 3, "n_guesses": 5, "sizes": [[5, 9], [20, 5]], "steps": [0, 100, 450], "small": 40,
    "depths": [2, 3, 4], "memory_width": 2, "memory_trees": 1,
}  # fmt: skip
STUDY = study_of("solution_trees", PARAMETERS)
PARTING = "SSS-2 expands the nodes of SSS*"


@pytest.fixture(scope="module")
def judged():
    return findings.judged(STUDY).set_index(["table", "row", "column"])


def test_checks_hold_on_small_trees_but_for_scout_and_for_sss_star_with_ties():
    frame = all_checks(60, 2)
    assert frame[~frame.ties].check.tolist() == list(CHECKS)
    failed = frame[frame.held < frame.trees]
    assert set(failed[~failed.ties].check) <= {"Scout surpasses Alphabeta"}
    assert {PARTING} <= set(failed[failed.ties].check) <= {"Scout surpasses Alphabeta", PARTING}


def test_small_trees_have_ties_only_if_asked_for():
    for tree in small_trees(40, 1):
        assert len(set(tree.leaves)) == tree.n_leaves
    assert any(len(set(tree.leaves)) < tree.n_leaves for tree in small_trees(40, 1, TIED))


def test_a_check_draws_the_same_whatever_was_checked_before():
    name = "any sequence of null windows surpasses Alphabeta"
    first = held_on(name, 20, 5)
    for cached in (held_on, small_trees):
        cached.cache_clear()
    held_on("SSS-0 surpasses Alphabeta", 20, 5)
    assert held_on(name, 20, 5) == first


def test_ties_part_sss_2_and_sss_star_the_more_often_the_fewer_values_there_are():
    part = {values: 1 - np.mean(held_on(PARTING, 300, 7, values)) for values in (2, 10)}
    assert part[2] > part[10] > 0
    assert all(held_on("SSS-2 expands no node that SSS* does not", 300, 7, 2))


@pytest.mark.parametrize("values", [0, TIED])
def test_pvs_as_described_stays_inside_alphabeta_where_the_listing_of_the_thesis_does_not(values):
    found = deep_pvs(200, 3, values)
    assert found.described.all()
    assert 0 < (~found.listing).sum() < 40


def test_pvs_as_described_is_no_plain_alphabeta():
    tree = gt.generate("uniform", width=3, depth=6, scheme="unordered", seed=4)
    x = Recorder(tree)
    assert described_pvs(x, 0) == tree.backed_up[0]
    assert x.nodes < expanded(tree, "alphabeta")


def test_gains_are_nothing_in_perfect_order_so_that_class_is_no_case(judged):
    gains = findings.gains_by_ordering(STUDY, (5, 9))
    assert list(gains) == [0.2, 0.25, 0.5, 0.9, 1.0]
    assert gains[1.0] == Case(0.0, 0.0)
    assert judged.loc["Figure 5", "sol-less-gain", "claim"]["n"] == 3


def test_less_gain_may_rest_on_the_best_ordered_trees_alone():
    gains = {
        q: Case(gain, 0.012)
        for q, gain in ((0.2, 0.384), (0.25, 0.379), (0.5, 0.392), (0.9, 0.212), (1.0, 0.0))
    }
    losses = findings.losses_by_ordering(gains)
    assert [round(loss.effect, 3) for loss in losses] == [0.005, -0.008, 0.172]
    assert (verdict_on("sol-less-gain", losses), verdict_on("sol-less-gain", losses[:-1])) == (
        "agrees",
        "inconclusive",
    )


def test_less_gain_would_be_refuted_by_orderings_that_gain_more_on_average():
    assert verdict_on("sol-less-gain", [Case(0.1, 0.01), Case(-0.3, 0.01)]) == "differs"


def test_beliefs_and_what_the_scan_has_damaged_are_not_judged(judged):
    verdicts = judged.xs("claim", level="column").droplevel("table").verdict
    assert {verdicts[f"sol-{name}"] for name in findings.UNJUDGED} == {"underspecified"}
    assert {verdicts[f"sol-{name}"] for name in findings.FIRM} == {"agrees"}
    assert not (verdicts == "differs").any()


def test_what_the_prose_names_is_what_was_measured(judged):
    values = prose.values(STUDY, judged.reset_index())
    assert all(isinstance(value, str) or math.isfinite(value) for value in values.values())
    assert (
        values["agrees"] + values["differs"] + values["inconclusive"] + values["underspecified"]
        == values["rows"]
        == len(judged)
    )
    assert values["inside"] == values["searches"] == 2 * 6 * STUDY.small
    first = STUDY.saved_table().iloc[0]
    assert first["saved on SSS-2, %"] == pytest.approx(100 * values["saved"], abs=0.5)
    assert values["OPEN"] <= values["OPEN at most"]


def test_the_table_of_checks_has_a_failing_tree_wherever_one_failed():
    table = STUDY.checks_table()
    assert table["claim"].tolist() == list(CHECKS)
    for ties in ("no ties", "ties"):
        assert ((table[f"held, {ties}"] < STUDY.small) == (table[f"fails on ({ties})"] != "")).all()
