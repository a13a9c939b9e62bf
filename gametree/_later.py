"""Names of a package that are imported when they are first asked for, so that importing the package is quick."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def imported_later(package: str, places: Mapping[str, str]) -> Callable[[str], Any]:
    """Return a ``__getattr__`` for a package: name -> the module that has it; a module of that name is meant itself.

    Examples
    --------
    >>> ask = imported_later("xml", {"dom": "xml.dom", "parse": "xml.etree.ElementTree"})
    >>> ask("dom").__name__, ask("parse").__name__
    ('xml.dom', 'parse')
    >>> ask("nothing")
    Traceback (most recent call last):
    AttributeError: module 'xml' has no attribute 'nothing'
    """

    def ask(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module = import_module(places[name])
        return module if places[name] == f"{package}.{name}" else getattr(module, name)

    return ask
