"""How the conclusions of Zenzel 1989 become cases, and what is judged of his printed numbers."""

import math

import numpy as np
import pytest

import companion
from companion.chance_nodes import findings
from companion.chance_nodes.counts import AOC, Counts, affordable_cost, less, less_apart
from companion.chance_nodes.experiment import runs
from companion.chance_nodes.study import Study
from companion.published.claims import Case, all_claims, finding, judge_claim, verdict_on

PARAMETERS = dict(
    trees=12,
    replicates=4,
    resamples=5,
    seed=5,
    heuristic_cost=0.1,
    sizes=[[2, 2], [6, 2]],
    errors=[0.1, 0.25, 0.5, 1.0],
)
STUDY = Study(**PARAMETERS)


def verdict(found):
    return verdict_on(found.claim, found.cases)


@pytest.fixture(scope="module")
def found():
    return {each.claim: each for each in findings.all_findings(STUDY)}


def test_every_claim_is_measured_by_the_cases_that_it_speaks_of(found):
    assert set(found) == {c.id for c in all_claims().values() if c.source == "zenzel1989"}
    cases = {name: len(each.cases) for name, each in found.items()}
    assert cases["aoc-fewer-nodes"] == cases["aoc-less-time"] == 36 * 3
    turns = affordable_cost(STUDY.thesis_sized)[list(AOC)].to_numpy().min()
    assert f"at 0.1 visits, our assumption; from {turns:.2f} visits on" in found["aoc-less-time"].note
    assert cases["alpha-beyond-half"] == 36 * 2
    assert cases["perfect-order-alpha"] == 6 and cases["perfect-order-aoc"] == 18
    assert cases["alpha-worst-order"] == 12


def test_what_is_suggested_or_not_said_is_not_judged(found):
    for name in ("all-sons-at-once", "alpha-less-memory", "nearest-first"):
        assert verdict(found[name]) == "underspecified" and found[name].note


def test_a_search_is_better_by_the_part_of_the_other_that_it_saves():
    one, other = np.array([1.0, 2.0, 3.0]), np.array([2.0, 4.0, 6.0])
    paired = less(one, other)
    assert paired.effect == pytest.approx(0.5)
    assert paired.error == pytest.approx(1 / math.sqrt(3) / 4)
    apart = less_apart(one, other)
    assert apart.effect == pytest.approx(0.5)
    assert apart.error == pytest.approx(math.hypot(1, 2) / math.sqrt(3) / 4)
    assert less(other, one).effect < 0


def test_trees_that_happen_to_be_equal_decide_nothing():
    equal = np.array([4.0, 5.0, 6.0])
    case = less(equal, equal)
    assert case.effect == 0 and case.error > 0
    assert judge_claim("always", [case]) == "inconclusive"


def test_counts_are_paired_by_replicate_whatever_the_order_of_the_frame():
    frame = runs([(2, 2)], replicates=5, seed=2)
    counts = Counts(frame, 0.5)
    shuffled = Counts(frame.sample(frac=1, random_state=1), 0.5)
    part = frame[(frame.method == "aoc*") & (frame.error == 0.1) & (frame.order == "worst")]
    expected = [
        (row.visits + 0.5 * row.estimates).mean()
        for _, row in part.sort_values("replicate").groupby("replicate")
    ]
    for each in (counts, shuffled):
        assert each("time", "AOC-I", (2, 2), "worst").tolist() == pytest.approx(expected)


def test_perfect_order_is_the_one_that_favours_the_search(found):
    assert verdict(found["perfect-order-alpha"]) != "differs"
    alpha = [case.effect for case in found["perfect-order-alpha"].cases]
    assert min(alpha) >= 0 and max(alpha) > 0.05
    assert "with chance nodes sorted too" in found["perfect-order-alpha"].note
    # AOC* has no order to gain from.
    assert max(abs(case.effect) for case in found["perfect-order-aoc"].cases) < 0.1


def test_a_claim_whose_measure_is_not_said_is_judged_only_if_all_measures_agree():
    yes, no = [Case(1.0)] * 6, [Case(-1.0)] * 6
    both = finding(
        "alpha-less-memory", *findings._if_all_agree("alpha-less-memory", "how", {"a": yes, "b": yes})
    )
    assert verdict(both) == "agrees"
    cases, note = findings._if_all_agree("alpha-less-memory", "how", {"a": yes, "b": no})
    assert cases == () and "does not say how" in note


def test_restored_cells_of_table_2_are_scan_and_all_others_exact():
    judged = findings.judged_table_2()
    assert set(judged[judged.corrected.notna()].verdict) == {"scan"}
    assert set(judged[judged.corrected.isna()].verdict) == {"exact"}
    assert len(judged) == len(companion.published("zenzel1989", "2"))


def test_bounds_of_table_3_are_assumptions_that_the_values_keep():
    judged = findings.judged_table_3()
    assert set(judged.verdict) == {"underspecified"} and judged.ours.isna().all()
    assert findings.slack("E", "h(node)") == 0
    assert findings.slack("A", "u(node)") == pytest.approx(1.25)


def test_numbers_of_the_text_are_exact():
    judged = findings.judged_text_numbers().set_index(["table", "row", "column"])["ours"]
    assert judged["3.1.2", "Figure 5: node A", "upper bound"] == pytest.approx(16)
    assert judged["3.3.3", "Figure 8: AOC*", "value"] == pytest.approx(-8.25)
    assert judged["4.1", "the experiment", "runs"] == 1440


def test_the_error_at_which_both_are_equal_is_beside_the_printed_half(found):
    claim = all_claims()["alpha-beyond-half"]
    assert claim.value == 0.5 and found[claim.id].ours == STUDY.least_break_even
