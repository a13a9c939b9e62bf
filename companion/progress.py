"""Progress of a study: its slow parts are cached properties that name themselves in the log when they begin.

The first answer of a notebook may need everything that its study computes, so that one cell runs for minutes.
Messages go to the process that executes the notebook (`companion.report.engine`), never into the notebook.
"""

from __future__ import annotations

import sys
from functools import cached_property
from typing import Any, Self, TypeVar, overload

MESSAGE = "gametree_progress"
"""Type of the kernel's message; front ends that don't know it ignore it."""

_T = TypeVar("_T")


def announce(text: str) -> None:
    """Send a line of progress to the process that executes this notebook; do nothing outside of a kernel."""
    shell = sys.modules.get("IPython")
    kernel = getattr(shell.get_ipython(), "kernel", None) if shell else None
    if kernel is not None:
        kernel.send_response(kernel.iopub_socket, MESSAGE, {"text": text})


class part(cached_property[_T]):  # noqa: N801 - it is used like cached_property
    """A slow cached property: announces the first line of its docstring, and its number, when it begins.

    Examples
    --------
    >>> class Study:
    ...     @part
    ...     def trees(self) -> int:
    ...         '''The trees that are searched.'''
    ...         return 100
    >>> Study.trees.describe(Study())
    'the trees that are searched (part 1 of 1)'
    """

    @overload
    def __get__(self, instance: None, owner: type[Any] | None = None) -> Self: ...

    @overload
    def __get__(self, instance: object, owner: type[Any] | None = None) -> _T: ...

    def __get__(self, instance: object, owner: type[Any] | None = None) -> Any:
        if instance is not None and self.attrname not in instance.__dict__:
            announce(self.describe(instance))
            _begun(instance).add(self.attrname)
        return super().__get__(instance, owner)

    def describe(self, instance: Any) -> str:
        """Return what is computed, and the number of this part among those of the study."""
        title = (self.__doc__ or self.attrname or "").strip().splitlines()[0].rstrip(".")
        every = {
            name
            for kind in type(instance).__mro__
            for name, value in vars(kind).items()
            if isinstance(value, part)
        }
        number = len(_begun(instance) | {self.attrname})
        return f"{title[:1].lower()}{title[1:]} (part {number} of {len(every)})"


def _begun(instance: Any) -> set[str | None]:
    """Return the names of the parts that have begun, kept beside the cached values because studies may be frozen."""
    return instance.__dict__.setdefault("_begun_parts", set())
