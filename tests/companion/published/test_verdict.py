"""Verdicts: what counts as exact, as agreeing, as a misprint; and whole tables."""

import math
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import companion
import gametree as gt
from companion.published.cases import CASES, COLUMNS, SIZES
from companion.published.cells import PLACE
from companion.published.verdict import NEEDED, OF_A_MEAN, POWER, VERDICTS, judge, judge_exactly

NAN = math.nan
STRATEGIES = [*COLUMNS.values(), "sss*-newest-first"]


def test_the_thesis_has_24_sizes_and_16_cases_with_a_table_each():
    assert len(set(SIZES)) == 24
    assert [case.number for case in CASES] == list(range(1, 17))
    assert len({case.table for case in CASES}) == 16


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.table)
def test_every_table_prints_all_sizes_and_columns_of_its_case(case):
    cells = companion.published("muszycka1985", table=case.table)
    letter = "U" if case.kind == "uniform" else "N"
    assert set(cells["row"]) == {f"{letter}({width},{depth})" for width, depth in SIZES}
    assert set(cells["column"]) == set(COLUMNS)


@pytest.mark.parametrize(
    ("arguments", "verdict"),
    [
        ({"published": 53.0, "ours": 53.0}, "exact"),
        ({"published": 53.0, "ours": 53.004}, "exact"),
        ({"published": 53.0, "ours": 53.006}, "differs"),
        # Half a unit of the last digit, which binary numbers can't hold, is within rounding; more than that is not.
        ({"published": 0.13, "ours": 0.125}, "exact"),
        ({"published": 0.13, "ours": 0.12499}, "differs"),
        # 50 trees with a tenth as much scatter as the mean tell 10 %; with a third they do not.
        ({"published": 10.0, "ours": 10.1, "sd": 1.0, "n": 1e9}, "agrees"),
        ({"published": 10.0, "ours": 11.0, "sd": 3.0, "n": 1e9}, "inconclusive"),  # 2.4 standard errors
        ({"published": 10.0, "ours": 11.5, "sd": 3.0, "n": 1e9}, "differs"),  # 3.5
        ({"published": 10.0, "ours": 11.5, "sd": 3.0, "n": 1e9, "sample": 10}, "inconclusive"),
        ({"published": 10.0, "ours": 11.0, "sd": 3.0, "n": 1e9, "matters": 2.0}, "agrees"),
        ({"published": 8121.62, "corrected": 121.62, "ours": 121.0, "sd": 30.0, "n": 1e4}, "scan"),
        ({"published": 220.37, "corrected": 222.37, "ours": 222.3719, "cause": "print"}, "misprint"),
        ({"published": 220.37, "corrected": 222.37, "ours": 222.3719, "cause": "undecided"}, "scan"),
        ({"published": 8121.62, "corrected": 121.62, "ours": 221.0, "sd": 30.0, "n": 1e4}, "differs"),
        ({"published": 0.653, "corrected": 0.563, "ours": 0.5632, "digits": 3, "cause": "print"}, "misprint"),
        ({"published": 0.53, "ours": 0.53, "cause": PLACE}, "scan"),
        ({"published": 0.53, "ours": 0.54, "cause": PLACE}, "differs"),
        ({"published": 10.0, "ours": NAN}, "not yet"),
    ],
)
def test_verdict_of_one_cell(arguments, verdict):
    assert judge(**({"corrected": NAN} | arguments)).verdict == verdict
    assert verdict in VERDICTS


def test_a_number_that_agrees_would_have_shown_a_difference_that_matters_four_times_in_five():
    """Draw printed means that are 10 % off, with the most scatter at which a cell may still agree."""
    sd = 10.0 * OF_A_MEAN / NEEDED * math.sqrt(50)
    assert judge(10.0, NAN, 10.0, sd=sd * 0.999, n=math.inf).verdict == "agrees"
    assert judge(10.0, NAN, 10.0, sd=sd * 1.001, n=math.inf).verdict == "inconclusive"
    off = np.random.default_rng(7).normal(11.0, sd / math.sqrt(50), 4000)
    seen = np.mean([judge(x, NAN, 10.0, sd=sd * 0.999, n=math.inf).verdict == "differs" for x in off])
    assert abs(seen - POWER) < 0.025


def test_statistic_counts_both_samples():
    assert judge(10, NAN, 9, sd=5, n=100, sample=50).statistic == pytest.approx(
        1 / (5 * math.sqrt(1 / 50 + 1 / 100))
    )


def test_table_x_is_exact():
    frame = gt.sweep(
        "uniform",
        "ordered",
        p=1.0,
        sizes=SIZES,
        strategies=list(COLUMNS.values()),
        trees=20,
        seed=1,
        progress=False,
    )
    judged = companion.compare(frame, companion.published("muszycka1985", table="X"))
    assert (judged["verdict"] == "exact").all()


def test_cells_without_a_counterpart_are_not_yet():
    frame = gt.sweep(
        "uniform", "unordered", sizes=[(3, 6)], strategies=["alphabeta"], trees=50, seed=1, progress=False
    )
    judged = companion.compare(frame, companion.published("muszycka1985", table="III"))
    known = judged[judged["verdict"] != "not yet"]
    assert [tuple(row) for row in known[["row", "column"]].values] == [("U(3,6)", "AB")]
    assert (
        companion.compare(frame, companion.published("muszycka1985", table="II"))["verdict"] == "not yet"
    ).all()


def test_what_can_not_be_compared_is_refused_with_what_is_allowed():
    cells = companion.published("muszycka1985", table="III")
    with pytest.raises(
        TypeError, match=r"^frame is None: it must be a DataFrame, what gametree\.sweep returns$"
    ):
        companion.compare(None, None)
    with pytest.raises(
        ValueError, match=r"^frame lacks the columns kind, scheme, p, .*: it must be what gametree"
    ):
        companion.compare(cells, cells)
    swept = pd.DataFrame(
        columns=["kind", "scheme", "p", "width", "depth", "strategy", "criterion", "mean", "sd", "n"]
    )
    with pytest.raises(
        TypeError, match=r"^cells is a str: it must be a DataFrame, what companion\.published returns$"
    ):
        companion.compare(swept, "III")
    with pytest.raises(ValueError, match=r"^cells lacks the columns value, cause: it must be what companion"):
        companion.compare(swept, cells.drop(columns=["value", "cause"]))


def test_two_readings_of_one_case_are_refused():
    frames = [
        gt.sweep(
            "uniform", s, p=0.4, sizes=[(2, 2)], strategies=["alphabeta"], trees=50, seed=1, progress=False
        )
        for s in ("ordered", "ordered-reset")
    ]
    with pytest.raises(ValueError, match="one reading of each case"):
        companion.compare(pd.concat(frames), companion.published("muszycka1985", table="VII"))


def test_fractions_are_judged_without_tolerance():
    edge = Fraction(5625, 10000)
    assert judge_exactly(0.563, math.nan, edge, 3).verdict == "exact"
    assert judge_exactly(0.562, math.nan, edge, 3).verdict == "exact"
    assert judge_exactly(0.562, math.nan, edge + Fraction(1, 10**30), 3).verdict == "differs"
    assert judge_exactly(0.653, 0.563, edge, 3, "print") == (pytest.approx(0.0005), "misprint")
    assert judge_exactly(0.653, 0.563, edge, 3, "undecided").verdict == "scan"
    assert judge_exactly(0.653, 0.564, edge, 3).verdict == "differs"
