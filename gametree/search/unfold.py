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
    child = renamed(function, function, f"{function.__name__}_of_child")
    node = renamed(function, function)
    kernel = compiled(node)
    # Written out by numba itself, not by LLVM: what is left is a kernel that calls itself.  Two kernels that
    # call each other would crash when they are loaded from disk (numba issue 6061).
    node.__globals__[function.__name__] = numba.njit(inline="always")(child)
    child.__globals__[function.__name__] = kernel
    return kernel


def renamed(function: Any, after: Any, name: str = "") -> Any:
    """Return a copy of a function with globals of its own, and with the name, text and file of another.

    The file is where the cache on disk looks for what the copy depends on.
    """
    code = function.__code__.replace(co_filename=after.__code__.co_filename)
    copy = FunctionType(code, dict(function.__globals__), name or after.__name__, function.__defaults__)
    copy.__qualname__, copy.__module__, copy.__doc__ = copy.__name__, after.__module__, after.__doc__
    return copy
