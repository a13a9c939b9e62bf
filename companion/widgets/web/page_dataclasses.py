"""As much of `dataclasses` as the searches need: Python in a page has the real one, but with 3 MB of modules below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any


class _Field:
    def __init__(self, default_factory: Any) -> None:
        self.default_factory = default_factory


def field(*, default_factory: Any) -> Any:
    """Say that each object gets a value of its own."""
    return _Field(default_factory)


def dataclass(cls: Any = None, **_: Any) -> Any:
    """Give a class a method that sets its annotated attributes, written out: a loop over them would be slow."""
    if cls is None:
        return dataclass
    names = list(cls.__annotations__)
    known: dict[str, Any] = {}
    arguments, body = ["self"], []
    for name in names:
        if hasattr(cls, name):
            default = getattr(cls, name)
            made = isinstance(default, _Field)
            known[f"default_{name}"] = default.default_factory if made else default
            arguments.append(f"{name}=default_{name}")
            value = f"default_{name}() if {name} is default_{name} else {name}" if made else name
        else:
            arguments.append(name)
            value = name
        body.append(f"self.{name} = {value}")
    if hasattr(cls, "__post_init__"):
        body.append("self.__post_init__()")
    exec(f"def __init__({', '.join(arguments)}):\n    " + "\n    ".join(body), known)
    cls.__init__ = known["__init__"]
    return cls
