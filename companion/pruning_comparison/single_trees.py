"""What single trees show: the smallest on which SSS* does not create the fewest nodes; orders better than the perfect one.

Perfect ordering (Muszycka 1985, section 3.6.2; Knuth & Moore 1975, page 307) has the best child of every node first; the
order of the others makes no difference then.  It is compared with a random order and with the fewest leaves that any
order can give.  The last is exact: a search must show that MAX can have the value and that MIN can hold it, and with
the right order Alphabeta examines just the leaves of the cheapest pair of such proofs.
"""

from __future__ import annotations

from itertools import product
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from companion.published.cases import COLUMNS, SIZES
from gametree._checks import check_count
from gametree.generate import generate
from gametree.search import search
from gametree.theory.optimality import fewest_leaves, perfectly_ordered
from gametree.theory.small_trees import filled, leaves_in, shapes
from gametree.tree import Tree

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


def shuffled_tree(tree: Tree, rng: np.random.Generator) -> Tree:
    """Return the tree with the children of every node in random order."""

    def shuffled(node: int) -> Any:
        if tree.is_leaf(node):
            return tree.plain(float(tree.values[node]))
        children = tree.children(node)
        return [shuffled(children[k]) for k in rng.permutation(len(children))]

    return Tree.from_nested(shuffled(0))


def compare_orderings(kind: str, scheme: str, trees: int, seed: int) -> pd.DataFrame:
    """Compare orders of the same random trees, at the sizes of the thesis.

    Returns
    -------
    DataFrame
        A row per size: `width`, `depth`, `trees`; the mean leaves `perfect`, `random` and `best`; and the
        share of trees on which perfect ordering is `not_best`, and on which it is `beaten` by one random
        order.
    """
    rows = []
    for width, depth in SIZES:
        rng = np.random.default_rng([seed, width, depth])
        counts = np.array(
            [
                _three(generate(kind, width=width, depth=depth, scheme=scheme, seed=seed, number=i), rng)
                for i in range(trees)
            ]
        )
        perfect, random, best = counts.T
        rows.append(
            {
                "width": width, "depth": depth, "trees": trees,
                "perfect": perfect.mean(), "random": random.mean(), "best": best.mean(),
                "not_best": (perfect > best).mean(), "beaten": (random < perfect).mean(),
            }
        )  # fmt: skip
    return pd.DataFrame(rows)


def _three(tree: Tree, rng: np.random.Generator) -> tuple[int, int, int]:
    perfect = search(perfectly_ordered(tree).tree, "alphabeta").leaves
    random = search(shuffled_tree(tree, rng), "alphabeta").leaves
    return perfect, random, fewest_leaves(tree)
