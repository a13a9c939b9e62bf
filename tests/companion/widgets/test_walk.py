"""The stepper without a browser: the walk itself, and the widget that passes on what people press."""

import html

import pytest

import gametree as gt
from companion import widgets
from gametree.examples import SPECIMEN

STRATEGIES = list(gt.STRATEGIES)


def test_a_walk_begins_at_the_first_cut_off_of_the_specimen():
    walk = widgets.Walk()
    assert walk.tree.to_nested() == SPECIMEN
    assert walk.strategy == "alphabeta"
    assert walk.traced[walk.step].event == "cut-off"
    assert walk.facts()["pruned so far"] == "p132, p133"
    assert walk.facts()["window for MAX"] == "(−∞, 6)"
    assert walk.facts()["stack"] == "p → p1"


def test_without_a_cut_off_it_begins_at_the_end():
    walk = widgets.Walk(strategy="minimax")
    assert walk.step == walk.last_step
    assert walk.facts()["result"] == "value 40, principal continuation p2, p21, p211"


def test_forward_and_back_stop_at_the_ends():
    walk = widgets.Walk()
    start = walk.step
    walk.forward()
    assert walk.step == start + 1
    walk.back()
    assert walk.step == start
    walk.first()
    walk.back()
    assert walk.step == 0
    walk.last()
    walk.forward()
    assert walk.step == walk.last_step == len(walk.traced) - 1
    walk.go(10**6)
    assert walk.step == walk.last_step


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_counts_grow_to_the_result(strategy):
    walk = widgets.Walk(strategy=strategy)
    before = (0, 0, 0)
    for step in range(len(walk.traced)):
        walk.go(step)
        now = (walk.counts.leaves, walk.counts.nodes, walk.counts.visits)
        assert all(a <= b for a, b in zip(before, now, strict=True))
        assert ("result" in walk.facts()) == (step == walk.last_step)
        before = now
    result = gt.search(walk.tree, strategy)
    assert before == (result.leaves, result.nodes, result.visits)


def test_sss_star_shows_open():
    walk = widgets.Walk(strategy="sss*")
    walk.go(9)
    facts = walk.facts()
    assert facts["OPEN, from the top"] == "(p21, S, 40), (p111, S, 12), (p112, S, 8)"
    assert "stack" not in facts


def test_edit_and_choose():
    walk = widgets.Walk()
    walk.edit("[[3, 5], [2, 9]]")
    assert walk.tree == gt.Tree.from_nested([[3, 5], [2, 9]])
    assert walk.text == "[[3, 5], [2, 9]]"
    walk.choose("scout")
    assert walk.strategy == walk.traced.strategy == "scout"
    walk.edit("7")
    assert walk.facts()["result"] == "value 7"


def test_roll():
    walk = widgets.Walk()
    walk.roll(kind="uniform", width=3, depth=3, scheme="unordered", seed=7)
    assert walk.tree == gt.generate("uniform", width=3, depth=3, scheme="unordered", seed=7)
    walk.roll(kind="nonuniform", width=3, depth=3, scheme="ordered", p=0.6, seed=7)
    assert walk.tree == gt.generate("nonuniform", width=3, depth=3, scheme="ordered", p=0.6, seed=7)


@pytest.mark.parametrize(
    "text",
    ["", "[[1, 2", "[]", "[[1, []]]", "['a']", "[1, None]", "[True]", "__import__('os')", "{1: 2}", "[1e999]",
     "'[1, 2]'", "[" * 500 + "1" + "]" * 500, str(list(range(65))), "[" + "1," * 20000 + "]"],
)  # fmt: skip
def test_bad_trees_get_one_sentence_and_change_nothing(text):
    walk = widgets.Walk()
    traced = walk.traced
    with pytest.raises(ValueError) as error:
        walk.edit(text)
    sentence = str(error.value)
    assert "\n" not in sentence and 10 < len(sentence) < 200
    assert walk.traced is traced


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"width": 4, "depth": 4}, "tree has 256 leaves: at most 64"),
        ({"width": 16, "depth": 12}, "of memory"),
        ({"scheme": "sorted"}, "scheme is 'sorted'"),
        ({"seed": -1}, "seed is -1"),
    ],
)
def test_bad_rolls_change_nothing(arguments, sentence):
    walk = widgets.Walk()
    traced = walk.traced
    with pytest.raises((ValueError, MemoryError), match=sentence):
        walk.roll(
            **{"kind": "uniform", "width": 2, "depth": 2, "scheme": "unordered", "seed": 1, **arguments}
        )
    assert walk.traced is traced


def test_the_widget_passes_on_what_people_press():
    widget = widgets.stepper()
    seen = [widget.picture.value]
    widget.buttons["forward"].click()
    assert widget.slider.value == widget.walk.step + 1
    assert widget.picture.value not in seen
    seen.append(widget.picture.value)
    widget.buttons["back"].click()
    assert widget.picture.value == seen[0]
    widget.slider.value = 3
    assert widget.walk.step == 2 and "step 3 of" in widget.panel.value
    widget.strategy.value = "sss*"
    assert "OPEN, from the top" in widget.panel.value
    widget.buttons["last"].click()
    assert widget.slider.value == widget.slider.max == 17
    assert "value 40, principal continuation p2, p21, p211" in widget.panel.value


def test_the_widget_tells_what_is_wrong_and_stays():
    widget = widgets.stepper()
    before = widget.picture.value
    widget.text.value = "[[1, 2"
    widget.apply.click()
    assert html.escape("tree is '[[1, 2': it must be nested lists of numbers") in widget.message.value
    assert "Traceback" not in widget.message.value
    assert widget.picture.value == before
    widget.text.value = "[[1, 2], [3, 4]]"
    widget.apply.click()
    assert widget.message.value == ""
    assert widget.walk.tree.n_leaves == 4
    widget.width.value, widget.depth.value = 5, 5
    widget.dice.click()
    assert "at most 64 can be drawn" in widget.message.value


def test_rolling_again_gives_another_tree():
    widget = widgets.stepper()
    widget.dice.click()
    first = widget.walk.tree
    assert widget.text.value == widget.walk.text
    widget.dice.click()
    assert widget.walk.tree != first


def test_values_can_be_shown_from_both_points_of_view():
    widget = widgets.stepper(strategy="minimax")
    before = widget.picture.value
    widget.framework.value = "negamax"
    assert widget.picture.value != before
    widget.strategy.value = "sss*"
    minimax = widgets.stepper(strategy="sss*")
    assert widget.picture.value == minimax.picture.value


def test_the_static_picture_is_the_default_state_of_the_widget():
    for strategy in ("alphabeta", "sss*"):
        widget = widgets.stepper(strategy=strategy)
        picture = widgets.stepper_picture(strategy=strategy).data
        assert picture == widget.picture.value + widget.panel.value
