"""Sweeps in a page opened from disk, in a real browser: the same numbers as `gt.sweep`, and what people do with them."""

from __future__ import annotations

import pytest

import gametree as gt
from gametree.experiment import counts_of
from gametree.generate import recipe
from tests.lab import keep_picture, marks
from tests.pages import STRATEGIES, same_sums, write_page

pytestmark = marks

CLASSES = [
    ("unordered", None),
    ("integer-dependent", None),
    ("real-dependent", None),
    *(("ordered", p) for p in (0, 0.00001, 0.2, 0.6, 1 / 3, 1)),
]


@pytest.fixture
def bare(page, troubles, tmp_path):
    """Return a page with engines and nothing else."""
    page.goto(write_page(tmp_path).as_uri())
    return page


@pytest.mark.parametrize(("scheme", "p"), CLASSES)
def test_sums_products_and_tallies_are_those_of_the_library(bare, scheme, p):
    for width, depth in ((3, 6), (10, 3), (2, 8), (24, 2), (7, 1), (1, 5)):
        same_sums(bare, scheme=scheme, p=p, width=width, depth=depth, trees=30, seed=1985)
    same_sums(bare, scheme=scheme, p=p, width=4, depth=4, trees=700, seed=2**53 - 1, first=1000)


@pytest.mark.parametrize(("scheme", "p"), [("unordered", None), ("ordered", 0.8)])
def test_the_contract_gives_the_means_of_gt_sweep(bare, scheme, p):
    named = {"trees": 321, "seed": 7, "strategies": ["sss*", "alphabeta", "scout"]}
    frame = gt.sweep("uniform", scheme, sizes=[(3, 5)], p=p, progress=False, **named)
    means = frame.pivot(index="strategy", columns="criterion", values="mean")
    question = {"width": 3, "depth": 5, "scheme": scheme, **({} if p is None else {"p": p}), **named}
    found = bare.evaluate("question => window.gametree.sweep(question)", question)
    assert found == [
        {"strategy": name, **means.loc[name, ["leaves", "nodes", "visits"]].to_dict()}
        for name in named["strategies"]
    ]


def test_the_scheme_is_unordered_if_it_is_left_out_and_a_seed_may_be_as_large_as_in_python(bare):
    frame = gt.sweep(
        "uniform", "unordered", sizes=[(2, 4)], strategies=["pvs"], trees=50, seed=2**63 - 1, progress=False
    )
    found = bare.evaluate(
        "() => gametree.sweep({width: 2, depth: 4, strategies: ['pvs'], trees: 50, seed: 2n ** 63n - 1n})"
    )
    assert found == [{"strategy": "pvs", **dict(zip(frame.criterion, frame["mean"], strict=True))}]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"width": 0}, "width is 0: it must be a whole number from 1 to 1,048,576"),
        ({"width": "3"}, 'width is "3": it must be a whole number'),
        ({"depth": 2.5}, "depth is 2.5: it must be a whole number from 1 to 250"),
        ({"width": 10, "depth": 7}, "a page has memory for trees of 1,048,576 leaves, not of 10,000,000"),
        ({"width": 1000, "depth": 200}, "not of Infinity"),
        ({"scheme": "sorted"}, "scheme is \"sorted\": it must be one of 'unordered', "),
        ({"p": 0.5}, "p is 0.5: it must be left out for the scheme 'unordered'"),
        ({"scheme": "ordered"}, "p is null: for the scheme 'ordered' it must be a number from 0 to 1"),
        ({"scheme": "ordered", "p": 1.5}, "p is 1.5: for the scheme 'ordered'"),
        ({"strategies": []}, "strategies is []: it must be a list of names"),
        ({"strategies": ["alphabet"]}, "strategies is \"alphabet\": it must be one of 'minimax', "),
        ({"strategies": ["pvs", "pvs"]}, "strategies has 'pvs' twice"),
        ({"trees": 0}, "trees is 0: it must be a whole number from 1 to 1,000,000,000"),
        ({"seed": -1}, "seed is -1: it must be a whole number from 0"),
        ({"kind": "nonuniform"}, "kind is \"nonuniform\": in a page it must be 'uniform'"),
        ({"strategy": "pvs"}, "'strategy' is no argument of sweep: it takes 'kind', 'width', "),
    ],
)
def test_bad_arguments_are_refused_in_one_sentence_before_any_work(bare, change, sentence):
    question = {"width": 3, "depth": 3, "strategies": ["alphabeta"], "trees": 10, "seed": 1, **change}
    told = bare.evaluate(
        "question => gametree.sweep(question).then(() => 'no error', (error) => error.message)", question
    )
    assert sentence in told
    assert "\n" not in told
    assert bare.evaluate("typeof gametree.wasm") == "undefined"


def test_a_sweep_tells_how_far_it_is_and_stops_when_told(bare):
    told = bare.evaluate(
        """async (strategies) => {
            const stop = new AbortController();
            const seen = [];
            const progress = (done) => { seen.push(done); if (seen.length === 3) stop.abort(); };
            const question = {width: 3, depth: 6, strategies, trees: 1e9, seed: 1, signal: stop.signal, progress};
            const message = await gametree.sweep(question).then(() => "no error", (error) => error.message);
            return {seen, message};
        }""",
        list(STRATEGIES),
    )
    assert len(told["seen"]) == 3 and told["seen"] == sorted(set(told["seen"]))
    assert told["message"] == f"the sweep was stopped after {told['seen'][-1]} of 1000000000 trees"


# -- the component ---------------------------------------------------------------------------------------------

PLACE = '<div class="gametree-live" data-component="sweep"></div>'


@pytest.fixture
def explorer(page, troubles, tmp_path):
    """Return a function that opens a page with the explorer and returns the explorer."""

    def open_page(address: str = "", width: int = 1280, theme: str = "light"):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(write_page(tmp_path, PLACE, theme).as_uri() + address)
        return page.locator(".gt-sweep")

    return open_page


def wait(explorer, text: str):
    explorer.locator("[role=status]", has_text=text).wait_for()


def mean(explorer, strategy: str, column: int = 0) -> str:
    return (
        explorer.locator("tbody tr", has=explorer.page.locator(f"th:text-is('{strategy}')"))
        .locator("td")
        .nth(column)
        .inner_text()
    )


def test_the_explorer_starts_by_itself_and_shows_means_beside_printed_ones(explorer):
    shown = explorer()
    wait(shown, "U(3,4), unordered: 10,000 of 10,000 trees, done")
    frame = gt.sweep(
        "uniform", "unordered", sizes=[(3, 4)], strategies=["sss*"], trees=10_000, seed=1985, progress=False
    ).set_index("criterion")
    leaves = frame.loc["leaves"]
    assert mean(shown, "sss*") == f"{leaves['mean']:.2f} ± {leaves['sd'] / 100:.2f}"
    assert mean(shown, "sss*", 1) == f"{leaves['sd']:.2f}"
    assert mean(shown, "sss*", 3) == "32.34"
    assert "sss*: " in shown.locator("svg").get_attribute("aria-label")
    shown.get_by_label("count").select_option("visits")
    assert mean(shown, "sss*").startswith(f"{frame.loc['visits', 'mean']:.2f} ±")
    assert mean(shown, "sss*", 3) == "–"


def test_the_ratio_and_its_error_are_those_of_paired_trees(explorer):
    shown = explorer("#sweep?width=2&depth=5&trees=500&seed=3&view=ratio")
    wait(shown, "U(2,5), unordered: 500 of 500 trees, done")
    counts = counts_of(recipe("uniform", "unordered", 2, 5), ("alphabeta", "sss*"), 3, 0, 500)[..., 0].astype(
        float
    )
    base, other = counts.T
    ratio = other.mean() / base.mean()
    error = (other - ratio * base).std(ddof=1) / base.mean() / 500**0.5
    assert mean(shown, "sss*", 2) == f"{ratio:.3f} ± {error:.3f}"
    assert "as a ratio to those of alphabeta" in shown.locator("svg").text_content()


def test_a_sweep_grows_is_stopped_and_leaves_the_page_free(explorer):
    shown = explorer("#sweep?width=3&depth=6&trees=100000000")
    wait(shown, "searching")
    seen = {
        shown.locator("[role=status]").inner_text() for _ in range(20) if not shown.page.wait_for_timeout(50)
    }
    assert len(seen) > 1
    shown.get_by_role("button", name="stop").click()
    wait(shown, "of 100,000,000 trees, stopped")
    stopped = shown.locator("[role=status]").inner_text(), mean(shown, "sss*")
    shown.page.wait_for_timeout(500)
    assert (shown.locator("[role=status]").inner_text(), mean(shown, "sss*")) == stopped
    shown.get_by_label("trees", exact=True).fill("50")
    shown.get_by_label("trees", exact=True).press("Enter")
    wait(shown, "50 of 50 trees, done")
    shown.get_by_label("width", exact=True).fill("2")
    shown.get_by_role(
        "button", name="run"
    ).click()  # pressing it leaves the field, which starts the sweep too
    wait(shown, "U(2,6), unordered: 50 of 50 trees, done")


def test_the_address_holds_what_was_chosen_and_brings_it_back(explorer):
    shown = explorer()
    shown.get_by_label("scheme").select_option("ordered")
    shown.get_by_label("P", exact=True).fill("0.2")
    shown.get_by_label("width").fill("2")
    shown.get_by_label("seed", exact=True).fill("77")
    shown.get_by_role("checkbox", name="minimax").check()
    shown.get_by_role("checkbox", name="scout").uncheck()
    wait(shown, "U(2,4), ordered, P = 0.2: 10,000 of 10,000 trees, done")
    address, row = shown.page.url, mean(shown, "minimax")
    table = shown.locator("table").inner_text()
    shown.page.goto("about:blank")
    shown.page.goto(address)
    wait(shown, "U(2,4), ordered, P = 0.2: 10,000 of 10,000 trees, done")
    assert mean(shown, "minimax") == row and row.startswith("16.00 ± 0.00")
    assert shown.locator("table").inner_text() == table
    assert not shown.get_by_role("checkbox", name="scout").is_checked()


@pytest.mark.parametrize(
    ("label", "value", "sentence"),
    [
        ("width", "0", "width must be a whole number from 1 to 1,048,576."),
        ("depth", "", "depth must be a whole number from 1 to 250."),
        ("depth", "30", "leaves, not of 205,891,132,094,649"),
        ("depth", "40", "a page has memory for trees of 1,048,576 leaves"),
        ("trees", "1.5", "trees must be a whole number from 2"),
        ("seed", "-3", "seed must be a whole number from 0"),
    ],
)
def test_bad_input_is_told_in_place_and_forgotten_when_it_is_mended(explorer, label, value, sentence):
    shown = explorer()
    wait(shown, "done")
    field = shown.get_by_label(label, exact=True)
    before = field.input_value()
    field.fill(value)
    field.press("Tab")
    shown.locator("[role=alert]", has_text=sentence).wait_for()
    field.fill(before)
    field.press("Tab")
    shown.locator("[role=alert]:empty").wait_for(state="attached")
    wait(shown, "done")


def test_where_all_trees_count_the_same_the_axis_has_that_count_alone(explorer):
    shown = explorer("#sweep?width=2&depth=4&scheme=ordered&p=1&strategies=minimax&trees=50")
    wait(shown, "50 of 50 trees, done")
    ticks = shown.locator("svg > text").all_text_contents()
    assert ticks == ["16", "leaves per tree"]


def test_an_address_that_names_a_sweep_brings_it_into_view(page, troubles, tmp_path):
    tall = '<div style="height: 2000px"></div>'
    address = write_page(tmp_path, f"{tall}{PLACE}{tall}").as_uri()
    page.goto(address)
    page.wait_for_timeout(200)
    assert page.evaluate("scrollY") == 0
    page.goto("about:blank")
    page.goto(f"{address}#sweep?width=2&trees=50")
    wait(page.locator(".gt-sweep"), "U(2,4), unordered: 50 of 50 trees, done")
    assert 0 <= page.locator(".gt-sweep").bounding_box()["y"] < 100


def test_without_a_strategy_there_is_nothing_to_do(explorer):
    shown = explorer("#sweep?strategies=pvs")
    wait(shown, "done")
    shown.get_by_role("checkbox", name="pvs").uncheck()
    shown.locator("[role=alert]", has_text="choose at least one strategy").wait_for()


def test_the_line_of_python_gives_the_same_numbers(explorer):
    shown = explorer("#sweep?width=3&depth=3&scheme=ordered&p=0.4&trees=200&seed=9&strategies=pvs,sss*")
    wait(shown, "200 of 200 trees, done")
    shown.page.evaluate(
        "navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }"
    )
    shown.get_by_role("button", name="copy Python").click()
    wait(shown, "Copied.")
    start, call = shown.page.evaluate("window.copied").split("\n\n")
    assert start == "import gametree as gt"
    frame = eval(call, {"gt": gt})
    assert frame["mean"].round(2).iloc[3] == float(mean(shown, "sss*").split(" ")[0])


@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (1280, "dark"), (390, "light"), (390, "dark")])
def test_everything_fits_the_screen(explorer, width, theme):
    shown = explorer(width=width, theme=theme)
    wait(shown, "done")
    assert shown.page.evaluate("document.documentElement.scrollWidth") <= width
    box = shown.locator("svg").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= width
    keep_picture(shown, f"sweep-{width}-{theme}")
