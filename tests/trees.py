"""Trees for tests: hypothesis strategies, which find the smallest counterexample, and many trees from a seed."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

import gametree as gt

VALUES = {
    "many ties": st.integers(0, 2),
    "some ties": st.integers(-10, 10),
    "reals": st.floats(-1, 1, allow_nan=False, allow_subnormal=False),
    "close reals": st.integers(0, 8).map(lambda i: 1 + i * 2.0**-52),
}


@st.composite
def nested_trees(draw, values=None, depth=5, width=4):
    """Draw a nested list: nodes with 1 to `width` children, leaves at any level, values of one of the kinds above."""
    leaf = values if values is not None else draw(st.sampled_from(list(VALUES.values())))
    return draw(_subtree(leaf, draw(st.integers(0, depth)), width))


@st.composite
def _subtree(draw, leaf, depth, width):
    if depth == 0 or draw(st.integers(0, 5)) == 0:
        return draw(leaf)
    return [draw(_subtree(leaf, depth - 1, width)) for _ in range(draw(st.integers(1, width)))]


SHAPES = [(1, 4), (2, 2), (2, 3), (2, 4), (2, 5), (2, 6), (3, 2), (3, 3), (3, 4), (4, 3), (6, 2)]
"""Width and depth of uniform trees."""


@st.composite
def uniform_trees(draw):
    """Draw a uniform tree of moderate size with values of one of the kinds above."""
    width, depth = draw(st.sampled_from(SHAPES))
    leaf = draw(st.sampled_from(list(VALUES.values())))
    leaves = draw(st.lists(leaf, min_size=width**depth, max_size=width**depth))
    return gt.Tree.uniform(width, depth, leaves)


def random_nested(rng: np.random.Generator, leaf: Callable[[], float], depth: int, width: int) -> Any:
    """Return a nested list like those of `nested_trees`, at a fraction of the time."""
    if depth == 0 or rng.integers(6) == 0:
        return leaf()
    return [random_nested(rng, leaf, depth - 1, width) for _ in range(rng.integers(1, width + 1))]


def many() -> int:
    """Return how many trees a test takes from a seed: ten where hypothesis, in its profile, would draw one."""
    return 10 * settings().max_examples


def random_trees(seed: int) -> Iterator[gt.Tree]:
    """Yield trees like those that hypothesis draws, at a fraction of its time: any shapes and uniform ones in turn."""
    rng = np.random.default_rng(seed)
    values = [
        lambda: int(rng.integers(0, 3)),
        lambda: int(rng.integers(-10, 11)),
        lambda: float(rng.uniform(-1, 1)),
        lambda: 1 + int(rng.integers(0, 9)) * 2.0**-52,
    ]

    for number in range(many()):
        leaf = values[number // 2 % len(values)]
        if number % 2:
            width, depth = SHAPES[rng.integers(len(SHAPES))]
            yield gt.Tree.uniform(width, depth, [leaf() for _ in range(width**depth)])
        else:
            yield gt.Tree.from_nested(random_nested(rng, leaf, int(rng.integers(0, 6)), 4))
