"""What searches of critical games cost, and how well they decide: exact expectations, by recurrence.

In a critical game (`gametree.generate.critical_games`) of width b one child of every node, the heir, inherits its value; it
stands at a random place.  Each of the others is worse with probability g, the rate, where anything worse exists.

**Win-loss games.**  Let W(h) and L(h) be the expected leaves of a directional search, such as Scout's Test, of a node of
height h that its player to move wins or loses.  All children of a lost node are won by the opponent and must be searched:
L(h) = b W(h-1).  At a won node children are searched until one is found that the opponent loses: k children that fail, on
average, each of which costs W(h-1), then one for L(h-1).  Given who wins it, what is below a child depends neither on its
siblings nor on its place, so

    W(h) = k W(h-1) + b W(h-2),    W(0) = 1,    W(1) = 1 + k,

which grows like r^h with r = (k + sqrt(k^2 + 4 b)) / 2.  If J children stand to the left of the heir, the first i of them
are all worse with probability g^i, so k is the mean of g + g^2 + ... + g^J over J = 0, ..., b - 1.  Rate 0 gives sqrt(b),
the growth of the smallest proof; rate 1 gives (b - 1 + sqrt(b^2 + 14 b + 1)) / 4, the growth that no randomized algorithm
can beat on all trees of width b (Saks & Wigderson 1986).

Nothing but k depends on where children stand and which are worse.  So the same r holds for any law from which every
node draws them, independent of all other nodes: with the heir first with probability p, as in P-ordered trees (`failures`),
or with independent leaves, whose nodes are won by those who move equally often at all heights (`independent_failures`):
then r is Pearl's xi / (1 - xi).

**Many values.**  With values 1, ..., V the cost of a search depends on the node's value and on the window; both
have finitely many states, and `expected_leaves` follows them from height to height, however great it is.

**The forward model** of Boige, Boumaza & Scherrer 2025, as its authors describe it in 2026, differs in one law: the
children besides the heir are drawn from a fixed one, given that they are not better (`forward_leaves`).  With two values,
and a win as likely as g, that is the win-loss game of rate g; with a uniform law, the trees of known value without order
(`gametree.generate.known_value`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametree._checks import check_count, check_flag, check_number, shown
from gametree._compile import Reals, compiled
from gametree.pearl import xi
from gametree.theory.p_games import Joint, check_size, law_of_sum, probability_of_correct_decision

MOST_WIDTH, MOST_HEIGHT, MOST_VALUES = 1000, 1000, 64


def failures(b: int, g: float, p: float | None = None) -> float:
    """Return k: how many children, on average, fail at a won node of width b before one succeeds.

    Children other than the heir are worse at the rate g.  The heir is leftmost with probability p, 1/b by default, as
    all places are then equally likely; otherwise it is any of the others.

    >>> failures(3, 1.0), failures(2, 0.5), failures(3, 1.0, p=1.0)
    (1.0, 0.25, 0.0)
    """
    b, g = _width(b), check_number("g", g, 0, 1)
    first = 1 / b if p is None else check_number("p", p, 0, 1)
    if b == 1:
        return 0.0
    # The sum of g^i over i = 1..J, for J = 1, ..., b - 1.
    sums = np.cumsum(g ** np.arange(1.0, b))
    return float((1 - first) * sums.mean())


def independent_failures(b: int) -> float:
    """Return the same of trees with independent leaves that are won or lost with the probability that no height changes.

    A child is won by the opponent with probability xi, where xi^b + xi = 1, and not all of a won node are.

    >>> from gametree.theory import expected
    >>> k = independent_failures(2)
    >>> round(k, 6), round(growth(2, k) - expected.pearl_branching_factor(2), 12)
    (0.381966, 0.0)
    """
    b = _width(b)
    x = xi(b)
    return math.fsum((x**i - x**b) / (1 - x**b) for i in range(1, b))


def growth(b: int, k: float) -> float:
    """Return the growth per level of the leaves of a directional search, where k children fail at a won node.

    >>> growth(4, 0.0), growth(4, 3.0)  # perfectly ordered; the best child always last
    (2.0, 4.0)
    """
    b = _width(b)
    k = check_number("k", k, 0, b - 1)
    return (k + math.sqrt(k * k + 4 * b)) / 2


def constant(b: int, k: float, won: bool = True) -> float:
    """Return what multiplies growth^h: the limit of `leaves` / growth^h, for b >= 2.

    >>> round(constant(2, 0.5), 6)
    0.935194
    >>> round(leaves(2, 50, 0.5) / growth(2, 0.5) ** 50, 6)
    0.935194
    """
    r = growth(check_count("b", b, 2, MOST_WIDTH), k)
    other = -b / r
    return ((1 + r) if check_flag("won", won) else (b - other)) / (r - other)


def leaves(b: int, h: int, k: float, won: bool = True) -> float:
    """Return W(h), or L(h) if not `won`: the expected leaves of a directional search.

    >>> [leaves(2, h, k=0.5) for h in range(5)]
    [1.0, 1.5, 2.75, 4.375, 7.6875]
    >>> leaves(2, 3, k=0.5, won=False)
    5.5
    """
    b, h, won = _width(b), check_count("h", h, 0, MOST_HEIGHT), check_flag("won", won)
    k = check_number("k", k, 0, b - 1)
    if not won:
        return b * leaves(b, h - 1, k) if h else 1.0
    before, now = 1.0, 1 + k
    for _ in range(h):
        before, now = now, k * now + b * before
    return before


class Costs(NamedTuple):
    """Expected leaves by height 0, 1, ..., if the value of the root is uniform.

    >>> [round(float(cost[2]), 4) for cost in expected_leaves(2, 2, 1.0, 2)]
    [4.875, 3.5, 4.375]
    """

    test: NDArray[
        np.float64
    ]  # of two Tests that prove the value v: it is at least v, and it is not at least v + 1
    alphabeta: NDArray[np.float64]  # in an open window
    scout: NDArray[np.float64]  # leaf evaluations


def expected_leaves(b: int, h: int, g: float, values: int) -> Costs:
    """Return what Test, Alphabeta and Scout cost on critical games with so many values, at the heights 0 to h.

    >>> costs = expected_leaves(2, 60, 0.5, values=4)
    >>> [round(float(cost[60] / cost[58]) ** 0.5, 4) for cost in costs]
    [1.5103, 1.5125, 1.51]
    """
    b, h = check_count("b", b, 2, MOST_WIDTH), check_count("h", h, 0, MOST_HEIGHT)
    g, values = check_number("g", g, 0, 1), check_count("values", values, 2, MOST_VALUES)
    law = np.zeros((values + 1, values + 1))
    for x in range(1, values + 1):
        law[x, 1:x] = g / (x - 1) if x > 1 else 0.0
        law[x, x] = 1.0 if x == 1 else 1.0 - g
    return _costs(b, h, np.full(values + 1, 1 / values), law)


def forward_leaves(b: int, h: int, law: Sequence[float]) -> Costs:
    """Return the same for the forward model, in which children other than the heir are drawn from a law, if not better.

    The law says how likely the values 1, 2, ... are, as the player to move at a node sees them; the root is drawn from
    it too.

    >>> costs = forward_leaves(2, 60, [1 / 3, 1 / 3, 1 / 3])
    >>> [round(float(cost[60] / cost[58]) ** 0.5, 4) for cost in costs]
    [1.5486, 1.5488, 1.5486]
    """
    b, h = check_count("b", b, 2, MOST_WIDTH), check_count("h", h, 0, MOST_HEIGHT)
    mu = np.asarray(law, dtype=float)
    if mu.ndim != 1 or not 2 <= len(mu) <= MOST_VALUES or not (mu > 0).all() or not math.isclose(mu.sum(), 1):
        raise ValueError(
            f"law is {shown(law)}: it must be 2 to {MOST_VALUES} positive numbers whose sum is 1, one for each value"
        )
    others = np.zeros((len(mu) + 1, len(mu) + 1))
    for x in range(1, len(mu) + 1):
        # A child's value is seen by the opponent, who moves there: the law is read backwards.
        others[x, 1 : x + 1] = mu[::-1][:x] / mu[::-1][:x].sum()
    return _costs(b, h, np.concatenate([[0.0], mu]), others)


def _costs(b: int, h: int, root: NDArray[np.float64], law: NDArray[np.float64]) -> Costs:
    out = np.empty((3, h + 1))
    _follow(b, root, law, out)
    return Costs(*out)


@compiled
def _follow(b: int, root: Reals, law: Reals, out: Reals) -> None:
    """Write the three costs of every height.

    Values are those for the player to move, from 1 to V; what is v for one is V + 1 - v for the other.  `test[x, t]` is
    the cost of asking whether a node of value x is at least t; `window[x, a, c]` that of Alphabeta between a and c, where
    0 and V + 1 stand for no bound; `scout[x]` that of evaluating it.  `root` is the law of the root's value, and
    `law[x]` that of a child other than the heir.
    """
    top = len(root)
    test, next_test = np.ones((top, top + 1)), np.ones((top, top + 1))
    window, next_window = np.ones((top, top + 1, top + 1)), np.ones((top, top + 1, top + 1))
    scout, next_scout = np.ones(top), np.ones(top)
    reached, coming = np.zeros((2, top)), np.zeros((2, top))
    for height in range(out.shape[1]):
        out[:, height] = 0.0
        for x in range(1, top):
            out[0, height] += root[x] * (test[x, x] + test[x, x + 1])
            out[1, height] += root[x] * window[x, 0, top]
            out[2, height] += root[x] * scout[x]
        for x in range(1, top):
            for t in range(1, top + 1):
                next_test[x, t] = _tested(b, law[x], x, t, test)
            for a in range(top):
                for c in range(a + 1, top + 1):
                    next_window[x, a, c] = _searched(b, law[x], x, a, c, window, reached, coming)
            next_scout[x] = _evaluated(b, law[x], x, test, scout, reached, coming)
        test, next_test = next_test, test
        window, next_window = next_window, window
        scout, next_scout = next_scout, scout


@compiled
def _tested(b: int, law: Reals, x: int, t: int, below: Reals) -> float:
    """Return the cost of asking whether a node of value x is at least t: children in turn, until one is."""
    top = len(law)
    other, fails = 0.0, 0.0
    for y in range(1, x + 1):
        other += law[y] * below[top - y, top + 1 - t]
        if y < t:
            fails += law[y]
    heir = below[top - x, top + 1 - t]
    if x < t:
        return heir + (b - 1) * other
    cost, all_failed = 0.0, 1.0
    for i in range(b):
        # The heir is not among the first i, and stands here, or further right.
        cost += all_failed * (heir + (b - i - 1) * other) / b
        all_failed *= fails
    return cost


@compiled
def _searched(
    b: int, law: Reals, x: int, a: int, c: int, below: Reals, reached: Reals, coming: Reals
) -> float:
    """Return the cost of Alphabeta on a node of value x between a and c.

    `reached[u, m]` is the probability that a child is searched, with m as the lower bound by then, and the heir to its
    left (u = 1) or not.
    """
    top = len(law)
    reached[:] = 0.0
    reached[0, a] = 1.0
    cost = 0.0
    for i in range(b):
        coming[:] = 0.0
        for u in range(2):
            for m in range(a, c):
                if reached[u, m] == 0.0:
                    continue
                is_heir = 0.0 if u else 1.0 / (b - i)
                for y in range(1, x + 1):
                    for born in range(2):
                        chance = reached[u, m] * (
                            (is_heir if y == x else 0.0) if born else (1.0 - is_heir) * law[y]
                        )
                        if chance > 0.0:
                            cost += chance * below[top - y, top - c, top - m]
                            if y < c:
                                coming[max(u, born), max(m, y)] += chance
        reached, coming = coming, reached
    return cost


@compiled
def _evaluated(
    b: int, law: Reals, x: int, tests: Reals, below: Reals, reached: Reals, coming: Reals
) -> float:
    """Return the cost of Scout on a node of value x; `reached` is as in `_searched`, with 0 for no child so far."""
    top = len(law)
    reached[:] = 0.0
    reached[0, 0] = 1.0
    cost = 0.0
    for i in range(b):
        coming[:] = 0.0
        for u in range(2):
            for m in range(top):
                if reached[u, m] == 0.0:
                    continue
                is_heir = 0.0 if u else 1.0 / (b - i)
                for y in range(1, x + 1):
                    for born in range(2):
                        chance = reached[u, m] * (
                            (is_heir if y == x else 0.0) if born else (1.0 - is_heir) * law[y]
                        )
                        if i > 0:
                            cost += chance * tests[top - y, top - m]
                        if y > m:
                            cost += chance * below[top - y]
                        coming[max(u, born), max(m, y)] += chance
        reached, coming = coming, reached
    return cost


def decision_quality(w: int, t: int, g: float) -> NDArray[np.float64]:
    """Return how often minimax searches to the depths 1, ..., t decide right in critical win-loss games of t moves.

    The decision is between a child of the root that wins and one that loses, and the evaluation is that of P-games: the
    number of squares below a position that its player wants (`gametree.theory.p_games`).  Ties count half.  In
    what order children stand does not matter, only the rate does.  At rates 0 and 1 the number of squares follows from who
    wins, and every decision is right.

    >>> decision_quality(2, 6, 0.8).round(4).tolist()
    [0.7928, 0.795, 0.8211, 0.8216, 1.0, 1.0]
    """
    w, t = check_size(w, t)
    g = check_number("g", g, 0, 1)
    quality = np.empty(t)
    # What the last player wants: of two squares, one is won and one is lost.
    static = Joint(np.array([0.0, 1.0]), np.array([1.0, 0.0]))
    for height in range(t):
        joint = static if height % 2 == 0 else Joint(static.won[::-1], static.lost[::-1])
        for _ in range(t - 1 - height):
            joint = _greatest(joint, w, g)
        quality[t - 1 - height] = probability_of_correct_decision(joint)
        if height < t - 1:
            mixed = g * static.lost + (1 - g) * static.won
            static = Joint(law_of_sum((static.lost, w)), law_of_sum((static.won, 1), (mixed, w - 1)))
    return quality


def quality_with_errors(w: int, depth: int, g: float, error: float) -> NDArray[np.float64]:
    """Return the same for depths 1, ..., `depth`, if the evaluation is wrong with a fixed probability, independently.

    It says won or lost; ties count half.

    >>> quality_with_errors(2, 4, 1.0, 0.1).round(4).tolist()
    [0.9, 0.86, 0.8276, 0.771]
    """
    w, depth = check_count("w", w, 2, MOST_WIDTH), check_count("depth", depth, 1, MOST_HEIGHT)
    g, error = check_number("g", g, 0, 1), check_number("error", error, 0, 1)
    joint = Joint(np.array([error, 1 - error]), np.array([1 - error, error]))
    quality = np.empty(depth)
    for d in range(depth):
        quality[d] = probability_of_correct_decision(joint)
        joint = _greatest(joint, w, g)
    return quality


def error_threshold(w: int) -> float:
    """Return the rate above which small errors of an evaluation grow with depth, and below which they die out.

    A lost node is misjudged if one of its w won children is; a won one if its heir is and all others are worse.  So two
    levels multiply a small error by w g^(w-1), which is 1 at this rate.

    >>> error_threshold(2)
    0.5
    """
    w = check_count("w", w, 2, MOST_WIDTH)
    return float(w ** (-1 / (w - 1)))


def _greatest(joint: Joint, w: int, g: float) -> Joint:
    """Return the law of values one move earlier, where a value is minus the greatest of the children's.

    As in P-games, who has moved to a node wins it if the opponent has moved to none of its children and wins.
    """
    won, lost = np.cumsum(joint.won), np.cumsum(joint.lost)
    up = lost**w, won * (g * lost + (1 - g) * won) ** (w - 1)
    return Joint(*(np.diff(one, prepend=0.0)[::-1] for one in up))


def _width(b: int) -> int:
    return check_count("b", b, 1, MOST_WIDTH)
