"""Relations between nodes by name, values under minimax and negamax, and how the trees of the experiments are made."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from gametree._checks import check_name
from gametree.generate import generate
from gametree.reference import Recorder, negamax
from gametree.search import search
from gametree.tree import Tree


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
    """Return the principal continuation that negamax values alone predict, the leftmost of equally good children.

    Examples
    --------
    >>> negamax_line(Tree.from_nested([[3, 5], [2, 9]]))
    (0, 0)
    """
    line, here = [], 0
    while not tree.is_leaf(here):
        children = tree.children(here)
        for_mover = [-negamax_value(tree, child) for child in children]
        line.append(int(np.argmax(for_mover)))
        here = children[line[-1]]
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


def disagreeing_trees(nodes: pd.DataFrame) -> int:
    """Return how many trees have a node whose negamax value is not its minimax value with the mover's sign."""
    expected = np.where(nodes["MAX to move"], 1, -1) * nodes["minimax"]
    return int(nodes["tree"][nodes["negamax"] != expected].nunique())


# -- how the trees of the experiments are made -----------------------------------------------------------------------

WIDTHS = (2, 3, 4, 5, 6, 8, 10)
"""The widths of the thesis' trees of depth 3."""

ORDERS = (0.2, 0.4, 0.6, 0.8, 1.0)
"""The thesis' P: how often the leftmost child of a node is a best one."""

DEPENDENT = ("integer-dependent", "real-dependent")


def label_of(scheme: str, p: float | None = None) -> str:
    """Return what a scheme is called on the page.

    Examples
    --------
    >>> label_of("ordered", 0.2)
    'ordered, P = 0.2'
    """
    return scheme if p is None else f"{scheme}, P = {p}"


SCHEMES = {label_of(scheme): (scheme, None) for scheme in ("unordered", *DEPENDENT)} | {
    label_of("ordered", p): ("ordered", p) for p in ORDERS
}
"""The eight ways of giving values to leaves, by label; two shapes make the thesis' sixteen cases of them."""


def assigned_values(tree: Tree, scheme: str) -> NDArray[np.float64]:
    """Return what a dependent scheme has assigned to each node of a uniform tree; a leaf is worth the sum along its path.

    Only the sums at the leaves are kept.  But siblings get 1, 2, ..., w (times w^-L on level L for real values), so the
    least of them gives the sum at their parent.

    Examples
    --------
    >>> tree = generate("uniform", width=3, depth=1, scheme="integer-dependent", seed=1)
    >>> sorted(assigned_values(tree, "integer-dependent").tolist())
    [0.0, 1.0, 2.0, 3.0]
    """
    check_name("scheme", scheme, DEPENDENT)
    sums = np.where(tree.fan_out == 0, tree.values, np.nan)
    for k in range(tree.n_nodes - 1, -1, -1):
        if not tree.is_leaf(k):
            least = 1.0 if scheme == "integer-dependent" else float(tree.fan_out[k]) ** -(tree.level[k] + 1)
            sums[k] = min(sums[child] for child in tree.children(k)) - least
    return np.array([sums[k] - (sums[tree.parent[k]] if k else 0.0) for k in range(tree.n_nodes)])


def leftmost_is_best(
    leaves: NDArray[np.float64], width: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return for uniform trees, a row of static values each, the part of inner nodes with a best child leftmost; the worth.

    Examples
    --------
    >>> share, worth = leftmost_is_best(np.array([[3.0, 5.0, 2.0, 9.0], [5.0, 3.0, 9.0, 4.0]]), width=2)
    >>> share.tolist(), worth.tolist()
    ([1.0, 0.0], [3.0, 4.0])
    """
    depth = round(np.log(leaves.shape[1]) / np.log(width))
    values, found = leaves, []
    for level in range(depth - 1, -1, -1):
        children = values.reshape(len(leaves), -1, width)
        values = children.min(axis=2) if level % 2 else children.max(axis=2)
        found.append(children[:, :, 0] == values)
    return np.concatenate(found, axis=1).mean(axis=1), values[:, 0]


@dataclass(frozen=True)
class Study:
    """All that is measured in this chapter, on first use.

    Attributes
    ----------
    seed, random_trees : int
        Of the random trees, and how many of them answer each question.

    Examples
    --------
    >>> Study(1985, 3).compared.same_line
    (True, True, True)
    """

    seed: int
    random_trees: int

    @cached_property
    def compared(self) -> Equivalence:
        """Every node of nonuniform random trees valued in both frameworks, and the best moves followed in both."""
        points, same_line = [], []
        for number in range(self.random_trees):
            tree = generate("nonuniform", width=4, depth=4, scheme="unordered", seed=self.seed, number=number)
            for k in range(tree.n_nodes):
                points.append((number, tree.is_max(k), tree.backed_up[k], negamax_value(tree, k)))
            same_line.append(negamax_line(tree) == search(tree, "minimax").line)
        nodes = pd.DataFrame(points, columns=["tree", "MAX to move", "minimax", "negamax"])
        return Equivalence(nodes, tuple(same_line))

    @cached_property
    def order(self) -> pd.DataFrame:
        """How often the leftmost child of a node is a best one in trees of depth 3, and what the trees are worth.

        ``scheme`` (a label of `SCHEMES`), ``width``, ``share`` (%) and its standard ``error``; ``values``: how many
        different values the roots have, and ``first``, the value of the first.
        """
        rows = []
        for label, (scheme, p) in SCHEMES.items():
            for width in WIDTHS:
                sample = [
                    generate(
                        "uniform", width=width, depth=3, scheme=scheme, p=p, seed=self.seed, number=i
                    ).leaves
                    for i in range(self.random_trees)
                ]
                part, worth = leftmost_is_best(np.array(sample), width)
                share, error = 100 * part.mean(), 100 * part.std(ddof=1) / np.sqrt(len(part))
                rows.append((label, width, float(share), float(error), len(set(worth.tolist())), worth[0]))
        return pd.DataFrame(rows, columns=["scheme", "width", "share", "error", "values", "first"])
