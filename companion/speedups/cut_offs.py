"""Which cut-offs a parallel Alphabeta makes (Muszycka 1985, Figure 42), told from the nodes that it enters."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

import numpy as np

from gametree.generate import generate
from gametree.parallel.simulate import simulate
from gametree.tree import Tree

if TYPE_CHECKING:
    import pandas as pd


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
    """Search random uniform trees by tree-splitting, and tell its cut-offs from those of one processor.

    Columns: `tree`; `left_due` and `left_kept` (`left_cut_offs`); `only_parallel` and `only_sequential`, the
    nodes that only one of the two cuts off; `deep`, and for comparison `deep_alphabeta`, the deep cut-offs of
    sequential Alphabeta.
    """
    import pandas as pd

    rows = []
    for number in range(trees):
        tree = generate("uniform", width=width, depth=depth, scheme="unordered", seed=seed, number=number)
        orders = [
            simulate(tree, method, k).timeline["node"].tolist()
            for method, k in (("tree-splitting", processors), ("tree-splitting", 1), ("processor-tree", 1))
        ]
        parallel, sequential = (set(order) for order in orders[:2])
        due, kept = left_cut_offs(tree, parallel)
        rows.append(
            {
                "tree": number,
                "left_due": due,
                "left_kept": kept,
                "only_parallel": len(sequential - parallel),
                "only_sequential": len(parallel - sequential),
                "deep": deep_cut_offs(tree, orders[0]),
                "deep_alphabeta": deep_cut_offs(tree, orders[2]),
            }
        )
    return pd.DataFrame(rows)
