"""The five bounds that sections 3.4 and 3.6.2 quote for uniform trees with independent values, as claims.

Alphabeta's and SSS*'s expected leaves are known exactly (`gametree.theory.expected`), so their bounds are tested at every
size of the range that section 3.4 names, and at the sizes of the experiment.  For the leaves that Scout creates no
formula is known to us: they are sampled.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from companion.pruning_comparison.study import Study
from companion.published.cases import LABELS, SIZES
from companion.published.claims import Case, Finding, all_claims, finding
from gametree.theory import expected
from gametree.theory.expected_scout import leaf_evaluations

Floats = NDArray[np.float64]

RANGE = tuple((w, d) for w in range(2, 21) for d in range(2, 21))
"""The widths and depths that section 3.4 names."""

DIGIT = 0.05
"""Half a unit of the last digit of 1.1 and 3.0, the ends of an interval: a minimum of 1.076 is printed as 1.1."""


@lru_cache
def _exact(sizes: tuple[tuple[int, int], ...]) -> tuple[Floats, Floats, Floats]:
    """Return R*^d and the expected leaves of Alphabeta and SSS* at some sizes."""
    growth = np.array([expected.pearl_branching_factor(w) ** d for w, d in sizes])
    alphabeta = np.array([expected.alphabeta(w, d) for w, d in sizes])
    return growth, alphabeta, np.array([expected.sss_star(w, d) for w, d in sizes])


def _at(values: Floats, sizes: tuple[tuple[int, int], ...], least: bool) -> tuple[float, str]:
    """Return the least or greatest value and its size."""
    k = int(values.argmin() if least else values.argmax())
    return float(values[k]), f"U({sizes[k][0]},{sizes[k][1]})"


def bound_findings(study: Study) -> list[Finding]:
    """Return what was measured for the five bounds; the first case of a study is the one that they are about."""
    return [_scout_factor(study), _sss_factor(), _ratio_least(), _ratio_most(), _scout_ratio(study)]


def _scout_factor(study: Study) -> Finding:
    bound = all_claims()["cmp-scout-factor"].value
    growth, alphabeta, _ = _exact(RANGE)
    inside = [s for s, size in enumerate(SIZES) if size in RANGE]
    sizes = tuple(SIZES[s] for s in inside)
    k, of_sizes = LABELS.index("Scout"), _exact(sizes)[0]
    sampled = study.means("leaves")[0, inside, k] / of_sizes
    errors = study.sd("leaves")[0, inside, k] / np.sqrt(study.n[0, inside]) / of_sizes
    cases = [Case(bound - x, e) for x, e in zip(sampled, errors, strict=True)]
    cases += [Case(bound - x) for x in alphabeta / growth]
    scout, where = _at(sampled, sizes, least=False)
    most, at = _at(alphabeta / growth, RANGE, least=False)
    note = (
        f"Scout's leaves over R*^d: at most {scout:.3f}, at {where}, of the {len(sizes)} sizes that were sampled; "
        f"Alphabeta's, exactly: at most {most:.3f}, at {at}, of {len(RANGE)}. Counted at every examination, not once, "
        f"Scout's leaves at U(3,6) would be {leaf_evaluations(3, 6) / _exact(((3, 6),))[0][0]:.3f} R*^6"
    )
    return finding("cmp-scout-factor", cases, note, max(scout, most))


def _sss_factor() -> Finding:
    growth, _, sss = _exact(RANGE)
    least, at = _at(sss / growth, RANGE, least=True)
    cases = [Case(x) for x in sss / growth - all_claims()["cmp-sss-factor"].value]
    note = f"SSS*'s leaves over R*^d, exactly: at least {least:.3f}, at {at}, of {len(RANGE)} sizes"
    return finding("cmp-sss-factor", cases, note, least)


def _ratios() -> tuple[Floats, tuple[tuple[int, int], ...]]:
    sizes = tuple(dict.fromkeys((*RANGE, *SIZES)))
    _, alphabeta, sss = _exact(sizes)
    return alphabeta / sss, sizes


def _ratio_least() -> Finding:
    ratios, sizes = _ratios()
    least, at = _at(ratios, sizes, least=True)
    cases = [Case(x) for x in ratios - (all_claims()["cmp-ab-sss-lower"].value - DIGIT)]
    note = (
        f"Alphabeta's leaves over SSS*'s, exactly: at least {least:.4f}, at {at}, of {len(sizes)} sizes, which "
        "is 1.1 to its digit"
    )
    return finding("cmp-ab-sss-lower", cases, note, least)


def _ratio_most() -> Finding:
    ratios, sizes = _ratios()
    most, at = _at(ratios, sizes, least=False)
    cases = [Case(x) for x in all_claims()["cmp-ab-sss-upper"].value + DIGIT - ratios]
    note = f"Alphabeta's leaves over SSS*'s, exactly: at most {most:.3f}, at {at}, of {len(sizes)} sizes"
    return finding("cmp-ab-sss-upper", cases, note, most)


def _scout_ratio(study: Study) -> Finding:
    means, n = study.means("leaves")[0], study.n[0]
    scout, ab = LABELS.index("Scout"), LABELS.index("AB")
    ratios = means[:, scout] / means[:, ab]
    of = study.covariance[0, :, 0]
    # The error of a ratio of means on the same trees, to first order.
    variance = of[:, scout, scout] - 2 * ratios * of[:, scout, ab] + ratios**2 * of[:, ab, ab]
    errors = np.sqrt(np.maximum(variance, 0.0) / n) / means[:, ab]
    bound = all_claims()["cmp-scout-ab-upper"].value
    most, at = _at(ratios, SIZES, least=False)
    cases = [Case(bound - x, e) for x, e in zip(ratios, errors, strict=True)]
    note = f"Scout's leaves over Alphabeta's, sampled on the same trees: at most {most:.3f}, at {at}, of {len(SIZES)} sizes"
    return finding("cmp-scout-ab-upper", cases, note, most)
