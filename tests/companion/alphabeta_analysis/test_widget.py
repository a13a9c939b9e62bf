"""The widget about critical positions, and the pictures of Knuth & Moore's analysis."""

import numpy as np
import pandas as pd
import pytest

from companion import plot
from companion.alphabeta_analysis import figures as analysis
from companion.alphabeta_analysis.widget import (
    ORDERS,
    CriticalPositions,
    Positions,
)
from gametree.examples import pi_tree
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
    shown = CriticalPositions.still(width=2, depth=3).data
    assert shown == widget.picture.value + widget.table.value
    assert 'alt="Game tree of depth 3' in shown
    assert "type 3: p121, p21." in shown


def texts(figure):
    return [text.get_text() for ax in figure.axes for text in ax.texts]


def test_the_tree_of_pi_shows_every_digit_of_what_was_examined():
    tree = pi_tree()
    leaves = {node for node in range(tree.n_nodes) if tree.is_leaf(node)}
    figure = analysis.examined_trees(
        tree, {"all": set(range(tree.n_nodes))}, {"all": {n: tree.values[n] for n in leaves}}, ringed=[3]
    )
    assert (
        "".join(texts(figure))
        == "314159265358979323846264338327950288419716939937510582097494459230781640628620899"
    )
    assert plot.to_svg(figure)


def test_pictures_of_growth_have_labelled_axes():
    d = np.array([2, 4, 8, 16])
    frame = pd.DataFrame({"d": d} | {name: d**0.75 for name, *_ in analysis._GROWTH})
    printed = pd.DataFrame({"d": [2, 4], "r0(d)": [1, 2], "r1(d)": [1, 2], "r*(d)": [1, 2]})
    figure = analysis.growth(frame, printed)
    assert [ax.get_ylabel() for ax in figure.axes] == ["branching factor / $d^{0.75}$", "local exponent of d"]
    assert np.allclose(figure.axes[0].lines[0].get_ydata(), 1)
    assert np.allclose(figure.axes[1].lines[0].get_ydata(), 0.75)
