"""Trees on which a first guess farther from the value is cheaper (de Bruin, Pijls & Plaat 1994, section 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise, permutations, product
from typing import NamedTuple

from gametree.reference import Examination, SearchTree, s_alphabeta
from gametree.reference.window import before, minimal
from gametree.search import search_in_python
from gametree.tree import Tree, check_count


class Farther(NamedTuple):
    """A tree, two guesses on the same side of its value, and what each costs in nodes: the farther costs less."""

    tree: Tree
    near: float
    far: float
    near_nodes: int
    far_nodes: int


def call_cost(tree: Tree, gamma: float) -> int:
    """Return how many nodes one call of S-alpha-beta with the window around gamma expands on an open root."""
    x = Examination(tree)
    s_alphabeta(x, SearchTree(tree), 0, before(gamma), minimal(gamma))
    return len(x.nodes)


def search_cost(tree: Tree, guess: float) -> int:
    """Return how many nodes SSS-0 expands from a first guess."""
    return search_in_python(tree, "sss-0", guess=guess).nodes


COSTS = {"call": call_cost, "search": search_cost}


def smallest_farther(what: str, ties: bool, most_leaves: int = 5) -> Farther | None:
    """Return the tree with the fewest leaves on which a farther guess is cheaper, for a "call" or a whole "search".

    Every tree without single sons, with every order of its leaves (with `ties`, those too in which some are
    equal) is tried in turn: by leaves, then by nodes.  None if there is no such tree of at most `most_leaves`
    leaves.
    """
    if what not in COSTS:
        raise ValueError(f"what is {what!r}: it must be one of {', '.join(COSTS)}")
    cost = COSTS[what]
    for n_leaves in range(1, check_count("most_leaves", most_leaves, 1, 8) + 1):
        for shape in sorted(_shapes(n_leaves), key=_n_nodes):
            for values in _orders(n_leaves, ties):
                tree = Tree.from_nested(_filled(shape, iter(values)))
                if found := _farther(tree, cost):
                    return found
    return None


def _farther(tree: Tree, cost: Callable[[Tree, float], int]) -> Farther | None:
    value = float(tree.backed_up[0])
    highest = float(tree.leaves.max())
    # Below and above every leaf, and at every leaf: no other guess can differ from these.
    guesses = [-1.0 + 0.5 * k for k in range(int(2 * highest) + 5)]
    for side in (-1, 1):
        told = sorted((abs(g - value), g) for g in guesses if (g - value) * side >= 0)
        costs = [(cost(tree, g), g) for _, g in told]
        for near, far in pairwise(costs):
            if far[0] < near[0]:
                return Farther(tree, near[1], far[1], near[0], far[0])
    return None


def _orders(n_leaves: int, ties: bool) -> Iterator[tuple[int, ...]]:
    """Yield every order of so many leaves once, as whole numbers from 0 on without gaps."""
    if not ties:
        yield from permutations(range(n_leaves))
        return
    for values in product(range(n_leaves), repeat=n_leaves):
        if set(values) == set(range(max(values) + 1)):
            yield values


def _shapes(n_leaves: int) -> Iterator[object]:
    """Yield all ordered trees with this many leaves in which every inner node has at least two sons."""
    if n_leaves == 1:
        yield 0
        return
    for parts in _compositions(n_leaves):
        if len(parts) > 1:
            yield from map(list, product(*(list(_shapes(part)) for part in parts)))


def _compositions(n: int) -> Iterator[tuple[int, ...]]:
    if n == 0:
        yield ()
    for first in range(1, n + 1):
        for rest in _compositions(n - first):
            yield (first, *rest)


def _n_nodes(shape: object) -> int:
    return 1 + sum(map(_n_nodes, shape)) if isinstance(shape, list) else 1


def _filled(shape: object, values: Iterator[int]) -> object:
    return [_filled(son, values) for son in shape] if isinstance(shape, list) else next(values)
