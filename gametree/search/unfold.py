"""Functions written out in others, and copies of functions that call others."""

from types import FunctionType
from typing import Any

import numba

inlined = numba.njit(inline="always")
"""Write a function out in those that call it: by numba itself, not by LLVM.

A kernel and a function that call each other are one kernel then, which calls itself.  Two would crash when they are
loaded from disk (numba issue 6061).
"""


def renamed(function: Any, after: Any, name: str = "") -> Any:
    """Return a copy of a function with globals of its own, and with the name, text and file of another.

    The file is where the cache on disk looks for what the copy depends on.
    """
    code = function.__code__.replace(co_filename=after.__code__.co_filename)
    copy = FunctionType(code, dict(function.__globals__), name or after.__name__, function.__defaults__)
    copy.__qualname__, copy.__module__, copy.__doc__ = copy.__name__, after.__module__, after.__doc__
    return copy
