"""How a kernel is started on a whole tree: with arrays, which become pointers, and with a root that may be a leaf."""

from collections.abc import Callable
from typing import Any

from numba.extending import register_jitable

from gametree._compile import compiled, pointer
from gametree.search.log import LEAVES, Log, clear_pv
from gametree.search.open_list import Open
from gametree.search.search_tree import SearchTreeArrays
from gametree.search.unfold import renamed
from gametree.search.view import View, is_leaf, static_value

Workspace = Open | SearchTreeArrays
"""What a strategy needs besides the tree: room for OPEN, none if it has no such list, or for a search tree."""


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
    copy.__globals__["_search"] = register_jitable(search)
    return copy


def _from_root(arrays: View, log_arrays: Log, workspace: Workspace) -> float:
    view, log = pointer(arrays), pointer(log_arrays)
    clear_pv(log, 0)
    if is_leaf(view, 0, 0):
        log.counts[LEAVES] += 1
        return static_value(view, 0, 0)
    return _search(view, log, workspace)


def _search(view: View, log: Log, workspace: Workspace) -> float:
    """Stand for the function that `start` is given."""
    raise NotImplementedError
