"""As much of `typing` as the searches need when they run: see `page_dataclasses`."""

from __future__ import annotations

TYPE_CHECKING = False


if TYPE_CHECKING:
    from typing import Any


def _item(place: int) -> Any:
    return property(lambda self: self[place])


class _Named(type):
    def __new__(cls, name: str, bases: Any, space: Any) -> Any:
        made: Any = super().__new__(cls, name, bases, space)
        if bases == (tuple,):
            return made
        names = list(made.__annotations__)

        def from_values(kind: Any, *given: Any, **named: Any) -> Any:
            values = dict(zip(names, given, strict=False)) | named
            return tuple.__new__(kind, [values[each] for each in names])

        made.__new__ = from_values
        for place, each in enumerate(names):
            setattr(made, each, _item(place))
        return made


class NamedTuple(tuple, metaclass=_Named):
    """A tuple whose items have names."""
