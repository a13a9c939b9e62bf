"""Classes of random trees: their parameters, checked."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametree._checks import as_float, check_count, check_name, shown
from gametree.generate.nonuniform import LAWS, fan_out_law
from gametree.generate.random import cell_number
from gametree.generate.values import LARGEST, SCHEMES, ordered_ranges
from gametree.tree import MAX_DEPTH

KINDS = ("uniform", *LAWS)


class Recipe(NamedTuple):
    """The parameters of a class of random trees, checked, in the form that the kernels take.

    >>> from gametree.generate import recipe
    >>> made = recipe("uniform", "ordered", width=3, depth=2, p=0.8)
    >>> made.width, made.depth, made.p, made.low.tolist(), made.high.tolist()
    (3, 2, 0.8, [2, 1, 1], [499, 499, 500])
    """

    kind: str
    scheme: int
    p: float
    width: int
    depth: int
    low: NDArray[np.int64]
    high: NDArray[np.int64]
    law: NDArray[np.int64]
    cell: int


def recipe(
    kind: str, scheme: str, width: int, depth: int, p: float | None = None, largest: int = LARGEST
) -> Recipe:
    """Check the parameters of a class of random trees; errors name the argument, its value and what is allowed.

    >>> from gametree.generate import recipe
    >>> recipe("uniform", "unordered", width=3, depth=6).kind
    'uniform'
    >>> recipe("uniform", "unordered", width=3, depth=6, p=0.5)
    Traceback (most recent call last):
        ...
    ValueError: p is 0.5: it must be left out for the scheme 'unordered'; only ordered ones take it
    """
    check_name("kind", kind, KINDS)
    check_name("scheme", scheme, SCHEMES)
    width = check_count("width", width, 1, 2**20)
    depth = check_count("depth", depth, 1, MAX_DEPTH)
    largest = check_count("largest", largest, depth + 1, 2**31)
    probability = _check_p(p, scheme)
    low, high = ordered_ranges(depth, largest)
    law = np.zeros(0, dtype=np.int64) if kind == "uniform" else fan_out_law(kind, width)
    cell = cell_number(kind, scheme, "" if p is None else float(p), width, depth, largest)
    return Recipe(kind, SCHEMES[scheme], probability, width, depth, low, high, law, cell)


def _check_p(p: Any, scheme: str) -> float:
    if not scheme.startswith("ordered"):
        if p is not None:
            raise ValueError(
                f"p is {shown(p)}: it must be left out for the scheme {scheme!r}; only ordered ones take it"
            )
        return math.nan
    if not 0 <= as_float(p) <= 1:
        raise ValueError(f"p is {shown(p)}: for the scheme {scheme!r} it must be a number from 0 to 1")
    return float(p)


def seed_number(seed: Any) -> int:
    """Return a seed as a 64-bit number: a whole number as it is, a numpy Generator by drawing one from it.

    >>> import numpy as np
    >>> from gametree.generate import seed_number
    >>> seed_number(7)
    7
    >>> seed_number(np.random.default_rng(7)) == seed_number(np.random.default_rng(7))
    True
    """
    if isinstance(seed, np.random.Generator):
        return int(seed.integers(2**63))
    return check_count("seed", seed, 0, 2**63 - 1)
