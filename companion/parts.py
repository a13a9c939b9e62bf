"""The parts of a study that take long: computed when they are first asked for, and named in the log meanwhile.

A notebook's first answer may rest on everything that its study computes, so that one cell runs for minutes.  What is
told here goes to whoever executes the notebook (`companion.report.engine`), and nowhere into the notebook itself.
"""

from __future__ import annotations

import sys
from functools import cached_property
from typing import Any, Self, TypeVar, overload

MESSAGE = "gametree_told"
"""The type of the kernel's message; front ends that don't know it ignore it."""

_T = TypeVar("_T")


def tell(text: str) -> None:
    """Tell whoever executes this notebook what is being computed; nobody, outside of a kernel."""
    shell = sys.modules.get("IPython")
    kernel = getattr(shell.get_ipython(), "kernel", None) if shell else None
    if kernel is not None:
        kernel.send_response(kernel.iopub_socket, MESSAGE, {"text": text})


class part(cached_property[_T]):  # noqa: N801 - it is used like cached_property
    """A cached property that takes long: its docstring's first line is told when it begins, and how many there are.

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
            tell(self.describe(instance))
            _begun(instance).add(self.attrname)
        return super().__get__(instance, owner)

    def describe(self, instance: Any) -> str:
        """Return what is computed, and how many parts of the study have begun with it."""
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
    """Return the names of the parts that have begun; kept beside the cached values, because studies may be frozen."""
    return instance.__dict__.setdefault("_begun_parts", set())
