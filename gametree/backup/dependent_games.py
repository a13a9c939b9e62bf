"""How often searches decide right in games with dependent values, and in other readings of them.

Muszycka 1985, section 5.3, Tables XXIII and XXIV.  Every node but the root has a number; the value of a leaf, terminal or
not, is the sum along its path, for the player who moves first.  As described, the values of siblings are a permutation of
{1, ..., w}, times a weight that depends on the level only.

Then every search finds the best move.  Below any node of a level the values are the same set, in another order,
so the value of every node of a level is its own sum plus the same constant, however deep the search and for
any rule that treats children alike.  The child with the greatest number is best at every depth, and no two children are
equally good.
"""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametree._checks import check_count, check_name, pandas
from gametree.backup.decisions import quality
from gametree.generate.random import cell_number

if TYPE_CHECKING:
    import pandas as pd

BLOCK = 250
"""Trees that are drawn together, level by level, if they are small."""

SQUARES_PER_BLOCK = 4_000_000
"""Terminal nodes that are in memory together, unless a single tree has more."""

MOST_SQUARES = 2**24
"""Terminal nodes that a tree may have."""


class Scheme(NamedTuple):
    """How nodes get their own values."""

    distinct: bool  # whether siblings have a permutation of 1, ..., w, or draw from them independently
    exponent: int  # level L weighs w^(exponent * L): 0 for integer-dependent, -1 for real-dependent
    ratio: Fraction = Fraction(1)  # and by ratio^L: 1 in what is described

    def weight(self, w: int) -> Fraction:
        """Return the weight of a level relative to the level above."""
        return self.ratio * Fraction(w) ** self.exponent


SCHEMES = {
    "integer-dependent": Scheme(True, 0),
    "real-dependent": Scheme(True, -1),
    "integer, drawn independently": Scheme(False, 0),
    "real, drawn independently": Scheme(False, -1),
    "times 5/4 per level, drawn independently": Scheme(False, 0, Fraction(5, 4)),
    "times 3/2 per level, drawn independently": Scheme(False, 0, Fraction(3, 2)),
    "heavier below, drawn independently": Scheme(False, 1),
}
"""The two of section 3.3 as described, and five others: siblings may be equal, and deeper levels may weigh more."""


def dependent_quality(scheme: str, w: int, t: int, trees: int, seed: int) -> pd.DataFrame:
    """Return how often searches to each depth find a best child, by one of `SCHEMES`.

    Tree number i depends on the seed, on scheme, w and t, where games end, and on i only.  Trees whose children are
    all equally good are left out, as in Muszycka 1985.  The columns are ``scheme, w, t, d, right, tied, n, probability,
    sd, equal``; ``equal`` counts trees with two or more best children.

    >>> import gametree as gt
    >>> found = gt.backup.dependent_quality("integer-dependent", w=2, t=3, trees=50, seed=1)
    >>> found["probability"].tolist()
    [1.0, 1.0, 1.0]
    """
    pd = pandas()

    check_name("scheme", scheme, SCHEMES)
    check_count("w", w, 2, 12)
    check_count("t", t, 1, 12)
    check_count("trees", trees, 1, 10**8)
    check_count("seed", seed, 0, 2**63 - 1)
    if w**t > MOST_SQUARES:
        raise ValueError(f"w, t are {w}, {t}: w^t must be at most {MOST_SQUARES}, and is {w**t}")
    cell = cell_number("dependent", scheme, w, t)
    block_size = min(BLOCK, max(1, SQUARES_PER_BLOCK // w**t))
    counts = np.zeros((t, 2), dtype=np.int64)
    n = equal = 0
    for block in range(-(-trees // block_size)):
        rng = np.random.default_rng((seed, cell, block))
        sums = _sums(SCHEMES[scheme], w, t, block_size, rng)
        sums = [level[: trees - block * block_size] for level in sums]
        best, matters = _best_children(sums, w)
        n += int(matters.sum())
        equal += int((best.sum(axis=1) > 1).sum())
        for d in range(1, t + 1):
            is_right, is_tied = _decisions(backed_up(sums[d], d, w), best)
            counts[d - 1] += (is_right & matters).sum(), (is_tied & matters).sum()
    if n == 0:
        raise ValueError(f"trees is {trees}: all children were equally good in every tree, more are needed")
    rows = []
    for d, (right, tied) in enumerate(counts.tolist(), 1):
        rows.append((scheme, w, t, d, right, tied, n, *quality(right, tied, n), equal))
    columns = ["scheme", "w", "t", "d", "right", "tied", "n", "probability", "sd", "equal"]
    return pd.DataFrame(rows, columns=columns)


def _sums(scheme: Scheme, w: int, t: int, trees: int, rng: np.random.Generator) -> list[NDArray[np.int64]]:
    """Return the sums along the paths to all nodes, level by level, for a block of trees, as whole numbers.

    All weights are multiplied by a common factor that makes them whole, which changes no comparison.
    """
    factor = scheme.weight(w)
    sums = [np.zeros((trees, 1), dtype=np.int64)]
    for level in range(1, t + 1):
        shape = (trees, w ** (level - 1), w)
        own = rng.random(shape).argsort(axis=2) + 1 if scheme.distinct else rng.integers(1, w + 1, shape)
        weight = factor.numerator**level * factor.denominator ** (t - level)
        sums.append((sums[-1][:, :, None] + own * weight).reshape(trees, -1))
    return sums


def backed_up(values: NDArray[np.int64], level: int, w: int) -> NDArray[np.int64]:
    """Return the minimax values of the children of the root, from values at a level; MAX moves at even levels.

    >>> backed_up(np.array([[5, 6, 3, 4]]), level=2, w=2).tolist()
    [[5, 3]]
    """
    for upper in range(level - 1, 0, -1):
        # Child by child: numpy takes several times as long over an axis with so few places.
        values = reduce(np.maximum if upper % 2 == 0 else np.minimum, (values[:, c::w] for c in range(w)))
    return values


def _best_children(sums: list[NDArray[np.int64]], w: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return which children are best, and in which trees not all of them are."""
    true = backed_up(sums[-1], len(sums) - 1, w)
    best = true == true.max(axis=1, keepdims=True)
    return best, ~best.all(axis=1)


def _decisions(found: NDArray[np.int64], best: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return where only best children have the greatest value, and where others have it too."""
    lowest = found.min() - 1
    of_best = np.where(best, found, lowest).max(axis=1)
    of_others = np.where(best, lowest, found).max(axis=1)
    return of_best > of_others, of_best == of_others
