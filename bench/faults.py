"""Deliberate faults: small changes of one place of a source file, drawn at random, and what a change can reach.

An inequality flipped or loosened, a number off by one, maximum for minimum, a sum for a difference, *and* for *or*, a
condition negated, two arguments interchanged, a bound that is not passed on, a statement left out, another constant.
"""

from __future__ import annotations

import ast
import copy
import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

Place = tuple[str, str]
"""A file and a function in it; a method has its class before its name."""


@dataclass(frozen=True)
class Fault:
    """A change of one place of a file."""

    file: str
    function: str
    line: int
    what: str
    source: str

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What the fault is known by in a list of results."""
        return self.file, self.function, str(self.line), self.what


_FLIPPED = {
    ast.Lt: (ast.LtE, ast.Gt), ast.LtE: (ast.Lt, ast.GtE), ast.Gt: (ast.GtE, ast.Lt), ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
}  # fmt: skip
_EXCHANGED = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult, ast.Pow: ast.Mult,
    ast.RShift: ast.LShift, ast.BitXor: ast.BitOr, ast.BitAnd: ast.BitOr, ast.Mod: ast.FloorDiv,
}  # fmt: skip
_NAMES = {
    "max": "min", "min": "max", "any": "all", "all": "any", "maximum": "minimum", "minimum": "maximum",
    "MINIMAL": "UNIT", "UNIT": "MINIMAL", "minimal": "before", "unit": "minimal", "before": "minimal",
    "just_above": "just_below", "just_below": "just_above",
    "LEFTMOST_FIRST": "NEWEST_FIRST", "NEWEST_FIRST": "LEFTMOST_FIRST",
    "OF_A_MEAN": "LIMIT", "NEEDED": "LIMIT", "LIMIT": "NEEDED",
}  # fmt: skip
_BOUNDS = {"alpha", "beta", "alpha1", "beta1", "bound", "gamma", "m", "t", "a", "g", "v"}
"""What searches call a bound that they hand on."""

_STRUCTURE = {
    "view",
    "log",
    "counts",
    "kept",
    "workspace",
    "triples",
    "x",
    "s",
    "state",
    "tree",
    "plan",
    "out",
}
"""Arguments that stand for what is worked on: interchanged with others, nothing would even compile."""


class _Changes(ast.NodeVisitor):
    """Collect the changes that can be made: a node, a description and the text in its place."""

    def __init__(self, file: str) -> None:
        self.found: list[tuple[ast.expr | ast.stmt, str, str]] = []
        self._assigned: set[str] = set()
        self._infinity = "INFINITY" if "/reference/" in file else "np.inf"
        self._searches = "/search/" in file or "/reference/" in file

    def _add(self, node: ast.expr | ast.stmt, what: str, other: ast.AST | str) -> None:
        text = other if isinstance(other, str) else ast.unparse(ast.fix_missing_locations(other))
        self.found.append((node, what, f"({text})" if isinstance(node, ast.expr) else text))

    def visit_Compare(self, node: ast.Compare) -> None:
        for place, operator in enumerate(node.ops):
            for other in _FLIPPED.get(type(operator), ()):
                changed = copy.deepcopy(node)
                changed.ops[place] = other()
                self._add(node, f"{type(operator).__name__} becomes {other.__name__}", changed)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        other = _EXCHANGED.get(type(node.op))
        if other:
            told = f"{type(node.op).__name__} becomes {other.__name__}"
            self._add(node, told, ast.BinOp(node.left, other(), node.right))
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        other = ast.Or if isinstance(node.op, ast.And) else ast.And
        told = f"{type(node.op).__name__} becomes {other.__name__}"
        self._add(node, told, ast.BoolOp(other(), node.values))
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.USub | ast.Not):
            self._add(node, f"{type(node.op).__name__} is dropped", node.operand)
        self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        self._add(node.test, "condition negated", ast.UnaryOp(ast.Not(), node.test))
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._add(node, "branches interchanged", ast.IfExp(node.test, node.orelse, node.body))
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        other = _EXCHANGED.get(type(node.op))
        if other:
            changed = copy.deepcopy(node)
            changed.op = other()
            self._add(node, f"{type(node.op).__name__} becomes {other.__name__}", changed)
        self._add(node, "left out", "pass")
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        target = node.targets[0]
        known = isinstance(target, ast.Name) and target.id in self._assigned
        if len(node.targets) == 1 and (known or isinstance(target, ast.Subscript)):
            self._add(node, "left out", "pass")
        self._assigned |= {name.id for name in ast.walk(target) if isinstance(name, ast.Name)}
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call):
            self._add(node, "left out", "pass")
            self.generic_visit(node)

    def visit_Break(self, node: ast.Break) -> None:
        self._add(node, "left out", "pass")

    def visit_Name(self, node: ast.Name) -> None:
        if node.id in _NAMES and node.id.isupper():
            self._add(node, f"{node.id} becomes {_NAMES[node.id]}", _NAMES[node.id])

    def visit_Constant(self, node: ast.Constant) -> None:
        if type(node.value) is int:
            self._add(node, f"{node.value} becomes {node.value + 1}", str(node.value + 1))
        elif type(node.value) is float:
            other = node.value * 1.5 + 0.5
            self._add(node, f"{node.value} becomes {other}", str(other))
        elif type(node.value) is bool:
            self._add(node, f"{node.value} becomes {not node.value}", str(not node.value))

    def visit_Call(self, node: ast.Call) -> None:
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name in _NAMES:
            changed = copy.deepcopy(node)
            if isinstance(changed.func, ast.Name):
                changed.func.id = _NAMES[name]
            elif isinstance(changed.func, ast.Attribute):
                changed.func.attr = _NAMES[name]
            self._add(node, f"{name} becomes {_NAMES[name]}", changed)
        names = [argument.id if isinstance(argument, ast.Name) else None for argument in node.args]
        for place, (one, other) in enumerate(pairwise(names)):
            if one and other and not {one, other} & _STRUCTURE:
                changed = copy.deepcopy(node)
                changed.args[place], changed.args[place + 1] = changed.args[place + 1], changed.args[place]
                self._add(node, f"arguments {one} and {other} of {name} interchanged", changed)
        if self._searches and name not in _NAMES:
            for argument in node.args:
                self._not_passed_on(argument, name)
        self.generic_visit(node)

    def _not_passed_on(self, argument: ast.expr, name: str) -> None:
        of_interest = argument.operand if isinstance(argument, ast.UnaryOp) else argument
        if isinstance(of_interest, ast.Name) and of_interest.id in _BOUNDS:
            for other in (self._infinity, f"-{self._infinity}"):
                told = f"{ast.unparse(argument)} is not passed on to {name}: {other}"
                self._add(argument, told, other)


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Yield functions and methods with their names."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for method in node.body:
                if isinstance(method, ast.FunctionDef):
                    yield f"{node.name}.{method.name}", method


@cache
def _parsed(file: str) -> tuple[str, ast.Module]:
    text = (ROOT / file).read_text(encoding="utf-8")
    return text, ast.parse(text)


@cache
def changes(file: str) -> Mapping[str, tuple[Fault, ...]]:
    """Return every fault that can be put into a file, by function; only into what runs: not into defaults or docstrings."""
    text, tree = _parsed(file)
    found: dict[str, tuple[Fault, ...]] = {}
    for name, function in _functions(tree):
        collected = _Changes(file)
        for statement in function.body:
            if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
                collected.visit(statement)
        faults = {}
        for node, what, after in collected.found:
            before = ast.get_source_segment(text, node) or ""
            told = f"{what}: {before.splitlines()[0][:60]}"
            faults[node.lineno, told] = Fault(file, name, node.lineno, told, _changed(text, node, after))
        found[name] = tuple(faults.values())
    return found


def _changed(text: str, node: ast.expr | ast.stmt, after: str) -> str:
    """Return the text with a node replaced; every other line stays where it is, so that only this place is new."""
    before = ast.get_source_segment(text, node) or ""
    lines = text.encode().splitlines(keepends=True)
    start = sum(map(len, lines[: node.lineno - 1])) + node.col_offset
    padding = "\n" * before.count("\n")
    padded = f"{after[:-1]}{padding})" if isinstance(node, ast.expr) else after + padding
    raw = text.encode()
    return (raw[:start] + padded.encode() + raw[start + len(before.encode()) :]).decode()


def in_turn(groups: Iterable[Iterable[Fault]], seed: str) -> list[Fault]:
    """Return the faults of several functions in random order, taking turns, so that a long one does not have them all."""
    rng = random.Random(seed)
    shuffled = [rng.sample(faults, len(faults)) for faults in map(list, groups)]
    return [
        faults[turn]
        for turn in range(max(map(len, shuffled), default=0))
        for faults in shuffled
        if turn < len(faults)
    ]


# -- what a fault can reach --------------------------------------------------------------------------------------------


@cache
def calls() -> Mapping[Place, frozenset[Place]]:
    """Return for every function of gametree what it names: functions, classes and constants, its decorators' included."""
    found: dict[Place, frozenset[Place]] = {}
    known: dict[str, dict[str, Place]] = {}
    files = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "gametree").rglob("*.py"))
    for file in files:
        names: dict[str, Place] = {}
        for node in _parsed(file)[1].body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                names[node.name] = (file, node.name)
            elif isinstance(node, ast.Assign):
                names |= {
                    n.id: (file, n.id) for t in node.targets for n in ast.walk(t) if isinstance(n, ast.Name)
                }
        known[file] = names
    for file in files:
        visible = dict(known[file])
        for node in ast.walk(_parsed(file)[1]):
            if isinstance(node, ast.ImportFrom) and node.module:
                source = f"{node.module.replace('.', '/')}.py"
                for alias in node.names:
                    if alias.name in known.get(source, {}):
                        visible[alias.asname or alias.name] = known[source][alias.name]
        for node in _parsed(file)[1].body:
            used = {visible[n.id] for n in ast.walk(node) if isinstance(n, ast.Name) and n.id in visible}
            if isinstance(node, ast.FunctionDef):
                found[file, node.name] = frozenset(used)
            elif isinstance(node, ast.ClassDef):
                methods = [m for m in node.body if isinstance(m, ast.FunctionDef)]
                found[file, node.name] = frozenset(used | {(file, f"{node.name}.{m.name}") for m in methods})
            elif isinstance(node, ast.Assign):
                for target in (n.id for t in node.targets for n in ast.walk(t) if isinstance(n, ast.Name)):
                    found[file, target] = found.get((file, target), frozenset()) | used
    return found


@cache
def reached(place: Place, stored: bool = False) -> frozenset[Place]:
    """Return all that a function may run; of a search on a `stored` tree no generator is part."""
    seen, waiting = {place}, [place]
    while waiting:
        here = waiting.pop()
        new = set(calls().get(here, ())) - seen
        if stored and here[0].startswith("gametree/search/"):
            new = {other for other in new if not other[0].startswith("gametree/generate/")}
        seen |= new
        waiting.extend(new)
    return frozenset(seen)


@cache
def reaching(place: Place, stored: bool = False) -> frozenset[Place]:
    """Return the functions that a fault in one of them may change."""
    return frozenset(other for other in calls() if place in reached(other, stored))


_COMPILING = {"compiled", "start", "inlined", "start_keeping", "register_jitable"}


@cache
def is_plain(file: str, function: str) -> bool:
    """Whether a function runs as Python: no kernel contains it."""
    own = dict(_functions(_parsed(file)[1]))[function]
    named = {decorator.id for decorator in own.decorator_list if isinstance(decorator, ast.Name)}
    framed = file.startswith("gametree/search/") and function.startswith("_")
    return not (named & _COMPILING or framed)


def kernels_with(fault: Fault) -> frozenset[Place]:
    """Return the kernels that contain a fault; searches of stored trees contain no generator."""
    place = (fault.file, fault.function)
    return reaching(place, stored=not fault.file.endswith("lazy.py")) | {place}
