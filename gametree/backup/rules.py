"""Backing-up rules for trees whose leaves carry estimates from 0 to 1, and searches that prune for them.

An estimate is the probability that MAX wins, or a number used as such (Muszycka 1985, section 5.2).  Section 6.2 asks for
searches that prune for the product rule, and for its average with minimax.

Under the product rule every child counts, so there are no cut-offs by bounds as in Alphabeta.  Pruning rests on ranges
instead.  Leaves lie between `low` and `high`; the rule, applied to the ends of the children's ranges, gives the range
of a node.

*The value* is known when the range of the root is a point.  As long as no value on a path is 0 or 1, every leaf affects
it, so no search can omit any.  A child of value 0 under MIN, or 1 under MAX, makes its siblings irrelevant; and, by
rounding, so does any child that leaves the parent a range of one number.

*The move* is known when the lower end of one child of the root is above the upper ends of all others.  This takes
fewer leaves, since the product of some children of a MIN node is an upper end for that of all.

All steps of a rule round correctly, so they are monotonic in floating-point numbers too: value and move are those of
`winability` and `preferred`, bit for bit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametree._checks import check_name, check_number
from gametree._compile import Flags, Reals, Wholes, compiled, register_jitable
from gametree.reference import Recorder, product_search
from gametree.search import SearchResult
from gametree.search.log import LEAVES, NODES, VISITS
from gametree.tree import Tree, check_stored_tree

Rule = Callable[[NDArray[np.float64]], float]
"""The value of a MIN node from those of its children; for MAX nodes it is applied to 1 - value."""


def _minimax(children: NDArray[np.float64]) -> float:
    return float(children.min())


def _product(children: NDArray[np.float64]) -> float:
    return float(children.prod())


def _average(children: NDArray[np.float64]) -> float:
    return (_minimax(children) + _product(children)) / 2


RULES: dict[str, Rule] = {"minimax": _minimax, "product": _product, "average": _average}
"""By name: the least value, the product (children win independently), and the mean of both."""


def check_estimates(tree: Any, low: float = 0.0, high: float = 1.0) -> None:
    """Raise an error unless `tree` is a stored tree whose leaves lie between two numbers."""
    check_stored_tree(tree)
    bad = (tree.leaves < low) | (tree.leaves > high)
    if bad.any():
        allowed = "0 to 1" if (low, high) == (0, 1) else f"low = {low:g} to high = {high:g}"
        raise ValueError(f"tree has a leaf {tree.leaves[bad][0]}: an estimate must be from {allowed}")


def winability(tree: Tree, rule: str = "product") -> NDArray[np.float64]:
    """Return the value of every node of a tree under a rule, from the estimates at its leaves.

    With the product rule a MIN node is won if all its children are, and a MAX node is lost if all its children are.
    (The scan has lost the product signs of section 5.2 and shows a minimum.)

    >>> import gametree as gt
    >>> gt.backup.winability(gt.Tree.from_nested([[0.5, 0.5], [0.25, 1]])).tolist()
    [0.4375, 0.25, 0.5, 0.5, 0.25, 0.25, 1.0]
    """
    check_name("rule", rule, RULES)
    check_estimates(tree)
    value = tree.values.copy()
    combine = RULES[rule]
    for node in range(tree.n_nodes - 1, -1, -1):
        children = tree.children(node)
        if children:
            value[node] = 1 - combine(1 - value[children]) if tree.is_max(node) else combine(value[children])
    return value


def preferred(tree: Tree, rule: str = "product") -> int:
    """Return the 0-based index of the child of the root with the greatest value: the leftmost of them.

    >>> import gametree as gt
    >>> tree = gt.Tree.from_nested([[0.5, 0.5], [0.4, 1]])
    >>> gt.backup.preferred(tree, "minimax"), gt.backup.preferred(tree, "product")
    (0, 1)
    """
    value = winability(tree, rule)
    if tree.n_nodes == 1:
        raise ValueError("tree is a single leaf: it must have a move to prefer")
    return int(np.argmax(value[tree.children(0)]))


# -- searches that prune -----------------------------------------------------------------------------------------------

RULES_THAT_PRUNE = ("product", "average")
"""The rules that take every child into account; for minimax there is `gametree.search`."""

GOALS = ("value", "move")


class RangeArrays(NamedTuple):
    """The tree, the question, and the state of a search: ranges of nodes whose parent was entered."""

    end: Wholes
    parent: Wholes
    level: NDArray[np.int32]
    values: Reals
    least: Reals
    most: Reals
    is_average: bool
    move_only: bool
    low: Reals
    high: Reals
    entered: Flags
    counts: Wholes


@register_jitable
def enter(known: RangeArrays, node: int) -> None:
    """Enter a node and, the first time, narrow its range and those above it; counts are made here only."""
    known.counts[VISITS] += node != 0
    if known.entered[node]:
        return
    known.entered[node] = True
    known.counts[NODES] += node != 0
    child, stop = node + 1, known.end[node]
    if child == stop:
        known.counts[LEAVES] += 1
        known.low[node] = known.high[node] = known.values[node]
        node = known.parent[node]
    while child < stop:
        known.low[child] = known.least[known.level[child]]
        known.high[child] = known.most[known.level[child]]
        child = known.end[child]
    while node >= 0 and narrow(known, node):
        node = known.parent[node]


@register_jitable
def narrow(known: RangeArrays, node: int) -> bool:
    """Apply the rule to the ends of the children's ranges; return whether the node's own range changed.

    Factors are taken from left to right, as in `winability`: another order would round differently.
    """
    is_max = known.level[node] % 2 == 0
    low = high = least_low = least_high = 1.0
    child = node + 1
    while child < known.end[node]:
        if is_max:
            a, b = 1.0 - known.high[child], 1.0 - known.low[child]
        else:
            a, b = known.low[child], known.high[child]
        low *= a
        high *= b
        least_low, least_high = min(least_low, a), min(least_high, b)
        child = known.end[child]
    if known.is_average:
        low, high = (least_low + low) / 2, (least_high + high) / 2
    if is_max:
        low, high = 1.0 - high, 1.0 - low
    changed = low != known.low[node] or high != known.high[node]
    known.low[node], known.high[node] = low, high
    return changed


@register_jitable
def leader(known: RangeArrays) -> int:
    """Return the child of the root with the greatest lower end, the leftmost of them."""
    best = child = 1
    while child < known.end[0]:
        if known.low[child] > known.low[best]:
            best = child
        child = known.end[child]
    return best


@register_jitable
def is_out(known: RangeArrays, child: int, best: int) -> bool:
    """Whether a child of the root can't be the move, given the leader; of equal children the leftmost is the move."""
    if child <= best:
        return known.high[child] < known.low[best]
    return known.high[child] <= known.low[best]


@register_jitable
def is_closed(known: RangeArrays, node: int) -> bool:
    """Whether the value of a node is known."""
    return known.low[node] == known.high[node]


@register_jitable
def is_move_left(known: RangeArrays) -> bool:
    """Whether only the move remains to be found."""
    return known.move_only or is_closed(known, 0)


@register_jitable
def is_over(known: RangeArrays) -> bool:
    """Whether the question is answered."""
    if not is_move_left(known):
        return False
    best = leader(known)
    child = 1
    while child < known.end[0]:
        if child != best and not is_out(known, child, best):
            return False
        child = known.end[child]
    return True


@compiled
def directional(known: RangeArrays) -> None:
    """Enter nodes from left to right, and skip the rest of a node as soon as it is irrelevant."""
    enter(known, 0)
    node = 1
    while not is_over(known):
        enter(known, node)
        following = node + 1
        above = node
        while True:
            if is_closed(known, above):
                following = known.end[above]
            if known.parent[above] == 0:
                break
            above = known.parent[above]
        if is_move_left(known) and is_out(known, above, leader(known)):
            following = known.end[above]
        node = following


@compiled
def best_first(known: RangeArrays) -> None:
    """Follow the most optimistic children from the root down to a new leaf, until the question is answered."""
    enter(known, 0)
    while not is_over(known):
        choose_move = is_move_left(known)
        best = leader(known)
        node = 0
        while node == 0 or not is_closed(known, node):
            is_max = known.level[node] % 2 == 0
            most_hope, chosen, child = -np.inf, -1, node + 1
            while child < known.end[node]:
                hope = known.high[child] if is_max else -known.low[child]
                is_left = not is_closed(known, child)
                if node == 0 and choose_move:
                    is_left = is_left and not is_out(known, child, best)
                if is_left and hope > most_hope:
                    most_hope, chosen = hope, child
                child = known.end[child]
            node = chosen
            enter(known, node)


METHODS: Mapping[str, tuple[Any, Callable[[product_search.Known], None]]] = {
    "directional": (directional, product_search.directional),
    "best-first": (best_first, product_search.best_first),
}
"""The searches by name: as a kernel, and in plain Python."""


def search(
    tree: Tree,
    rule: str = "product",
    method: str = "directional",
    goal: str = "value",
    low: float = 0.0,
    high: float = 1.0,
) -> SearchResult:
    """Search a tree whose leaves are estimates in [0, 1] that MAX wins, under a rule that depends on every child.

    The move is the leftmost of the best children; the line continues with each player's best child as far as it is
    proved.

    Parameters
    ----------
    rule : {"product", "average"}
        How values are backed up (`RULES`).
    method : {"directional", "best-first"}
        From left to right, or by the most optimistic children: usually fewer leaves, but nodes are visited repeatedly.
    goal : {"value", "move"}
        Whether to find the value of the root, or only the best move, which takes fewer leaves; the value in the result is
        then the lower end of the root's range.
    low, high : float
        Bounds on the estimates: the closer they are, the sooner a range is narrow enough.

    Examples
    --------
    >>> import gametree as gt
    >>> tree = gt.Tree.from_nested([[0.5, 0.5], [0.25, 0.75]])
    >>> gt.backup.search(tree, rule="product", method="directional")
    SearchResult(value=0.390625, leaves=4, nodes=6, visits=6, move=0, line=(0, 0))
    >>> gt.backup.search(tree, goal="move")
    SearchResult(value=0.25, leaves=3, nodes=5, visits=5, move=0, line=(0, 0))
    >>> gt.backup.search(gt.Tree.from_nested([[0.5, 0], [1, 1], [0.5, 0.3]])).leaves
    4
    """
    known = range_arrays(tree, rule, method, goal, low, high)
    METHODS[method][0](known)
    found = tuple(int(known.counts[k]) for k in (LEAVES, NODES, VISITS))
    return _result(tree, found, known.low, known.high, lambda node: bool(known.entered[node]))


def range_arrays(
    tree: Tree, rule: str, method: str, goal: str, low: float = 0.0, high: float = 1.0
) -> RangeArrays:
    """Check what `search` was given; return what its kernel takes, and writes what it finds into: good for one search.

    >>> known = range_arrays(Tree.from_nested([[0.5, 0.5], [0.25, 0.75]]), "product", "directional", "move")
    >>> METHODS["directional"][0](known)
    >>> known.counts.tolist()
    [3, 5, 5]
    """
    least, most = _prior(tree, rule, method, goal, low, high)
    n = tree.n_nodes
    shape = tree.nested_arrays
    return RangeArrays(
        shape.end, shape.parent, tree.level, shape.values, least, most, rule == "average", goal == "move",
        np.empty(n), np.empty(n), np.zeros(n, dtype=np.bool_), np.zeros(3, dtype=np.int64),
    )  # fmt: skip


def search_in_python(
    tree: Tree,
    rule: str = "product",
    method: str = "directional",
    goal: str = "value",
    low: float = 0.0,
    high: float = 1.0,
) -> SearchResult:
    """Search a tree with the plain-Python form of a method: slowly, and with the same result.

    >>> tree = Tree.from_nested([[0.5, 0.5, 0.5], [0.1, 0.9, 0.8]])
    >>> search_in_python(tree, goal="move") == search(tree, goal="move")
    True
    """
    least, most = _prior(tree, rule, method, goal, low, high)
    known = product_search.Known(
        Recorder(tree),
        lambda values: RULES[rule](np.array(values)),
        least.tolist(),
        most.tolist(),
        goal == "move",
    )
    x = known.x
    METHODS[method][1](known)
    found = len(x.leaves), len(x.nodes), x.visits
    return _result(tree, found, known.low, known.high, lambda node: node in known.entered)


def _prior(
    tree: Tree, rule: str, method: str, goal: str, low: float, high: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Check the arguments of `search`; return the range of a node that was not entered, by level.

    In a uniform tree a node of level d is a leaf and any other has w children; elsewhere it may be a leaf or have any
    number up to w.
    """
    check_name("rule", rule, RULES_THAT_PRUNE)
    check_name("method", method, METHODS)
    check_name("goal", goal, GOALS)
    low, high = check_number("low", low, 0, 1), check_number("high", high, 0, 1)
    if low > high:
        raise ValueError(f"low is {low!r} and high is {high!r}: low must not be greater than high")
    check_estimates(tree, low, high)
    combine = RULES[rule]
    fewest = tree.width if tree.is_uniform else 1
    least, most = np.full(tree.depth + 1, low), np.full(tree.depth + 1, high)
    for level in range(tree.depth - 1, 0, -1):
        if level % 2:
            a = combine(np.full(tree.width, least[level + 1]))
            b = combine(np.full(fewest, most[level + 1]))
        else:
            a = 1 - combine(np.full(fewest, 1 - least[level + 1]))
            b = 1 - combine(np.full(tree.width, 1 - most[level + 1]))
        least[level], most[level] = (a, b) if tree.is_uniform else (min(a, low), max(b, high))
    return least, most


def _result(
    tree: Tree, found: tuple[int, ...], low: Any, high: Any, was_entered: Callable[[int], bool]
) -> SearchResult:
    """Return what was found, and the line that the ranges prove."""
    line: list[int] = []
    node = 0
    while was_entered(node) and (children := tree.children(node)):
        # Ranges for the player to move.
        ends = [(low[c], high[c]) if tree.is_max(node) else (-high[c], -low[c]) for c in children]
        best = max(range(len(children)), key=lambda i: ends[i][0])
        if any(
            ends[i][1] > ends[best][0] or (i < best and ends[i][1] == ends[best][0])
            for i in range(len(children))
            if i != best
        ):
            break
        line.append(best)
        node = children[best]
    leaves, nodes, visits = found
    return SearchResult(tree.plain(low[0]), leaves, nodes, visits, line[0] if line else None, tuple(line))
