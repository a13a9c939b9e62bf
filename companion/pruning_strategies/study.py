"""What the strategies examine, on the tree of the thesis and on random ones."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from gametree import reference
from gametree.examples import specimen
from gametree.generate import generate
from gametree.reference import Recorder
from gametree.search import search, search_in_python
from gametree.theory.solution_trees import solution_trees
from gametree.trace import trace
from gametree.tree import Tree

SEVEN = ("minimax", "branch-and-bound", "alphabeta", "palphabeta", "pvs", "scout", "sss*")
"""Minimax and the six strategies of the chapter."""

LABELS = dict(
    zip(
        SEVEN, ("Minimax", "Branch-and-bound", "Alphabeta", "Palphabeta", "PVS", "Scout", "SSS*"), strict=True
    )
)
"""What they are called in words."""


def examined(tree: Tree, name: str) -> set[int]:
    """Return the nodes other than the root that a strategy enters.

    Examples
    --------
    >>> tree = Tree.from_nested([[3, 5], [2, 9]])
    >>> [tree.name(n) for n in sorted(examined(tree, "alphabeta"))]
    ['p1', 'p11', 'p12', 'p2', 'p21']
    """
    x = Recorder(tree)
    search_in_python(tree, name, x)
    return x.nodes


def who_examines(tree: Tree, node: int) -> dict[str, bool]:
    """Return for each strategy whether it examines a node.

    Examples
    --------
    >>> tree = Tree.from_nested([[3, 5], [2, 9]])
    >>> [name for name, seen in who_examines(tree, tree.node([1, 1])).items() if seen]
    ['minimax']
    """
    return {name: node in examined(tree, name) for name in SEVEN}


def random_tree(seed: int, number: int, kind: str = "nonuniform", width: int = 4, depth: int = 5) -> Tree:
    """Return a random tree with unordered static values."""
    return generate(kind, width=width, depth=depth, scheme="unordered", seed=seed, number=number)


def share_saved(nodes: pd.DataFrame) -> pd.DataFrame:
    """Return the part of Branch-and-bound's nodes that Alphabeta saves (%): ``mean`` and ``error`` by depth.

    Examples
    --------
    >>> import pandas as pd
    >>> counted = pd.DataFrame({"depth": [4, 4], "branch-and-bound": [10, 20], "saved": [1, 4]})
    >>> share_saved(counted).loc[4].tolist()
    [15.0, 5.0]
    """
    share = (100 * nodes["saved"] / nodes["branch-and-bound"]).groupby(nodes["depth"])
    return pd.DataFrame({"mean": share.mean(), "error": share.sem()})


def promise_kept(searches: pd.DataFrame) -> pd.Series[bool]:
    """Return for each search whether Alphabeta's answer is what the window promises.

    Inside the window it is the value; a value at or beyond one of its ends gets an answer at or beyond that end.

    Examples
    --------
    >>> import pandas as pd
    >>> one = {"alpha": 1, "beta": 9, "value": [5, 5, 0, 0, 12], "side": ["inside"] * 2 + ["low"] * 2 + ["high"]}
    >>> promise_kept(pd.DataFrame({**one, "hard": [5, 6, 1, 2, 9]})).tolist()
    [True, False, True, False, True]
    """
    side, hard = searches["side"], searches["hard"]
    low = (side == "low") & (hard <= searches["alpha"])
    high = (side == "high") & (hard >= searches["beta"])
    return low | high | ((side == "inside") & (hard == searches["value"]))


def sharper(searches: pd.DataFrame) -> pd.Series[bool]:
    """Return for each search that failed whether Falphabeta's bound is true and lies nearer to the value."""
    failed = searches[searches["side"] != "inside"]
    value, hard, soft = failed["value"], failed["hard"], failed["soft"]
    low = (failed["side"] == "low") & (value <= soft) & (soft < hard)
    return low | ((failed["side"] == "high") & (hard < soft) & (soft <= value))


def bound_on_the_next_child() -> int:
    """Return the least provisional value at which Branch-and-bound gives up the third child in the example of 2.1.

    The first two children are worth 3 and 4 to the player who moves there; the third has shown one value.
    """
    for provisional in range(-10, 11):
        tree = Tree.from_nested([-3, -4, [-provisional, -10], -20])
        if tree.node([2, 1]) not in examined(tree, "branch-and-bound"):
            return provisional
    raise AssertionError("Branch-and-bound never gives up the third child")


def put_on_open(tree: Tree) -> set[int]:
    """Return the nodes other than the root that SSS* puts on OPEN, taken from there later or not.

    Examples
    --------
    >>> tree = Tree.from_nested([[3, 5], [2, 9]])
    >>> sorted(put_on_open(tree)) == sorted(examined(tree, "sss*"))
    True
    """
    return {triple.node for step in trace(tree, "sss*") for triple in step.open or ()} - {0}


def side_by_side(tree: Tree) -> pd.DataFrame:
    """Search a tree with all strategies: ``strategy``, then the fields of the result, the line by names."""
    rows = []
    for name in SEVEN:
        found = search(tree, name)
        line = [tree.name(tree.node(found.line[: k + 1])) for k in range(len(found.line))]
        rows.append({"strategy": name, **found._asdict(), "line": " ".join(line)})
    return pd.DataFrame(rows)


def visits_by_node(tree: Tree, name: str) -> NDArray[np.int64]:
    """Return how often a strategy enters each node (for SSS*: takes it from OPEN); entering the root is not counted.

    Examples
    --------
    >>> visits_by_node(Tree.from_nested([[3, 5], [2, 9]]), "pvs").tolist()
    [0, 1, 1, 1, 1, 1, 0]
    """
    traced = trace(tree, name)
    # The first step of SSS* only puts the root on OPEN.
    entered = traced[1:] if traced[0].open is not None else [s for s in traced if s.event == "enter"]
    return np.bincount([s.node for s in entered if s.node], minlength=tree.n_nodes)


@dataclass(frozen=True)
class Study:
    """All that is measured in this chapter, on first use.

    Attributes
    ----------
    seed, random_trees : int
        Of the random trees, and how many of them test each claim.
    nested : list, optional
        The tree that all strategies search, as nested lists: the specimen tree by default.
    """

    seed: int
    random_trees: int
    nested: list[Any] | None = None

    @cached_property
    def tree(self) -> Tree:
        """The tree that all strategies search."""
        return specimen() if self.nested is None else Tree.from_nested(self.nested)

    @cached_property
    def side(self) -> pd.DataFrame:
        """All strategies on that tree (`side_by_side`)."""
        return side_by_side(self.tree)

    @cached_property
    def nodes(self) -> pd.DataFrame:
        """The nodes of Branch-and-bound and of Alphabeta on uniform trees of width 3 and depth 1 to 6, a row per tree.

        ``depth``; ``branch-and-bound, alphabeta``: nodes examined; ``saved``: the difference; ``added``: nodes that
        only Alphabeta examines; ``level``: the least level of a node that only Branch-and-bound examines (NaN if there
        is none).
        """
        rows = []
        for depth in range(1, 7):
            for number in range(self.random_trees):
                tree = random_tree(self.seed, number, "uniform", 3, depth)
                bb, ab = (examined(tree, name) for name in ("branch-and-bound", "alphabeta"))
                level = min((int(tree.level[n]) for n in bb - ab), default=np.nan)
                rows.append((depth, len(bb), len(ab), len(bb) - len(ab), len(ab - bb), level))
        columns = ["depth", "branch-and-bound", "alphabeta", "saved", "added", "level"]
        return pd.DataFrame(rows, columns=columns)

    @cached_property
    def saved(self) -> pd.DataFrame:
        """What deep cut-offs save (`share_saved`)."""
        return share_saved(self.nodes)

    @cached_property
    def shallow(self) -> list[bool]:
        """Whether Alphabeta and Branch-and-bound examine the same in random N(4,3), and in U(3,3) of values from 0 to 9."""
        rng = np.random.default_rng(self.seed)
        sample = [random_tree(self.seed, number, depth=3) for number in range(self.random_trees)]
        sample += [Tree.uniform(3, 3, rng.integers(0, 10, 27)) for _ in range(self.random_trees)]
        return [examined(tree, "alphabeta") == examined(tree, "branch-and-bound") for tree in sample]

    @cached_property
    def searches(self) -> pd.DataFrame:
        """Random trees searched by Alphabeta and Falphabeta in random windows, a row per tree.

        ``alpha, beta, value``: the window, and what the tree is worth; ``side``: ``low`` if that is at most alpha,
        ``high`` if it is at least beta, else ``inside``; ``hard, soft``: the answers of Alphabeta and Falphabeta;
        ``same nodes``: whether both examined the same; ``saved``: how many nodes fewer than in the open window.
        """
        rng = np.random.default_rng(self.seed)
        rows = []
        for number in range(self.random_trees):
            tree = random_tree(self.seed, number)
            # Static values as ends: equality, where a bound is one or is not, then occurs often.
            ends = np.unique([0, 501, *tree.leaves])
            alpha, beta = sorted(rng.choice(ends, 2, replace=False).tolist())
            x, y = Recorder(tree), Recorder(tree)
            hard, soft = reference.alphabeta(x, 0, alpha, beta), reference.falphabeta(y, 0, alpha, beta)
            value = float(tree.backed_up[0])
            side = "low" if value <= alpha else "high" if value >= beta else "inside"
            saved = len(examined(tree, "alphabeta")) - len(x.nodes)
            rows.append((alpha, beta, value, side, hard, soft, x.nodes == y.nodes, saved))
        columns = ["alpha", "beta", "value", "side", "hard", "soft", "same nodes", "saved"]
        return pd.DataFrame(rows, columns=columns)

    @cached_property
    def plans(self) -> list[bool]:
        """Whether the best solution tree of a random tree is worth what the tree is worth."""
        sample = (random_tree(self.seed, number, width=3, depth=4) for number in range(self.random_trees))
        return [max(plan.value for plan in solution_trees(t)) == t.backed_up[0] for t in sample]

    @cached_property
    def within(self) -> dict[str, list[bool]]:
        """Whether SSS* creates only nodes that Alphabeta creates, by rule for ties, in U(3,4) of values from 0 to 9."""
        rng = np.random.default_rng(self.seed)
        found: dict[str, list[bool]] = {"sss*": [], "sss*-newest-first": []}
        for _ in range(self.random_trees):
            tree = Tree.uniform(3, 4, rng.integers(0, 10, 81))
            allowed = examined(tree, "alphabeta")
            for name, cases in found.items():
                cases.append(examined(tree, name) <= allowed)
        return found
