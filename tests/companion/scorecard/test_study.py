"""What the scorecard amounts to: the headline counts tables first, and every difference has a cause."""

import math
import re

import pandas as pd
import pytest

from companion.published import scorecard as sc
from companion.published.tables import places
from companion.scorecard import study


def row(table, verdict, *, source="nau1983", kind="number", counted="yes", statistic=0.1, **more):
    known = dict.fromkeys(sc.COLUMNS, "") | dict.fromkeys(sc.NUMBERS, math.nan)
    key = {"source": source, "table": table, "row": "d=1", "column": "k=3", "page": 376, "kind": kind}
    return (
        known | key | {"verdict": verdict, "counted": counted, "statistic": statistic, "note": "why"} | more
    )


@pytest.fixture
def card():
    return pd.DataFrame(
        [
            row("I", "exact"),
            row("I", "exact", counted="trivial"),
            row("II", "differs", statistic=0.4),
            row("II", "differs", statistic=-0.9, row="d=2"),
            row("II", "exact", counted="copy"),
            row("4", "differs", kind="claim", says="it rises", quantifier="always", ours=0.75, n=4),
            row("4", "agrees", kind="claim"),
        ]
    )


def test_the_headline_counts_tables_first_and_nothing_twice(card):
    tables = sc.table_verdicts(card, pd.DataFrame(), {})
    assert study.headline(card, tables) == (
        "- **2 printed tables**: 1 came out with the text read word by word and 1 did not come out.\n"
        "- **3 distinct numbers** in them and in the text that are not true by definition: **1** came out to the last "
        "digit and **2** differ (1 more cell repeats one of them, and 1 can only be what it is).\n"
        "- **2 claims in words**: **1** agrees and **1** differs; of those that agree 0 say only that something may "
        "happen, and 0 hold under a chosen reading alone."
    )


def test_the_headline_counts_more_than_one_in_the_plural(card):
    twice = pd.concat([card, card], ignore_index=True)
    said = study.headline(twice, sc.table_verdicts(twice, pd.DataFrame(), {}))
    assert "(2 more cells repeat one of them, and 2 can only be what they are)" in said
    assert "**2** agree and **2** differ; " in said


@pytest.mark.parametrize(
    ("flips", "said"),
    [
        ({}, "No number, claim or whole table is judged otherwise under another seed."),
        ({("a",): "agrees 3, differs 1"}, "under 4 seeds; .* is inconclusive \\(1 row\\)"),
        ({("a",): "agrees 3, differs 1", ("b",): "agrees 9, differs 1"}, "under 10 seeds; .* \\(2 rows\\)"),
    ],
)
def test_what_other_seeds_make_of_the_verdicts_is_told_also_if_it_is_nothing(monkeypatch, flips, said):
    monkeypatch.setattr(study, "read_flips", lambda: flips)
    assert re.search(said, study.Study({}, {}, {}).other_seeds)


@pytest.mark.parametrize(("sd", "told"), [(math.nan, " (1 of them for one number alone)"), (0.3, "")])
def test_the_headline_says_which_tables_fail_by_one_number_that_is_not_sampled(card, sd, told):
    one = card[card["row"] != "d=2"].assign(sd=sd)
    said = study.headline(one, sc.table_verdicts(one, pd.DataFrame(), {}))
    assert f"and 1 did not come out{told}.\n" in said


def test_the_lessons_count_what_is_evidence(card):
    found = study.lessons(card, sc.table_verdicts(card, pd.DataFrame(), {}))
    assert (found.fixed, found.exact) == (3, 1)
    assert (found.sampled, found.literal, found.chosen, found.own) == (15, "none", "none", "none")
    assert (found.claims, found.held, found.failed, found.without_exception) == (2, 1, 1, 1)
    assert (found.damaged, found.misprints) == (0, 0)
    assert (found.own_fail, found.beaten) == ("none of its own 6 fails", "a small tree")


def test_the_lessons_name_the_tables_that_fail_and_the_tree_that_beats_sss(card):
    told = {"source": "muszycka1985", "kind": "claim", "row": "cmp-sss-ever", "note": "7 nodes suffice: [1]"}
    rows = [row(table, "differs", source="muszycka1985") for table in study.OWN]
    every = pd.concat([card, pd.DataFrame([*rows, row("3.6.3", "differs", **told)])], ignore_index=True)
    found = study.lessons(every, sc.table_verdicts(every, pd.DataFrame(), {}))
    assert found.own_fail == f"all 6 of its own ({', '.join(study.OWN)}) fail"
    assert found.beaten == "a tree of 7 nodes"
    some = every[every["table"] != "XX"]
    fewer = study.lessons(some, sc.table_verdicts(some, pd.DataFrame(), {}))
    assert fewer.own_fail == f"5 of its own 6 ({', '.join(study.OWN[1:])}) fail"


def test_differences_are_gathered_by_cause_with_the_farthest(card):
    found = study.by_cause(card)
    assert found["differ"].sum() == 3
    assert "II, d=2, k=3" in found["farthest off"].tolist()[0]


def test_a_cause_of_differences_is_of_a_table_that_exists():
    assert {(source, table) for source, table, _ in study.causes()} <= set(places())


def test_a_row_may_have_a_cause_of_its_own():
    known = study.causes()
    own = known["muszycka1985", "3.6.3", "cmp-sss-ever"]
    assert own.cause != known["muszycka1985", "3.6.3", ""].cause
    rows = [row("3.6.3", "differs", source="muszycka1985", row=name) for name in ("cmp-sss-ever", "other")]
    assert sorted(study.by_cause(pd.DataFrame(rows))["differ"]) == [1, 1]


def test_a_claim_that_fails_is_shown_with_its_quantifier_and_the_cases_that_hold(card):
    (found,) = study.failed_claims(card).to_dict("records")
    assert (found["claim"], found["quantifier"]) == ("it rises", "always")
    assert found["cases that hold, or our number"] == "3 of 4 hold"


def test_a_claim_with_a_single_case_is_shown_without_a_count():
    one = row("4", "differs", kind="claim", quantifier="always", ours=0.0, n=1)
    (found,) = study.failed_claims(pd.DataFrame([one])).to_dict("records")
    assert found["cases that hold, or our number"] == "it does not hold"


def test_a_claim_that_names_a_number_is_shown_with_ours_and_not_with_a_share():
    named = row("4", "differs", kind="claim", quantifier="about", published=5.0, ours=12.0, n=6)
    (found,) = study.failed_claims(pd.DataFrame([named])).to_dict("records")
    assert found["cases that hold, or our number"] == "12, not 5"


def test_the_headline_tells_how_most_seeds_judge_the_tables_that_others_leave_undecided(card):
    tables = sc.table_verdicts(card, pd.DataFrame(), {}).assign(outcome="inconclusive")
    leaning = tables.assign(seeds=["differs 8, agrees 2", "agrees 6, inconclusive 4"])
    told = " (1 differs and 1 agrees under most seeds, not under all)"
    assert f"**2 printed tables**: 2 could not be decided{told}.\n" in study.headline(card, leaning)
    assert "2 could not be decided.\n" in study.headline(card, tables)


def test_the_headline_tells_which_numbers_have_only_lost_their_place(card):
    scanned = card.assign(verdict="scan", cause=["place", "scan", "scan", "place", "scan", "", ""])
    told = "**3** are damaged in the scan (2 of them have only lost their place) ("
    assert told in study.headline(scanned, sc.table_verdicts(scanned, pd.DataFrame(), {}))
    assert study.lessons(scanned, sc.table_verdicts(scanned, pd.DataFrame(), {})).damaged == 1
