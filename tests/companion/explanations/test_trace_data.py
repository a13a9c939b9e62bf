"""A search as plain data: changes added up are what the library's traces say, after every step."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gametree as gt
from companion.explanations.trace_data import _bounds_label, number_label, parse, window_label, written
from companion.plot.describe import State, classify
from companion.widgets.web import page_python
from companion.widgets.web.page_python import about, modules, programs, trace
from gametree.nodes import PlainChanceTree, PlainTree
from tests.trees import nested_trees

TREES = nested_trees(depth=3, width=3).map(gt.Tree.from_nested)
GAMES = [name for name, program in programs().items() if not program["chance"]]
CHANCES = [name for name, program in programs().items() if program["chance"]]
CHANCE_TREE = "[((0.5, 4), (0.5, 16)), ((0.9, 8), (0.1, [3, 9])), [((0.25, 1), (0.75, 12)), 5]]"
STATUS = {
    State.WAITING: None,
    State.VISITED: "visited",
    State.STACK: "stack",
    State.LIVE: "live",
    State.SOLVED: "solved",
    State.PRUNED: "pruned",
}


class Folded:
    """What is known after some steps, by applying the changes as an explorer does."""

    def __init__(self):
        self.fields, self.stack, self.open = {}, [], []

    def apply(self, step):
        for field, values in step["set"].items():
            known = self.fields.setdefault(field, {})
            for node, value in values.items():
                if value is None:
                    del known[int(node)]
                else:
                    known[int(node)] = value
        change, node = step.get("stack", ("", 0))
        if change == "push":
            self.stack.append(node)
        elif change == "pop":
            assert self.stack.pop() == node
        if "open" in step:
            first, gone, come = step["open"]
            self.open[first : first + gone] = come

    def __getitem__(self, field):
        return self.fields.get(field, {})


def check_game(tree, strategy):
    traced = trace({"tree": str(tree.to_nested()), "strategy": strategy})
    steps = gt.trace(tree, strategy)
    assert len(traced["steps"]) == len(steps)
    folded = Folded()
    for k, (step, meant) in enumerate(zip(traced["steps"], steps, strict=True)):
        folded.apply(step)
        snapshot = steps.snapshot(k)
        assert (step["event"], step["node"], step["text"]) == (meant.event, meant.node, meant.text)
        assert folded.stack == list(snapshot.stack)
        assert folded["order"] == snapshot.order
        assert folded["window"] == {n: window_label(*w) or "none" for n, w in snapshot.windows.items()}
        shown = {
            n: f"{snapshot.bounds.get(n, '')} {number_label(v)}".strip() for n, v in snapshot.values.items()
        }
        assert folded["value"] == shown
        assert folded["answer"] == {n: "yes" if yes else "no" for n, yes in snapshot.answers.items()}
        statuses = {n: STATUS[state] for n, state in enumerate(classify(tree, snapshot))}
        assert folded["status"] == {n: status for n, status in statuses.items() if status}
        assert folded.open == [[t.node, t.status, number_label(t.merit)] for t in snapshot.open or ()]
        assert step["counts"][:2] == [len(snapshot.order), len(snapshot.visited - {0})]
        assert 0 <= step["line"] < len(traced["listing"])
    result = gt.search(tree, strategy)
    assert traced["steps"][-1]["counts"] == [result.leaves, result.nodes, result.visits]
    assert traced["result"]["value"] == result.value
    assert [traced["result"][name] for name in ("leaves", "nodes", "visits")] == list(result[1:4])
    assert traced["result"]["principal"] == [tree.node(result.line[:k]) for k in range(len(result.line) + 1)]


@pytest.mark.parametrize("strategy", GAMES)
def test_changes_add_up_to_the_snapshots_of_the_trace(strategy):
    check_game(gt.examples.specimen(), strategy)
    check_game(gt.generate("uniform", width=2, depth=4, scheme="integer-dependent", seed=5), strategy)
    check_game(gt.generate("nonuniform", width=3, depth=4, scheme="real-dependent", seed=3), strategy)


@settings(max_examples=25)
@given(TREES)
def test_changes_add_up_on_any_tree(tree):
    for strategy in ("alphabeta", "scout", "sss*", "sss-2", "second-best"):
        check_game(tree, strategy)


@pytest.mark.parametrize(
    ("goal", "words"),
    [
        ("max", "I is worth at most 4.4, H at least 5.6: cut"),
        ("min", "H is worth at least 5.6, I at most 4.4: cut"),
    ],
)
def test_a_cut_off_under_chance_names_both_bounds(goal, words):
    tree = str(gt.chance.examples.figure_6().to_nested())
    for method in ("alpha-cutoff", "alpha-cutoff-all"):
        steps = trace({"tree": tree, "strategy": method, "goal": goal, "options": {}})["steps"]
        assert next(step["why"] for step in steps if "cut" in step["set"]) == words


@pytest.mark.parametrize("method", CHANCES)
@pytest.mark.parametrize("goal", ["max", "min"])
def test_changes_add_up_where_chance_decides(method, goal):
    traced = trace({"tree": CHANCE_TREE, "strategy": method, "goal": goal})
    tree = gt.chance.Tree.from_nested(parse(CHANCE_TREE), goal)
    steps = gt.chance.trace(tree, method)
    folded = Folded()
    for k, (step, meant) in enumerate(zip(traced["steps"], steps, strict=True)):
        folded.apply(step)
        snapshot = steps.snapshot(k)
        assert (step["event"], step["node"], step["text"]) == (meant.event, meant.node, meant.text)
        assert folded["range"] == {
            n: gt.chance.recorder.range_text(known) for n, known in snapshot.ranges.items()
        }
        assert folded["order"] == snapshot.order
        by_status = {
            name: {n for n, s in folded["status"].items() if s == name} for name in ("pruned", "dead")
        }
        assert by_status == {"pruned": set(snapshot.pruned), "dead": set(snapshot.dead)}
        assert set(folded["status"]) == snapshot.touched | snapshot.pruned
        assert folded["chosen"] == snapshot.chosen
        assert [(n, s) for n, s, _ in folded.open] == [(s.node, s.status) for s in snapshot.open or ()]
        assert step["counts"] == list(snapshot.counts[:3])
    result = gt.chance.search(tree, method)
    assert [traced["result"][name] for name in ("value", "leaves", "nodes", "visits")] == list(result[:4])
    assert traced["result"]["principal"] == list(result.solution)


def test_a_heuristic_that_is_off_by_a_share_is_what_the_library_takes():
    tree = gt.chance.Tree.from_nested(parse(CHANCE_TREE))
    ranges = {n: (v - 0.25 * abs(v), v + 0.25 * abs(v)) for n, v in enumerate(tree.backed_up.tolist())}
    traced = trace({"tree": CHANCE_TREE, "strategy": "aoc*", "options": {"error": 0.25}})
    found = gt.chance.search(tree, "aoc*", ranges=ranges)
    assert [traced["result"][name] for name in ("value", "leaves", "nodes", "visits")] == list(found[:4])


@pytest.mark.parametrize("strategy", ["sss-2", "dual-sss-2", "sss-0", "s-alphabeta"])
def test_bounds_are_those_of_the_search_tree_that_is_kept(strategy):
    tree = gt.examples.critical_tree()
    kept = []
    x = gt.reference.Recorder(tree, watch=lambda s, *_: kept.append((dict(s.lower), dict(s.upper))))
    gt.search(tree, strategy)
    from gametree.search import search_in_python

    search_in_python(tree, strategy, x)
    folded = Folded()
    for step in trace({"tree": str(tree.to_nested()), "strategy": strategy})["steps"]:
        folded.apply(step)
    lower, upper = kept[-1]
    labels = {n: _bounds_label(lower[n], upper[n]) for n in lower}
    assert folded["bounds"] == {n: label for n, label in labels.items() if label}


def test_the_condition_names_the_bound_that_cuts_and_who_has_it():
    traced = trace({"tree": str(gt.examples.specimen().to_nested()), "strategy": "alphabeta"})
    cuts = [step["why"] for step in traced["steps"] if step["event"] == "cut-off"]
    assert cuts == [
        "p13 is worth at least 11, MIN has 6 at p1: cut",
        "p22 is worth at least 47, MIN has 40 at p2: cut",
    ]
    deep = trace({"tree": "[5, [[[3, 9], 8], 7]]", "strategy": "alphabeta"})
    assert "p211 is worth at most 3, MAX has 5 at p: cut" in [step["why"] for step in deep["steps"]]


@pytest.mark.parametrize("strategy", programs())
def test_every_step_is_told_twice_what_happened_and_what_decides(strategy):
    tree = CHANCE_TREE if programs()[strategy]["chance"] else str(gt.examples.specimen().to_nested())
    for step in trace({"tree": tree, "strategy": strategy})["steps"]:
        assert step["text"] and step["why"] and step["text"] != step["why"]


@pytest.mark.parametrize(
    ("strategy", "told"),
    [
        ("minimax", ["MAX has 12 at p11: 8 is no better", "MIN has 12 at p1: 6 is better"]),
        ("alphabeta", ["p112 is worth 8, MAX has 12 at p11", "MIN has 12 at p1: 6 is better"]),
        (
            "scout",
            ["8 is compared with 12", "6 is compared with 12", "evaluated again, now for its value: 6"],
        ),
    ],
)
def test_the_value_of_a_leaf_is_told_beside_what_it_is_compared_with(strategy, told):
    traced = trace({"tree": str(gt.examples.specimen().to_nested()), "strategy": strategy})
    leaves = [step["why"] for step in traced["steps"] if step["event"] == "leaf"]
    assert leaves[: len(told) + 1] == ["12 is the first that MAX has at p11", *told]


def test_a_window_about_a_single_number_is_told_by_that_number():
    traced = trace({"tree": str(gt.examples.specimen().to_nested()), "strategy": "sss-4-wide-window"})
    step = traced["steps"][17]
    assert step["text"] == "s-alphabeta enters p1, window (30⁻, 30⁺)"
    assert step["set"]["window"]["1"] == "(30⁻, 30⁺)"
    assert step["why"] == "the question: is p1 worth less than 30, just that, or more?"
    assert "(30, 30)" not in json.dumps(traced, ensure_ascii=False)
    cut = next(step for step in traced["steps"][17:] if step["event"] == "cut-off")
    assert " < 30: that answers" in cut["text"] or " > 30: that answers" in cut["text"]


@pytest.mark.parametrize("strategy", ["pvs", "pvs-unit-window"])
def test_a_window_whose_ends_have_changed_places_is_called_empty(strategy):
    traced = trace({"tree": str(gt.examples.specimen().to_nested()), "strategy": strategy})
    k = next(
        k
        for k, step in enumerate(traced["steps"])
        if step["set"].get("window", {}).get("15") == "(47, 40), empty"
    )
    test, step = traced["steps"][k - 1 : k + 1]
    assert test["text"] == "leaf p222 has the static value 47", "which is enough: 40 is MIN's"
    assert step["text"] == "pvs enters p222, empty window (47, 40)"
    assert step["why"] == "no value is more than 47 and less than 40: the test before has settled it"


@settings(max_examples=50)
@given(TREES, st.sampled_from(GAMES))
def test_no_other_window_is_called_what_it_is_not(tree, strategy):
    for step in gt.trace(tree, strategy):
        if step.event == "enter" and step.low is not None and step.high is not None:
            assert (
                (step.low >= step.high)
                == ("empty" in step.text)
                == ("empty" in window_label(step.low, step.high))
            )
            assert step.low < step.high or strategy.startswith("pvs")


def test_calls_of_s_alphabeta_are_numbered():
    traced = trace({"tree": str(gt.examples.critical_tree().to_nested()), "strategy": "dual-sss-2"})
    assert [step["call"] for step in traced["steps"] if "call" in step] == [1, 2, 3, 4]


SSS_STAR = {
    "is solved, and with it its parent": "opened.insert(0, Triple(parent, s, m))",
    "was the last child: its parent is solved": "opened.insert(0, Triple(parent, s, m))",
    "is solved: its right sibling is next": "opened.insert(0, Triple(right, LIVE, m))",
    "is solved": "_insert(opened, Triple(p, SOLVED, min(m, value)), newest_first)",
    "its leftmost child": "opened.insert(0, Triple(children[0], s, m))",
    "all its children": "for child in reversed(children):",
}
CASES = {f"case {case}": f"return  # case {case}" for case in range(1, 6)}


@pytest.mark.parametrize(
    ("strategy", "tree", "lines"),
    [
        ("sss*", "[[[12, 8], 6], [[40], [8, 47]]]", SSS_STAR),
        ("alpha-cutoff", "[((0.5, 1), (0.5, [4, 2])), 3]", CASES),
    ],
)
def test_where_open_is_kept_the_line_is_that_of_the_case(strategy, tree, lines):
    traced = trace({"tree": tree, "strategy": strategy})
    met = set()
    for step in traced["steps"][1:]:
        said, line = next(pair for pair in lines.items() if pair[0] in step["text"])
        assert traced["listing"][step["line"]].strip() == line
        met.add(said)
    assert met == set(lines)


@pytest.mark.parametrize(
    "strategy", [name for name, program in programs().items() if program["keeps"] != "open"]
)
def test_what_begins_and_what_ends_at_a_node_are_different_lines(strategy):
    chance = programs()[strategy]["chance"]
    tree = "[((0.25, 1), (0.75, [4, 2])), 3]" if chance else "[[[12, 8], 6], [[40], [8, 47]]]"
    traced = trace({"tree": tree, "strategy": strategy})
    lines = {}
    for step in traced["steps"]:
        lines.setdefault(step["event"], set()).add(step["line"])
        assert traced["listing"][step["line"]].strip(), "an empty line is no step"
    events = [event for event in ("enter", "leaf", "return", "solved", "expand", "open") if event in lines]
    assert len(events) > 1 or strategy == "alpha-cutoff"
    for one, other in itertools.combinations(events, 2):
        assert not lines[one] & lines[other], (one, other)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "tree is empty"),
        ("[[1, 2", 'tree ends too early: a bracket "[" is not closed'),
        ("[1, 2]]", 'tree has "]" after "[1, 2]": nothing more was expected there'),
        ("[1 2]", 'tree has "2" after "[1": a comma or a closing bracket was expected there'),
        ("[1,, 2]", 'tree has "," after "[1,"'),
        ("[1, two]", 'tree has "two": a leaf must be a number'),
        ("[1, nan]", 'tree has "nan": a leaf must be a number'),
        ("__import__('os')", 'tree has "__import__": a leaf must be a number'),
        ("[1, []]", "node at [1] is empty"),
        ("[1, 1e999]", "leaf at [1] is inf: a leaf must be a finite number"),
        ("[((0.5, 1), (0.5, 2)), 3]", "tree has chance nodes, and alphabeta searches trees without"),
        (str([[1] * 40] * 30), "tree has 1231 nodes: at most 1000 can be shown"),
        ("[" * 150 + "1" + "]" * 150, "tree has 150 levels below the root: at most 100 can be shown"),
        ("[" * 50_000, "at most 40000 are allowed"),
    ],
)
def test_what_is_typed_wrongly_is_answered_in_a_sentence(text, said):
    with pytest.raises(ValueError) as caught:
        trace({"tree": text, "strategy": "alphabeta"})
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ({"strategy": "x"}, "strategy is 'x': it must be one of minimax, "),
        ({"strategy": "alphabeta", "options": {"guess": 1}}, "guess is 1: alphabeta takes no option"),
        ({"strategy": "sss-4", "options": {"step": -1}}, "step is -1: it must be a number not less than 0"),
        (
            {"strategy": "dual-sss-2", "tree": str(list(range(999)))},
            "takes more than 20000 steps on this tree",
        ),
        ({"strategy": "star1", "goal": "most"}, "goal is 'most': it must be one of max, min"),
        ({"strategy": "star1", "tree": "[((0.5, 1), (0.4, 2))]"}, "add up to 0.9: they must add up to 1"),
        ({"strategy": "star1", "tree": "[((2, 1), 5)]"}, "the probability at [0][0] is 2: it must be"),
        ({"strategy": "star1", "tree": "[(3, 5)]"}, "[0][0] is 3: a child of a chance node must be a pair"),
    ],
)
def test_a_question_that_has_no_answer_is_refused_in_a_sentence(question, said):
    with pytest.raises(ValueError) as caught:
        trace({"tree": "[1, 2]"} | question)
    assert said in str(caught.value)


@given(nested_trees(depth=4, width=3))
def test_a_tree_that_is_written_is_read_again_and_has_the_same_nodes(nested):
    assert parse(written(nested)) == nested
    plain, tree = PlainTree.from_nested(nested), gt.Tree.from_nested(nested)
    for name in ("end", "parent", "level"):
        assert getattr(plain, name) == getattr(tree, name).tolist()
    for node in range(plain.n_nodes):
        assert plain.name(node) == tree.name(node) and plain.path(node) == tree.path(node)
        assert plain.children(node) == tree.children(node)


def test_plain_chance_trees_have_the_names_and_sums_of_the_library():
    nested = parse(CHANCE_TREE)
    plain, tree = PlainChanceTree.from_nested(nested), gt.chance.Tree.from_nested(nested)
    assert plain.names == tree.names and plain.after == tree.arrays.after.tolist()
    assert plain.kind == tree.kind.tolist() and plain.probability == tree.probability.tolist()


def test_what_runs_in_a_page_needs_nothing_but_python_and_what_stands_for_numpy():
    folder = Path(page_python.__file__).parent
    code = f"""
import sys, types
library = {str(Path(gt.__path__[0]).parent)!r}
for name in {page_python.PACKAGES!r}:
    sys.modules[name] = types.ModuleType(name)
    sys.modules[name].__path__ = [library + "/" + name.replace(".", "/")]
for name, file in {page_python.STAND_INS!r}.items():
    if file == "numpy":
        sys.modules[name] = types.ModuleType(name)
        exec(open({str(folder)!r} + "/page_numpy.py").read(), sys.modules[name].__dict__)
for name in {list(modules())!r}:
    __import__(name)
real = [name for name in sys.modules if name.split(".")[0] in ("numpy", "numba", "scipy", "pandas")]
print(*sorted(real))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["numba", "numba.extending", "numpy", "numpy.typing"]


def test_answers_are_plain_data():
    for name, program in programs().items():
        tree = CHANCE_TREE if program["chance"] else "[[3, 5.5], [2, [9, 1]]]"
        traced = trace({"tree": tree, "strategy": name})
        assert json.loads(json.dumps(traced, allow_nan=False)) == traced
    json.dumps(about(), allow_nan=False)


def test_presets_show_what_their_names_say():
    presets = {preset["name"]: preset for preset in about()["presets"]}

    def counted(name):
        preset = presets[name]
        return {each: gt.search(gt.Tree.from_nested(parse(preset["tree"])), each) for each in preset["race"]}

    wins = counted("race: SSS* wins")
    assert wins["sss*"].leaves < wins["alphabeta"].leaves
    visits = counted("race: Alphabeta wins by visits")
    assert visits["alphabeta"].visits < visits["sss*"].visits
    assert visits["alphabeta"].leaves == visits["sss*"].leaves
    seven = counted("race: Scout beats SSS*, seven nodes")
    assert seven["scout"].leaves < seven["sss*"].leaves
    scouts = counted("race: the smallest tree that parts the Scouts")
    assert scouts["scout"].leaves != scouts["scout-testm"].leaves
    for preset in presets.values():
        trace(preset)
