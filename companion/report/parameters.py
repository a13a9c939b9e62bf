"""The parameters of a notebook: the plain assignments in its cell tagged ``parameters``, and what profiles put there.

A profile is a TOML file with a section per notebook.
"""

from __future__ import annotations

import ast
import math
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any

from companion.report.project import Project, ReportError, allowed_are, read_notebook
from gametree._checks import shown

TAG = "parameters"
LARGEST = 2**63 - 1
_TYPES = {"int": int, "float": float, "str": str, "bool": bool, "list": list, "tuple": list, "dict": dict}


@dataclass(frozen=True)
class Parameter:
    """One name with its default; ``kinds``, from its annotation, says what may stand for None, or be empty."""

    name: str
    default: Any
    kinds: tuple[type, ...] = ()

    @property
    def least(self) -> float:
        """The least number that makes sense: numbers of trees, sizes and the like begin at 1, and so does their default."""
        numbers = list(_numbers(self.default))
        if not numbers or min(numbers) < 0:
            return -math.inf
        counts = min(numbers) >= 1 and all(isinstance(number, int) for number in numbers)
        return 1 if counts and self.name != "seed" else 0

    @property
    def most(self) -> float:
        """The greatest number, either side of 0, that a kernel can hold, unless the default is greater."""
        numbers = [abs(number) for number in _numbers(self.default)]
        return LARGEST if not numbers or max(numbers) <= LARGEST else math.inf

    def accepts(self, value: Any) -> bool:
        """Say whether ``value`` has the type of the default, and its numbers make sense where the default's do."""
        if self.default is None:
            return value is None or any(_same_type(kind(), value) for kind in self.kinds)
        if type(value) in self.kinds and not value:
            return True
        in_range = all(number >= self.least and abs(number) <= self.most for number in _numbers(value))
        return in_range and _same_type(self.default, value)

    def allowed(self) -> str:
        """Describe in words what ``accepts`` accepts."""
        if self.default is None:
            return " or ".join([kind.__name__ for kind in self.kinds] + ["nothing"])
        least = "" if self.least == -math.inf else f", no number below {self.least}"
        most = ", no number of more than 64 bits" if self.most == LARGEST else ""
        empty = ", not empty" if self.default and isinstance(self.default, list) and not self.kinds else ""
        return f"{_type_name(self.default)} like {self.default!r}{least}{most}{empty}"


def declared(path: Path) -> dict[str, Parameter]:
    """Read the parameters that a notebook declares.

    The cell holds nothing but assignments of literals, ``name = 3`` or ``name: int | None = None``: so types
    are known without running anything.

    Raises
    ------
    ReportError
        If the notebook has no cell tagged ``parameters`` or several, or the cell holds something else.
    """
    cells = read_notebook(path).cells
    cells = [c for c in cells if c.cell_type == "code" and TAG in c.metadata.get("tags", [])]
    if len(cells) != 1:
        raise ReportError(
            f"notebook {path.stem!r} has {len(cells)} code cells tagged {TAG!r}; it must have one."
        )
    try:
        statements = ast.parse(cells[0].source).body
    except SyntaxError as error:
        raise ReportError(f"notebook {path.stem!r}: its {TAG} cell is not valid Python: {error}.") from None
    found = [_read(statement, path.stem) for statement in statements]
    return {parameter.name: parameter for parameter in found}


def check(notebook: str, allowed: Mapping[str, Parameter], values: Mapping[str, Any], origin: str) -> None:
    """Refuse values that ``notebook`` does not declare, of another type than their default, or out of its range.

    ``origin`` says where the values come from. An int may stand for a float, never a bool for an int; a list
    must have elements of the types that the default's elements have, pairs where those are pairs, and be empty only if
    the default is or ``name: list = ...`` allows it; a mapping must have the same keys. Where all numbers of the default
    are at least 1 or 0, those of the value must be, too.

    Raises
    ------
    ReportError
        For the first value that is refused.
    """
    for name, value in values.items():
        if name not in allowed:
            raise ReportError(
                f"{origin}: unknown parameter {name} = {shown(value)} for notebook {notebook!r}; "
                f"{allowed_are(name, sorted(allowed))}"
            )
        if not allowed[name].accepts(value):
            raise ReportError(
                f"{origin}: parameter {name} of notebook {notebook!r} is {shown(value)} ({_type_name(value)}); "
                f"allowed is {allowed[name].allowed()}."
            )


def _read(statement: ast.stmt, notebook: str) -> Parameter:
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            kinds: tuple[type, ...] = ()
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value, annotation=annotation):
            kinds = _kinds(annotation)
        case _:
            code = ast.unparse(statement)
            raise ReportError(
                f"notebook {notebook!r}: {code!r} in its {TAG} cell; only name = literal is allowed."
            )
    try:
        return Parameter(name, ast.literal_eval(value), kinds)
    except ValueError:
        code = ast.unparse(value)
        raise ReportError(
            f"notebook {notebook!r}: parameter {name} is {code!r}; it must be a literal."
        ) from None


def _kinds(annotation: ast.expr) -> tuple[type, ...]:
    names = (node.id for node in ast.walk(annotation) if isinstance(node, ast.Name))
    return tuple(_TYPES[name] for name in names if name in _TYPES)


def _same_type(default: Any, value: Any) -> bool:
    if isinstance(default, bool) or isinstance(value, bool):
        return isinstance(default, bool) and isinstance(value, bool)
    if isinstance(default, float):
        return isinstance(value, int | float)
    if isinstance(default, list | tuple):
        if not isinstance(value, list | tuple):
            return False
        elements = (any(_same_length(d, v) and _same_type(d, v) for d in default) for v in value)
        return not default or (len(value) > 0 and all(elements))
    if isinstance(default, dict) and isinstance(value, dict):
        # An empty one stands for any; elsewhere a notebook asks for each by its name.
        return not default or (
            default.keys() == value.keys() and all(_same_type(default[key], value[key]) for key in default)
        )
    return type(value) is type(default)


def _same_length(default: Any, value: Any) -> bool:
    """Say whether one can stand for the other within a list: of any length is only the list itself."""
    both_lists = isinstance(default, list | tuple) and isinstance(value, list | tuple)
    return not both_lists or len(default) == len(value)


def _numbers(value: Any) -> Iterator[int | float]:
    """Yield all numbers in a value."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        yield value
    elif isinstance(value, list | tuple | dict):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _numbers(inner)


def _type_name(value: Any) -> str:
    return "list" if isinstance(value, tuple) else type(value).__name__


HOURS = "processor_hours"
"""The section of a profile that says about how long its notebooks take; the others hold their parameters."""


def read_profile(project: Project, name: str) -> dict[str, dict[str, Any]]:
    """Read ``profiles/<name>.toml`` and check all of it: every section, every name, every type.

    Returns
    -------
    dict
        Values per notebook, for every notebook of the project; a notebook without a section has none.

    Raises
    ------
    ReportError
        If there is no such profile, a section names no notebook, or a value is not one that its notebook
        takes.
    """
    path = project.profile(name)
    if name not in project.profiles():
        raise ReportError(f"profile is {shown(name)}; {allowed_are(name, project.profiles())}")
    origin = f"profiles/{name}.toml"
    try:
        sections = tomllib.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:  # no TOML, no UTF-8, more digits than Python reads
        raise ReportError(f"{origin} is not valid TOML: {' '.join(str(error).split())}.") from None
    names = project.names()
    _check_hours(sections.pop(HOURS, {}), names, origin)
    for section, values in sections.items():
        if section not in names:
            raise ReportError(
                f"{origin}: section {shown(section)} is not a notebook; {allowed_are(section, names)}"
            )
        if not isinstance(values, dict):
            raise ReportError(f"{origin}: {section} is {shown(values)}; it must be a section, [{section}].")
        check(section, declared(project.notebook(section)), values, origin)
    return {notebook: sections.get(notebook, {}) for notebook in names}


def read_hours(project: Project, name: str) -> dict[str, float]:
    """Return about how many hours of processor time notebooks take in a profile, as far as it says so."""
    return tomllib.loads(project.profile(name).read_text(encoding="utf-8")).get(HOURS, {})


def _check_hours(hours: Any, names: Sequence[str], origin: str) -> None:
    known = isinstance(hours, dict) and set(hours) <= set(names)
    if not known or not all(type(value) in (int, float) and 0 < value < inf for value in hours.values()):
        raise ReportError(
            f"{origin}: {HOURS} is {shown(hours)}; it must be a section of notebooks with a number of hours."
        )


def read_overrides(words: Iterable[str]) -> dict[str, Any]:
    """Read ``name=value`` words; a value is written as in a profile, and bare words are strings.

    Raises
    ------
    ReportError
        If a word has no ``=`` or no name before it.
    """
    values: dict[str, Any] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals or not name.isidentifier():
            raise ReportError(f"--parameters got {shown(word)}; name=value is allowed, e.g. trees=100.")
        try:
            read = tomllib.loads(f"value = {text}")
        except (ValueError, RecursionError):
            read = {}
        values[name] = read["value"] if len(read) == 1 else text  # what follows a line break is no value
    return values


def merged(
    notebook: str, values: Mapping[str, Any], overrides: Mapping[str, Any], allowed: Mapping[str, Parameter]
) -> dict[str, Any]:
    """Return the profile's values with the overrides, which are checked like the profile was."""
    check(notebook, allowed, overrides, "--parameters")
    return {**values, **overrides}
