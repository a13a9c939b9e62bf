"""Sweeps in a page opened from disk, in a real browser: the same numbers as `gt.sweep`, and what people do with them."""

from __future__ import annotations

import pytest

import gametree as gt
from tests.lab import marks
from tests.pages import STRATEGIES, same_sums, write_page

pytestmark = marks

CLASSES = [
    ("unordered", None),
    ("integer-dependent", None),
    ("real-dependent", None),
    *(("ordered", p) for p in (0, 0.00001, 0.2, 0.6, 1 / 3, 1)),
]


@pytest.fixture
def troubles(page):
    """Return what the page complains about, and what it asks of the network; all but files is refused."""
    found: list[str] = []
    page.on(
        "console",
        lambda message: found.append(message.text) if message.type in ("error", "warning") else None,
    )
    page.on("pageerror", lambda error: found.append(str(error)))
    page.on(
        "request",
        lambda request: (
            None if request.url.startswith(("file:", "blob:", "data:")) else found.append(request.url)
        ),
    )
    page.context.set_offline(True)
    yield found
    assert found == []


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


@pytest.mark.parametrize(("scheme", "p"), CLASSES)
def test_a_rolled_tree_is_the_one_that_generate_gives(bare, scheme, p):
    for width, depth in ((2, 1), (3, 4), (1, 3)):
        tree = gt.generate("uniform", width=width, depth=depth, scheme=scheme, p=p, seed=11)
        question = {"kind": "uniform", "width": width, "depth": depth, "scheme": scheme, "p": p, "seed": 11}
        found = bare.evaluate("question => gametree.engines.roll(question)", question)
        assert gt.Tree.from_nested(found["nested"]) == tree


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"width": 0}, "width is 0: it must be a whole number from 1 to 1048576"),
        ({"width": "3"}, 'width is "3": it must be a whole number'),
        ({"depth": 2.5}, "depth is 2.5: it must be a whole number from 1 to 250"),
        ({"width": 10, "depth": 7}, "a page has memory for trees of 1048576 leaves, not of 10000000"),
        ({"width": 1000, "depth": 200}, "not of Infinity"),
        ({"scheme": "sorted"}, "scheme is \"sorted\": it must be one of 'unordered', "),
        ({"p": 0.5}, "p is 0.5: it must be left out for the scheme 'unordered'"),
        ({"scheme": "ordered"}, "p is null: for the scheme 'ordered' it must be a number from 0 to 1"),
        ({"scheme": "ordered", "p": 1.5}, "p is 1.5: for the scheme 'ordered'"),
        ({"strategies": []}, "strategies is []: it must be a list of names"),
        ({"strategies": ["alphabet"]}, "strategies is \"alphabet\": it must be one of 'minimax', "),
        ({"strategies": ["pvs", "pvs"]}, "strategies has 'pvs' twice"),
        ({"trees": 0}, "trees is 0: it must be a whole number from 1 to 1000000000"),
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
