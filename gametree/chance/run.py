"""The searches by name; search a tree with chance nodes, and count the cost."""

from __future__ import annotations

import numbers
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametree._checks import UnknownNameError, check_flag, check_kind, check_name, check_number, shown
from gametree.chance import kernels, reference
from gametree.chance.kernels import (
    ESTIMATES,
    LEAVES,
    MEMORY,
    NODES,
    VISITS,
    ChanceView,
    new_log,
    new_workspace,
)
from gametree.chance.recorder import ChanceCounts, ChanceRecorder
from gametree.chance.tree import Tree


@dataclass(frozen=True)
class ChanceMethod:
    """A way of searching a tree with chance nodes: a kernel, and the same in plain Python.

    >>> METHODS["star1"].source
    'Ballard 1983'
    >>> [name for name, method in METHODS.items() if method.takes_ranges]
    ['aoc*', 'aoc*-deepest']
    """

    name: str
    source: str
    start: Any  # start(ChanceView(...)) -> gain
    reference: Callable[[ChanceRecorder], float]
    takes_ranges: bool = False  # whether it can use ranges of the nodes


_METHODS = (
    ChanceMethod("expectimax", "Zenzel 1989, 2.1", kernels.start_expectimax, reference.expectimax),
    ChanceMethod("star1", "Ballard 1983", kernels.start_star1, reference.star1_from_root),
    ChanceMethod("star2", "Ballard 1983", kernels.start_star2, reference.star2_from_root),
    ChanceMethod("alpha-cutoff", "Zenzel 1989, 3.2", kernels.start_alpha_cutoff, reference.alpha_cutoff),
    ChanceMethod("aoc*", "Zenzel 1989, 3.3", kernels.start_aoc_star, reference.aoc_star, takes_ranges=True),
    ChanceMethod(
        "alpha-cutoff-all", "Zenzel 1989, 5.0", kernels.start_alpha_cutoff_all, reference.alpha_cutoff_all
    ),
    ChanceMethod(
        "aoc*-deepest",
        "Zenzel 1989, 3.3.2 and 5.0",
        kernels.start_aoc_star_deepest,
        reference.aoc_star_deepest,
        takes_ranges=True,
    ),
)
METHODS: Mapping[str, ChanceMethod] = MappingProxyType({method.name: method for method in _METHODS})
"""All searches: expectimax, Ballard's, the two of the thesis, and the variants named in its conclusion."""


SLACK = 1e-9
"""Relative tolerance for a value outside its given range: rounding."""

Ranges = Mapping[str, tuple[float, float]] | Mapping[int, tuple[float, float]]


class ChanceResult(NamedTuple):
    """The result of a search, and its cost.

    Attributes
    ----------
    value : the value of the root, in values of the tree
    leaves : distinct leaves evaluated
    nodes : distinct nodes touched, the root excluded; AOC* touches a node when it generates it
    visits : pieces of work on nodes other than the root
        Nodes entered (alpha-cutoff: taken from OPEN; AOC*: generated, passed on the way to a leaf of T, or revised).
    memory : the most nodes in memory at once, the root included
        A node is kept from when it is touched until it is cut off or, where the search detects it, proves worse than a
        sibling; so solution trees are kept.
    estimates : AOC*: how often the heuristic was evaluated
    move : the 0-based index of a best child of the root; None if the player does not move there
    solution : the nodes of a best solution tree: one child of each decision node, all children of each chance node

    Examples
    --------
    >>> import gametree as gt
    >>> tree = gt.chance.Tree.from_nested([((0.5, 4), (0.5, 16)), ((0.9, 8), (0.1, [3, 9]))])
    >>> found = gt.chance.search(tree, "star1", low=0, high=20)
    >>> found.leaves, found.nodes, found.move, found.solution
    (3, 5, 0, (0, 1, 2, 3))
    """

    value: float
    leaves: int
    nodes: int
    visits: int
    memory: int
    estimates: int
    move: int | None
    solution: tuple[int, ...]


class Problem(NamedTuple):
    """The checked arguments of a search: the method, the bounds as gains, and a row of gains per node, or none."""

    method: ChanceMethod
    low: float
    high: float
    known: NDArray[np.float64]


def search(
    tree: Tree, method: str, low: float | None = None, high: float | None = None, ranges: Ranges | None = None
) -> ChanceResult:
    """Search a tree with one of `METHODS`.

    No leaf is outside `low` and `high`: the least and the greatest leaf by default.  `ranges` is what AOC* knows of a node
    before it is expanded: node, or its name -> [h, u], which contains its value; [low, high] by default.

    >>> import gametree as gt
    >>> tree = gt.chance.Tree.from_nested([((0.5, 4), (0.5, 16)), ((0.9, 8), (0.1, [3, 9]))])
    >>> {name: gt.chance.search(tree, name, low=0, high=20).leaves for name in ("expectimax", "star1", "aoc*")}
    {'expectimax': 5, 'star1': 3, 'aoc*': 3}
    """
    problem = check_problem(tree, method, low, high, ranges)
    log, workspace = new_log(tree.n_nodes), new_workspace(tree.n_nodes)
    gain = problem.method.start(
        ChanceView(tree.arrays, log, workspace, problem.known, tree.sign, problem.low, problem.high)
    )
    counts = ChanceCounts(*(int(log.counts[k]) for k in (LEAVES, NODES, VISITS, MEMORY, ESTIMATES)))
    return _result(tree, gain, counts, lambda node: int(log.choice[node]))


def search_in_python(
    tree: Tree,
    method: str,
    low: float | None = None,
    high: float | None = None,
    ranges: Ranges | None = None,
    record: bool = False,
) -> tuple[ChanceResult, ChanceRecorder]:
    """Search a tree with a method in plain Python: slowly, with the same result, recording every step if `record`.

    >>> tree = Tree.from_nested([((0.5, 4), (0.5, 16)), ((0.9, 8), (0.1, [3, 9]))])
    >>> result, recorder = search_in_python(tree, "star1", low=0, high=20)
    >>> result == search(tree, "star1", low=0, high=20)
    True
    >>> sorted(recorder.leaves)
    [2, 3, 5]
    """
    problem = check_problem(tree, method, low, high, ranges)
    check_flag("record", record)
    known = [(float(a), float(b)) for a, b in problem.known] or None
    x = ChanceRecorder(tree, problem.low, problem.high, known, steps=[] if record else None)
    gain = problem.method.reference(x)
    return _result(tree, gain, x.counts, lambda node: x.choice.get(node, 0)), x


def check_problem(
    tree: Any, method: str, low: float | None, high: float | None, ranges: Ranges | None
) -> Problem:
    """Check the arguments of `search`, and turn values into gains."""
    chosen = METHODS[check_name("method", method, METHODS, UnknownNameError)]
    check_kind("tree", tree, Tree, "a chance.Tree, as Tree.from_nested makes it")
    least = float(tree.leaves.min()) if low is None else check_number("low", low)
    most = float(tree.leaves.max()) if high is None else check_number("high", high)
    if least > most:
        raise ValueError(f"low is {least!r} and high is {most!r}: low must not be greater than high")
    outside = np.flatnonzero((tree.shape.values < least) | (tree.shape.values > most))
    if len(outside):
        leaf = int(outside[0])
        raise ValueError(
            f"leaf {tree.names[leaf]} is {float(tree.shape.values[leaf])!r}: "
            f"it must be between low = {least!r} and high = {most!r}"
        )
    if ranges is not None and not chosen.takes_ranges:
        raise ValueError(
            f"ranges are given, but method is {method!r}: only aoc* and aoc*-deepest take ranges"
        )
    low_gain, high_gain = sorted((tree.sign * least, tree.sign * most))
    return Problem(chosen, low_gain, high_gain, _known(tree, least, most, ranges))


def _known(tree: Tree, low: float, high: float, ranges: Ranges | None) -> NDArray[np.float64]:
    """Return the known range of each node as gains, a row (low, high) each; no row if none were given."""
    if ranges is None:
        return np.empty((0, 2))
    check_kind("ranges", ranges, Mapping, "a mapping from nodes, or their names, to pairs of numbers")
    known = np.tile([low, high], (tree.n_nodes, 1))
    for key, bounds in ranges.items():
        node = tree.node(key) if isinstance(key, str) else key
        whole = isinstance(node, numbers.Integral) and not isinstance(node, bool)
        if not whole or not 0 <= node < tree.n_nodes:
            raise ValueError(
                f"ranges has the key {shown(key)}: it must be a name or a number below {tree.n_nodes}"
            )
        name, value = tree.names[node], float(tree.backed_up[node])
        if isinstance(bounds, str) or not hasattr(bounds, "__len__") or len(bounds) != 2:
            raise ValueError(
                f"the range of {name} in ranges is {shown(bounds)}: it must be two numbers, h and u"
            )
        h, u = (check_number(f"the range of {name}", bound) for bound in bounds)
        slack = SLACK * (1 + abs(value))
        if not h - slack <= value <= u + slack:
            raise ValueError(f"the range of {name} is [{h!r}, {u!r}]: it must hold its value, {value!r}")
        known[node] = np.clip([min(h, value), max(u, value)], low, high)
    return np.ascontiguousarray(known if tree.sign > 0 else -known[:, ::-1])


def _result(tree: Tree, gain: float, counts: ChanceCounts, chosen: Callable[[int], int]) -> ChanceResult:
    solution = tree.solution(chosen)
    move = None
    if not tree.is_leaf(0) and not tree.is_chance(0):
        move = tree.children(0).index(solution[1])
    return ChanceResult(tree.sign * float(gain) + 0.0, *counts, move=move, solution=solution)
