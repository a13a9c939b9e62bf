"""How a kernel is started on a whole tree: with arrays, which become pointers, and with a root that may be a leaf."""

from collections.abc import Callable
from types import FunctionType
from typing import Any

import numba

from gametree._compile import compiled, pointer
from gametree.search.log import LEAVES, Log, clear_pv, name_leaf
from gametree.search.open_list import Open
from gametree.search.search_tree import SearchTreeArrays
from gametree.search.view import View, is_leaf, static_value

Workspace = Open | SearchTreeArrays
"""What a strategy needs besides the tree: room for OPEN, none if it has no such list, or for a search tree."""


inlined = numba.njit(inline="always")
"""Write a function out in those that call it: by numba itself, not by LLVM.

A kernel and a function that call each other are one kernel then, which calls itself.  Two would crash when they are
loaded from disk (numba issue 6061).
"""


def start(search: Callable[..., Any]) -> Any:
    """Compile a function that searches from an inner root, ``search(view, log, workspace) -> value``, for all trees.

    The compiled function is called with the arrays of a tree, a `Log` and what the strategy needs besides, and
    returns the value of the root for MAX.  A root that is itself a leaf is evaluated here: it is one leaf, no node and no
    visit.
    """
    return compiled(calling(search, _from_root))


def calling(search: Callable[..., Any], frame: Callable[..., Any]) -> Any:
    """Return a copy of `frame`, which calls a function `_search`, that calls `search` and has its name."""
    copy = renamed(frame, search)
    copy.__globals__["_search"] = inlined(search)
    return copy


def renamed(function: Any, after: Any, name: str = "") -> Any:
    """Return a copy of a function with globals of its own, and with the name, text and file of another.

    The file is where the cache on disk looks for what the copy depends on.
    """
    code = function.__code__.replace(co_filename=after.__code__.co_filename)
    copy = FunctionType(code, dict(function.__globals__), name or after.__name__, function.__defaults__)
    copy.__qualname__, copy.__module__, copy.__doc__ = copy.__name__, after.__module__, after.__doc__
    return copy


def _from_root(arrays: View, log_arrays: Log, workspace: Workspace) -> float:
    view, log = pointer(arrays), pointer(log_arrays)
    clear_pv(log, 0)
    if is_leaf(view, 0, 0):
        log.counts[LEAVES] += 1
        return static_value(view, 0, 0)
    value = _search(view, log, workspace)
    name_leaf(view, log, value)
    return value


def _search(view: View, log: Log, workspace: Workspace) -> float:
    """Stand for the function that `start` is given."""
    raise NotImplementedError
