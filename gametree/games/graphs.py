"""Graphs of positions, unfolded into trees in which positions recur."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from math import inf
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from gametree._checks import check_count, check_kind, shown
from gametree._compile import Reals, Wholes, Wholes32, compiled
from gametree._memory import check_memory
from gametree.games.g_game import GGame
from gametree.games.g_game_evaluation import Evaluation
from gametree.games.game_tree import BYTES_PER_GAME_NODE, GameTree
from gametree.generate.recipes import seed_number
from gametree.tree import MAX_DEPTH, NestedArrays


class Graph(NamedTuple):
    """Positions, and the moves between them: those of position n are numbers `first[n]` up to `first[n + 1]`.

    >>> graph = Graph(
    ...     first=np.array([0, 2, 2, 2]),
    ...     child=np.array([1, 2]),
    ...     move=np.array([0, 1], np.int32),
    ...     estimate=np.array([0.0, 5.0, 3.0]),
    ... )
    >>> unfold_graph(graph, root=0, depth=1)
    Tree.from_nested([5, 3])
    """

    first: NDArray[np.int64]
    child: NDArray[np.int64]  # the position that each move leads to
    move: NDArray[np.int32]  # its identity
    estimate: NDArray[np.float64]  # the static value of each position, from MAX's point of view


P = TypeVar("P", bound=Hashable)

MOST_POSITIONS = 1_000_000
"""The most positions that `graph_of` generates: so many take minutes."""


def graph_of(
    root: P, depth: int, moves: Callable[[P], Iterable[tuple[int, P]]], worth: Callable[[P], float]
) -> Graph:
    """Return the graph of a game written in Python: the positions that at most `depth` moves lead to, each met once.

    A position is whatever a dictionary takes as a key; who is to move is part of it.  `moves` gives the moves from one, as
    pairs (number of the move, position after it), and none if the game is over; `worth` gives its value for MAX.

    >>> graph = graph_of(0, 2, moves=lambda n: [(1, n + 1), (2, n + 2)], worth=float)
    >>> unfold_graph(graph, root=0, depth=2)
    Tree.from_nested([[2, 3], [3, 4]])
    """
    check_kind("root", root, Hashable, "a key of a dictionary")
    depth = check_count("depth", depth, 0, MAX_DEPTH)
    for name, function in (("moves", moves), ("worth", worth)):
        if not callable(function):
            raise TypeError(f"{name} is {shown(function)}: it must be a function of a position")
    number = {root: 0}
    first, child, move = [0], [], []
    level = [root]
    for _ in range(depth):
        level, before = [], level
        for position in before:
            for by, after in moves(position):
                if after not in number:
                    number[after] = len(number)
                    level.append(after)
                child.append(number[after])
                move.append(by)
            first.append(len(child))
            if len(number) > MOST_POSITIONS:
                raise MemoryError(f"depth = {depth} leads to more than {MOST_POSITIONS} different positions")
    first += [len(child)] * len(level)  # those at the last level have no moves here
    return _checked(Graph(*map(np.array, (first, child, move, [worth(position) for position in number]))))


@compiled
def _nodes_below(graph: Graph, depth: int, below: Reals) -> None:
    """Write how many nodes a tree of each position has, its root included, for every depth from 0 up."""
    n = len(graph.estimate)
    for vertex in range(n):
        below[0, vertex] = 1.0
    for d in range(1, depth + 1):
        for vertex in range(n):
            below[d, vertex] = 1.0
            for arc in range(graph.first[vertex], graph.first[vertex + 1]):
                below[d, vertex] += below[d - 1, graph.child[arc]]


@compiled
def _grow(
    graph: Graph, depth: int, vertex: int, node: int, parent: int, by: int,
    end: Wholes, parents: Wholes, values: Reals, position: NDArray[np.uint64], move: Wholes32, estimate: Reals,
) -> int:  # fmt: skip
    """Write the subtree of a node, which is a position reached by a move, and return where it ends."""
    position[node], move[node], estimate[node] = vertex, by, graph.estimate[vertex]
    parents[node] = parent
    values[node] = np.nan
    past = node + 1
    if depth > 0:
        for arc in range(graph.first[vertex], graph.first[vertex + 1]):
            past = _grow(
                graph, depth - 1, graph.child[arc], past, node, np.int64(graph.move[arc]),
                end, parents, values, position, move, estimate,
            )  # fmt: skip
    if past == node + 1:
        values[node] = graph.estimate[vertex]
    end[node] = past
    return past


def unfold_graph(graph: Graph, root: int, depth: int) -> GameTree:
    """Unfold a graph from a position into the tree of all paths of at most `depth` moves; MemoryError if it would not fit.

    A position without moves, or at the horizon, becomes a leaf with its estimate as static value.

    >>> both_ways = Graph(np.array([0, 1, 2]), np.array([1, 0]), np.array([0, 0], np.int32), np.array([5.0, 3.0]))
    >>> unfold_graph(both_ways, root=0, depth=3).position.tolist()
    [0, 1, 0, 1]
    """
    graph = _checked(graph)
    n_positions = len(graph.estimate)
    root = check_count("root", root, 0, n_positions - 1)
    depth = check_count("depth", depth, 0, MAX_DEPTH)
    sizes = np.empty((depth + 1, n_positions))
    _nodes_below(graph, depth, sizes)
    expected = float(sizes[depth, root])
    bytes_needed = int(expected * BYTES_PER_GAME_NODE) if expected < inf else 2**80
    check_memory(f"depth = {depth} with its {expected:.4g} nodes", bytes_needed)
    n = int(expected)
    end, parent, values = np.empty(n, dtype=np.int64), np.empty(n, dtype=np.int64), np.empty(n)
    position, move, estimate = np.empty(n, dtype=np.uint64), np.empty(n, dtype=np.int32), np.empty(n)
    start = np.int64(root), np.int64(0), np.int64(-1), np.int64(-1)
    _grow(graph, np.int64(depth), *start, end, parent, values, position, move, estimate)
    return GameTree(NestedArrays(end, parent, values), position, move, estimate)


def _checked(graph: Any) -> Graph:
    """Return a graph in the form that the kernels take, checked: they access memory at every index unchecked."""
    check_kind("graph", graph, Graph, "a Graph of first, child, move and estimate")
    arrays: dict[str, Any] = {}
    dtypes: tuple[Any, ...] = (np.int64, np.int64, np.int32, np.float64)
    for name, given, dtype in zip(Graph._fields, graph, dtypes, strict=True):
        try:
            array = np.asarray(given)
        except ValueError:
            array = np.empty((0, 0))
        wanted = "fiu" if dtype is np.float64 else "iu"
        if array.ndim != 1 or (array.size and array.dtype.kind not in wanted):
            numbers = "finite" if dtype is np.float64 else "whole"
            raise ValueError(f"graph.{name} is {shown(given)}: it must be a row of {numbers} numbers")
        if array.size and dtype is not np.float64:
            info = np.iinfo(dtype)
            if int(array.min()) < info.min or int(array.max()) > info.max:
                raise ValueError(
                    f"graph.{name} has {int(array.max())}: it must be whole numbers of {info.bits} bits"
                )
        arrays[name] = np.ascontiguousarray(array, dtype=dtype)
    first, child, move, estimate = arrays.values()
    n = len(estimate)
    if n < 1:
        raise ValueError(
            "graph.estimate is empty: it must have a number for each position, and one position at least"
        )
    if not np.isfinite(estimate).all():
        bad = int(np.flatnonzero(~np.isfinite(estimate))[0])
        raise ValueError(f"graph.estimate[{bad}] is {estimate[bad]}: it must be a finite number")
    if len(first) != n + 1 or first[0] != 0 or first[-1] != len(child) or (np.diff(first) < 0).any():
        raise ValueError(
            f"graph.first is {shown(first.tolist())}: it must be {n + 1} numbers that rise from 0 to {len(child)}, "
            "the number of moves"
        )
    if len(move) != len(child):
        raise ValueError(f"graph.move has {len(move)} moves: it must have {len(child)}, as child has")
    bad_arcs = np.flatnonzero((child < 0) | (child >= n))
    if bad_arcs.size:
        arc = int(bad_arcs[0])
        raise ValueError(f"graph.child[{arc}] is {child[arc]}: it must be a position, from 0 to {n - 1}")
    return Graph(first, child, move, estimate)


def g_game_tree(board: Sequence[int], depth: int, evaluation: Evaluation) -> GameTree:
    """Unfold a G-game (Nau 1983): MAX moves first, and estimates are shares of elements that are good for MAX.

    A move is 0 for the left element and 1 for the right one; after i moves at the left and j at the right
    the position is the same, whatever their order.

    >>> import gametree as gt
    >>> from gametree.games.g_game_evaluation import E1
    >>> tree = gt.games.g_game_tree([1, -1, 1], 2, E1)
    >>> tree.to_nested(), tree.position.tolist()
    ([[0, 1], [1, 0]], [0, 1, 3, 4, 2, 4, 5])
    """
    game = GGame(board)
    check_kind("evaluation", evaluation, Evaluation, "an Evaluation, such as E1 or E2")
    depth = check_count("depth", depth, 0, game.height)

    def worth(node: tuple[int, int]) -> float:
        # Nau's value is that of the player who has moved to the node: MAX, at odd levels.
        value = float(game.evaluate(node, evaluation))
        return value if sum(node) % 2 else 1 - value

    graph = graph_of(game.root, depth, lambda node: enumerate(game.children(node)), worth)
    return unfold_graph(graph, 0, depth)


def random_graph_tree(
    *, positions: int, width: int, depth: int, largest: int, seed: int | np.random.Generator
) -> GameTree:
    """Unfold a random graph in which a position may occur again at another level.

    Each player has so many `positions`, and every move leads to one of the opponent's.  A position has from 0 to
    `width` moves, to different positions; the root has `width`.  A move has the number of the position that it leads
    to.  Static values are whole numbers from 0 to `largest`: if it is small, there are many ties.

    >>> import gametree as gt
    >>> tree = gt.games.random_graph_tree(positions=5, width=3, depth=4, largest=9, seed=1)
    >>> tree.depth, len(set(tree.position.tolist())) <= 10
    (4, True)
    """
    positions = check_count("positions", positions, 1, 10**6)
    width = check_count("width", width, 1, positions)
    largest = check_count("largest", largest, 0, 2**53)
    depth = check_count("depth", depth, 0, MAX_DEPTH)
    random = np.random.default_rng(seed_number(seed))
    counts = random.integers(0, width + 1, size=2 * positions)
    counts[0] = width
    targets = [
        random.choice(positions, size=count, replace=False) + (positions if vertex < positions else 0)
        for vertex, count in enumerate(counts)
    ]
    first = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    child = np.concatenate(targets).astype(np.int64)
    estimate = random.integers(0, largest + 1, size=2 * positions).astype(np.float64)
    return unfold_graph(Graph(first, child, child.astype(np.int32), estimate), 0, depth)
