"""All G-games of a height at once: how often a search decides correctly (Nau 1983, Tables I-IV), and Theorem 1.

Boards are binary numbers, the leftmost element first: taking off the right element is a shift, taking off
the left one a mask.  Everything is exact.  Minimax compares whole numbers.  The values of probability
estimation are fractions whose numerators grow to thousands of digits; each height's values are kept as
Python's whole numbers over one denominator, each distinct value once, and boards point to their rank.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from gametree._checks import check_count, check_name
from gametree._compile import compiled
from gametree.games.g_game import RULES
from gametree.games.g_game_evaluation import Evaluation, all_values

HIGHEST_MINIMAX = 24
"""The greatest height at which minimax searches of all boards are counted: 33 million boards."""

HIGHEST_ESTIMATION = 20
"""The same for probability estimation, whose numbers double in length with every move."""


class Quality(NamedTuple):
    """How often searches to a depth decide right, over all boards of a height on which it matters.

    Attributes
    ----------
    k, d : int
        Height of the boards and depth of the search.
    right, tied : int
        Boards with a correct decision, and boards on which both moves look the same.
    boards : int
        Boards with one winning and one losing move.
    """

    k: int
    d: int
    right: int
    tied: int
    boards: int

    @property
    def probability(self) -> Fraction:
        """The probability of a correct decision, ties counted half: D of Nau 1983, equation (3)."""
        return Fraction(2 * self.right + self.tied, 2 * self.boards)


@compiled
def back_up(values: Any, out: Any) -> None:
    """Write the negamax values of all boards one element longer than those of `values` (equation (2))."""
    mask = len(values) - 1
    for board in range(len(out)):
        out[board] = -max(values[board & mask], values[board >> 1])


@compiled
def _tally(utility: Any, value: Any) -> tuple[int, int, int]:
    """Count right decisions, ties and boards, from utilities and values of all boards one element shorter."""
    mask = len(utility) - 1
    right, tied, boards = 0, 0, 0
    for board in range(2 * len(utility)):
        a, b = board & mask, board >> 1
        if utility[a] != utility[b]:
            boards += 1
            tied += value[a] == value[b]
            right += (value[a] > value[b]) == (utility[a] > utility[b]) and value[a] != value[b]
    return right, tied, boards


@compiled
def _tally_products(utility: Any, rank: Any, certain: int) -> tuple[int, int, int]:
    """Count the same for probability estimation, from the ranks of values two moves on.

    Both children of g have the child g[1,1], so their values share the factor 1 - p(g[1,1]): if it is not 0,
    the greater one is that whose other child has the smaller value, and no product is needed.  `certain` is
    the rank of the value 1, -1 if there is none.
    """
    mask = len(utility) - 1
    short = len(rank) - 1
    right, tied, boards = 0, 0, 0
    for board in range(2 * len(utility)):
        a, b = board & mask, board >> 1
        if utility[a] == utility[b]:
            continue
        boards += 1
        left, middle, far = rank[board & short], rank[(board >> 1) & short], rank[board >> 2]
        if middle == certain or left == far:
            tied += 1
        else:
            right += (left < far) == (utility[a] > utility[b])
    return right, tied, boards


def utilities(k: int) -> list[NDArray[np.int64]]:
    """Return the utility values of all boards, for every height from 0 to k."""
    return list(backed_up(np.array([-1, 1]), k))


def backed_up(values: NDArray[np.int64], levels: int) -> Iterator[NDArray[np.int64]]:
    """Yield `values`, given for all boards of a height, and what they become one, two, ... moves earlier."""
    yield values
    for _ in range(levels):
        out = np.empty(2 * len(values), dtype=values.dtype)
        back_up(values, out)
        values = out
        yield values


def minimax_quality(k: int, evaluation: Evaluation) -> list[Quality]:
    """Return the quality of minimax searches to every depth from 1 to k, by backing up every board's graph."""
    k = check_count("k", k, 1, HIGHEST_MINIMAX)
    utility = utilities(k - 1)[-1]
    found = []
    for d in range(1, k + 1):
        (*_, value) = backed_up(all_values(evaluation, k - d), d - 1)
        found.append(Quality(k, d, *_tally(utility, value)))
    return found


def minimax_quality_at(k: int, d: int, evaluation: Evaluation) -> Quality:
    """Return the quality of minimax searches to one depth, by Theorem 1 from shorter boards.

    By the theorem a search two moves deeper looks at the same kinds of nodes around the centre, and what is
    outside changes neither them nor who wins: D(k, d) = D(k - 2, d - 2) for d >= 4.  Every element outside
    doubles all counts.
    """
    k = check_count("k", k, 1, HIGHEST_MINIMAX)
    d = check_count("d", d, 1, k)
    outside = 2 * ((d - 2) // 2) if d >= 4 else 0
    short, shallow = k - outside, d - outside
    utility = utilities(short - 1)[-1]
    (*_, value) = backed_up(all_values(evaluation, short - shallow), shallow - 1)
    right, tied, boards = _tally(utility, value)
    return Quality(k, d, right << outside, tied << outside, boards << outside)


def estimation_quality(highest: int, evaluation: Evaluation) -> list[Quality]:
    """Return the quality of probability estimation for all heights k up to `highest` and depths from 1 to k."""
    highest = check_count("highest", highest, 1, HIGHEST_ESTIMATION)
    utility = utilities(highest - 1)
    found = []
    for leaf in range(highest):
        values = all_values(evaluation, leaf)
        found.append(Quality(leaf + 1, 1, *_tally(utility[leaf], values)))
        one = evaluation.total(leaf)
        for k, (rank, certain) in enumerate(_estimates(values, one, highest - 2 - leaf), leaf + 2):
            found.append(Quality(k, k - leaf, *_tally_products(utility[k - 1], rank, certain)))
    return sorted(found)


def _estimates(values: NDArray[np.int64], one: int, levels: int) -> Iterator[tuple[NDArray[np.int32], int]]:
    """Yield, for each height from that of `values` on, the ranks of all boards' values and the rank of 1.

    `one` is the denominator of the values; it is squared with every move, as equation (7) multiplies.
    """
    distinct, place = np.unique(values, return_inverse=True)
    numerators, rank = [int(x) for x in distinct], place.astype(np.int32)
    for left in range(levels, -1, -1):
        yield rank, len(numerators) - 1 if numerators[-1] == one else -1
        if left == 0:
            return
        boards = np.arange(2 * len(rank))
        a, b = rank[boards & (len(rank) - 1)].astype(np.int64), rank[boards >> 1]
        codes, place = np.unique(np.minimum(a, b) * len(numerators) + np.maximum(a, b), return_inverse=True)
        pairs = np.array(np.divmod(codes, len(numerators)))
        if left == 1:
            ranks, certain = _rank_products(numerators, one, pairs)
            yield ranks[place], certain
            return
        missing = [one - x for x in numerators]
        products = [missing[i] * missing[j] for i, j in pairs.T.tolist()]
        numerators = sorted(set(products))
        rank_of = {x: number for number, x in enumerate(numerators)}
        rank = np.array([rank_of[x] for x in products], dtype=np.int32)[place]
        one *= one


CLEAR = 1e-6
"""Logarithms (base 2) further apart than this differ for certain: their own errors stay below 1e-9."""


def _rank_products(
    numerators: list[int], one: int, pairs: NDArray[np.int64]
) -> tuple[NDArray[np.int32], int]:
    """Return the ranks of (1 - a)(1 - b) for pairs (a, b) of values, and the rank of 1 (-1 if it is not there).

    Most products are distinguished by logarithms, of the product below 1/2 and of what it lacks to 1 above;
    whatever these leave in doubt is multiplied out.
    """
    whole = _log2(one)
    have = np.array([_log2(x) for x in numerators]) - whole
    lack = np.array([_log2(one - x) for x in numerators]) - whole
    product = lack[pairs].sum(axis=0)
    with np.errstate(invalid="ignore"):
        # 1 - (1 - a)(1 - b) = a + b(1 - a)
        missing = np.logaddexp2(have[pairs[0]], have[pairs[1]] + lack[pairs[0]])
        key = np.where(product < -1, product + 1, -1 - missing)
        order = np.argsort(key, kind="stable")
        # Equal infinities have no difference: they stay together.
        begins = np.append(True, np.diff(key[order]) > CLEAR)
    ranks = np.empty(len(order), dtype=np.int32)
    rank = -1
    for cluster in np.split(order, np.flatnonzero(begins)[1:]):
        if len(cluster) == 1:
            rank += 1
            ranks[cluster[0]] = rank
            continue
        exact = [(one - numerators[i]) * (one - numerators[j]) for i, j in pairs[:, cluster].T.tolist()]
        rank_of = {x: rank + 1 + number for number, x in enumerate(sorted(set(exact)))}
        ranks[cluster] = [rank_of[x] for x in exact]
        rank += len(rank_of)
    return ranks, rank if key[order[-1]] == np.inf else -1


def _log2(x: int) -> float:
    """Return the logarithm of a whole number of any length; of 0 it is minus infinity."""
    return math.log2(x) if x else -math.inf


def g_quality(rule: str, evaluation: Evaluation, heights: Iterable[int]) -> pd.DataFrame:
    """Return the probability of a correct decision for all depths of these heights, over all boards.

    Returns
    -------
    DataFrame
        ``rule, evaluation, k, d, right, tied, boards, probability`` and ``exact``, the probability as a
        fraction.
    """
    check_name("rule", rule, RULES)
    wanted = sorted(set(heights))
    if rule == "minimax":
        found = [minimax_quality_at(k, d, evaluation) for k in wanted for d in range(1, k + 1)]
    else:
        found = [q for q in estimation_quality(max(wanted), evaluation) if q.k in wanted]
    frame = pd.DataFrame(found)
    frame.insert(0, "rule", rule)
    frame.insert(1, "evaluation", evaluation.name)
    frame["probability"] = [float(q.probability) for q in found]
    frame["exact"] = pd.Series([q.probability for q in found], dtype=object)
    return frame


# -- Theorem 1 and Corollary 1 as formulae, to compare with the graph itself -------------------------------------------


def by_theorem_1(values: NDArray[np.int64], d: int) -> NDArray[np.int64]:
    """Return m(d, g) of all boards g, from the static values of all boards d elements shorter.

    Only two or three nodes at depth d matter, those around the centre (Theorem 1); with utilities in place of
    static values it is Corollary 1.
    """
    boards = np.arange(len(values) << d)

    def e(i: int, j: int) -> NDArray[np.int64]:
        """Return the values of g[i,j]."""
        return values[(boards >> j) & (len(values) - 1)]

    if d == 0:
        return values
    if d % 2:
        return -np.maximum(e((d + 1) // 2, (d - 1) // 2), e((d - 1) // 2, (d + 1) // 2))
    around = np.minimum(e((d + 2) // 2, (d - 2) // 2), e((d - 2) // 2, (d + 2) // 2))
    return np.maximum(e(d // 2, d // 2), around)


def exceptions_to_theorem_1(k: int, values: NDArray[np.int64]) -> int:
    """Count boards of height k, with their depths, whose backed-up value is not what Theorem 1 says.

    `values` holds the static values of all boards of one height; the depth of the search follows from it.
    """
    leaf = len(values).bit_length() - 2
    (*_, backed) = backed_up(values, k - leaf)
    return int((backed != by_theorem_1(values, k - leaf)).sum())


def exceptions_to_corollary_1(k: int) -> int:
    """Count boards of height k, with the depths from 1 to k, whose utility is not what Corollary 1 says."""
    utility = utilities(k)
    return sum(int((utility[k] != by_theorem_1(utility[k - d], d)).sum()) for d in range(1, k + 1))


def central_loss_nodes(k: int, d: int) -> tuple[int, int]:
    """Count the boards of height k that matter, and those whose losing child has two winning central descendants.

    Page 375 says that for even d both g2[d/2, d/2-1] and g2[d/2-1, d/2] are forced wins whenever g2 is a
    forced loss.  Corollary 1 gives only that one of them is.
    """
    if d % 2 or not 2 <= d <= k:
        raise ValueError(f"d is {d}: it must be even, and from 2 to k = {k}")
    utility = utilities(k)
    boards = np.arange(2 << k)
    left, right = utility[k - 1][boards & ((1 << k) - 1)], utility[k - 1][boards >> 1]
    matters = left != right
    lost_left = left < right

    def u(i: int, j: int) -> NDArray[np.int64]:
        return utility[k - d][(boards >> j) & ((2 << (k - d)) - 1)]

    half = d // 2
    # The losing child is g[1,0] or g[0,1]; one of the two nodes, g[d/2, d/2], is the same for both.
    other = np.where(lost_left, u(half + 1, half - 1), u(half - 1, half + 1))
    both = (u(half, half) == 1) & (other == 1)
    return int(matters.sum()), int((matters & both).sum())


def sibling_correlation(k: int) -> float:
    """Return the correlation of the utilities of the two children of a node of height k, over all boards."""
    utility = utilities(k - 1)[-1].astype(float)
    boards = np.arange(2 * len(utility))
    return float(np.corrcoef(utility[boards & (len(utility) - 1)], utility[boards >> 1])[0, 1])


def arbitrary_values(height: int, seed: int) -> NDArray[np.int64]:
    """Return random static values for all boards of a height: the theorem holds for any evaluation function."""
    return np.random.default_rng((seed, height)).integers(0, 1000, 2 << height)
