"""Readings put to the printed tables: scores, freedom, and choices tested on what was held out."""

from __future__ import annotations

import pytest

from companion.detective_work.fits import (
    QUESTIONS,
    SPLITS,
    alone,
    fit_question,
    held_out,
    outcome,
    overall,
    tried,
)
from companion.published.cases import CASES, Sampler, chosen_reading, literal_reading
from companion.published.tables import places


@pytest.fixture(scope="module")
def sampler():
    return Sampler(1000, seed=5)


def test_paired_differences_tell_readings_apart_that_means_do_not(sampler):
    fits = fit_question(QUESTIONS["fan-outs"], sampler)
    together = overall(fits).set_index("reading")
    assert together.index[0] == "nonuniform-narrow"
    assert together["paired"]["nonuniform-levels"] > 3 * together["paired"]["nonuniform-narrow"]
    assert outcome(fits).split(" ")[0] in ("explained:", "narrowed", "open")


def test_a_candidate_stands_in_for_cases_of_its_own_family_only(sampler):
    found = fit_question(QUESTIONS["fan-outs, jointly"], sampler).set_index(["table", "reading"])
    values = ("nonuniform-narrow, unordered", "nonuniform-narrow, unordered-best-last")
    assert found.loc[("XI", values[0]), "score"] + 2 == found.loc[("XI", values[1]), "score"]
    assert found.loc[("XIII", values[0]), "mean_square"] != found.loc[("XIII", values[1]), "mean_square"]


def test_freedom_is_charged_once_over_all_tables(sampler):
    fits = fit_question(QUESTIONS["fan-outs"], sampler)
    together = overall(fits).set_index("reading")
    assert together["parameters"].to_dict() == {
        "nonuniform": 0, "nonuniform-narrow": 1, "nonuniform-levels": 2
    }  # fmt: skip
    without = (fits["score"] - 2 * fits["parameters"]).groupby(fits["reading"]).sum()
    for reading, row in together.iterrows():
        assert row["score"] == pytest.approx(without[reading] + 2 * row["parameters"])


def test_tables_taken_alone_are_counted_if_they_can_tell(sampler):
    fits = fit_question(QUESTIONS["windows"], sampler)
    assert alone(fits)[1] == 1, "on uniform trees the window makes no difference"
    first = fits["reading"] == overall(fits)["reading"].iloc[0]
    assert alone(fits.assign(score=fits["score"] - 1e6 * first)) == (2, 2)
    in_one = first & (fits["table"] == "XII")
    assert alone(fits.assign(score=fits["score"] + 1e4 * first - 1e6 * in_one)) == (1, 2)


def test_as_many_readings_are_said_to_have_been_tried_as_the_questions_try():
    for case in CASES:
        said = places()["muszycka1985", case.table].tried
        if chosen_reading(case) == literal_reading(case):
            assert said == 0
        else:
            assert said == tried(case.table) > 1
    # The ranks of Table I follow from the trees of all of them.
    assert places()["muszycka1985", "I"].tried == max(tried(case.table) for case in CASES)


def test_table_iv_chooses_the_newest_first_rule_for_ties(sampler):
    fits = fit_question(QUESTIONS["ties"], sampler, tables=("IV",)).set_index("reading")
    assert fits["paired"]["leftmost (as prescribed)"] > 3 * fits["paired"]["newest first"]
    assert fits["paired_p"]["newest first"] > 0.05 > fits["paired_p"]["leftmost (as prescribed)"]


def test_no_number_serves_both_to_choose_a_reading_and_to_test_it():
    for split in SPLITS:
        assert not (set(split.choose) & set(split.test) and set(split.choose_sizes) & set(split.test_sizes))


@pytest.mark.slow
def test_a_reading_chosen_on_some_tables_is_far_closer_to_the_others_than_the_literal_one(sampler):
    found = held_out(sampler)
    assert len(found) == 2 + 2 * len(QUESTIONS)
    by_tables = found.iloc[:2].set_index("question")
    assert by_tables["reading"]["ordered nonuniform"] == "nonuniform-levels, ordered-leaves"
    assert (by_tables["mean_square"] < by_tables["literal_mean_square"] / 4).all()
    alone = overall(fit_question(QUESTIONS["ordered"], sampler, ("VI", "VIII")))
    assert by_tables["reading"]["ordered"] == alone["reading"].iloc[0]


def test_the_first_candidate_of_every_question_is_what_the_text_says():
    from companion.detective_work.fits import read_as
    from companion.published.cases import case_of

    for question in QUESTIONS.values():
        for table in question.tables:
            read, text = read_as(case_of(table), question.candidates[0]), literal_reading(case_of(table))
            asked = question.candidates[0]
            if asked.kind:
                assert read.kind == text.kind
            if asked.scheme:
                assert read.scheme == text.scheme
            if asked.using is not None:
                assert read.using == text.using
