"""What is measured of the versions of Scout, on trees small enough to know the answer."""

import numpy as np
import pandas as pd
import pytest

import gametree as gt
from companion.published.cases import CASES, SIZES
from companion.scout_variants import study
from gametree.experiment import CRITERIA


def test_printed_listings_go_wrong_on_their_trees():
    found = study.listings_as_printed().set_index("listing")
    assert (found["its value"] == found["true value"]).tolist() == [True, False, False]
    assert (found["its nodes"] > found["nodes of scout"]).tolist() == [True, False, False]


@pytest.fixture(scope="module")
def counts():
    return study.count_versions(seed=1, trees=3)


def test_every_case_is_counted_under_both_readings(counts):
    assert set(counts) == {(r, case.number) for r in ("literal", "chosen") for case in CASES}
    assert {x.shape for x in counts.values()} == {(3 * len(SIZES), len(study.VERSIONS), len(CRITERIA))}


def test_counts_are_those_of_single_searches(counts):
    width, depth = SIZES[-1]
    tree = gt.generate("uniform", width=width, depth=depth, scheme="unordered", seed=1, number=2)
    for version, counted in zip(study.VERSIONS, counts["literal", 1][-1], strict=True):
        found = gt.search(tree, version)
        assert counted.tolist() == [found.leaves, found.nodes, found.visits]


def test_cases_that_differ_are_those_with_differing_trees(counts):
    by_case = study.differences_by_case(counts, "chosen").set_index("case")
    assert (by_case["minimal"] == 0).all()
    assert study.differing_cases(counts, "chosen", study.MINIMAL_WINDOW, CRITERIA) == []
    for what in CRITERIA:
        differing = study.differing_cases(counts, "chosen", [study.UNIT_WINDOW], [what])
        assert differing == by_case.index[by_case[f"width 1: {what}"] > 0].tolist()
    assert differing == [8, 16]
    assert study.unit_window_excess(counts, "chosen")["visits"] > 0


def test_added_visits_are_kept_apart_by_size(counts):
    added = study.visits_added_by_size(counts, "literal")
    assert added.shape == (len(SIZES), 3)
    width, depth = SIZES[-1]
    tree = gt.generate("nonuniform", width=width, depth=depth, scheme="real-dependent", seed=1, number=2)
    unit, plain = (gt.search(tree, name).visits for name in (study.UNIT_WINDOW, "scout"))
    assert added[-1, 2] == unit - plain


def test_cost_of_testm_counts_trees_both_ways():
    same = np.full((4, len(study.VERSIONS), len(CRITERIA)), 10)
    made = {("literal", case.number): same for case in CASES}
    other = same.copy()
    other[:3, study.VERSIONS.index("scout-testm"), CRITERIA.index("nodes")] = [14, 9, 11]
    found = study.cost_of_testm(made | {("literal", 7): other}, "literal")
    assert study.cases_without_ties(found) == [str(n) for n in range(1, 17) if n != 7]
    row = found.iloc[6]
    assert row["more nodes (%)"] == pytest.approx(10)
    assert row["standard error"] == pytest.approx(np.std([4, -1, 1, 0], ddof=1) / 2 * 10)
    assert (row["trees with more (%)"], row["trees with fewer (%)"]) == (50, 25)


def test_numbers_are_held_against_print_singly_and_in_pairs():
    cells = study.appendix_cells()
    sample = study.count_visits(study.CHOSEN_KIND, 1, {study.MEANT: 30})[study.MEANT]
    beside = {own.column: own for own in study.beside_print(sample, cells)}
    own = beside["Scout (Campbell-Marsland) visits"]
    assert own.mean == sample[:, 2, 0].mean() and own.n == 30
    more = (sample[:, 2, 0] - sample[:, 0, 0]).astype(float)
    error = more.std(ddof=1) * np.sqrt(1 / 50 + 1 / 30)
    assert own.paired.statistic == pytest.approx((0.76 - more.mean()) / error)
    assert beside["Scout (negamax) visits"].paired == (0.0, "exact")


def test_a_mark_far_from_print_is_no_fit():
    frame = pd.DataFrame({"size": ["N(2,2)", "N(3,5)", "N(4,2)"], "farthest z": [-3.1, 2.9, -2.9]})
    assert study.fitting_sizes(frame).index.tolist() == ["N(3,5)", "N(4,2)"]


def test_wider_windows_add_visits_and_never_take_any():
    kind, size = "nonuniform-narrow", (10, 3)
    added = [study.visits_in_addition(kind, size, 1, 30, width) for width in (1e-9, 0.1, 1.0)]
    assert (np.array(added) >= 0).all() and added[0].sum() == 0
    assert 0 < added[1].sum() < added[2].sum()


def test_possible_widths_hold_both_printed_differences():
    low, high = [0.0, 0.0, 0.77, 0.9], [0.5, 0.78, 1.0, 2.0]
    frame = pd.DataFrame({"width": [0.1, 0.2, 0.5, 1.0], "low": low, "high": high, "U(3,6)": [0, 0, 3, 9]})
    possible, silent = study.possible_widths(frame)
    assert possible.tolist() == [0.2, 0.5] and silent.tolist() == [0.1, 0.2]


def test_ratios_are_taken_within_a_width_and_a_round():
    rows = [
        (width, number, name, unit * factor)
        for width, number, unit in ((2, 3, 1.0), (2, 4, 5.0), (3, 3, 7.0))
        for name, factor in zip(study.TIMED, (1.5, 1.0, 2.0), strict=True)
    ]
    times = pd.DataFrame(rows, columns=["width", "round", "strategy", "microseconds"])
    found = study.ratios(times)
    assert len(found) == 3
    assert np.allclose(found[list(study.TIMED)], [1.5, 1.0, 2.0])
    of_scout = study.quartiles(times).set_index(["strategy", "width"]).loc[("scout", 2)]
    assert of_scout.tolist() == [2.0, 3.0, 4.0]
