"""The explorer on a page opened from disk with the network cut, in a real browser; Python runs in the page."""

from __future__ import annotations

import json
import random
from xml.etree import ElementTree

import pytest

import gametree as gt
from companion.explanations.trace_data import MOST_NODES, parse
from companion.widgets.cost_map import cost_map
from gametree.chance.draws import ORDERS, PROBABILITIES
from gametree.generate import KINDS, SCHEMES
from tests.lab import keep_picture, marks
from tests.pages import write_page
from tests.trees import many

pytestmark = marks

SPECIMEN = "[[[12, 8], 6, [11, 14, 20]], [[40], [8, 47, 17, 23]]]"
CHANCE_TREES = [
    "[((0.5, 4), (0.5, 16)), ((0.9, 8), (0.1, [3, 9]))]",
    "[((0.25, 1), (0.75, [4, ((0.5, 2), (0.5, 9))])), 3, ((0.3, [5, 7]), (0.7, 2))]",
    "((0.4, 10), (0.6, [1, 2]))",
]


@pytest.fixture
def opened(page, troubles, tmp_path):
    """Return a function that opens a page with an explorer in some state, and returns the explorer."""

    def opens(width=1280, theme="light", address="", beside="", **state):
        place = json.dumps(state)
        body = (
            '<div class="gametree-live" data-component="explorer">'
            f'<script type="application/json">{place}</script></div>{beside}'
        )
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(write_page(tmp_path, body, theme).as_uri() + address)
        page.locator(".explorer svg.tree").wait_for(timeout=120_000)
        return page.locator(".explorer")

    return opens


def said(explorer):
    return explorer.locator(".sentence").inner_text()


def press(explorer, name):
    explorer.get_by_role("button", name=name, exact=True).click()


def test_the_search_of_the_page_is_that_of_the_library(page, troubles, tmp_path):
    page.goto(write_page(tmp_path).as_uri())
    trees = [
        gt.generate("nonuniform", width=3, depth=4, scheme=scheme, seed=85, number=number)
        for number in range(3 * many() // 20)
        for scheme in ("unordered", "integer-dependent")
    ]
    questions = [(tree.to_nested(), name) for tree in trees for name in gt.STRATEGIES]
    found = page.evaluate(
        "questions => Promise.all(questions.map(([tree, strategy]) => gametree.search(tree, strategy)))",
        questions,
    )
    results = (gt.search(tree, name) for tree in trees for name in gt.STRATEGIES)
    for question, got, meant in zip(questions, found, results, strict=True):
        assert got == dict(zip(("value", "leaves", "nodes", "visits"), meant[:4], strict=True)), question


def test_searches_with_chance_nodes_are_those_of_the_library(page, troubles, tmp_path):
    page.goto(write_page(tmp_path).as_uri())
    for text in CHANCE_TREES:
        tree = gt.chance.Tree.from_nested(parse(text))
        for method in gt.chance.METHODS:
            got = page.evaluate("([tree, method]) => gametree.search(tree, method)", [text, method])
            meant = gt.chance.search(tree, method)
            assert got == dict(zip(("value", "leaves", "nodes", "visits"), meant[:4], strict=True))


def test_a_bad_question_fails_with_its_sentence(page, troubles, tmp_path):
    page.goto(write_page(tmp_path).as_uri())
    message = page.evaluate("gametree.search([1, []], 'pvs').catch((error) => error.message)")
    assert message == "node at [1] is empty: a node needs at least one child, a leaf must be a number"


@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (1280, "dark"), (390, "light"), (390, "dark")])
def test_stepping_by_button_key_and_slider(page, opened, width, theme):
    explorer = opened(width, theme, tree=SPECIMEN, strategy="alphabeta")
    assert said(explorer) == "alphabeta enters p, window (−∞, ∞)."
    assert explorer.get_by_role("button", name="one step back").is_disabled()
    press(explorer, "one step forward")
    assert "enters p1," in said(explorer)
    press(explorer, "go to the next cut-off")
    assert explorer.locator(".why").inner_text() == "p13 is worth at least 11, MIN has 6 at p1: cut."
    assert explorer.locator(".node.pruned").count() == 2 and explorer.locator(".cut.shown").count() == 2
    line = explorer.locator(".listing .now")
    assert line.inner_text().strip() == "return m"
    assert line.evaluate("line => line.previousSibling.textContent.trim()") == "if m >= beta:"
    explorer.locator(".stage").focus()
    page.keyboard.press("ArrowLeft")
    assert explorer.locator(".node.pruned").count() == 0, "what is undone is not shown"
    page.keyboard.press("End")
    assert said(explorer) == "p returns 40. The value is 40."
    assert explorer.get_by_role("button", name="one step forward").is_disabled()
    assert explorer.locator(".bar b").all_inner_texts() == ["7", "13", "13"]
    keep_picture(explorer, f"explorer-{width}-{theme}")
    explorer.get_by_label("step", exact=True).fill("5")
    assert explorer.locator(".where").inner_text() == "step 6 of 28"
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if width == 1280:
        assert explorer.bounding_box()["height"] <= 650


def test_playing_begins_when_asked_and_ends_at_the_end(page, opened):
    explorer = opened(tree="[5, [3, 4]]")
    page.wait_for_timeout(1200)
    assert explorer.locator(".where").inner_text() == "step 1 of 8", "nothing moves by itself"
    press(explorer, "play")
    page.wait_for_function("document.querySelector('.where').textContent === 'step 8 of 8'")
    assert explorer.get_by_role("button", name="play", exact=True).count() == 1


def test_a_step_touches_only_the_nodes_that_it_is_about(page, opened):
    tree = gt.generate("uniform", width=3, depth=4, scheme="unordered", seed=1)
    explorer = opened(tree=str(tree.to_nested()), strategy="scout")
    assert explorer.locator(".node").count() == 121
    changed = page.evaluate(
        """() => {
        const forward = document.querySelector('[aria-label="one step forward"]');
        let most = 0;
        for (let k = 0; k < 100; k += 1) {
            const seen = new MutationObserver(() => {});
            seen.observe(document.querySelector("svg.tree"), {subtree: true, attributes: true, childList: true});
            forward.click();
            most = Math.max(most, new Set(seen.takeRecords().map((r) => r.target.closest("g.node"))).size);
            seen.disconnect();
        }
        return most;
    }"""
    )
    assert 1 <= changed <= 30, "a step touches the nodes that it is about, and those that it cuts off"


def test_open_bounds_and_ranges_are_shown_by_the_searches_that_have_them(page, opened):
    explorer = opened(tree=SPECIMEN, strategy="sss*", step=5)
    assert explorer.locator(".lists h4").inner_text().startswith("OPEN (")
    explorer.get_by_label("strategy").select_option("sss-2")
    explorer.get_by_role("button", name="go to the next call of S-alpha-beta").click()
    page.wait_for_function("document.querySelector('.lists').textContent.includes('nodes have bounds')")
    explorer.get_by_label("example").select_option("chance nodes: Figure 6 of Zenzel 1989")
    explorer.locator(".tree .chance").first.wait_for()
    explorer.get_by_label("strategy").select_option("star1")
    page.wait_for_function("!document.querySelector('.explorer').classList.contains('busy')")
    explorer.locator(".stage").focus()
    page.keyboard.press("End")
    assert "The value is" in said(explorer)
    keep_picture(explorer, "explorer-chance")


def test_names_stand_clear_of_shapes_and_a_cut_off_under_chance_names_its_bounds(page, opened):
    tree = str(gt.chance.examples.figure_6().to_nested())
    explorer = opened(1280, "light", tree=tree, strategy="alpha-cutoff")
    gaps = explorer.locator(".node").evaluate_all(
        """nodes => nodes.map((node) => [node.querySelector(".name").getBBox(), node.querySelector(".shape").getBBox()])
            .filter(([name]) => name.width).map(([name, shape]) => shape.x - name.x - name.width)"""
    )
    assert len(gaps) > 15 and min(gaps) > 0
    press(explorer, "go to the next cut-off")
    assert explorer.locator(".why").inner_text() == "I is worth at most 4.4, H at least 5.6: cut."


def test_what_was_evaluated_is_never_struck_through(page, opened):
    tree = str(gt.chance.examples.figure_6().to_nested())
    for strategy in gt.chance.METHODS:
        explorer = opened(tree=tree, goal="min", strategy=strategy, step=-1)
        leaves, _, _ = map(int, explorer.locator(".bar b").all_inner_texts())
        struck, all_leaves = explorer.locator(".node").evaluate_all(
            """nodes => {
                const leaves = nodes.filter((node) => node.getAttribute("aria-label").includes(": leaf,"));
                const line = (node) => getComputedStyle(node.querySelector(".inside")).textDecorationLine;
                const struck = (node) => line(node) === "line-through";
                return [leaves.filter(struck).map((node) => node.getAttribute("aria-label")), leaves.length];
            }"""
        )
        evaluated = explorer.locator('.node[aria-label*="evaluated as number"]')
        assert evaluated.count() == leaves == all_leaves - len(struck), strategy
        assert not any("evaluated" in words or "looked at, then" in words for words in struck), strategy
        dropped = explorer.locator('.node.dead[aria-label*="evaluated as number"]')
        for words in dropped.evaluate_all("nodes => nodes.map((node) => node.getAttribute('aria-label'))"):
            assert "looked at, then cut off: " in words


def test_the_heuristic_of_aoc_star_may_be_left_out(page, opened):
    explorer = opened(tree=CHANCE_TREES[0], strategy="aoc*", step=-1)
    field = explorer.get_by_label("heuristic off by")
    assert field.input_value() == "" and field.get_attribute("placeholder") == "none"
    without = explorer.locator(".bar b").all_inner_texts()
    field.fill("0.01")
    field.blur()
    page.wait_for_function("location.hash.includes('option.error=0.01')")
    settled(page)
    press(explorer, "last step")
    assert explorer.locator(".bar b").all_inner_texts() != without
    field.fill("")
    field.blur()
    page.wait_for_function("!location.hash.includes('option.error')")
    settled(page)
    press(explorer, "last step")
    assert explorer.locator(".bar b").all_inner_texts() == without
    field.fill("-1")
    field.blur()
    wrong = explorer.locator("details .wrong").first
    wrong.wait_for()
    assert wrong.inner_text().startswith("error is -1: it must be a number not less than 0")


def test_of_all_steps_the_room_that_they_need_is_found_once(page, opened):
    explorer = opened(tree=CHANCE_TREES[0], strategy="star1")
    page.evaluate(
        """() => {
        window.passes = 0;
        const engine = gametree.engines.trace;
        gametree.engines.trace = async (question) => {
            const answer = await engine(question);
            const walk = answer.steps[Symbol.iterator].bind(answer.steps);
            answer.steps[Symbol.iterator] = () => (window.passes += 1, walk());
            return answer;
        };
    }"""
    )
    explorer.get_by_label("strategy", exact=True).select_option("aoc*")
    page.wait_for_function("passes > 0")
    settled(page)
    for width in (900, 1200, 700):
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_function("document.querySelector('svg.tree').clientWidth <= innerWidth")
    press(explorer, "last step")
    assert page.evaluate("passes") == 1


def test_a_leaf_is_changed_a_node_added_moved_and_removed(page, opened):
    explorer = opened(tree="[[3, 5], [2, 9]]")
    field = explorer.get_by_label("tree as nested lists")

    def wait_for(text):
        page.wait_for_function(
            "text => document.querySelector('.explorer textarea').value === text", arg=text
        )

    explorer.locator('[data-node="2"]').click()
    value = explorer.get_by_label("value of p11", exact=True)
    value.fill("seven")
    value.press("Enter")
    assert "is no number" in explorer.locator(".inspector .wrong").inner_text()
    value.fill("-7.5")
    value.press("Enter")
    wait_for("[[-7.5, 5], [2, 9]]")
    press(explorer, "add a child to p11")
    wait_for("[[[-7.5], 5], [2, 9]]")
    explorer.locator('[data-node="4"]').click()
    press(explorer, "remove p12")
    wait_for("[[[-7.5]], [2, 9]]")
    explorer.locator('[data-node="6"]').click()
    press(explorer, "move p22 one place to the left")
    wait_for("[[[-7.5]], [9, 2]]")
    assert field.input_value() == "[[[-7.5]], [9, 2]]"


def settled(page):
    page.wait_for_function("!document.querySelector('.explorer').classList.contains('busy')")


def tree_is(page, text):
    page.wait_for_function("text => document.querySelector('.explorer textarea').value === text", arg=text)
    settled(page)


def use(page, explorer, text):
    if not explorer.get_by_label("tree as nested lists").is_visible():
        explorer.locator("summary", has_text="Change the tree").click()
    explorer.get_by_label("tree as nested lists").fill(text)
    press(explorer, "use this tree")
    settled(page)


def test_the_panel_of_a_node_is_that_of_the_tree_shown(page, opened):
    explorer = opened(tree="[[3, 5], [2, 9]]")
    explorer.locator('[data-node="2"]').click()
    value = explorer.get_by_label("value of p11", exact=True)
    value.fill("abc")
    value.press("Enter")
    value.fill("99")
    value.press("Enter")
    tree_is(page, "[[99, 5], [2, 9]]")
    assert explorer.locator(".inspector .wrong").inner_text() == ""
    assert explorer.locator(".node.selected").get_attribute("data-node") == "2"
    assert value.evaluate("field => field === document.activeElement")
    value.fill("1.")
    page.evaluate("document.querySelector('[aria-label=\"last step\"]').click()")
    explorer.get_by_label("strategy", exact=True).select_option("minimax")
    settled(page)
    assert explorer.locator(".node.selected").count() == 1, "steps and another search leave it selected"
    press(explorer, "add a child to p11")
    tree_is(page, "[[[99], 5], [2, 9]]")
    assert value.count() == 0 and explorer.locator(".node.selected").get_attribute("data-node") == "2"
    press(explorer, "leave this node alone")
    assert explorer.locator(".node.selected").count() == 0


def test_what_is_being_typed_stays_when_an_answer_comes(page, opened):
    explorer = opened(tree="[[3, 5], [2, 9]]")
    explorer.locator('[data-node="2"]').click()
    value = explorer.get_by_label("value of p11", exact=True)
    value.fill("4")
    value.press("Enter")
    value.fill("4.")
    tree_is(page, "[[4, 5], [2, 9]]")
    assert value.input_value() == "4."


def test_undo_takes_back_one_change_of_the_tree_after_the_other(page, opened):
    explorer = opened(tree="[[3, 5], [2, 9]]")
    explorer.locator("summary", has_text="Change the tree").click()
    explorer.locator('[data-node="4"]').click()
    press(explorer, "remove p2")
    tree_is(page, "[[3, 5]]")
    explorer.locator('[data-node="2"]').click()
    value = explorer.get_by_label("value of p11", exact=True)
    value.fill("7")
    value.press("Enter")
    tree_is(page, "[[7, 5]]")
    explorer.locator(".roll").get_by_label("kind").select_option("chance")
    explorer.locator(".roll").get_by_label("depth").fill("2")
    press(explorer, "roll this tree")
    explorer.locator(".tree .chance").first.wait_for()
    settled(page)
    explorer.get_by_label("tree as nested lists").fill("[1, 2")
    for tree in ("((", "[[7, 5]]", "[[3, 5]]", "[[3, 5], [2, 9]]", "[[3, 5], [2, 9]]"):
        press(explorer, "undo the last change of the tree")
        if tree != "((":
            tree_is(page, tree)
        else:
            settled(page)
            assert explorer.locator(".tree .chance").count() == 9, "what was typed and not shown goes first"
    assert explorer.get_by_label("strategy", exact=True).input_value() == "alphabeta"


def test_a_strategy_of_the_other_kind_throws_no_tree_away(page, opened):
    explorer = opened(tree="[[5, 2], [3, 4]]")
    strategy = explorer.get_by_label("strategy", exact=True)

    def choose(name):
        strategy.select_option(name)
        settled(page)
        return explorer.get_by_label("tree as nested lists").input_value()

    assert choose("star1") == "[[5, 2], [3, 4]]"
    assert said(explorer).endswith("This tree has no chance nodes: for star1 all moves are MAX's.")
    assert sorted(explorer.locator("svg.tree .name").all_text_contents()) == list("ABCDEFG"), (
        "named as that search does"
    )
    press(explorer, "one step forward")
    assert "no chance nodes" not in said(explorer)
    assert choose("alphabeta") == "[[5, 2], [3, 4]]"
    assert said(explorer) == "alphabeta enters p, window (−∞, ∞)."
    chance = "[((0.5, 4), (0.5, 16)), 3]"
    use(page, explorer, chance)
    assert choose("scout") == "[[5, 2], [3, 4]]"
    assert "your tree is set aside until a search with them is chosen" in said(explorer)
    assert choose("pvs") == "[[5, 2], [3, 4]]"
    assert choose("star1") == chance and "your tree with chance nodes again" in said(explorer)


def test_numbers_of_leaves_stay_inside_their_outlines(page, opened):
    explorer = opened(tree="[[99999999999999999999, 1.23456789], [[123456789.12, 0.1234], -5000]]")
    gaps = explorer.locator(".node").evaluate_all(
        """nodes => nodes.map((node) => ["x", "width"].map((part) =>
            [".inside", ".shape"].map((name) => node.querySelector(name).getBBox()[part])))
            .filter(([, [width]]) => width)
            .flatMap(([[x, left], [width, wide]]) => [x - left, left + wide - x - width])"""
    )
    assert len(gaps) == 10 and min(gaps) > 1


def overlapping(explorer):
    """Return the texts above nodes that lie on one another: probabilities, ranges and windows."""
    return explorer.locator(".tree").evaluate(
        """tree => {
        const boxes = [...tree.querySelectorAll(".chance, .window")].filter((text) => text.textContent)
            .map((text) => [text.textContent, text.getBoundingClientRect()]);
        const meet = (a, b) => a.left < b.right && b.left < a.right && a.top + 4 < b.bottom && b.top + 4 < a.bottom;
        return boxes.flatMap(([text, box], k) => boxes.slice(0, k).filter(([, other]) => meet(box, other))
            .map(([other]) => [text, other]));
    }"""
    )


def test_probabilities_and_ranges_lie_clear_of_each_other(page, opened):
    figure = gt.chance.examples.figure_6()
    rolled_tree, _ = gt.chance.generate(width=3, depth=4, seed=1)
    for tree, strategy in ((figure, "aoc*"), (rolled_tree, "star1"), (rolled_tree, "aoc*")):
        explorer = opened(tree=str(tree.to_nested()), goal=tree.goal, strategy=strategy)
        last = int(explorer.locator(".where").inner_text().split()[-1])
        for step in range(0, last, max(1, last // 6)):
            explorer.get_by_label("step", exact=True).fill(str(step))
            assert overlapping(explorer) == [], (strategy, step)


def test_nodes_are_reached_and_opened_with_keys(page, opened):
    explorer = opened(tree="[[3, 5], [2, 9]]")
    explorer.locator(".stage").focus()
    for key in (*["ArrowDown"] * 5, "ArrowUp"):
        page.keyboard.press(key)
    focused = "document.activeElement.getAttribute('aria-label')"
    assert page.evaluate(focused) == "p12: leaf, 5 · not yet looked at"
    page.keyboard.press("ArrowRight")
    assert explorer.locator(".where").inner_text().startswith("step 2 of")
    page.keyboard.press("Enter")
    page.wait_for_function(f"{focused} === 'value of p12'")
    page.keyboard.type("8")
    page.keyboard.press("Enter")
    tree_is(page, "[[3, 8], [2, 9]]")
    explorer.get_by_role("button", name="leave this node alone").press("Enter")
    assert page.evaluate(focused).startswith("p12: leaf, 8")


HELD = """() => {
    window.asked = [];
    const released = new Promise((done) => { window.release = done; });
    const engine = gametree.engines.trace;
    gametree.engines.trace = async (question) => {
        asked.push(question.strategy);
        await released;
        return engine(question);
    };
}"""
"""No answer before `release` is called, however fast or slow the machine is."""


def test_of_what_is_asked_in_haste_the_first_and_the_last_are_answered(page, opened):
    explorer = opened(tree=SPECIMEN)
    page.evaluate(HELD)
    for name in ("minimax", "scout", "pvs", "sss*", "palphabeta"):
        explorer.get_by_label("strategy", exact=True).select_option(name)
    page.wait_for_function("document.querySelector('.sentence').textContent === 'Searching …'")
    page.evaluate("release()")
    page.wait_for_function(
        "document.querySelector('.sentence').textContent.startsWith('palphabeta enters p')"
    )
    assert page.evaluate("asked") == ["minimax", "palphabeta"]


def test_an_address_that_names_a_tree_brings_the_explorer_into_view(page, troubles, tmp_path):
    tall = '<div style="height: 2000px"></div>'
    place = '<div class="gametree-live" data-component="explorer"></div>'
    address = write_page(tmp_path, f"{tall}{place}{tall}").as_uri()
    place = "document.querySelector('.explorer').getBoundingClientRect().y"
    for named, wanted in (
        ("", f"{place} > 1500"),
        ("#explore?tree=[4,[1,9]]&strategy=pvs", f"{place} < 100"),
    ):
        page.goto("about:blank")
        page.goto(address + named)
        page.locator(".explorer svg.tree").wait_for()
        page.wait_for_function(wanted)


def test_the_python_of_a_race_gives_every_search_what_it_takes(page, opened, capsys):
    def run():
        explorer.locator("summary", has_text="Share").click()
        page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
        press(explorer, "copy the line of Python that searches this tree")
        exec(page.evaluate("copied"), {})
        return capsys.readouterr().out.splitlines()

    specimen = gt.examples.specimen()
    explorer = opened(tree=SPECIMEN, strategy="mtd(f)", options={"guess": 38}, race=["mtd(f)", "alphabeta"])
    assert run() == [str(gt.search(specimen, "mtd(f)", guess=38)), str(gt.search(specimen, "alphabeta"))]
    tree = gt.chance.examples.figure_6()
    explorer = opened(
        tree=str(tree.to_nested()), goal=tree.goal, strategy="aoc*", options={"error": 0.25}, step=-1
    )
    leaves, nodes, visits = map(int, explorer.locator(".bar b").all_inner_texts())
    assert f"leaves={leaves}, nodes={nodes}, visits={visits}" in run()[0]


def test_digits_that_nobody_typed_are_hidden_and_kept(page, opened):
    explorer = opened(tree="((0.8, 3), (0.19999999999999996, 8.125))", strategy="star1")
    explorer.locator("summary", has_text="Change the tree").click()
    field = explorer.get_by_label("tree as nested lists")
    assert field.input_value() == "((0.8, 3), (0.2, 8.125))"
    field.press("Enter")
    page.wait_for_function("!document.querySelector('.explorer').classList.contains('busy')")
    assert "0.19999999999999996" in explorer.get_by_label("this view as text").input_value()


def test_of_a_level_all_nodes_are_named_or_none(page, opened):
    names = "nodes => nodes.map((node) => node.querySelector('.name').textContent)"
    explorer = opened(tree=SPECIMEN)
    assert all(explorer.locator(".node").evaluate_all(names))
    leaves = opened(390, tree=SPECIMEN).locator(
        '.node:has(.inside:text("47")), .node:has(.inside:text("12"))'
    )
    assert leaves.count() == 2 and not any(leaves.evaluate_all(names))


def test_another_search_of_the_tree_stays_in_the_picture_and_another_tree_does_not(page, opened):
    explorer = opened(tree=SPECIMEN, strategy="alphabeta")
    press(explorer, "last step")
    page.evaluate("document.querySelector('.explorer svg.tree').dataset.first = ''")
    explorer.get_by_label("strategy", exact=True).select_option("minimax")
    page.wait_for_function(
        "document.querySelector('.explorer .sentence').textContent === 'negamax enters p.'"
    )
    assert explorer.locator("svg.tree[data-first]").count() == 1
    assert explorer.locator(".node.pruned, .cut.shown, .principal").count() == 0
    press(explorer, "last step")
    assert said(explorer).endswith("The value is 40.") and explorer.locator(".principal").count() == 3
    explorer.locator(".node .shape").last.hover()  # a node that the next tree has not
    explorer.locator("summary", has_text="Change the tree").click()
    explorer.get_by_label("tree as nested lists").fill("[[1, 2]]")
    press(explorer, "use this tree")
    page.wait_for_function("document.querySelectorAll('.explorer .node').length === 4")
    assert explorer.locator("svg.tree[data-first]").count() == 0 and said(explorer) == "negamax enters p."


def test_a_node_is_dragged_to_another_place_among_its_siblings(page, opened):
    explorer = opened(tree="[[3, 5], 7, [2, 9]]")

    def drag(node, to, away=0):
        start, end = (explorer.locator(f'[data-node="{k}"] .shape').bounding_box() for k in (node, to))
        page.mouse.move(start["x"] + 8, start["y"] + 8)
        page.mouse.down()
        page.mouse.move(end["x"] + 8 + away, end["y"] + 8, steps=4)
        page.mouse.up()

    drag(1, 5, 40)
    page.wait_for_function("document.querySelector('.explorer textarea').value === '[7, [2, 9], [3, 5]]'")
    assert explorer.get_by_label("value of p1").count() == 0, "what was dragged is not clicked as well"
    drag(7, 6, -3)
    page.wait_for_function("document.querySelector('.explorer textarea').value === '[7, [2, 9], [5, 3]]'")
    drag(3, 3, 5)
    assert explorer.get_by_label("tree as nested lists").input_value() == "[7, [2, 9], [5, 3]]"


def test_a_view_is_copied_as_a_link_and_as_python_and_saved_as_a_picture(page, opened, capsys):
    explorer = opened(tree=SPECIMEN, strategy="sss-0", options={"guess": 38})
    press(explorer, "last step")
    explorer.locator("summary", has_text="Share").click()

    def pasted():
        field = explorer.get_by_label("this view as text")
        page.evaluate(
            "document.body.append(Object.assign(document.createElement('textarea'), {id: 'paste'}))"
        )
        page.locator("#paste").focus()
        page.keyboard.press("Control+v")
        text = page.locator("#paste").input_value()
        page.evaluate("document.getElementById('paste').remove()")
        return text, field.input_value()

    press(explorer, "copy this view")
    explorer.locator(".done", has_text="copied").wait_for()
    text, shown = pasted()
    assert text == shown == page.url
    press(explorer, "copy the line of Python that searches this tree")
    explorer.locator(".done", has_text="Python copied").wait_for()
    exec(pasted()[0], {})
    assert capsys.readouterr().out == f"{gt.search(gt.examples.specimen(), 'sss-0', guess=38)}\n"
    with page.expect_download() as download:
        press(explorer, "save the picture")
    assert (
        download.value.suggested_filename
        == f"sss-0-{explorer.locator('.where').inner_text().split()[-1]}.svg"
    )
    root = ElementTree.parse(download.value.path()).getroot()
    inside = [each.text for each in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"12", "8", "40", "47"} <= set(inside), "the leaves' values stand in the picture"
    assert not root.findall(".//*[@class]"), "colours are its own, not those of a style sheet"


def test_bad_input_is_told_beside_the_field_and_no_old_picture_stays(page, opened):
    explorer = opened(tree="[[3, 5], [2, 9]]")
    explorer.locator("summary", has_text="Change the tree").click()
    field = explorer.get_by_label("tree as nested lists")
    field.fill("[[1, <b>2</b>]]")
    field.press("Enter")
    wrong = explorer.locator("details .wrong").first
    wrong.wait_for()
    assert wrong.inner_text().startswith('tree has "<b>2</b>": a leaf must be a number')
    assert not explorer.locator("svg.tree").is_visible()
    assert explorer.locator("b", has_text="2").count() == 0
    press(explorer, "undo the last change of the tree")
    assert field.input_value() == "[[3, 5], [2, 9]]" and explorer.locator("svg.tree").is_visible()
    field.fill("[[1, 2]]")
    field.press("Enter")
    page.wait_for_function("document.querySelectorAll('.explorer .node').length === 4")
    assert not wrong.is_visible() and explorer.locator("svg.tree").is_visible()


def test_a_strategy_that_a_tree_with_chance_nodes_has_replaced_comes_back_with_a_tree_without(page, opened):
    explorer = opened(tree="[[3, 5], [2, 9]]", strategy="scout")
    explorer.locator("summary", has_text="Change the tree").click()
    field = explorer.get_by_label("tree as nested lists")
    field.fill("((3, 5), (2, 9))")  # as for gt.Tree.from_nested, but tuples are chance nodes
    field.press("Enter")
    wrong = explorer.locator("details .wrong").first
    wrong.wait_for()
    assert wrong.inner_text().endswith("tuples are chance nodes, which hold pairs (probability, child)")
    field.fill("[[3, 5], [2, 8]]")
    field.press("Enter")
    tree_is(page, "[[3, 5], [2, 8]]")
    assert explorer.get_by_label("strategy", exact=True).input_value() == "scout"


def test_what_is_being_typed_is_not_lost_to_an_answer_that_comes_meanwhile(page, opened):
    explorer = opened(tree="[[3, 5], [2, 9]]")
    explorer.locator("summary", has_text="Change the tree").click()
    field = explorer.get_by_label("tree as nested lists")
    page.evaluate(HELD)
    explorer.get_by_label("strategy", exact=True).select_option("palphabeta")
    field.fill("[[1, 2]]")
    page.evaluate("release()")
    page.wait_for_function(
        "document.querySelector('.sentence').textContent.startsWith('palphabeta enters p')"
    )
    assert field.input_value() == "[[1, 2]]"
    field.press("Enter")
    page.wait_for_function("document.querySelectorAll('.explorer .node').length === 4")
    assert field.input_value() == "[[1, 2]]"


@pytest.mark.parametrize("kind", KINDS)
def test_the_page_rolls_the_trees_of_generate(page, troubles, tmp_path, kind):
    page.goto(write_page(tmp_path).as_uri())
    chances = (0, 0.00001, 1 / 3, 0.6, 1)
    questions = [
        {"kind": kind, "scheme": scheme, "width": width, "depth": depth, "seed": seed} | given
        for scheme in SCHEMES
        for given in ([{"p": p} for p in chances] if scheme.startswith("ordered") else [{}])
        for width, depth, seed in ((3, 4, 11), (1, 3, 0), (7, 2, 2**53 - 1), (9, 1, 5), (2, 6, 3), (4, 4, 8))
    ]
    found = rolled(page, questions)
    assert found == [str(gt.generate(**question).to_nested()) for question in questions]


def test_the_page_rolls_the_trees_of_chance_generate(page, troubles, tmp_path):
    page.goto(write_page(tmp_path).as_uri())
    questions = [
        {
            "probabilities": probabilities,
            "order": order,
            "goal": goal,
            "depth": depth,
            "seed": 10 * branch + depth,
        }
        | {"kind": "chance", "width": branch}
        for probabilities in PROBABILITIES
        for order in ORDERS
        for goal in ("max", "min")
        for branch, depth in ((2, 3), (3, 4), (5, 2), (1, 2), (4, 1))
    ]
    found = rolled(page, questions)
    for text, question in zip(found, questions, strict=True):
        given = {name: value for name, value in question.items() if name != "kind"}
        assert text == str(gt.chance.generate(**given)[0].to_nested()), question


def rolled(page, questions):
    script = "all => Promise.all(all.map((one) => gametree.engines.roll({engine: 'roll', ...one})))"
    return [answer["tree"] for answer in page.evaluate(script, questions)]


def test_trees_are_rolled_by_hand_and_the_search_fits_them(page, opened):
    explorer = opened()
    explorer.locator("summary", has_text="Change the tree").click()
    explorer.locator(".roll").get_by_label("seed", exact=True).fill("7")
    press(explorer, "roll this tree")
    tree = gt.generate("uniform", width=3, depth=3, scheme="unordered", seed=7)
    page.wait_for_function(
        "text => document.querySelector('.explorer textarea').value === text", arg=str(tree.to_nested())
    )
    assert explorer.locator(".roll").get_by_label("seed", exact=True).input_value() == "7"
    dice, wrong = explorer.locator(".roll"), explorer.locator("details .wrong:visible")
    for name, value, sentence in (
        ("depth", "9", "width is 3 and depth is 9: the tree has 29524 nodes, at most 1000 can be shown"),
        ("depth", "", "depth is empty: it must be a whole number from 1 to 9"),
        ("depth", "2.5", "depth is 2.5: it must be a whole number from 1 to 9"),
    ):
        dice.get_by_label(name).fill(value)
        press(explorer, "roll this tree")
        wrong.wait_for()
        assert wrong.inner_text() == sentence
    dice.get_by_label("depth").fill("2")
    dice.get_by_label("kind").select_option("chance")
    dice.get_by_label("goal").select_option("min")
    assert not dice.get_by_label("scheme").is_visible()
    press(explorer, "roll this tree")
    explorer.locator(".tree .chance").first.wait_for()
    tree, _ = gt.chance.generate(width=3, depth=2, goal="min", seed=7)
    assert explorer.get_by_label("tree as nested lists").input_value() == str(tree.to_nested())
    press(explorer, "last step")
    value = gt.chance.search(tree, "alpha-cutoff").value
    assert f"The value is {value:.6g}." in said(explorer)


@pytest.mark.parametrize("width", [1280, 390])
def test_a_race_has_one_clock_and_ends_with_the_counts_of_the_library(page, opened, width):
    tree = gt.generate("uniform", width=2, depth=4, scheme="unordered", seed=2)
    names = ["alphabeta", "sss*", "scout"]
    explorer = opened(width, tree=str(tree.to_nested()), race=names)
    results = [gt.search(tree, name) for name in names]
    press(explorer, "one step forward")
    assert explorer.locator(".bar b").all_inner_texts()[-3:] == ["1", "1", "1"]
    keep_picture(explorer, f"race-{width}")
    press(explorer, "last step")
    counts = [str(result[k]) for k in (1, 2, 3) for result in results]
    assert explorer.locator(".bar b").all_inner_texts() == counts
    assert said(explorer).startswith(f"sss*: {results[1].leaves} leaves, the fewest")
    assert explorer.locator(".node.only").count() == 0, "at the end all nodes of SSS* are those of others too"
    press(explorer, "end the race")
    explorer.locator(".listing .now").wait_for()
    assert explorer.locator(".tree .mark").count() == 0


def test_a_race_tells_of_every_node_who_has_visited_it(page, opened):
    tree = gt.generate("uniform", width=2, depth=4, scheme="unordered", seed=30)
    names = ["alphabeta", "sss*", "scout", "minimax"]
    explorer = opened(tree=str(tree.to_nested()), race=names)
    press(explorer, "last step")
    traces = [gt.trace(tree, name) for name in names]
    seen = [{0} | set(each.snapshot().visited) for each in traces]
    shown = explorer.locator(".node").evaluate_all(
        """nodes => nodes.map((node) => [node.getAttribute("aria-label"),
            [...node.querySelectorAll(".mark")].map((mark) => mark.matches(".lane0, .lane1, .lane2, .lane3"))])"""
    )
    assert len({tuple(marked) for _, marked in shown}) > 4
    for node, (words, marked) in enumerate(shown):
        here = [node in each for each in seen]
        assert marked == here, words
        who = words.split("visited by ")[1]
        if all(here):
            assert who == "all"
        else:
            assert who == "; not by ".join(
                ", ".join(name for name, was in zip(names, here, strict=True) if was == wanted)
                for wanted in (True, False)
            )
    keep_picture(explorer, "race-of-four")


def test_the_address_holds_the_view_and_brings_it_back(page, opened):
    explorer = opened(tree=SPECIMEN)
    explorer.get_by_label("strategy").select_option("scout")
    page.wait_for_function("document.querySelector('.sentence').textContent.startsWith('scout')")
    for _ in range(6):
        press(explorer, "one step forward")
    before = said(explorer)
    page.wait_for_function("location.hash.includes('step=6')")
    address = page.evaluate("location.hash")
    assert "strategy=scout" in address
    explorer = opened(address=address)
    assert said(explorer) == before
    page.evaluate("location.hash = '#explore?tree=[4,[1,9]]&strategy=pvs&race=pvs,scout'")
    page.wait_for_function("document.querySelectorAll('.explorer .chip').length === 2")
    page.evaluate("location.hash = '#explore?tree=[4,[1,9]]&strategy=nonsense'")
    page.wait_for_function("document.body.textContent.includes('there is no such strategy')")


def thousand_nodes():
    """Return a tree of as many nodes as can be shown: every node hangs below one of those before it."""
    draw = random.Random(1)
    children: list[list[int]] = [[] for _ in range(MOST_NODES)]
    for node in range(1, MOST_NODES):
        children[draw.randrange(max(0, node - 60), node)].append(node)

    def nested(node):
        return [nested(child) for child in children[node]] or draw.randrange(1000)

    return gt.Tree.from_nested(nested(0))


def test_a_tree_of_a_thousand_nodes_is_searched_by_every_strategy_and_shown(page, opened):
    tree = thousand_nodes()
    explorer = opened(tree=str(tree.to_nested()), strategy="alphabeta")
    assert explorer.locator(".node").count() == MOST_NODES
    for name in gt.STRATEGIES:
        found = page.evaluate("([tree, name]) => gametree.search(tree, name)", [str(tree.to_nested()), name])
        assert found == dict(
            zip(("value", "leaves", "nodes", "visits"), gt.search(tree, name)[:4], strict=True)
        ), name
    press(explorer, "last step")
    assert f"The value is {gt.search(tree, 'alphabeta').value}." in said(explorer)
    keep_picture(explorer, "explorer-1000")


def test_a_map_opens_a_race_on_a_tree_of_the_class_that_was_clicked(page, opened):
    explorer = opened(beside=cost_map().place())
    cell = page.get_by_role("gridcell", name="depth 3, width 4: ")
    cell.hover()
    reading = page.locator(".gt-reading")
    assert "verdicts: " in reading.inner_text() and "printed " in reading.inner_text()
    cell.click()
    page.wait_for_function("document.querySelectorAll('.explorer .chip').length === 2")
    tree = gt.generate("uniform", width=4, depth=3, scheme="unordered", seed=1)
    assert explorer.get_by_label("tree as nested lists").input_value() == str(tree.to_nested())
    press(explorer, "last step")
    assert f"sss*: {gt.search(tree, 'sss*').leaves} leaves" in said(explorer)
    page.get_by_role("gridcell", name="depth 6, width 3: ").click()
    assert reading.inner_text().endswith("too large to be shown in a race.")
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    keep_picture(page.locator("body"), "cost-map")
