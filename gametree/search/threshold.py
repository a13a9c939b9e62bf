"""Scout's Test of a whole tree: is its value at least a bound?  No value is asked for (Pearl 1980; Muszycka 1985, 2.5)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gametree._checks import check_number
from gametree._compile import compiled, pointer
from gametree.generate import LazyTree
from gametree.search.log import ABSENT, LEAVES, VISITS, Log
from gametree.search.run import check_tree
from gametree.search.scout import AT_LEAST, test
from gametree.search.view import ROOT, ROOT_LEVEL, View, is_leaf, static_value
from gametree.tree import Tree


class Answer(NamedTuple):
    """Whether the value of the root is at least the bound, and what it took to tell: no node is entered twice.

    Examples
    --------
    >>> from gametree.examples import specimen
    >>> at_least(specimen(), 40).holds
    True
    """

    holds: bool
    leaves: int
    visits: int


def at_least(tree: Tree | LazyTree, bound: float) -> Answer:
    """Return whether the value of a tree, for MAX, is at least `bound`, by Scout's Test.

    Examples
    --------
    >>> from gametree.examples import specimen
    >>> at_least(specimen(), 40)
    Answer(holds=True, leaves=5, visits=10)
    >>> at_least(specimen(), 41).holds
    False
    """
    check_tree(tree)
    counts = np.zeros(3, dtype=np.int64)
    holds = _start_test(tree.arrays, Log(counts, ABSENT, ABSENT), check_number("bound", bound))
    return Answer(bool(holds), int(counts[LEAVES]), int(counts[VISITS]))


@compiled
def _start_test(arrays: View, log_arrays: Log, bound: float) -> bool:
    view, log = pointer(arrays), pointer(log_arrays)
    if is_leaf(view, 0, 0):
        log.counts[LEAVES] += 1
        return static_value(view, 0, 0) >= bound
    return test(view, log, ROOT_LEVEL, ROOT, bound, AT_LEAST)
