"""Hypothesis strategies and helpers for trees, shared by the tests."""

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


@st.composite
def uniform_trees(draw):
    """Draw a uniform tree of moderate size with values of one of the kinds above."""
    width, depth = draw(
        st.sampled_from(
            [(1, 4), (2, 2), (2, 3), (2, 4), (2, 5), (2, 6), (3, 2), (3, 3), (3, 4), (4, 3), (6, 2)]
        )
    )
    leaf = draw(st.sampled_from(list(VALUES.values())))
    leaves = draw(st.lists(leaf, min_size=width**depth, max_size=width**depth))
    return gt.Tree.uniform(width, depth, leaves)
