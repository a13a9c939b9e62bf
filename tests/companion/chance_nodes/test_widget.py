"""Pictures and the stepper for trees with chance nodes."""

import pytest

from companion import plot
from companion.chance_nodes import study as experiment
from companion.chance_nodes.figures import describe_chance, draw_chance_tree, draw_map, percent, states
from companion.chance_nodes.findings import break_even, table_2
from companion.chance_nodes.widget import (
    ChanceWalk,
    chance_stepper,
    chance_stepper_picture,
    parse_chance_tree,
    table,
)
from companion.plot.state import State
from gametree import chance
from gametree.chance import examples


def test_a_picture_marks_what_is_known_and_what_is_cut_off():
    traced = table_2()
    found = dict(zip(traced.tree.names, states(traced.tree, traced.snapshot(23)), strict=True))
    assert found["B"] is State.VISITED
    assert found["L"] is State.SOLVED
    assert found["S"] is State.PRUNED
    assert found["G"] is State.WAITING


def test_a_picture_shows_names_probabilities_and_ranges():
    traced = table_2()
    axes = draw_chance_tree(traced.tree, snapshot=traced.snapshot(23))
    texts = [text.get_text() for text in axes.texts]
    assert texts.count(".8") == 10 and texts.count(".2") == 10
    assert "[4.8, 6.8]" in texts and "[1.6, 3.6]" in texts
    assert {"A", "Z5", "cut-off", "last step"} <= set(texts)
    assert plot.to_svg(axes) == plot.to_svg(draw_chance_tree(traced.tree, snapshot=traced.snapshot(23)))


def test_alternative_text_says_what_is_known_and_cut_off():
    traced = table_2()
    said = describe_chance(traced.tree, traced.snapshot(23))
    assert "B [4.8, 6.8]" in said and "cut off: I;" in said
    assert "7, 2, 3" in describe_chance(traced.tree)


def test_too_large_a_tree_is_not_drawn():
    tree, _ = chance.generate(2, 9)
    with pytest.raises(ValueError, match="tree has 81 leaves"):
        draw_chance_tree(tree)


@pytest.mark.parametrize("method", list(chance.METHODS))
def test_a_walk_goes_forward_and_back_and_ends_with_the_value(method):
    walk = ChanceWalk(method=method)
    assert walk.over or walk.traced[walk.step].pruned
    walk.first()
    walk.back()
    assert walk.step == 0
    walk.last()
    walk.forward()
    assert walk.over
    assert walk.facts()["result"] == "value 6.52"


def test_the_widget_edits_rolls_and_says_what_is_wrong():
    widget = chance_stepper()
    assert "step 10 of 43" in widget.panel.value
    widget.buttons["forward"].click()
    assert "step 11 of 43" in widget.panel.value
    widget.strategy.value = "aoc*"
    widget.error.value = 0.25
    assert widget.walk.traced.result.value == pytest.approx(6.52)
    widget.goal.value = "min"
    assert widget.walk.tree.goal == "min"
    widget.text.value = "[((0.5, 1), (0.4, 2))]"
    widget.apply.click()
    assert "add up to 0.9" in widget.message.value
    widget.text.value = "[((0.5, 1), (0.5, 2)), 7]"
    widget.apply.click()
    assert widget.message.value == ""
    widget.dice.click()
    assert widget.walk.tree.n_leaves == 16
    widget.depth.value, widget.branch.value = 6, 4
    widget.dice.click()
    assert "at most 64 can be drawn" in widget.message.value


def test_what_is_typed_is_not_executed():
    with pytest.raises(ValueError, match="it must be lists, tuples of pairs and numbers"):
        parse_chance_tree("__import__('os')")
    with pytest.raises(ValueError, match="at most 20000 are allowed"):
        parse_chance_tree("[" * 30_000)


def test_the_static_picture_is_the_first_state_of_the_widget():
    widget = chance_stepper()
    assert widget.panel.value in chance_stepper_picture().data


def test_a_story_becomes_a_table():
    assert "(A, S, V=6.52, OR-Node)" in table(table_2()).data
    traced = chance.trace(examples.figure_8(), "aoc*", ranges=examples.TABLE_3)
    assert "C can&#x27;t be better than −7" in table(traced).data


def test_a_map_has_a_panel_per_criterion_and_order():
    frame = experiment.runs([(2, 2), (4, 2)], (0.1, 1), replicates=10, orders=["perfect", "worst"])
    figure = draw_map({"nodes": break_even(frame, "nodes", resamples=5)})
    titles = [axes.get_title(loc="left") for axes in figure.axes]
    assert titles[:2] == ["nodes, perfect order", "nodes, worst order"]
    assert percent(float("inf")) == "never"
    assert percent(0.755) == "76 %"
