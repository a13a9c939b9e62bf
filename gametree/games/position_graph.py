"""The graph of positions of a game whose rules are written in Python, for compiled code to walk over.

Positions are numbered and expanded once each, however many nodes of a tree they occur at: generating moves is slow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from threading import Lock
from typing import Generic, NamedTuple, TypeVar

import numpy as np

from gametree.games.walk import GraphArrays

P = TypeVar("P")

MOST = 1_000_000
"""The most positions of a graph: generating so many takes minutes."""


class Assessment(NamedTuple):
    """The value of a position for the player to move, and whether the game is over."""

    worth: float
    over: bool


class PositionGraph(Generic[P]):
    """All positions that can be reached from one, as deep as has been asked for.

    Parameters
    ----------
    title : str
        The name of the game in messages.
    root : position
        The initial position.
    key : callable
        Position -> its number, of 64 bits.
    assess : callable
        Position -> `Assessment`.
    children : callable
        Position -> pairs (number of the move, position after it).

    Examples
    --------
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

        Raises
        ------
        MemoryError
            If there would be more than `MOST` positions, before the level that would be too large is expanded.
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
        if self.n_positions + growth > MOST:
            raise MemoryError(
                f"{self._title} to depth {depth} would need about {self.n_positions + growth:.2g} or more"
                f" different positions; at most {MOST} are allowed"
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
