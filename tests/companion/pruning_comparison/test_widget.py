"""What the kernel answers when the explorer of chapter 3 asks."""

from __future__ import annotations

import numpy as np
import pytest

import gametree as gt
from companion.pruning_comparison.widget import Comparison, printed_means, sweep_part
from gametree.experiment import cells

TREES = {"kind": "uniform", "scheme": "unordered", "width": 3, "depth": 3, "seed": 4}


def ask(**question):
    """Return what the widget replies."""
    return Comparison().reply({"number": 1, "question": question})


def test_parts_of_a_sweep_add_up_to_the_sweep():
    names = ["alphabeta", "scout", "sss*"]
    parts = [
        sweep_part({**TREES, "kind": "nonuniform", "strategies": names, "first": first, "trees": trees})
        for first, trees in ((0, 30), (30, 100), (130, 1))
    ]
    (whole,) = cells(
        "nonuniform", "unordered", sizes=[(3, 3)], strategies=names, trees=131, seed=4, progress=False
    )
    assert sum(part["trees"] for part in parts) == 131
    assert sum(np.array(part["total"]) for part in parts).tolist() == whole.sums.total.tolist()
    assert sum(np.array(part["products"]) for part in parts).tolist() == whole.sums.products.tolist()
    for part in parts:
        for row, sums in zip(part["tallies"], part["total"], strict=True):
            assert [sum(v * t for v, t in zip(*tally, strict=True)) for tally in row] == sums


def test_printed_means_come_with_the_verdict_on_the_literal_reading_alone():
    assert printed_means(TREES)["alphabeta"]["value"] == 19.10
    assert "verdict" in printed_means(TREES)["alphabeta"]
    assert "verdict" not in printed_means(TREES).get("pvs-unit-window", {})
    assert printed_means({**TREES, "width": 7}) == {}
    assert printed_means({**TREES, "scheme": "ordered", "p": 0.4})["pvs"]["table"] == "VII"
    assert printed_means({**TREES, "scheme": "ordered", "p": 0.5}) == {}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            {"width": 30, "depth": 5},
            "width is 30 and depth is 5: a tree may have at most 1048576 leaves here",
        ),
        ({"trees": -1}, "n_trees is -1"),
        ({"strategies": []}, "strategies is empty"),
        ({"strategies": ["alphabet"]}, "alphabet"),
        ({"kind": "round"}, "kind is 'round'"),
        ({"p": 0.5}, "p is 0.5: it must be left out"),
        ({"width": None}, "width is None"),
        ({"seed": None}, "seed is None"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(change, sentence):
    question = {"engine": "sweep", **TREES, "strategies": ["pvs"], "first": 0, "trees": 5, **change}
    assert sentence in ask(**question)["error"]


def test_the_widget_offers_every_kind_scheme_and_strategy():
    offers = Comparison(seed=3).state["offers"]
    assert offers["strategies"] == list(gt.STRATEGIES)
    for kind in offers["kinds"]:
        for scheme in offers["schemes"]:
            p = {"p": 0.6} if scheme.startswith("ordered") else {}
            found = ask(
                engine="sweep",
                kind=kind,
                scheme=scheme,
                **p,
                width=2,
                depth=2,
                seed=1,
                trees=3,
                strategies=["pvs"],
            )
            assert found["answer"]["trees"] == 3


def test_the_still_has_the_numbers_and_alternative_text():
    shown = Comparison.still(10, "Leaves per tree.", trees=50, seed=5).data
    frame = gt.sweep(
        "uniform", "unordered", sizes=[(3, 4)], strategies=["sss*"], trees=50, seed=5, progress=False
    )
    assert "Figure 10." in shown and shown.count("alt=") == 1
    assert f"<td>{frame['mean'][0]:.2f} ± " in shown
    assert "printed 32.34" in shown
