"""Chess once more, by the package `chess`: what the compiled rules must agree with."""

import chess

VALUES = {chess.PAWN: 100, chess.KNIGHT: 320, chess.BISHOP: 330, chess.ROOK: 500, chess.QUEEN: 900}
ADVANCED = (0, 0, 4, 10, 20, 40, 80, 0)


def text(board):
    """Return a position as FEN, without counts of moves."""
    return board.fen().rsplit(" ", 2)[0] + " 0 1"


def number(move):
    """Return the number of a move."""
    return move.from_square + 64 * move.to_square + 4096 * (move.promotion or 0)


def children(board):
    """Return (number, move as in print, position after it) of all moves, by number."""
    found = []
    for move in sorted(board.legal_moves, key=number):
        child = board.copy(stack=False)
        child.push(move)
        found.append((number(move), board.san(move), text(child)))
    return found


def ended(board, win):
    """Return what an ended game is worth to the player to move, or None if it goes on."""
    if not any(board.legal_moves):
        return -win if board.is_check() else 0
    return 0 if board.is_insufficient_material() else None


def _sides(board):
    return (board.turn, 1), (not board.turn, -1)


def material(board):
    """Return what the pieces of the player to move count, less those of the other."""
    return sum(
        sign * value * len(board.pieces(kind, side))
        for kind, value in VALUES.items()
        for side, sign in _sides(board)
    )


def places(board):
    """Return what pawns have come up and, without queens, kings near the centre count."""
    total = 0
    for side, sign in _sides(board):
        for pawn in board.pieces(chess.PAWN, side):
            row = chess.square_rank(pawn)
            total += sign * ADVANCED[row if side else 7 - row]
        if not board.queens:
            king = board.king(side)
            total -= (
                sign
                * 6
                * min(chess.square_distance(king, square) for square in chess.SquareSet(chess.BB_CENTER))
            )
    return total


def mobility(board):
    """Return how many more pairs of squares, from and to, the player to move has for moves, checks left aside."""
    total = 0
    for side, sign in _sides(board):
        alone = board.copy(stack=False)
        alone.turn, alone.ep_square, alone.castling_rights = side, None, 0
        total += sign * len({(move.from_square, move.to_square) for move in alone.pseudo_legal_moves})
    return total
