"""The listings that explorers show: programs that say nothing to an observer, run, and find what the searches find."""

from __future__ import annotations

import ast
import inspect
import sys

import pytest

import gametree as gt
from companion.explanations.trace_data import parse
from companion.widgets.web.page_python import listing_of, programs, trace
from gametree.chance.recorder import ChanceRecorder
from gametree.nodes import PlainChanceTree

GAMES = ("[7, [[3, 5], 2], [[9, [4, 4]], 6]]", "[[[12, 8], 6, [11, 14, 20]], [[40], [8, 47, 17, 23]]]", "3")
CHANCES = (
    "[((0.5, 4), (0.5, 16)), ((0.9, 8), (0.1, [3, 9])), [((0.25, 1), (0.75, 12)), 5]]",
    "((0.4, 10), (0.6, [1, ((0.5, 3), (0.5, [2, 7]))]))",
)
CASES = [(name, text) for name in programs() for text in (CHANCES if programs()[name]["chance"] else GAMES)]


class Surroundings:
    """What a paper takes for granted: a tree, and what stands at its leaves."""

    def __init__(self, text, chance):
        if chance:
            self.tree = PlainChanceTree.from_nested(parse(text))
            values = [value for value in self.tree.shape.values if value == value]
            self.low, self.high = min(values), max(values)
            self.tree.p = lambda child: self.tree.probability[child]
            sums = self.tree.after
            self.tree.after = lambda child: sums[child]
            self.choice = {}
            self.gain = lambda leaf: float(self.tree.shape.values[leaf])
        else:
            self.tree = gt.Tree.from_nested(parse(text)).in_lists()
            self.generate = self.tree.children
            self.leaf_value = lambda p: float(self.tree.values[p])
            self.staticvalue = lambda p: self.leaf_value(p) if self.tree.is_max(p) else -self.leaf_value(p)


def taken_for_granted(text, module, chance):
    """Return the names that a listing uses and does not define."""
    names = {
        name: value
        for home in (module, "gametree.reference.alphabeta")
        for name, value in vars(sys.modules[home]).items()
        if not hasattr(value, "__code__") or name in ("minimal", "unit", "before")
    }
    if chance:
        tree = PlainChanceTree.from_nested(parse(text))
        values = [value for value in tree.shape.values if value == value]
        observer = ChanceRecorder(tree, min(values), max(values))
        for name in ("AlphaCutoffSearch", "AocStarSearch"):
            names[name] = lambda each=names[name]: each(observer)
        names["choice"] = observer.choice
    names |= vars(Surroundings(text, chance))
    return names


@pytest.mark.parametrize(("strategy", "text"), CASES)
def test_a_listing_is_a_program_that_finds_what_the_search_finds(strategy, text):
    program = programs()[strategy]
    names = taken_for_granted(text, program["module"], program["chance"])
    lines = listing_of(strategy).lines
    exec("\n".join(lines), names)
    own = ["root", "p"]  # searches below a node are asked about the root
    takes = lines[0].split("(")[1].split(")")[0].split(", ")
    given = {name: 0 for name in takes if name in own}
    options = {name: about["default"] for name, about in program["options"].items() if name in takes}
    value = names[program["function"]](**given, **options)
    assert value == pytest.approx(trace({"tree": text, "strategy": strategy})["result"]["value"], abs=1e-12)


@pytest.mark.parametrize("strategy", programs())
def test_a_listing_says_nothing_to_an_observer_and_prepares_nothing_for_it(strategy):
    lines = listing_of(strategy).lines
    found = list(ast.walk(ast.parse("\n".join(lines))))
    names = [node for node in found if isinstance(node, ast.Name)]
    stored = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    read = {node.id for node in names if isinstance(node.ctx, ast.Load)}
    asked = {node.attr for node in found if isinstance(node, ast.Attribute)}
    assert "x" not in read | asked and not asked & {"visit", "record", "release", "done", "held"}
    assert stored <= read, "what nobody reads is not there"
    assert not any('"' in line or "'" in line for line in lines), "no sentences"
    assert max(map(len, lines)) <= 110


@pytest.mark.parametrize("strategy", programs())
def test_the_line_of_a_step_belongs_to_the_function_that_took_it(strategy):
    program = programs()[strategy]
    text = CHANCES[0] if program["chance"] else GAMES[1]
    traced = trace({"tree": text, "strategy": strategy})
    lines, places = listing_of(strategy)
    for module, own in places.items():
        source = ast.parse(inspect.getsource(sys.modules[module]))
        for function in (node for node in source.body if isinstance(node, ast.FunctionDef)):
            covered = [own.get(str(n)) for n in range(function.lineno, function.end_lineno + 1)]
            if covered[0] is None:
                continue
            assert lines[covered[0]].startswith(f"def {function.name}("), "the head is listed"
            last = next((k for k in range(covered[0], len(lines)) if not lines[k]), len(lines))
            assert all(place is not None and covered[0] <= place < last for place in covered), function.name
    assert all(step["line"] is not None for step in traced["steps"])
