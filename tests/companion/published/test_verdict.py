"""Verdicts: what counts as exact, as agreeing, as a misprint."""

import math
from fractions import Fraction

import pandas as pd
import pytest

import companion
import gametree as gt
from companion.published.cases import CASES, COLUMNS, SIZES
from companion.published.verdict import VERDICTS, judge, judge_exactly

NAN = math.nan


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
        ({"published": 53.0, "corrected": NAN, "ours": 53.0}, "exact"),
        ({"published": 53.0, "corrected": NAN, "ours": 53.004}, "exact"),
        ({"published": 53.0, "corrected": NAN, "ours": 53.006}, "differs"),
        # 2.1 standard errors off, and a tenth of ours is 3.9 of them; with a larger scatter it is 2.6.
        ({"published": 10.4, "corrected": NAN, "ours": 11.0, "sd": 2.0, "n": 1e9}, "agrees"),
        ({"published": 10.4, "corrected": NAN, "ours": 11.0, "sd": 3.0, "n": 1e9}, "inconclusive"),
        ({"published": 10.0, "corrected": NAN, "ours": 11.5, "sd": 3.0, "n": 1e9}, "differs"),  # 3.5
        (
            {"published": 10.0, "corrected": NAN, "ours": 11.5, "sd": 3.0, "n": 1e9, "sample": 10},
            "inconclusive",
        ),
        ({"published": 0.5, "corrected": NAN, "ours": 0.52, "sd": 0.5, "n": 1e9, "sample": 4000}, "agrees"),
        (
            {
                "published": 0.5,
                "corrected": NAN,
                "ours": 0.52,
                "sd": 0.5,
                "n": 1e9,
                "sample": 4000,
                "matters": 0.03,
            },
            "inconclusive",
        ),
        (
            {
                "published": 8121.62,
                "corrected": 121.62,
                "ours": 121.0,
                "sd": 30.0,
                "n": 1e4,
                "cause": "print",
            },
            "misprint",
        ),
        (
            {
                "published": 8121.62,
                "corrected": 121.62,
                "ours": 121.0,
                "sd": 30.0,
                "n": 1e4,
                "cause": "undecided",
            },
            "scan",
        ),
        (
            {
                "published": 8121.62,
                "corrected": 121.62,
                "ours": 221.0,
                "sd": 30.0,
                "n": 1e4,
                "cause": "print",
            },
            "differs",
        ),
        ({"published": 0.653, "corrected": 0.563, "ours": 0.5632, "digits": 3, "cause": "scan"}, "scan"),
        ({"published": 10.0, "corrected": NAN, "ours": NAN}, "not yet"),
    ],
)
def test_verdict_of_one_cell(arguments, verdict):
    assert judge(**arguments).verdict == verdict
    assert verdict in VERDICTS


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
