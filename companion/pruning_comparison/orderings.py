"""Perfect ordering compared with the best one (Muszycka 1985, section 3.6.2; Knuth & Moore 1975, page 307).

For one tree three things are compared: the leaves that Alphabeta examines when every node has its best child
first (the order of the others makes no difference then), those of a random order, and the fewest that any order
can give.  The last is exact: a search must show that MAX can have the value and that MIN can hold it, and with
the right order Alphabeta examines just the leaves of the cheapest pair of such proofs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from companion.published.cases import SIZES
from gametree.generate import generate
from gametree.search import search
from gametree.theory.optimality import fewest_leaves, perfectly_ordered
from gametree.tree import Tree

if TYPE_CHECKING:
    import pandas as pd


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
    import pandas as pd

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
