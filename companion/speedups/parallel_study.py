"""Experiments with parallel searches, as tidy frames: one row per tree (or position), method and machine.

At the end, which cut-offs a parallel Alphabeta makes (Muszycka 1985, Figure 42), found from the nodes that it enters.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import pandas as pd
from scipy.special import log1p, ndtri

from companion.published.cases import size_name
from companion.published.verdict import OF_A_MEAN
from gametree import games
from gametree.generate import generate
from gametree.parallel.simulate import likely_value, simulate
from gametree.search import search
from gametree.tree import Tree

Size = tuple[int, int]

FEW = 5
"""The machine on which methods are compared: both texts on saturation name it."""

SIX_PROCESSORS = 6
"""Of "about 5 or 6 processors", the number that is kinder to the claim."""

DISTRIBUTIONS = ("uniform", "normal", "exponential", "few values")
"""Distributions of static values for `by_distribution`: three without ties, and the whole numbers from 1 to 8."""

SHAPES: tuple[Size, ...] = ((1, 0), (2, 1), (3, 1), (2, 2), (2, 3), (3, 2), (3, 3))
"""Trees of processors, width and depth: one processor, then those of Finkel & Fishburn, by their number."""


COUNTED = ("method", "processors", "value", "time", "nodes", "visits", "busy")
"""What a frame has of a simulation."""

Row = dict[str, Any]


def _row(place: Row, tree: Tree, method: str, processors: int = 1, **given: Any) -> Row:
    found = simulate(tree, method, processors, timeline=False, **given)
    return {**place, **{name: getattr(found, name) for name in COUNTED}}


def _rows(place: Row, tree: Tree, methods: Iterable[str], processors: Iterable[int]) -> list[Row]:
    """Simulate methods on one tree with one processor and with others."""
    return [_row(place, tree, method, k) for method in methods for k in sorted({1, *processors})]


def _random_trees(sizes: Iterable[Size], trees: int, seed: int) -> Iterator[tuple[Row, Tree]]:
    """Yield unordered uniform trees, each with its place in a frame."""
    for width, depth in sizes:
        for number in range(trees):
            tree = generate("uniform", width=width, depth=depth, scheme="unordered", seed=seed, number=number)
            yield {"size": size_name(width, depth), "width": width, "depth": depth, "tree": number}, tree


def _with_speed_up(rows: list[Row], keys: Sequence[str]) -> pd.DataFrame:
    """Return rows as a frame, with the speed-up over one processor with the same method."""
    frame = pd.DataFrame(rows)
    alone = frame[frame["processors"] == 1].set_index([*keys, "method"])[["time", "nodes"]]
    of_one = alone.reindex(pd.MultiIndex.from_frame(frame[[*keys, "method"]]))
    frame["speed_up"] = of_one["time"].to_numpy() / frame["time"].to_numpy()
    frame["more_nodes"] = frame["nodes"].to_numpy() / of_one["nodes"].to_numpy() - 1
    return frame


def on_uniform_trees(
    sizes: Iterable[Size], methods: Sequence[str], processors: Sequence[int], trees: int, seed: int
) -> pd.DataFrame:
    """Simulate methods on unordered uniform trees: columns size, tree, method, processors, time, nodes, speed_up, ..."""
    rows = [
        row
        for place, tree in _random_trees(sizes, trees, seed)
        for row in _rows(place, tree, methods, processors)
    ]
    return _with_speed_up(rows, ["size", "tree"])


def means_over_trees(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the mean and the standard deviation over the trees of every size and machine: what is kept of many trees."""
    machine = ["size", "width", "depth", "method", "processors"]
    groups = frame.drop(columns=["tree", "value"]).groupby(machine, sort=False)
    means = groups.mean().assign(trees=groups.size())
    return means.join(groups.std().add_suffix(" sd")).reset_index()


def by_distribution(
    size: Size, method: str, processors: Sequence[int], trees: int, seed: int
) -> pd.DataFrame:
    """Simulate a method on trees whose leaves have one order and different distributions (`DISTRIBUTIONS`).

    The leaves of a tree are a random permutation; the first three distributions only give its ranks other
    values, the last one makes neighbouring ranks equal.
    """
    rows = []
    for place, ranked in _random_trees([size], trees, seed):
        share = (ranked.leaves - 0.5) / ranked.n_leaves
        values = (share, ndtri(share), -log1p(-share), np.floor(8 * share) + 1)
        for name, leaves in zip(DISTRIBUTIONS, values, strict=True):
            own = {"distribution": name, "tree": place["tree"]}
            rows += _rows(own, Tree.uniform(*size, leaves), [method], processors)
    return _with_speed_up(rows, ["distribution", "tree"])


def on_positions(
    phases: Sequence[str],
    depth: int,
    methods: Sequence[str],
    processors: Sequence[int],
    positions: int | None = None,
) -> pd.DataFrame:
    """Simulate methods on the named positions of checkers: columns phase, position, method, processors, time, ..."""
    rows = [
        row
        for phase in phases
        for named in games.named_positions("checkers", phase)[:positions]
        for row in _rows(
            {"phase": phase, "position": named.name},
            games.unfold("checkers", depth, named.position),
            methods,
            processors,
        )
    ]
    return _with_speed_up(rows, ["phase", "position"])


# -- processor trees ---------------------------------------------------------------------------------------------------


def sorted_by_value(tree: Tree, best_first: bool) -> Tree:
    """Return a uniform tree with the children of every node in order of their values for the player to move.

    Best first, Alphabeta searches the minimal tree of Knuth & Moore.  Best last and without ties, no sibling's
    value ever cuts off a node, so Branch-and-bound searches the whole tree; deep cut-offs remain, from depth 4
    on, and Alphabeta saves some of the leaves.
    """
    if not tree.is_uniform:
        raise ValueError(f"tree is {tree!r}: it must be a uniform tree")
    width, leaves = tree.width, np.array(tree.leaves)
    value = leaves
    for level in range(tree.depth - 1, -1, -1):
        children = value.reshape(-1, width)
        descending = (level % 2 == 0) == best_first
        order = np.argsort(-children if descending else children, axis=1, kind="stable")
        blocks = leaves.reshape(len(children), width, -1)
        leaves = np.take_along_axis(blocks, order[:, :, None], axis=1).ravel()
        value = children.min(axis=1) if level % 2 else children.max(axis=1)
    return Tree.uniform(width, tree.depth, leaves)


def _shaped(place: Row, tree: Tree, shapes: Sequence[Size]) -> list[Row]:
    return [
        _row({**place, "slaves": shape[0], "levels": shape[1]}, tree, "processor-tree", shape=shape)
        for shape in shapes
    ]


def on_sorted_trees(sizes: Iterable[Size], shapes: Sequence[Size], seed: int) -> pd.DataFrame:
    """Simulate processor trees on trees whose children are sorted: columns size, case, slaves, levels, processors, ..."""
    rows = []
    for place, tree in _random_trees(sizes, 1, seed):
        for case, best_first in (("leftmost child best", True), ("rightmost child best", False)):
            own = {"size": place["size"], "width": place["width"], "case": case}
            rows += _shaped(own, sorted_by_value(tree, best_first), shapes)
    return _with_speed_up(rows, ["size", "case"])


def processor_trees_on_positions(
    positions: Sequence[games.Named], depth: int, shapes: Sequence[Size]
) -> pd.DataFrame:
    """Simulate processor trees on positions of a game: columns position, slaves, levels, processors, speed_up, ..."""
    rows = []
    for named in positions:
        rows += _shaped({"position": named.name}, games.unfold(named.game, depth, named.position), shapes)
    return _with_speed_up(rows, ["position"])


# -- SSS* --------------------------------------------------------------------------------------------------------------


def by_starting_bound(
    sizes: Iterable[Size], quantiles: Sequence[float], trees: int, seed: int
) -> pd.DataFrame:
    """Give a second SSS* other starting bounds: columns size, tree, quantile, succeeds, time, saved.

    A bound is the value that the root's does not exceed with probability `quantile`, as far as can be known
    beforehand (`likely_value`); ``saved`` is the part of the sequential time that two processors save.  In the
    rows without a quantile the bound is the least that succeeds, just above the root's value: no other
    starting bound can save more.
    """
    rows = []
    for place, tree in _random_trees(sizes, trees, seed):
        alone = search(tree, "sss*")
        least = float(np.nextafter(alone.value, np.inf))
        starts = [(quantile, likely_value(tree, quantile)) for quantile in quantiles]
        for quantile, bound in [*starts, (np.nan, least)]:
            time = simulate(tree, "sss*-bounds", 2, bounds=[bound], timeline=False).time
            succeeds, saved = alone.value < bound, 1 - time / alone.nodes
            rows.append((place["size"], place["tree"], quantile, succeeds, time, saved))
    return pd.DataFrame(rows, columns=["size", "tree", "quantile", "succeeds", "time", "saved"])


def on_parts(sizes: Iterable[Size], trees: int, seed: int) -> pd.DataFrame:
    """Search every child of the root by its own process: columns size, tree, part_search, sequential, most, speed_up.

    ``part_search`` is how a process goes through its part: ``best-first`` (SSS*) or ``depth-first``
    (Alphabeta); the processes share what they have found.  As Kumar & Kanal have it, the speed-up
    is the number of leaves of sequential SSS* over the most that one process creates.
    """
    rows = []
    for place, tree in _random_trees(sizes, trees, seed):
        sequential = search(tree, "sss*").leaves
        best_first = simulate(tree, "sss*-parts", tree.width, timeline=False)
        entered = simulate(tree, "processor-tree", shape=(tree.width, 1)).entered
        depth_first = np.bincount(
            np.searchsorted(tree.children(0), entered[tree.level[entered] == tree.depth], "right")
        )
        leaves = {"best-first": max(best_first.leaves_by_process), "depth-first": int(depth_first.max())}
        rows += [
            {
                **place,
                "part_search": name,
                "sequential": sequential,
                "most": most,
                "speed_up": sequential / most,
            }
            for name, most in leaves.items()
        ]
    return pd.DataFrame(rows)


# -- levelling off -----------------------------------------------------------------------------------------------------


def curves(frame: pd.DataFrame, index: Sequence[str], column: str) -> dict[str, pd.DataFrame]:
    """Return a column against the number of processors: a table per curve, with a row per tree or position.

    The last of `index` names the trees or positions, the others name the curve.
    """
    *names, unit = index
    return {
        ", ".join(map(str, name)): own.pivot(index=unit, columns="processors", values=column)
        for name, own in frame.groupby(names, sort=False)
    }


def levels_off_at(curve: pd.DataFrame, within: float = OF_A_MEAN) -> int:
    """Return the smallest machine from which on a curve is constant, as far as it was measured.

    On average over the trees, every machine from there on must have the result of the largest to within a part.
    """
    change = (1 / curve.div(curve[max(curve.columns)], axis=0)).mean() - 1
    machines = sorted(curve.columns, reverse=True)
    changes = next((i for i, machine in enumerate(machines) if abs(change[machine]) >= within), len(machines))
    return int(machines[changes - 1])


def left_cut_offs(tree: Tree, entered: Collection[int]) -> tuple[int, int]:
    """Return how many right children the value of the left sibling cuts off, and at how many of them that happened.

    A node is cut off by it as soon as one of its children is no better, for the player who chose the node, than
    the left sibling; it happened if no child beyond the first such child was entered.
    """
    due = kept = 0
    for node in entered:
        parent = int(tree.parent[node])
        children = tree.children(node)
        if node == parent + 1 or not children:
            continue
        left, values = tree.backed_up[parent + 1], tree.backed_up[children]
        enough = np.flatnonzero(values <= left if tree.is_max(parent) else values >= left)
        if enough.size and enough[0] + 1 < len(children):
            due += 1
            kept += not any(child in entered for child in children[enough[0] + 1 :])
    return due, kept


def deep_cut_offs(tree: Tree, entered: Sequence[int]) -> int:
    """Return how many nodes were given up although no value of a sibling gives a reason.

    The nodes are entered again, in the order given, and a node is over as soon as all its children are, or one of
    its children is no better, for the player who chose it, than a sibling of it that is over.  A search without
    deep cut-offs has entered enough for the root to be over in the end.  Otherwise nodes remain that are not
    over although their entered children are, and only a value from further up can have ended those.
    """
    over = np.zeros(tree.n_nodes, dtype=np.bool_)
    best = np.where([tree.is_max(node) for node in range(tree.n_nodes)], -np.inf, np.inf)
    entered_at_all = set(entered)

    def is_cut_off(node: int) -> bool:
        parent = int(tree.parent[node])
        return bool(best[node] <= best[parent] if tree.is_max(parent) else best[node] >= best[parent])

    def finish(node: int, value: float) -> None:
        over[node] = True
        if node == 0:
            return
        parent = int(tree.parent[node])
        if over[parent]:
            return
        best[parent] = max(best[parent], value) if tree.is_max(parent) else min(best[parent], value)
        if all(over[child] for child in tree.children(parent)) or (parent and is_cut_off(parent)):
            finish(parent, best[parent])
            return
        for child in tree.children(parent):
            if not over[parent] and not over[child] and np.isfinite(best[child]) and is_cut_off(child):
                finish(child, best[child])

    for node in entered:
        if tree.is_leaf(node):
            finish(node, float(tree.backed_up[node]))
    count, waiting = 0, [0]
    while waiting:
        node = waiting.pop()
        still_open = [child for child in tree.children(node) if child in entered_at_all and not over[child]]
        if not over[node]:
            waiting.extend(still_open)
            count += not still_open
    return count


def count_cut_offs(width: int, depth: int, processors: int, trees: int, seed: int) -> pd.DataFrame:
    """Search random uniform trees by tree-splitting, and compare its cut-offs with those of one processor.

    Columns: `tree`; `left_due` and `left_kept` (`left_cut_offs`); `only_parallel` and `only_sequential`, the
    nodes that only one of the two cuts off; `deep`, and for comparison `deep_alphabeta`, the deep cut-offs of
    sequential Alphabeta.
    """
    rows = []
    for place, tree in _random_trees([(width, depth)], trees, seed):
        machines = (("tree-splitting", processors), ("tree-splitting", 1), ("processor-tree", 1))
        orders = [simulate(tree, method, k).entered.tolist() for method, k in machines]
        parallel, sequential = (set(order) for order in orders[:2])
        due, kept = left_cut_offs(tree, parallel)
        rows.append(
            {
                "tree": place["tree"],
                "left_due": due,
                "left_kept": kept,
                "only_parallel": len(sequential - parallel),
                "only_sequential": len(parallel - sequential),
                "deep": deep_cut_offs(tree, orders[0]),
                "deep_alphabeta": deep_cut_offs(tree, orders[2]),
            }
        )
    return pd.DataFrame(rows)
