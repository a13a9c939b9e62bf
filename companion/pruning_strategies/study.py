"""What the strategies examine, on the tree of the thesis and on random ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gametree import reference
from gametree.generate import generate
from gametree.reference import Recorder
from gametree.search import search, search_in_python
from gametree.theory.solution_trees import solution_trees
from gametree.tree import Tree

if TYPE_CHECKING:
    import pandas as pd

SEVEN = ("minimax", "branch-and-bound", "alphabeta", "palphabeta", "pvs", "scout", "sss*")
"""Minimax and the six strategies of the chapter."""


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


def nodes_by_depth(seed: int, trees: int) -> pd.DataFrame:
    """Count the nodes of Branch-and-bound and of Alphabeta on uniform trees of width 3 and depth 1 to 6.

    Returns
    -------
    DataFrame
        ``depth, branch-and-bound, alphabeta, saved``, a row per tree.
    """
    import pandas as pd

    rows = []
    for depth in range(1, 7):
        for number in range(trees):
            tree = random_tree(seed, number, "uniform", 3, depth)
            bb, ab = (search(tree, name).nodes for name in ("branch-and-bound", "alphabeta"))
            rows.append((depth, bb, ab, bb - ab))
    return pd.DataFrame(rows, columns=["depth", "branch-and-bound", "alphabeta", "saved"])


def share_saved(nodes: pd.DataFrame) -> pd.DataFrame:
    """Return the part of Branch-and-bound's nodes that Alphabeta saves (%): ``mean`` and ``error`` by depth.

    Examples
    --------
    >>> import pandas as pd
    >>> counted = pd.DataFrame({"depth": [4, 4], "branch-and-bound": [10, 20], "saved": [1, 4]})
    >>> share_saved(counted).loc[4].tolist()
    [15.0, 5.0]
    """
    import pandas as pd

    share = (100 * nodes["saved"] / nodes["branch-and-bound"]).groupby(nodes["depth"])
    return pd.DataFrame({"mean": share.mean(), "error": share.sem()})


class Windows(NamedTuple):
    """What came of searches of random trees in random windows.

    Attributes
    ----------
    kept : int
        Searches whose answer was exact inside the window, and a bound at or beyond its ends; Falphabeta's no
        weaker than Alphabeta's.
    same_nodes : int
        Searches in which both looked at the same nodes.
    failed : int
        Searches of a tree whose value is not inside the window.
    sharper : int
        Those of them in which Falphabeta's bound was another than Alphabeta's.
    """

    kept: int
    same_nodes: int
    failed: int
    sharper: int


def promise_kept(value: float, alpha: float, beta: float, hard: float, soft: float) -> bool:
    """Whether Alphabeta's answer (hard) and Falphabeta's (soft) say of a value what the window promises.

    Examples
    --------
    >>> promise_kept(5, 1, 9, 5, 5), promise_kept(0, 1, 9, 1, 0), promise_kept(0, 1, 9, 0, 1)
    (True, True, False)
    """
    if alpha < value < beta:
        return hard == soft == value
    return value <= soft <= hard <= alpha if value <= alpha else beta <= hard <= soft <= value


def try_windows(seed: int, trees: int) -> Windows:
    """Search random trees with Alphabeta and Falphabeta in random windows."""
    rng = np.random.default_rng(seed)
    kept = same_nodes = failed = sharper = 0
    for number in range(trees):
        tree = random_tree(seed, number)
        alpha, beta = sorted(rng.choice(np.arange(1, 500), 2, replace=False).tolist())
        x, y = Recorder(tree), Recorder(tree)
        hard, soft = reference.alphabeta(x, 0, alpha, beta), reference.falphabeta(y, 0, alpha, beta)
        value = tree.backed_up[0]
        inside = alpha < value < beta
        kept += promise_kept(value, alpha, beta, hard, soft)
        same_nodes += x.nodes == y.nodes
        failed += not inside
        sharper += not inside and soft != hard
    return Windows(kept, same_nodes, failed, sharper)


def best_plan_is_the_value(seed: int, trees: int) -> int:
    """Return on how many random trees the best solution tree is worth what the tree is worth."""
    sample = (random_tree(seed, number, width=3, depth=4) for number in range(trees))
    return sum(max(plan.value for plan in solution_trees(t)) == t.backed_up[0] for t in sample)


def trees_outside_alphabeta(seed: int, trees: int) -> dict[str, int]:
    """Return on how many trees with many ties SSS* creates a node that Alphabeta does not, by rule for ties.

    The trees are U(3,4) with static values from 0 to 9.
    """
    rng = np.random.default_rng(seed)
    outside = {"sss*": 0, "sss*-newest-first": 0}
    for _ in range(trees):
        tree = Tree.uniform(3, 4, rng.integers(0, 10, 81))
        within = examined(tree, "alphabeta")
        for name in outside:
            outside[name] += not examined(tree, name) <= within
    return outside


def side_by_side(tree: Tree) -> pd.DataFrame:
    """Search a tree with all strategies: ``strategy``, then the fields of the result, the line by names."""
    import pandas as pd

    rows = []
    for name in SEVEN:
        found = search(tree, name)
        line = [tree.name(tree.node(found.line[: k + 1])) for k in range(len(found.line))]
        rows.append({"strategy": name, **found._asdict(), "line": " ".join(line)})
    return pd.DataFrame(rows)
