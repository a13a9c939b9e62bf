"""The plain-Python searches as a paper would print them: without what counts and records.

The explorer shows such a listing beside the tree.  It is made when a page is built or a kernel asked, not in the page.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from types import FunctionType
from typing import Any, NamedTuple

OBSERVER = "x"
"""What the observer is called in the searches, and in what they keep."""

_IN_PLACE = {
    **dict.fromkeys(("done", "cut", "answer", "recall", "leave", "solved"), "{1}"),
    "generate": "generate({0})",
    "keep_better": "max({3}, {2})",
}
"""What a paper has where a search tells its observer something and goes on with the result."""

_OF_THE_TREE = ("children", "p", "after")
"""What a search asks of the tree by way of its observer."""

_RECORDS = ("_record", "_pass_on", "solved")
"""Functions of the searches that do nothing but record."""

_RECORDED = ("held", "pruned", "lines", "watch", "critical")
"""What is kept for the record: the best continuation, memory, what the last step cut off."""

_NOT_LISTED = ("minimal", "unit", "before")
"""What the papers take for granted."""


class Listing(NamedTuple):
    """A program line by line, and where each line of its sources stands in it.

    >>> from gametree.reference.alphabeta import negamax
    >>> listing(negamax).lines[:3]
    ['def negamax(p):', '    children = generate(p)', '    if not children:']
    """

    lines: list[str]
    places: Mapping[str, Mapping[str, int]]  # module -> number of a line, from 1, as text -> place in `lines`


@cache
def listing(function: FunctionType) -> Listing:
    """Return a search and all that it calls; what is left out has the place of the line before it.

    >>> from gametree.reference.alphabeta import alphabeta
    >>> for line in listing(alphabeta).lines[5:]:
    ...     print(line)
        for child in children:
            value = -alphabeta(child, -beta, -m)
            if value > m:
                m = value
            if m >= beta:
                return m
        return m
    """
    lines: list[str] = []
    places: dict[str, dict[str, int]] = {}
    listed = [function]
    for each in listed:
        written = _Writer(each)
        start = len(lines) + bool(lines)
        lines += [""] * bool(lines) + written.lines
        own = places.setdefault(each.__module__, {})
        own |= {str(number): start + place for number, place in sorted(written.places.items())}
        for name in _called(written.lines):
            other = getattr(sys.modules[each.__module__], name, None)
            if isinstance(other, FunctionType) and ".reference" in other.__module__:
                listed += [other] * (name not in _NOT_LISTED and other not in listed)
    return Listing(lines, places)


def _called(lines: list[str]) -> list[str]:
    calls = (node for node in ast.walk(ast.parse("\n".join(lines))) if isinstance(node, ast.Call))
    return [call.func.id for call in calls if isinstance(call.func, ast.Name)]


class _Writer:
    """Writes one function: its text with changes, so that it stays as it was laid out."""

    def __init__(self, function: FunctionType) -> None:
        self.source = inspect.getsource(
            sys.modules[function.__module__]
        ).encode()  # places in a line count bytes
        self.starts = [0]
        for line in self.source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        module = ast.parse(self.source)
        found = (node for node in module.body if isinstance(node, ast.FunctionDef))
        definition = next(node for node in found if node.name == function.__name__)
        self.unused: set[str] = set()
        while True:
            self.lines: list[str] = []
            self.places: dict[int, int] = {}  # line of the source -> place in `lines`
            self.block([definition], 0, 0)
            unused = self.never_read()
            if not unused:
                return
            self.unused |= unused

    def never_read(self) -> set[str]:
        """Return variables that only what is left out would read."""
        names = [n for n in ast.walk(ast.parse("\n".join(self.lines))) if isinstance(n, ast.Name)]
        read = {name.id for name in names if isinstance(name.ctx, ast.Load)}
        return {name.id for name in names} - read - self.unused - {"_"}

    # -- statements ----------------------------------------------------------------------------------------------------

    def block(self, statements: list[ast.stmt], indent: int, above: int) -> None:
        """Write statements; what is left out stands at the line before it, or at the head of the block."""
        for statement in statements:
            place = len(self.lines)
            self.statement(statement, indent)
            if len(self.lines) > place:
                above = place
            for number in range(statement.lineno, (statement.end_lineno or 0) + 1):
                self.places.setdefault(number, above)

    def statement(self, node: ast.stmt, indent: int) -> None:
        if self.is_left_out(node):
            return
        place = len(self.lines)
        if isinstance(node, ast.FunctionDef):
            self.compound(node, f"def {node.name}({', '.join(self.parameters(node.args))}):", indent)
        elif isinstance(node, ast.For):
            self.compound(node, f"for {self.text(node.target)} in {self.text(node.iter)}:", indent)
        elif isinstance(node, ast.While):
            self.compound(node, f"while {self.text(node.test)}:", indent)
        elif isinstance(node, ast.If):
            self.choice(node, "if", indent)
        else:
            self.line(self.simple(node), indent)
            for number in range(node.lineno, (node.end_lineno or 0) + 1):
                self.places[number] = place

    def line(self, text: str, indent: int) -> None:
        self.lines.append("    " * indent + text)

    def compound(self, node: Any, head: str, indent: int) -> bool:
        """Write a head and its block, unless nothing is left of that; return whether something is."""
        place = len(self.lines)
        self.line(head, indent)
        for number in range(node.lineno, node.body[0].lineno):
            self.places[number] = place
        self.block(node.body, indent + 1, place)
        if len(self.lines) > place + 1:
            return True
        self.lines.pop()
        self.places = {number: at for number, at in self.places.items() if at != place}
        return False

    def choice(self, node: ast.If, word: str, indent: int) -> None:
        place = len(self.lines)
        head = f"{word} {self.text(node.test)}:"
        wrote = self.compound(node, head, indent)
        before = len(self.lines)
        rest = node.orelse
        if len(rest) == 1 and isinstance(rest[0], ast.If) and rest[0].col_offset == node.col_offset:
            self.choice(rest[0], "elif", indent)
        elif rest:
            self.line("else:", indent)
            self.block(rest, indent + 1, place)
            if len(self.lines) == before + 1:
                self.lines.pop()
        if not wrote and len(self.lines) > before:
            self.lines[before:before] = ["    " * indent + head, "    " * (indent + 1) + "pass"]
            self.places = {n: at + 2 * (at >= before) for n, at in self.places.items()}
            for number in range(node.lineno, (node.body[-1].end_lineno or 0) + 1):
                self.places[number] = place + (number >= node.body[0].lineno)

    def is_left_out(self, node: ast.stmt) -> bool:
        """Whether a statement only records, or prepares what is recorded."""
        if isinstance(node, ast.Expr):
            value = node.value
            if isinstance(value, ast.Constant):
                return True  # a docstring
            if isinstance(value, ast.Call):
                return _told(value.func) != ""
        if isinstance(node, ast.If):
            return _name_inside(node.test, _RECORDED)
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            written = self.simple(node)
            left, _, right = written.partition(" = ")
            return (
                _name_inside(node, _RECORDED)
                or all(isinstance(each, ast.Name) and each.id in self.unused for each in targets)
                or left == right
                or any(isinstance(each, ast.Name) and each.id == OBSERVER for each in targets)
            )
        return False

    def simple(self, node: ast.stmt) -> str:
        if isinstance(node, ast.AnnAssign) and node.value is not None:
            return f"{self.text(node.target)} = {self.text(node.value)}"
        if (
            isinstance(node, ast.Return)
            and isinstance(node.value, ast.Call)
            and _told(node.value.func) == "_record"
        ):
            return f"return  # case {self.text(node.value.args[-1])}"
        return self.text(node)

    # -- expressions ---------------------------------------------------------------------------------------------------

    def parameters(self, arguments: ast.arguments) -> list[str]:
        defaults = [None] * (len(arguments.args) - len(arguments.defaults)) + list(arguments.defaults)
        pairs = zip(arguments.args, defaults, strict=True)
        kept = [(each.arg, value) for each, value in pairs if each.arg not in (OBSERVER, *_RECORDED)]
        return [name if value is None else f"{name}={self.text(value)}" for name, value in kept]

    def arguments(self, call: ast.Call) -> list[str]:
        given = [arg for arg in call.args if not _is_observer(arg) and _name(arg) not in _RECORDED]
        return [*map(self.text, given), *(f"{each.arg}={self.text(each.value)}" for each in call.keywords)]

    def text(self, node: ast.AST) -> str:
        """Return the source of a node with all changes, on one line."""
        start, stop = self.span(node)
        parts, at = [], start
        for first, last, instead in self.changes(node):
            parts += [self.source[at:first].decode(), instead]
            at = last
        whole = "".join([*parts, self.source[at:stop].decode()])
        return " ".join(map(str.strip, whole.splitlines())).replace("( ", "(").replace(" )", ")")

    def span(self, node: Any) -> tuple[int, int]:
        return (
            self.starts[node.lineno - 1] + node.col_offset,
            self.starts[node.end_lineno - 1] + node.end_col_offset,
        )

    def changes(self, node: ast.AST) -> Iterator[tuple[int, int, str]]:
        """Give what is written in another way: where it begins and ends, and how it is written."""
        instead = None
        if isinstance(node, ast.Call):
            given, told = self.arguments(node), _told(node.func)
            if told in _IN_PLACE:
                instead = _IN_PLACE[told].format(*given)
            elif len(given) < len(node.args) + len(node.keywords):
                instead = f"{self.text(node.func)}({', '.join(given)})"
        elif isinstance(node, ast.Attribute) and _is_observer(node.value):
            instead = f"tree.{node.attr}" if node.attr in _OF_THE_TREE else node.attr
        if instead is not None:
            yield (*self.span(node), instead)
            return
        inner = [child for child in ast.iter_child_nodes(node) if hasattr(child, "lineno")]
        for child in sorted(inner, key=self.span):
            yield from self.changes(child)


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _told(called: ast.AST) -> str:
    """Return the name of a function if to call it is to tell the observer something."""
    by_observer = isinstance(called, ast.Attribute) and _is_observer(called.value)
    return _name(called) if by_observer or _name(called) in _RECORDS else ""


def _is_observer(node: ast.AST) -> bool:
    return _name(node) == OBSERVER


def _name_inside(node: ast.AST, names: tuple[str, ...]) -> bool:
    return any(_name(each) in names for each in ast.walk(node))
