"""Chess, by the rules of the `chess` package: for endings of kings and pawns, and any other position in FEN.

A game ends with mate (lost for the player to move), stalemate, or too little material to mate (both drawn).
The rules of fifty moves and of repetition, which a player may claim, are left aside: they depend on the
game before the position.  The number of a move is from + 64 * to + 4096 * promotion; moves are in the order
of their numbers.  The number of a position is a hash of pieces, turn, rights to castle and, where it is
possible, capture en passant.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from gametree.games.bits import WIN
from gametree.games.game import Game, Move
from gametree.games.notation import given
from gametree.games.position_graph import Assessment, PositionGraph
from gametree.games.walk import GRAPH, WalkArrays, walk_arrays

try:
    import chess
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        'chess needs the package of that name: pip install "gametree[games]"', name=error.name
    ) from error

VALUES = {chess.PAWN: 100, chess.KNIGHT: 320, chess.BISHOP: 330, chess.ROOK: 500, chess.QUEEN: 900}
"""What the pieces count in an estimate."""

ADVANCED = (0, 0, 4, 10, 20, 40, 80, 0)
"""What a pawn counts more, by the rows that it has come up."""

CENTRAL = 6
"""What each step that a king is nearer to the centre counts once the queens are off the board."""

KING_STEPS = tuple(
    3 - max(min(abs(chess.square_file(s) - f) for f in (3, 4)), min(abs(chess.square_rank(s) - r) for r in (3, 4)))
    for s in chess.SQUARES
)  # fmt: skip


def estimate(board: chess.Board) -> float:
    """Return what the pieces of the player to move count, less those of the other.

    Examples
    --------
    >>> import chess
    >>> from gametree.games.chess_game import estimate
    >>> estimate(chess.Board("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1"))
    94.0
    """
    total = 0
    for colour, sign in ((board.turn, 1), (not board.turn, -1)):
        own = board.occupied_co[colour]
        for kind, value in VALUES.items():
            total += sign * value * board.pieces_mask(kind, colour).bit_count()
        pawns = board.pawns & own
        while pawns:
            square = (pawns & -pawns).bit_length() - 1
            row = square >> 3
            total += sign * ADVANCED[row if colour else 7 - row]
            pawns &= pawns - 1
        king = board.king(colour)
        if not board.queens and king is not None:
            total += sign * CENTRAL * KING_STEPS[king]
    return float(total)


def key(board: chess.Board) -> int:
    """Return the number of a position: 64 bits of a hash.

    Examples
    --------
    >>> from gametree.games.chess_game import key, read
    >>> key(read("e4 e5 Nf3")) == key(read("Nf3 e5 e4"))
    True
    """
    en_passant = board.ep_square if board.has_legal_en_passant() else None
    packed = struct.pack(
        "<9QBB",
        board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings,
        board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK], board.clean_castling_rights(),
        board.turn, 255 if en_passant is None else en_passant,
    )  # fmt: skip
    return int.from_bytes(hashlib.blake2b(packed, digest_size=8).digest(), "little")


def assess(board: chess.Board) -> Assessment:
    """Return what a position is worth to the player to move, and whether the game is over.

    Examples
    --------
    >>> from gametree.games.chess_game import assess, read
    >>> assess(read("f3 e5 g4 Qh4#"))
    Assessment(worth=-10000.0, over=True)
    """
    if not any(board.generate_legal_moves()):
        return Assessment(-float(WIN) if board.is_check() else 0.0, True)
    return Assessment(0.0, True) if board.is_insufficient_material() else Assessment(estimate(board), False)


def move_number(move: chess.Move) -> int:
    """Return the number of a move.

    Examples
    --------
    >>> import chess
    >>> from gametree.games.chess_game import move_number
    >>> move_number(chess.Move.from_uci("e2e4"))
    1804
    """
    return move.from_square + 64 * move.to_square + 4096 * (move.promotion or 0)


def children(board: chess.Board) -> Iterator[tuple[int, chess.Board]]:
    """Yield the moves of a position and the positions after them, by number.

    Examples
    --------
    >>> import chess
    >>> from gametree.games.chess_game import children
    >>> len(list(children(chess.Board())))
    20
    """
    for move in sorted(board.legal_moves, key=move_number):
        child = board.copy(stack=False)
        child.push(move)
        yield move_number(move), child


def read(text: str) -> chess.Board:
    """Return the position of a FEN, or of the moves of a game from the beginning: ``"e4 e5 Nf3"``.

    Examples
    --------
    >>> from gametree.games.chess_game import read
    >>> read("e4 e5").fen()
    'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2'
    """
    if "/" in text:
        return _from_fen(text)
    board = chess.Board()
    for number, move in enumerate(text.split(), start=1):
        try:
            board.push_san(move)
        except ValueError:
            allowed = ", ".join(sorted(map(board.san, board.legal_moves))) or "none: the game is over"
            raise given(text, f"move {number} is {move}: allowed are {allowed}") from None
    return board


def _from_fen(text: str) -> chess.Board:
    try:
        board = chess.Board(text)
    except ValueError as error:
        raise given(text, f"it must be a FEN, such as {chess.STARTING_FEN!r} ({error})") from None
    if not board.is_valid():
        raise given(text, f"it can't be on a board: {_reasons(board)}")
    return board


def _reasons(board: chess.Board) -> str:
    status = board.status()
    return ", ".join(
        str(flag.name).lower().replace("_", " ") for flag in chess.Status if flag & status and flag.name
    )


@lru_cache(maxsize=8)
def _graph(fen: str) -> PositionGraph[chess.Board]:
    return PositionGraph("Chess", chess.Board(fen), key, assess, children)


@dataclass(frozen=True)
class ChessGame(Game):
    """Chess; positions are given as FEN or by the moves of a game.

    Examples
    --------
    >>> from gametree.games.chess_game import CHESS
    >>> CHESS.moves("8/8/8/8/8/1k6/p7/K7 w - - 0 1")
    []
    >>> [move.text for move in CHESS.moves()][:4]
    ['Na3', 'a3', 'b3', 'Nc3']
    """

    def walk(self, depth: int, position: str | None = None) -> WalkArrays:
        """Return a walk over all positions that can be reached within the depth."""
        graph = _graph(self.text(position))
        return walk_arrays(GRAPH, depth, (0, 0, 0, 0), graph.deepen(depth))

    def text(self, position: str | None = None) -> str:
        """Return a position as FEN, without the counts of moves that the rules here do not use."""
        return read(self.given(position)).fen().rsplit(" ", 2)[0] + " 0 1"

    def moves(self, position: str | None = None) -> list[Move]:
        """Return the moves from a position; none if the game is over."""
        board = read(self.given(position))
        if assess(board).over:
            return []
        moves = sorted(board.legal_moves, key=move_number)
        after = [child for _, child in children(board)]
        return [
            Move(move_number(move), board.san(move), self.text(child.fen()))
            for move, child in zip(moves, after, strict=True)
        ]

    def at_random(self, plies: int, draw: np.random.Generator) -> str | None:
        """Return the position after some moves from the start, all equally likely; None if the game ends before."""
        board = chess.Board()
        for _ in range(plies):
            if assess(board).over:
                return None
            moves = sorted(board.legal_moves, key=move_number)
            board.push(moves[int(draw.integers(len(moves)))])
        return None if assess(board).over else self.text(board.fen())


CHESS = ChessGame(
    "chess", "Chess", chess.STARTING_FEN, 40, 30, 30_000,
    "pieces (100, 320, 330, 500, 900), how far pawns have come, without queens kings near the centre",
)  # fmt: skip
"""The game as `gametree.games.GAMES` has it."""
