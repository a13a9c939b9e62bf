"""One G-game: its graph, and the values of its nodes under each rule (Nau 1983, sections 2, 3 and 5).

A board is a row of k + 1 elements, each 1 or -1.  A move takes one element off either end, so after i moves
at the left and j at the right the same board is reached in whatever order: the node g[i,j].  The player who
makes the last move is Max, and wins if the last element is a 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from gametree._checks import as_float, check_count, check_name, shown
from gametree.games.g_game_evaluation import Evaluation, max_moves_to

LONGEST = 2000
"""Elements that a single board may have: its graph has half the square of that in nodes."""

RULES = ("minimax", "probability estimation")
"""How values are backed up: equations (6) and (7)."""

Node = tuple[int, int]
"""g[i,j] as (i, j)."""


class Choice(NamedTuple):
    """The values that a search gives both moves from the root, and its choice."""

    values: tuple[Fraction, Fraction]  # backed up, of g[1,0] (the left element taken) and g[0,1]
    move: str  # left, right or either
    right: Fraction | None  # the probability that the move is correct; None if both are equally good


class GGame:
    """A G-game on one board of elements 1 or -1, with exact values; its height is the number of moves to the end, k.

    >>> game = GGame([1, 1, -1, -1])
    >>> game.height, game.max_wins, game.correct_move
    (3, True, 'right')
    >>> sorted(game.winning_strategy())
    [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2)]
    """

    def __init__(self, board: Sequence[int]) -> None:
        self.board = _check_board(board)
        self.height = len(self.board) - 1

    @property
    def root(self) -> Node:
        """The node before the first move."""
        return (0, 0)

    def nodes(self, depth: int | None = None) -> Iterator[Node]:
        """Yield the nodes down to a depth, level by level, from left to right as Figure 1 has them."""
        for level in range((self.height if depth is None else depth) + 1):
            for i in range(level, -1, -1):
                yield (i, level - i)

    def children(self, node: Node) -> tuple[Node, ...]:
        """Return the node without its left element and the one without its right element; none for a leaf."""
        i, j = node
        return ((i + 1, j), (i, j + 1)) if i + j < self.height else ()

    def elements(self, node: Node) -> tuple[int, ...]:
        """Return the elements that are left."""
        i, j = node
        return self.board[i : len(self.board) - j]

    def max_moved(self, node: Node) -> bool:
        """Whether it was Max who moved to a node (or would have, for the root)."""
        return max_moves_to(self.height - sum(node))

    def wanted(self, node: Node) -> int:
        """Return the element that the player who moves to a node wants, v(g)."""
        return 1 if self.max_moved(node) else -1

    @cached_property
    def utility(self) -> dict[Node, int]:
        """The utility value u(g) of every node: 1 if the player who moves to it wins by force, else -1."""
        found: dict[Node, int] = {}
        for node in reversed(list(self.nodes())):
            children = self.children(node)
            found[node] = (
                -max(found[child] for child in children)
                if children
                else self.elements(node)[0] * self.wanted(node)
            )
        return found

    def evaluate(self, node: Node, evaluation: Evaluation) -> Fraction:
        """Return the static value of a node."""
        elements, wanted = self.elements(node), self.wanted(node)
        weights = evaluation.weights(len(elements) - 1)
        good = sum(weight for weight, x in zip(weights, elements, strict=True) if x == wanted)
        return Fraction(good, sum(weights))

    def values(self, depth: int, evaluation: Evaluation, rule: str) -> dict[Node, Fraction]:
        """Return the values of all nodes down to `depth`, backed up from there by a rule."""
        depth = check_count("depth", depth, 0, self.height)
        check_name("rule", rule, RULES)
        found: dict[Node, Fraction] = {}
        for node in reversed(list(self.nodes(depth))):
            if sum(node) == depth:
                found[node] = self.evaluate(node, evaluation)
                continue
            a, b = (found[child] for child in self.children(node))
            found[node] = -max(a, b) if rule == "minimax" else (1 - a) * (1 - b)
        return found

    def choose(self, depth: int, evaluation: Evaluation, rule: str) -> Choice:
        """Search to a depth of at least 1 and choose a move; of equal values, one is chosen at random."""
        depth = check_count("depth", depth, 1, self.height)
        found = self.values(depth, evaluation, rule)
        a, b = found[1, 0], found[0, 1]
        move = "either" if a == b else "left" if a > b else "right"
        best = self.correct_move
        if best is None:
            return Choice((a, b), move, None)
        right = Fraction(1, 2) if move == "either" else Fraction(move == best)
        return Choice((a, b), move, right)

    @property
    def correct_move(self) -> str | None:
        """``left`` or ``right`` if only one of the moves wins; None if both are as good."""
        a, b = self.utility[1, 0], self.utility[0, 1]
        return None if a == b else "left" if a > b else "right"

    @property
    def max_wins(self) -> bool:
        """Whether Max has a forced win from the root."""
        return (self.utility[self.root] == 1) == self.max_moved(self.root)

    def winning_strategy(self) -> set[Node]:
        """Return the nodes of a solution graph for the player with a forced win (bold in Figure 1).

        It holds one winning move wherever that player moves (the left one if both win), and both moves
        wherever the opponent does.
        """
        level, strategy = {self.root}, {self.root}
        # The player who moved to a node of utility 1 wins there: it is the opponent's turn.
        opponent_to_move = self.utility[self.root] == 1
        for _ in range(self.height):
            below: set[Node] = set()
            for node in level:
                children = self.children(node)
                below |= (
                    set(children)
                    if opponent_to_move
                    else {max(children, key=lambda child: self.utility[child])}
                )
            level, opponent_to_move = below, not opponent_to_move
            strategy |= level
        return strategy


def _check_board(board: Any) -> tuple[int, ...]:
    if isinstance(board, str) or not hasattr(board, "__iter__"):
        raise ValueError(f"board is {shown(board)}: it must be a row of elements, each 1 or -1")
    elements = tuple(board)
    if not 2 <= len(elements) <= LONGEST:
        raise ValueError(f"board has {len(elements)} elements: it must have from 2 to {LONGEST}")
    for place, element in enumerate(elements):
        if as_float(element) not in (1.0, -1.0):
            raise ValueError(f"board[{place}] is {shown(element)}: an element must be 1 or -1")
    return tuple(int(element) for element in elements)
