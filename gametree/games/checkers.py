"""English checkers (draughts): men, kings, forced captures; a sequence of jumps is one move.

Squares have the numbers 1 to 32 of print; Black begins on 1 to 12 and moves towards 32.  A state is (pieces
of Black, pieces of White, kings of both, turn + 2 * clock); turn is 1 if White is to move, and clock counts
the moves since the last capture or move of a man.  Between two rows of different kind stands a bit that is
never set, so that the neighbours of bit b are b + 4, b + 5, b - 4 and b - 5 everywhere.

A player who can't move has lost.  A game is drawn by agreement after `DRAWN_AFTER` moves, of both players together,
without a capture or a move of a man.  A man that reaches the last row becomes a king and its move ends.

A position needs more than 64 bits, so its number is a hash.  It depends on the clock only where that can
matter: from `CLOCK_MATTERS` on, since no search is deeper than `DEEPEST` moves.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from gametree._compile import compiled, pointer, register_jitable
from gametree.games.state import WIN, WORDS, Moves, State, Words, bad_position, popcount, scrambled

DRAWN_AFTER = 80
DEEPEST = 40
CLOCK_MATTERS = DRAWN_AFTER - DEEPEST
START = ""

BIT = tuple(number + number // 8 for number in range(32))
"""The bit of each square, from square 1 on."""

SQUARE = tuple(BIT.index(bit) if bit in BIT else -1 for bit in range(35))
"""The square of each bit, from 0; -1 for the bits that are never set."""

BOARD = sum(1 << bit for bit in BIT)
ROWS = tuple(sum(1 << bit for bit in BIT[row * 4 : row * 4 + 4]) for row in range(8))
LAST_ROWS = ROWS[0] | ROWS[7]
ROW_PLANES = tuple(sum(ROWS[row] for row in range(8) if row >> bit & 1) for bit in range(3))
"""The rows whose number, from Black's side, has a bit: 1, 2, 4."""

CENTRE = sum(1 << BIT[square - 1] for square in (10, 11, 14, 15, 18, 19, 22, 23))

STEPS = (4, 5, -4, -5)
"""The four directions, as moves are numbered by them; Black's men move in the first two, White's in the other two."""

MAN, KING, ROW, MIDDLE, GUARD = 100, 150, 3, 4, 6
"""Weights of an estimate: a man, a king, each row that a man has advanced, a piece in the centre, a man at home."""

JUMPS = 1 << 30
"""Added to the number of a capture."""

ONE = np.int64(1)
"""Not a plain 1, for which numba would compile `jump_on` twice: such pairs crash when they are loaded from disk."""


@register_jitable
def _shifted(board: int, step: int) -> int:
    return board << step if step > 0 else board >> -step


@register_jitable
def _sides(words: Words, at: int) -> Any:
    """Return the pieces of the player to move and of the opponent, the kings, the empty squares, and the turn."""
    turn = words[at + 3] & 1
    mine, theirs = words[at + turn], words[at + 1 - turn]
    return mine, theirs, words[at + 2], BOARD & ~(mine | theirs), turn


@register_jitable
def _who_may_go(mine: int, kings: int, turn: int, direction: int) -> int:
    """Return the pieces that may go in a direction: kings, and men if it is forward."""
    return mine if (direction >= 2) == (turn == 1) else mine & kings


@register_jitable
def _who_can_jump(mine: int, theirs: int, kings: int, empty: int, turn: int, direction: int) -> int:
    step = STEPS[direction]
    over = _shifted(theirs, -step) & _shifted(empty, -2 * step)
    return _who_may_go(mine, kings, turn, direction) & over


@register_jitable
def _who_can_step(mine: int, kings: int, empty: int, turn: int, direction: int) -> int:
    return _who_may_go(mine, kings, turn, direction) & _shifted(empty, -STEPS[direction])


@register_jitable
def _can_move(words: Words, at: int) -> bool:
    mine, theirs, kings, empty, turn = _sides(words, at)
    for direction in range(4):
        if _who_can_step(mine, kings, empty, turn, direction):
            return True
        if _who_can_jump(mine, theirs, kings, empty, turn, direction):
            return True
    return False


@register_jitable
def over(words: Words, at: int) -> bool:
    """Whether the player to move can't, or the game is drawn."""
    return words[at + 3] >> 1 >= DRAWN_AFTER or not _can_move(words, at)


@register_jitable
def end_value(words: Words, at: int) -> float:
    """Return the value of an ended game for the player to move: a loss if there is no move, else a draw."""
    return 0.0 if _can_move(words, at) else -float(WIN)


@register_jitable
def _material(pieces: int, kings: int, home: int, down: bool) -> int:
    men = pieces & ~kings
    advanced = popcount(men & ROW_PLANES[0])
    advanced += 2 * popcount(men & ROW_PLANES[1])
    advanced += 4 * popcount(men & ROW_PLANES[2])
    n_men = popcount(men)
    if not down:
        advanced = 7 * n_men - advanced
    total = MAN * n_men + KING * popcount(pieces & kings) + ROW * advanced
    return total + MIDDLE * popcount(pieces & CENTRE) + GUARD * popcount(men & home)


@register_jitable
def estimate(words: Words, at: int) -> float:
    """Return the material of the player to move less that of the opponent."""
    black, white, kings = words[at], words[at + 1], words[at + 2]
    ahead = _material(black, kings, ROWS[0], True) - _material(white, kings, ROWS[7], False)
    return float(-ahead) if words[at + 3] & 1 else float(ahead)


@register_jitable
def key(words: Words, at: int) -> np.uint64:
    """Return the number of the position: a hash of both sides, the kings, the turn, and the clock if it matters."""
    clock = words[at + 3] >> 1
    extra = words[at + 3] & 1
    if clock >= CLOCK_MATTERS:
        extra += 2 * clock
    return scrambled(words[at], words[at + 1], words[at + 2] | (extra << 40))


@register_jitable
def _put(words: Words, child: int, turn: int, mine: int, theirs: int, kings: int, clock: int) -> None:
    words[child + turn], words[child + 1 - turn] = mine, theirs
    words[child + 2], words[child + 3] = kings, (1 - turn) + 2 * clock


@compiled
def jump_on(
    words: Words, moves: Moves, next_child: int,
    mine: int, theirs: int, kings: int, turn: int, bit: int, origin: int, path: int,
) -> int:  # fmt: skip
    """Continue a capture with the piece on a bit in all ways, writing where it ends; return the next free state.

    `path` is a 1, then two bits for the direction of each jump so far.
    """
    piece = ONE << bit
    empty = BOARD & ~(mine | theirs)
    ended = True
    for direction in range(4):
        if not _who_can_jump(piece, theirs, kings, empty, turn, direction):
            continue
        ended = False
        taken = _shifted(piece, STEPS[direction])
        landed = _shifted(taken, STEPS[direction])
        crowned = not piece & kings and landed & LAST_ROWS
        now_kings = kings & ~taken
        if piece & kings:
            now_kings = (now_kings & ~piece) | landed
        if crowned:
            own, kept = (mine & ~piece) | landed, theirs & ~taken
            _put(words, next_child * WORDS, turn, own, kept, now_kings | landed, 0)
            moves[next_child] = JUMPS + origin + 32 * (4 * path + direction)
            next_child += 1
        else:
            next_child = jump_on(
                words, moves, next_child, (mine & ~piece) | landed, theirs & ~taken, now_kings, turn,
                bit + 2 * STEPS[direction], origin, 4 * path + direction,
            )  # fmt: skip
    if ended:
        _put(words, next_child * WORDS, turn, mine, theirs, kings, 0)
        moves[next_child] = JUMPS + origin + 32 * path
        next_child += 1
    return next_child


@register_jitable
def expand(words: Words, at: int, moves: Moves, out: int) -> int:
    """Write the positions after each move, and the moves, from state number `out` on; return how many there are.

    The number of a quiet move is its square (from 0) + 32 times its direction, that of a capture `JUMPS` +
    its square + 32 times the path of `jump_on`.  By square, then by direction.
    """
    mine, theirs, kings, empty, turn = _sides(words, at)
    jumpers = 0
    for direction in range(4):
        jumpers |= _who_can_jump(mine, theirs, kings, empty, turn, direction)
    next_child = out
    if jumpers:
        for square in range(32):
            if jumpers >> BIT[square] & 1:
                next_child = jump_on(
                    words, moves, next_child, mine, theirs, kings, turn, BIT[square], square, ONE
                )
        return next_child - out
    clock = words[at + 3] >> 1
    for square in range(32):
        piece = ONE << BIT[square]
        if not mine & piece:
            continue
        for direction in range(4):
            if not _who_can_step(piece, kings, empty, turn, direction):
                continue
            landed = _shifted(piece, STEPS[direction])
            now_kings, now_clock = kings, 0
            if piece & kings:
                now_kings, now_clock = (kings & ~piece) | landed, clock + 1
            elif landed & LAST_ROWS:
                now_kings = kings | landed
            _put(words, next_child * WORDS, turn, (mine & ~piece) | landed, theirs, now_kings, now_clock)
            moves[next_child] = square + 32 * direction
            next_child += 1
    return next_child - out


# -- text --------------------------------------------------------------------------------------------------------------

_PIECES = re.compile(r"(K?)(\d+)(?:-(\d+))?")
_MOVE = re.compile(r"\d+([-x]\d+)+")


@compiled
def one_step(words: Words, moves: Moves) -> int:
    """Write the children of the first state from state number 1 on."""
    return expand(pointer(words), np.int64(0), pointer(moves), np.int64(1))


def _children(state: State) -> list[tuple[int, State]]:
    words, moves = np.zeros(257 * WORDS, dtype=np.int64), np.zeros(257, dtype=np.int32)
    words[:WORDS] = state
    n = one_step(words, moves)
    found = words.reshape(-1, WORDS)[1 : n + 1].tolist()
    return [(move, (a, b, c, d)) for move, (a, b, c, d) in zip(moves[1:].tolist(), found, strict=False)]


def read(text: str) -> State:
    """Return the state of a position given by its moves or by its pieces.

    Moves are those of a game from the beginning, as in print: ``"11-15 23-19 8-11"``, a capture ``15x24`` or,
    with all squares, ``15x24x31``.  Pieces are given as in PDN: who is to move, then both sides with their
    squares, kings with a K: ``"B:W18,24,K30:B1-4,K12"``; a last part ``:H`` and a number gives the moves
    since a capture or a move of a man.

    >>> write(read("11-15 23-19"))
    'B:W19,21,22,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15'
    """
    return _pieces(text) if ":" in text else _after(text)


def _after(text: str) -> State:
    state: State = (sum(1 << bit for bit in BIT[:12]), sum(1 << bit for bit in BIT[20:]), 0, 0)
    for number, move in enumerate(text.lower().split(), start=1):
        if not _MOVE.fullmatch(move):
            raise bad_position(text, f"move {number} is {move}: it must be like 11-15 or 15x24")
        legal = {
            spelled: child
            for code, child in _children(state)
            for spelled in _spellings(move_text(state, code))
        }
        if move.replace("x", "-") not in legal:
            allowed = (
                ", ".join(move_text(state, code) for code, _ in _children(state)) or "none: the game is over"
            )
            raise bad_position(text, f"move {number} is {move}: allowed are {allowed}")
        state = legal[move.replace("x", "-")]
    return state


def _spellings(move: str) -> tuple[str, str]:
    squares = move.replace("x", "-").split("-")
    return "-".join(squares), f"{squares[0]}-{squares[-1]}"


def _pieces(text: str) -> State:
    parts = [part.strip() for part in text.strip().rstrip(".").upper().split(":")]
    turn, sides, rest = parts[0], parts[1:3], parts[3:]
    if turn not in ("W", "B") or len(sides) != 2 or sorted(side[:1] for side in sides) != ["B", "W"]:
        raise bad_position(text, "it must be like W:W18,24,K30:B1-4,K12, or a list of moves like 11-15 23-19")
    boards, kings = {"B": 0, "W": 0}, 0
    for side in sides:
        for piece in filter(None, side[1:].replace(" ", "").split(",")):
            found = _PIECES.fullmatch(piece)
            squares = range(int(found[2]), int(found[3] or found[2]) + 1) if found else range(0)
            if not squares or not 1 <= squares[0] <= squares[-1] <= 32:
                raise bad_position(
                    text, f"{piece} is no piece: squares are 1 to 32, kings have a K before them"
                )
            for square in squares:
                bit = 1 << BIT[square - 1]
                if (boards["B"] | boards["W"]) & bit:
                    raise bad_position(text, f"square {square} is taken twice")
                boards[side[0]] |= bit
                kings |= bit if found and found[1] else 0
    _check_pieces(text, boards["B"], boards["W"], kings)
    return boards["B"], boards["W"], kings, (turn == "W") + 2 * _clock(text, rest)


def _check_pieces(text: str, black: int, white: int, kings: int) -> None:
    for name, board, last in (("Black", black, ROWS[7]), ("White", white, ROWS[0])):
        if board.bit_count() > 12:
            raise bad_position(text, f"{name} has {board.bit_count()} pieces: at most 12 are allowed")
        if board & last & ~kings:
            raise bad_position(text, f"{name} has a man on the last row: there it must be a king")
    if not black | white:
        raise bad_position(text, "there must be a piece")


def _clock(text: str, rest: list[str]) -> int:
    if not rest:
        return 0
    if len(rest) > 1 or not re.fullmatch(r"H\d+", rest[0]) or int(rest[0][1:]) > DRAWN_AFTER:
        raise bad_position(text, f"its last part must be H and a number from 0 to {DRAWN_AFTER}")
    return int(rest[0][1:])


def write(state: State) -> str:
    """Return a state as `read` takes it: who is to move, and the pieces of both sides.

    >>> write(read("B:WK30:BK12"))
    'B:WK30:BK12'
    """
    black, white, kings, extra = state
    sides = [
        ",".join(
            f"{'K' if kings >> bit & 1 else ''}{square}"
            for square, bit in enumerate(BIT, start=1)
            if board >> bit & 1
        )
        for board in (white, black)
    ]
    clock = f":H{extra >> 1}" if extra >> 1 else ""
    return f"{'W' if extra & 1 else 'B'}:W{sides[0]}:B{sides[1]}{clock}"


def move_text(state: State, move: int) -> str:
    """Return a move as in print: 11-15, or 15x24x31 for a capture.

    >>> move_text(read(""), 8)
    '9-13'
    """
    bit, rest, jumps = BIT[move % 32], move % JUMPS // 32, move >= JUMPS
    if not jumps:
        return f"{move % 32 + 1}-{SQUARE[bit + STEPS[rest]] + 1}"
    squares = [bit]
    for place in reversed(range((rest.bit_length() - 1) // 2)):
        squares.append(squares[-1] + 2 * STEPS[rest >> (2 * place) & 3])
    return "x".join(str(SQUARE[square] + 1) for square in squares)
