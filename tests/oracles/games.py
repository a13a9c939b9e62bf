"""Connect four and checkers once more, on boards of squares, without a bit: what the compiled rules must agree with."""

import re


def four_board(text):
    """Return {(column, row): letter}, rows from the bottom, of a board in text."""
    rows = text.split("\n")[::-1]
    return {(c, r): letter for r, row in enumerate(rows) for c, letter in enumerate(row) if letter != "."}


FOURS = [
    [(c + i * dc, r + i * dr) for i in range(4)]
    for c in range(7)
    for r in range(6)
    for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1))
    if 0 <= c + 3 * dc < 7 and 0 <= r + 3 * dr < 6
]


def four_worth(board, win):
    """Return (whether the game is over, what it is worth to the player to move)."""
    mover = "X" if len(board) % 2 == 0 else "O"
    other = "O" if mover == "X" else "X"
    for line in FOURS:
        if all(board.get(square) == other for square in line):
            return True, -win
    if len(board) == 42:
        return True, 0
    total = 0
    for player, sign in ((mover, 1), (other, -1)):
        total += sign * sum(board.get(square) == player for line in FOURS for square in line)
        completing = {
            square
            for line in FOURS
            for square in line
            if square not in board and sum(board.get(s) == player for s in line) == 3
        }
        total += sign * 8 * len(completing)
    return False, total


def four_children(board):
    """Return {column: board after it}."""
    mover = "X" if len(board) % 2 == 0 else "O"
    heights = [sum((c, r) in board for r in range(6)) for c in range(7)]
    return {c: {**board, (c, h): mover} for c, h in enumerate(heights) if h < 6}


def draughts_board(text):
    """Return (who is to move, {(row, column): piece}) of a position as in PDN; pieces are b, w, B and W."""
    turn, *sides = re.sub(r":H\d+", "", text).split(":")
    board = {}
    for side in sides:
        for piece in filter(None, side[1:].split(",")):
            number = int(piece.lstrip("K")) - 1
            row, place = divmod(number, 4)
            column = 2 * place + (1 if row % 2 == 0 else 0)
            letter = side[0].lower()
            board[row, column] = letter.upper() if piece[0] == "K" else letter
    return turn.lower(), board


def draughts_moves(turn, board):
    """Return the boards after each move, captures first and alone, a sequence of jumps as one move."""
    jumps = [
        after for at, piece in board.items() if piece.lower() == turn for after in _jumps(board, at, True)
    ]
    if jumps:
        return jumps
    return [
        _moved(board, at, (at[0] + dr, at[1] + dc))
        for at, piece in board.items()
        if piece.lower() == turn
        for dr, dc in _ways(piece)
        if _inside(at[0] + dr, at[1] + dc) and (at[0] + dr, at[1] + dc) not in board
    ]


def _ways(piece):
    rows = {"b": (1,), "w": (-1,)}.get(piece, (1, -1))
    return [(dr, dc) for dr in rows for dc in (-1, 1)]


def _inside(row, column):
    return 0 <= row < 8 and 0 <= column < 8


def _moved(board, at, to):
    after = dict(board)
    piece = after.pop(at)
    after[to] = piece.upper() if to[0] == {"b": 7, "w": 0}.get(piece) else piece
    return after


def _jumps(board, at, first):
    piece = board[at]
    found = []
    for dr, dc in _ways(piece):
        over, to = (at[0] + dr, at[1] + dc), (at[0] + 2 * dr, at[1] + 2 * dc)
        if over in board and board[over].lower() != piece.lower() and _inside(*to) and to not in board:
            after = _moved(board, at, to)
            del after[over]
            crowned = after[to] != piece
            found += [after] if crowned else _jumps(after, to, False)
    return found if found or first else [board]
