"""Widgets about pathology."""

import pytest

from companion.pathology.widget import ErrorExplorer, QualityExplorer
from gametree.backup.decisions import Sample
from gametree.experiment import sampled_quality


def test_the_error_widget_follows_its_sliders_and_starts_with_its_still():
    widget = ErrorExplorer()
    assert widget.picture.value + widget.table.value in ErrorExplorer.still(1, "errors").data
    before = widget.picture.value
    widget.fields["q"].value = 0.05
    widget.fields["depth"].value = 30
    assert widget.picture.value != before
    assert "q = 0.05" in widget.picture.value
    for end in (0.0, 1.0):
        for name in ("err1", "err2", "p", "q"):
            widget.fields[name].value = end
    assert "nan" not in widget.table.value


@pytest.fixture(scope="module")
def played():
    sizes = (
        ("pearl", 2, 5),
        ("pearl", 3, 4),
        ("incremental", 2, 5),
        ("incremental", 3, 5),
        ("incremental", 3, 3),
    )
    return sampled_quality([Sample(game, w, t, 100, 1) for game, w, t in sizes]).assign(table="XIX")


def test_the_quality_widget_shows_any_game_that_was_played(played):
    widget = QualityExplorer(played, played, t=5)
    assert widget.picture.value in QualityExplorer.still(1, "decisions", played, played, t=5).data
    widget.fields["game"].value = "incremental"
    widget.fields["w"].value = 3
    widget.fields["rules"].value = ("minimax", "average")
    assert "incremental game, width 3, 5 moves" in widget.picture.value
    assert not widget.message.value


def test_the_quality_widget_offers_only_what_was_played(played):
    widget = QualityExplorer(played, played, t=5)
    assert widget.fields["t"].options == (5,)
    widget.fields["w"].value = 3
    assert widget.fields["t"].options == (4,) and widget.state.t == 4
    widget.fields["game"].value = "incremental"
    assert widget.fields["t"].options == (3, 5) and widget.state.w == 3
    assert not widget.message.value


def test_the_quality_widget_says_so_if_nothing_is_chosen(played):
    widget = QualityExplorer(played, played, t=5)
    widget.fields["rules"].value = ()
    assert "at least one rule" in widget.message.value


def still(played, printed):
    return QualityExplorer.still(1, "decisions", played, printed, t=5).data


def test_only_what_was_printed_for_the_chosen_rules_is_drawn(played):
    own = played[played.rule == "minimax"]
    assert still(played, played) == still(played, own) != still(played, own.iloc[:0])


def test_nau_and_the_thesis_have_marks_of_their_own(played):
    assert still(played, played) != still(played, played.assign(table="XX"))
