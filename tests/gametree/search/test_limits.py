"""Trees as deep and as wide as somebody may try: searched, or refused with a sentence that names the limit."""

import re

import pytest

import gametree as gt
from gametree.search.limits import MOST_CHILDREN
from gametree.tree import MAX_DEPTH

MILLION = 10**6
ANEW = [name for name, each in gt.STRATEGIES.items() if each.keeps_tree and not each.directional]


def path(length):
    nested = 1
    for _ in range(length):
        nested = [nested]
    return nested


@pytest.fixture(scope="module")
def wide():
    """A root with a million children, the best of them last."""
    return gt.Tree.from_nested(list(range(MILLION)))


@pytest.mark.parametrize("kind", [gt.Tree, gt.chance.Tree])
def test_a_path_of_100_000_nodes_is_refused_with_the_depth_that_is_allowed(kind):
    with pytest.raises(ValueError, match=f"nested is deeper than {MAX_DEPTH} levels"):
        kind.from_nested(path(100_000))


@pytest.mark.parametrize("strategy", gt.STRATEGIES)
def test_a_path_as_long_as_is_allowed_is_searched(strategy):
    assert gt.search(gt.Tree.from_nested(path(MAX_DEPTH)), strategy).value == 1


@pytest.mark.slow
@pytest.mark.parametrize("strategy", [name for name in gt.STRATEGIES if name not in ANEW])
def test_a_node_with_a_million_children_is_searched(strategy, wide):
    found = gt.search(wide, strategy)
    assert found.leaves == MILLION
    assert found.value == MILLION - (2 if strategy == "second-best" else 1)


@pytest.mark.parametrize("strategy", ANEW)
def test_a_strategy_that_would_look_at_a_million_children_a_million_times_says_so(strategy, wide):
    words = f"tree has a node with {MILLION} children: {strategy} .* at most {MOST_CHILDREN} are allowed"
    with pytest.raises(ValueError, match=re.escape(words).replace(re.escape(".*"), ".*")):
        gt.search(wide, strategy)


@pytest.fixture(scope="module")
def wide_with_chance():
    return gt.chance.Tree.from_nested(list(range(MILLION // 10)))


@pytest.mark.parametrize("method", gt.chance.METHODS)
def test_a_node_with_a_hundred_thousand_children_is_searched_among_chance_nodes(method, wide_with_chance):
    assert gt.chance.search(wide_with_chance, method).value == MILLION // 10 - 1
