"""Relations between nodes by name, and the values of a node under minimax and negamax."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gametree.generate import generate
from gametree.reference import Recorder, negamax
from gametree.search import search
from gametree.tree import Tree

if TYPE_CHECKING:
    import pandas as pd


def node(tree: Tree, name: str) -> int:
    """Return the node that has this name.

    Examples
    --------
    >>> node(Tree.from_nested([[3, 5], [2, 9]]), "p2")
    4
    """
    return [tree.name(k) for k in range(tree.n_nodes)].index(name)


def is_ancestor(tree: Tree, above: str, below: str) -> bool:
    """Whether one node is above another.

    Examples
    --------
    >>> tree = Tree.from_nested([[3, 5], [2, 9]])
    >>> is_ancestor(tree, "p", "p21"), is_ancestor(tree, "p1", "p21")
    (True, False)
    """
    top = node(tree, above)
    return bool(top < node(tree, below) < tree.end[top])


def is_left_sibling(tree: Tree, left: str, right: str) -> bool:
    """Whether two nodes have the same parent and the first is on the left.

    Examples
    --------
    >>> tree = Tree.from_nested([[3, 5], [2, 9]])
    >>> is_left_sibling(tree, "p1", "p2"), is_left_sibling(tree, "p12", "p21")
    (True, False)
    """
    first, second = node(tree, left), node(tree, right)
    return bool(first < second and tree.parent[first] == tree.parent[second])


def names_along(tree: Tree, line: tuple[int, ...]) -> str:
    """Return the names of the nodes along a line of moves from the root.

    Examples
    --------
    >>> names_along(Tree.from_nested([[3, 5], [2, 9]]), (1, 0))
    'p2, p21'
    """
    return ", ".join(tree.name(tree.node(line[: k + 1])) for k in range(len(line)))


def negamax_value(tree: Tree, k: int) -> float:
    """Return the value of a node for the player to move there, by plain-Python negamax started at it.

    Examples
    --------
    >>> tree = Tree.from_nested([[3, 5], [2, 9]])
    >>> negamax_value(tree, 0), negamax_value(tree, node(tree, "p1"))
    (3.0, -3.0)
    """
    return negamax(Recorder(tree), k)


def negamax_line(tree: Tree) -> tuple[int, ...]:
    """Return the principal continuation that negamax values alone predict, the leftmost of equally good sons.

    Examples
    --------
    >>> negamax_line(Tree.from_nested([[3, 5], [2, 9]]))
    (0, 0)
    """
    line, here = [], 0
    while not tree.is_leaf(here):
        sons = tree.children(here)
        for_mover = [-negamax_value(tree, son) for son in sons]
        line.append(int(np.argmax(for_mover)))
        here = sons[line[-1]]
    return tuple(line)


class Equivalence(NamedTuple):
    """How minimax and negamax compare on random trees.

    Attributes
    ----------
    nodes : DataFrame
        ``tree, MAX to move, minimax, negamax``, a row per node; the root is the first of its tree.
    same_line : tuple of bool
        For each tree, whether both predict the same principal continuation.
    """

    nodes: pd.DataFrame
    same_line: tuple[bool, ...]

    @property
    def same_root(self) -> tuple[bool, ...]:
        """For each tree, whether both give its root the same value."""
        roots = self.nodes.groupby("tree").first()
        return tuple((roots["minimax"] == roots["negamax"]).tolist())


def compare_frameworks(seed: int, trees: int) -> Equivalence:
    """Value every node of nonuniform random trees in both frameworks, and follow the best moves in both.

    Examples
    --------
    >>> compare_frameworks(1985, 3).same_line
    (True, True, True)
    """
    import pandas as pd

    points, same_line = [], []
    for number in range(trees):
        tree = generate("nonuniform", width=4, depth=4, scheme="unordered", seed=seed, number=number)
        for k in range(tree.n_nodes):
            points.append((number, tree.is_max(k), tree.backed_up[k], negamax_value(tree, k)))
        same_line.append(negamax_line(tree) == search(tree, "minimax").line)
    nodes = pd.DataFrame(points, columns=["tree", "MAX to move", "minimax", "negamax"])
    return Equivalence(nodes, tuple(same_line))


def disagreeing_trees(nodes: pd.DataFrame) -> int:
    """Return how many trees have a node whose negamax value is not its minimax value with the mover's sign."""
    expected = np.where(nodes["MAX to move"], 1, -1) * nodes["minimax"]
    return int(nodes["tree"][nodes["negamax"] != expected].nunique())
