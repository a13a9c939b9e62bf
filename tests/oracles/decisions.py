"""Decisions in sampled games in plain Python and exact arithmetic: what `sampling` does, to be read and compared.

Games are drawn from the same random numbers in the same order, so that decision number i is the same one
there and here.  Values are fractions: nothing is rounded, and ties are ties.
"""

from __future__ import annotations

from fractions import Fraction
from math import prod
from typing import NamedTuple

import numpy as np

from gametree.backup.decisions import RULES, Sample, check_sample, thresholds
from gametree.generate.random import below, cell_number, next_bits, stream
from gametree.theory import xi


class Node(NamedTuple):
    """A node: whether the player who moves to it wins, its squares, its children (none where squares begin)."""

    won: bool
    squares: tuple[int, ...]
    children: tuple[Node, ...]


class Decision(NamedTuple):
    """A forced win and a forced loss, and by (depth, rule) whether the search prefers the win: 1, 1/2 (a tie) or 0."""

    win: Node
    loss: Node
    right: dict[tuple[int, str], Fraction]


def decide(sample: Sample, number: int) -> Decision:
    """Play decision `number` of a sample: draw children of the root until one is won and one is lost, then search both."""
    check_sample(sample)
    cell = np.uint64(cell_number("pathology", sample.game, sample.w, sample.t))
    found: dict[bool, Node] = {}
    with np.errstate(over="ignore"):
        # The generator counts modulo 2^64.
        state = np.array([stream(sample.seed, cell, number)], dtype=np.uint64)
        while len(found) < 2:
            child = _grow(sample, sample.t - 1, 0, state)
            found.setdefault(child.won, child)
    win, loss = found[True], found[False]
    right = {}
    for d in range(1, sample.t + 1):
        for rule in RULES:
            a, b = (backed_up(child, sample.t - 1, d - 1, rule) for child in (win, loss))
            right[d, rule] = Fraction((a > b) - (a < b) + 1, 2)
    return Decision(win, loss, right)


def _grow(sample: Sample, height: int, above: int, state: np.ndarray) -> Node:
    """Draw a node of a height and all below it; `above` is the sum of the values on the way to it."""
    incremental = sample.game == "incremental"
    total = above + (2 * int(below(state, 2)) - 1) if incremental else 0
    if height == 1:
        squares = _squares(sample, total, state)
        # The player who moves last takes a 1 if there is one.
        return Node(not any(squares), squares, ())
    children = tuple(_grow(sample, height - 1, total, state) for _ in range(sample.w))
    return Node(
        not any(child.won for child in children), sum((child.squares for child in children), ()), children
    )


def _squares(sample: Sample, total: int, state: np.ndarray) -> tuple[int, ...]:
    """Draw the w squares below a node of height 1: only their number matters, so the ones come first."""
    if sample.game == "pearl":
        count = int(np.searchsorted(thresholds(sample.w, 1 - xi(sample.w)), next_bits(state)))
    elif total in (0, 1):
        # A last value of 1 makes the sum positive, one of -1 does not.
        bits = int(next_bits(state))
        count = (bits & (2**sample.w - 1)).bit_count()
    else:
        count = sample.w if total > 0 else 0
    return (1,) * count + (0,) * (sample.w - count)


def backed_up(node: Node, height: int, depth: int, rule: str) -> Fraction:
    """Return the value of a node of a height, `depth` moves searched: for the player who moves to it, from 0 to 1."""
    if depth == 0 or height == 0:
        share = Fraction(sum(node.squares), len(node.squares))
        return share if height % 2 == 0 else 1 - share
    children = node.children or tuple(Node(square == 1, (square,), ()) for square in node.squares)
    lost = [1 - backed_up(child, height - 1, depth - 1, rule) for child in children]
    if rule == "minimax":
        return min(lost)
    if rule == "product":
        return prod(lost, start=Fraction(1))
    return (min(lost) + prod(lost, start=Fraction(1))) / 2
