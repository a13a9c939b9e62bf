"""Where the measurements of chapter 4 begin: trees that can be grown to any depth."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import chess
import numpy as np

from gametree import play
from gametree.game_tree import GameTree
from gametree.generate.random import cell_number
from gametree.pathology.evaluation import E2
from gametree.speedup.graphs import g_game_tree
from gametree.speedup.growing import growing_tree
from gametree.tree import MAX_DEPTH, check_count

MOST_NODES = 1_500_000
"""About how large a tree of a game may be to be measured."""


class Start(NamedTuple):
    """Something to search, as deep as one likes.

    Attributes
    ----------
    game : str
        What kind of tree it is: a game, or a scheme of random trees.
    name : str
        Which one of the kind.
    grow : callable
        Depth -> tree.
    deepest : int
        Deeper than this it is not measured.
    """

    game: str
    name: str
    grow: Callable[[int], GameTree]
    deepest: int = MAX_DEPTH


def random_trees(scheme: str, width: int, n: int, seed: int) -> list[Start]:
    """Return trees whose static values are sums along their paths (`growing_tree`); each depth has trees of its own."""

    def start(number: int) -> Start:
        def grow(depth: int) -> GameTree:
            return growing_tree(width=width, depth=depth, scheme=scheme, seed=seed, number=number)

        return Start(f"{scheme}, width {width}", str(number), grow)

    return [start(number) for number in range(n)]


def g_games(height: int, n: int, seed: int) -> list[Start]:
    """Return G-games on random boards, with Nau's evaluation e2."""

    def start(number: int) -> Start:
        random = np.random.default_rng([seed, cell_number("g-game", height), number])
        board = random.choice([-1, 1], size=height + 1).tolist()
        return Start("g-game", str(number), lambda depth: g_game_tree(board, depth, E2))

    return [start(number) for number in range(n)]


def named_starts(game: str, phase: str | None = None, most: int = MOST_NODES) -> list[Start]:
    """Return starts from the named positions of a game, each as deep as a tree of about `most` nodes goes."""

    def start(named: play.Named) -> Start:
        deepest = 0
        while play.expected_nodes(game, deepest + 1, named.position) <= most:
            deepest += 1
        return Start(game, named.name, lambda depth: play.unfold(game, depth, named.position), deepest)

    return [start(named) for named in play.named_positions(game, phase)]


def random_pawn_endings(pawns: int, n: int, seed: int) -> list[str]:
    """Return endings of chess with both kings and so many pawns on each side, anywhere they may stand, as FEN."""
    pawns = check_count("pawns", pawns, 0, 8)
    random = np.random.default_rng([seed, cell_number("pawn ending", pawns)])
    found: list[str] = []
    while len(found) < n:
        board = chess.Board(None)
        kings = random.choice(64, size=2, replace=False)
        for square, color in zip(kings, (chess.WHITE, chess.BLACK), strict=True):
            board.set_piece_at(int(square), chess.Piece(chess.KING, color))
        free = [square for square in range(8, 56) if board.piece_at(square) is None]
        for number, square in enumerate(random.choice(free, size=2 * pawns, replace=False)):
            board.set_piece_at(int(square), chess.Piece(chess.PAWN, bool(number % 2)))
        board.turn = bool(random.integers(2))
        if board.is_valid() and any(board.legal_moves):
            found.append(board.fen())
    return found
