"""How errors of an evaluation propagate up a tree (Muszycka 1985, sections 5.1 and 5.2).

Every node is WIN or LOSS for the player to move there: WIN unless all its children are WIN for the opponent.  An
evaluation assigns 1 or 0 to a leaf, meaning WIN or LOSS, and is backed up by the same rule: a node has 1 unless all
its children have 1.

    err1 = P(1 | LOSS),  err2 = P(0 | WIN),  p = P(WIN)

One level up, in a tree of width w:

- LOSS means that all children are WIN.  It is misjudged as WIN unless all children have 1:
      err1' = 1 - (1 - err2)^w
- WIN means that not all children are WIN.  It is misjudged as LOSS if all children have 1 nevertheless:
      err2' = {[(1 - p) err1 + p (1 - err2)]^w - [p (1 - err2)]^w} / (1 - p^w)
- p' = 1 - p^w

With w = 2 these are equations (1).  If a node is terminal with probability q, in which case its player has
lost and the evaluation is right, LOSS is either that or a lost node with children: equations (3).

    p' = (1 - q) (1 - p^w),  err1' = [1 - (1 - err2)^w] (1 - q) p^w / (1 - p'),  err2' as before

All functions take numbers or arrays that broadcast.
"""

from __future__ import annotations

import math
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq

from gametree._checks import check_count, check_kind, check_number, many, shown
from gametree._memory import check_memory

Numbers = Any
"""A number, or an array of numbers."""


MOST_WIDTH, MOST_LEVELS = 10_000, 10**6

ROUNDING = 1e-9
"""Tolerance for computed probabilities outside [0, 1]; where nothing was sampled they are NaN."""


class Errors(NamedTuple):
    """The characteristic parameters of the nodes of a level: err1, err2 and the probability p of WIN.

    >>> Errors(err1=0.1, err2=0.2, p=0.5).err2
    0.2
    """

    err1: Numbers
    err2: Numbers
    p: Numbers


def one_level_up(state: Errors, w: int = 2, q: Numbers = 0.0) -> Errors:
    """Return the parameters of the parents: equations (1) for w = 2, (3) with terminal nodes of density q.

    >>> [round(float(x), 4) for x in one_level_up(Errors(0.1, 0.1, 0.5))]
    [0.19, 0.0633, 0.75]
    """
    _check_state(state)
    w = check_count("w", w, 1, MOST_WIDTH)
    check_probability("q", q)
    return _one_level_up(state, w, q)


def _one_level_up(state: Errors, w: int, q: Numbers) -> Errors:
    err1, err2, p = (np.asarray(x, dtype=float) for x in state)
    q = np.asarray(q, dtype=float)
    # The difference of w-th powers over that of 1 - p^w, divided by 1 - p: so it loses no digits near p = 1.
    right = p * (1 - err2)
    all_ones = (1 - p) * err1 + right
    powers = range(w)
    new_err2 = err1 * sum(all_ones**i * right ** (w - 1 - i) for i in powers) / sum(p**i for i in powers)
    lost_with_children = (1 - q) * p**w
    with np.errstate(invalid="ignore"):
        # Where no parent can be LOSS (p = q = 0), the limit is taken.
        share = np.where(
            lost_with_children > 0, lost_with_children / (q + lost_with_children), np.where(q > 0, 0.0, 1.0)
        )
    return Errors((1 - (1 - err2) ** w) * share, new_err2, (1 - q) * (1 - p**w))


def by_cases(state: Errors, w: int = 2, q: float = 0.0) -> Errors:
    """Return the parameters of the parents from the definition, by summing over all combinations of w children.

    >>> [round(x, 4) for x in by_cases(Errors(0.1, 0.1, 0.5))]
    [0.19, 0.0633, 0.75]
    """
    _check_state(state, single=True)
    w = check_count("w", w, 1, 8)  # 4^w combinations
    q = check_number("q", q, 0, 1)
    err1, err2, p = state
    # What a child is, what it has, and how often.
    kinds = [(True, True, p * (1 - err2)), (True, False, p * err2)]
    kinds += [(False, True, (1 - p) * err1), (False, False, (1 - p) * (1 - err1))]
    total = dict.fromkeys(product((True, False), repeat=2), 0.0)
    total[False, False] = q
    for children in product(kinds, repeat=w):
        win, one = not all(child[0] for child in children), not all(child[1] for child in children)
        total[win, one] += (1 - q) * math.prod(child[2] for child in children)
    wins, losses = (total[win, True] + total[win, False] for win in (True, False))
    return Errors(total[False, True] / losses, total[True, False] / wins, wins)


def trajectory(err1: Numbers, err2: Numbers, p: Numbers, depth: int, w: int = 2, q: Numbers = 0.0) -> Errors:
    """Return the parameters of all levels as arrays, the leaves first: index n is n levels above them.

    >>> trajectory(0.1, 0.1, 0.5, depth=2).p.tolist()
    [0.5, 0.75, 0.4375]
    """
    for name, value in (("err1", err1), ("err2", err2), ("p", p), ("q", q)):
        check_probability(name, value)
    depth = check_count("depth", depth, 0, MOST_LEVELS)
    w = check_count("w", w, 1, MOST_WIDTH)
    try:
        size = np.broadcast(*(np.asarray(x, dtype=float) for x in (err1, err2, p, q))).size
    except ValueError:
        raise ValueError(
            "err1, err2, p and q have shapes that do not go together: arrays must broadcast"
        ) from None
    check_memory(f"depth = {depth} levels of {size} numbers", 64 * (depth + 1) * size)
    states = [Errors(*np.broadcast_arrays(*(np.asarray(x, dtype=float) for x in (err1, err2, p)), q)[:3])]
    for _ in range(depth):
        states.append(_one_level_up(states[-1], w, q))
    return Errors(*(np.stack(np.broadcast_arrays(*levels)) for levels in zip(*states, strict=True)))


def check_probability(name: str, value: Numbers) -> None:
    """Raise unless all numbers are from 0 to 1."""
    numbers = _check_numbers(name, value, 0.0)
    if np.isnan(numbers).any():
        raise ValueError(f"{name} is nan: it must be from 0 to 1")


def _check_numbers(name: str, value: Numbers, slack: float) -> NDArray[np.float64]:
    """Return numbers as an array; none may be further outside 0 and 1 than `slack`."""
    try:
        given = np.asarray(value)
        if given.dtype.kind not in "fiuO":
            raise ValueError
        numbers = given.astype(float)
    except (ValueError, TypeError, OverflowError):
        wanted = "it must be a number from 0 to 1, or an array of such"
        raise ValueError(f"{name} is {shown(value)}: {wanted}") from None
    bad = (numbers < -slack) | (numbers > 1 + slack)
    if bad.any():
        raise ValueError(f"{name} is {numbers[bad].flat[0]}: it must be from 0 to 1")
    return numbers


def _check_state(state: Errors, single: bool = False) -> None:
    """Raise unless a state is three probabilities, or arrays of them."""
    check_kind("state", state, Errors, "Errors, which are err1, err2 and p")
    for name, value in zip(Errors._fields, state, strict=True):
        if single:
            check_number(f"state.{name}", value, -ROUNDING, 1 + ROUNDING)
        else:
            _check_numbers(f"state.{name}", value, ROUNDING)


def wrong_decision(state: Errors) -> Numbers:
    """Return ERR, the probability that of a WIN and a LOSS child the wrong one is preferred (ties half).

    >>> float(wrong_decision(Errors(0.1, 0.3, 0.5)))
    0.2
    """
    _check_state(state)
    return (np.asarray(state.err1) + np.asarray(state.err2)) / 2


def area(err1: Numbers, err2: Numbers) -> Numbers:
    """Return ERR of an evaluation with many values: the area under err2 = h(err1), equation (2).

    These are 1 - F_L(x) and F_W(x) for thresholds x in order along the last axis, in either direction: each level
    reverses it. Between thresholds the curve is linear (ties count half), from (1, 0) below the least value to (0, 1)
    at the greatest.

    >>> float(area([0.25], [0.25]))
    0.25
    """
    for name, value in (("err1", err1), ("err2", err2)):
        check_probability(name, value)
        if np.ndim(value) < 1:
            raise ValueError(
                f"{name} is {shown(value)}: it must be an array, with a number for each threshold"
            )
    if np.shape(err1) != np.shape(err2):
        raise ValueError(f"err1 has shape {np.shape(err1)}, err2 {np.shape(err2)}: they must be the same")
    err1, err2 = (np.asarray(x, dtype=float) for x in (err1, err2))
    rising = (err1[..., -1:] - err2[..., -1:]) > (err1[..., :1] - err2[..., :1])
    err1, err2 = (np.where(rising, x[..., ::-1], x) for x in (err1, err2))
    edge = np.ones((*err1.shape[:-1], 1))
    x = np.concatenate([edge, err1, 0 * edge], axis=-1)
    y = np.concatenate([0 * edge, err2, edge], axis=-1)
    return ((x[..., :-1] - x[..., 1:]) * (y[..., :-1] + y[..., 1:]) / 2).sum(axis=-1)


def grouped(err1: Numbers, err2: Numbers, w: int = 2) -> tuple[Numbers, Numbers]:
    """Return (err1, err2) one level up if nodes of equal value are siblings, as Bratko and Gams assume.

    The children of a WIN node are then all LOSS: it is misjudged only if every one of them is.

    >>> [round(float(x), 4) for x in grouped(0.1, 0.2)]
    [0.36, 0.01]
    """
    check_probability("err1", err1)
    check_probability("err2", err2)
    w = check_count("w", w, 1, MOST_WIDTH)
    return 1 - (1 - np.asarray(err2)) ** w, np.asarray(err1) ** w


def fixed_p(q: float = 0.0, w: int = 2) -> float:
    """Return the fixed point of p from level to level: p = (1 - q)(1 - p^w).

    >>> round(fixed_p(), 6)
    0.618034
    """
    q, w = check_number("q", q, 0, 1), check_count("w", w, 1, MOST_WIDTH)
    return float(brentq(lambda p: (1 - q) * (1 - p**w) - p, 0, 1, xtol=1e-15))


def slope(q: float, w: int = 2) -> float:
    """Return the factor by which a level multiplies a small distance from `fixed_p`; below -1 the fixed point is unstable.

    >>> round(slope(0.0), 4), round(slope(0.3), 4)
    (-1.2361, -0.7205)
    """
    q, w = check_number("q", q, 0, 1), check_count("w", w, 1, MOST_WIDTH)
    return -w * (1 - q) * fixed_p(q, w) ** (w - 1)


def critical_q(w: int = 2) -> float:
    """Return the density of terminal nodes above which errors die out even at `fixed_p`.

    Small errors are multiplied by `error_growth` over two levels; it is 1 at this density.

    >>> round(critical_q(), 6)
    0.133975
    """
    w = check_count("w", w, 2, MOST_WIDTH)
    return float(brentq(lambda q: error_growth(q, w) - 1, 0, 1 - 1e-9, xtol=1e-15))


def error_growth(q: float, w: int = 2) -> float:
    """Return the factor by which two levels multiply small errors at p = `fixed_p`: more than 1 means pathology.

    It is the square of `slope`: errors grow exactly where a wrong p would.

    >>> round(error_growth(0.0), 4)
    1.5279
    >>> round(error_growth(critical_q()), 4)
    1.0
    """
    p = fixed_p(q, w)
    return _growth(p, p, q, w)


def _growth(p: float, above: float, q: float, w: int) -> float:
    """Return the factor by which two levels, where p is `p` and then `above`, multiply a small err1.

    Near 0, err2' = w (1 - p) p^(w-1) err1 / (1 - p^w), and err1' = w s err2 with s = (1 - q) p^w / (1 - p').
    """
    to_err2 = w * p ** (w - 1) / math.fsum(p**i for i in range(w))
    lost_with_children = (1 - q) * above**w
    back = w * (lost_with_children / (q + lost_with_children) if q + lost_with_children > 0 else 1.0)
    return to_err2 * back


class Cycle(NamedTuple):
    """A cycle of two values of p, and the factors by which two levels multiply small errors there.

    >>> p_cycle(0.0)
    Cycle(low=0.0, high=1.0, growth_1=0.0, growth_2=2.0)
    """

    low: float
    high: float
    growth_1: float
    """Of err1 where p is low, which is err2 where p is high."""
    growth_2: float
    """Of err1 where p is high."""


def p_cycle(q: float, w: int = 2) -> Cycle | None:
    """Return the cycle that p converges to from anywhere but `fixed_p`; None if it converges to `fixed_p`.

    >>> cycle = p_cycle(0.1)
    >>> round(cycle.low, 4), round(cycle.high, 4)
    (0.2834, 0.8277)
    >>> p_cycle(0.5) is None
    True
    """
    centre = fixed_p(q, w)
    if slope(q, w) >= -1:
        return None

    def up(p: float) -> float:
        return (1 - q) * (1 - p**w)

    # Just above the fixed point two levels lead away from it; at 1 - q they can't lead further up.
    high = float(brentq(lambda p: up(up(p)) - p, centre + 1e-9, 1 - q, xtol=1e-15))
    low = up(high)
    return Cycle(low, high, _growth(low, high, q, w), _growth(high, low, q, w))


def simulate(
    state: Errors, depth: int, trees: int, rng: np.random.Generator, w: int = 2, q: float = 0.0
) -> Errors:
    """Return the parameters at the root as measured on random trees, leaves drawn independently.

    >>> simulate(Errors(0.0, 0.0, 0.5), depth=3, trees=100, rng=np.random.default_rng(1)).err1
    0.0
    """
    _check_state(state, single=True)
    q = check_number("q", q, 0, 1)
    check_kind("rng", rng, np.random.Generator, "a numpy Generator")
    check_count("depth", depth, 0, 60)
    check_count("trees", trees, 1, 10**9)
    check_count("w", w, 1, 1000)
    check_memory(f"trees * w^depth = {many(trees * w**depth)} leaves", 20 * trees * w**depth)
    shape = (trees, w**depth)
    win = rng.random(shape) < state.p
    wrong = rng.random(shape) < np.where(win, state.err2, state.err1)
    one = win ^ wrong
    for _ in range(depth):
        win, one = (~x.reshape(trees, -1, w).all(axis=2) for x in (win, one))
        terminal = rng.random(win.shape) < q
        win, one = win & ~terminal, one & ~terminal
    win, one = win[:, 0], one[:, 0]
    return Errors(_share(one[~win]), _share(~one[win]), _share(win))


def _share(hits: NDArray[np.bool_]) -> float:
    return float(hits.mean()) if len(hits) else float("nan")
