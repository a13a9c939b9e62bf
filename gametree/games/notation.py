"""Positions as text: what the games share in reading them."""

from __future__ import annotations

from collections.abc import Iterable

from gametree._checks import shown

State = tuple[int, int, int, int]
"""A position of a compiled game: four words, in the game's own meaning."""


def given(text: str, allowed: str) -> ValueError:
    """Return the error for a position that can't be.

    Examples
    --------
    >>> from gametree.games.notation import given
    >>> given("X", "it must have nine squares")
    ValueError("position is 'X': it must have nine squares")
    """
    return ValueError(f"position is {shown(text)}: {allowed}")


def board_of(text: str, stones: tuple[str, str], squares: int, bits: Iterable[int]) -> tuple[int, int]:
    """Return the boards of two players from a character per square; blanks and line ends do not count.

    Parameters
    ----------
    text : str
        What was given.
    stones : pair of str
        The letters of the player who begins and of the other, of either case; anything else must be a dot.
    squares : int
        How many squares there are.
    bits : iterable of int
        The bit of each square, in the order of the text.

    Examples
    --------
    >>> from gametree.games.notation import board_of
    >>> board_of("X.O.", ("X", "O"), 4, range(4))
    (1, 4)
    """
    compact = "".join(text.split()).upper()
    allowed = f"it must have {squares} squares, each {stones[0]}, {stones[1]} or ."
    if len(compact) != squares or set(compact) - {*stones, "."}:
        raise given(text, allowed)
    first = second = 0
    for letter, bit in zip(compact, bits, strict=True):
        first |= (letter == stones[0]) << bit
        second |= (letter == stones[1]) << bit
    return first, second


def check_turns(text: str, first: int, second: int) -> None:
    """Raise unless the player who began has as many stones as the other, or one more.

    Examples
    --------
    >>> from gametree.games.notation import check_turns
    >>> check_turns("XX..", 0b11, 0)
    Traceback (most recent call last):
        ...
    ValueError: position is 'XX..': who begins must have as many stones as the other or one more, not 2 against 0
    """
    if first.bit_count() - second.bit_count() not in (0, 1):
        raise given(
            text,
            f"who begins must have as many stones as the other or one more,"
            f" not {first.bit_count()} against {second.bit_count()}",
        )
