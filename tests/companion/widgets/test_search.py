"""The stepper without a browser: the walk itself, and the widget that passes on what people press."""

import html

import pytest

import gametree as gt
from companion.plot import check_drawable
from companion.widgets import SearchStepper, SearchWalk, parse_tree
from companion.widgets.explorer import values
from gametree.examples import SPECIMEN
from gametree.generate import KINDS, SCHEMES

STRATEGIES = list(gt.STRATEGIES)


def test_a_walk_begins_at_the_first_step_of_the_specimen():
    walk = SearchWalk()
    assert walk.tree.to_nested() == SPECIMEN
    assert walk.strategy == "alphabeta"
    assert walk.index == 0
    assert walk.facts()["counts so far"] == "0 leaves, 0 nodes, 0 visits"


def test_the_panel_tells_what_a_cut_off_is():
    walk = SearchWalk()
    walk.go(next(k for k, step in enumerate(walk.traced) if step.event == "cut-off"))
    assert walk.facts()["pruned so far"] == "p132, p133"
    assert walk.facts()["window for MAX"] == "(−∞, 6)"
    assert walk.facts()["stack"] == "p → p1"


def test_the_panel_ends_with_the_result():
    walk = SearchWalk(strategy="minimax")
    walk.go(walk.last_step)
    assert walk.facts()["result"] == "value 40, principal continuation p2, p21, p211"


def test_a_walk_stops_at_the_ends():
    walk = SearchWalk()
    walk.go(-1)
    assert walk.index == 0
    walk.go(10**6)
    assert walk.index == walk.last_step == len(walk.traced) - 1


def test_a_tree_can_be_a_single_leaf():
    walk = SearchWalk(7)
    walk.go(walk.last_step)
    assert walk.facts()["result"] == "value 7"


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_counts_grow_to_the_result(strategy):
    walk = SearchWalk(strategy=strategy)
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
    walk = SearchWalk(strategy="sss*")
    walk.go(9)
    facts = walk.facts()
    assert facts["OPEN, from the top"] == "(p21, S, 40), (p111, S, 12), (p112, S, 8)"
    assert "stack" not in facts


@pytest.mark.parametrize(
    "text",
    ["", "[[1, 2", "[]", "[[1, []]]", "['a']", "[1, None]", "[True]", "__import__('os')", "{1: 2}", "[1e999]",
     "'[1, 2]'", "[" * 500 + "1" + "]" * 500, str(list(range(65))), "[" + "1," * 20000 + "]"],
)  # fmt: skip
def test_bad_trees_get_one_sentence(text):
    with pytest.raises(ValueError) as error:
        SearchWalk(parse_tree(text))
    sentence = str(error.value)
    assert "\n" not in sentence and 10 < len(sentence) < 200


def test_the_widget_passes_on_what_people_press():
    widget = SearchStepper()
    seen = [widget.picture.value]
    widget.buttons["forward"].click()
    assert widget.slider.value == widget.state.index + 1 == 2
    assert widget.picture.value not in seen
    widget.buttons["back"].click()
    assert widget.picture.value == seen[0]
    widget.slider.value = 3
    assert widget.state.index == 2 and "step 3 of" in widget.table.value
    widget.fields["strategy"].value = "sss*"
    assert "OPEN, from the top" in widget.table.value and widget.state.index == 0
    widget.buttons["last"].click()
    assert widget.slider.value == widget.slider.max == 17
    assert "value 40, principal continuation p2, p21, p211" in widget.table.value


def test_buttons_that_can_do_nothing_are_disabled():
    widget = SearchStepper([[3, 5], [2, 9]])

    def disabled():
        return {name for name, button in widget.buttons.items() if button.disabled}

    assert disabled() == {"first", "back"}
    widget.buttons["forward"].click()
    assert disabled() == set()
    widget.buttons["last"].click()
    assert disabled() == {"forward", "last"}


def test_the_widget_tells_what_is_wrong_and_stays():
    widget = SearchStepper()
    before = widget.picture.value, widget.state
    widget.text.value = "[[1, 2"
    widget.apply.click()
    assert html.escape("tree is '[[1, 2': it must be nested lists of numbers") in widget.message.value
    assert "Traceback" not in widget.message.value
    assert (widget.picture.value, widget.state) == before
    widget.text.value = "[[1, 2], [3, 4]]"
    widget.apply.click()
    assert widget.message.value == ""
    assert widget.state.tree.n_leaves == 4


def test_what_is_being_typed_survives_a_step():
    widget = SearchStepper()
    widget.text.value = "[[1, 2"
    widget.buttons["forward"].click()
    assert widget.text.value == "[[1, 2"


@pytest.mark.parametrize("kind", KINDS)
def test_every_size_that_the_dice_offer_can_be_drawn(kind):
    widget = SearchStepper()
    widget.dice["kind"].value = kind
    for width in range(1, 17):
        widget.dice["width"].value = width
        widget.dice["depth"].value = widget.dice["depth"].max
        for seed in range(5):
            widget.dice["seed"].value = seed
            check_drawable(widget.roll(**values(widget.dice)))


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_dice_take_every_scheme_and_p_where_it_counts(scheme):
    widget = SearchStepper()
    widget.dice["scheme"].value = scheme
    widget.throw.click()
    p = 0.6 if scheme.startswith("ordered") else None
    assert widget.state.tree == gt.generate("uniform", width=3, depth=3, scheme=scheme, p=p, seed=1)
    assert widget.dice["p"].disabled == (p is None)


def test_rolling_again_gives_another_tree():
    widget = SearchStepper()
    widget.throw.click()
    first = widget.state.tree
    assert widget.text.value == widget.state.text
    widget.throw.click()
    assert widget.state.tree != first


def test_values_can_be_shown_from_both_points_of_view_at_the_same_step():
    widget = SearchStepper(strategy="minimax")
    widget.buttons["last"].click()
    before = widget.picture.value
    widget.fields["framework"].value = "negamax"
    assert widget.picture.value != before and widget.state.over
    widget.fields["strategy"].value = "sss*"
    assert widget.picture.value == SearchStepper(strategy="sss*").picture.value
    assert widget.fields["framework"].disabled


@pytest.mark.parametrize("strategy", ["alphabeta", "sss*"])
def test_the_still_is_the_default_state_of_the_widget(strategy):
    widget = SearchStepper(strategy=strategy)
    still = SearchStepper.still(2, "At first.", strategy=strategy).data
    assert widget.picture.value + widget.table.value in still and "<b>Figure 2.</b> At first." in still
