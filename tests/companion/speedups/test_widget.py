"""The figures of chapter 4 that move: their numbers are what searching gives, and only what exists is offered."""

import json

import pytest

from companion.speedups import widget
from gametree import enhance, games
from gametree.parallel import METHODS

SMALL = {"tic-tac-toe": ("start",), "connect-four": ("8 stones, a",), widget.RANDOM: ("seed 5",)}


@pytest.fixture(scope="module")
def curves(monkeypatch_module):
    monkeypatch_module.setattr(widget, "MOST_NODES", 3000)
    monkeypatch_module.setattr(widget, "DEEPEST", 4)
    return widget.enhancement_curves(SMALL).state


@pytest.fixture(scope="module")
def monkeypatch_module():
    with pytest.MonkeyPatch.context() as patch:
        yield patch


def test_curves_hold_the_leaves_that_searching_finds(curves):
    named = {place.name: place.position for place in games.named_positions("connect-four")}
    for line in curves["series"]:
        game, position, strategy = line["at"]
        if game != "connect-four":
            continue
        depth = line["x"][-1]
        tree = games.unfold(game, depth, named[position])
        arguments = {} if line["line"] == widget.PLAIN else widget.ENHANCEMENTS[line["line"]]
        chosen = "alphabeta" if line["line"] == widget.PLAIN else strategy
        assert line["y"][-1] == enhance.search(tree, chosen, **arguments).leaves


def test_every_strategy_has_every_aid_and_plain_alphabeta_to_compare_with(curves):
    for strategy in enhance.STRATEGIES:
        lines = [
            line["line"] for line in curves["series"] if line["at"] == ["tic-tac-toe", "start", strategy]
        ]
        assert set(lines) == {widget.PLAIN, *widget.ENHANCEMENTS} - (
            {"no enhancement"} if strategy == "alphabeta" else set()
        )
        assert len(lines) == len(set(lines))


def test_trees_are_grown_as_deep_as_they_may_be_large(curves):
    deepest = {line["at"][0]: max(line["x"]) for line in curves["series"]}
    assert deepest[widget.RANDOM] == widget.DEEPEST
    assert games.expected_nodes("tic-tac-toe", deepest["tic-tac-toe"]) <= widget.MOST_NODES
    assert games.expected_nodes("tic-tac-toe", deepest["tic-tac-toe"] + 1) > widget.MOST_NODES


def test_all_positions_that_are_offered_have_a_name():
    for game in ("connect-four", "checkers", "chess"):
        named = {place.name for place in games.named_positions(game)}
        assert set(widget.POSITIONS[game]) <= {"start", *named}


@pytest.fixture(scope="module")
def machine():
    return widget.machine().state


def test_the_machine_holds_every_strategy_on_every_tree_with_every_number_of_processors(machine):
    offered = {tuple(run["at"]) for run in machine["runs"]}
    assert offered == {(m, *tree, k) for m in METHODS for tree in widget.TREES for k in widget.PROCESSORS}
    assert len(json.dumps(machine)) < 130_000


@pytest.mark.parametrize("strategy", METHODS)
def test_bars_add_up_to_the_work_that_was_done(machine, strategy):
    for run in machine["runs"]:
        if run["at"][0] != strategy or run["at"][-1] not in (1, 4, 16):
            continue
        found = widget.run(*run["at"])
        assert (run["time"], run["nodes"], run["visits"]) == (found.time, found.nodes, found.visits)
        lengths, processors = run["bars"][3::4], run["bars"][::4]
        assert sum(lengths) == found.entries
        assert max(processors) < found.processors
        assert max(a + b for a, b in zip(run["bars"][2::4], lengths, strict=True)) == found.time


def test_the_pictures_before_the_figures_show_where_they_start():
    curves = widget.enhancement_curves({"checkers": ("start",)})
    assert curves.state["start"] == widget.GAME
    frame = widget.leaves_at_start(curves)
    assert frame["plain"].tolist()[:4] == [7, 19, 98, 269]
    assert frame["enhanced"].tolist()[:4] == [7, 13, 67, 215]
    assert "value" in widget.describe_run(widget.run(*widget.RUN))
