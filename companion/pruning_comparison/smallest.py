"""The smallest tree on which SSS* does not create the fewest nodes, found by trying all trees."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from companion.published.cases import COLUMNS
from gametree.search import search
from gametree.theory.small_trees import filled, leaves_in, shapes
from gametree.tree import Tree, check_count

BEATEN = [1, [[2, 3], 0]]
"""The tree of seven nodes, MAX to move: Palphabeta, PVS and Scout leave out a leaf that SSS* evaluates.

p1 is worth 1.  SSS* climbs down from above: it evaluates p211 = 2 and p212 = 3, because p21 could be worth 3 to MAX,
and only then p22 = 0, which settles p2.  The others ask first whether p2 is worth more than 1: p211 = 2 is enough of
an answer for p21, and p22 = 0 says no.
"""


class Tried(NamedTuple):
    """How many trees were tried, and those on which a strategy creates fewer nodes than SSS*."""

    trees: int
    beaten: list[Tree]


def fewer_than_sss(tree: Tree) -> list[str]:
    """Return the strategies of chapter 3 that create fewer nodes of a tree than SSS*, by their printed names.

    Examples
    --------
    >>> from gametree import Tree
    >>> fewer_than_sss(Tree.from_nested(BEATEN))
    ['PAB', 'Scout', 'PVS']
    """
    most = search(tree, "sss*").nodes
    return [label for label, name in COLUMNS.items() if search(tree, name).nodes < most]


def try_all(most_nodes: int) -> Tried:
    """Search all trees of at most so many nodes, every shape with every order of values at its leaves, ties too.

    Examples
    --------
    >>> try_all(4)
    Tried(trees=28, beaten=[])
    """
    most_nodes = check_count("most_nodes", most_nodes, 2, 7)
    tried, beaten = 0, []
    for n_nodes in range(2, most_nodes + 1):
        for shape in shapes(n_nodes):
            n_leaves = leaves_in(shape)
            for values in product(range(n_leaves), repeat=n_leaves):
                if set(values) != set(range(len(set(values)))):
                    continue  # the same order of values as another assignment
                tree = Tree.from_nested(filled(shape, iter(values)))
                tried += 1
                if fewer_than_sss(tree):
                    beaten.append(tree)
    return Tried(tried, beaten)
