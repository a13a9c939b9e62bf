"""What a search takes at least, and which searches are refused because they would not end."""

from __future__ import annotations

from gametree._checks import many
from gametree.generate import LazyTree
from gametree.pearl import xi
from gametree.search.strategies import Strategy
from gametree.tree import Tree


def most_nodes(tree: Tree | LazyTree) -> int:
    """Return the number of nodes of a tree, or a bound on it where they would have to be counted one by one."""
    return tree.most_nodes if isinstance(tree, LazyTree) else tree.n_nodes


MOST_LEAVES = 2**42
"""The greatest expected number of leaves of a search: more would take days at least."""

MOST_CHILDREN = 100_000
"""The most children of a node for strategies whose cost is quadratic in it: more would take minutes at least."""


def refuse_endless(tree: Tree | LazyTree, strategy: Strategy) -> None:
    """Raise a ValueError if a search would take far too long.

    SSS-2 and its variants call S-alpha-beta for every bound, as often as a node has children, and each call visits all of
    them: 10^6 children take half an hour.

    Minimax examines all leaves, any other strategy at least as many as a perfect order leaves (Knuth & Moore 1975,
    Corollary 3), and where values are independent about the d-th power of xi / (1 - xi), where xi^w + xi = 1 (Pearl 1982).
    """
    quadratic = strategy.keeps_tree and not strategy.directional
    if quadratic and most_nodes(tree) > MOST_CHILDREN and tree.width > MOST_CHILDREN:
        raise ValueError(
            f"tree has a node with {tree.width} children: {strategy.name} looks at all of them for every bound on its "
            f"value, and at most {MOST_CHILDREN} are allowed"
        )
    if not isinstance(tree, LazyTree):
        return
    least = expected_leaves(tree, strategy.name == "minimax")
    if least > MOST_LEAVES:
        raise ValueError(
            f"tree is {tree.name}: {strategy.name} would examine about {many(least)} leaves or more, and at most "
            f"{MOST_LEAVES} are allowed"
        )


def expected_leaves(tree: LazyTree, all_of_them: bool = False) -> int:
    """Return about how many leaves a search examines at least."""
    w, d = tree.mean_fan_out, tree.depth
    least = w**d if all_of_them else w ** ((d + 1) // 2) + w ** (d // 2) - 1
    if tree.is_uniform and tree.independent and w > 1:
        root = xi(tree.width)
        least = max(least, min(2.0**62, (root / (1 - root)) ** d))
    return int(least)
