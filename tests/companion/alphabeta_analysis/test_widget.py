"""The widget about critical positions."""

import pytest

from companion.alphabeta_analysis.widget import (
    ORDERS,
    CriticalPositions,
    Positions,
)
from gametree.theory import minimum_leaves, no_deep_cutoffs


def test_perfect_order_shows_the_critical_positions_and_nothing_else():
    rows = dict(Positions(3, 3).rows())
    assert rows["leaves examined here"] == "11 of 27"
    assert (
        rows["positions examined, level by level"]
        == rows["critical positions, level by level (13)"]
        == "1, 3, 5, 11"
    )
    assert rows["examined and not critical; critical and not examined"] == "0; 0"
    assert rows["leaves in perfect order: F2 (17), F1 (51)"] == "11, 11"


@pytest.mark.parametrize("order", ORDERS)
def test_every_order_is_what_its_name_says(order):
    found = Positions(2, 4, order, "F1 (no deep cut-offs)")
    leaves = found.traced.result.leaves
    assert minimum_leaves(2, 4) <= leaves <= 16
    if order == "perfect":
        assert leaves == no_deep_cutoffs.best_case(2, 4)
    if order == "worst":
        assert leaves == 16


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"width": 5, "depth": 3}, "width 5, depth 3 has 125 leaves: at most 64 can be drawn"),
        ({"depth": 0}, "depth is 0"),
        ({"order": "good"}, "order is 'good': it must be one of perfect, random"),
        ({"strategy": "F3"}, "strategy is 'F3': it must be one of F1"),
    ],
)
def test_what_cannot_be_shown_is_refused_in_a_sentence(arguments, message):
    with pytest.raises(ValueError, match=message):
        Positions(**arguments)


def test_the_widget_follows_its_controls():
    widget = CriticalPositions(width=2, depth=3)
    before = widget.picture.value
    widget.fields["order"].value = "worst"
    assert widget.picture.value != before
    assert "8 of 8" in widget.table.value


def test_every_tree_that_the_widget_offers_can_be_drawn():
    widget = CriticalPositions(width=2, depth=6)
    for width, deepest in ((3, 3), (4, 3), (5, 2), (8, 2)):
        widget.fields["width"].value = width
        assert widget.fields["depth"].max == widget.state.depth == deepest
        assert widget.state.width == width and not widget.message.value
        widget.fields["depth"].value = widget.fields["depth"].max


def test_the_still_has_alternative_text():
    widget = CriticalPositions(width=2, depth=3)
    shown = CriticalPositions.still(3, "In perfect order.", width=2, depth=3).data
    assert widget.picture.value + widget.table.value in shown
    assert 'alt="Game tree of depth 3' in shown
    assert "type 3: p121, p21." in shown
