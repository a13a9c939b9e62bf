"""The claims on processor time, measured on this machine: shown, but no verdict rests on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from companion.pruning_comparison.study import Study
from companion.published.cases import LABELS, SIZES
from companion.published.claims import all_claims

if TYPE_CHECKING:
    import pandas as pd

WIDTH, DEPTH = np.array(SIZES).T
MIDDLE = ("PVS", "PAB", "Scout")
Mask = NDArray[np.bool_]
Times = NDArray[np.float64]
"""Median microseconds by case, size and strategy."""


def _time(times: Times, label: str) -> Times:
    return np.asarray(times[..., LABELS.index(label)])


def _follows_visits(study: Study) -> Mask:
    keep = [k for k, label in enumerate(LABELS) if label != "SSS*"]
    time, visits = study.micro[..., 1][..., keep], study.means("visits")[..., keep]
    a, b = (np.argsort(np.argsort(x, axis=-1), axis=-1) - 2.0 for x in (time, visits))
    return np.asarray((a * b).sum(axis=-1) / 10 > 0.5)


def _two_fastest(times: Times) -> Mask:
    slower = np.maximum(_time(times, "AB"), _time(times, "BB"))
    return np.asarray(np.all([slower < _time(times, x) for x in LABELS if x not in ("AB", "BB")], axis=0))


def _small_and_large(times: Times) -> Mask:
    bb_faster, leaves = _time(times, "BB") < _time(times, "AB"), WIDTH**DEPTH
    ab_first = _time(times, "AB") <= times.min(axis=-1)
    return np.concatenate([bb_faster[:, leaves <= 100].ravel(), ab_first[:, leaves > 250].ravel()])


def _rising(times: Times, labels: tuple[str, ...]) -> Mask:
    return np.array([_time(times, a) < _time(times, b) for a, b in combinations(labels, 2)])


def _slower(times: Times, *pairs: tuple[int, int]) -> Mask:
    """Compare cases, numbered as in Table I, of which the second should take longer; widths above 2."""
    wide = times[:, WIDTH > 2]
    return np.array([wide[slow - 1] > wide[fast - 1] for fast, slow in pairs])


def _extreme_scheme(times: Times, case: int, sign: int) -> Mask:
    """Test that of the eight schemes one takes the least (sign 1) or the most (-1) time; widths above 2."""
    by_kind = sign * times[:, WIDTH > 2].reshape(2, 8, -1, len(LABELS))
    return np.asarray(by_kind[:, case - 1] <= by_kind.min(axis=1))


def _times_less_sharp(times: Times) -> Mask:
    by_kind = times[:, WIDTH > 2].reshape(2, 8, -1, len(LABELS))
    spread = by_kind.max(axis=1) / by_kind.min(axis=1)
    return np.asarray(spread[1] < spread[0])


FALLING = [(c + 1, c) for c in (*range(2, 6), *range(10, 14))]
"""The cases of each P and of the next smaller one."""

OF_TIMES: Mapping[str, Callable[[Study], Mask]] = {
    "cmp-time-visits": _follows_visits,
    "cmp-time-two-fastest": lambda s: _two_fastest(s.micro[..., 1]),
    "cmp-time-small": lambda s: _small_and_large(s.micro[..., 1]),
    "cmp-time-order": lambda s: _rising(s.micro[..., 1], ("PAB", "Scout", "PVS", "SSS*")),
    "cmp-time-perfect": lambda s: _extreme_scheme(s.micro[..., 1], 6, 1),
    "cmp-time-p": lambda s: _slower(s.micro[..., 1], *FALLING),
    "cmp-time-disorder": lambda s: _extreme_scheme(s.micro[..., 1], 2, -1),
    "cmp-time-real": lambda s: _slower(s.micro[..., 1], (6, 8), (14, 16)),
    "cmp-time-integer": lambda s: _slower(s.micro[..., 1], (7, 3), (15, 11)),
    "cmp-time-unordered": lambda s: _slower(s.micro[..., 1], (1, 2), (9, 10)),
    "cmp-time-less-sharp": lambda s: _times_less_sharp(s.micro[..., 1]),
    "cmp-time-sss": lambda s: np.asarray(_time(s.micro[..., 1], "SSS*") >= s.micro[..., 1].max(axis=-1)),
    "cmp-time-middle": lambda s: np.array(
        [_time(s.micro[..., 1], fast) < _time(s.micro[..., 1], x) for fast in ("AB", "BB") for x in MIDDLE]
    ),
    "cmp-time-ab": lambda s: np.asarray(_time(s.micro[..., 1], "AB") <= s.micro[..., 1].min(axis=-1)),
}
"""Claim about processor time -> the comparisons of medians on this machine, true where they speak for it."""


def times_of_study(study: Study) -> pd.DataFrame:
    """Return what a timed study says about the claims on processor time: claim, says, comparisons, for_it."""
    import pandas as pd

    rows = []
    for name, compare in OF_TIMES.items():
        right = compare(study)
        rows.append((name, all_claims()[name].claim, right.size, float(right.mean())))
    return pd.DataFrame(rows, columns=["claim", "says", "comparisons", "for_it"])
