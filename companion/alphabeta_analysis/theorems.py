"""Knuth & Moore's theorems tested on random trees."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from companion.alphabeta_analysis import cutoffs
from gametree.examples import pi_tree
from gametree.experiment.runner import results
from gametree.generate import generate
from gametree.reference import Recorder, alphabeta, branch_and_bound
from gametree.search import STRATEGIES, search, search_in_python
from gametree.theory import branch_sums, critical, minimum_leaves, optimality
from gametree.theory.reorder import perfectly_ordered, reordered
from gametree.tree import Tree, check_count

Size = Sequence[int]

KINDS: tuple[tuple[str, tuple[int, int]], ...] = (
    ("uniform", (2, 6)), ("uniform", (3, 4)), ("uniform", (5, 3)),
    ("nonuniform", (3, 4)), ("nonuniform", (4, 4)), ("nonuniform", (5, 5)),
)  # fmt: skip
"""The trees that theorems are put to: kind, and width and depth."""


def rows_of(frame: pd.DataFrame) -> Iterator[Any]:
    """Yield the rows of a frame as named tuples, of any type."""
    yield from frame.itertuples(index=False)


def random_trees(kind: str, width: int, depth: int, trees: int, seed: int) -> Iterator[Tree]:
    """Yield the first trees, with independent values, of the sequence that belongs to a seed."""
    for number in range(check_count("trees", trees, 1, 10**7)):
        yield generate(kind, width=width, depth=depth, scheme="unordered", seed=seed, number=number)


def theorem_2(
    strategies: Sequence[str], kinds: Sequence[tuple[str, Size]], trees: int, seed: int
) -> pd.DataFrame:
    """Reorder random trees by what strategies examined (Theorem 2), and search them again with Alphabeta.

    Returns
    -------
    DataFrame
        One row per kind, size and strategy: trees; how many of them have no leaf examined that the strategy did
        not examine (`within`) and have precisely the critical positions examined (`critical`); mean leaves of
        the strategy, of Alphabeta as the tree stands, and of Alphabeta in the new order.
    """
    rows = []
    for kind, (width, depth) in kinds:
        for strategy in strategies:
            found = [_taught(tree, strategy) for tree in random_trees(kind, width, depth, trees, seed)]
            within, precise, theirs, before, after = np.array(found, dtype=float).T
            rows.append(
                (kind, width, depth, strategy, trees, int(within.sum()), int(precise.sum()),
                 theirs.mean(), before.mean(), after.mean())
            )  # fmt: skip
    columns = ["kind", "width", "depth", "strategy", "trees", "within", "critical"]
    return pd.DataFrame(rows, columns=[*columns, "its leaves", "Alphabeta before", "Alphabeta after"])


def _taught(tree: Tree, strategy: str) -> tuple[bool, bool, int, int, int]:
    leaves = optimality.examined(tree, strategy)
    ordered, origin = optimality.best_order(tree, leaves)
    x = Recorder(ordered)
    alphabeta(x, 0)
    within = {int(origin[leaf]) for leaf in x.leaves} <= leaves
    precise = x.nodes | {0} == set(np.flatnonzero(critical.types(ordered)).tolist())
    return within, precise, len(leaves), search(tree, "alphabeta").leaves, len(x.leaves)


def theorem_1(kinds: Sequence[tuple[str, Size]], trees: int, seed: int) -> pd.DataFrame:
    """Put random trees into perfect order and compare what Alphabeta examines with the critical positions.

    Returns
    -------
    DataFrame
        One row per kind and size: trees; how many have precisely the critical positions examined; how many were not
        in their best order (`not best`); mean leaves in perfect order, and in the best order there is.
    """
    rows = []
    for kind, (width, depth) in kinds:
        found = []
        for tree in random_trees(kind, width, depth, trees, seed):
            ordered = perfectly_ordered(tree).tree
            x = Recorder(ordered)
            alphabeta(x, 0)
            precise = x.nodes | {0} == set(np.flatnonzero(critical.types(ordered)).tolist())
            found.append((precise, len(x.leaves), optimality.fewest_leaves(tree)))
        precise, perfect, best = np.array(found, dtype=float).T
        not_best = int((perfect > best).sum())
        rows.append((kind, width, depth, trees, int(precise.sum()), not_best, perfect.mean(), best.mean()))
    columns = ["kind", "width", "depth", "trees", "critical", "not best", "perfect order", "best order"]
    return pd.DataFrame(rows, columns=columns)


def examined_by_level(tree: Tree, alpha: float = -np.inf, beta: float = np.inf) -> NDArray[np.int64]:
    """Return how many positions of each level Alphabeta examines, called with this window."""
    x = Recorder(tree)
    alphabeta(x, 0, alpha, beta)
    return np.bincount(tree.level[[0, *x.nodes]], minlength=tree.depth + 1)


def corollary_1(sizes: Sequence[Size], trees: int, seed: int) -> list[bool]:
    """Return, per perfectly ordered random uniform tree, whether every level has the positions of (13) examined."""
    return [
        examined_by_level(perfectly_ordered(tree).tree).tolist()
        == [critical.on_level(width, level) for level in range(depth + 1)]
        for width, depth in sizes
        for tree in random_trees("uniform", width, depth, trees, seed)
    ]


def infinite_roots(sizes: Sequence[Size], trees: int, seed: int) -> list[bool]:
    """Return, per tree with won and lost leaves only, whether its levels cost what the paper says of infinite roots.

    The tree is in perfect order and Alphabeta is called with the two values as infinity.  A won root costs
    d^floor(l/2) positions on level l, a lost one d^ceil(l/2).
    """
    found = []
    for width, depth in sizes:
        for number in range(trees):
            rng = np.random.default_rng([seed, width, depth, number])
            tree = Tree.uniform(width, depth, rng.choice([-1.0, 1.0], width**depth))
            extra = 0 if tree.backed_up[0] > 0 else 1
            by_level = examined_by_level(perfectly_ordered(tree).tree, -1, 1)
            found.append(by_level.tolist() == [width ** ((k + extra) // 2) for k in range(depth + 1)])
    return found


def order_at_type_3(kinds: Sequence[tuple[str, Size]], trees: int, seed: int) -> list[bool]:
    """Return, per tree in perfect order, whether turning round the children of all positions of type 3 changes nothing."""
    found = []
    for kind, (width, depth) in kinds:
        for tree in random_trees(kind, width, depth, trees, seed):
            ordered = perfectly_ordered(tree).tree
            third = np.flatnonzero(critical.types(ordered) == 3).tolist()
            turned, origin = reordered(
                ordered, {node: ordered.children(node)[::-1] for node in third if ordered.children(node)}
            )
            before, after = Recorder(ordered), Recorder(turned)
            alphabeta(before, 0)
            alphabeta(after, 0)
            found.append({int(origin[node]) for node in after.nodes} == before.nodes)
    return found


def corollary_2(width: int, depth: int, trees: int, seed: int) -> pd.DataFrame:
    """Count what Alphabeta examines, level by level, in perfectly ordered nonuniform trees (Corollary 2).

    Returns
    -------
    DataFrame
        One row per level: the formula (14); mean and standard error over trees whose values were drawn so that the
        first child is best (`drawn`), and over trees with independent values that were sorted (`sorted`).
    """
    levels = range(1, depth + 1)
    counts: dict[str, list[list[int]]] = {"drawn": [], "sorted": []}
    for number in range(check_count("trees", trees, 2, 10**7)):
        drawn = generate(
            "nonuniform", width=width, depth=depth, scheme="ordered", p=1.0, seed=seed, number=number
        )
        plain = generate("nonuniform", width=width, depth=depth, scheme="unordered", seed=seed, number=number)
        for name, tree in (("drawn", drawn), ("sorted", perfectly_ordered(plain).tree)):
            on_level = examined_by_level(tree)
            counts[name].append([int(k) for k in on_level[1:]] + [0] * (depth - tree.depth))
    nonterminal = [1.0, *[width / (width + 1)] * (depth - 1)]
    successors = [(width + 1) / 2, *[width / 2] * (depth - 1)]
    frame = pd.DataFrame(
        {
            "level": list(levels),
            "formula": [critical.expected_on_level(nonterminal[:k], successors[:k]) for k in levels],
        }
    )
    for name, found in counts.items():
        table = np.array(found)
        frame[name] = table.mean(axis=0)
        frame[f"{name} error"] = table.std(axis=0, ddof=1) / len(table) ** 0.5
    return frame


def sampled_leaves(
    make: Callable[[np.random.Generator], Tree], strategies: Sequence[str], trees: int, seed: int
) -> pd.DataFrame:
    """Return mean, sd and n of the leaves that strategies examine in trees made from a generator each."""
    counts = np.empty((check_count("trees", trees, 2, 10**7), len(strategies)))
    for number in range(trees):
        tree = make(np.random.default_rng([seed, number]))
        counts[number] = [search(tree, strategy).leaves for strategy in strategies]
    return pd.DataFrame(
        {
            "strategy": list(strategies),
            "mean": counts.mean(axis=0),
            "sd": counts.std(axis=0, ddof=1),
            "n": trees,
        }
    )


def sums_model(width: int, depth: int, trees: int, seed: int) -> pd.DataFrame:
    """Return the leaves that F1 and F2 examine in the model of sums (section 9)."""
    return sampled_leaves(
        lambda rng: branch_sums.tree(width, depth, rng), ("branch-and-bound", "alphabeta"), trees, seed
    )


def digit_trees(width: int, depth: int, values: int, trees: int, seed: int) -> pd.DataFrame:
    """Return the leaves that F1 and F2 examine if all leaves are one of a few values, drawn independently."""
    return sampled_leaves(
        lambda rng: Tree.uniform(width, depth, rng.integers(0, values, width**depth).astype(float)),
        ("branch-and-bound", "alphabeta"),
        trees,
        seed,
    )


def share_of_type_3(d: int, h: int) -> float:
    """Return what part of the critical positions of U(d,h) is of type 3, the leaves left out: they have no order."""
    second = sum(d ** ((level + 1) // 2) - 1 for level in range(h))
    third = sum(d ** (level // 2) - 1 for level in range(h))
    return third / (h + second + third)


def iterative_equals_f2(trees: int, seed: int) -> list[bool]:
    """Return, per tree, whether the iterative procedure of section 3 returns the value, counts and line of F2."""
    found = [
        search(tree, "alphabeta-iterative") == search(tree, "alphabeta")
        for kind, size in (("uniform", (3, 5)), ("uniform", (2, 8)), ("nonuniform", (4, 6)))
        for tree in random_trees(kind, *size, trees, seed)
    ]
    found += [
        search_in_python(tree, "alphabeta-iterative") == search(tree, "alphabeta")
        for tree in random_trees("nonuniform", 4, 5, 50, seed)
    ]
    return [*found, search(pi_tree(), "alphabeta-iterative") == search(pi_tree(), "alphabeta")]


def same_above_level_4(trees: int, seed: int) -> list[bool]:
    """Return, per tree, whether F1 and F2 examine the same positions on levels 1 to 3."""
    found = []
    for kind, size in (("uniform", (3, 5)), ("uniform", (5, 3)), ("nonuniform", (4, 5))):
        for tree in random_trees(kind, *size, trees, seed):
            f1, f2 = Recorder(tree), Recorder(tree)
            branch_and_bound(f1, 0)
            alphabeta(f2, 0)
            found.append(all(tree.level[node] > 3 for node in f1.nodes ^ f2.nodes))
    return found


def at_least_the_minimum(trees: int, seed: int) -> list[bool]:
    """Return, per tree and strategy, whether it reads at least the leaves of (17); per tree, whether Alphabeta can."""
    found = []
    for width, depth in ((3, 4), (2, 6)):
        least = minimum_leaves(width, depth)
        for tree in random_trees("uniform", width, depth, max(trees // 20, 5), seed):
            found += [search(tree, name).leaves >= least for name in STRATEGIES]
            found.append(search(perfectly_ordered(tree).tree, "alphabeta").leaves == least)
    return found


def values_without_cutoffs(trees: int, seed: int) -> list[bool]:
    """Return, per shape, whether the values that section 7 constructs make Alphabeta examine every leaf."""
    return [
        search(optimality.without_cutoffs(tree), "alphabeta").leaves == tree.n_leaves
        for kind, size in KINDS
        for tree in random_trees(kind, *size, max(trees // 20, 5), seed)
    ]


class Figure5(NamedTuple):
    """Fig. 5, found again.

    Attributes
    ----------
    placements : int
        Ways to place eight leaves a and eight leaves b, up to the order of children.
    forcing : list of arrays
        Those in which F2 makes a cut-off in every order: 0 stands for a, 1 for b.
    f2, f1 : list of int
        The fewest cut-offs over all orders of the first of them, per set of distinct values.
    """

    placements: int
    forcing: list[NDArray[np.float64]]
    f2: list[int]
    f1: list[int]


def figure_5(value_samples: int, seed: int) -> Figure5:
    """Look for the tree of Fig. 5, and count its cut-offs in all orders for some sets of values."""
    placements = list(cutoffs.placements())
    forcing = [placement for placement in placements if cutoffs.forced(placement) > 0]
    rng = np.random.default_rng(seed)
    tried = [cutoffs.with_distinct_values(forcing[0], rng) for _ in range(value_samples)]
    f2, f1 = (results(partial(cutoffs.fewest_cutoffs, deep=deep), tried) for deep in (True, False))
    return Figure5(len(placements), forcing, list(f2), list(f1))


def dependent_roots(trees: int, seed: int) -> list[float]:
    """Return the values of totally dependent trees U(3,4), rounded to what a float holds of them."""
    return [
        round(
            float(
                generate("uniform", width=3, depth=4, scheme="real-dependent", seed=seed, number=k).backed_up[0]
            ),
            9,
        )
        for k in range(trees)
    ]  # fmt: skip
