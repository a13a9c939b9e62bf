"""Recursive kernels that search two levels of a tree per call."""

from collections.abc import Callable
from types import FunctionType
from typing import Any

import numba

from gametree._compile import compiled


def unfolded(function: Callable[..., Any]) -> Any:
    """Compile a kernel that calls itself, with the called one written out in place of its recursive call.

    The kernel's text stays what the paper has; compiled, it handles a node together with its children and calls
    itself for grandchildren only.  That halves the calls, which cost more than the nodes themselves when fan-outs
    are small, and takes about twice as long to compile.  What is computed and counted is the same.
    """
    child = _named(function, f"{function.__name__}_of_son")
    node = _named(function, function.__name__)
    kernel = compiled(node)
    # Written out by numba itself, not by LLVM: what is left is a kernel that calls itself.  Two kernels that
    # call each other would crash when they are loaded from disk (numba issue 6061).
    node.__globals__[function.__name__] = numba.njit(inline="always")(child)
    child.__globals__[function.__name__] = kernel
    return kernel


def _named(function: Any, name: str) -> Any:
    """Return a copy of a function, with globals of its own."""
    copy = FunctionType(function.__code__, dict(function.__globals__), name, function.__defaults__)
    copy.__qualname__, copy.__module__, copy.__doc__ = name, function.__module__, function.__doc__
    return copy
