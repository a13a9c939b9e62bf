"""Findings about claims in prose, as rows of the scorecard."""

import math

import pytest

import companion
from companion.published.claims import Finding, equal, held, judged_findings

SOURCE = "zenzel1989"


def all_of(table, **changed):
    cells = companion.published(SOURCE, table)
    return [
        Finding(cell.row, cell.column, changed.get(cell.column, 1.0), "agrees", "why")
        for cell in cells.itertuples()
    ]


def test_findings_come_back_in_the_order_of_print_with_what_was_printed():
    frame = judged_findings(SOURCE, ["3.3.3", "4.1"], [*all_of("4.1"), *all_of("3.3.3", value=-8.0)])
    assert frame[["row", "column"]].values.tolist() == [
        ["Figure 8: AOC*", "iterations"],
        ["Figure 8: AOC*", "value"],
        ["the experiment", "runs"],
    ]
    assert frame.published.tolist() == [6.0, -8.25, 1440.0]
    assert frame.statistic.tolist() == [5.0, -0.25, 1439.0]


def test_a_claim_in_words_agrees_if_enough_of_its_cases_hold():
    assert held("c", [True, True], "").verdict == "agrees"
    assert held("c", [True, False], "")[2:4] == (0.5, "differs")
    assert held("c", [True, False], "", needed=0.5).verdict == "agrees"
    with pytest.raises(ValueError, match="cases of 'c' are none"):
        held("c", [], "")


def test_a_number_must_be_equal_to_its_last_digit():
    place = ("muszycka1985", "5.1", "q = 0.05: the end of the errors, first point", "err2")
    assert equal(*place, 0.80912, "", 4).verdict == "misprint"
    assert equal(*place, 0.8089, "", 4).verdict == "differs"
    with pytest.raises(ValueError, match=r"it must be a row and a column of table 5\.1"):
        equal("muszycka1985", "5.1", "nothing", "err2", 0.0, "", 4)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda f: f[:-1], "findings lack Figure 8: AOC\\* value: every claim of table 3.3.3 needs one"),
        (lambda f: [*f, f[0]], "judged twice"),
        (lambda f: [f[0]._replace(claim="x"), f[1]], "claim is \\('x', 'iterations'\\): it must be a row"),
        (lambda f: [f[0]._replace(verdict="fine"), f[1]], "verdict of .* is 'fine': it must be one of exact"),
        (lambda f: [f[0]._replace(ours=math.nan), f[1]], "a verdict needs a finite number"),
    ],
)
def test_what_does_not_fit_is_refused(change, message):
    with pytest.raises(ValueError, match=message):
        judged_findings(SOURCE, ["3.3.3"], change(all_of("3.3.3")))
