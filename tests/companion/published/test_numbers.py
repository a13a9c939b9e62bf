"""Numbers printed outside the large tables: each beside ours, with everything that the scorecard wants to know."""

import math

import pytest

from companion.published.cells import printed_cell
from companion.published.verdict import SCORECARD_COLUMNS, judge, judged_numbers, number

SAMPLED = ("muszycka1985", "A1", "N(3,5) real-dependent", "Scout (Campbell-Marsland) visits")
CORRECTED = ("muszycka1985", "2.1", "sons worth 3 and 4", "bound for p3")


def test_an_exact_number_has_no_sample():
    found = number("knuth1975", "S3", "Fig. 2", "leaves", 36, digits=0)
    assert (found["source"], found["table"], found["row"], found["column"]) == (
        "knuth1975",
        "S3",
        "Fig. 2",
        "leaves",
    )
    assert (found["published"], found["ours"], found["statistic"], found["verdict"]) == (
        36.0,
        36,
        0.0,
        "exact",
    )
    assert math.isnan(found["corrected"])
    assert math.isnan(found["sd"])
    assert math.isnan(found["n"])
    assert found["note"] == ""
    assert number("knuth1975", "S3", "Fig. 2", "leaves", 36.6, digits=0)["verdict"] == "differs"


def test_a_sampled_number_is_judged_by_both_samples_and_keeps_ours():
    found = number(*SAMPLED, 78.0, "counted", sd=5.0, n=100, sample=40, matters=9.0)
    assert (found["sd"], found["n"]) == (5.0, 100)
    assert found["statistic"] == judge(79.3, math.nan, 78.0, 5.0, 100, 40).statistic
    assert found["verdict"] == "agrees"
    assert number(*SAMPLED, 78.0, sd=5.0, n=100, sample=40, matters=0.1)["verdict"] == "inconclusive"
    assert found["note"] == f"counted; {printed_cell(*SAMPLED)['note']}"


def test_a_corrected_number_is_judged_as_corrected_with_its_cause():
    found = number(*CORRECTED, 3.0)
    assert (found["published"], found["corrected"], found["verdict"]) == (-3.0, 3.0, "misprint")
    assert found["note"] == printed_cell(*CORRECTED)["note"]
    assert number(*CORRECTED, -3.0)["verdict"] == "differs"


def test_a_number_without_ours_is_underspecified_and_says_what_is_missing():
    found = number(*SAMPLED, None, "no size is given")
    assert (found["published"], found["verdict"]) == (79.3, "underspecified")
    assert found["note"].startswith("no size is given; ")
    assert all(math.isnan(found[name]) for name in ("ours", "sd", "n", "statistic"))
    with pytest.raises(ValueError, match="note is empty for A1"):
        number(*SAMPLED, None)


def test_numbers_make_the_frame_that_the_scorecard_takes():
    frame = judged_numbers([number("knuth1975", "S3", "Fig. 2", "leaves", 36), number(*CORRECTED, 3.0)])
    assert list(frame.columns) == [*SCORECARD_COLUMNS, "note"]
    assert frame["verdict"].tolist() == ["exact", "misprint"]
    assert not frame["published"].isna().any()
