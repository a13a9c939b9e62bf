"""Means over trees or positions as cases for a claim."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from companion.published.claims import Case
from companion.published.verdict import OF_A_MEAN


def mean_case(values: Sequence[float] | Any) -> Case:
    """Return the mean of a sample with its standard error; a sample of one decides nothing.

    Examples
    --------
    >>> mean_case([1.0, 3.0])
    Case(effect=2.0, error=1.0)
    >>> mean_case([1.0])
    Case(effect=1.0, error=inf)
    """
    sample = np.asarray(values, dtype=float)
    error = sample.std(ddof=1) / math.sqrt(len(sample)) if len(sample) > 1 else math.inf
    return Case(float(sample.mean()), float(error))


def near_case(values: Sequence[float] | Any, allowed: float = OF_A_MEAN) -> Case:
    """Return by how much a mean is closer to zero than allowed: by default, than the difference that matters.

    Examples
    --------
    >>> near_case([-1.0, -3.0], allowed=5.0)
    Case(effect=3.0, error=1.0)
    """
    mean, error = mean_case(values)
    return Case(allowed - abs(mean), error)
