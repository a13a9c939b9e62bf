"""Chess: legal moves with castling, capture en passant and promotion; positions as FEN or by the moves of a game.

A game ends with mate (lost for the player to move), stalemate, or too little material to mate (both drawn).
The rules of fifty moves and of repetition, which a player may claim, are ignored: they depend on the
game before the position.  The number of a move is from + 64 * to + 4096 * promotion (a knight 2, a bishop 3, a
rook 4, a queen 5; squares from a1, 0, to h8, 63); moves are in the order of their numbers.

The first three words of a state are the bits of what stands on each square: 0 nothing, 1 pawn, 2 knight, 3 bishop,
4 rook, 5 queen, 6 king, 7 a rook that may still castle.  The fourth marks the pieces of the player who is not to move
and, if a capture en passant is possible there, its square, which is empty; all of it is inverted if Black is to
move.  At least 32 squares are empty and at most one of them is marked, so the turn follows from them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gametree._compile import compiled, pointer, register_jitable
from gametree.games.state import WIN, WORDS, Moves, State, Words, bad_position, popcount

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
DEEPEST = 40

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, CASTLING = range(1, 8)
"""What may stand on a square; CASTLING is a rook that may still castle: neither it nor its king has moved."""

VALUES = (0, 100, 320, 330, 500, 900, 0, 500)
"""Their values in an estimate."""

ADVANCED = (0, 0, 4, 10, 20, 40, 80, 0)
"""What a pawn gains, by the rows that it has advanced."""

CENTRAL = 6
"""What a king gains per step nearer to the centre once the queens are off the board."""

MOBILITY = 5
"""The value of each square that a piece can move to, where mobility is evaluated."""

STEP = (8, -8, 1, -1, 9, 7, -7, -9)
"""The directions of rooks, then those of bishops."""

ONE = np.int64(1)
ROW_1, ROW_2, ROW_7 = np.int64(0xFF), np.int64(0xFF00), np.int64(0x00FF000000000000)
ROW_8 = ~np.int64(0x00FFFFFFFFFFFFFF)
NOWHERE = np.int64(-1)
"""In place of where to write positions: `expand` only says whether there is a move."""

LIGHT = np.uint64(0x55AA55AA55AA55AA).view(np.int64)


def _masks(squares: list[list[int]]) -> NDArray[np.int64]:
    """Return the sets of squares as words."""
    return np.array([sum(1 << square for square in each) for each in squares], dtype=np.uint64).view(np.int64)


def _from(square: int, steps: tuple[tuple[int, int], ...]) -> list[int]:
    """Return where steps (files, rows) lead to on the board."""
    found = [(square % 8 + files, square // 8 + rows) for files, rows in steps]
    return [file + 8 * row for file, row in found if 0 <= file < 8 and 0 <= row < 8]


_WAYS = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1))
_JUMPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
_RAYS = [
    _from(square, tuple((files * n, rows * n) for n in range(1, 8)))
    for files, rows in _WAYS
    for square in range(64)
]

KNIGHT_MOVES = _masks([_from(square, _JUMPS) for square in range(64)])
KING_MOVES = _masks([_from(square, _WAYS) for square in range(64)])
PAWN_CAPTURES = _masks([_from(square, ((-1, up), (1, up))) for up in (1, -1) for square in range(64)])
"""What a pawn attacks: those of White, then those of Black."""

RAYS = _masks(_RAYS)
RUN = np.array([len(ray) for ray in _RAYS], dtype=np.int64)
"""The squares from each square to the edge, and how many they are: 64 for each direction."""

KING_STEPS = np.array(
    [3 - max(min(abs(s % 8 - f) for f in (3, 4)), min(abs(s // 8 - r) for r in (3, 4))) for s in range(64)]
)


@register_jitable
def _square(bit: int) -> int:
    """Return the number of the square of a single bit."""
    return popcount(bit - 1)


@register_jitable
def _view(words: Words, at: int) -> Any:
    """Return the pieces of the player to move and of the opponent, the square for a capture en passant, and the turn."""
    occupied = words[at] | words[at + 1] | words[at + 2]
    marked = words[at + 3] & ~occupied
    turn, theirs = 0, words[at + 3]
    if marked & (marked - 1):
        turn, theirs = 1, ~words[at + 3]
    return occupied & ~theirs, occupied & theirs, theirs & ~occupied, turn


@register_jitable
def _reached(square: int, way: int, occupied: int) -> Any:
    """Return the squares in a direction from a square, up to the first that is occupied, inclusive."""
    found, place = np.int64(0), square
    for _ in range(RUN[64 * way + square]):
        place += STEP[way]
        bit = ONE << place
        found |= bit
        if occupied & bit:
            break
    return found


@compiled
def attackers(square: int, by: int, turn: int, a: int, b: int, c: int) -> int:
    """Return which of the pieces `by`, of the player with this turn, attack a square of the board a, b, c."""
    found = KNIGHT_MOVES[square] & ~a & b & ~c
    found |= KING_MOVES[square] & ~a & b & c
    found |= PAWN_CAPTURES[64 * (1 - turn) + square] & a & ~b & ~c
    found &= by
    straight, diagonal = by & c & ~(a ^ b), by & a & (b ^ c)
    # Queens are in both: a rook is 4 or 7, a bishop 3, a queen 5.
    straight |= by & a & ~b & c
    occupied = a | b | c
    for way in range(8):
        sliders = straight if way < 4 else diagonal
        if sliders & RAYS[64 * way + square]:
            found |= sliders & _reached(square, way, occupied)
    return found


@register_jitable
def _king_attacked(own: int, other: int, turn: int, a: int, b: int, c: int) -> bool:
    """Whether the king of the pieces `own`, of the player with this turn, is attacked by the `other` ones."""
    return attackers(_square(own & ~a & b & c), other, 1 - turn, a, b, c) != 0


@register_jitable
def _put(a: int, b: int, c: int, gone: int, to: int, kind: int) -> Any:
    """Return a board after some squares have been emptied and one has been filled."""
    return (
        (a & ~gone) | ((kind & 1) << to),
        (b & ~gone) | ((kind >> 1 & 1) << to),
        (c & ~gone) | ((kind >> 2 & 1) << to),
    )


@register_jitable
def _may_be_taken_passing(own: int, other: int, turn: int, square: int, a: int, b: int, c: int) -> bool:
    """Whether the player with this turn can capture en passant on a square (and leaves no king in check)."""
    taken = ONE << (square - 8 + 16 * turn)
    pawns = PAWN_CAPTURES[64 * (1 - turn) + square] & own & a & ~b & ~c
    while pawns:
        pawn = pawns & -pawns
        pawns ^= pawn
        d, e, f = _put(a, b, c, pawn | taken, square, PAWN)
        if not _king_attacked((own & ~pawn) | ONE << square, other & ~taken, turn, d, e, f):
            return True
    return False


@register_jitable
def _castling(mine: int, theirs: int, turn: int, king: int, to: int, a: int, b: int, c: int) -> bool:
    """Whether the king, on its original square, may castle to a square; whether it is safe there is checked elsewhere."""
    rook = king + 3 if to > king else king - 4
    if not a & b & c & mine & ONE << rook:
        return False
    for square in range(min(king, rook) + 1, max(king, rook)):
        if (a | b | c) & ONE << square:
            return False
    passed = (king + to) >> 1
    return (
        attackers(king, theirs, 1 - turn, a, b, c) == 0 and attackers(passed, theirs, 1 - turn, a, b, c) == 0
    )


@register_jitable
def _sources(
    mine: int, theirs: int, passing: int, turn: int, king: int, to: int, a: int, b: int, c: int
) -> int:
    """Return the pieces that can move to a square on which none of their own stands, checks ignored."""
    target, pawns = ONE << to, mine & a & ~b & ~c
    found = attackers(to, mine, turn, a, b, c)
    if theirs & target:
        return found
    if not passing & target:
        found &= ~pawns
    back = 16 * turn - 8
    behind = to + back
    if 0 <= behind < 64:
        found |= pawns & ONE << behind
        if to >> 3 == 3 + turn and not (mine | theirs) & ONE << behind:
            found |= pawns & ONE << (behind + back)
    home = 4 + 56 * turn
    if king == home and abs(to - home) == 2 and _castling(mine, theirs, turn, king, to, a, b, c):
        found |= ONE << king
    return found


@compiled
def expand(words: Words, at: int, moves: Moves, out: int) -> int:
    """Write the positions after each move, and the moves, from state number `out` on; return how many there are.

    If `out` is `NOWHERE`, nothing is written, and the answer is 1 as soon as there is a move.
    """
    mine, theirs, passing, turn = _view(words, at)
    a, b, c = words[at], words[at + 1], words[at + 2]
    pawns, king = mine & a & ~b & ~c, _square(mine & ~a & b & c)
    last = ROW_8 if turn == 0 else ROW_1
    may_promote = pawns & (ROW_7 if turn == 0 else ROW_2)
    next_child = out
    # All moves without promotion, by square and piece; then those with promotion to a knight, a bishop and so on.
    for promoted in range(PAWN, KING):
        begin, end = 0, 64
        if promoted > PAWN:
            if not may_promote:
                break
            begin = 56 - 56 * turn
            end = begin + 8
        for to in range(begin, end):
            target = ONE << to
            if mine & target:
                continue
            sources = _sources(mine, theirs, passing, turn, king, to, a, b, c)
            if promoted > PAWN:
                sources &= pawns
            elif target & last:
                sources &= ~pawns
            while sources:
                piece = sources & -sources
                sources ^= piece
                origin = _square(piece)
                kind = (a >> origin & 1) + 2 * (b >> origin & 1) + 4 * (c >> origin & 1)
                gone, mark = piece | target, np.int64(0)
                if kind == PAWN:
                    kind = promoted
                    if target & passing:
                        gone |= ONE << (to - 8 + 16 * turn)
                elif kind == CASTLING:
                    kind = ROOK
                d, e, f = _put(a, b, c, gone, to, kind)
                own, other = (mine & ~piece) | target, theirs & ~gone
                if kind == KING:
                    rooks = d & e & f & own
                    d, e = d & ~rooks, e & ~rooks
                    if abs(to - origin) == 2:
                        corner = origin + 3 if to > origin else origin - 4
                        beside = (origin + to) >> 1
                        d, e, f = _put(d, e, f, ONE << corner, beside, ROOK)
                        own = (own & ~(ONE << corner)) | ONE << beside
                if _king_attacked(own, other, turn, d, e, f):
                    continue
                if out == NOWHERE:
                    return 1
                if piece & pawns and abs(to - origin) == 16:
                    behind = (origin + to) >> 1
                    if _may_be_taken_passing(other, own, 1 - turn, behind, d, e, f):
                        mark = ONE << behind
                child = next_child * WORDS
                words[child], words[child + 1], words[child + 2] = d, e, f
                words[child + 3] = own | mark if turn == 1 else ~(own | mark)
                moves[next_child] = origin + 64 * to + (4096 * promoted if promoted > PAWN else 0)
                next_child += 1
    return next_child - out


@register_jitable
def _too_little(a: int, b: int, c: int) -> bool:
    """Whether neither side can be mated: only kings, with one knight, or with bishops on squares of one colour."""
    if (a & ~b) | (c & ~b) | (a & b & c):
        return False
    knights, bishops = ~a & b & ~c, a & b & ~c
    if knights:
        return popcount(knights) == 1 and not bishops
    return not bishops & LIGHT or not bishops & ~LIGHT


@register_jitable
def over(words: Words, at: int, moves: Moves) -> bool:
    """Whether the player to move has no move, or neither side can be mated."""
    return _too_little(words[at], words[at + 1], words[at + 2]) or not expand(words, at, moves, NOWHERE)


@register_jitable
def in_check(words: Words, at: int) -> bool:
    """Whether the king of the player to move is attacked."""
    mine, theirs, _, turn = _view(words, at)
    return _king_attacked(mine, theirs, turn, words[at], words[at + 1], words[at + 2])


@register_jitable
def end_value(words: Words, at: int) -> float:
    """Return the value of an ended game for the player to move: a loss if it is mate, else a draw."""
    drawn = _too_little(words[at], words[at + 1], words[at + 2]) or not in_check(words, at)
    return 0.0 if drawn else -float(WIN)


@register_jitable
def _material(own: int, a: int, b: int, c: int) -> int:
    total = VALUES[PAWN] * popcount(own & a & ~b & ~c) + VALUES[KNIGHT] * popcount(own & ~a & b & ~c)
    total += VALUES[BISHOP] * popcount(own & a & b & ~c) + VALUES[QUEEN] * popcount(own & a & ~b & c)
    return total + VALUES[ROOK] * popcount(own & c & ~(a ^ b))


@register_jitable
def _places(own: int, turn: int, a: int, b: int, c: int) -> int:
    """Return what pawns gain by advancing, and a king by being near the centre if there are no queens."""
    total = 0
    pawns = own & a & ~b & ~c
    while pawns:
        pawn = pawns & -pawns
        pawns ^= pawn
        row = _square(pawn) >> 3
        total += ADVANCED[7 - row if turn == 1 else row]
    if not a & ~b & c:
        total += CENTRAL * KING_STEPS[_square(own & ~a & b & c)]
    return total


@compiled
def material_and_places(words: Words, at: int) -> float:
    """Return material and placement of the player to move less those of the opponent."""
    mine, theirs, _, turn = _view(words, at)
    a, b, c = words[at], words[at + 1], words[at + 2]
    ahead = _material(mine, a, b, c) - _material(theirs, a, b, c)
    return float(ahead + _places(mine, turn, a, b, c) - _places(theirs, 1 - turn, a, b, c))


@register_jitable
def _mobility(own: int, other: int, turn: int, a: int, b: int, c: int) -> int:
    """Return the total number of squares that the pieces can move to; checks, castling and en passant ignored."""
    total, left = 0, own
    while left:
        piece = left & -left
        left ^= piece
        square = _square(piece)
        kind = (a >> square & 1) + 2 * (b >> square & 1) + 4 * (c >> square & 1)
        if kind == PAWN:
            total += popcount(PAWN_CAPTURES[64 * turn + square] & other)
            ahead = square + 8 - 16 * turn
            if not (own | other) & ONE << ahead:
                total += 1
                if square >> 3 == 1 + 5 * turn and not (own | other) & ONE << (ahead + 8 - 16 * turn):
                    total += 1
        elif kind == KNIGHT:
            total += popcount(KNIGHT_MOVES[square] & ~own)
        elif kind == KING:
            total += popcount(KING_MOVES[square] & ~own)
        else:
            for way in range(4 if kind == BISHOP else 0, 8 if kind in (BISHOP, QUEEN) else 4):
                total += popcount(_reached(square, way, own | other) & ~own)
    return total


@compiled
def material_and_mobility(words: Words, at: int) -> float:
    """Return material + `MOBILITY` times the mobility of the player to move, less those of the opponent."""
    mine, theirs, _, turn = _view(words, at)
    a, b, c = words[at], words[at + 1], words[at + 2]
    ahead = _material(mine, a, b, c) - _material(theirs, a, b, c)
    more = _mobility(mine, theirs, turn, a, b, c) - _mobility(theirs, mine, 1 - turn, a, b, c)
    return float(ahead + MOBILITY * more)


_START = np.array(
    [
        0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B, 0xA54FF53A5F1D36F1,
        0x510E527FADE682D1, 0x9B05688C2B3E6C1F, 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179,
    ],
    dtype=np.uint64,
)  # fmt: skip

_ORDER = np.array(
    [
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
        [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
        [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
        [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
        [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
        [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
        [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
        [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
        [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
        [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
        [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
    ]
)
"""The words of the message in each round."""

_EIGHT_BYTES = np.uint64(0x01010008)
_ALL = np.uint64(2**64 - 1)
_S16, _S24, _S32, _S63 = np.uint64(16), np.uint64(24), np.uint64(32), np.uint64(63)
_S48, _S40, _S1 = np.uint64(48), np.uint64(40), np.uint64(1)


@compiled
def blake(message: NDArray[np.uint64], length: int) -> np.uint64:
    """Return BLAKE2b, as in `hashlib`: 8 bytes, least first, for at most 128 bytes, 16 words filled up with zeros.

    Saarinen & Aumasson 2015, RFC 7693.

    >>> import hashlib
    >>> message = np.zeros(16, dtype=np.uint64)
    >>> message[0] = 7
    >>> digest = hashlib.blake2b(bytes([7]), digest_size=8).digest()
    >>> int(blake(message, 1)) == int.from_bytes(digest, "little")
    True
    """
    v = np.empty(16, dtype=np.uint64)
    v[:8] = _START
    v[8:] = _START
    v[0] ^= _EIGHT_BYTES
    first = v[0]
    v[12] ^= np.uint64(length)
    v[14] ^= _ALL
    for turn in range(12):
        for step in range(8):
            # Columns, then diagonals.
            a, shift = step % 4, step // 4
            b, c, d = 4 + (a + shift) % 4, 8 + (a + 2 * shift) % 4, 12 + (a + 3 * shift) % 4
            v[a] += v[b] + message[_ORDER[turn, 2 * step]]
            v[d] ^= v[a]
            v[d] = (v[d] >> _S32) | (v[d] << _S32)
            v[c] += v[d]
            v[b] ^= v[c]
            v[b] = (v[b] >> _S24) | (v[b] << _S40)
            v[a] += v[b] + message[_ORDER[turn, 2 * step + 1]]
            v[d] ^= v[a]
            v[d] = (v[d] >> _S16) | (v[d] << _S48)
            v[c] += v[d]
            v[b] ^= v[c]
            v[b] = (v[b] >> _S63) | (v[b] << _S1)
    return first ^ v[0] ^ v[8]


@compiled
def key(words: Words, at: int) -> np.uint64:
    """Return the number of the position: BLAKE2b of its boards, which does not depend on how a state is written.

    The message is the boards of pawns, knights, bishops, rooks, queens, kings, White, Black, and rooks that may
    still castle, 8 bytes each; a byte that is 1 if White is to move; and one with the square for a capture en passant,
    or 255.
    """
    mine, theirs, passing, turn = _view(words, at)
    a, b, c = words[at], words[at + 1], words[at + 2]
    message = np.zeros(16, dtype=np.int64)
    message[0], message[1], message[2] = a & ~b & ~c, ~a & b & ~c, a & b & ~c
    message[3], message[4], message[5] = c & ~(a ^ b), a & ~b & c, ~a & b & c
    message[6 + turn], message[7 - turn], message[8] = mine, theirs, a & b & c
    message[9] = 1 - turn + 256 * (_square(passing) if passing else 255)
    return blake(message.view(np.uint64), 74)


# -- text --------------------------------------------------------------------------------------------------------------

LETTERS = ".PNBRQKR"
_SPACE = 512
"""States and moves that `one_step` may write."""


@compiled
def one_step(words: Words, moves: Moves) -> int:
    """Write the children of the first state from state number 1 on."""
    return expand(pointer(words), np.int64(0), pointer(moves), ONE)


@compiled
def threat(words: Words, moves: Moves) -> int:
    """Return whether the player to move is in no check (0), in check (1), or mated (2)."""
    state = pointer(words)
    if not in_check(state, np.int64(0)):
        return 0
    return 1 if expand(state, np.int64(0), pointer(moves), NOWHERE) else 2


@lru_cache(maxsize=256)
def _children(state: State) -> dict[int, State]:
    """Return the positions after each move, by number."""
    words, moves = np.zeros(_SPACE * WORDS, dtype=np.int64), np.zeros(_SPACE, dtype=np.int32)
    words[:WORDS] = state
    n = one_step(words, moves)
    found = words.reshape(-1, WORDS)[1 : n + 1].tolist()
    return {move: (a, b, c, d) for move, (a, b, c, d) in zip(moves[1:].tolist(), found, strict=False)}


def _name(square: int) -> str:
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


def _kind(state: State, square: int) -> int:
    return sum((state[bit] >> square & 1) << bit for bit in range(3))


def _turn_and_marks(state: State) -> tuple[int, int]:
    """Return the turn, and the word of the opponent's pieces and the square for a capture en passant."""
    empty = ~(state[0] | state[1] | state[2])
    turn = int((state[3] & empty & (2**64 - 1)).bit_count() > 1)
    return turn, ~state[3] if turn else state[3]


def read(text: str) -> State:
    """Return the position of a FEN, or of the moves of a game from the beginning: ``"e4 e5 Nf3"``.

    >>> write(read("e4 e5"))
    'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1'
    """
    return _from_fen(text) if "/" in text else _after(text)


def _after(text: str) -> State:
    state = _from_fen(START)
    for number, move in enumerate(text.split(), start=1):
        legal = {_bare(move_text(state, code)): child for code, child in _children(state).items()}
        if _bare(move) not in legal:
            allowed = ", ".join(sorted(move_text(state, code) for code in _children(state)))
            raise bad_position(
                text, f"move {number} is {move}: allowed are {allowed or 'none: the game is over'}"
            )
        state = legal[_bare(move)]
    return state


def _bare(move: str) -> str:
    """Return a move without its annotations: check, mate, good or bad."""
    return move.rstrip("+#!?").replace("0", "O")


def _from_fen(text: str) -> State:
    parts = [*text.split(), *("", "w", "-", "-", "0", "1")[len(text.split()) :]]
    rows = [
        "".join("." * int(letter) if letter in "12345678" else letter for letter in row)
        for row in parts[0].split("/")
    ]
    fits = len(rows) == 8 and all(len(row) == 8 and not set(row) - set(".pnbrqkPNBRQK") for row in rows)
    if not fits or len(parts) > 6 or parts[1] not in ("w", "b"):
        raise bad_position(text, f"it must be a FEN, such as {START!r}")
    board = "".join(reversed(rows))
    turn, rights, passing = int(parts[1] == "b"), parts[2], parts[3]
    kinds = [LETTERS.index(letter.upper()) for letter in board]
    white = [letter.isupper() for letter in board]
    wrong = _reasons(board)
    for right in rights.replace("-", ""):
        home = 0 if right.isupper() else 56
        corner = home + 7 * (right.upper() == "K")
        if right not in "KQkq" or board[home + 4] != "kK"[home == 0] or board[corner] != "rR"[home == 0]:
            wrong.append("bad castling rights")
            break
        kinds[corner] = CASTLING
    mark = 0
    if passing != "-":
        squares = {_name(square): square for square in range(64)}
        square = squares.get(passing, 0)
        behind, before = square - 8 + 16 * turn, square + 8 - 16 * turn
        if square // 8 != 5 - 3 * turn or (board[square], board[before], board[behind]) != (
            ".",
            ".",
            "pP"[turn],
        ):
            wrong.append("invalid ep square")
        mark = 1 << square
    if wrong:
        raise bad_position(text, f"it can't be on a board: {', '.join(wrong)}")
    theirs = sum(1 << square for square in range(64) if kinds[square] and white[square] == (turn == 1))
    state = _state(kinds, theirs | mark, turn)
    if mark and not any(
        move >> 6 & 63 == mark.bit_length() - 1 and kinds[move & 63] == PAWN for move in _children(state)
    ):
        state = _state(kinds, theirs, turn)
    if _threat(_state(kinds, theirs ^ sum(1 << s for s in range(64) if kinds[s]), 1 - turn)):
        raise bad_position(text, "it can't be on a board: opposite check")
    return state


def _reasons(board: str) -> list[str]:
    """Return what is wrong with the number of pieces, or with where pawns stand."""
    wrong = [f"no {name} king" for name, king in (("white", "K"), ("black", "k")) if king not in board]
    if board.count("K") > 1 or board.count("k") > 1:
        wrong.append("too many kings")
    for name, own in (("white", "PNBRQK"), ("black", "pnbrqk")):
        if board.count(own[0]) > 8:
            wrong.append(f"too many {name} pawns")
        if sum(map(board.count, own)) > 16:
            wrong.append(f"too many {name} pieces")
    if "P" in (board[:8] + board[56:]).upper():
        wrong.append("pawns on backrank")
    return wrong


def _state(kinds: list[int], theirs: int, turn: int) -> State:
    words = [sum((kind >> bit & 1) << square for square, kind in enumerate(kinds)) for bit in range(3)]
    words.append(~theirs if turn else theirs)
    a, b, c, d = np.array([word % 2**64 for word in words], dtype=np.uint64).view(np.int64).tolist()
    return a, b, c, d


def _threat(state: State) -> int:
    return int(threat(np.array(state, dtype=np.int64), np.zeros(1, dtype=np.int32)))


def write(state: State) -> str:
    """Return a state as FEN, without the counts of moves, which the rules here do not use.

    >>> write(read("8/8/8/4k3/8/4K3/4P3/8 b - - 3 17"))
    '8/8/8/4k3/8/4K3/4P3/8 b - - 0 1'
    """
    turn, marks = _turn_and_marks(state)
    letters, rights, passing = [], "", "-"
    for square in range(64):
        kind, marked = _kind(state, square), marks >> square & 1
        white = marked == turn
        letters.append(LETTERS[kind] if white else LETTERS[kind].lower())
        if kind == CASTLING:
            rights += ("K" if square % 8 else "Q") if white else ("k" if square % 8 else "q")
        if marked and not kind:
            passing = _name(square)
    rows = ["".join(letters[8 * row : 8 * row + 8]) for row in reversed(range(8))]
    for n in range(8, 0, -1):
        rows = [row.replace("." * n, str(n)) for row in rows]
    castling = "".join(sorted(rights, key="KQkq".index)) or "-"
    return f"{'/'.join(rows)} {'wb'[turn]} {castling} {passing} 0 1"


def move_text(state: State, move: int) -> str:
    """Return a move as in print: Nf3, exd6, e8=Q+, O-O.

    >>> move_text(read(""), 6 + 64 * 21)
    'Nf3'
    """
    origin, to, promoted = move & 63, move >> 6 & 63, move >> 12
    kind = _kind(state, origin)
    mark = ("", "+", "#")[_threat(_children(state)[move])]
    if kind == KING and abs(to - origin) == 2:
        return ("O-O" if to > origin else "O-O-O") + mark
    # A pawn that leaves its file captures, en passant too.
    takes = "x" if _kind(state, to) or (kind == PAWN and (to - origin) % 8) else ""
    if kind == PAWN:
        start = _name(origin)[0] if takes else ""
        crowned = f"={LETTERS[promoted]}" if promoted else ""
        return f"{start}{takes}{_name(to)}{crowned}{mark}"
    letter = LETTERS[kind]
    others = [
        other & 63
        for other in _children(state)
        if other >> 6 & 63 == to and other != move and LETTERS[_kind(state, other & 63)] == letter
    ]
    start = ""
    if others:
        same_file = any(other % 8 == origin % 8 for other in others)
        same_row = any(other // 8 == origin // 8 for other in others)
        start = _name(origin) if same_file and same_row else _name(origin)[same_file]
    return f"{letter}{start}{takes}{_name(to)}{mark}"
