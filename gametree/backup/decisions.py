"""How often searches decide right, by sampling: Pearl-games and incremental games.

A game on U(w,d,t) (Muszycka 1985, sections 5.1 and 5.3) is never stored.  Its nodes are generated from the lowest moves
upwards, and only the w siblings that wait for their parent at each height are in memory.  A node of height h
carries who wins, the number of squares that are 1, and for every height L < h the value backed up to it from static
values at L, by each rule.

At height 1 only the *number* of winning squares among w matters, so it is drawn at once.  Squares are 1 where
the player who moves last wins.  In an incremental game every node but the root has the number 1 or -1,
and a square is 1 if the sum along its path is positive.

Both moves of a decision are independent of one another in these games.  So children are drawn until there is a
forced win and a forced loss to choose from, which gives the same pairs as drawing trees and discarding those
without both.

`gametree.experiment.sampled_quality` plays many samples side by side, for all search depths and backing-up rules at once.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametree._checks import check_count, check_kind, check_name
from gametree._compile import Flags, Reals, Wholes, compiled
from gametree._memory import check_memory
from gametree.generate.random import Stream, below, cell_number, next_bits, stream
from gametree.pearl import xi

if TYPE_CHECKING:
    pass

GAMES = ("pearl", "incremental")
RULES = ("minimax", "product", "average")
"""How values are backed up: 1 - max, the product of (1 - value), and the mean of the two, at every node."""

MINIMAX, PRODUCT, AVERAGE, REST = range(4)
"""Indices of a node's values: one per rule, and 1 minus that of the product."""

MOST_NODES = 2**26
"""Nodes of height 1 that one game may have."""

_ONE = np.uint64(1)


@compiled
def _grow_child(
    w: int,
    top: int,
    incremental: bool,
    table: NDArray[np.uint64],
    state: Stream,
    slots: Reals,
    win: Flags,
    ones: Wholes,
) -> None:
    """Grow one child of the root, a node of height `top`; its record ends up in slot 0 of that height.

    slots[h, c, L, r] is the value of child c at height h that rule r backs up from static values at height L; `win` and
    `ones` say who wins there and how many squares are 1.
    """
    filled = np.zeros(top + 2, dtype=np.int64)
    sums = np.zeros(top + 2, dtype=np.int64)
    if incremental:
        for height in range(top, 0, -1):
            sums[height] = sums[height + 1] + (2 * below(state, 2) - 1)
    while True:
        # A node of height 1: how many of its w squares are 1?
        c = filled[1]
        if not incremental:
            count, bits = 0, next_bits(state)
            for k in range(w):  # all of them: where it could stop is as hard to predict as the count
                count += bits > table[k]
        elif sums[1] >= 2:
            count = w
        elif sums[1] <= -1:
            count = 0
        else:
            count, bits = 0, next_bits(state)
            for _ in range(w):
                count += 1 if bits & _ONE else 0
                bits >>= _ONE
        win[1, c] = count == 0
        ones[1, c] = count
        filled[1] += 1
        height = 1
        while height < top and filled[height] == w:
            if height == 1:
                _combine_lowest(w, filled[2], slots, win, ones)
            else:
                _combine(w, height, filled[height + 1], slots, win, ones)
            filled[height] = 0
            height += 1
            filled[height] += 1
        if height == top and filled[top] == 1:
            return
        if incremental:
            for lower in range(height, 0, -1):
                sums[lower] = sums[lower + 1] + (2 * below(state, 2) - 1)


@compiled
def _combine_lowest(w: int, parent: int, slots: Reals, win: Flags, ones: Wholes) -> None:
    """Make the record of a node of height 2: its children have only their counts, so whole numbers do."""
    won, total, product, least = True, 0, 1, w
    for c in range(w):
        count = ones[1, c]
        won = won and count > 0
        total += count
        product *= count
        least = min(least, count)
    win[2, parent] = won
    ones[2, parent] = total
    # Min moved to height 1, and zeros are good for Min: a child's value is 1 - count / w.
    all_squares = w**w
    slots[2, parent, 1, MINIMAX] = least / w
    slots[2, parent, 1, PRODUCT] = product / all_squares
    slots[2, parent, 1, REST] = (all_squares - product) / all_squares
    slots[2, parent, 1, AVERAGE] = 0.5 * (least / w) + 0.5 * (product / all_squares)


@compiled
def _order(slots: Reals, height: int, w: int, L: int, by: int, along: int) -> None:
    """Sort the children of a height by one of their values, and carry another along."""
    for i in range(1, w):
        j = i
        while j > 0 and slots[height, j - 1, L, by] > slots[height, j, L, by]:
            for r in (by, along):
                kept = slots[height, j, L, r]
                slots[height, j, L, r] = slots[height, j - 1, L, r]
                slots[height, j - 1, L, r] = kept
            j -= 1


@compiled
def _combine(w: int, height: int, parent: int, slots: Reals, win: Flags, ones: Wholes) -> None:
    """Make the record of a node from those of its w children, which stand in the slots of `height`."""
    up = height + 1
    squares = float(w**height)
    won, count = True, 0
    for c in range(w):
        won = won and not win[height, c]
        count += ones[height, c]
        _write_static(slots[height, c, height], ones[height, c] / squares, height)
    win[up, parent] = won
    ones[up, parent] = count
    if w == 2:
        _combine_two(height, parent, slots)
        return
    for L in range(1, height + 1):
        # Factors in order of size: the same values give the same product, whichever child has which.
        _order(slots, height, w, L, PRODUCT, REST)
        _order(slots, height, w, L, AVERAGE, MINIMAX)
        greatest, product, rest, mean_product = 0.0, 1.0, 0.0, 1.0
        for c in range(w):
            greatest = max(greatest, slots[height, c, L, MINIMAX])
            # 1 - (1-a)(1-b)... as a sum of what each factor takes away: no digits are lost when it is small.
            rest += product * slots[height, c, L, PRODUCT]
            product *= slots[height, c, L, REST]
            mean_product *= 1.0 - slots[height, c, L, AVERAGE]
        # Sorted: the last is the greatest.
        mean_least = 1.0 - slots[height, w - 1, L, AVERAGE]
        slots[up, parent, L, MINIMAX] = 1.0 - greatest
        slots[up, parent, L, PRODUCT] = product
        slots[up, parent, L, REST] = rest
        slots[up, parent, L, AVERAGE] = 0.5 * mean_least + 0.5 * mean_product


@compiled
def _combine_two(height: int, parent: int, slots: Reals) -> None:
    """Back up the values of two children as `_combine` does, bit for bit, but without a branch that is hard to predict."""
    up = height + 1
    for L in range(1, height + 1):
        a, b = slots[height, 0, L, PRODUCT], slots[height, 1, L, PRODUCT]
        rest_a, rest_b = slots[height, 0, L, REST], slots[height, 1, L, REST]
        mean_a, mean_b = slots[height, 0, L, AVERAGE], slots[height, 1, L, AVERAGE]
        less, more, rest_of_less = min(a, b), max(a, b), rest_b if a > b else rest_a
        greatest = max(slots[height, 0, L, MINIMAX], slots[height, 1, L, MINIMAX])
        slots[up, parent, L, MINIMAX] = 1.0 - greatest
        slots[up, parent, L, PRODUCT] = rest_a * rest_b
        slots[up, parent, L, REST] = less + rest_of_less * more
        slots[up, parent, L, AVERAGE] = 0.5 * (1.0 - max(mean_a, mean_b)) + 0.5 * (
            (1.0 - mean_a) * (1.0 - mean_b)
        )


@compiled
def _write_static(values: Reals, share_of_ones: float, height: int) -> None:
    """Write a node's static value for all rules: the share of squares that are good for its mover."""
    p = share_of_ones if height % 2 == 0 else 1.0 - share_of_ones
    for rule in (MINIMAX, PRODUCT, AVERAGE):
        values[rule] = p
    values[REST] = 1.0 - share_of_ones if height % 2 == 0 else share_of_ones


@compiled
def _decide(
    w: int,
    t: int,
    incremental: bool,
    table: NDArray[np.uint64],
    seed: int,
    cell: int,
    first: int,
    games: int,
    out: Wholes,
    each: NDArray[np.int8],
) -> None:
    """Play decisions number first, first + 1, ...; add to out[d, rule, (right, tied)].

    What the first of them came to is written to each[decision, d - 1, rule], as many as it has space for.
    """
    top = t - 1
    slots = np.zeros((t + 1, w, t + 1, 4))
    win = np.zeros((t + 1, w), dtype=np.bool_)
    ones = np.zeros((t + 1, w), dtype=np.int64)
    kept = np.zeros((2, t + 1, 4))
    state = np.zeros(1, dtype=np.uint64)
    squares = float(w**top)
    for number in range(first, first + games):
        state[0] = stream(seed, cell, number)
        have_win, have_loss = False, False
        while not (have_win and have_loss):
            _grow_child(w, top, incremental, table, state, slots, win, ones)
            place = 0 if win[top, 0] else 1
            if (place == 0 and have_win) or (place == 1 and have_loss):
                continue
            have_win = have_win or place == 0
            have_loss = have_loss or place == 1
            kept[place] = slots[top, 0]
            _write_static(kept[place, top], ones[top, 0] / squares, top)
        for d in range(1, t):
            L = t - d
            for r in range(3):
                a, b = kept[0, L, r], kept[1, L, r]
                if r == PRODUCT and a > 0.5 and b > 0.5:
                    # Close to 1 the rest has more digits.
                    a, b = kept[1, L, REST], kept[0, L, REST]
                out[d, r, 0] += a > b
                out[d, r, 1] += a == b
                if number - first < len(each):
                    each[number - first, d - 1, r] = 2 * (a > b) + (a == b)


def thresholds(w: int, p: float) -> NDArray[np.uint64]:
    """Return thresholds on 64 random bits for 0, 1, ..., w ones among w squares."""
    shares = np.cumsum([math.comb(w, i) * p**i * (1 - p) ** (w - i) for i in range(w)])
    return np.array([*(int(share * 2**64) for share in shares), 2**64 - 1], dtype=np.uint64)


class Sample(NamedTuple):
    """Decisions to be sampled: between a forced win and a forced loss, in games of width w that end at level t.

    The game is "pearl" or "incremental".  Decision number i depends on the seed, on game, w and t, and on i only.

    >>> Sample("pearl", w=2, t=5, decisions=100, seed=1).game
    'pearl'
    """

    game: str
    w: int
    t: int
    decisions: int
    seed: int


def check_sample(sample: Sample) -> None:
    """Raise a ValueError that names what is wrong."""
    check_kind("sample", sample, Sample, "a Sample")
    check_name("game", sample.game, GAMES)
    check_count("w", sample.w, 2, 12)
    check_count("t", sample.t, 3, 30)
    check_count("decisions", sample.decisions, 1, 10**9)
    check_count("seed", sample.seed, 0, 2**63 - 1)
    nodes = sample.w ** (sample.t - 1)
    if nodes > MOST_NODES:
        raise ValueError(
            f"w, t are {sample.w}, {sample.t}: w^(t-1) must be at most {MOST_NODES}, and is {nodes}"
        )


def quality(right: int, tied: int, n: int) -> tuple[float, float]:
    """Return how often n decisions were right, ties counted half, and the standard deviation of a single one.

    >>> quality(right=1, tied=2, n=4)
    (0.5, 0.3535533905932738)
    """
    mean = (right + tied / 2) / n
    return mean, math.sqrt(max(0.0, (right + tied / 4) / n - mean**2))


def run_part(sample: Sample, first: int, decisions: int) -> NDArray[np.int64]:
    """Return counts [depth, rule, (right, tied)] over the decisions from number `first` on.

    >>> counts = run_part(Sample("pearl", w=2, t=4, decisions=100, seed=1), first=0, decisions=100)
    >>> counts.shape, counts[4, :, 0].tolist()
    ((5, 3, 2), [100, 100, 100])
    """
    return _play(sample, first, decisions, 0)[0]


def outcomes(sample: Sample, first: int, decisions: int) -> NDArray[np.int8]:
    """Return what each decision from number `first` on came to, [decision, depth - 1, rule]: right 2, tied 1, wrong 0.

    A search to the end, at depth t, is always right and left out.

    >>> sample = Sample("pearl", w=2, t=4, decisions=100, seed=1)
    >>> each = outcomes(sample, first=0, decisions=100)
    >>> each.shape, bool(((each == 2).sum(axis=0) == run_part(sample, 0, 100)[1:4, :, 0]).all())
    ((100, 3, 3), True)
    """
    return _play(sample, first, decisions, decisions)[1]


def _play(
    sample: Sample, first: int, decisions: int, kept: int
) -> tuple[NDArray[np.int64], NDArray[np.int8]]:
    """Play decisions; return the counts over all of them, and the outcomes of the first `kept`."""
    check_sample(sample)
    first = check_count("first", first, 0, 2**62)
    decisions = check_count("decisions", decisions, 0, 10**9)
    check_memory(f"keeping {kept} decisions one by one", kept * (sample.t - 1) * len(RULES))
    each = np.empty((kept, sample.t - 1, len(RULES)), dtype=np.int8)
    out = np.zeros((sample.t + 1, len(RULES), 2), dtype=np.int64)
    cell = np.uint64(cell_number("pathology", sample.game, sample.w, sample.t))
    _decide(
        sample.w,
        sample.t,
        sample.game == "incremental",
        thresholds(sample.w, 1 - xi(sample.w)),
        sample.seed,
        cell,
        first,
        decisions,
        out,
        each,
    )
    # A search to the end is always right.
    out[sample.t, :, 0] = decisions
    return out, each
