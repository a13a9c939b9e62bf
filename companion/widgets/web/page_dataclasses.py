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
    """Give a class a method that sets its annotated attributes."""
    if cls is None:
        return dataclass
    names = list(cls.__annotations__)

    def set_all(self: Any, *given: Any, **named: Any) -> None:
        values = dict(zip(names, given, strict=False)) | named
        for name in names:
            value = values[name] if name in values else getattr(cls, name)
            setattr(self, name, value.default_factory() if isinstance(value, _Field) else value)
        if hasattr(cls, "__post_init__"):
            self.__post_init__()

    cls.__init__ = set_all
    return cls
