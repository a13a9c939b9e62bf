"""Walking over the positions of a game in compiled code: children, ends, values and identities of states.

A walk holds the children of one node per level, which is all that a depth-first search needs: state number
``level * MAX_CHILDREN + i`` is child i of the current node at the level above.  The rules of compiled games are chosen by a
code; a position of any other game is a vertex of a graph made beforehand (`PositionGraph`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from threading import Lock
from typing import Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from gametree._compile import compiled, pointer, register_jitable
from gametree.games import checkers, chess_rules, connect_four, tic_tac_toe
from gametree.games.state import WORDS, State
from gametree.search.view import ROOT, ROOT_LEVEL

TIC_TAC_TOE, CONNECT_FOUR, CHECKERS, CHESS, CHESS_BY_MOBILITY, GRAPH = range(6)
"""The codes of the rules; chess has two evaluations, and so two codes."""

MAX_CHILDREN = 256
"""The most children of a node."""


class GraphArrays(NamedTuple):
    """A graph of numbered positions; the children of position n are numbers `first[n]` up to `first[n + 1]` of `child`."""

    first: NDArray[np.int64]
    child: NDArray[np.int64]
    move: NDArray[np.int32]
    estimate: NDArray[np.float64]
    """From the point of view of the player to move."""
    over: NDArray[np.bool_]
    key: NDArray[np.uint64]


class WalkArrays(NamedTuple):
    """A walk, as the kernels take it (with pointers in place of the arrays)."""

    code: int
    depth: int
    words: NDArray[np.int64]
    moves: NDArray[np.int32]
    graph: GraphArrays


def no_graph() -> GraphArrays:
    """Return the graph of a walk that needs none."""
    numbers = np.zeros(1, dtype=np.int64)
    return GraphArrays(
        numbers, numbers, np.zeros(1, np.int32), np.zeros(1), np.zeros(1, np.bool_), np.zeros(1, np.uint64)
    )


def walk_arrays(code: int, depth: int, state: State, graph: GraphArrays | None = None) -> WalkArrays:
    """Return a walk that begins with a state, as state number 0, and goes down at most `depth` levels.

    >>> walk = walk_arrays(TIC_TAC_TOE, 1, (0, 0, 0, 0))
    >>> one_level(walk), walk.moves[MAX_CHILDREN : MAX_CHILDREN + 9].tolist()
    (9, [0, 1, 2, 3, 4, 5, 6, 7, 8])
    """
    words = np.zeros((depth + 2) * MAX_CHILDREN * WORDS, dtype=np.int64)
    words[:WORDS] = state
    moves = np.full((depth + 2) * MAX_CHILDREN, -1, dtype=np.int32)
    return WalkArrays(code, depth, words, moves, graph or no_graph())


@register_jitable
def is_over(walk: WalkArrays, state: int) -> bool:
    """Whether the game is over."""
    at = state * WORDS
    if walk.code == CONNECT_FOUR:
        return connect_four.over(walk.words, at)
    if walk.code == TIC_TAC_TOE:
        return tic_tac_toe.over(walk.words, at)
    if walk.code == CHECKERS:
        return checkers.over(walk.words, at)
    if walk.code != GRAPH:
        return chess_rules.over(walk.words, at, walk.moves)
    return walk.graph.over[walk.words[at]]


@register_jitable
def children_of(walk: WalkArrays, state: int, level: int) -> int:
    """Write the children of a state at `level`, whose game is not over, at the next level; return their number.

    They are the states from ``(level + 1) * MAX_CHILDREN`` on.
    """
    at, out = state * WORDS, (level + 1) * MAX_CHILDREN
    if walk.code == CONNECT_FOUR:
        return connect_four.expand(walk.words, at, walk.moves, out)
    if walk.code == TIC_TAC_TOE:
        return tic_tac_toe.expand(walk.words, at, walk.moves, out)
    if walk.code != GRAPH:
        if walk.code == CHECKERS:
            count = checkers.expand(walk.words, at, walk.moves, out)
        else:
            count = chess_rules.expand(walk.words, at, walk.moves, out)
        # They have overwritten the next level; no known position comes near.
        if count > MAX_CHILDREN:
            raise ValueError("a position has more moves than a walk has room for")
        return count
    node = walk.words[at]
    begin, end = walk.graph.first[node], walk.graph.first[node + 1]
    for i in range(begin, end):
        walk.words[(out + i - begin) * WORDS] = walk.graph.child[i]
        walk.moves[out + i - begin] = walk.graph.move[i]
    return end - begin


@register_jitable
def worth(walk: WalkArrays, state: int, ended: bool) -> float:
    """Return the value of a state for the player to move: the outcome if the game has `ended`, else an estimate."""
    at = state * WORDS
    if walk.code == CONNECT_FOUR:
        if ended:
            return connect_four.end_value(walk.words, at)
        return connect_four.estimate(walk.words, at)
    if walk.code == TIC_TAC_TOE:
        if ended:
            return tic_tac_toe.end_value(walk.words, at)
        return tic_tac_toe.estimate(walk.words, at)
    if walk.code == CHECKERS:
        if ended:
            return checkers.end_value(walk.words, at)
        return checkers.estimate(walk.words, at)
    if walk.code != GRAPH:
        if ended:
            return chess_rules.end_value(walk.words, at)
        if walk.code == CHESS:
            return chess_rules.material_and_places(walk.words, at)
        return chess_rules.material_and_mobility(walk.words, at)
    return walk.graph.estimate[walk.words[at]]


@register_jitable
def identity_of(walk: WalkArrays, state: int) -> np.uint64:
    """Return the number of the position: equal if and only if the same player is to move in the same position.

    Where a position does not fit into 64 bits it is a hash.  Among n positions, two collide with a probability of about
    n * n / 2**65: less than 1 in 1,000,000 for five million.
    """
    at = state * WORDS
    if walk.code == CONNECT_FOUR:
        return connect_four.key(walk.words, at)
    if walk.code == TIC_TAC_TOE:
        return tic_tac_toe.key(walk.words, at)
    if walk.code == CHECKERS:
        return checkers.key(walk.words, at)
    if walk.code != GRAPH:
        return chess_rules.key(walk.words, at)
    return walk.graph.key[walk.words[at]]


@compiled
def one_level(walk_arrays: WalkArrays) -> int:
    """Write the children of the first state of a walk at level 1; return how many, 0 if the game is over."""
    walk = pointer(walk_arrays)
    return 0 if is_over(walk, ROOT) else children_of(walk, ROOT, ROOT_LEVEL)


P = TypeVar("P")

MOST_POSITIONS = 1_000_000
"""The most positions of a `PositionGraph`: generating so many takes minutes."""


class Assessment(NamedTuple):
    """The value of a position for the player to move, and whether the game is over."""

    worth: float
    over: bool


class PositionGraph(Generic[P]):
    """All positions of a game written in Python that can be reached from one, as deep as has been asked for.

    Positions are numbered and expanded once each, however many nodes of a tree they occur at: generating moves is
    slow.  `key` gives the number of a position, of 64 bits, and `children` pairs (number of the move, position after
    it).

    >>> graph = PositionGraph("Sums", 0, int, lambda n: Assessment(n, n > 5), lambda n: [(1, n + 1), (2, n + 2)])
    >>> graph.deepen(2).child.tolist()
    [1, 2, 2, 3, 3, 4]
    >>> graph
    <PositionGraph: Sums, 5 positions to depth 2>
    """

    def __init__(
        self,
        title: str,
        root: P,
        key: Callable[[P], int],
        assess: Callable[[P], Assessment],
        children: Callable[[P], Iterable[tuple[int, P]]],
    ):
        self._title, self._key, self._assess, self._children = title, key, assess, children
        self._number: dict[int, int] = {}
        self._estimate: list[float] = []
        self._over: list[bool] = []
        self._first: list[int] = [0]
        self._child: list[int] = []
        self._move: list[int] = []
        self._frontier: list[P] = []
        self.depth = 0
        self._lock = Lock()  # Searches in several threads share the graph of a position.
        self._enter(root)

    @property
    def n_positions(self) -> int:
        """Number of distinct positions so far."""
        return len(self._estimate)

    def deepen(self, depth: int) -> GraphArrays:
        """Return the graph of all positions down to a depth; those at that depth have no children yet.

        MemoryError, before a level is expanded, if there would be more than `MOST_POSITIONS`.
        """
        with self._lock:
            while self.depth < depth and self._frontier:
                self._next_level(depth)
            # Positions that have not been expanded have no children.
            first = self._first + [len(self._child)] * (self.n_positions + 1 - len(self._first))
            return GraphArrays(
                np.array(first, dtype=np.int64),
                np.array(self._child or [0], dtype=np.int64),
                np.array(self._move or [0], dtype=np.int32),
                np.array(self._estimate),
                np.array(self._over, dtype=np.bool_),
                np.array(list(self._number), dtype=np.uint64),
            )

    def _next_level(self, depth: int) -> None:
        before = self.n_positions - len(self._frontier)
        growth = len(self._frontier) * max(1.0, len(self._frontier) / max(1, before))
        if self.n_positions + growth > MOST_POSITIONS:
            raise MemoryError(
                f"{self._title} to depth {depth} would need about {self.n_positions + growth:.2g} or more"
                f" different positions; at most {MOST_POSITIONS} are allowed"
            )
        level, self._frontier = self._frontier, []
        for position in level:
            if not self._over[len(self._first) - 1]:
                for move, child in self._children(position):
                    self._move.append(move)
                    self._child.append(self._enter(child))
            self._first.append(len(self._child))
        self.depth += 1

    def _enter(self, position: P) -> int:
        key = self._key(position)
        if key not in self._number:
            self._number[key] = len(self._number)
            assessment = self._assess(position)
            self._estimate.append(assessment.worth)
            self._over.append(assessment.over)
            self._frontier.append(position)
        return self._number[key]

    def __repr__(self) -> str:
        return f"<PositionGraph: {self._title}, {self.n_positions} positions to depth {self.depth}>"
