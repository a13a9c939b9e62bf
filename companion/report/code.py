"""Where a function of the project is defined, found in the sources without importing anything."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

PACKAGES = ("gametree", "companion")


class Definition(NamedTuple):
    """A definition: its module, and the line that it starts on."""

    module: str
    line: int

    @property
    def address(self) -> str:
        """The place on the site, from its root."""
        return f"{source_page(self.module)}.html#line-{self.line}"


def source_page(module: str) -> str:
    """Return the name of the page that shows a module's source."""
    return f"_modules/{module.replace('.', '/')}"


class Code:
    """The packages of a checkout.

    Parameters
    ----------
    root : Path
        The checkout.

    Examples
    --------
    >>> import gametree
    >>> code = Code(Path(gametree.__file__).parents[1])
    >>> code.find("gametree.search.search").module, code.find("gametree.Tree.from_nested").module
    ('gametree.search.run', 'gametree.tree')
    >>> code.find("gametree.nothing")
    """

    def __init__(self, root: Path) -> None:
        self.root = root

    def modules(self) -> Iterator[tuple[str, Path]]:
        """Yield every module's name and file, in order."""
        for package in PACKAGES:
            for path in sorted((self.root / package).rglob("*.py")):
                if "templates" not in path.parts:
                    yield (
                        ".".join(path.relative_to(self.root).with_suffix("").parts).removesuffix(".__init__"),
                        path,
                    )

    def find(self, dotted: str) -> Definition | None:
        """Return where a function, class or method is defined, through the lists of its packages; None if nowhere."""
        parts = dotted.split(".")
        for length in range(len(parts), 0, -1):
            module = ".".join(parts[:length])
            if path := self._file(module):
                return (
                    Definition(module, 1)
                    if length == len(parts)
                    else self._within(module, path, parts[length:])
                )
        return None

    def _within(self, module: str, path: Path, names: list[str]) -> Definition | None:
        body: list[ast.stmt] = _parsed(path).body
        found: ast.stmt | None = None
        for name in names:
            found = next((one for one in body if _defines(one, name)), None)
            body = found.body if isinstance(found, ast.ClassDef) else []
        if found is not None:
            return Definition(module, found.lineno)
        for name, target in imported(_parsed(path), module if path.stem == "__init__" else ""):
            if name == names[0] and target.split(".")[0] in PACKAGES and target != f"{module}.{name}":
                return self.find(".".join([target, *names[1:]]))
        return None

    def _file(self, module: str) -> Path | None:
        if module.split(".")[0] not in PACKAGES:
            return None
        base = self.root.joinpath(*module.split("."))
        return next(
            (path for path in (base.with_suffix(".py"), base / "__init__.py") if path.is_file()), None
        )


def imported(tree: ast.Module, package: str = "") -> Iterator[tuple[str, str]]:
    """Yield the names that imports bind in some code, with the dotted names of what they stand for."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            base = f"{package}.{node.module or ''}".strip(".") if node.level else node.module or ""
            for alias in node.names:
                yield alias.asname or alias.name, f"{base}.{alias.name}"
        elif isinstance(node, ast.Import):
            for alias in node.names:
                yield (
                    alias.asname or alias.name.split(".")[0],
                    alias.name if alias.asname else alias.name.split(".")[0],
                )


def called(tree: ast.Module) -> Iterator[str]:
    """Yield the dotted names of what some code calls, in order."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            parts: list[str] = []
            function = node.func
            while isinstance(function, ast.Attribute):
                parts.append(function.attr)
                function = function.value
            if isinstance(function, ast.Name):
                yield ".".join([function.id, *reversed(parts)])


@cache
def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _defines(statement: ast.stmt, name: str) -> bool:
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return statement.name == name
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    targets = [statement.target] if isinstance(statement, ast.AnnAssign) else targets
    return any(isinstance(target, ast.Name) and target.id == name for target in targets)
