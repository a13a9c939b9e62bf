"""B*: proves which move is best, from optimistic and pessimistic values (Muszycka 1985, section 5.2, Figure 55).

Every node has a range that contains its value, from MAX's point of view.  Expanding a node reveals the ranges of its
children and so narrows its own.  The search ends when the lower end of one child of the root is
at least the upper end of every other: that child is best, whatever the values turn out to be.

At each step it can try to raise the lower end of the most optimistic child, or to lower the upper end of its strongest
rival.  `prove-best` always does the first.  `palay` does what is more likely to succeed if values are uniform over their
ranges: the simple probabilistic model that the thesis quotes from Palay, as we read it, since the rules are not given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametree._checks import check_count, check_kind, check_name, shown
from gametree._memory import check_memory
from gametree.generate.random import cell_number
from gametree.generate.recipes import seed_number
from gametree.tree import Tree, check_stored_tree

Ends = NDArray[np.float64]


class Ranges(NamedTuple):
    """A tree, and the range of each node, which contains those of its children; the range of a leaf is its value.

    A range becomes known when the node's parent is expanded.

    >>> import gametree as gt
    >>> ranges = gt.backup.ranges_of(gt.Tree.from_nested([[5, 6], [3, 4]]))
    >>> ranges.low.tolist(), ranges.high.tolist()
    ([3.0, 5.0, 5.0, 6.0, 3.0, 3.0, 4.0], [6.0, 6.0, 5.0, 6.0, 4.0, 3.0, 4.0])
    """

    tree: Tree
    low: Ends
    high: Ends


class Stage(NamedTuple):
    """The state of a search: the node expanded last, and the ranges of all nodes.

    >>> ranges = ranges_of(Tree.from_nested([[5, 6], [3, 4]]))
    >>> next(b_star_stages(ranges)).expanded
    0
    """

    expanded: int
    low: Ends
    high: Ends


class Proof(NamedTuple):
    """The child of the root that was proved best (its 0-based index), the range of its value at the end, and the cost.

    `nodes` are those whose range became known, the root excluded; `expanded` are the nodes that were, in this order.

    >>> import gametree as gt
    >>> gt.backup.b_star(gt.backup.ranges_of(gt.Tree.from_nested([[5, 6], [3, 4]])))
    Proof(move=0, low=5.0, high=6.0, nodes=2, expanded=(0,))
    """

    move: int
    low: float
    high: float
    nodes: int
    expanded: tuple[int, ...]


def ranges_of(tree: Tree) -> Ranges:
    """Return the least and the greatest leaf below every node as its range.

    >>> ranges_of(Tree.from_nested([5, [3, 7]])).high.tolist()
    [7.0, 5.0, 7.0, 3.0, 7.0]
    """
    check_stored_tree(tree)
    low, high = tree.values.copy(), tree.values.copy()
    for node in range(tree.n_nodes - 1, 0, -1):
        parent = int(tree.parent[node])
        low[parent] = np.fmin(low[parent], low[node])
        high[parent] = np.fmax(high[parent], high[node])
    return Ranges(tree, low, high)


def random_ranges(width: int, depth: int, seed: int | np.random.Generator, number: int = 0) -> Ranges:
    """Return a random tree whose ranges narrow from level to level, as in simulations of B*.

    The root's range is from 0 to 1; the ends of a child's range are two uniform random points of its parent's; a leaf's
    value is one such point.

    >>> ranges = random_ranges(width=2, depth=3, seed=1)
    >>> ranges.tree.n_nodes, bool((ranges.low <= ranges.high).all())
    (15, True)
    """
    check_count("width", width, 2, 64)
    check_count("depth", depth, 1, 16)
    check_count("number", number, 0, 2**63 - 1)
    check_memory(f"U({width},{depth}) with ranges", 100 * width**depth)
    cell = cell_number("b-star", width, depth)
    rng = np.random.default_rng((seed_number(seed), cell, number))
    low, high = [np.zeros(1)], [np.ones(1)]
    for level in range(1, depth + 1):
        points = np.sort(rng.random((2, width**level)), axis=0)
        if level == depth:
            points[1] = points[0] = rng.random(width**level)
        wide = np.repeat(high[-1] - low[-1], width)
        low, high = (
            [*ends, np.repeat(low[-1], width) + wide * points[k]] for k, ends in enumerate((low, high))
        )
    tree = Tree.uniform(width, depth, low[-1])
    # The levels hold their nodes from left to right; the tree's arrays are in preorder.
    ends = np.empty((2, tree.n_nodes))
    for level in range(depth + 1):
        ends[:, tree.level == level] = low[level], high[level]
    return Ranges(tree, ends[0], ends[1])


def _prove_best(low: Ends, high: Ends, best: int, rival: int, children: list[int]) -> int:
    return best


def _palay(low: Ends, high: Ends, best: int, rival: int, children: list[int]) -> int:
    above = (high[best] - high[rival]) / (high[best] - low[best]) if high[best] > low[best] else 0.0
    below = 1.0
    for child in children:
        if child != best and high[child] > low[best]:
            wide = high[child] - low[child]
            below *= max(0.0, (low[best] - low[child]) / wide) if wide > 0 else 0.0
    return best if above >= below else rival


STRATEGIES: dict[str, Callable[[Ends, Ends, int, int, list[int]], int]] = {
    "prove-best": _prove_best,
    "palay": _palay,
}
"""How the child of the root to improve is chosen, by name."""


def b_star(ranges: Ranges, strategy: str = "palay") -> Proof:
    """Search until one child of the root is proved best.

    Below the chosen child the search follows the most optimistic children: the greatest upper end under MAX, the least
    lower end under MIN.

    >>> import gametree as gt
    >>> ranges = gt.backup.random_ranges(width=3, depth=4, seed=1)
    >>> proof = gt.backup.b_star(ranges)
    >>> proof.move == gt.search(ranges.tree, "minimax").move
    True
    >>> proof.nodes < ranges.tree.n_nodes
    True
    """
    expanded = []
    for stage in b_star_stages(ranges, strategy):
        expanded.append(stage.expanded)
    return _proof(ranges.tree, expanded, stage.low, stage.high)


def _proof(tree: Tree, expanded: list[int], low: Ends, high: Ends) -> Proof:
    children = tree.children(0)
    best = _best(children, low, high)
    nodes = sum(len(tree.children(node)) for node in expanded)
    return Proof(children.index(best), float(low[best]), float(high[best]), nodes, tuple(expanded))


def _best(children: list[int], low: Ends, high: Ends) -> int:
    return max(children, key=lambda child: (high[child], low[child]))


def b_star_stages(ranges: Ranges, strategy: str = "palay") -> Iterator[Stage]:
    """Yield the state of `b_star` after every expansion, that of the root first; the arrays are updated in place.

    >>> import gametree as gt
    >>> ranges = gt.backup.ranges_of(gt.Tree.from_nested([[5, 8], [3, 6]]))
    >>> [stage.expanded for stage in gt.backup.b_star_stages(ranges, "prove-best")]
    [0, 1, 4]
    """
    check_name("strategy", strategy, STRATEGIES)
    _check_ranges(ranges)
    return _stages(ranges, strategy)


def _check_ranges(ranges: Ranges) -> None:
    check_kind("ranges", ranges, Ranges, "Ranges, as ranges_of or random_ranges make them")
    check_stored_tree(ranges.tree, "ranges.tree")
    n = ranges.tree.n_nodes
    for name, ends in (("low", ranges.low), ("high", ranges.high)):
        is_row = isinstance(ends, np.ndarray) and ends.shape == (n,) and ends.dtype.kind in "fiu"
        if not is_row or not np.isfinite(ends).all():
            raise ValueError(
                f"ranges.{name} is {shown(ends)}: it must be an array of a finite number for each of {n} nodes"
            )
    if not (ranges.low <= ranges.high).all():
        node = int(np.flatnonzero(ranges.low > ranges.high)[0])
        raise ValueError(
            f"ranges.low[{node}] is {ranges.low[node]}: it must not be above ranges.high[{node}]"
        )
    open_leaves = np.flatnonzero((ranges.tree.fan_out == 0) & (ranges.low < ranges.high))
    if open_leaves.size:
        leaf = int(open_leaves[0])
        raise ValueError(
            f"ranges.low[{leaf}] is {ranges.low[leaf]}: it must be ranges.high[{leaf}], because {leaf} is a leaf"
        )
    if n == 1:
        raise ValueError("ranges has a tree without moves: its root must have children")


def _stages(ranges: Ranges, strategy: str) -> Iterator[Stage]:
    tree = ranges.tree
    low, high = ranges.low.copy(), ranges.high.copy()
    children = tree.children(0)
    known = {0}
    yield Stage(0, low, high)
    while True:
        best = _best(children, low, high)
        rival = max(
            (child for child in children if child != best), key=lambda child: high[child], default=best
        )
        if rival == best or low[best] >= high[rival]:
            return
        node = STRATEGIES[strategy](low, high, best, rival, children)
        if low[node] == high[node]:
            # Its value is known: only the other's range can change.
            node = rival if node == best else best
        while node in known:
            node = _most_optimistic(tree, node, low, high)
        known.add(node)
        _narrow(tree, node, low, high)
        yield Stage(node, low, high)


def _most_optimistic(tree: Tree, node: int, low: Ends, high: Ends) -> int:
    children = tree.children(node)
    if tree.is_max(node):
        return max(children, key=lambda child: high[child])
    return min(children, key=lambda child: low[child])


def _narrow(tree: Tree, node: int, low: Ends, high: Ends) -> None:
    """Take the ranges of a node's children into its own, and so on up to the children of the root."""
    while node > 0:
        children = tree.children(node)
        better = max if tree.is_max(node) else min
        low[node] = max(low[node], better(low[child] for child in children))
        high[node] = min(high[node], better(high[child] for child in children))
        node = int(tree.parent[node])


def exhaustive(ranges: Ranges) -> Proof:
    """Expand all nodes, level by level, and stop as soon as one child of the root is proved best.

    >>> ranges = random_ranges(width=3, depth=4, seed=1)
    >>> exhaustive(ranges).move == b_star(ranges).move
    True
    """
    _check_ranges(ranges)
    tree = ranges.tree
    low, high = ranges.low.copy(), ranges.high.copy()
    children = tree.children(0)
    expanded = [0]
    inner = np.flatnonzero(tree.fan_out)
    by_level = inner[np.argsort(tree.level[inner], kind="stable")]
    for node in by_level[1:].tolist():  # all but the root
        best = _best(children, low, high)
        if all(low[best] >= high[child] for child in children if child != best):
            break
        expanded.append(node)
        _narrow(tree, node, low, high)
    return _proof(tree, expanded, low, high)
