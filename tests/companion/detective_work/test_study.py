"""The investigation as one object, and its pictures."""

from __future__ import annotations

import pytest

from companion import plot
from companion.detective_work import Study, figures
from companion.detective_work.study import SINGLE_QUESTIONS


@pytest.fixture(scope="module")
def study():
    return Study(trees=50, precision=0.0, single=20, seed=5)


def test_inner_nodes_that_the_printed_visits_lack_are_counted_at_the_printed_leaves(study):
    visits = study.visits.set_index(["trees", "strategy"])
    assert len(visits) == 8
    assert list(visits.index[visits["missing"].notna()]) == [("U(2,5) P=0.4", "BB"), ("U(4,5) P=0.4", "BB")]
    # 43.30 visits and 22.78 leaves in print, where so many leaves need 21.93 inner nodes at least.
    assert visits["missing"]["U(2,5) P=0.4", "BB"] > 21.93 - 20.52


def test_every_question_has_one_best_suspect_and_what_the_text_says_is_among_them(study):
    for name, part in study.suspects.groupby("question"):
        assert (part["role"] == "best").sum() == 1 and (part["role"] == "text").sum() <= 1, name
    assert set(study.suspects["question"]) == set(SINGLE_QUESTIONS) == set(figures.TITLES)
    assert list(study.outcomes.index) == list(figures.NAMES)


def test_printed_leaves_stand_beside_those_of_the_readings(study):
    assert set(study.by_p["scheme"]) == set(figures.SCHEMES)
    row = study.by_p[(study.by_p["size"] == "U(3,6)") & (study.by_p["p"] == 0.2)].iloc[0]
    assert row["printed"] == 228.00 and row["band"] > 0


def test_the_evidence_is_kept_by_name(study):
    assert set(study.evidence) == {"fits", "held_out", "contradictions", "visits", "depth_1", "theory"}
    assert len(study.evidence["fits"]) == 222 and len(study.evidence["held_out"]) == 18


def test_splits_are_shown_with_headings_that_people_read(study):
    assert len(study.held_shown) == len(study.held)
    assert not [name for name in study.held_shown.columns if "_" in name]


@pytest.mark.parametrize("draw", ["suspects", "by_p", "roots", "held_out", "printed_twice", "around_theory"])
def test_no_word_of_a_picture_is_cut_off(study, draw):
    drawn = {
        "suspects": lambda: figures.suspects(study),
        "by_p": lambda: figures.leaves_by_p(study.by_p),
        "roots": lambda: figures.roots(study.roots),
        "held_out": lambda: figures.held_out(study.held),
        "printed_twice": lambda: figures.printed_twice(study.pairs),
        "around_theory": lambda: figures.around_theory(study.theory),
    }[draw]()
    plot.to_png(drawn, dpi=50)  # only then is the layout known
    box, page = drawn.get_tightbbox(), drawn.get_size_inches()
    assert box.x0 >= -0.01 and box.y0 >= -0.01 and box.x1 <= page[0] + 0.01 and box.y1 <= page[1] + 0.01
