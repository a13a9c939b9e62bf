"""Means over trees or positions as cases for a claim."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.stats import norm, t

from companion.published.claims import Case
from companion.published.verdict import LIMIT, OF_A_MEAN


def widened(error: float, n: int) -> float:
    """Return a standard error as it must count in a sample of so many: LIMIT of them are as rare as in a large one.

    Examples
    --------
    >>> round(widened(1.0, 10), 2), round(widened(1.0, 1000), 2), widened(1.0, 1)
    (1.36, 1.0, inf)
    """
    return error * float(t.isf(norm.sf(LIMIT), n - 1)) / LIMIT if n > 1 else math.inf


def mean_case(values: Sequence[float] | Any) -> Case:
    """Return the mean of a sample with its standard error, widened if it is small; a sample of one decides nothing.

    Examples
    --------
    >>> effect, error = mean_case([1.0, 3.0] * 50)
    >>> effect, round(error, 2)
    (2.0, 0.1)
    """
    sample = np.asarray(values, dtype=float)
    n = len(sample)
    return Case(float(sample.mean()), widened(float(sample.std(ddof=1 if n > 1 else 0)) / math.sqrt(n), n))


def near_case(values: Sequence[float] | Any, allowed: float = OF_A_MEAN) -> Case:
    """Return by how much a mean is closer to zero than allowed: by default, than the difference that matters.

    Examples
    --------
    >>> near_case([-1.0, -3.0], allowed=5.0).effect
    3.0
    """
    mean, error = mean_case(values)
    return Case(allowed - abs(mean), error)
